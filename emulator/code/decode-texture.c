/* SPDX-License-Identifier: MIT */
/* Instructions of textures and surfaces become ops (PTX ISA 9.7.10, 9.7.11).  Objects are
   addressed by their handle in a register; samplers, textures and surfaces that a module
   declares (.texref, .samplerref, .surfref) went from CUDA with version 12.  */

#include "emulator/code/decode.h"
#include "emulator/run/texture.h"

/* By enum tex_geometry: elements of the vector of coordinates, and how many count.  */
static const struct
{
  ptx_mod mod;
  uint8_t n, used;
  bool layered;
} shapes[] = { [TG_1D] = { PTX_M_D1, 1, 1, false },	[TG_2D] = { PTX_M_D2, 2, 2, false },
	       [TG_3D] = { PTX_M_D3, 4, 3, false },	[TG_A1D] = { PTX_M_A1D, 2, 2, true },
	       [TG_A2D] = { PTX_M_A2D, 4, 3, true },	[TG_CUBE] = { PTX_M_CUBE, 4, 3, false },
	       [TG_ACUBE] = { PTX_M_ACUBE, 4, 4, true } };

static enum tex_geometry
geometry (struct dec *c)
{
  ptx_mod m = cls (c, PTX_C_DIM);
  for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
    if (shapes[k].mod == m)
      return k;
  bad (c, "geometry .%s is not supported", ptx_mods[m].name);
}

/* The handle of operand O, [handle] or [handle, …].  */
static uint32_t
handle (struct dec *c, const ptx_opnd *o)
{
  enum space known = SP_GENERIC;
  const ptx_opnd *a = o->kind == PTX_O_TUPLE ? &o->sub[0] : o;
  if (a->kind == PTX_O_ADDR && a->base == PTX_O_SYM)
    bad (c, "'%s' is a texture, sampler or surface reference; these went with CUDA 12, use objects",
	 a->sym->name);
  return full_address (c, o, &known);
}

/* The USED first elements of the vector O of N, as registers of 32 bits, to V.  */
static void
coordinates (struct dec *c, const ptx_opnd *o, unsigned n, unsigned used, bool flt, bool layered,
	     uint32_t *v)
{
  if (o->kind != PTX_O_VEC && n == 1)
    {
      v[0] = value (c, o, 32, flt);
      return;
    }
  for (unsigned k = 0; k < used; k++)
    {
      const ptx_opnd e = element (c, o, n, k);
      v[k] = value (c, &e, 32, flt && !(layered && k == 0));
    }
}

/* The N results D, registers of BITS, to V.  */
static void
results (struct dec *c, const ptx_opnd *d, unsigned n, unsigned bits, uint32_t *v)
{
  for (unsigned k = 0; k < n; k++)
    {
      const ptx_opnd e = d->kind == PTX_O_VEC || n > 1 ? element (c, d, n, k) : *d;
      v[k] = e.kind == PTX_O_SINK ? new_vreg (c, bits) : target (c, &e, bits);
    }
}

static void
texture (struct dec *c, bool gather)
{
  enum tex_mode mode = gather		       ? TM_GATHER
		       : flag (c, PTX_M_LEVEL) ? TM_LEVEL
		       : flag (c, PTX_M_GRAD)  ? TM_GRAD
					       : TM_BASE;
  unsigned component = flag (c, PTX_M_SEL_G)	  ? 1
		       : flag (c, PTX_M_MATRIX_B) ? 2
		       : flag (c, PTX_M_MATRIX_A) ? 3
						  : 0;
  flag (c, PTX_M_RIGHT);
  flag (c, PTX_M_BASE);
  enum tex_geometry g = geometry (c);
  cls (c, PTX_C_VEC);
  type_of (c);
  bool integers = ptx_type_kind (type_of (c)) != PTX_K_FLOAT;
  const ptx_opnd *t = arg (c, 1);
  uint32_t d[4], x[4], more[8], h;
  unsigned n_more = mode == TM_LEVEL ? 1 : 0, dims = shapes[g].used - shapes[g].layered;
  if (t->n != 2)
    bad (c, "textures with a sampler of their own are not supported");
  if (c->in->nopnds > 2u + (mode == TM_LEVEL) + 2 * (mode == TM_GRAD))
    bad (c, "offsets and depth comparisons are not supported");
  if (integers && (mode == TM_GATHER || g == TG_CUBE || g == TG_ACUBE))
    bad (c, "coordinates are floats");
  h = handle (c, t);
  coordinates (c, &t->sub[1], shapes[g].n, shapes[g].used, !integers, shapes[g].layered, x);
  if (mode == TM_LEVEL)
    {
      more[0] = src (c, 2, 32);
      if (integers)
	mode = TM_BASE; /* level 0, except of multisampled ones */
    }
  else if (mode == TM_GRAD)
    {
      n_more = 2 * dims;
      for (unsigned k = 0; k < 2; k++)
	coordinates (c, arg (c, 2 + k), dims == 3 ? 4 : dims, dims, true, false, more + k * dims);
    }
  results (c, arg (c, 0), 4, 32, d);
  emit (c, NONE, NONE, NONE, NONE, OPC_tex);
  for (unsigned k = 0; k < 4; k++)
    refer_more (c, d[k], true);
  refer_more (c, h, false);
  for (unsigned k = 0; k < shapes[g].used; k++)
    refer_more (c, x[k], false);
  for (unsigned k = 0; k < n_more; k++)
    refer_more (c, more[k], false);
  c->ops[c->n_ops - 1].imm = TEX (g, mode, component, integers);
}

