/* SPDX-License-Identifier: MIT */
/* Compiled code against the interpreter (launches that count are interpreted): random
   kernels with loops, lanes that part, guards, all classes of addresses, barriers, faults; under
   the sanitizer, the same reports;
   and the folder of what is compiled, attacked.  Arguments: rounds, seed.  */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "testsuite/engine/t.h"

static char folder[] = "compile-test.XXXXXX";	/* of all caches */

static void
remove_all (const char *path)
{
  char name[512];
  struct stat st;
  DIR *d = lstat (path, &st) == 0 && S_ISDIR (st.st_mode) ? opendir (path) : NULL;
  for (struct dirent *e; d && (e = readdir (d)); )
    if (strcmp (e->d_name, ".") && strcmp (e->d_name, ".."))
      {
	snprintf (name, sizeof name, "%s/%s", path, e->d_name);
	remove_all (name);
      }
  if (d)
    closedir (d);
  remove (path);
}

/* ---- random kernels ---- */

static uint64_t rng;

static unsigned
below (unsigned n)
{
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return (rng >> 33) % n;
}

enum { WORDS = 4096, OUT = 64, R = 8, D = 4, F = 5, P = 4 };
static char text[1 << 16];
static size_t len;
static int labels, slots, depth;
static bool faulty;
static bool straight;	/* no guards, nothing that waits */
static bool ordered;	/* what comes out depends on which warp is first: short slices only, as interpreted */

static void __attribute__ ((format (printf, 1, 2)))
say (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  len += vsnprintf (text + len, sizeof text - len, fmt, ap);
  va_end (ap);
}

/* Uniform registers are %u, the others are anything.  */
static const char *
reg (void)
{
  static char name[4][16];
  static int k;
  char *s = name[k++ % 4];
  switch (below (6))
    {
    case 0: sprintf (s, "%%tid.x"); break;
    case 1: sprintf (s, "%%u%u", below (4)); break;
    case 2: sprintf (s, "%u", below (3) ? below (40) : below (1000000)); break;
    default: sprintf (s, "%%r%u", below (R)); break;
    }
  return s;
}

static void
guard (void)
{
  if (below (5) == 0 && !straight)
    say ("@%s%%p%u ", below (2) ? "!" : "", below (P));
}

static void
statement (void)
{
  static const char *const two[] = { "add.s32", "sub.s32", "mul.lo.s32", "and.b32", "or.b32", "xor.b32", "min.s32",
    "max.u32", "shl.b32", "shr.u32", "shr.s32", "mul.hi.u32", "div.u32", "rem.s32", "sub.u32", "add.u32" };
  static const char *const fl[] = { "add.rn.f32", "mul.rn.f32", "sub.f32", "min.f32", "max.NaN.f32", "div.rn.f32",
    "add.ftz.f32", "mul.rz.f32" };
  static const char *const cmp[] = { "eq.s32", "lt.u32", "ge.s32", "ne.u32", "gt.s32", "le.u32" };
  unsigned a;
  if (ordered && below (4) == 0)
    say ("atom.global.add.u32 %%r%u, [%%all], 1;\n", below (R));
  switch (below (20))
    {
    case 0: case 1: case 2: case 3:
      guard ();
      say ("%s %%r%u, %s, %s;\n", two[below (16)], below (R), reg (), reg ());
      break;
    case 4:
      guard ();
      say ("mad.lo.s32 %%r%u, %s, %s, %s;\n", below (R), reg (), reg (), reg ());
      break;
    case 5:
      guard ();
      say ("%s %%f%u, %%f%u, %%f%u;\n", fl[below (8)], below (F), below (F), below (F));
      break;
    case 6:
      guard ();
      say ("fma.rn.f32 %%f%u, %%f%u, %%f%u, %%f%u;\n", below (F), below (F), below (F), below (F));
      break;
    case 7:
      guard ();
      say ("setp.%s %%p%u, %s, %s;\n", cmp[below (6)], below (P), reg (), reg ());
      break;
    case 8:
      guard ();
      say ("mul.wide.%c32 %%d%u, %s, %u;\n", "su"[below (2)], below (D), reg (), below (9));
      break;
    case 9:
      guard ();
      say (below (2) ? "cvt.s64.s32 %%d%u, %s;\n" : "cvt.u64.u32 %%d%u, %s;\n", below (D), reg ());
      break;
    case 10:
      guard ();
      say ("add.s64 %%d%u, %%d%u, %%d%u;\ncvt.u32.u64 %%r%u, %%d%u;\n", below (D), below (D), below (D), below (R), below (D));
      break;
    case 11: case 12:
      /* A place that is one for all, one behind the other, or any.  */
      switch (below (4))
	{
	case 0: say ("and.b32 %%r9, %%u%u, %u;\n", below (4), WORDS - 8); break;
	case 1: say ("and.b32 %%r9, %%u%u, 1020; add.s32 %%r9, %%r9, %%tid.x;\n", below (4)); break;
	case 2: say ("mad.lo.s32 %%r9, %%tid.y, %%u1, %%tid.x; and.b32 %%r9, %%r9, %u;\n", WORDS - 8); break;
	default: say ("and.b32 %%r9, %s, %u;\n", reg (), WORDS - 8); break;
	}
      say ("mul.wide.u32 %%d9, %%r9, 4; add.s64 %%d9, %%in, %%d9;\n");
      a = below (4);
      guard ();
      if (a == 0)
	say ("ld.global.f32 %%f%u, [%%d9+4];\n", below (F));
      else if (a == 1)
	say ("ld.global.u8 %%r%u, [%%d9+3];\n", below (R));
      else if (a == 2)
	say ("ld.global.s16 %%r%u, [%%d9+2];\n", below (R));
      else
	say ("ld.global.u32 %%r%u, [%%d9];\n", below (R));
      break;
    case 13:
      guard ();
      say ("st.global.u32 [%%out+%d], %%r%u;\n", 4 * (slots++ % OUT), below (R));
      break;
    case 14:
      guard ();
      say ("st.global.f32 [%%line+%d], %%f%u;\n", 4096 * (slots++ % OUT), below (F));
      break;
    case 15:
      guard ();
      say ("selp.b32 %%r%u, %s, %s, %%p%u;\n", below (R), reg (), reg (), below (P));
      break;
    case 16:
      if (!straight)
	say ("shfl.sync.bfly.b32 %%r%u, %%r%u, %u, 31, %%mask;\n", below (R), below (R), 1 << below (5));
      break;
    case 17:
      guard ();
      say ("and.pred %%p%u, %%p%u, %%p%u;\n", below (P), below (P), below (P));
      break;
    case 18:
      guard ();
      say ("cvt.rn.f32.s32 %%f%u, %s;\ncvt.rzi.s32.f32 %%r%u, %%f%u;\n", below (F), reg (), below (R), below (F));
      break;
    default:
      guard ();
      say ("add.s32 %%u%u, %%u%u, %u;\n", 3, below (4), below (5));
      break;
    }
}

