/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -fplugin-arg-px-report: one page of HTML, which needs nothing else, of what px knows of a file: the
   source with perspectives as bands and synchronisation at its place, the PTX of each line, shared
   memory, and the graph in order of execution.  */

#include "plugin/base/page.h"

struct px_unit_page
{
  std::vector<px_page_part> parts; /* in the order in which functions were compiled */
  std::vector<std::string> files;  /* those that were named so far */
};

static std::vector<px_page_part> &
parts ()
{
  return px_unit_part (px_this_unit.page).parts;
}

px_page_place
px_page_place_of (location_t loc)
{
  expanded_location x = expand_location (px_user_loc (loc));
  return { x.file ? x.file : "", x.file ? x.line : 0 };
}

namespace
{
/* Characters of the source, from a place on; without comments, texts and directives.  */
struct reader
{
  const char *file;
  int line, last; /* none after line LAST */
  size_t at;	  /* in the line */
  int read;	  /* the line that TEXT is; 0: none yet */
  std::string text;
};
} // namespace

/* The next character of R that is code; a blank for what is left out, 0 at the end.  */
static char
next_character (reader *r)
{
  for (bool comment = false; r->line <= r->last;)
    {
      if (r->read != r->line)
	r->text = px_source_line (r->file, r->read = r->line);
      size_t n = r->text.size (), i = r->at;
      const char *s = r->text.c_str ();
      size_t first = 0;
      while (first < n && (s[first] == ' ' || s[first] == '\t'))
	first++;
      bool ends
	= i >= n
	  || (!comment && (s[first] == '#' || (i + 1 < n && s[i] == '/' && s[i + 1] == '/')));
      if (ends)
	{
	  r->line++;
	  r->at = 0;
	  if (!comment)
	    return ' ';
	}
      else if (comment)
	{
	  comment = !(i + 1 < n && s[i] == '*' && s[i + 1] == '/');
	  r->at += comment ? 1 : 2;
	}
      else if (i + 1 < n && s[i] == '/' && s[i + 1] == '*')
	{
	  comment = true;
	  r->at += 2;
	}
      else if (s[i] == '"' || s[i] == '\'')
	{
	  size_t k = i + 1;
	  while (k < n && s[k] != s[i])
	    k += s[k] == '\\' ? 2 : 1;
	  r->at = k + 1;
	  return ' ';
	}
      else
	{
	  r->at++;
	  return s[i];
	}
    }
  return 0;
}

/* Reads on to the CLOSES that matches an OPENS that has been read; false: there is none.  */
static bool
skip_pair (reader *r, char opens, char closes)
{
  for (int depth = 1; depth;)
    {
      char c = next_character (r);
      if (!c)
	return false;
      depth += c == opens ? 1 : c == closes ? -1 : 0;
    }
  return true;
}

int
px_page_end_of (location_t loc, int last)
{
  expanded_location x = expand_location (px_user_loc (loc));
  if (!x.file || x.column < 1)
    return 0;
  reader r = { x.file, x.line, last, (size_t) x.column - 1, 0, {} };
  bool name = false;
  while (char c = next_character (&r))
    if (ISIDNUM (c))
      name = true;
    else if (c == '(' && name)
      {
	if (!skip_pair (&r, '(', ')'))
	  return 0;
	name = false;
      }
    else if (c == '{')
      return skip_pair (&r, '{', '}') ? r.line : 0;
    else if (!ISSPACE (c))
      return 0;
  return 0;
}

px_page_part &
px_page_part_of (tree fn)
{
  for (px_page_part &p : parts ())
    if (p.fn == fn)
      return p;
  px_page_part made = {};
  made.fn = fn;
  parts ().push_back (made);
  return parts ().back ();
}

/* ---- HTML ------------------------------------------------------------- */

/* TEXT with nothing in it that HTML takes for markup.  */
static std::string
escaped (const std::string &text)
{
  std::string s;
  for (char c : text)
    if (c == '&')
      s += "&amp;";
    else if (c == '<')
      s += "&lt;";
    else if (c == '>')
      s += "&gt;";
    else if (c == '"')
      s += "&quot;";
    else if (c == '\t')
      s.append (8 - s.size () % 8, ' ');
    else if ((unsigned char) c >= ' ')
      s += c;
  return s;
}

