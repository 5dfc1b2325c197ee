/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was meant where GCC's parser only says what it expected: a keyword of px's that is
   misspelt or whose header is missing, CUDA's names and launches, a launch with other
   arguments than its kernel has, the name of a view after the end of its body.

   The source's text decides; where it is not as expected (a macro, several lines), GCC's own
   message stays.

   Needs: plugin/front/form.cc, which asks for each diagnostic while the parser runs.  */

#include "plugin/front/form-int.h"

/* ---- the source's text --------------------------------------------------- */

struct word
{
  std::string text;
  size_t start; /* in its line */
};

/* Where LOC is spelt; in a macro of a system header's, where that is used.  */
static location_t
place_of (location_t loc)
{
  location_t l = linemap_resolve_location (line_table, loc, LRK_SPELLING_LOCATION, NULL);
  return in_system_header_at (l) ? px_user_loc (loc) : l;
}

/* The word of LINE that AT is in or at the end of; else an empty one.  */
static word
word_at (const std::string &line, size_t at)
{
  size_t start = std::min (at, line.size ()), end = start;
  while (start && ISIDNUM (line[start - 1]))
    start--;
  while (end < line.size () && ISIDNUM (line[end]))
    end++;
  return { line.substr (start, end - start), start };
}

/* The word before AT; blanks between do not count.  */
static word
word_before (const std::string &line, size_t at)
{
  size_t last
    = at ? line.find_last_not_of (" \t", std::min (at, line.size ()) - 1) : std::string::npos;
  return last == std::string::npos ? word{ "", 0 } : word_at (line, last + 1);
}

/* The word before the parenthesis of LINE that is open at AT.  */
static word
word_around (const std::string &line, size_t at)
{
  int depth = 1;
  for (size_t i = std::min (at, line.size ()); i--;)
    {
      depth += line[i] == ')' ? 1 : line[i] == '(' ? -1 : 0;
      if (!depth)
	return word_before (line, i);
    }
  return { "", 0 };
}

/* Where what is open at OPEN of TEXT, a parenthesis, closes; npos: not in TEXT.  */
static size_t
close_of (const std::string &text, size_t open)
{
  int depth = 0;
  for (size_t i = open; i < text.size (); i++)
    {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (!depth)
	return i;
    }
  return std::string::npos;
}

/* The parts of TEXT between commas that no parenthesis or brace holds; blanks around them do
   not count.  None of an empty text.  */
static std::vector<std::string>
comma_parts (const std::string &text)
{
  std::vector<std::string> parts;
  int depth = 0;
  size_t from = 0;
  if (text.find_first_not_of (" \t\n") == std::string::npos)
    return parts;
  for (size_t i = 0; i <= text.size (); i++)
    if (i == text.size () || (!depth && text[i] == ','))
      {
	size_t a = text.find_first_not_of (" \t\n", from),
	       b = text.find_last_not_of (" \t\n", i - 1);
	parts.push_back (a < i && b != std::string::npos && b >= a ? text.substr (a, b + 1 - a)
								   : "");
	from = i + 1;
      }
    else
      depth += strchr ("([{", text[i]) ? 1 : strchr (")]}", text[i]) ? -1 : 0;
  return parts;
}

/* What begins at X, with the lines after it until a line ends outside of its parentheses, eight
   at most: longer launches and constructs keep GCC's message.  */
static std::string
text_from (const expanded_location &x)
{
  std::string text = px_code_line (x.file, x.line);
  text = text.size () < (size_t) x.column ? "" : text.substr (x.column - 1);
  for (int more = 1; more < 8; more++)
    {
      int depth = 0;
      for (char c : text)
	depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth <= 0)
	break;
      text += "\n" + px_code_line (x.file, x.line + more);
    }
  return text;
}

/* ---- keywords -------------------------------------------------------------- */