/* What lanes do that others jump over.  %x and %y are set and used here only, so that they may be one for
   all lanes, or rows, some of which wrap.  */
static void
part_statement (void)
{
  static const char *const rows[] = { "%tid.x", "%tid.x", "%r7", "%tid.y", "%u3", "%lane" };
  static const char *const ends[] = { "0", "1", "-1", "-2", "7", "2147483640", "2147483600", "4294967280" };
  const char *r[2];
  unsigned what = below (13);
  switch (what < 6 && !ordered ? 12 : what)
    {
    case 0:
      say ("ld.shared.u32 %%r%u, [%%sh2];\n", below (R));
      break;
    case 1:
      say ("atom.shared.add.u32 %%r%u, [s+%u], %%r%u;\n", below (R), 2048 + 4 * below (3), below (R));
      break;
    case 2:
      say ("atom.global.add.u32 %%r%u, [%%all+%u], 1;\n", below (R), 4 * below (3));
      break;
    case 3:
      say ("add.u32 %%x2, %s, %u;\nand.b32 %%x2, %%x2, 1020;\nadd.u32 %%x2, %%x2, %%shared;\n"
	   "ld.shared.u32 %%r%u, [%%x2];\n", reg (), below (900), below (R));
      break;
    case 4:
      say ("shl.b32 %%x0, %%lane, 2;\nadd.u32 %%x0, %%x0, %%shared;\n");
      if (below (2))
	say ("st.shared.u32 [%%x0+%u], %%r%u;\n", 4 * below (200), below (R));
      else
	say ("ld.shared.u32 %%r%u, [%%x0+%u];\n", below (R), 4 * below (200));
      break;
    case 5:
      /* Who is together depends on where slices end.  */
      say ("activemask.b32 %%r%u;\n", below (R));
      break;
    case 6:
      say ("ld.shared.u32 %%r%u, [%%sh];\n", below (R));
      break;
    case 7:
      say ("st.shared.u32 [%%sh], %%r%u;\n", below (R));
      break;
    case 8:
      if (below (2))
	say ("red.global.add.u32 [%%all+%u], %%r%u;\n", 12 + 4 * below (3), below (R));
      else
	say ("red.global.xor.b32 [%%all+%u], %%r%u;\n", 24 + 4 * below (3), below (R));
      break;
    case 9:
      r[0] = rows[below (6)];
      r[1] = ends[below (8)];
      say ("add.u32 %%x0, %s, %s;\nmul.wide.%c32 %%y0, %%x0, %d;\nadd.s64 %%d%u, %%y0, %%d%u;\n", r[0], r[1],
	   "su"[below (2)], 1 << below (4), below (D), below (D));
      break;
    case 10:
      say ("ld.global.u32 %%x1, [%%in+%u];\nadd.u32 %%r%u, %%x1, %s;\n", 4 * below (64), below (R), reg ());
      break;
    case 11:
      /* A join that nobody else comes to.  */
      say ("M%d:\n", labels++);
      break;
    default: statement (); break;
    }
}