/* A line of source: tabs stand for as many spaces as lead to the next multiple of eight.  */
static std::string
source_line (const px_page_place &at)
{
  std::string line = px_source_line (at.file.c_str (), at.line), s;
  for (char c : line)
    if (c == '\t')
      s.append (8 - s.size () % 8, ' ');
    else
      s += c;
  return escaped (s);
}

static std::string
in_digits (int64_t n)
{
  return std::to_string ((long long) n);
}

/* The name of a place within the page, of part P: its number, and those of the file and the line.  */
static std::string
anchor (const px_page_part &p, const px_page_place &at)
{
  std::vector<std::string> &files = px_unit_part (px_this_unit.page).files;
  size_t file = std::find (files.begin (), files.end (), at.file) - files.begin ();
  if (file == files.size ())
    files.push_back (at.file);
  return "p" + in_digits (&p - &parts ()[0]) + "-" + in_digits (file) + "-" + in_digits (at.line);
}

static std::string
link_to (const px_page_part &p, const px_page_place &at)
{
  if (!at.line)
    return "";
  return " <a href=\"#" + anchor (p, at) + "\">"
	 + (at.file == p.first.file ? "line " : escaped (lbasename (at.file.c_str ())) + ":")
	 + in_digits (at.line) + "</a>";
}

/* The class of a band, which the style gives a colour.  */
static const char *
colour (const px_page_band &b)
{
  return !b.persp.n		     ? "ring"
	 : b.persp.level == PX_GRID  ? "grid"
	 : b.persp.level == PX_BLOCK ? b.persp.n > 1 ? "cluster" : "block"
	 : b.persp.n >= 128	     ? "group"
	 : b.persp.n >= 32	     ? "warp"
	 : b.persp.n > 1	     ? "few"
				     : "thread";
}

static const char style[]
  = "body{font:15px/1.4 sans-serif;margin:1.5em;color:#222;background:#fff}"
    "h1{font-size:1.4em}h2{font-size:1.2em;margin-top:2em;border-top:2px solid "
    "#888;padding-top:.6em}"
    "h3{font-size:1em;margin:1.2em 0 .3em}"
    "table.source{border-collapse:collapse;font:13px/1.35 monospace}"
    "table.source td{padding:0;white-space:pre;vertical-align:top}"
    "td.n{color:#999;text-align:right;padding-right:.6em!important}"
    "td.band{width:10px;min-width:10px;border-right:2px solid #fff}"
    "td.text{padding-left:.8em!important}"
    "td.ptx{padding-left:2em!important;color:#888}"
    "td.ptx pre{margin:0 0 .4em;color:#333;background:#f4f4f4;padding:.3em}"
    "tr:target td.text{background:#fff3b0}"
    "td.note{padding:.15em 0 .15em .8em!important;font:13px/1.4 "
    "sans-serif;white-space:normal!important}"
    "td.note details,td.note div{border-left:4px solid #c33;background:#fdf0ef;padding:.1em "
    ".6em;max-width:60em}"
    "td.note.after details,td.note.after div{border-color:#393;background:#f0f8f0}"
    "td.note ul{margin:.2em 0;padding-left:1.4em}"
    ".grid{background:#b0b0b0}.cluster{background:#8d6fc0}.block{background:#5b7fd0}"
    ".group{background:#3aa6a0}.warp{background:#4bb35b}.few{background:#a9c23f}"
    ".thread{background:#f0b429}.ring{background:#d9534f}"
    "td.view{background-image:repeating-linear-gradient(45deg,transparent 0 3px,#fff9 3px 6px)}"
    ".key span{display:inline-block;padding:0 .5em;margin-right:.4em;color:#fff;font-size:13px}"
    ".used td{padding:.1em 1em .1em 0;vertical-align:top}"
    "svg{font:12px sans-serif;max-width:100%}"
    "a{color:#1a5fb4;text-decoration:none}a:hover{text-decoration:underline}";

/* ---- the source ------------------------------------------------------- */

/* A line that is shown, and what belongs to it.  */
struct row
{
  std::vector<const px_page_note *> before, after;
  std::vector<std::string> ptx;
};
typedef std::map<int, row> rows;

