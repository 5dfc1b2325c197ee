/* SPDX-License-Identifier: MIT */
/* Video instructions become ops (PTX ISA 9.7.18).  */

#include "emulator/code/decode-op.h"
#include "emulator/run/device.h"
#include "emulator/code/ops.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- video (9.7.18) ---- */

static unsigned
video_select (const ptx_opnd *o)
{
  switch (o->sel)
    {
    case PTX_M_SEL_B0: return 1;
    case PTX_B1: return 2;
    case PTX_M_SEL_B2: return 3;
    case PTX_M_SEL_B3: return 4;
    case PTX_M_SEL_H0: return 5;
    case PTX_M_SEL_H1: return 6;
    default: return 0;
    }
}

static enum video_compare
video_cmp (struct dec *c)
{
  switch (cls (c, PTX_C_CMP))
    {
    case PTX_M_EQ: return VC_EQ;
    case PTX_M_NE: return VC_NE;
    case PTX_M_LT: return VC_LT;
    case PTX_M_LE: return VC_LE;
    case PTX_M_GT: return VC_GT;
    case PTX_M_GE: return VC_GE;
    default: bad (c, "the comparison is missing");
    }
}

static unsigned
video_second (struct dec *c)
{
  ptx_mod op2 = cls (c, PTX_C_OPER);
  if (op2 != PTX_NOMOD && op2 != PTX_M_ADD && op2 != PTX_M_MIN && op2 != PTX_M_MAX)
    bad (c, "modifier .%s is not supported here", ptx_mods[op2].name);
  return op2 == PTX_M_ADD ? 1 : op2 == PTX_M_MIN ? 2 : op2 == PTX_M_MAX ? 3 : 0;
}

/* Operand K without its selector.  */
static ptx_opnd
plain (struct dec *c, unsigned k)
{
  ptx_opnd o = *arg (c, k);
  o.sel = 0;
  o.flags &= ~PTX_OF_NEG;
  return o;
}

void
decode_video (struct dec *c)
{
  static const struct
  {
    uint16_t op;
    uint8_t code;
  } map[] = { { PTX_OP_VADD, V_ADD }, { PTX_OP_VSUB, V_SUB }, { PTX_OP_VABSDIFF, V_ABSDIFF },
	      { PTX_OP_VMIN, V_MIN }, { PTX_OP_VMAX, V_MAX }, { PTX_OP_VSHL, V_SHL },
	      { PTX_OP_VSHR, V_SHR }, { PTX_OP_VSET, V_SET } };
  unsigned code = 0;
  for (size_t i = 0; i < sizeof map / sizeof *map; i++)
    if (map[i].op == c->in->op)
      code = map[i].code;
  bool shift = code == V_SHL || code == V_SHR;
  ptx_mod dt = code == V_SET ? PTX_U32 : type (c), at = type (c), bt = type (c);
  bool sat = flag (c, PTX_M_SAT), clamp = flag (c, PTX_M_CLAMP), wrap = flag (c, PTX_M_WRAP);
  unsigned cmp = code == V_SET ? video_cmp (c) : 0, op2 = video_second (c);
  if (shift && !clamp && !wrap)
    bad (c, "shift mode is missing");
  if ((arg (c, 1)->flags | arg (c, 2)->flags) & PTX_OF_NEG)
    bad (c, "negated operands are not supported");
  uint32_t cc = c->in->nopnds > 3 ? src (c, 3, 32) : constant (c, 32, 0);
  ptx_opnd dr = plain (c, 0), ar = plain (c, 1), br = plain (c, 2);
  uint32_t x = value (c, &ar, 32, false), y = value (c, &br, 32, false);
  struct op *o = emit (c, target (c, &dr, 32), x, y, cc, OPC_video);
  o->imm
    = VIDEO (code, is_signed (dt), is_signed (at), is_signed (bt), sat, clamp,
	     video_select (arg (c, 0)), video_select (arg (c, 1)), video_select (arg (c, 2)), op2)
      | (int64_t) cmp << 20;
}

