/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How px's keywords are written, and what GCC itself says of those that are written
   otherwise.

   An error of GCC's within a macro of px's or its arguments says first which one the
   user wrote, and has a code; further ones there, and px's own where GCC has reported
   one, are not reported.  The same holds for a keyword that has no arguments, or stands outside of
   a function or after its name, of which GCC says other things, and for a `case 1:' in
   a __split.  After a missing brace or parenthesis nothing is reported.  That a keyword is a
   statement of its own, of which GCC only warns, is reported as an error with the next
   declaration or function.

   Needs: px_watch_errors before parsing.  Leaves: GCC's diagnostics of all other
   errors as they are.  */

#include "plugin/front/form-int.h"

/* The outermost macro of px's that L comes from, and where it is used; or NULL.  */
static const char *
macro_at (location_t l, location_t *use)
{
  const char *name = NULL;
  while (linemap_location_from_macro_expansion_p (line_table, l))
    {
      if (IS_ADHOC_LOC (l))
	l = get_location_from_adhoc_loc (line_table, l);
      const line_map_macro *m = linemap_check_macro (linemap_lookup (line_table, l));
      const char *s = linemap_map_get_macro_name (m);
      l = px_use_of_macro (m);
      if (startswith (s, "px_") || px_form (s) || px_statement_keyword_p (s))
	{
	  name = s;
	  *use = px_user_loc (l);
	}
    }
  return name;
}

/* The keyword with a form, at or before column X of its line, of which IS is true; or NULL.
   IS gets the line, where the keyword begins, and what follows it but blanks.  */
template <typename F>
static const char *
keyword_at (const expanded_location &x, F is)
{
  std::string text = px_source_line (x.file, x.line);
  for (const px_keyword *f = px_keywords; f->name; f++)
    {
      if (!f->form)
	continue;
      for (size_t i = px_find_word (text, f->name, 0); i != std::string::npos && (int) i < x.column;
	   i = px_find_word (text, f->name, i + 1))
	{
	  size_t next = text.find_first_not_of (" \t", i + strlen (f->name));
	  if (next != std::string::npos && is (text, i, next))
	    return f->name;
	}
    }
  return NULL;
}

/* The keyword that stands bare, without arguments, before column X of a line or
   there; or NULL.  */
static const char *
bare_at (const expanded_location &x)
{
  return keyword_at (x, [&] (const std::string &text, size_t i, size_t next) {
    return text[next] != '(' && ((int) i == x.column - 1 || (int) next >= x.column - 1);
  });
}

/* Is X the colon of `__case (n):'?  */
static bool
case_colon_p (const expanded_location &x)
{
  std::string text = px_source_line (x.file, x.line);
  size_t at = x.column - 1, i = px_find_word (text, "__case", 0);
  if (x.column < 1 || at >= text.size () || text[at] != ':' || i == std::string::npos || i > at)
    return false;
  size_t close = text.find_last_not_of (" \t", at - 1);
  return close != std::string::npos && close > i && text[close] == ')';
}

std::string
px_code_line (const char *file, int line)
{
  std::string text = px_source_line (file, line);
  for (size_t i; (i = text.find ("/*")) != std::string::npos;)
    {
      size_t end = text.find ("*/", i + 2);
      text.erase (i, end == std::string::npos ? end : end + 2 - i);
    }
  return text.substr (0, text.find ("//"));
}

/* The construct whose brace is the innermost that is open at X, up to 1000 lines before,
   if it is a __split or a __case; or NULL.  */
