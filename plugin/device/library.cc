/* SPDX-License-Identifier: GPL-3.0-or-later */
/* px's own device library, as PTX: functions that newlib, libgcc and libatomic need from an
   operating system, or implement in a way that is wrong with the threads of a kernel.  */
#include "plugin/device/device.h"
#include "ptx/ptx.h"

/* Functions that these libraries need from an operating system, and functions that glibc's
   headers call by other names.  */
static const char system_functions[]
  = ".version 7.0\n.target sm_80\n.address_size 64\n"
    ".global .align 4 .u32 px_errno;\n"
    ".visible .global .align 8 .b8 _impure_data[4096];\n"
    ".visible .global .align 8 .u64 _impure_ptr = generic(_impure_data);\n"
    ".visible .func (.param .u64 %value_out) __errno ()\n"
    "{\n"
    "  .reg .b64 %a;\n"
    "  mov.u64 %a, px_errno;\n"
    "  cvta.global.u64 %a, %a;\n"
    "  st.param.u64 [%value_out], %a;\n"
    "  ret;\n"
    "}\n"
    ".extern .func __assertfail (.param .u64 a, .param .u64 b, .param .u32 c, .param .u64 d, "
    ".param .u64 e);\n"
    ".visible .func __assert_fail (.param .u64 %text, .param .u64 %file, .param .u32 %line, .param "
    ".u64 %function)\n"
    "{\n"
    "  .reg .b64 %a;\n"
    "  .reg .b32 %l;\n"
    "  {\n"
    "  .param .u64 p0;\n  .param .u64 p1;\n  .param .u32 p2;\n  .param .u64 p3;\n  .param .u64 "
    "p4;\n"
    "  ld.param.u64 %a, [%text];\n  st.param.u64 [p0], %a;\n"
    "  ld.param.u64 %a, [%file];\n  st.param.u64 [p1], %a;\n"
    "  ld.param.u32 %l, [%line];\n  st.param.u32 [p2], %l;\n"
    "  ld.param.u64 %a, [%function];\n  st.param.u64 [p3], %a;\n"
    "  mov.u64 %a, 1;\n  st.param.u64 [p4], %a;\n"
    "  call.uni __assertfail, (p0, p1, p2, p3, p4);\n"
    "  }\n"
    "  trap;\n"
    "}\n"
    /* The emulator has versions that check the assumption, and the access; on a GPU these are inlined.  */
    ".visible .func px_assume (.param .u32 %holds, .param .u64 %text)\n"
    "{\n"
    "  ret;\n"
    "}\n"
    ".visible .func px_within (.param .u64 %at, .param .u64 %size, .param .u64 %extent,\n"
    "  .param .u64 %element, .param .u64 %text)\n"
    "{\n"
    "  ret;\n"
    "}\n";

/* GCC's functions for atomic accesses of 1 and 2 bytes.  Those of libatomic and libgcc first read
   with a weak load, which races with other threads' atomic accesses, and exchange all 8 bytes
   around the value; here only the other byte of the same half word is exchanged with it.

   PARAMS after the address: v the value, e the address of the expected value, x that value itself,
   o the order, f another one.  MAKE computes %n, the new value, from %o, the old one, and %v; a
   value is compared with %w first, if given.  RESULT: o or n; q: whether it was as expected.  */