/* Returns true if the program has a meaning for NAME.  */
static bool
known_p (const std::string &name)
{
  tree id = get_identifier (name.c_str ());
  tree d = lookup_name (id);
  return C_IS_RESERVED_WORD (id) || (d && !(TREE_CODE (d) == FUNCTION_DECL && C_DECL_IMPLICIT (d)))
	 || cpp_macro_p (
	   cpp_lookup (parse_in, (const unsigned char *) name.c_str (), name.size ()));
}

static std::string
without_underscores (const std::string &s)
{
  size_t a = s.find_first_not_of ('_'), b = s.find_last_not_of ('_');
  return a == std::string::npos ? "" : s.substr (a, b + 1 - a);
}

/* The keyword that NAME is for; NULL: none.  One whose underscores alone are wrong, or one that
   begins with them and is otherwise spelt almost so.  */
static const char *
keyword_for (const std::string &name)
{
  auto_vec<const char *> names;
  for (const px_keyword *k = px_keywords; k->name && k->use != PX_K_OPERATOR; k++)
    {
      if (without_underscores (name) == without_underscores (k->name))
	return k->name;
      names.safe_push (k->name);
    }
  return name[0] == '_' ? find_closest_string (name.c_str (), &names) : NULL;
}

static bool
keyword_p (const std::string &name)
{
  for (const px_keyword *k = px_keywords; k->name; k++)
    if (name == k->name)
      return true;
  return false;
}

/* What px has for NAME, a variable, constant or type of CUDA's; or NULL.  */
static const char *
cuda_name (const char *name)
{
  static const char *const names[][2] = {
#define PX_CUDA(cuda, px)
#define PX_CUDA_ORDER(cuda)
#define PX_CUDA_NAME(cuda, px) { #cuda, px },
#define PX_CUDA_HOST(cuda, px)
#define PX_CUDA_WORD(cuda, as, px)
#include "plugin/cuda.def"
  };
  for (const auto &n : names)
    if (!strcmp (name, n[0]))
      return n[1];
  return NULL;
}

/* The same for a function of host code.  */
static const char *
cuda_host_function (const char *name)
{
  static const char *const names[][2] = {
#undef PX_CUDA_NAME
#undef PX_CUDA_HOST
#define PX_CUDA_NAME(cuda, px)
#define PX_CUDA_HOST(cuda, px) { #cuda, #px },
#include "plugin/cuda.def"
#undef PX_CUDA
#undef PX_CUDA_ORDER
#undef PX_CUDA_NAME
#undef PX_CUDA_HOST
#undef PX_CUDA_WORD
  };
  for (const auto &n : names)
    if (!strcmp (name, n[0]))
      return n[1];
  return NULL;
}

/* Misspelt keywords so far.  */
struct px_unit_misspelt
{
  /* Those of constructs, each where it stands, of which GCC has only warned.  */
  std::vector<std::pair<location_t, std::string>> warned;
  /* The place of the last one before a function, which is not judged; no file: there is none.  */
  expanded_location before_function;
};

static px_unit_misspelt &
misspelt ()
{
  return px_unit_part (px_this_unit.misspelt);
}

/* Returns true if W, in the line of LOC, is no name of the program's and is meant for a keyword;
   fills in *WHAT then.  */
static bool
meant_keyword (const word &w, location_t loc, px_instead *what)
{
  if (w.text.empty () || ISDIGIT (w.text[0]))
    return false;
  expanded_location x = expand_location (place_of (loc));
  bool header = px_header_p ();
  if (!header && keyword_p (w.text) && !known_p (w.text))
    {
      what->text = px_text_of (PX_D_NO_HEADER, w.text.c_str ());
      what->at = px_location_in (place_of (loc), x.line, w.start + 1);
      what->include = what->end = true;
      return true;
    }
  const char *cuda = header ? px_cuda_word (w.text.c_str ()) : NULL,
	     *k = header && !cuda && !keyword_p (w.text) ? keyword_for (w.text) : NULL;
  if ((!cuda && !k) || known_p (w.text))
    return false;
  what->edit = px_edit (px_location_in (place_of (loc), x.line, w.start + 1), w.text.size (),
			cuda ? cuda : k);
  what->text = k       ? px_text_of (PX_D_MISSPELT, w.text.c_str (), k)
	       : *cuda ? px_text_of (PX_D_CUDA_WORD, w.text.c_str (), cuda)
		       : px_text_of (PX_D_CUDA_NOTHING, w.text.c_str ());
  what->at = what->edit.start;
  what->refuse = true;
  if (!current_function_decl)
    misspelt ().before_function = x;
  return true;
}