static const char *
branches_at (const expanded_location &x)
{
  int depth = 1;
  std::string text = px_source_line (x.file, x.line).substr (0, std::max (x.column - 1, 0));
  for (int line = x.line; line > 0 && line > x.line - 1000; text = px_code_line (x.file, --line))
    for (size_t c = text.size (); c--;)
      {
	depth += text[c] == '}' ? 1 : text[c] == '{' ? -1 : 0;
	if (depth)
	  continue;
	text.resize (c);
	while (text.find_last_not_of (" \t\n") == std::string::npos && --line > 0)
	  text = px_code_line (x.file, line);
	size_t close = text.find_last_not_of (" \t\n");
	for (const char *k : { "__split", "__case" })
	  {
	    size_t i = text.rfind (k);
	    if (i != std::string::npos && text.find (')', i) == close)
	      return k;
	  }
	return NULL;
      }
  return NULL;
}

/* The keyword, with arguments, at column X of a line or among whose arguments it is; or
   NULL.  */
static const char *
arguments_at (const expanded_location &x)
{
  return keyword_at (x, [&] (const std::string &text, size_t i, size_t c) {
    int depth = (int) i == x.column - 1;
    if (text[c] != '(' || (!depth && (int) c >= x.column))
      return false;
    do
      depth += text[c] == '(' ? 1 : text[c] == ')' ? -1 : 0;
    while (depth && ++c < text.size () && (int) c < x.column);
    return depth != 0;
  });
}

/* Where the use of keyword NAME stands whose arguments do not end, in the file that ends
   at NEAR; or NEAR.  */
static location_t
unended (location_t near, const char *name)
{
  expanded_location x = expand_location (near);
  std::string code;
  std::vector<size_t> starts; /* of its lines */
  for (int line = 1; line <= x.line; line++)
    {
      starts.push_back (code.size ());
      code += px_code_line (x.file, line) + "\n";
    }
  for (size_t i = px_find_word (code, name, 0); i != std::string::npos;
       i = px_find_word (code, name, i + 1))
    {
      size_t c = code.find_first_not_of (" \t\n", i + strlen (name));
      if (c == std::string::npos || code[c] != '(')
	continue;
      int depth = 0;
      do
	depth += code[c] == '(' ? 1 : code[c] == ')' ? -1 : 0;
      while (depth && ++c < code.size ());
      if (depth)
	{
	  int line = std::upper_bound (starts.begin (), starts.end (), i) - starts.begin ();
	  return px_location_in (near, line,
				 px_find_word (px_source_line (x.file, line), name, 0) + 1);
	}
    }
  return near;
}

/* The keyword without arguments that has a parenthesis before column X; or NULL.  */
static const char *
called_at (const expanded_location &x)
{
  static const char *const names[]
    = { "__unsafe", "__kernel", "__device", "__constant", "__shared" };
  std::string text = px_source_line (x.file, x.line).substr (0, std::max (x.column - 1, 0));
  size_t open = text.find_last_not_of (" \t"), last;
  if (open == std::string::npos || text[open] != '(' || !open
      || (last = text.find_last_not_of (" \t", open - 1)) == std::string::npos)
    return NULL;
  for (const char *name : names)
    if (last + 1 >= strlen (name)
	&& px_find_word (text, name, last + 1 - strlen (name)) == last + 1 - strlen (name))
      return name;
  return NULL;
}

/* ---- the diagnostics machinery ----------------------------------------- */

/* What was reported in this translation unit, so that what follows from it is not.  */
struct px_unit_mistakes
{
  std::set<location_t> uses;			      /* where keywords stand */
  std::set<std::pair<std::string, int>> lines;	      /* with keywords without their arguments */
  std::set<std::tuple<std::string, int, int>> places; /* of all of GCC's errors */
  tree last_in;					      /* the function of the last error */
  std::set<tree> lost; /* functions: GCC's later errors in them follow from what was reported */
  bool ended;	       /* GCC met the end of the file inside a function or an argument list: all
			  later errors follow from that */
  bool element;	       /* a fragment or tile whose element type there is not */
  std::vector<std::pair<location_t, std::string>> loose; /* keywords, to be reported
							    with the next declaration */
};

static px_unit_mistakes &
mistakes ()
{
  return px_unit_part (px_this_unit.mistakes);
}