struct atomic_function
{
  const char *name, *params, *make;
  char result;
};
static const atomic_function atomic_functions[] = {
#define FETCH(op, make) \
  { "__atomic_fetch_" op, "vo", make, 'o' }, { "__sync_fetch_and_" op, "v", make, 'o' }, \
    { "__sync_" op "_and_fetch", "v", make, 'n' },
  FETCH ("add", "  add.u32 %n, %o, %v;\n") FETCH ("sub", "  sub.u32 %n, %o, %v;\n")
    FETCH ("and", "  and.b32 %n, %o, %v;\n") FETCH ("or", "  or.b32 %n, %o, %v;\n")
      FETCH ("xor", "  xor.b32 %n, %o, %v;\n")
	FETCH ("nand", "  and.b32 %n, %o, %v;\n  not.b32 %n, %n;\n")
#undef FETCH
#define MOVE "  mov.u32 %n, %v;\n"
	  { "__atomic_exchange", "vo", MOVE, 'o' },
  { "__sync_lock_test_and_set", "v", MOVE, 'o' },
  { "__atomic_test_and_set", "o", "  mov.u32 %n, 1;\n", 'o' },
  { "__atomic_compare_exchange", "evof", MOVE, 'q' },
  { "__sync_bool_compare_and_swap", "xv", MOVE, 'q' },
  { "__sync_val_compare_and_swap", "xv", MOVE, 'o' }
#undef MOVE
};

/* Returns the text of function NAME; empty if it is not one of these.  */
static std::string
atomic_text (const std::string &name)
{
  if (name.size () < 2 || name[name.size () - 2] != '_'
      || (name.back () != '1' && name.back () != '2'))
    return "";
  const atomic_function *f = NULL;
  for (const atomic_function &g : atomic_functions)
    if (name.compare (0, name.size () - 2, g.name) == 0)
      f = &g;
  if (!f)
    return "";
  unsigned bytes = name.back () - '0';
  std::string bits = std::to_string (8 * bytes), mask = bytes == 1 ? "255" : "65535", head, loads;
  bool indirect = *f->params == 'e', compares = indirect || *f->params == 'x';
  for (const char *p = f->params; *p; p++)
    {
      static const struct
      {
	char param;
	const char *load;
      } forms[] = { { 'v', "  ld.param.u32 %v, [%in_v];\n" },
		    { 'x', "  ld.param.u32 %w, [%in_x];\n" },
		    { 'e', "  ld.param.u64 %e, [%in_e];\n" },
		    { 'o', "  ld.param.u32 %r, [%in_o];\n" },
		    { 'f', "  ld.param.u32 %x, [%in_f];\n  or.b32 %r, %r, %x;\n" } };
      head += std::string (", .param ") + (*p == 'e' ? ".u64" : ".u32") + " %in_" + *p;
      for (const auto &form : forms)
	loads += form.param == *p ? form.load : "";
    }
  if (indirect)
    loads += "  ld.u" + bits + " %w, [%e];\n";
  else if (compares)
    loads += "  and.b32 %w, %w, " + mask + ";\n";
  std::string y = f->result == 'q' ? "1" : std::string ("%") + f->result,
	      other = f->result == 'q' ? "0" : y;
  std::string s = ".visible .func (.param .u32 %value_out) " + name + " (.param .u64 %in" + head
		  + ")\n"
		    "{\n"
		    "  .reg .b64 %a, %e;\n"
		    "  .reg .b32 %v, %s, %m, %o, %n, %x, %w, %r, %t;\n"
		    "  .reg .b16 %h, %i, %j;\n"
		    "  .reg .pred %q, %f;\n"
		    "  ld.param.u64 %a, [%in];\n"
		    "  mov.u32 %r, 1;\n"
		  + loads
		  + "  setp.ne.u32 %f, %r, 0;\n" /* the order is not relaxed */
		    "  @%f fence.sc.sys;\n"
		    "  cvt.u32.u64 %s, %a;\n"
		    "  and.b32 %s, %s, "
		  + std::to_string (2 - bytes)
		  + ";\n"
		    "  shl.b32 %s, %s, 3;\n"
		    "  and.b64 %a, %a, -2;\n"
		    "  mov.u32 %m, "
		  + mask
		  + ";\n"
		    "  shl.b32 %m, %m, %s;\n"
		    "  ld.relaxed.gpu.b16 %h, [%a];\n"
		    "again:\n"
		    "  cvt.u32.u16 %x, %h;\n"
		    "  shr.u32 %o, %x, %s;\n"
		    "  and.b32 %o, %o, "
		  + mask + ";\n";
  if (compares)
    s += "  setp.ne.u32 %q, %o, %w;\n"
	 "  @%q bra differs;\n";
  s += f->make;
  s += "  and.b32 %n, %n, " + mask
       + ";\n"
	 "  shl.b32 %t, %n, %s;\n"
	 "  xor.b32 %t, %t, %x;\n"
	 "  and.b32 %t, %t, %m;\n"
	 "  xor.b32 %t, %t, %x;\n"
	 "  cvt.u16.u32 %i, %t;\n"
	 "  atom.cas.b16 %j, [%a], %h, %i;\n"
	 "  setp.ne.u16 %q, %j, %h;\n"
	 "  mov.b16 %h, %j;\n"
	 "  @%q bra again;\n"
	 "  @%f fence.sc.sys;\n"
	 "  st.param.u32 [%value_out], "
       + y
       + ";\n"
	 "  ret;\n";
  if (compares)
    s += "differs:\n"
	 "  @%f fence.sc.sys;\n"
	 + (indirect ? "  st.u" + bits + " [%e], %o;\n" : "") + "  st.param.u32 [%value_out], "
	 + other
	 + ";\n"
	   "  ret;\n";
  return s + "}\n";
}

