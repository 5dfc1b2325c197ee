/* SPDX-License-Identifier: MIT */
/* compare PROGRAM DIAGNOSTICS [EXAMPLES]

   PROGRAM is a file that `bundl -p' printed, DIAGNOSTICS what GCC with the
   plugin said about it.  Compares, function by function, the lines that the
   model refuses and the rules it gives with the errors and their codes; which
   rule a code belongs to is from the plugin's own table.  Prints EXAMPLES
   (default 1) of each kind of difference; exit status 1 if there is one.  */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct { int code; const char *rule; } codes[] = {
#define PX_DIAG(CODE, ID, RULE, TEXT) { CODE, RULE },
#include "plugin/diagnostics.def"
};

enum { MAXLINE = 4096, MAXKIND = 400, MAXEACH = 16 };

struct finding { int line; char rule[32], what[64]; };

struct function
{
  char name[64];
  int line, nmodel, nplugin;
  struct finding model[MAXEACH], plugin[MAXEACH];
};

static struct function *functions;
static int nfunctions;

/* Differences of one kind.  */
static struct { char what[160]; int n; } kinds[MAXKIND];
static int nkinds, examples = 1;

static void *
grow (void *p, size_t size)
{
  p = realloc (p, size);
  if (!p)
    {
      fprintf (stderr, "compare: out of memory\n");
      exit (2);
    }
  return p;
}

static FILE *
open_file (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    {
      perror (name);
      exit (2);
    }
  return f;
}

static void
add (struct finding f[], int *n, int line, const char *rule, const char *what)
{
  for (int i = 0; i < *n; i++)
    if (f[i].line == line && !strcmp (f[i].rule, rule))
      return;
  if (*n == MAXEACH)
    return;
  f[*n].line = line;
  snprintf (f[*n].rule, sizeof f->rule, "%s", rule);
  snprintf (f[*n].what, sizeof f->what, "%s", what);
  ++*n;
}

static void
read_program (const char *name)
{
  FILE *f = open_file (name);
  char line[MAXLINE], rule[8], what[64], fn[64];
  for (int at = 1; fgets (line, sizeof line, f); at++)
    {
      if (sscanf (line, "/* bundl: %63s %7s", fn, rule) == 2)
        {
          if (nfunctions % 256 == 0)
            functions = grow (functions, (nfunctions + 256) * sizeof *functions);
          struct function *g = &functions[nfunctions++];
          memset (g, 0, sizeof *g);
          g->line = at;
          strcpy (g->name, fn);
        }
      for (char *p = line; nfunctions && (p = strstr (p, "/* refused: ")); p++)
        if (sscanf (p, "/* refused: %7s %63s", rule, what) == 2)
          {
            struct function *g = &functions[nfunctions - 1];
            add (g->model, &g->nmodel, at, rule, what);
          }
    }
  fclose (f);
}

static struct function *
function_at (int line)
{
  int low = 0, high = nfunctions;
  while (low < high)
    {
      int mid = (low + high) / 2;
      if (functions[mid].line <= line)
        low = mid + 1;
      else
        high = mid;
    }
  return low ? &functions[low - 1] : NULL;
}

static const char *
rule_of (int code)
{
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (codes[i].code == code)
      return codes[i].rule;
  return "none";
}

static void
read_diagnostics (const char *name)
{
  FILE *f = open_file (name);
  char line[MAXLINE];
  while (fgets (line, sizeof line, f))
    {
      char *error = strstr (line, ": error: "), *code = strstr (line, "[PX");
      char *at = strchr (line, ':');
      if (!error || !at)
        continue;
      struct function *g = function_at (atoi (at + 1));
      char what[64];
      snprintf (what, sizeof what, "%.60s", error + 9);
      what[strcspn (what, "\n")] = 0;
      if (g)
        add (g->plugin, &g->nplugin, atoi (at + 1),
             code ? rule_of (atoi (code + 3)) : "GCC", what);
    }
  fclose (f);
}

