/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors in the user's program: the texts of diagnostics.def, each with its code, at the place
   where the user wrote it.  */

#include "plugin/base/base.h"

static const char *const diags[] = {
#define PX_DIAG(code, id, rule, text) text " [PX" #code "]",
#include "plugin/diagnostics.def"
#undef PX_DIAG
};

const char *
px_text (px_diag d)
{
  return diags[d];
}

static const char *const codes[] = {
#define PX_DIAG(code, id, rule, text) "PX" #code,
#include "plugin/diagnostics.def"
#undef PX_DIAG
};

/* What was reported in this translation unit, and how.  */
struct px_unit_diagnosed
{
  px_error_watch watch;
  const char *(*gcc_name) (tree, int); /* GCC's function for the name of a declaration */
  char names[8][96];		       /* the last results of px_name */
  unsigned last_name;		       /* counts them */
  std::set<std::string> codes;	       /* of diagnostics */
  /* One mistake may affect several statements and need one edit: each is printed once.  */
  std::set<std::pair<location_t, int>> errors;
  std::set<std::pair<tree, int>> advice; /* per function */
  std::set<location_t> edits;		 /* where they begin */
  px_lines lines;			 /* of sources */
  /* Of px_right_so_far.  */
  std::set<tree> wrong; /* functions with errors; NULL: there was one before the first query */
  tree last;		/* the function of the last query */
  int n;		/* GCC's count of errors then */
};

static px_unit_diagnosed &
reported ()
{
  return px_unit_part (px_this_unit.diagnosed);
}

void
px_tells (px_diag d)
{
  reported ().codes.insert (codes[d]);
}

void
px_point_to_pages ()
{
  std::string all;
  for (const std::string &c : reported ().codes)
    all += " " + c;
  diagnostic_context_auxiliary_data (global_dc) = NULL; /* no heading "At top level" */
  if (!all.empty ())
    inform (UNKNOWN_LOCATION, "%<px explain%s%> tells more", all.c_str ());
}

void
px_watch_own_errors (px_error_watch w)
{
  reported ().watch = w;
}

static bool
print_note (rich_location *at, location_t loc, px_diag d, va_list *ap, diagnostic_t kind = DK_ERROR)
{
  if (!reported ().errors.insert ({ get_pure_location (px_user_loc (loc)), d }).second
      && loc != UNKNOWN_LOCATION)
    return false;
  if (reported ().watch.begin && !reported ().watch.begin (loc))
    return false;
  diagnostic_info info;
  diagnostic_set_info (&info, diags[d], ap, at, kind);
  auto_diagnostic_group g;
  bool shown = diagnostic_report_diagnostic (global_dc, &info);
  if (reported ().watch.end)
    reported ().watch.end ();
  if (shown)
    px_tells (d);
  return shown;
}

bool
px_error (location_t loc, px_diag d, ...)
{
  rich_location at (line_table, px_user_loc (loc));
  va_list ap;
  va_start (ap, d);
  bool shown = print_note (&at, loc, d, &ap);
  va_end (ap);
  return shown;
}

bool
px_library_p (location_t loc)
{
  while (linemap_location_from_macro_expansion_p (line_table, loc))
    {
      if (IS_ADHOC_LOC (loc))
	loc = get_location_from_adhoc_loc (line_table, loc);
      const line_map_macro *m = linemap_check_macro (linemap_lookup (line_table, loc));
      if (startswith (linemap_map_get_macro_name (m), "PX_"))
	return true;
      loc = px_use_of_macro (m);
    }
  return in_system_header_at (loc);
}

bool
px_warn_race (location_t loc, px_diag d, ...)
{
  bool undecided = d == PX_D_RACE_UNDECIDED || d == PX_D_COPY_UNDECIDED || d == PX_D_REACH_UNDECIDED
		   || d == PX_D_MASK_UNDECIDED;
  const char *how = undecided ? px_opt.undecided : px_opt.race;
  if ((how && !strcmp (how, "none")) || px_library_p (loc))
    return false;
  rich_location at (line_table, px_user_loc (loc));
  va_list ap;
  va_start (ap, d);
  bool shown = print_note (&at, loc, d, &ap, how && !strcmp (how, "error") ? DK_ERROR : DK_WARNING);
  va_end (ap);
  return shown;
}

