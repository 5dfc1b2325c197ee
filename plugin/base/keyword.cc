/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keywords of <px.h> as messages write them.

   Needs, leaves: nothing.  */

#include "plugin/base/base.h"

const px_keyword px_keywords[]
  = { { "__kernel", NULL, PX_K_DECLARATION },
      { "__device", NULL, PX_K_DECLARATION },
      { "__constant", NULL, PX_K_DECLARATION },
      { "__shared", NULL, PX_K_DECLARATION },
      { "__requires", "__requires (clause, clause, ...)", PX_K_DECLARATION },
      { "__perspective", "__perspective (level[, n])", PX_K_DECLARATION },
      { "__slots", "__slots (n)", PX_K_DECLARATION },
      { "__alias", "__alias (parameter, parameter, ...)", PX_K_DECLARATION },
      { "__where", "__where (expression, expression, ...)", PX_K_DECLARATION },
      { "__group", "__group (level[, n])", PX_K_STATEMENT },
      { "__split", "__split (level)", PX_K_STATEMENT },
      { "__case", "__case (n)", PX_K_STATEMENT },
      { "__partition", "__partition (level[, n], type *name = source)", PX_K_STATEMENT },
      { "__each", "__each (level[, n], type *name = source)", PX_K_STATEMENT },
      { "__claim", "__claim (level[, n], type *name = source)", PX_K_STATEMENT },
      { "__async", "__async (type *name = source)", PX_K_STATEMENT },
      { "__unsafe", NULL, PX_K_STATEMENT },
      { "px_id", "px_id (level[, n])", PX_K_OPERATOR },
      { "px_units", "px_units (level[, n])", PX_K_OPERATOR },
      { "px_symbol", "px_symbol (variable)", PX_K_OPERATOR },
      { NULL, NULL, PX_K_OPERATOR } };

const char *
px_form (const char *name)
{
  for (const px_keyword *k = px_keywords; k->name; k++)
    if (!strcmp (k->name, name))
      return k->form;
  return NULL;
}

bool
px_word_p (const char *text)
{
  if (!ISIDST (*text))
    return false;
  while (ISIDNUM (*text))
    text++;
  return !*text;
}

bool
px_statement_keyword_p (const char *name)
{
  for (const px_keyword *k = px_keywords; k->name; k++)
    if (!strcmp (k->name, name))
      return k->use == PX_K_STATEMENT;
  return false;
}