/* Lines beside one that is shown of another function or file.  */
enum
{
  BESIDE = 2,
  MOST_ABOVE = 4 /* lines of a declaration before its name: attributes and the type */
};

static void
show (std::map<std::string, rows> *shown, const px_page_place &at, int last)
{
  for (int line = std::max (at.line, 1); at.line && line <= last; line++)
    (*shown)[at.file][line];
}

/* Shows the line AT, and those around it if it belongs to nothing that is shown.  */
static void
show_beside (std::map<std::string, rows> *shown, const px_page_place &at)
{
  if (at.line && !(*shown)[at.file].count (at.line))
    show (shown, { at.file, std::max (at.line - BESIDE, 1) }, at.line + BESIDE);
}

/* The line where the declaration begins whose name is at AT: the lines before it that are not empty and
   end nothing else.  */
static int
start_of (const px_page_place &at)
{
  int line = at.line;
  for (; line > 1 && at.line - line < MOST_ABOVE; line--)
    {
      std::string above = px_source_line (at.file.c_str (), line - 1);
      size_t end = above.find_last_not_of (" \t\r");
      if (end == std::string::npos || strchr (";}/", above[end]) || above[0] == '#')
	break;
    }
  return line;
}

/* The lines that are shown of P, by file.  */
static std::map<std::string, rows>
lines_of (const px_page_part &p)
{
  std::map<std::string, rows> shown;
  show (&shown, { p.first.file, start_of (p.first) }, p.last);
  for (const px_page_band &b : p.bands)
    show (&shown, b.first, b.last);
  for (const px_page_node &n : p.nodes)
    show_beside (&shown, n.at);
  for (const px_page_note &n : p.notes)
    {
      show_beside (&shown, n.at);
      for (const px_page_note &d : n.details)
	show_beside (&shown, d.at);
      if (!n.at.line)
	continue;
      row &r = shown[n.at.file][n.at.line];
      (n.before ? r.before : r.after).push_back (&n);
    }
  if (!p.code.empty ())
    for (auto &i : p.code[0].ptx)
      {
	auto file = shown.find (i.first.file);
	if (file == shown.end ())
	  continue;
	auto line = file->second.find (i.first.line);
	if (line != file->second.end ())
	  line->second.ptx.push_back (i.second);
      }
  return shown;
}

/* The cells of the bands beside a line.  TITLE: with what they are.  */
static void
page_cells (std::string *out, const px_page_part &p, const px_page_place &at, bool title)
{
  std::vector<const px_page_band *> cell;
  for (const px_page_band &b : p.bands)
    {
      if ((int) cell.size () <= b.depth)
	cell.resize (b.depth + 1);
      if (b.first.file == at.file && b.first.line <= at.line && at.line <= b.last)
	cell[b.depth] = &b;
    }
  for (const px_page_band *b : cell)
    {
      *out += b ? std::string ("<td class=\"band ") + colour (*b) + (b->view ? " view\"" : "\"")
		: std::string ("<td class=\"band\"");
      *out += (b && title ? " title=\"" + escaped (b->text) + "\"" : std::string ()) + "></td>";
    }
}

static void
page_note (std::string *out, const px_page_part &p, const px_page_note &n)
{
  *out += "<tr><td></td>";
  page_cells (out, p, n.at, false);
  *out += std::string ("<td class=\"note") + (n.before ? "" : " after") + "\">";
  if (n.details.empty ())
    *out += "<div>" + escaped (n.text) + "</div>";
  else
    {
      *out += "<details><summary>" + escaped (n.text) + "</summary><ul>";
      for (const px_page_note &d : n.details)
	*out += "<li>" + escaped (d.text) + link_to (p, d.at) + "</li>";
      *out += "</ul></details>";
    }
  *out += "</td><td></td></tr>\n";
}

static void
page_line (std::string *out, const px_page_part &p, const px_page_place &at, const row &r)
{
  for (const px_page_note *n : r.before)
    page_note (out, p, *n);
  *out += "<tr id=\"" + anchor (p, at) + "\"><td class=\"n\">" + in_digits (at.line) + "</td>";
  page_cells (out, p, at, true);
  *out += "<td class=\"text\">" + source_line (at) + "</td><td class=\"ptx\">";
  if (!r.ptx.empty ())
    {
      *out += "<details><summary>" + in_digits (r.ptx.size ()) + "</summary><pre>";
      for (const std::string &i : r.ptx)
	*out += escaped (i) + "\n";
      *out += "</pre></details>";
    }
  *out += "</td></tr>\n";
  for (const px_page_note *n : r.after)
    page_note (out, p, *n);
}