bool
px_misspelt_p (tree d)
{
  /* Its specifiers and the like may fill lines between.  */
  enum
  {
    LINES = 5
  };
  expanded_location x = expand_location (DECL_SOURCE_LOCATION (d));
  const expanded_location &at = misspelt ().before_function;
  return at.file && x.file && !strcmp (x.file, at.file) && x.line >= at.line
	 && x.line < at.line + LINES;
}

/* ---- launches --------------------------------------------------------------- */

/* `k<<<blocks, threads, smem, stream>>> (...)' as it is written here.  */
static std::string
launch_text (const std::string &kernel, const std::vector<std::string> &config,
	     const std::string &arguments)
{
  std::string grid = config.size () > 2 && config[2] != "0"
		       ? "px_grid_smem (" + config[0] + ", " + config[1] + ", " + config[2] + ")"
		       : "px_grid (" + config[0] + ", " + config[1] + ")";
  if (config.size () > 3)
    grid = "px_with_stream (" + grid + ", " + config[3] + ")";
  return "px_launch (" + grid + ", " + kernel + (arguments.empty () ? "" : ", ") + arguments + ")";
}

/* The last `<' of a `<<<' stands at LOC.  */
static bool
meant_launch (location_t loc, px_instead *what)
{
  expanded_location x = expand_location (place_of (loc));
  std::string line = px_source_line (x.file, x.line);
  if (x.column < 3 || line.compare (x.column - 3, 3, "<<<"))
    return false;
  word kernel = word_before (line, x.column - 3);
  size_t end = line.find (">>>", x.column);
  std::string config = end == std::string::npos ? "" : line.substr (x.column, end - x.column);
  std::vector<std::string> parts = comma_parts (config);
  size_t open = end == std::string::npos ? end : line.find_first_not_of (" \t", end + 3);
  size_t close
    = open == std::string::npos || line[open] != '(' ? std::string::npos : close_of (line, open);
  if (parts.size () < 2 || kernel.text.empty ())
    parts = { "blocks", "threads" };
  std::string text
    = launch_text (kernel.text.empty () ? "kernel" : kernel.text, parts,
		   close == std::string::npos ? "..." : line.substr (open + 1, close - open - 1));
  what->text = px_text_of (PX_D_CUDA_LAUNCH, text.c_str ());
  if (close != std::string::npos)
    what->edit = px_edit (px_location_in (place_of (loc), x.line, kernel.start + 1),
			  close + 1 - kernel.start, "px_check (" + text + ")");
  what->refuse = true;
  return true;
}

