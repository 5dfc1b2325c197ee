/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What -fplugin-arg-px-report=FILE shows of a translation unit.  plugin/sync fills in the parts for
   functions, plugin/device their code; plugin/base/page.cc makes a page of HTML of it.  Everything is
   copied: nothing here points into GCC or into a px_fn.  */
#ifndef PX_PAGE_H
#define PX_PAGE_H

#include "plugin/base/base.h"

/* A line of the user's source; LINE 0: none.  */
struct px_page_place
{
  std::string file;
  int line;
};

/* Lines FIRST to LAST, in one file, belong to a construct, in DEPTH others.  PERSP: of the code, or,
   if VIEW, of what one unit sees of an object; N = 0: neither (a slot of a ring).  */
struct px_page_band
{
  px_page_place first;
  int last, depth;
  px_persp persp;
  bool view;
  std::string text;
};

/* What -fplugin-arg-px-explain says at a place.  BEFORE: it stands before that line.  */
struct px_page_note
{
  px_page_place at;
  std::string text;
  bool before;
  std::vector<px_page_note> details;
};

/* A __shared array: bytes START to END - 1 of the block's memory, in use from line FIRST to line LAST.  */
struct px_page_array
{
  std::string name;
  int64_t start, end;
  int first, last;
};

/* A line of the graph, in order of execution, in DEPTH constructs; of a construct END is its last line.  */
enum px_page_kind
{
  PX_PAGE_CONSTRUCT,
  PX_PAGE_ACCESS,
  PX_PAGE_SYNC
};
struct px_page_node
{
  px_page_kind kind;
  int depth, end;
  px_page_place at;
  std::string text;
};
/* An order between two lines of the graph.  CARRIED: of an iteration and a later one.  RING: a slot is
   full, or empty again if CARRIED.  */
struct px_page_arc
{
  int from, to;
  bool carried, ring;
  std::string text;
};

/* The code for one architecture.  USED: what the kernel takes, in words.  PTX is in order; LINE 0: none
   is known.  */
struct px_page_code
{
  std::string arch, used;
  std::vector<std::pair<px_page_place, std::string>> ptx;
};

struct px_page_part
{
  tree fn;
  std::string name;
  bool kernel;
  px_page_place first; /* of its declaration */
  int last;	       /* its closing brace */
  std::vector<px_page_band> bands;
  std::vector<px_page_note> notes;
  std::vector<px_page_array> arrays;
  std::vector<px_page_node> nodes;
  std::vector<px_page_arc> arcs;
  std::vector<px_page_code> code;
};

px_page_place px_page_place_of (location_t);
/* The line of the brace that ends the construct at LOC, of which the source has NAME (...) ... { ... } there,
   as far as line LAST; 0 if it is not like that.  Braces of all branches of #if are counted.  */
int px_page_end_of (location_t loc, int last);
/* The part of FN, which the first call makes.  */
px_page_part &px_page_part_of (tree fn);
/* Writes the page to FILE ("-": standard output), whole or not at all; reports an error if it cannot.  */
void px_page_write (const char *file);
/* The same while GCC exits after a fatal error: there are no diagnostics any more, so a line on standard
   error says what goes wrong.  */
void px_page_write_at_exit (const char *file);

#endif