bool
px_error (const px_edit &e, location_t loc, px_diag d, ...)
{
  gcc_rich_location at (px_user_loc (loc));
  va_list ap;
  px_propose (&at, e);
  va_start (ap, d);
  bool shown = print_note (&at, loc, d, &ap);
  va_end (ap);
  return shown;
}

static void
advise (rich_location *at, px_diag d, const char *gmsgid, va_list *ap)
{
  if (!reported ().advice.insert ({ current_function_decl, d }).second)
    return;
  diagnostic_info info;
  diagnostic_set_info (&info, gmsgid, ap, at, DK_NOTE);
  diagnostic_report_diagnostic (global_dc, &info);
}

void
px_advise (location_t loc, px_diag d, const char *gmsgid, ...)
{
  rich_location at (line_table, px_user_loc (loc));
  va_list ap;
  va_start (ap, gmsgid);
  advise (&at, d, gmsgid, &ap);
  va_end (ap);
}

void
px_advise (const px_edit &e, location_t loc, px_diag d, const char *gmsgid, ...)
{
  gcc_rich_location at (px_user_loc (loc));
  va_list ap;
  va_start (ap, gmsgid);
  px_propose (&at, e);
  advise (&at, d, gmsgid, &ap);
  va_end (ap);
}

/* ---- edits ------------------------------------------------------------ */

void
px_propose (rich_location *at, const px_edit &e)
{
  if (e.start == UNKNOWN_LOCATION || !reported ().edits.insert (e.start).second)
    ;
  else if (!e.chars)
    at->add_fixit_insert_before (e.start, e.text.c_str ());
  else
    at->add_fixit_replace (source_range::from_locations (
			     e.start, linemap_position_for_loc_and_offset (line_table, e.start,
									   e.chars - 1)),
			   e.text.c_str ());
}

/* Returns the text of a line; "" if the file cannot be read.  */
std::string
px_source_line (const char *file, int line)
{
  char_span s = file && line > 0 ? px_line_of (reported ().lines, file, line) : char_span (NULL, 0);
  return s ? std::string (s.get_buffer (), s.length ()) : "";
}

location_t
px_location_in (location_t near, int line, int column)
{
  expanded_location x = expand_location (near);
  near = get_pure_location (near);
  if (linemap_location_from_macro_expansion_p (line_table, near))
    return UNKNOWN_LOCATION;
  const line_map_ordinary *m = linemap_check_ordinary (linemap_lookup (line_table, near));
  for (; m >= LINEMAPS_ORDINARY_MAP_AT (line_table, 0); m--)
    if (!strcmp (ORDINARY_MAP_FILE_NAME (m), x.file)
	&& (int) ORDINARY_MAP_STARTING_LINE_NUMBER (m) <= line)
      {
	location_t l = linemap_position_for_line_and_column (line_table, m, line, column);
	expanded_location y = expand_location (l);
	return y.line == line && y.column == column && !strcmp (y.file, x.file) ? l
										: UNKNOWN_LOCATION;
      }
  return UNKNOWN_LOCATION;
}

/* Returns the position of the whole word WORD in TEXT, at FROM or later.  */
size_t
px_find_word (const std::string &text, const char *word, size_t from)
{
  size_t n = strlen (word);
  for (size_t i = text.find (word, from); i != std::string::npos; i = text.find (word, i + 1))
    if ((i == 0 || !ISIDNUM (text[i - 1])) && (i + n == text.size () || !ISIDNUM (text[i + n])))
      return i;
  return std::string::npos;
}

px_edit
px_edit_word (location_t near, const char *word, const char *by)
{
  expanded_location x = expand_location (near);
  std::string text = px_source_line (x.file, x.line);
  size_t i = by && *word ? px_find_word (text, word, x.column - 1) : std::string::npos;
  if (i == std::string::npos)
    return {};
  return { px_location_in (near, x.line, i + 1), (int) strlen (word), by };
}

/* LEVEL is another name for a number of threads: `warp, 2' is `thread, 64', and `warp' alone, or
   before a declaration, `thread, 32'.  */
