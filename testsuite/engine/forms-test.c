/* SPDX-License-Identifier: MIT */
/* Every row of opcodes.def is decoded, but for those listed in `lacks'.  The lines come
   from testsuite/ptx/forms; `forms-test -v' prints each one that is refused.  */
#include "testsuite/engine/t.h"

/* What a device without multicast objects lacks.  */
static const char *const lacks[] = { "multimem." };

static bool
lacking (const char *line)
{
  for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++)
    if (!strncmp (line, lacks[i], strlen (lacks[i])))
      return true;
  return false;
}

/* Is LINE, of the body of the entry that starts with DECLS, decoded?  */
static bool
decodes (const char *head, const char *decls, const char *line, px_emu_error *err)
{
  static char text[65536];
  snprintf (text, sizeof text, "%s%s%s\n}\n", head, decls, line);
  struct mod m = load_err (text, err);
  bool ok = m.m != NULL;
  if (ok)
    unload (&m);
  else if (m.ptx)
    ptx_free (m.ptx);
  return ok;
}

int
main (int argc, char **argv)
{
  bool verbose = argc > 1 && !strcmp (argv[1], "-v");
  dev = px_emu_new (1);
  FILE *in = popen ("testsuite/ptx/forms right 8.7 sm_90a", "r");
  char line[8192], head[4096] = "", decls[4096] = "", *part = head;
  int lines = 0, refused = 0, wrong = 0;
  while (in && fgets (line, sizeof line, in))
    {
      char *t = line + strspn (line, "\t ");
      t[strcspn (t, "\n")] = 0;
      if (!strncmp (t, ".visible .entry", 15))
	part = decls, *decls = 0;
      bool decl = *t == '.' || *t == '{' || !strncmp (t, "L:", 2) || !strncmp (t, "T:", 2);
      if (*t == '}')
	continue;
      if (decl)
	{
	  strncat (part, t, 4000 - strlen (part));
	  strcat (part, "\n");
	  continue;
	}
      lines++;
      px_emu_error err;
      bool ok = decodes (head, decls, t, &err);
      refused += !ok;
      if (ok == lacking (t))
	wrong++;
      if (!ok && (verbose || !lacking (t)))
	printf ("%s\n  %s\n", t, err.text);
    }
  bool ended = in && pclose (in) == 0;
  check (ended && lines > 4000, "%d lines", lines);
  check (wrong == 0, "%d lines are refused, %d against the list", refused, wrong);
  px_emu_free (dev);
  return failures != 0;
}