enum action
{
  PASS,	   /* print it as GCC does */
  DROP,	   /* do not print it */
  ADD,	   /* print `instead' before and `suffix' after GCC's text */
  REPLACE, /* print `instead' only */
};

/* The diagnostic that GCC is printing, from begin to end.  */
struct px_unit_diagnostic
{
  enum action action;
  bool own;	       /* it is px's */
  bool dropped;	       /* it, or the one before its notes, is not printed: neither are its notes */
  location_t place;    /* of what replaces it, if that is known */
  std::string instead; /* is printed before GCC's text (ADD) or in its place (REPLACE) */
  std::string suffix;  /* is printed after GCC's text (ADD) */
  px_instead meant;    /* what replaces it, with an edit */
  size_t kept;	       /* the length of the output before GCC's text */
  gcc_rich_location *moved; /* where the last one that was moved is reported; NULL: none was */
};

static px_unit_diagnostic &
current ()
{
  return px_unit_part (px_this_unit.diagnostic);
}

/* What px_watch_errors found in GCC's diagnostic context.  */
struct px_unit_gcc_diagnostics
{
  bool quiet;  /* -w: GCC makes warnings, which are not printed */
  bool fatal;  /* -Wfatal-errors: the first error that is printed is the last */
  int dropped; /* how many errors were not printed */
  px_starter_fn begin;
  px_finalizer_fn end;
};

static px_unit_gcc_diagnostics &
gcc_had ()
{
  return px_unit_part (px_this_unit.gcc_diagnostics);
}

std::string
px_text_of (px_diag d, const char *arg, const char *arg2)
{
  std::string s = px_text (d), out;
  int n = 0;
  px_tells (d);
  for (size_t i = 0; i < s.size (); i++)
    if (s[i] != '%')
      out += s[i];
    else if (s[++i] == '<')
      out += open_quote;
    else if (s[i] == '>')
      out += close_quote;
    else
      {
	bool quoted = s[i] == 'q';
	i += quoted;
	out += std::string (quoted ? open_quote : "") + (n++ ? arg2 : arg)
	       + (quoted ? close_quote : "");
      }
  return out;
}

/* GCC's error is of the arguments of keyword NAME.  */
static void
add_keyword (const char *name)
{
  std::string all = px_text_of (PX_D_KEYWORD_MALFORMED, name);
  size_t code = all.rfind (" [");
  current ().action = ADD;
  current ().instead = all.substr (0, code) + " ";
  current ().suffix = all.substr (code);
}

/* The name of px's among the texts that the error, now being printed, is made of; or "".  */
static std::string
name_within (px_output out)
{
  std::string name;
  px_some_text (out, [&] (const char *part) {
    bool is = px_form (part) || startswith (part, "px_");
    if (is)
      name = part;
    return is;
  });
  return name;
}

bool
px_element_told ()
{
  return mistakes ().element;
}

/* If GCC's error is of a fragment or tile whose element type or strips do not exist, reports that
   instead and returns true.  GCC calls such a type incomplete.  */
static bool
tell_element (px_output out)
{
  static const char *const elements[] = {
#define PX_ELEMENT(name, type, member, bits, ptx, kind, tensor) #name,
#include "include/px/elements.def"
#undef PX_ELEMENT
  };
  return px_some_text (out, [] (const char *part) {
    const char *cell = strstr (part, "struct __px_"),
	       *name = cell ? strchr (cell + strlen ("struct __px_"), '_') : NULL;
    if (!name)
      return false;
    size_t n = 0;
    while (ISIDNUM (name[1 + n]))
      n++;
    std::string element (name + 1, n), all;
    bool known = false;
    for (const char *e : elements)
      {
	known |= element == e;
	all += (all.empty () ? "" : ", ") + std::string (e);
      }
    current ().action = REPLACE;
    mistakes ().element = true;
    current ().instead = known ? px_text_of (PX_D_STRIPS, "")
			       : px_text_of (PX_D_ELEMENT_UNKNOWN, element.c_str (), all.c_str ());
    return true;
  });
}