static px_edit
edit_threads (location_t near, const char *level)
{
  static const struct
  {
    const char *name;
    int threads;
  } groups[] = { { "warp", 32 }, { "warpgroup", 128 } };
  expanded_location x = expand_location (near);
  std::string text = px_source_line (x.file, x.line);
  for (const auto &g : groups)
    {
      size_t i
	= strcmp (level, g.name) ? std::string::npos : px_find_word (text, level, x.column - 1);
      if (i == std::string::npos)
	continue;
      size_t end = i + strlen (level), next = text.find_first_not_of (" \t", end);
      size_t stop = next == std::string::npos ? next : text.find_first_of (",)=", next + 1);
      int n = 0;
      if (next != std::string::npos
	  && (text[next] == ')'
	      || (text[next] == ',' && stop != std::string::npos && text[stop] == '=')))
	n = 1;
      else if (next != std::string::npos && text[next] == ',')
	{
	  next = text.find_first_not_of (" \t", next + 1);
	  end = next == std::string::npos ? next : text.find_first_not_of ("0123456789", next);
	  n = end == std::string::npos || end == next || end - next > 5
		? 0
		: atoi (text.c_str () + next);
	}
      if (n)
	return { px_location_in (near, x.line, i + 1), (int) (end - i),
		 "thread, " + std::to_string (n * g.threads) };
    }
  return {};
}

px_edit
px_edit_level (location_t near, const char *level)
{
  px_edit e = edit_threads (near, level);
  if (e.start != UNKNOWN_LOCATION)
    return e;
  auto_vec<const char *> names;
  for (int l = PX_THREAD; l <= PX_GRID; l++)
    names.safe_push (px_level_name ((px_level) l));
  return px_edit_word (near, level, find_closest_string (level, &names));
}

/* Inserts ADDED after the declarator of D, provided that one of FOLLOWERS comes next.  */
static px_edit
edit_behind (tree d, const char *followers, const std::string &added)
{
  location_t near = px_user_loc (DECL_SOURCE_LOCATION (d));
  expanded_location x = expand_location (near);
  std::string text = px_source_line (x.file, x.line);
  const char *name = IDENTIFIER_POINTER (DECL_NAME (d));
  size_t i = x.column - 1, end = i + strlen (name);
  if (!x.column || px_find_word (text, name, i) != i)
    return {};
  size_t next = text.find_first_not_of (" \t", end);
  /* Skip the brackets of an array.  */
  for (int depth = 0; next != std::string::npos && (depth || text[next] == '[');
       next = text.find_first_not_of (" \t", end))
    {
      depth += text[next] == '[' ? 1 : text[next] == ']' ? -1 : 0;
      end = next + 1;
    }
  if (next == std::string::npos || !strchr (followers, text[next]))
    return {};
  return { px_location_in (near, x.line, end + 1), 0, " " + added };
}

px_edit
px_edit_persp (tree d, px_persp p)
{
  if (!VAR_P (d) || !DECL_NAME (d) || !p.n || px_has (d, "px_perspective"))
    return {};
  return edit_behind (d, "=;,",
		      std::string ("__perspective (") + px_level_name (p.level) + ", "
			+ std::to_string (p.n) + ")");
}

px_edit
px_edit_shared (tree parm)
{
  /* "_": __perspective may follow.  */
  return DECL_NAME (parm) ? edit_behind (parm, ",)_", "__shared") : px_edit ();
}

px_edit
px_edit_declared (tree d, px_persp p)
{
  location_t near = px_user_loc (DECL_SOURCE_LOCATION (d));
  expanded_location x = expand_location (near);
  std::string text = px_source_line (x.file, x.line);
  const char *name = IDENTIFIER_POINTER (DECL_NAME (d));
  size_t i = x.column - 1, k = text.find_first_not_of (" \t", i + strlen (name));
  if (!x.column || px_find_word (text, name, i) != i || k == std::string::npos
      || px_find_word (text, "__perspective", k) != k)
    return {};
  size_t open = text.find ('(', k), close = text.find (')', k);
  if (open == std::string::npos || close == std::string::npos || text.find ('(', open + 1) < close)
    return {};
  return { px_location_in (near, x.line, open + 2), (int) (close - open - 1),
	   std::string (px_level_name (p.level)) + ", " + std::to_string (p.n) };
}