/* Lanes jump over a short line.  */
static void
short_branch (void)
{
  int l = labels++;
  const char *q = "%q";
  static char p[8];
  switch (below (6))
    {
    case 0: say ("setp.lt.s32 %%q, %%r%u, %%tid.x;\n", below (R)); break;
    case 1: say ("setp.ne.u32 %%q, %%lane, %u;\n", below (32)); break;
    case 2: say ("and.b32 %%r9, %%lane, %u;\nsetp.eq.u32 %%q, %%r9, 0;\n", below (32)); break;
    case 3: say ("setp.lt.u32 %%q, %%tid.x, %%u%u;\n", below (4)); break;
    default:
      sprintf (p, "%%p%u", below (P));
      q = p;
      break;
    }
  say ("@%s%s bra E%d;\n", below (2) ? "!" : "", q, l);
  straight = below (8);
  for (int n = 1 + below (5); n-- > 0; )
    part_statement ();
  straight = false;
  if (depth < 2 && below (6) == 0)
    {
      depth += 2;
      short_branch ();
      depth -= 2;
    }
  if (below (6))
    say ("E%d:\n", l);
  else
    {
      say ("bra.uni X%d;\nE%d:\n", l, l);
      for (int n = 1 + below (3); n-- > 0; )
	part_statement ();
      say ("X%d:\n", l);
    }
}

/* UNIFORM: all threads come here together.  */
static void
statements (int n, bool uniform)
{
  for (int i = 0; i < n && len < sizeof text - 8192; i++)
    {
      int l = labels++;
      unsigned what = depth > 2 ? 9 : below (15);
      /* What is not uniform any more may come out of a guard.  */
      if (what == 0)
	{
	  /* A loop, of as many rounds in all lanes or not.  */
	  bool same = below (2);
	  depth++;
	  say ("mov.u32 %%c%d, 0;\nL%d:\n", depth, l);
	  statements (2 + below (4), uniform && same);
	  say ("add.u32 %%c%d, %%c%d, 1;\n", depth, depth);
	  if (same)
	    say ("setp.lt.u32 %%q, %%c%d, %u;\n", depth, 2 + below (4));
	  else
	    say ("and.b32 %%r9, %%tid.x, %u;\nsetp.le.u32 %%q, %%c%d, %%r9;\n", below (7), depth);
	  say ("@%%q bra L%d;\n", l);
	  depth--;
	}
      else if (what == 1 || what == 2)
	{
	  depth++;
	  bool same = what == 1;
	  if (same)
	    say ("setp.lt.u32 %%q, %%ctaid.x, %u;\n", below (3));
	  else
	    say ("setp.lt.s32 %%q, %%r%u, %%tid.x;\n", below (R));
	  say ("@%%q bra E%d;\n", l);
	  statements (1 + below (3), uniform && same);
	  if (below (2))
	    {
	      say ("bra.uni X%d;\nE%d:\n", l, l);
	      statements (1 + below (3), uniform && same);
	      say ("X%d:\n", l);
	    }
	  else
	    say ("E%d:\n", l);
	  depth--;
	}
      else if (what == 3 && uniform)
	say ("st.shared.u32 [%%sh], %%r%u; bar.sync 0; ld.shared.u32 %%r%u, [%%sh2]; ld.shared.u32 %%r%u, [s+%u]; bar.sync 0;\n",
	     below (R), below (R), below (R), 4 * below (8));
      else if (what > 11)
	short_branch ();
      else
	statement ();
    }
}

