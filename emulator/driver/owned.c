/* SPDX-License-Identifier: MIT */
/* What the program makes and must destroy, beside memory (mem.c): streams, events, graphs, pools,
   mipmapped arrays, texture and surface objects; for the sanitizer's reports of leaks.  */
#include "emulator/driver/drv.h"

#include <stdio.h>

static struct owned *owned; /* all that are not destroyed; the last one made first */

void
owned_new (struct owned *o, struct ctx *c, const char *what)
{
  if (!px_emu_checking (drv.emu))
    return;
  place_callers (&o->callers);
  o->ctx = c;
  o->what = what;
  o->next = owned;
  o->at = &owned;
  if (owned)
    owned->at = &o->next;
  owned = o;
}

void
owned_end (struct owned *o)
{
  if (!o->at)
    return;
  *o->at = o->next;
  if (o->next)
    o->next->at = o->at;
  o->at = NULL;
}

void
owned_leaks (const struct ctx *c)
{
  char where[600], what[700];
  for (const struct owned *o = owned; o; o = o->next)
    if (!c || o->ctx == c)
      {
	place_started (&o->callers, "its creation", where, sizeof where);
	snprintf (what, sizeof what, "%s is not destroyed%s", o->what, where);
	px_emu_check_left (drv.emu, what,
			   "its destruction before the end of the context or program");
      }
}