/* A call of a kernel, in px_launch at LOC, has too few arguments, or too many.  */
static bool
meant_arguments (location_t loc, bool few, px_instead *what)
{
  expanded_location x = expand_location (px_user_loc (loc));
  /* px_check and the like may be around.  */
  std::string line = px_source_line (x.file, x.line);
  size_t i = px_find_word (line, "px_launch", std::max (x.column - 1, 0));
  if (i == std::string::npos)
    return false;
  x.column = i + 1;
  std::string text = text_from (x);
  size_t open = text.find ('('), close = open == std::string::npos ? open : close_of (text, open);
  if (close == std::string::npos)
    return false;
  std::vector<std::string> given = comma_parts (text.substr (open + 1, close - open - 1));
  tree k = given.size () > 1 ? lookup_name (get_identifier (given[1].c_str ())) : NULL_TREE;
  if (!k || TREE_CODE (k) != FUNCTION_DECL)
    return false;
  size_t n = given.size () - 2, has = 0;
  std::string names;
  for (tree p = DECL_ARGUMENTS (k); p; p = DECL_CHAIN (p), has++)
    if (has >= n && DECL_NAME (p))
      names += (names.empty () ? "" : ", ") + std::string (open_quote)
	       + IDENTIFIER_POINTER (DECL_NAME (p)) + close_quote;
  if (few ? n >= has : n <= has)
    return false; /* a macro is more than one */
  std::string count
    = std::to_string (n) + ", and it has " + std::to_string (has)
      + (names.empty () ? "" : ": " + names + (has == n + 1 ? " is" : " are") + " missing");
  what->text
    = px_text_of (few ? PX_D_LAUNCH_FEW : PX_D_LAUNCH_MANY, given[1].c_str (), count.c_str ());
  what->at = px_location_in (px_user_loc (loc), x.line, x.column);
  what->notes = true;
  return true;
}

/* ---- views ------------------------------------------------------------------- */

/* NAME is not declared at LOC: a construct before it may have declared it, whose body has
   ended.  */
static bool
meant_view (const std::string &name, location_t loc, px_instead *what)
{
  /* Farther off it is another one's name.  */
  enum
  {
    LINES = 40
  };
  expanded_location x = expand_location (place_of (loc));
  for (int line = x.line; line > 0 && line > x.line - LINES; line--)
    {
      std::string first = px_code_line (x.file, line);
      if (line < x.line && first[0] == '}')
	return false; /* the function before */
      for (const char *k : { "__partition", "__claim", "__async", "__each" })
	{
	  size_t i = px_find_word (first, k, 0);
	  if (i == std::string::npos)
	    continue;
	  expanded_location at = x;
	  at.line = line;
	  at.column = i + 1;
	  std::string text = text_from (at);
	  size_t open = text.find ('('),
		 close = open == std::string::npos ? open : close_of (text, open);
	  if (close == std::string::npos)
	    continue;
	  std::string inside = text.substr (open, close - open);
	  size_t j = px_find_word (inside, name.c_str (), 0);
	  size_t after
	    = j == std::string::npos ? j : inside.find_first_not_of (" \t\n", j + name.size ());
	  if (after == std::string::npos || inside[after] != '=')
	    continue;
	  /* It has no level, and so no body.  */
	  if (strcmp (k, "__async") && inside.find (',') > j)
	    {
	      what->text = px_text_of (PX_D_KEYWORD_ARGUMENTS, px_form (k));
	      what->at = px_location_in (place_of (loc), line, i + 1);
	      what->refuse = true;
	      return true;
	    }
	  /* Nothing before it but a level and a size: what it is a pointer to is missing.  */
	  size_t before = inside.find_last_of ("(,", j);
	  if (inside.find ('=') > j && inside.find_first_not_of (" \t\n*", before + 1) == j)
	    {
	      what->text = px_text_of (PX_D_VIEW_UNTYPED, name.c_str (), px_form (k));
	      what->at = px_location_in (place_of (loc), line, i + 1);
	      what->refuse = true;
	      return true;
	    }
	  /* What follows may stand in the next line that is not empty.  */
	  int last = line + std::count (text.begin (), text.end (), '\n');
	  size_t next = text.find_first_not_of (" \t\n", close + 1);
	  while (next == std::string::npos && ++last < x.line)
	    {
	      text += "\n" + px_code_line (x.file, last);
	      next = text.find_first_not_of (" \t\n", close + 1);
	    }
	  if (next != std::string::npos && text[next] == ';')
	    {
	      what->text = px_text_of (PX_D_BODY_EMPTY, name.c_str (), k);
	      if (text.find ('\n') > next)
		what->edit = px_edit (px_location_in (place_of (loc), line, i + next + 1), 1, "");
	    }
	  else if (next == std::string::npos || text[next] != '{')
	    what->text = px_text_of (PX_D_BODY_ENDED, name.c_str (), k);
	  else
	    return false;
	  return true;
	}
    }
  return false;
}

