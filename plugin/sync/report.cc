/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report's part for a function (-fplugin-arg-px-report): its constructs, what
   -fplugin-arg-px-explain says, shared memory and the graph.

   Needs: the tree with its answers, and the notes.
   Leaves: a part of the page (plugin/base/page.h).  */

#include "plugin/sync/sync-int.h"
#include "plugin/base/page.h"

/* ---- notes ------------------------------------------------------------ */

/* The text that inform would print of GMSGID and AP.  */
static std::string
note_text (location_t loc, const char *gmsgid, va_list *ap)
{
  diagnostic_info info;
  rich_location at (line_table, loc);
  pretty_printer pp;
  diagnostic_set_info (&info, gmsgid, ap, &at, DK_NOTE);
  pp_format_decoder (&pp) = &default_tree_printer;
  pp_format (&pp, &info.message);
  pp_output_formatted_text (&pp);
  return pp_formatted_text (&pp);
}

void
px_note_in_report (px_note_rank rank, location_t loc, const char *gmsgid, ...)
{
  va_list ap;
  va_start (ap, gmsgid);
  std::vector<px_page_note> &notes = px_page_part_of (px_now->fun->decl).notes;
  px_page_note n
    = { px_page_place_of (loc), note_text (loc, gmsgid, &ap), rank == PX_NOTE_BEFORE, {} };
  va_end (ap);
  if (rank == PX_NOTE_DETAIL && !notes.empty ())
    notes.back ().details.push_back (n);
  else
    notes.push_back (n);
}

/* ---- the constructs --------------------------------------------------- */

static px_page_place
stmt_place (const px_stmt *s)
{
  return s->loc.loc ? px_page_place_of ((location_t) s->loc.loc) : px_page_place{ "", 0 };
}

/* The last line, in the file of FROM, of what stands in Q.  */
static int
last_line (const px_seq *q, const px_page_place &from)
{
  int last = from.line;
  for (int i = 0; i < q->nst; i++)
    {
      px_page_place at = stmt_place (q->st[i]);
      if (at.file == from.file)
	last = std::max (last, at.line);
      for (int k = 0; k < q->st[i]->nbody; k++)
	last = std::max (last, last_line (q->st[i]->body[k], from));
    }
  return last;
}

/* The first place of what stands in Q.  */
static px_page_place
first_in (const px_seq *q)
{
  for (int i = 0; i < q->nst; i++)
    if (q->st[i]->loc.loc)
      return stmt_place (q->st[i]);
    else
      for (int k = 0; k < q->st[i]->nbody; k++)
	{
	  px_page_place at = first_in (q->st[i]->body[k]);
	  if (at.line)
	    return at;
	}
  return { "", 0 };
}

/* What body K of S is, in words; "" if it is nothing that the source names.  */
static std::string
construct_words (const px_stmt *s, int k)
{
  static const char *const views[]
    = { "partition of '", "claim of '", "asynchronous view of '", "read-only view of '" };
  std::string at = s->persp.n ? std::string (", for ") + px_name (s->persp) : "";
  switch (s->kind)
    {
    case PX_GROUP: return std::string ("group of ") + px_name (s->persp);
    case PX_VIEW: return std::string (views[s->view]) + s->obj->name + "'" + at;
    case PX_SPLIT:
      return "case: " + std::to_string (s->size[k]) + " units from unit "
	     + std::to_string (s->start[k]) + " on";
    case PX_FILL: return std::string ("fill of a slot of '") + s->ring->name + "'";
    case PX_DRAIN: return std::string ("drain of a slot of '") + s->ring->name + "'";
    case PX_LOOP: return "loop";
    case PX_IF: return k ? "else" : "if";
    default: return "";
    }
}

/* Adds the bands of what stands in Q, in DEPTH others.  Code of a split's branch has the perspective of
   Q's sequence.  */
static void
page_bands (px_page_part *p, const px_seq *q, int depth)
{
  for (int i = 0; i < q->nst; i++)
    for (int k = 0; k < q->st[i]->nbody; k++)
      {
	const px_stmt *s = q->st[i];
	const px_seq *body = s->body[k];
	bool band = s->kind != PX_LOOP && s->kind != PX_IF;
	if (band)
	  {
	    px_page_place at = s->kind == PX_SPLIT ? first_in (body) : stmt_place (s);
	    px_persp persp = s->kind == PX_VIEW				 ? s->persp
			     : s->kind == PX_FILL || s->kind == PX_DRAIN ? px_persp{ PX_THREAD, 0 }
									 : body->persp;
	    if (!at.line)
	      {
		page_bands (p, body, depth + band);
		continue;
	      }
	    /* To its closing brace, which no statement has.  */
	    int last = last_line (body, at), end = 0;
	    px_page_place function = px_page_place_of (px_now->fun->function_end_locus);
	    if (s->kind != PX_SPLIT && function.file == at.file)
	      end = px_page_end_of ((location_t) s->loc.loc, function.line);
	    p->bands.push_back ({ at, std::max (last, end), depth, persp, s->kind == PX_VIEW,
				  construct_words (s, k) });
	  }
	page_bands (p, body, depth + band);
      }
}

/* ---- shared memory ---------------------------------------------------- */