/* The function's own file first.  */
static void
page_source (std::string *out, const px_page_part &p)
{
  std::map<std::string, rows> shown = lines_of (p);
  std::vector<std::string> files = { p.first.file };
  for (auto &f : shown)
    if (f.first != p.first.file)
      files.push_back (f.first);
  *out += "<table class=\"source\">\n<tr><th></th>";
  page_cells (out, p, { "", 0 }, false);
  *out += "<th></th><th>PTX</th></tr>\n";
  for (const std::string &file : files)
    {
      int last = 0;
      for (auto &l : shown[file])
	{
	  if (l.first != last + 1 && (last || file != p.first.file))
	    {
	      *out += "<tr><td></td>";
	      page_cells (out, p, { "", 0 }, false);
	      *out += "<td class=\"note\">" + (last ? "…" : "<b>" + escaped (file) + "</b>")
		      + "</td><td></td></tr>\n";
	    }
	  last = l.first;
	  page_line (out, p, { file, l.first }, l.second);
	}
    }
  *out += "</table>\n";
}

/* ---- shared memory ---------------------------------------------------- */

enum
{
  BYTES_WIDE = 640, /* of the drawing, in pixels */
  LINE_HIGH = 6,
  ARRAY_HIGH = 18, /* at least, for the name */
  MARGIN = 60
};

/* Bytes from left to right, lines of the source from top to bottom.  */
static void
page_memory (std::string *out, const px_page_part &p)
{
  if (p.arrays.empty ())
    return;
  int64_t bytes = 0;
  int first = p.arrays[0].first, last = first;
  for (const px_page_array &a : p.arrays)
    {
      bytes = std::max (bytes, a.end);
      first = std::min (first, a.first);
      last = std::max (last, a.last);
    }
  int high = (last - first + 1) * LINE_HIGH + ARRAY_HIGH, told = 0;
  *out += "<h3>Shared memory: " + in_digits (bytes)
	  + " bytes, by line of the source</h3>\n<svg width=\""
	  + in_digits (BYTES_WIDE + 2 * MARGIN) + "\" height=\"" + in_digits (high + 24) + "\">\n";
  for (const px_page_array &a : p.arrays)
    {
      int64_t x = MARGIN + a.start * BYTES_WIDE / bytes,
	      w = std::max<int64_t> ((a.end - a.start) * BYTES_WIDE / bytes, 2);
      int y = 18 + (a.first - first) * LINE_HIGH,
	  h = std::max ((a.last - a.first + 1) * LINE_HIGH, (int) ARRAY_HIGH);
      *out += "<rect x=\"" + in_digits (x) + "\" y=\"" + in_digits (y) + "\" width=\""
	      + in_digits (w) + "\" height=\"" + in_digits (h)
	      + "\" fill=\"#cfe0f7\" stroke=\"#5b7fd0\"><title>" + escaped (a.name) + ": bytes "
	      + in_digits (a.start) + " to " + in_digits (a.end - 1) + ", lines "
	      + in_digits (a.first) + " to " + in_digits (a.last) + "</title></rect><text x=\""
	      + in_digits (x + 4) + "\" y=\"" + in_digits (y + 13) + "\">" + escaped (a.name)
	      + "</text><text x=\"" + in_digits (x) + "\" y=\"12\" fill=\"#888\">"
	      + in_digits (a.start) + "</text>\n";
      if (told && y < told + ARRAY_HIGH)
	continue;
      told = y;
      *out += "<text x=\"2\" y=\"" + in_digits (y + 13) + "\" fill=\"#888\">line "
	      + in_digits (a.first) + "</text>\n";
    }
  *out += "</svg>\n";
}

/* ---- the graph -------------------------------------------------------- */

enum
{
  ROW = 20,	  /* height of a line, in pixels */
  INDENT = 16,	  /* of a construct's contents */
  TEXTS = 560,	  /* width of the lines */
  LETTERS = 84,	  /* that fit in it */
  LANE = 12,	  /* between arcs beside each other */
  MOST_ARCS = 400 /* that anybody can follow */
};