/* Functions on strings.  newlib's read whole words, up to 7 bytes after the end of a string, which
   another thread may be writing, or which may not be mapped.

   RESULT is the type of %r, the result; PARAMS are the types of the parameters, which are in %p0,
   %p1 and so on.  %a and %b are addresses, %c and %d characters, %q a predicate.  */
struct string_function
{
  const char *name, *result, *params[3], *body;
};
#define COPY(limit) \
  "copy:\n" limit "  ld.u8 %c, [%b];\n" \
  "  st.u8 [%a], %c;\n" \
  "  add.u64 %a, %a, 1;\n" \
  "  add.u64 %b, %b, 1;\n" \
  "  setp.ne.u32 %q, %c, 0;\n" \
  "  @%q bra copy;\n"
#define TO_THE_END \
  "find:\n" \
  "  ld.u8 %c, [%a];\n" \
  "  setp.eq.u32 %q, %c, 0;\n" \
  "  @%q bra copy;\n" \
  "  add.u64 %a, %a, 1;\n" \
  "  bra find;\n"
/* Decrements the count in %p2; branches to `end' if it was 0.  */
#define COUNT(end) \
  "  setp.eq.u64 %q, %p2, 0;\n" \
  "  @%q bra " end ";\n" \
  "  sub.u64 %p2, %p2, 1;\n"
#define COMPARE(limit) \
  "  mov.u32 %r, 0;\n" \
  "next:\n" limit "  ld.u8 %c, [%a];\n" \
  "  ld.u8 %d, [%b];\n" \
  "  add.u64 %a, %a, 1;\n" \
  "  add.u64 %b, %b, 1;\n" \
  "  sub.s32 %r, %c, %d;\n" \
  "  setp.ne.s32 %q, %r, 0;\n" \
  "  @%q bra done;\n" \
  "  setp.ne.u32 %q, %c, 0;\n" \
  "  @%q bra next;\n"
#define FIND(limit, end) \
  "  and.b32 %d, %p1, 255;\n" \
  "next:\n" limit "  ld.u8 %c, [%a];\n" \
  "  mov.u64 %r, %a;\n" \
  "  setp.eq.u32 %q, %c, %d;\n" \
  "  @%q bra done;\n" end "  add.u64 %a, %a, 1;\n" \
  "  bra next;\n" \
  "none:\n" \
  "  mov.u64 %r, 0;\n"