static void
generate (void)
{
  len = labels = slots = depth = 0;
  faulty = below (4) == 0;
  ordered = below (2);
  say (HEADER ".visible .entry k (.param .u64 pin, .param .u64 pout, .param .u32 pn)\n{\n"
       ".shared .align 4 .b8 s[4096];\n.reg .pred %%p<%d>, %%q; .reg .b32 %%r<10>, %%u<4>, %%c<5>, %%x<3>, %%sh, %%sh2, %%shared, %%lane, %%lin, %%mask; "
       ".reg .b64 %%d<10>, %%y0, %%in, %%out, %%line, %%all; .reg .f32 %%f<%d>;\n", P, F);
  say ("ld.param.u64 %%in, [pin]; ld.param.u64 %%out, [pout]; add.s64 %%all, %%out, 3145728; ld.param.u32 %%u0, [pn]; mov.u32 %%u1, %%ntid.x; mov.u32 %%u2, %%ctaid.x; mov.u32 %%u3, 7;\n"
       "mov.u32 %%r0, %%ntid.x; mad.lo.u32 %%lin, %%tid.y, %%r0, %%tid.x; mov.u32 %%r1, %%ntid.y; mul.lo.u32 %%r2, %%r0, %%r1;\n"
       "mad.lo.u32 %%r3, %%ctaid.x, %%r2, %%lin; shl.b32 %%r4, %%lin, 2; mov.u32 %%r5, s; add.u32 %%sh, %%r5, %%r4; xor.b32 %%r6, %%lin, 1; shl.b32 %%r6, %%r6, 2; add.u32 %%sh2, %%r5, %%r6;\n"
       "mul.wide.u32 %%d0, %%r3, 4; add.s64 %%line, %%out, %%d0; add.s64 %%line, %%line, 1048576; mul.wide.u32 %%d0, %%r3, %d; add.s64 %%out, %%out, %%d0; mov.u64 %%d1, 3; mov.u64 %%d2, %%in; mov.u64 %%d3, 5;\n"
       "mov.u32 %%r7, %%laneid; mov.u32 %%lane, %%laneid; mov.u32 %%shared, s; cvt.rn.f32.u32 %%f0, %%lin; mov.f32 %%f1, 0f3f800000; mov.f32 %%f2, 0fbf000000; mov.f32 %%f3, 0f7f000000; mov.f32 %%f4, 0f00000000;\n"
       "setp.lt.u32 %%p0, %%lin, 17; setp.eq.u32 %%p1, %%ctaid.x, 1; setp.ne.u32 %%p2, %%r7, 3; setp.gt.u32 %%p3, %%u0, 5; activemask.b32 %%mask;\n", 4 * OUT);
  statements (14, true);
  if (below (6) == 0)
    {
      say ("setp.lt.s32 %%q, %%r%u, %%tid.x; @%%q exit;\n", below (R));
      statements (4, false);
    }
  if (faulty)
    {
      say ("setp.eq.u32 %%q, %%lin, %u; @%%q shl.b64 %%d9, %%in, 7; @!%%q mov.b64 %%d9, %%in; ld.global.u32 %%r1, [%%d9];\n", below (60));
      statements (2, true);
    }
  for (int i = 0; i < R; i++)
    say ("st.global.u32 [%%out+%d], %%r%d;\n", 4 * (OUT - 1 - i), i);
  say ("ret;\n}\n");
}

static void
compare (unsigned round, uint64_t seed)
{
  static const unsigned shapes[][2] = { { 32, 4 }, { 16, 8 }, { 64, 1 }, { 20, 5 }, { 8, 16 }, { 33, 1 } };
  static uint32_t in[WORDS], out[2][1 << 20];
  px_emu_error e[2];
  rng = seed * 2654435761u + round * 977 + 1;
  for (int i = 0; i < 8; i++)
    below (2);
  generate ();
  for (int i = 0; i < WORDS; i++)
    in[i] = below (5) ? below (4000) : (uint32_t) rng;
  struct mod m = load_err (text, &e[0]);
  if (!m.m)
    {
      check (false, "round %u: %s", round, e[0].text);
      return;
    }
  px_emu_mem_add (dev, in, sizeof in, PX_EMU_MEM_DEVICE);
  for (int k = 0; k < 2; k++)
    {
      const unsigned *s = shapes[below (6)];
      uint32_t n = below (10);
      void *pin = in, *pout;
      bool ok[2];
      /* Short slices end where they end in the interpreter, which has others than compiled code.  */
      int schedule = ordered || below (2) ? PX_EMU_RANDOM : PX_EMU_ROUND_ROBIN;
      for (int c = 0; c < 2; c++)
	{
	  px_emu_stats st;
	  /* At one address both times.  */
	  memset (out[0], 0x55, sizeof out[0]);
	  pout = out[0];
	  px_emu_mem_add (dev, out[0], sizeof out[0], PX_EMU_MEM_DEVICE);
	  px_emu_launch l = { .grid = { 3, 1, 1 }, .block = { s[0], s[1], 1 }, .args = (void *[]) { &pin, &pout, &n },
			      .timeout_ms = 20000, .seed = round + 1, .schedule = schedule };
	  ok[c] = px_emu_run (px_emu_module_func (m.m, "k"), &l, c ? NULL : &st, &e[c]);
	  px_emu_mem_remove (dev, out[0]);
	  if (!c)
	    memcpy (out[1], out[0], sizeof out[0]);
	}
      /* A fault stops other blocks somewhere.  */
      bool same = ok[0] == ok[1]
		  && (ok[0] ? !memcmp (out[0], out[1], sizeof out[0])
		      : e[0].kind == e[1].kind && e[0].ptx_line == e[1].ptx_line && e[0].address == e[1].address
			&& !memcmp (e[0].thread, e[1].thread, sizeof e[0].thread));
      check (same, "seed %llu round %u, blocks of %u x %u: %s", (unsigned long long) seed, round, s[0], s[1],
	     ok[0] ? "same results" : "same fault");
      if (!same)
	{
	  char name[64];
	  snprintf (name, sizeof name, "compile-test-%llu-%u.ptx", (unsigned long long) seed, round);
	  FILE *f = fopen (name, "w");
	  fputs (text, f);
	  fclose (f);
	  if (!ok[0] || !ok[1])
	    printf ("%s\n---\n%s\n", ok[0] ? "" : e[0].text, ok[1] ? "" : e[1].text);
	  else
	    for (int i = 0, n = 0; i < 1 << 20 && n < 4; i++)
	      if (out[0][i] != out[1][i])
		{
		  printf ("word %d: %08x, interpreted %08x\n", i, out[0][i], out[1][i]);
		  n++;
		}
	}
    }
  px_emu_mem_remove (dev, in);
  unload (&m);
}

