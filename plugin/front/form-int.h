/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files on GCC's own diagnostics offer each other.  */
#ifndef PX_FORM_INT_H
#define PX_FORM_INT_H

#include "plugin/front/front.h"

/* What is reported in place of a diagnostic of GCC's.  */
struct px_instead
{
  std::string text;
  location_t at = UNKNOWN_LOCATION; /* reported there, if it is known */
  px_edit edit;			    /* none without a START */
  bool include = false;		    /* the edit is `#include <px.h>' */
  bool notes = false;		    /* GCC's notes on its own diagnostic follow */
  bool refuse = false;		    /* errors that follow in the function come of it */
  bool end = false;		    /* and so do all in the unit */
};

/* plugin/front/form.cc.  */
/* Text D, of at most two string arguments, with its code, which is going to be reported.  */
std::string px_text_of (px_diag d, const char *arg, const char *arg2 = NULL);
/* LINE of FILE without the comments that begin in it.  */
std::string px_code_line (const char *file, int line);

/* plugin/front/meant.cc.  */
/* Returns true if px knows what was meant where GCC reports FORMAT at LOC; fills in *WHAT then.
   MACRO: the name of the outermost macro of px's there, or NULL.  */
bool px_meant (const char *format, location_t loc, const char *macro, px_instead *what);
/* The same for a warning.  With an empty text it is not
   reported, as an error is to follow.  */
bool px_meant_warning (const char *format, location_t loc, px_instead *what);
/* Returns true if D is a function, and the keyword before it was misspelt.  */
bool px_misspelt_p (tree d);

#endif