/* 9.7.18.1.3: D = (A B + C (+ 1 if .po)) >> scale */
void
decode_vmad (struct dec *c)
{
  ptx_mod dt = type (c), at = type (c), bt = type (c);
  bool sat = flag (c, PTX_M_SAT), po = flag (c, PTX_M_PO);
  unsigned scale = flag (c, PTX_M_SHR7) ? 7 : flag (c, PTX_M_SHR15) ? 15 : 0;
  ptx_opnd dr = plain (c, 0), ar = plain (c, 1), br = plain (c, 2), cr = plain (c, 3);
  bool nab = !(arg (c, 1)->flags & PTX_OF_NEG) != !(arg (c, 2)->flags & PTX_OF_NEG);
  bool nc = arg (c, 3)->flags & PTX_OF_NEG;
  if (po && (nab || nc))
    bad (c, "negated operands do not go with .po");
  uint32_t x = value (c, &ar, 32, false), y = value (c, &br, 32, false),
	   z = value (c, &cr, 32, false);
  struct op *o = emit (c, target (c, &dr, 32), x, y, z, OPC_vmad);
  o->imm = VMAD (is_signed (dt), is_signed (at), is_signed (bt), sat, po, nab, nc, scale,
		 video_select (arg (c, 1)), video_select (arg (c, 2)));
}

/* The digits of selector .hxy or .bxyzw of operand K, four bits each, the last one in
   front; NORMAL without a selector.  */
static uint32_t
video_digits (struct dec *c, unsigned k, char letter, unsigned normal)
{
  const ptx_opnd *o = arg (c, k);
  if (!o->sel)
    return normal;
  const char *name = ptx_mod_name (c->f->ptx, o->sel);
  size_t n = strlen (name);
  uint32_t r = 0;
  if (n < 2 || n > 5 || *name != letter)
    bad (c, "selector .%s is not supported here", name);
  for (size_t i = 1; i < n; i++)
    {
      if (name[i] < '0' || name[i] > '7')
	bad (c, "selector .%s is not supported here", name);
      r = r << 4 | (uint32_t) (name[i] - '0');
    }
  if (k == 0)
    {
      /* A mask: the parts that are named.  */
      uint32_t mask = 0;
      for (size_t i = 1; i < n; i++)
	mask |= 1u << (name[i] - '0');
      return mask;
    }
  return r;
}

/* vadd2, vadd4 and the like: parts are chosen from A and B, the others of D are C's.  */
void
decode_video_simd (struct dec *c, enum opcode code, unsigned parts)
{
  bool compare = code == OPC_vset_simd;
  ptx_mod dt = compare ? PTX_U32 : type (c), at = type (c), bt = type (c);
  bool sat = flag (c, PTX_M_SAT), add = flag (c, PTX_M_ADD);
  unsigned cmp = compare ? video_cmp (c) : 0;
  char letter = parts == 2 ? 'h' : 'b';
  uint32_t mask = video_digits (c, 0, letter, (1u << parts) - 1);
  uint32_t as = video_digits (c, 1, letter, parts == 2 ? 0x10 : 0x3210);
  uint32_t bs = video_digits (c, 2, letter, parts == 2 ? 0x32 : 0x7654);
  if (mask >> parts || (parts == 2 && ((as | bs) & 0xcc)))
    bad (c, "selector is out of range");
  ptx_opnd dr = plain (c, 0), ar = plain (c, 1), br = plain (c, 2);
  uint32_t x = value (c, &ar, 32, false), y = value (c, &br, 32, false);
  uint32_t z = c->in->nopnds > 3 ? src (c, 3, 32) : constant (c, 32, 0);
  struct op *o = emit (c, target (c, &dr, 32), x, y, z, code);
  o->imm
    = SIMD (parts, is_signed (dt), is_signed (at), is_signed (bt), sat, add, cmp, mask, as, bs);
}