/* ---- all ---------------------------------------------------------------------- */

/* NAME, which is not declared, is CUDA's.  */
static bool
meant_cuda (const char *format, const std::string &name, px_instead *what)
{
  const char *px = cuda_name (name.c_str ());
  if (!px || !px_header_p ())
    return false;
  std::string quoted = open_quote + name + close_quote;
  what->text
    = (startswith (format, "unknown") ? "unknown type name " + quoted : quoted + " undeclared")
      + "; what CUDA calls so is " + open_quote + px + close_quote + " here";
  return true;
}

bool
px_meant (const char *format, location_t loc, const char *macro, px_instead *what)
{
  bool few = startswith (format, "too few arguments to function %qE"),
       many = startswith (format, "too many arguments to function %qE");
  if (few || many)
    return macro && meant_arguments (loc, few, what);
  bool undeclared = startswith (format, "%qE undeclared"),
       type = startswith (format, "unknown type name");
  if (!undeclared && !type && !startswith (format, "expected "))
    return false;
  expanded_location x = expand_location (place_of (loc));
  std::string line = px_source_line (x.file, x.line);
  if (!x.column || line.empty ())
    return false;
  if (startswith (format, "expected expression") && meant_launch (loc, what))
    return true;
  size_t at = x.column - 1;
  word here = word_at (line, at);
  if ((undeclared || type) && meant_cuda (format, here.text, what))
    return true;
  if (!macro)
    for (const word &w : { here, word_before (line, at), word_around (line, at) })
      if (meant_keyword (w, loc, what))
	return true;
  return undeclared && px_header_p () && current_function_decl
	 && px_checkable_p (current_function_decl) && meant_view (here.text, loc, what);
}

bool
px_meant_warning (const char *format, location_t loc, px_instead *what)
{
  if (!startswith (format, "implicit declaration of function"))
    return false;
  expanded_location x = expand_location (place_of (loc));
  std::string line = px_source_line (x.file, x.line);
  word w = x.column ? word_at (line, x.column - 1) : word{ "", 0 };
  if (w.text.empty ())
    return false;
  std::string said
    = std::string ("implicit declaration of function ") + open_quote + w.text + close_quote + "; ";
  const char *cuda = cuda_host_function (w.text.c_str ());
  bool header = px_header_p ();
  if (cuda)
    what->text = said + "what CUDA calls so is " + open_quote + cuda + close_quote + " here";
  else if (!header && startswith (w.text.c_str (), "px_")
	   && !lookup_name (get_identifier ("px_status_name")))
    {
      what->text
	= said + "it is of " + open_quote + "<px.h>" + close_quote + ", which is not included";
      what->include = true;
    }
  else if (header && startswith (w.text.c_str (), "__") && !px_cuda_word (w.text.c_str ())
	   && keyword_for (w.text) && px_form (keyword_for (w.text)))
    /* What stands in its parentheses will be an error that says so; if not, the end of the function is.  */
    misspelt ().warned.push_back ({ loc, w.text });
  else
    return false;
  return true;
}

void
px_tell_misspelt ()
{
  std::vector<std::pair<location_t, std::string>> all;
  all.swap (misspelt ().warned);
  for (const auto &m : all)
    {
      const char *k = keyword_for (m.second);
      if (current_function_decl && px_checkable_p (current_function_decl))
	px_error (px_edit_word (px_user_loc (m.first), m.second.c_str (), k), m.first,
		  PX_D_MISSPELT, m.second.c_str (), k);
    }
}