/* ---- the folder ---- */

static const char simple[] = HEADER ".visible .entry k (.param .u64 p)\n{\n.reg .b64 %d<4>; .reg .b32 %r<2>;\n"
  "ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4; add.s64 %d3, %d1, %d2; st.global.u32 [%d3], %r1; ret;\n}\n";

enum outcome { COMPILED, INTERPRETED, WRONG };

static void
run_simple (void)
{
  px_emu_error e;
  static uint32_t out[64];
  void *p = out;
  px_emu *own = px_emu_new (1);
  dev = own;
  struct mod m = load_err (simple, &e);
  px_emu_mem_add (dev, out, sizeof out, PX_EMU_MEM_DEVICE);
  px_emu_launch l = { .grid = { 1, 1, 1 }, .block = { 64, 1, 1 }, .args = (void *[]) { &p } };
  bool ok = m.m && px_emu_run (px_emu_module_func (m.m, "k"), &l, NULL, &e);
  for (unsigned i = 0; i < 64; i++)
    ok &= out[i] == i;
  unload (&m);
  px_emu_free (own);
  _exit (ok ? 0 : 1);
}

/* What happens in a process of its own; LIMIT: bytes that it may write to a file.  */
static enum outcome
outcome (long limit, const char *path)
{
  int p[2], status;
  char said[1024] = "";
  size_t n = 0;
  ssize_t k;
  if (pipe (p))
    return WRONG;
  pid_t pid = fork ();
  if (pid == 0)
    {
      struct rlimit l = { limit, limit };
      dup2 (p[1], 2);
      close (p[0]);
      close (p[1]);
      if (limit)
	setrlimit (RLIMIT_FSIZE, &l);
      if (path)
	setenv ("PATH", path, 1);
      run_simple ();
    }
  close (p[1]);
  while (n < sizeof said - 1 && (k = read (p[0], said + n, sizeof said - 1 - n)) > 0)
    n += k;
  close (p[0]);
  if (pid < 0 || waitpid (pid, &status, 0) < 0 || status)
    return WRONG;
  return strstr (said, "runs compiled") ? COMPILED : strstr (said, "in the interpreter") ? INTERPRETED : WRONG;
}

/* The one file of code in CACHE, to NAME; how many there are.  */
static int
only_file (const char *cache, char *name, size_t size)
{
  int n = 0;
  DIR *d = opendir (cache);
  for (struct dirent *e; d && (e = readdir (d)); )
    if (strstr (e->d_name, ".so"))
      {
	snprintf (name, size, "%.200s/%.200s", cache, e->d_name);
	n++;
      }
    else if (*e->d_name != '.')
      n += 100;
  if (d)
    closedir (d);
  return n;
}