px_edit
px_edit_smem (tree fn, int smem, int64_t bytes)
{
  location_t near = px_user_loc (DECL_SOURCE_LOCATION (fn));
  expanded_location x = expand_location (near);
  for (int line = x.line; line > 0 && line > x.line - 6; line--)
    {
      std::string text = px_source_line (x.file, line);
      size_t i = px_find_word (text, smem ? "smem" : "__requires", 0);
      if (i != std::string::npos && (i = text.find ('(', i)) != std::string::npos)
	{
	  i++;
	  if (!smem)
	    return { px_location_in (near, line, i + 1), 0,
		     "smem (" + std::to_string (bytes) + "), " };
	  size_t end = text.find_first_not_of ("0123456789", i);
	  if (end == i || end == std::string::npos || text[end] != ')'
	      || atoi (text.c_str () + i) != smem)
	    return {};
	  return { px_location_in (near, line, i + 1), (int) (end - i), std::to_string (bytes) };
	}
      if (line < x.line && text.find_first_of (";}") != std::string::npos)
	break;
    }
  return {};
}

/* Returns where the text after keyword K at I of TEXT, and after its arguments, begins.  */
static size_t
past_keyword (const std::string &text, const char *k, size_t i)
{
  size_t after = i + strlen (k), c = text.find_first_not_of (" \t", after);
  int depth = 0;
  if (!px_form (k) || c == std::string::npos || text[c] != '(')
    return after;
  for (; c < text.size (); c++)
    {
      depth += text[c] == '(' ? 1 : text[c] == ')' ? -1 : 0;
      if (!depth)
	return c + 1;
    }
  return text.size ();
}

/* Returns the keyword of declarations at I of TEXT, or NULL.  */
static const char *
keyword_in_text (const std::string &text, size_t i)
{
  for (const px_keyword *k = px_keywords; k->use == PX_K_DECLARATION; k++)
    if (px_find_word (text, k->name, i) == i)
      return k->name;
  return NULL;
}

std::string
px_keyword_after (location_t near, location_t *at)
{
  expanded_location x = expand_location (near);
  std::string text; /* the text from there to the body */
  for (int line = x.line; line < x.line + 20 && text.find ('{') == std::string::npos; line++)
    text += px_source_line (x.file, line) + "\n";
  /* Find the first keyword after a list of parameters.  */
  int depth = 0;
  bool closed = false; /* a list other than a keyword's arguments has just ended */
  for (size_t i = x.column; i < text.size () && text[i] != '{'; i++)
    {
      const char *k = depth ? NULL : keyword_in_text (text, i);
      if (k && closed)
	{
	  size_t start = text.rfind ('\n', i) + 1; /* start of the line; 0 for the first one */
	  *at = px_location_in (near, x.line + std::count (text.begin (), text.begin () + i, '\n'),
				i - start + 1);
	  return k;
	}
      if (k)
	i = past_keyword (text, k, i) - 1;
      else if (!ISSPACE (text[i]))
	{
	  depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
	  closed = !depth && text[i] == ')';
	}
    }
  return "";
}

std::string
px_keyword_loose (location_t near, location_t *at)
{
  near = px_user_loc (near);
  expanded_location x = expand_location (near);
  std::string text = px_source_line (x.file, x.line);
  for (const px_keyword *w = px_keywords; w->use == PX_K_DECLARATION; w++)
    for (size_t i = px_find_word (text, w->name, 0); i != std::string::npos;
	 i = px_find_word (text, w->name, i + 1))
      {
	size_t before = i ? text.find_last_not_of (" \t", i - 1) : std::string::npos;
	size_t after = text.find_first_not_of (" \t", past_keyword (text, w->name, i));
	while (const char *next = after == std::string::npos ? NULL : keyword_in_text (text, after))
	  after = text.find_first_not_of (" \t", past_keyword (text, next, after));
	if ((before == std::string::npos || strchr (";{}", text[before]))
	    && after != std::string::npos && text[after] == ';')
	  {
	    *at = px_location_in (near, x.line, i + 1);
	    return w->name;
	  }
      }
  return "";
}