/* Returns true if all that is reported in the current function comes of a mistake that was
   reported.  */
static bool
lost_p ()
{
  return current_function_decl
	 && (mistakes ().lost.count (current_function_decl)
	     || px_misspelt_p (current_function_decl));
}

/* MEANT is reported instead.  */
static void
tell_meant ()
{
  current ().action = REPLACE;
  current ().instead = current ().meant.text;
  current ().place = current ().meant.at;
  mistakes ().ended |= current ().meant.end;
  if (current ().meant.refuse && current_function_decl)
    mistakes ().lost.insert (current_function_decl);
}

/* What to do with GCC's error D; INSTEAD is set.  */
static void
choose (px_output out, px_diagnostic *d)
{
  const char *text = px_format_of (d);
  location_t loc = diagnostic_location (d), use;
  expanded_location x = expand_location (px_user_loc (loc));
  const char *name = macro_at (loc, &use), *bare;
  std::string after, within;
  bool device = current_function_decl && px_device_fn_p (current_function_decl);
  current ().action = PASS;
  current ().place = UNKNOWN_LOCATION;
  if (mistakes ().ended || lost_p () || (x.file && mistakes ().lines.count ({ x.file, x.line })))
    current ().action = DROP;
  else if (startswith (text, "macro ") && !(within = name_within (out)).empty ())
    {
      add_keyword (within.c_str ()); /* it is no macro then */
      mistakes ().lines.insert ({ x.file, x.line });
    }
  else if (name && startswith (text, "pasting "))
    current ().action = DROP; /* px.h asks whether a size is the name of a type */
  else if (name && device && startswith (text, "initializer element is not constant"))
    current ().action = DROP; /* a static variable, which px reports */
  else if (name && !mistakes ().uses.insert (use).second)
    current ().action = DROP;
  else if (px_meant (text, loc, name, &current ().meant))
    tell_meant ();
  else if (name && px_statement_keyword_p (name) && !current_function_decl)
    {
      current ().action = REPLACE;
      current ().instead = px_text_of (PX_D_CONSTRUCT_OUTSIDE, name);
    }
  else if (name
	   && (!strcmp (name, "__partition") || !strcmp (name, "__claim")
	       || !strcmp (name, "__each"))
	   && (startswith (text, "expected %<)%>")
	       || startswith (text, "expected identifier or %<(%>")
	       || startswith (text, "expected %<=%>, %<,%>")))
    {
      current ().action = REPLACE; /* a declaration where the size stands, or after the first one */
      current ().instead = px_text_of (PX_D_ONE_VIEW, name, px_form (name));
    }
  else if (name && strstr (text, "loop initial declarations are only allowed in C99"))
    {
      current ().action = REPLACE;
      current ().instead = px_text_of (PX_D_OLD_C, name);
    }
  else if (name && startswith (text, "array type has incomplete element type")
	   && tell_element (out))
    ;
  else if (name)
    add_keyword (name);
  else if (startswith (text, "unterminated argument list")
	   && !(within = name_within (out)).empty ())
    {
      current ().action = REPLACE;
      current ().instead = px_text_of (PX_D_KEYWORD_OPEN, within.c_str ());
      current ().place = unended (loc, within.c_str ());
      mistakes ().ended = true;
    }
  else if ((bare = bare_at (x)))
    {
      current ().action = REPLACE;
      mistakes ().lines.insert ({ x.file, x.line });
      current ().instead = px_text_of (PX_D_KEYWORD_BARE, bare, px_form (bare));
    }
  else if ((bare = called_at (x)))
    {
      current ().action = REPLACE;
      mistakes ().lines.insert ({ x.file, x.line });
      current ().instead = px_text_of (PX_D_KEYWORD_NONE, bare);
    }
  else if (case_colon_p (x))
    {
      current ().action = REPLACE;
      current ().instead = px_text_of (PX_D_CASE_COLON, NULL);
    }
  else if (device && strstr (text, "label not within a switch statement")
	   && (bare = branches_at (x)))
    {
      current ().action = REPLACE;
      mistakes ().lines.insert ({ x.file, x.line });
      current ().instead
	= px_text_of (!strcmp (bare, "__split") ? PX_D_SPLIT_CHILD : PX_D_CASE_LABEL, NULL);
    }
  else if (startswith (text, "attributes should be specified before the declarator")
	   && !(after = px_keyword_after (px_user_loc (loc), &current ().place)).empty ())
    {
      current ().action = REPLACE;
      current ().instead = px_text_of (PX_D_KEYWORD_AFTER, after.c_str ());
    }
  else if (device && startswith (text, "expected declaration or statement at end of input"))
    {
      if (mistakes ().last_in == current_function_decl)
	current ().action = DROP; /* the parser has skipped a brace after that error */
      mistakes ().ended = true;
    }
  else if ((bare = arguments_at (x)))
    {
      add_keyword (bare);
      mistakes ().lines.insert ({ x.file, x.line });
    }
  /* After an error of syntax the rest of a function may not be what was meant.  */
  if (device && current ().action == PASS && !px_checkable_p (current_function_decl)
      && (startswith (text, "expected ") || startswith (text, "%qE undeclared")))
    current ().action = DROP;
  else if (device && startswith (text, "expected ") && px_checkable_p (current_function_decl))
    px_refuse (current_function_decl);
  if (current ().action == PASS && x.file)
    mistakes ().places.insert ({ x.file, x.line, x.column });
}

