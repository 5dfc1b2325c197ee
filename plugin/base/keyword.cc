/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keywords of <px.h> as messages write them.

   Needs, leaves: nothing.  */

#include "plugin/base/base.h"

const px_keyword px_keywords[]
  = { { "__group", "__group (level, n)", true },
      { "__split", "__split (level)", true },
      { "__case", "__case (n)", true },
      { "__partition", "__partition (level, n, type *name = source)", true },
      { "__claim", "__claim (level, n, type *name = source)", true },
      { "__async", "__async (type *name = source)", true },
      { "__unsafe", NULL, true },
      { "__requires", "__requires (clause, clause, ...)", false },
      { "__perspective", "__perspective (level, n)", false },
      { "__slots", "__slots (n)", false },
      { "__alias", "__alias (parameter, parameter, ...)", false },
      { "__where", "__where (expression, expression, ...)", false },
      { "px_id", "px_id (level[, n])", false },
      { "px_units", "px_units (level[, n])", false },
      { "px_symbol", "px_symbol (variable)", false },
      { NULL, NULL, false } };

const char *
px_form (const char *name)
{
  for (const px_keyword *k = px_keywords; k->name; k++)
    if (!strcmp (k->name, name))
      return k->form;
  return NULL;
}

bool
px_statement_keyword_p (const char *name)
{
  for (const px_keyword *k = px_keywords; k->name; k++)
    if (!strcmp (k->name, name))
      return k->statement;
  return false;
}