/* Gives each arc a lane in which it meets no other, shorter ones first.  Returns how many there are.  */
static int
lanes_of (const std::vector<px_page_arc> &arcs, std::vector<int> *lane)
{
  std::vector<size_t> order;
  for (size_t i = 0; i < arcs.size () && i < MOST_ARCS; i++)
    order.push_back (i);
  auto low = [&] (size_t i) {
    return std::min (arcs[i].from, arcs[i].to);
  };
  auto high = [&] (size_t i) {
    return std::max (arcs[i].from, arcs[i].to);
  };
  std::stable_sort (order.begin (), order.end (),
		    [&] (size_t a, size_t b) { return high (a) - low (a) < high (b) - low (b); });
  std::vector<std::vector<size_t>> taken;
  lane->assign (arcs.size (), -1);
  for (size_t i : order)
    {
      size_t l = 0;
      for (; l < taken.size (); l++)
	{
	  bool free = true;
	  for (size_t k : taken[l])
	    free &= high (k) < low (i) || high (i) < low (k);
	  if (free)
	    break;
	}
      if (l == taken.size ())
	taken.push_back ({});
      taken[l].push_back (i);
      (*lane)[i] = l;
    }
  return taken.size ();
}

static void
page_graph (std::string *out, const px_page_part &p)
{
  if (p.nodes.empty ())
    return;
  std::vector<int> lane;
  int lanes = lanes_of (p.arcs, &lane), high = p.nodes.size () * ROW + 10;
  int wide = TEXTS + (lanes + 1) * LANE + 20;
  *out
    += "<h3>Order of execution</h3>\n<p>Solid: ordered by a synchronisation; dashed: with a later "
       "iteration; red: slots of a ring, full and, dashed, empty again.</p>\n<svg width=\""
       + in_digits (wide) + "\" height=\"" + in_digits (high)
       + "\"><defs><marker id=\"m\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
	 "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n";
  for (size_t i = 0; i < p.nodes.size (); i++)
    {
      const px_page_node &n = p.nodes[i];
      int x = n.depth * INDENT + 4, y = i * ROW + 4;
      size_t fit = LETTERS - 3 * std::min (n.depth, 20);
      std::string text = n.text.size () <= fit ? escaped (n.text)
					       : escaped (n.text.substr (0, fit)) + "…<title>"
						   + escaped (n.text) + "</title>";
      if (n.at.line)
	text = "<a href=\"#" + anchor (p, n.at) + "\">" + text + "</a>";
      if (n.kind == PX_PAGE_CONSTRUCT)
	*out += "<rect x=\"" + in_digits (x) + "\" y=\"" + in_digits (y) + "\" width=\""
		+ in_digits (TEXTS - x - n.depth * 3) + "\" height=\""
		+ in_digits ((n.end - (int) i + 1) * ROW - 3)
		+ "\" rx=\"4\" fill=\"#00000008\" stroke=\"#bbb\"/>";
      else if (n.kind == PX_PAGE_SYNC)
	*out += "<rect x=\"" + in_digits (x) + "\" y=\"" + in_digits (y + 1) + "\" width=\""
		+ in_digits (TEXTS - x - n.depth * 3 - 8) + "\" height=\"" + in_digits (ROW - 4)
		+ "\" fill=\"#fdf0ef\" stroke=\"#c33\"/>";
      *out += "<text x=\"" + in_digits (x + 6) + "\" y=\"" + in_digits (y + 13) + "\""
	      + (n.kind == PX_PAGE_CONSTRUCT ? " fill=\"#777\"" : "") + ">" + text + "</text>\n";
    }
  for (size_t i = 0; i < p.arcs.size (); i++)
    if (lane[i] >= 0)
      {
	const px_page_arc &a = p.arcs[i];
	int y = a.from * ROW + ROW / 2 + 2, z = a.to * ROW + ROW / 2 + 6,
	    x = TEXTS + (lane[i] + 1) * LANE;
	const char *ink = a.ring ? "#c33" : "#335";
	*out += "<path d=\"M" + in_digits (TEXTS) + " " + in_digits (y) + "H" + in_digits (x) + "V"
		+ in_digits (z) + "H" + in_digits (TEXTS) + "\" fill=\"none\" stroke=\"" + ink
		+ "\"" + (a.carried ? " stroke-dasharray=\"4 3\"" : "")
		+ " marker-end=\"url(#m)\"><title>" + escaped (a.text) + "</title></path>\n";
      }
  *out += "</svg>\n";
  if (p.arcs.size () > MOST_ARCS)
    *out += "<p>" + in_digits (p.arcs.size () - MOST_ARCS) + " more are not drawn.</p>\n";
}