/* D is a warning that -Werror or a newer GCC makes an error.  */
static bool
implicit_p (px_diagnostic *d)
{
  return d->kind == DK_ERROR && startswith (px_format_of (d), "implicit declaration of function");
}

/* What to do with GCC's warning D.  */
static void
choose_warning (px_diagnostic *d)
{
  if (mistakes ().ended || lost_p ())
    current ().action = DROP;
  else if (px_meant_warning (px_format_of (d), diagnostic_location (d), &current ().meant))
    {
      if (current ().meant.text.empty ())
	current ().action = DROP;
      else
	tell_meant ();
    }
}

/* D is reported at LOC, without GCC's edits; if EDITED, with that of what was meant.  D is GCC's
   own object, which only some versions hand over as constant.  */
static void
report_at (px_diagnostic *d, location_t loc, bool edited)
{
  delete current ().moved;
  const_cast<diagnostic_info *> (d)->richloc = current ().moved = new gcc_rich_location (loc);
  if (!edited)
    return;
  px_propose (current ().moved, current ().meant.edit);
  if (current ().meant.include)
    maybe_add_include_fixit (current ().moved, "<px.h>", false);
}

static void
begin (px_output out, px_diagnostic *d)
{
  if (d->kind == DK_NOTE)
    {
      current ().action = current ().dropped ? DROP : PASS;
      if (current ().dropped)
	return;
    }
  else
    {
      location_t at;
      std::string k = strcmp (px_format_of (d), "empty declaration")
			? ""
			: px_keyword_loose (diagnostic_location (d), &at);
      current ().action = PASS;
      current ().meant = {};
      if (!k.empty ())
	{
	  current ().action = DROP;
	  mistakes ().loose.push_back ({ at, k });
	}
      else if (!current ().own
	       && (d->kind == DK_WARNING || d->kind == DK_PEDWARN || implicit_p (d)))
	choose_warning (d);
      else if (!current ().own && d->kind == DK_ERROR)
	choose (out, d);
      if (d->kind == DK_ERROR && current ().action != DROP)
	mistakes ().last_in = current_function_decl;
      else if (gcc_had ().quiet && d->kind != DK_ERROR && d->kind != DK_FATAL && d->kind != DK_ICE
	       && d->kind != DK_SORRY)
	current ().action = DROP;
      current ().dropped
	= current ().action == DROP || (current ().action == REPLACE && !current ().meant.notes);
      if (current ().action == DROP)
	return;
      if (current ().action == REPLACE && current ().place != UNKNOWN_LOCATION)
	report_at (d, current ().place, false);
    }
  gcc_had ().begin (out, d);
  if (current ().action == ADD || current ().action == REPLACE)
    pp_string (px_printer (out), current ().instead.c_str ());
  current ().kept = obstack_object_size (px_printed (out));
}