static bool
has (const struct finding f[], int n, const struct finding *x, bool line)
{
  for (int i = 0; i < n; i++)
    if (!strcmp (f[i].rule, x->rule) && (!line || f[i].line == x->line))
      return true;
  return false;
}

/* Is line no matter for the model's finding X?  For results: GCC makes one of
   all returns.  For D3: which array is too much depends on the layout.  */
static bool
anywhere (const struct finding *x)
{
  return !strcmp (x->rule, "D3") || !strncmp (x->what, "D1_RET", 6);
}

/* Does the plugin report RULE at one of the lines where the model does?  The
   others may have been one with it.  */
static bool
has_both (const struct function *g, const char *rule)
{
  for (int i = 0; i < g->nmodel; i++)
    if (!strcmp (g->model[i].rule, rule)
        && has (g->plugin, g->nplugin, &g->model[i], true))
      return true;
  return false;
}

/* Does the plugin report another rule that the model, too, finds broken at X's
   line?  One may hide the other.  */
static bool
has_another (const struct function *g, const struct finding *x)
{
  for (int i = 0; i < g->nmodel; i++)
    if (g->model[i].line == x->line
        && has (g->plugin, g->nplugin, &g->model[i], true))
      return true;
  return false;
}

static void
differ (const struct function *g, const char *what, const struct finding *x)
{
  int k;
  for (k = 0; k < nkinds && strcmp (kinds[k].what, what); k++)
    ;
  if (k == nkinds)
    {
      if (nkinds == MAXKIND)
        return;
      snprintf (kinds[nkinds++].what, sizeof kinds->what, "%s", what);
    }
  if (kinds[k].n++ < examples)
    printf ("line %d, %s: %s (%s)\n", x->line, g->name, what, x->what);
}

int
main (int argc, char **argv)
{
  if (argc < 3)
    {
      fprintf (stderr, "usage: %s PROGRAM DIAGNOSTICS [EXAMPLES]\n", argv[0]);
      return 2;
    }
  if (argc > 3)
    examples = atoi (argv[3]);
  read_program (argv[1]);
  read_diagnostics (argv[2]);
  int same = 0, refused = 0;
  for (int i = 0; i < nfunctions; i++)
    {
      struct function *g = &functions[i];
      bool differs = false;
      char what[160];
      refused += g->nmodel > 0;
      for (int k = 0; k < g->nmodel; k++)
        {
          struct finding *x = &g->model[k];
          if (has (g->plugin, g->nplugin, x, true))
            continue;
          if (has_both (g, x->rule) || has_another (g, x))
            continue;
          if (has (g->plugin, g->nplugin, x, false))
            {
              if (anywhere (x))
                continue;
              snprintf (what, sizeof what, "%s at another line", x->what);
            }
          else
            {
              const struct finding *here = NULL;
              for (int j = 0; j < g->nplugin; j++)
                if (g->plugin[j].line == x->line)
                  here = &g->plugin[j];
              snprintf (what, sizeof what, "model %s %s, plugin %s", x->rule,
                        x->what, here ? here->rule
                                      : g->nplugin ? "another line" : "nothing");
            }
          differ (g, what, x);
          differs = true;
        }
      for (int k = 0; k < g->nplugin; k++)
        {
          struct finding *x = &g->plugin[k];
          if (has (g->model, g->nmodel, x, false))
            continue;
          snprintf (what, sizeof what, "plugin %s, model %s", x->rule,
                    g->nmodel ? g->model[0].rule : "nothing");
          differ (g, what, x);
          differs = true;
        }
      same += !differs;
    }
  for (int k = 0; k < nkinds; k++)
    printf ("%6d  %s\n", kinds[k].n, kinds[k].what);
  printf ("%d functions, %d refused by the model; same verdict for %d\n",
          nfunctions, refused, same);
  free (functions);
  return same != nfunctions;
}
