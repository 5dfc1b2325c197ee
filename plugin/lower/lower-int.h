/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the passes of plugin/lower have found out about this translation unit, each for later passes
   and for its image: plugin/lower/lower.h has the queries.  */
#ifndef PX_LOWER_INT_H
#define PX_LOWER_INT_H

#include "plugin/lower/lower.h"

/* A __shared array of a function that has been laid out, and the SSA name of its address.  */
struct px_shared_place
{
  tree array, pointer;
};

/* The frame of a function in the shared memory of its block.  */
struct px_frame
{
  uint64_t bytes;
  unsigned dynamic_align;	       /* of the array sized at launch; 0: it has none */
  std::vector<px_shared_part> parts;   /* at bytes of the frame */
  std::vector<px_shared_place> places; /* of the function's own arrays */
};

/* Types for the debugger, which GCC forgets much of after parsing.  A type that is made of a struct
   or an enum has its number, else 0.  */
struct px_debug_type
{
  std::string text;
  size_t made_of;
};
struct px_debug_definition
{
  std::string comment;
  std::set<size_t> made_of; /* numbers of the structs and enums of its members */
};
struct px_debug_types
{
  std::map<tree, size_t> numbers;	    /* of structs and enums, from 1 on */
  std::vector<px_debug_definition> defined; /* that of number N at N - 1 */
  std::map<tree, px_debug_type> noted;	    /* types of variables */
};

struct px_unit_lowered
{
  std::map<tree, px_frame> frames;		    /* shared.cc, by function */
  std::map<tree, std::vector<px_map_rec>> map_uses; /* intrin.cc, by kernel */
  std::vector<px_registers> registers;		    /* frag.cc, by number of the fragment */
  px_debug_types types;				    /* vars.cc */
};
px_unit_lowered &px_lowered (); /* plugin/lower/lower.cc */

#endif