static void
end (px_output out, px_diagnostic *d, diagnostic_t kind)
{
  obstack *text = px_printed (out);
  /* What is not printed does not end the compiler, nor count among -fmax-errors.  */
  px_fatal_errors (px_context (out)) = gcc_had ().fatal && current ().action != DROP;
  if (current ().action == DROP && d->kind == DK_ERROR)
    px_allow_errors (px_context (out), ++gcc_had ().dropped);
  if (current ().action == DROP || current ().action == REPLACE)
    report_at (d, diagnostic_location (d), true);
  if (current ().action == DROP)
    {
      pp_clear_output_area (px_printer (out));
      return;
    }
  if (current ().action == REPLACE)
    {
      /* The option that a warning ends with stays.  */
      std::string said ((char *) obstack_base (text) + current ().kept,
			obstack_object_size (text) - current ().kept);
      size_t option = kind == DK_ERROR ? std::string::npos : said.rfind (" [");
      obstack_blank_fast (text,
			  (ptrdiff_t) current ().kept - (ptrdiff_t) obstack_object_size (text));
      if (option != std::string::npos)
	pp_string (px_printer (out), said.c_str () + option);
    }
  else if (current ().action == ADD)
    pp_string (px_printer (out), current ().suffix.c_str ());
  current ().action = PASS;
  gcc_had ().end (out, d, kind);
}

static bool begin_error (location_t);
static void end_error ();

void
px_watch_errors ()
{
  px_watch_own_errors ({ begin_error, end_error });
  /* Loose keywords are reported even with -w.  */
  gcc_had ().quiet = px_inhibit_warnings (global_dc) && !px_warnings_are_errors (global_dc);
  if (gcc_had ().quiet)
    px_inhibit_warnings (global_dc) = false;
  gcc_had ().fatal = px_fatal_errors (global_dc);
  gcc_had ().begin = px_starter (global_dc);
  gcc_had ().end = px_finalizer (global_dc);
  px_starter (global_dc) = begin;
  px_finalizer (global_dc) = end;
}

/* True if errors are text, and not, by -fdiagnostics-format, something for programs.  */
static bool
text_p ()
{
  bool text = true;
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    if (save_decoded_options[i].opt_index == OPT_fdiagnostics_format_)
      text = save_decoded_options[i].value == DIAGNOSTICS_OUTPUT_FORMAT_TEXT;
  return text;
}

void
px_keep_format ()
{
  if (text_p ())
    return;
  px_starter (global_dc) = gcc_had ().begin;
  px_finalizer (global_dc) = gcc_had ().end;
}

void
px_tell_loose ()
{
  for (const auto &l : mistakes ().loose)
    px_error (l.first, PX_D_KEYWORD_LOOSE, l.second.c_str ());
  mistakes ().loose.clear ();
}

static bool
begin_error (location_t loc)
{
  location_t use;
  expanded_location x = expand_location (px_user_loc (loc));
  current ().dropped = lost_p () || (macro_at (loc, &use) && mistakes ().uses.count (use))
		       || mistakes ().uses.count (px_user_loc (loc))
		       || (x.file
			   && (mistakes ().lines.count ({ x.file, x.line })
			       || mistakes ().places.count ({ x.file, x.line, x.column })))
		       || mistakes ().ended;
  current ().own = !current ().dropped;
  return current ().own;
}

static void
end_error ()
{
  current ().own = false;
}

bool
px_told (location_t use)
{
  return mistakes ().uses.count (use);
}