static void
attacks (void)
{
  char cache[256], name[512], other[512], command[1400];
  struct stat st;
  snprintf (cache, sizeof cache, "%s/cache", folder);
  setenv ("PXEMU_CACHE", cache, 1);
  setenv ("PXEMU_VERBOSE", "1", 1);
  check (outcome (0, NULL) == COMPILED && stat (cache, &st) == 0 && (st.st_mode & 0777) == 0700
	 && only_file (cache, name, sizeof name) == 1, "a folder of the user's alone with one file");
  ino_t first = stat (name, &st) == 0 ? st.st_ino : 0;
  off_t size = st.st_size;
  check (outcome (0, "/nonexistent") == COMPILED, "what is there needs no compiler");

  /* Bytes changed near the front, in the middle, in the digest: built anew.  */
  const long places[] = { 100, size / 2, size - 3 };
  for (int k = 0; k < 3; k++)
    {
      FILE *f = fopen (name, "r+");
      fseek (f, places[k], SEEK_SET);
      int c = fgetc (f);
      fseek (f, places[k], SEEK_SET);
      fputc (c ^ 0x40, f);
      fclose (f);
      if (k < 2)
	check (outcome (0, "/nonexistent") == INTERPRETED, "a changed byte, %s: not loaded", k ? "in the middle" : "at the front");
      else
	check (outcome (0, NULL) == COMPILED && stat (name, &st) == 0 && st.st_ino != first, "a changed byte at the end: built anew");
      f = fopen (name, "r+");
      if (k < 2)
	{
	  fseek (f, places[k], SEEK_SET);
	  fputc (c, f);
	}
      fclose (f);
    }
  check (truncate (name, size / 2) == 0 && outcome (0, "/nonexistent") == INTERPRETED, "a file cut short: not loaded");
  check (outcome (0, NULL) == COMPILED, "and built anew");
  check (chmod (name, 0660) == 0 && outcome (0, "/nonexistent") == INTERPRETED && chmod (name, 0600) == 0,
	 "a file that others may write: not loaded");
  snprintf (other, sizeof other, "%s/other", folder);
  snprintf (command, sizeof command, "cp %s %s", name, other);
  check (system (command) == 0 && unlink (name) == 0 && symlink ("../other", name) == 0
	 && outcome (0, "/nonexistent") == INTERPRETED, "a symbolic link for the file: not loaded");
  unlink (name);
  check (link (other, name) == 0 && outcome (0, "/nonexistent") == INTERPRETED, "a file with two names: not loaded");
  check (outcome (0, NULL) == COMPILED && only_file (cache, name, sizeof name) == 1, "and built anew");
  check (chmod (cache, 0770) == 0 && outcome (0, NULL) == INTERPRETED && chmod (cache, 0700) == 0,
	 "a folder that others may write: not used");
  if (getuid () == 0)
    check (chown (cache, 65534, 65534) == 0 && outcome (0, NULL) == INTERPRETED && chown (cache, 0, 0) == 0,
	   "a folder of somebody else: not used");
  if (getuid () == 0)
    check (chown (name, 65534, 65534) == 0 && outcome (0, "/nonexistent") == INTERPRETED && chown (name, 0, 0) == 0,
	   "a file of somebody else: not loaded");
  snprintf (other, sizeof other, "%s/link", folder);
  check (symlink ("cache", other) == 0 && setenv ("PXEMU_CACHE", other, 1) == 0 && outcome (0, NULL) == INTERPRETED,
	 "a symbolic link for the folder: not used");

  snprintf (cache, sizeof cache, "%s/full", folder);
  setenv ("PXEMU_CACHE", cache, 1);
  check (outcome (2000, NULL) == INTERPRETED && only_file (cache, name, sizeof name) == 0, "a full disk: interpreted, nothing is left");
  check (outcome (0, "/nonexistent") == INTERPRETED && only_file (cache, name, sizeof name) == 0, "no compiler: interpreted");
  snprintf (other, sizeof other, "%s/read-only", folder);
  setenv ("PXEMU_CACHE", other, 1);
  check (mkdir (other, 0500) == 0 && outcome (0, NULL) == (getuid () ? INTERPRETED : COMPILED), "a folder that can not be written");
  setenv ("PXEMU_CACHE", "/proc/none/px", 1);
  check (outcome (0, NULL) == INTERPRETED, "a folder that can not be made");

  /* Both build; one's file stays.  */
  setenv ("PXEMU_CACHE", cache, 1);
  pid_t both[2];
  bool ok = true;
  for (int k = 0; k < 2; k++)
    if ((both[k] = fork ()) == 0)
      _exit (outcome (0, NULL) == COMPILED ? 0 : 1);
  for (int k = 0; k < 2; k++)
    {
      int status;
      ok &= waitpid (both[k], &status, 0) > 0 && status == 0;
    }
  check (ok && only_file (cache, name, sizeof name) == 1, "two at once");
}

/* ---- compilers and programs that end before them ---- */

/* A kernel that runs for ever, until MS are over: then ends the program, by exit or, if HOW is a
   signal, by that.  */
static void
end_early (unsigned ms, int how)
{
  static const char endless[] = HEADER ".visible .entry k (.param .u64 p)\n{\n.reg .b32 %r<2>;\nL:\nadd.u32 %r1, %r1, 1;\nbra L;\n}\n";
  static uint64_t out;
  void *p = &out;
  dev = px_emu_new (1);
  setenv ("PXEMU_COMPILE", "1", 1);
  struct mod m = load (endless);
  px_emu_launch l = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .args = (void *[]) { &p }, .timeout_ms = ms };
  px_emu_run (px_emu_module_func (m.m, "k"), &l, NULL, NULL);
  if (how)
    raise (how);
  exit (0);
}

/* In a process of its own, which leads a group; how long it took, ms.  */
static long
ends (unsigned ms, int how)
{
  struct timespec a, b;
  int status;
  clock_gettime (CLOCK_MONOTONIC, &a);
  pid_t pid = fork ();
  if (pid == 0)
    {
      setpgid (0, 0);
      end_early (ms, how);
    }
  waitpid (pid, &status, 0);
  if (how == SIGKILL)
    kill (-pid, SIGKILL);
  clock_gettime (CLOCK_MONOTONIC, &b);
  return (b.tv_sec - a.tv_sec) * 1000 + (b.tv_nsec - a.tv_nsec) / 1000000;
}