static void
page_arrays (px_page_part *p, const px_fn *f)
{
  for (int i = 0; i < f->nobj; i++)
    for (const px_shared_item &x : px_now->bytes[f->obj[i]])
      if (x.array && x.start < x.end)
	{
	  px_page_place at = px_page_place_of (DECL_SOURCE_LOCATION (x.array));
	  int last = at.line;
	  for (int k = 0; k < f->nacc; k++)
	    if (f->acc[k]->obj == f->obj[i])
	      {
		px_page_place use = stmt_place (f->acc[k]->op);
		if (use.file == at.file)
		  last = std::max (last, use.line);
	      }
	  p->arrays.push_back ({ px_name_of (x.array), x.start, x.end, at.line, last });
	}
}

/* ---- the graph -------------------------------------------------------- */

struct graph
{
  px_page_part *p;
  const px_fn *f;
  std::map<const px_stmt *, int> line; /* of operations, fills and drains */
};

static int
page_node (graph *g, px_page_kind kind, int depth, const px_page_place &at, const std::string &text)
{
  int n = g->p->nodes.size ();
  g->p->nodes.push_back ({ kind, depth, n, at, text });
  return n;
}

static std::string
operation_words (const px_stmt *s)
{
  std::string words;
  for (int i = 0; i < s->nacc; i++)
    {
      std::string word
	= std::string (px_access_word (&s->acc[i])) + " of '" + s->acc[i].obj->name + "'";
      if (words.find (word) == std::string::npos)
	words += (words.empty () ? "" : ", ") + word;
    }
  return s->callee ? words + " by " + s->callee : words;
}

static void
page_nodes (graph *g, const px_seq *q, int depth)
{
  for (int i = 0; i <= q->nst; i++)
    {
      for (int k = 0; k < g->f->nsync; k++)
	{
	  const px_sync *s = g->f->sync[k];
	  std::string name = "synchronisation " + std::to_string (s->num);
	  if (s->seq == q && s->arrive == i)
	    page_node (g, PX_PAGE_SYNC, depth, { "", 0 }, name + ": arrival");
	  if (s->seq == q && s->idx == i)
	    page_node (g, PX_PAGE_SYNC, depth,
		       i < q->nst ? stmt_place (q->st[i]) : px_page_place{ "", 0 },
		       name + (s->back ? ", but not in the first iteration" : "") + ": "
			 + px_sync_words (g->f, s));
	}
      if (i == q->nst || q->st[i]->synth)
	continue;
      const px_stmt *s = q->st[i];
      if (s->nacc)
	g->line[s] = page_node (g, PX_PAGE_ACCESS, depth, stmt_place (s), operation_words (s));
      for (int k = 0; k < s->nbody; k++)
	if (s->body[k]->nst || s->kind == PX_FILL || s->kind == PX_DRAIN)
	  {
	    int head
	      = page_node (g, PX_PAGE_CONSTRUCT, depth, stmt_place (s), construct_words (s, k));
	    if (!k)
	      g->line[s] = head;
	    page_nodes (g, s->body[k], depth + 1);
	    g->p->nodes[head].end = g->p->nodes.size () - 1;
	  }
    }
}

static void
page_arc (graph *g, const px_stmt *a, const px_stmt *b, bool carried, bool ring,
	  const std::string &text)
{
  auto x = g->line.find (a), y = g->line.find (b);
  if (x == g->line.end () || y == g->line.end ())
    return;
  for (const px_page_arc &e : g->p->arcs)
    if (e.from == x->second && e.to == y->second && e.text == text)
      return;
  g->p->arcs.push_back ({ x->second, y->second, carried, ring, text });
}

static void
page_arcs (graph *g)
{
  for (int i = 0; i < g->f->nsync; i++)
    for (int k = 0; k < g->f->sync[i]->nwhy; k++)
      {
	const px_edge &e = g->f->sync[i]->why[k];
	bool carried = e.loop && px_inside (e.loop, e.a->op);
	page_arc (g, e.a->op, e.b->op, carried, false,
		  "synchronisation " + std::to_string (g->f->sync[i]->num) + ": '" + e.a->obj->name
		    + "'" + (carried ? ", a later iteration" : ""));
      }
  for (int i = 0; i < g->f->nrsync; i++)
    {
      const px_ring_sync *r = g->f->rsync[i];
      for (int a = 0; a < r->nfill; a++)
	for (int b = 0; b < r->ndrain; b++)
	  {
	    page_arc (g, r->fill[a], r->drain[b], false, true,
		      std::string ("'") + r->ring->name + "': the slot is full");
	    if (r->empty)
	      page_arc (g, r->drain[b], r->fill[a], true, true,
			std::string ("'") + r->ring->name + "': the slot is empty again, "
			  + std::to_string (r->ring->slots) + " numbers later");
	  }
    }
}

void
px_report_function (const px_fn *f)
{
  tree fn = px_now->fun->decl;
  px_page_part &p = px_page_part_of (fn);
  graph g = { &p, f, {} };
  p.name = f->name;
  p.kernel = f->kernel;
  p.first = px_page_place_of (DECL_SOURCE_LOCATION (fn));
  p.last = px_page_place_of (px_now->fun->function_end_locus).line;
  p.bands.push_back ({ p.first, std::max (p.last, p.first.line), 0, f->body->persp, false,
		       std::string ("the function's code: ") + px_name (f->body->persp) });
  /* What stands at the end of the function is noted at its name.  */
  for (px_page_note &n : p.notes)
    if (n.before && n.at.file == p.first.file && n.at.line == p.first.line)
      n.at.line = p.last;
  page_bands (&p, f->body, 1);
  page_arrays (&p, f);
  page_nodes (&g, f->body, 0);
  page_arcs (&g);
}