static const string_function string_functions[] = {
  { "strlen",
    "u64",
    { "u64" },
    "next:\n"
    "  ld.u8 %c, [%a];\n"
    "  sub.u64 %r, %a, %p0;\n"
    "  setp.eq.u32 %q, %c, 0;\n"
    "  @%q bra done;\n"
    "  add.u64 %a, %a, 1;\n"
    "  bra next;\n" },
  { "strcmp", "u32", { "u64", "u64" }, COMPARE ("") },
  { "strncmp", "u32", { "u64", "u64", "u64" }, COMPARE (COUNT ("done")) },
  { "strchr", "u64", { "u64", "u32" }, FIND ("", "  setp.eq.u32 %q, %c, 0;\n  @%q bra none;\n") },
  { "memchr", "u64", { "u64", "u32", "u64" }, FIND (COUNT ("none"), "") },
  { "strcpy", "u64", { "u64", "u64" }, "  mov.u64 %r, %a;\n" COPY ("") },
  { "strcat", "u64", { "u64", "u64" }, "  mov.u64 %r, %a;\n" TO_THE_END COPY ("") },
  { "strncpy",
    "u64",
    { "u64", "u64", "u64" },
    "  mov.u64 %r, %a;\n" COPY (COUNT ("done")) "fill:\n" COUNT ("done") "  st.u8 [%a], %c;\n"
									 "  add.u64 %a, %a, 1;\n"
									 "  bra fill;\n" },
  { "strncat",
    "u64",
    { "u64", "u64", "u64" },
    "  mov.u64 %r, %a;\n" TO_THE_END COPY (COUNT ("end")) "  bra done;\n"
							  "end:\n"
							  "  mov.u32 %c, 0;\n"
							  "  st.u8 [%a], %c;\n" }
};
#undef COPY
#undef TO_THE_END
#undef COUNT
#undef COMPARE
#undef FIND

static std::string
string_text (const string_function &f)
{
  std::string result = f.result, head, registers = "  .reg ." + result + " %r;\n", loads;
  int n = 0;
  for (const char *t : f.params)
    if (t)
      {
	std::string type = std::string (".") + t, i = std::to_string (n++);
	head += (n > 1 ? ", .param " : ".param ") + type + " %in_" + i;
	registers += "  .reg " + type + " %p" + i + ";\n";
	loads += "  ld.param" + type + " %p" + i + ", [%in_" + i + "];\n";
      }
  bool two = f.params[1] && !strcmp (f.params[1], "u64");
  return ".visible .func (.param ." + result + " %value_out) " + f.name + " (" + head + ")\n{\n"
	 + registers
	 + "  .reg .b64 %a, %b;\n"
	   "  .reg .b32 %c, %d;\n"
	   "  .reg .pred %q;\n"
	 + loads + "  mov.u64 %a, %p0;\n" + (two ? "  mov.u64 %b, %p1;\n" : "") + f.body
	 + "done:\n  st.param." + result + " [%value_out], %r;\n  ret;\n}\n";
}

std::string
px_library_text (const std::vector<std::string> &lacking)
{
  std::string text = system_functions;
  for (const std::string &n : lacking)
    text += atomic_text (n);
  return text;
}

/* The archive's members look like the output of GCC's nvptx assembler, with a comment for each
   definition; of their headers (see ptx/archive.c) only name and size are read.  */
ptx_archive *
px_string_archive ()
{
  static const std::string bytes = [] {
    std::string s = "!<arch>\n";
    for (const string_function &f : string_functions)
      {
	std::string text = ".version 7.0\n.target sm_80\n.address_size 64\n";
	text += std::string ("// BEGIN GLOBAL FUNCTION DEF: ") + f.name + "\n" + string_text (f);
	text.resize ((text.size () + 1) & ~(size_t) 1, '\n'); /* headers have even offsets */
	char header[80];
	snprintf (header, sizeof header, "%-16s%-12d%-6d%-6d%-8d%-10zu`\n",
		  (f.name + std::string ("/")).c_str (), 0, 0, 0, 0, text.size ());
	s += header + text;
      }
    return s;
  }();
  return ptx_archive_memory (bytes.data (), bytes.size (), "px's string functions", NULL, NULL);
}