std::string
px_keyword_alone (location_t near, location_t *at)
{
  near = px_user_loc (near);
  expanded_location x = expand_location (near);
  std::string text = px_source_line (x.file, x.line);
  if (!x.column || (int) text.size () < x.column)
    return "";
  for (const px_keyword *w = px_keywords; w->use == PX_K_DECLARATION; w++)
    {
      const char *k = w->name;
      size_t i = px_find_word (text, k, 0);
      size_t from = i == std::string::npos ? i : past_keyword (text, k, i);
      std::string until = from == std::string::npos || (int) from >= x.column
			    ? ";"
			    : text.substr (from, x.column - 1 - from);
      if (until.find_first_of (";{}()") != std::string::npos
	  || (px_find_word (until, "struct", 0) & px_find_word (until, "union", 0)
	      & px_find_word (until, "enum", 0))
	       == std::string::npos)
	continue;
      *at = px_location_in (near, x.line, i + 1);
      int depth = 0, line = x.line;
      size_t c = x.column - 1;
      bool tag = true, comment = false;
      for (; line < x.line + 1000; text = px_source_line (x.file, ++line), c = 0)
	for (; c < text.size (); c++)
	  if (comment || !text.compare (c, 2, "/*"))
	    {
	      comment = text.compare (c, 2, "*/");
	      c += !comment;
	    }
	  else if (!text.compare (c, 2, "//"))
	    break;
	  else if (text[c] == '{' || text[c] == '}')
	    {
	      depth += text[c] == '{' ? 1 : -1;
	      tag = false;
	    }
	  else if (!depth && text[c] == ';')
	    return k;
	  else if (!depth && !ISSPACE (text[c]) && !(tag && ISIDNUM (text[c])))
	    return "";
    }
  return "";
}

px_edit
px_edit_device (tree fn)
{
  location_t near = px_user_loc (DECL_SOURCE_LOCATION (fn));
  expanded_location x = expand_location (near);
  /* If the name occurs before, a declaration precedes, which would need the keyword as well.  */
  for (int line = 1; line < x.line; line++)
    if (px_find_word (px_source_line (x.file, line), IDENTIFIER_POINTER (DECL_NAME (fn)), 0)
	!= std::string::npos)
      return {};
  for (int line = x.line; !TREE_PUBLIC (fn) && line > 0 && line > x.line - 3; line--)
    {
      std::string text = px_source_line (x.file, line);
      size_t i = px_find_word (text, "static", 0);
      if (i != std::string::npos && (line < x.line || (int) i < x.column))
	return { px_location_in (near, line, i + 1), 0, "__device " };
      if (line < x.line && text.find_first_of (";}") != std::string::npos)
	break;
    }
  return {};
}

/* ---- names ------------------------------------------------------------ */

static const char *
user_name (tree decl, int verbosity)
{
  if (px_twin_p (decl) && DECL_NAME (decl))
    return IDENTIFIER_POINTER (DECL_NAME (decl));
  return reported ().gcc_name (decl, verbosity);
}

bool
px_right_so_far (tree fn)
{
  if (errorcount + sorrycount > reported ().n)
    reported ().wrong.insert (reported ().last);
  reported ().n = errorcount + sorrycount;
  reported ().last = fn;
  return !reported ().wrong.count (NULL_TREE) && !reported ().wrong.count (fn);
}

void
px_keep_names ()
{
  if (lang_hooks.decl_printable_name == user_name)
    return;
  reported ().gcc_name = lang_hooks.decl_printable_name;
  lang_hooks.decl_printable_name = user_name;
}

/* Returns room for a name, which stays until 8 others have been made: a message has fewer.  */
static char *
next_name ()
{
  return reported ().names[reported ().last_name++ % ARRAY_SIZE (reported ().names)];
}

const char *
px_name (px_persp p)
{
  char *s = next_name ();
  if (p.n)
    snprintf (s, 96, "%s[%d]", px_level_name (p.level), p.n);
  else
    snprintf (s, 96, "every perspective");
  return s;
}

const char *
px_name (const px_bound &b)
{
  char *s = next_name ();
  int used = 0;
  for (int l = PX_GRID; l >= PX_THREAD; l--)
    if (b.n[l])
      used += snprintf (s + used, 96 - used, "%s%s[%d]", used ? ", " : "",
			px_level_name ((px_level) l), b.n[l]);
  return s;
}

/* An argument of px's own macros (all are __name) keeps its place; for everything else the
   place is where the outermost macro is used.  */
location_t
px_user_loc (location_t l)
{
  while (linemap_location_from_macro_expansion_p (line_table, l))
    {
      if (IS_ADHOC_LOC (l))
	l = get_location_from_adhoc_loc (line_table, l);
      const line_map_macro *m = linemap_check_macro (linemap_lookup (line_table, l));
      /* Pairs of locations: of the token, and of its parameter in the macro's definition; they
	 are equal if the token is not from an argument.  */
      location_t *at = MACRO_MAP_LOCATIONS (m) + 2 * (l - MAP_START_LOCATION (m));
      bool px = startswith (linemap_map_get_macro_name (m), "__");
      l = px && at[0] != at[1] ? at[0] : px_use_of_macro (m);
    }
  return l;
}
