/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels and perspectives (Prism §3.1, §3.2), for all parts of the plugin, also those that do
   not use GCC.  */
#ifndef PX_LEVEL_H
#define PX_LEVEL_H

typedef int px_level;
enum
{
  PX_THREAD,
  PX_BLOCK,
  PX_GRID
};

/* N units of a level, aligned to N.  */
struct px_persp
{
  int level, n;
};

#endif
