/* SPDX-License-Identifier: MIT */
/* The manual's chapter on intrinsics, from include/px/intrinsics.def, on
   standard output.  */
#include <stdio.h>
#include <string.h>

enum { FAMILY, GENERIC, INSTANCE };
static const struct row
{
  int kind;
  const char *name, *text, *more;
  const char *result, *code, *roles, *at;
  int arch;
} rows[] = {
#define PX_ON_HOST(name)
#define PX_FAMILY(id, title, text) { FAMILY, title, text, 0, 0, 0, 0, 0, 0 },
#define PX_GENERIC(name, arguments, text) { GENERIC, #name, text, arguments, 0, 0, 0, 0, 0 },
#define PX_INTRINSIC(name, result, parameters, code, roles, at, kind, timeline, arch, ptx) \
  { INSTANCE, #name, 0, #parameters, #result, code, roles, at, arch },
#include "include/px/intrinsics.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* S with what Texinfo takes for commands escaped.  */
static void
verbatim (const char *s)
{
  for (; *s; s++)
    printf (strchr ("@{}", *s) ? "@%c" : "%c", *s);
}

static const char *
arch (int n)
{
  static char text[16];
  snprintf (text, sizeof text, n % 10 && n > 100 ? "sm_%da" : "sm_%d", n > 100 ? n / 10 : n);
  return text;
}

/* Where the instance may be called, and what it needs of its operands.  */
static void
place (const struct row *r)
{
  const char *c = r->code;
  char level[16];
  int n;
  if (!strcmp (c, "width"))
    printf ("Code at @code{thread[@var{width}]} or broader.\n");
  else if (!strcmp (c, "cluster"))
    printf ("In a function with @code{cluster}; one for the unit of the code.\n");
  else if (!strcmp (c, "unit"))
    printf ("One for the unit of the code.\n");
  else if (sscanf (c, "%15s %d", level, &n) == 2)
    printf ("Code at @code{%s[%d]} or broader.\n", level, n);
  if (!strcmp (r->at, "code"))
    printf ("The result is the same for all that take part, and lives there.\n");
  else if (!strcmp (r->at, "load"))
    printf ("The result lives at the narrowest of view and address.\n");
  if (strstr (r->roles, "uniform") || strstr (r->roles, "coordinate"))
    printf ("Operands other than addresses are the same for the whole unit (rule D2).\n");
  if (r->arch > 80)
    printf ("From %s on.\n", arch (r->arch));
}

int
main (void)
{
  printf ("@c Made from include/px/intrinsics.def.\n");
  for (int i = 0; i < ROWS; i++)
    if (rows[i].kind == FAMILY)
      {
	printf ("%s@section %s\n%s\n\n", i ? "@end table\n\n" : "", rows[i].name, rows[i].text);
	printf ("@table @code\n");
      }
    else if (rows[i].kind == GENERIC)
      {
	int k = i + 1;
	printf ("@item %s ", rows[i].name);
	printf ("@r{%s}\n%s\n", rows[i].more, rows[i].text);
	if (k < ROWS && rows[k].kind == INSTANCE)
	  place (&rows[k]);
	if (k + 1 < ROWS && rows[k + 1].kind == INSTANCE && strcmp (strrchr (rows[k].name, '_'), "_1"))
	  {
	    size_t n = strlen (rows[i].name);
	    printf ("Types:");
	    for (const char *comma = " "; k < ROWS && rows[k].kind == INSTANCE; k++)
	      if (!strncmp (rows[k].name, rows[i].name, n) && rows[k].name[n] == '_')
		{
		  printf ("%s@code{", comma);
		  verbatim (rows[k].name + n + 1);
		  printf ("}");
		  comma = ", ";
		}
	    printf (".\n");
	  }
	printf ("\n");
      }
  printf ("@end table\n");
  return ferror (stdout) || fflush (stdout) != 0;
}
