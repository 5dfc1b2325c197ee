/* SPDX-License-Identifier: MIT */
/* The mutants that mutate.awk puts into a source.  PX_MUTANT in the environment is the one
   that is on, PX_REACHED a file that gets the names of those that were asked for.  */
#include "plugin/base/base.h"

__attribute__ ((unused)) static bool px_mutant (const char *id)
{
  static const char *const on = getenv ("PX_MUTANT"), *const reached = getenv ("PX_REACHED");
  static std::set<const char *> known;
  if (reached && known.insert (id).second)
    if (FILE *f = fopen (reached, "a")) {
      fprintf (f, "%s\n", id);
      fclose (f);
    }
  return on && !strcmp (on, id);
}
