/* SPDX-License-Identifier: MIT */
/* Texture and surface objects as the driver makes them (emulator/driver/texture.c) and the instructions
   tex, tld4, txq, suld, sust, suq read them (texture.c).  */
#ifndef PX_TEXTURE_H
#define PX_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

struct px_emu;

enum
{
  PX_TEX_LEVELS = 16
}; /* of a size of at most 32768 */

/* Rows of a level, or of an array.  */
struct px_tex_level
{
  uint64_t base, pitch, slice;	 /* bytes from row to row, from slice or layer to the next */
  uint32_t width, height, depth; /* height, depth: 1 where there is no such dimension */
};

enum px_tex_kind
{
  PX_TEX_UINT,
  PX_TEX_SINT,
  PX_TEX_FLOAT
};
enum px_tex_address
{
  PX_TEX_WRAP,
  PX_TEX_CLAMP,
  PX_TEX_MIRROR,
  PX_TEX_BORDER
}; /* CUaddress_mode */

struct px_tex
{
  bool surface;	   /* else a texture */
  bool buffer;	   /* linear memory: what lies outside is 0 */
  bool normalized; /* coordinates are from 0 to 1 */
  bool as_float;   /* integers of 8 and 16 bits are read as 0 to 1, or -1 to 1 */
  bool srgb, linear, linear_levels;
  bool cube;
  uint8_t kind, bytes, channels; /* enum px_tex_kind; of a channel; 1, 2 or 4 */
  uint8_t address[3];
  uint8_t n_levels; /* 1 or more */
  uint32_t layers;  /* 0: not layered; of cubes the faces are not counted */
  float bias, min_level, max_level, border[4];
  struct px_tex_level level[PX_TEX_LEVELS];
};

/* The handle of a new object like T; 0 without memory.  */
uint64_t px_emu_tex_new (struct px_emu *emu, const struct px_tex *t);
/* Returns true if HANDLE's object has ended.  */
bool px_emu_tex_was (struct px_emu *emu, uint64_t handle);
/* Ends it.  False: there is none.  */
bool px_emu_tex_free (struct px_emu *emu, uint64_t handle);
/* Ends them all.  */
void px_emu_tex_free_all (struct px_emu *emu);

/* The object of HANDLE, a texture or a SURFACE, whose memory is there; NULL: lane I of W has
   failed at O.  Linear memory may end before the texture does, as long as nothing is read there:
   *ROOM bytes of it are there.  */
struct warp;
struct op;
const struct px_tex *px_emu_tex_object (struct warp *w, const struct op *o, uint32_t i,
					uint64_t handle, bool surface, uint64_t *room);

/* ---- encodings of op.imm, for texture.c and decode-texture.c ---- */

enum tex_geometry
{
  TG_1D,
  TG_2D,
  TG_3D,
  TG_A1D,
  TG_A2D,
  TG_CUBE,
  TG_ACUBE
};
enum tex_mode
{
  TM_BASE,
  TM_LEVEL,
  TM_GRAD,
  TM_GATHER
};
enum tex_clamp
{
  TC_TRAP,
  TC_CLAMP,
  TC_ZERO
};
enum tex_query
{
  TQ_WIDTH,
  TQ_HEIGHT,
  TQ_DEPTH,
  TQ_TYPE,
  TQ_ORDER,
  TQ_NORMALIZED,
  TQ_LAYERS,
  TQ_LEVELS,
  TQ_SAMPLES
};
/* What a geometry is: the number of its dimensions, layers not counted.  */
struct tex_shape
{
  uint8_t dims;
  bool layered, cube;
};
extern const struct tex_shape tex_shapes[];
#define TEX(geometry, mode, component, integers) \
  ((int64_t) (geometry) | (mode) << 4 | (component) << 8 | (integers) << 12)
#define TEX_GEOMETRY(imm) ((imm) &15)
#define TEX_MODE(imm) ((imm) >> 4 & 15)
#define TEX_COMPONENT(imm) ((imm) >> 8 & 15)
#define TEX_INTEGERS(imm) ((imm) >> 12 & 1)
/* N elements of BYTES.  */
#define SURF(geometry, clamp, n, bytes) \
  ((int64_t) (geometry) | (clamp) << 4 | (n) << 8 | (bytes) << 12)
#define SURF_CLAMP(imm) ((imm) >> 4 & 15)
#define SURF_N(imm) ((imm) >> 8 & 15)
#define SURF_BYTES(imm) ((imm) >> 12 & 15)

#endif