/* The compiler becomes a script that does TEXT, in folder NAME, before the others of PATH.  */
static bool
fake (const char *name, const char *path, const char *text)
{
  char at[256], value[4096];
  snprintf (at, sizeof at, "%s/%s", folder, name);
  mkdir (at, 0700);
  snprintf (value, sizeof value, "%s/%s:%s", getenv ("PWD_FOR_TEST"), at, path);
  setenv ("PATH", value, 1);
  snprintf (at, sizeof at, "%s/%s/%s", folder, name, PX_CC);
  FILE *f = fopen (at, "w");
  if (!f)
    return false;
  fprintf (f, "#!/bin/sh\n%s\n", text);
  fclose (f);
  return chmod (at, 0700) == 0;
}

/* Has the process whose number is in FILE gone, within some seconds?  -1: there is no number.  */
static int
gone (const char *file)
{
  int pid = 0;
  FILE *f = fopen (file, "r");
  if (f && fscanf (f, "%d", &pid) != 1)
    pid = 0;
  if (f)
    fclose (f);
  unlink (file);
  for (int k = 0; pid && k < 500; k++)
    {
      char name[64], state = 'Z';
      snprintf (name, sizeof name, "/proc/%d/stat", pid);
      if ((f = fopen (name, "r")))
	{
	  if (fscanf (f, "%*d (%*[^)]) %c", &state) != 1)
	    state = 'Z';
	  fclose (f);
	}
      if (state == 'Z' || state == 'X')
	return 1;
      usleep (10000);
    }
  return pid ? 0 : -1;
}

static void
orphans (void)
{
  char cache[300], name[512], file[1400], text[2000], here[1024], path[2048];
  if (strpbrk (PX_CC, " /") || !getcwd (here, sizeof here))
    return;
  setenv ("PWD_FOR_TEST", here, 1);
  snprintf (path, sizeof path, "%s", getenv ("PATH"));
  snprintf (cache, sizeof cache, "%s/orphans", folder);
  setenv ("PXEMU_CACHE", cache, 1);
  snprintf (file, sizeof file, "%s/%s/number", here, folder);
  snprintf (text, sizeof text, "sleep 600 &\necho $! >%s\nwait", file);
  check (fake ("hangs", path, text), "a compiler whose child hangs");
  ends (700, 0);
  check (gone (file) == 1, "ends with its program");
  ends (700, SIGKILL);
  check (gone (file) == 1, "ends with a program that is killed, and all of its group");
  ends (700, SIGTERM);
  check (gone (file) == 1, "ends with a program that a signal ends");
  /* One that takes longer than the program: it is waited for, once it was begun in vain.  */
  snprintf (cache, sizeof cache, "%s/slow", folder);
  setenv ("PXEMU_CACHE", cache, 1);
  snprintf (text, sizeof text, "PATH='%.500s'\nsleep 1\nexec %s \"$@\"", path, PX_CC);
  check (fake ("slow", path, text), "a compiler that is slow");
  check (ends (700, 0) < 1600 && !(only_file (cache, name, sizeof name) % 100), "is not waited for the first time");
  usleep (200000);
  long ms = 0;
  int n = 1;
  for (; n < 6 && only_file (cache, name, sizeof name) % 100 == 0; n++)
    ms = ends (700, 0);
  check (n <= 3 && ms < 6000, "but then, %d times, %ld ms", n, ms);
  fake ("hangs", path, "exit 1");
  setenv ("PXEMU_VERBOSE", "1", 1);
  check (ends (300, 0) < 2000, "what it built is there");
  unsetenv ("PXEMU_VERBOSE");
  setenv ("PATH", path, 1);
  setenv ("PXEMU_COMPILE", "always", 1);
}

/* ---- under the sanitizer ---- */

/* What it reports of ROUNDS random kernels, which race and fault, goes to FILE.  */
static void
report (unsigned rounds, uint64_t seed, const char *file, const char *compile)
{
  static const unsigned shapes[][2] = { { 32, 4 }, { 16, 8 }, { 64, 1 }, { 20, 5 } };
  static uint32_t in[WORDS], out[1 << 20];
  int status;
  pid_t pid = fork ();
  if (pid)
    {
      check (pid > 0 && waitpid (pid, &status, 0) > 0 && WIFEXITED (status), "checked, PXEMU_COMPILE=%s", compile);
      return;
    }
  setenv ("PXEMU_CHECK", "all", 1);
  setenv ("PXEMU_REPORT", file, 1);
  setenv ("PXEMU_COMPILE", compile, 1);
  int null = open ("/dev/null", O_WRONLY);
  dup2 (null, 2);
  dev = px_emu_new (1);
  px_emu_mem_add (dev, in, sizeof in, PX_EMU_MEM_DEVICE);
  px_emu_mem_add (dev, out, sizeof out, PX_EMU_MEM_DEVICE);
  for (unsigned i = 0; i < rounds; i++)
    {
      px_emu_error e;
      rng = seed * 2654435761u + i * 977 + 5;
      for (int k = 0; k < 8; k++)
	below (2);
      generate ();
      for (int k = 0; k < WORDS; k++)
	in[k] = below (4000);
      /* Some of what is read was never written.  */
      px_emu_check_write (dev, (uintptr_t) in, below (2) ? sizeof in : sizeof in / 2);
      struct mod m = load_err (text, &e);
      for (unsigned k = 0; m.m && k < 3; k++)
	{
	  const unsigned *s = shapes[below (4)];
	  uint32_t n = below (10);
	  void *pin = in, *pout = out;
	  px_emu_launch l = { .grid = { 3, 1, 1 }, .block = { s[0], s[1], 1 }, .args = (void *[]) { &pin, &pout, &n },
			      .timeout_ms = 60000, .seed = i, .schedule = k == 1 ? PX_EMU_RANDOM
			      : k == 2 ? PX_EMU_ADVERSARIAL : PX_EMU_ROUND_ROBIN };
	  px_emu_run (px_emu_module_func (m.m, "k"), &l, NULL, &e);
	}
      unload (&m);
    }
  exit (0);
}