static void
query (struct dec *c, bool of_surface)
{
  static const struct
  {
    ptx_mod mod;
    enum tex_query query;
  } queries[] = { { PTX_M_Q_WIDTH, TQ_WIDTH },	     { PTX_M_Q_HEIGHT, TQ_HEIGHT },
		  { PTX_M_Q_DEPTH, TQ_DEPTH },	     { PTX_M_Q_TYPE, TQ_TYPE },
		  { PTX_M_Q_ORDER, TQ_ORDER },	     { PTX_M_Q_NORMALIZED, TQ_NORMALIZED },
		  { PTX_M_Q_ARRAY_SIZE, TQ_LAYERS }, { PTX_M_Q_LEVELS, TQ_LEVELS },
		  { PTX_M_Q_SAMPLES, TQ_SAMPLES } };
  size_t k = 0;
  while (k < sizeof queries / sizeof *queries && !flag (c, queries[k].mod))
    k++;
  type_of (c);
  if (k == sizeof queries / sizeof *queries)
    bad (c, "the query is not supported");
  uint32_t h = handle (c, arg (c, 1));
  struct op *o = emit (c, dst (c, 32), h, NONE, NONE, OPC_tex_query);
  o->imm = queries[k].query;
  o->flags = of_surface;
}

static void
surface (struct dec *c, bool store)
{
  if (!flag (c, PTX_M_MATRIX_B))
    bad (c, "formatted surface accesses are not supported");
  enum tex_geometry g = geometry (c);
  cache_hints (c);
  unsigned n = ptx_vec (c->in);
  cls (c, PTX_C_VEC);
  unsigned bytes = ptx_bits (type_of (c)) / 8, bits = bytes < 2 ? 16 : 8 * bytes;
  enum tex_clamp clamp = flag (c, PTX_M_CLAMP)	? TC_CLAMP
			 : flag (c, PTX_M_ZERO) ? TC_ZERO
						: TC_TRAP;
  flag (c, PTX_M_TRAP);
  const ptx_opnd *t = arg (c, store ? 0 : 1), *data = arg (c, store ? 1 : 0);
  uint32_t v[4], x[4], h = handle (c, t);
  if (t->n != 2 || n > 4 || g == TG_CUBE || g == TG_ACUBE)
    bad (c, "this form is not supported");
  coordinates (c, &t->sub[1], shapes[g].n, shapes[g].used, false, false, x);
  if (!store)
    results (c, data, n, bits, v);
  else
    for (unsigned k = 0; k < n; k++)
      {
	const ptx_opnd e = data->kind == PTX_O_VEC || n > 1 ? element (c, data, n, k) : *data;
	v[k] = value (c, &e, bits, false);
      }
  emit (c, NONE, NONE, NONE, NONE, store ? OPC_surf_store : OPC_surf_load);
  for (unsigned k = 0; k < n; k++)
    refer_more (c, v[k], !store);
  refer_more (c, h, false);
  for (unsigned k = 0; k < shapes[g].used; k++)
    refer_more (c, x[k], false);
  c->ops[c->n_ops - 1].imm = SURF (g, clamp, n, bytes);
}

bool
decode_texture (struct dec *c)
{
  switch (c->in->op)
    {
    case PTX_OP_TEX: texture (c, false); break;
    case PTX_OP_TLD4: texture (c, true); break;
    case PTX_OP_TXQ: query (c, false); break;
    case PTX_OP_SUQ: query (c, true); break;
    case PTX_OP_SULD: surface (c, false); break;
    case PTX_OP_SUST: surface (c, true); break;
    default: return false;
    }
  return true;
}
