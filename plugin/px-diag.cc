/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors in the user's program: the texts of diagnostics.def, each with its
   code, at the place where the user wrote it.  */

#include "px-plugin.h"

static const struct { int code; const char *text; } diags[] = {
#define PX_DIAG(code, id, rule, text) { code, text " [PX" #code "]" },
#include "diagnostics.def"
#undef PX_DIAG
};

bool px_error (location_t loc, px_diag d, ...)
{
  /* One mistake may be several statements of GIMPLE: it is told once.  */
  static std::set<std::pair<location_t, int>> told;
  if (!told.insert ({ get_pure_location (px_user_loc (loc)), d }).second && loc != UNKNOWN_LOCATION)
    return false;
  va_list ap;
  va_start (ap, d);
  bool shown = emit_diagnostic_valist (DK_ERROR, px_user_loc (loc), 0, diags[d].text, &ap);
  va_end (ap);
  return shown;
}

static const char *(*gcc_name) (tree, int);

static const char *user_name (tree decl, int verbosity)
{
  if (px_twin_p (decl) && DECL_NAME (decl))
    return IDENTIFIER_POINTER (DECL_NAME (decl));
  return gcc_name (decl, verbosity);
}

void px_keep_names ()
{
  if (lang_hooks.decl_printable_name == user_name)
    return;
  gcc_name = lang_hooks.decl_printable_name;
  lang_hooks.decl_printable_name = user_name;
}

static char *ring ()
{
  static char text[8][96];
  static unsigned next;
  return text[next++ % 8];
}

const char *px_name (px_persp p)
{
  char *s = ring ();
  if (p.n)
    snprintf (s, 96, "%s[%d]", px_level_name (p.level), p.n);
  else
    snprintf (s, 96, "every perspective");
  return s;
}

const char *px_name (const px_bound &b)
{
  char *s = ring ();
  int used = 0;
  for (int l = PX_GRID; l >= PX_THREAD; l--)
    if (b.n[l])
      used += snprintf (s + used, 96 - used, "%s%s[%d]", used ? ", " : "",
			px_level_name ((px_level) l), b.n[l]);
  return s;
}