static void
same_reports (unsigned rounds, uint64_t seed)
{
  char name[2][64], command[512];
  for (int k = 0; k < 2; k++)
    {
      snprintf (name[k], sizeof name[k], "%s/report%d", folder, k);
      report (rounds, seed, name[k], k ? "always" : "0");
    }
  /* But for the number of the process, which wrote them.  */
  snprintf (command, sizeof command,
	    "test -s %s && sed -i 's/\"process\": [0-9]*//' %s %s && cmp %s %s", name[0], name[0],
	    name[1], name[0], name[1]);
  check (system (command) == 0, "the same reports, seed %llu", (unsigned long long) seed);
}

/* Addresses of variables of two modules that are loaded now.  */
static void
addresses (char *text, size_t size)
{
  static const char var[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
			    ".visible .const .align 64 .b8 a[100];\n.visible .global .u32 b = 7;\n"
			    ".visible .entry k () { ret; }\n";
  px_emu_error e;
  uint64_t at[4] = { 0 };
  size_t n;
  bool ok = true;
  dev = px_emu_new (1);
  struct mod m[2];
  for (int k = 0; k < 2; k++)
    {
      m[k] = load_err (var, &e);
      ok &= m[k].m && px_emu_module_global (m[k].m, "a", &at[2 * k], &n) && n == 100
	    && px_emu_module_global (m[k].m, "b", &at[2 * k + 1], &n) && n == 4;
      ok &= at[2 * k] % 64 == 0 && *(uint32_t *) at[2 * k + 1] == 7;
    }
  for (int k = 0; k < 4; k++)
    for (int j = 0; j < k; j++)
      ok &= at[k] > at[j] ? at[k] - at[j] >= 128 : at[j] - at[k] >= 128;
  for (int k = 0; k < 2; k++)
    unload (&m[k]);
  px_emu_free (dev);
  snprintf (text, size, "%d %llx %llx %llx %llx", ok, (unsigned long long) at[0], (unsigned long long) at[1],
	    (unsigned long long) at[2], (unsigned long long) at[3]);
}

/* Variables lie at the same addresses when modules are loaded again, and in each process of SELF: so their code is
   found again.  */
static void
variables (const char *self)
{
  char line[2][2][200] = { 0 }, command[600];
  bool ok = true;
  snprintf (command, sizeof command, "%s variables", self);
  for (int k = 0; k < 2; k++)
    {
      FILE *p = popen (command, "r");
      for (int j = 0; j < 2; j++)
	ok &= p && fgets (line[k][j], sizeof line[k][j], p);
      ok &= p && pclose (p) == 0;
    }
  check (ok && *line[0][0] == '1', "variables of two modules lie apart, and have their values");
  check (ok && !strcmp (line[0][0], line[0][1]), "at the same addresses, when they are loaded again");
  check (ok && !strcmp (line[0][0], line[1][0]), "and in another process");
}

int
main (int argc, char **argv)
{
  if (argc > 1 && !strcmp (argv[1], "variables"))
    {
      char text[200];
      for (int k = 0; k < 2; k++)
	{
	  addresses (text, sizeof text);
	  puts (text);
	}
      return 0;
    }
  unsigned rounds = argc > 1 ? atoi (argv[1]) : 3;
  uint64_t seed = argc > 2 ? strtoull (argv[2], NULL, 0) : 1;
  setenv ("PXEMU_COMPILE", "always", 1);
  if (!mkdtemp (folder))
    {
      check (false, "no folder");
      return 1;
    }
  if (argc < 2)
    {
      variables (argv[0]);
      attacks ();
      orphans ();
    }
  unsetenv ("PXEMU_VERBOSE");
  char cache[64];
  snprintf (cache, sizeof cache, "%s/random", folder);
  setenv ("PXEMU_CACHE", cache, 1);
  dev = px_emu_new (1);
  for (unsigned i = 0; i < rounds; i++)
    compare (i, seed);
  px_emu_free (dev);
  same_reports (rounds, seed);
  char name[512];
  int n = only_file (cache, name, sizeof name);
  check (n >= (int) rounds, "%d kernels were compiled", n);
  remove_all (folder);
  return failures != 0;
}
