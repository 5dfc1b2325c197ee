/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tiles: matrices in shared memory, made of swizzled strips.  Converts between a tile's type and
   the shape argument of a call, and finds errors in a tile.

   Needs: a fragment of part PX_F_TILE, or a call of an operation with one.
   Leaves: nothing changed.  */

#include "plugin/model/model.h"

HOST_WIDE_INT
px_tile_shape (const px_fragment &f)
{
  return f.rows << 40 | f.cols << 20 | (HOST_WIDE_INT) f.strip << 8 | (1 + (f.elem - px_elements));
}

px_fragment
px_shaped_tile (HOST_WIDE_INT shape)
{
  px_fragment f = {
    PX_F_TILE, &px_elements[(shape & 0xff) - 1], shape >> 40 & 0xfffff, shape >> 20 & 0xfffff, 1,
    true,      (int) (shape >> 8 & 0xfff)
  };
  return f;
}

px_fragment
px_tile_argument (gimple *s, unsigned i)
{
  return px_shaped_tile (tree_to_shwi (gimple_call_arg (s, i + 1)));
}

std::string
px_tile_fault (const px_fragment &f)
{
  char t[80] = "";
  int bytes = f.cols * (f.elem->bits / 8);
  if (!f.rows || f.rows % 8)
    snprintf (t, sizeof t, "its rows are not a multiple of 8");
  else if (!bytes || bytes % f.strip)
    snprintf (t, sizeof t, "its rows have %d bytes, which is not a multiple of %d", bytes, f.strip);
  return t;
}
