/* SPDX-License-Identifier: MIT */
/* Any bytes: read them as PTX and do everything with what is read.  Crashes and
   broken promises (what is printed reads back equal, after every pass) abort.

   This is libFuzzer's and AFL++'s entry point; mutate.c calls it as well.  With
   clang:
     clang -g -O1 -fsanitize=fuzzer,address,undefined -I. testsuite/ptx/fuzz.c \
       $(ls ptx/[a-z]*.c | grep -v ptx-tool) -o fuzz && ./fuzz testsuite/ptx/corpus  */
#include "ptx/ptx.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *, size_t);

static void
broken (const char *what, const char *where)
{
  fprintf (stderr, "fuzz: %s%s%s\n", what, where ? ": " : "", where ? where : "");
  abort ();
}

/* The module must print and read back equal.  */
static void
fixpoint (const ptx_module *m, const char *after)
{
  size_t n;
  char *text = ptx_print (m, &n), *where = 0;
  ptx_module *again = ptx_read (text, n, after, ptx_report_stdio, stderr);
  if (!again)
    broken ("printed module is not read", after);
  if (!ptx_equal (m, again, &where))
    broken (after, where);
  ptx_free (again);
  free (text);
}

/* A module that the passes may change.  */
static ptx_module *
copy (const ptx_module *m)
{
  size_t n;
  char *text = ptx_print (m, &n);
  ptx_module *c = ptx_read (text, n, "copy", 0, 0);
  free (text);
  if (!c)
    broken ("printed module is not read", 0);
  return c;
}

static void
passes (ptx_module *m)
{
  static const ptx_pointer_param pointers[] = { { 0, 0, true }, { 1, 0, false }, { 1, 8, false } };
  static const uint32_t threads[3] = { 256, 1, 1 };
  if (ptx_fix_video (m) && ptx_fix_types (m))
    fixpoint (m, "types, video");
  for (ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FUNC && i->func->defined)
      {
	ptx_value_param v = { 2, 24, 8 };
	ptx_digest d;
	if (i->func->entry && i->func->sig.nparams > 2)
	  ptx_fix_param (i->func, &v);
	ptx_fix_tests (i->func);
	ptx_move_common (i->func);
	ptx_use_wide (i->func, pointers, 3);
	ptx_chain_sums (i->func, pointers, 3);
	ptx_infer_spaces (i->func, pointers, 3);
	ptx_drop_dead (i->func);
	ptx_set_directive (i->func, PTX_D_MAXNTID, threads, 3);
	ptx_digest_func (i->func, &d);
      }
  fixpoint (m, "params, tests, common, wide, chains, spaces, dead");
  ptx_module *other = copy (m);
  /* Either fails, for what both define, or gives a module.  */
  if (ptx_link (m, other))
    fixpoint (m, "link");
  if (ptx_fix_order (other) && ptx_drop_unused (other))
    fixpoint (other, "order, drop-unused");
  ptx_set_target (other, 87, 90, 'a');
  ptx_demands (other);
  fixpoint (other, "target");
  ptx_free (other);
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t n)
{
  static const char magic[] = "!<arch>\n";
  if (n >= 8 && !memcmp (bytes, magic, 8))
    {
      ptx_archive *a = ptx_archive_memory ((const char *) bytes, n, "archive", 0, 0);
      size_t len;
      const char *member;
      if (a)
	{
	  const char *text = ptx_archive_find (a, "f", &len, &member);
	  if (text)
	    ptx_free (ptx_read (text, len, member, 0, 0));
	  ptx_archive_close (a);
	}
      return 0;
    }
  ptx_module *m = ptx_read ((const char *) bytes, n, "input", 0, 0);
  if (m)
    {
      fixpoint (m, "read");
      ptx_check (m);
      passes (m);
      ptx_free (m);
    }
  return 0;
}