/* ---- the page --------------------------------------------------------- */

static void
page_part (std::string *out, const px_page_part &p)
{
  *out += "<h2 id=\"f" + in_digits (&p - &parts ()[0]) + "\">"
	  + (p.kernel ? "Kernel " : "Function ") + escaped (p.name) + "</h2>\n";
  if (!p.code.empty ())
    {
      *out += "<table class=\"used\">";
      for (const px_page_code &c : p.code)
	*out += "<tr><td>" + escaped (c.arch) + "</td><td>" + escaped (c.used) + "</td></tr>";
      *out += "</table>\n";
    }
  page_source (out, p);
  page_memory (out, p);
  page_graph (out, p);
}

/* The page; WRONG: the file has errors.  */
static std::string
page (bool wrong)
{
  std::string file = escaped (main_input_filename), out;
  out += "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + file
	 + "</title><style>" + style + "</style></head><body>\n<h1>" + file + "</h1>\n";
  if (wrong)
    out += "<p><b>The file has errors: what follows is not complete.</b></p>\n";
  if (parts ().empty ())
    out += "<p>It has no device code.</p>\n";
  else
    out += "<p class=\"key\"><span class=\"grid\">grid</span><span class=\"cluster\">blocks</span>"
	   "<span class=\"block\">block</span><span class=\"group\">128 threads and more</span>"
	   "<span class=\"warp\">warp</span><span class=\"few\">threads of a warp</span>"
	   "<span class=\"thread\">thread</span><span class=\"ring\">slot of a ring</span> "
	   "code; striped: what one unit sees of an array</p>\n<ul>";
  for (const px_page_part &p : parts ())
    out += "<li><a href=\"#f" + in_digits (&p - &parts ()[0]) + "\">" + escaped (p.name)
	   + "</a></li>";
  out += parts ().empty () ? "" : "</ul>\n";
  bool lines = false, code = false;
  for (const px_page_part &p : parts ())
    for (const px_page_code &c : p.code)
      {
	code = true;
	for (auto &i : c.ptx)
	  lines |= i.first.line > 0;
      }
  if (code && !lines)
    out += "<p>With <code>-g</code> each line's PTX is beside it.</p>\n";
  for (const px_page_part &p : parts ())
    page_part (&out, p);
  return out + "</body></html>\n";
}

/* True if FILE is there and is not a file of bytes, as /dev/null: it must stay what it is.  */
static bool
device_p (const char *file)
{
  struct stat st;
  return !stat (file, &st) && !S_ISREG (st.st_mode);
}

/* Writes the page to FILE.  False: errno says why not.  */
static bool
write_page (const char *file, bool wrong)
{
  std::string text = page (wrong), part = std::string (file) + ".part";
  bool out = !strcmp (file, "-"), direct = out || device_p (file);
  FILE *f = out ? stdout : fopen (direct ? file : part.c_str (), "w");
  bool whole = f && fwrite (text.data (), 1, text.size (), f) == text.size () && !fflush (f);
  int why = errno;
  if (f && !out && fclose (f) && whole)
    {
      whole = false;
      why = errno;
    }
  if (whole && !direct && rename (part.c_str (), file))
    {
      whole = false;
      why = errno;
    }
  if (!whole && f && !direct)
    unlink (part.c_str ());
  errno = why;
  return whole;
}

void
px_page_write (const char *file)
{
  if (!write_page (file, seen_error ()))
    error ("cannot write the report to %qs: %m", file);
}

void
px_page_write_at_exit (const char *file)
{
  if (!write_page (file, true))
    fprintf (stderr, "cannot write the report to '%s': %s\n", file, xstrerror (errno));
}
