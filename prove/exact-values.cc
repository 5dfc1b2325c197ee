/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What instructions compute in one thread of a launch whose shape and integer arguments are known.

   A register holds a number, an address in an object, or something that is not known: what is loaded, floats, and
   what is made of these.  An instruction that is not understood gives what is not known, so nothing is lost but
   precision.  Numbers have the width of their register, and arithmetic wraps around as PTX's does.  */

#include <string.h>
#include "prove/exact.h"

enum
{
  MOST_SYMBOLS = 1 << 16,
  MOST_PARTS = 4096,
  MOST_CELLS = 256 /* of a thread's own memory; what is not kept is not known */
};

static uint64_t
low_bits (uint64_t v, unsigned bits)
{
  return bits >= 64 ? v : v & (((uint64_t) 1 << bits) - 1);
}

static int64_t
with_sign (uint64_t v, unsigned bits)
{
  return bits >= 64 ? (int64_t) v : (int64_t) (v << (64 - bits)) >> (64 - bits);
}

struct ex_value
ex_number (uint64_t v, unsigned bits)
{
  struct ex_value n = { (int64_t) low_bits (v, bits), 0, true, 0 };
  return n;
}

struct ex_value
ex_anything (void)
{
  struct ex_value n = { 0, 0, false, 0 };
  return n;
}

/* An address of the object in which V is.  */
static struct ex_value
somewhere (struct ex_value v)
{
  struct ex_value n = { 0, v.base > 0 ? v.base : 0, false, v.rank };
  return n;
}

/* Returns true if both are numbers, or addresses in one object, of one block.  */
static bool
comparable (struct ex_value a, struct ex_value b)
{
  return a.base == b.base && a.rank == b.rank;
}

struct ex_value
ex_either (struct ex_value a, struct ex_value b)
{
  if (comparable (a, b) && a.known == b.known && (!a.known || a.v == b.v))
    return a;
  return comparable (a, b) ? somewhere (a) : ex_anything ();
}

struct ex_value
ex_address_in (struct pv_kernel *k, int object, int64_t bytes, unsigned bits)
{
  struct ex_value v = { bytes, object, true, 0 };
  if (bits < 64)
    {
      if (bits < 32 || k->object[object].space != PTX_M_SHARED)
	return ex_anything ();
      v.v = with_sign ((uint64_t) bytes, bits);
    }
  return v;
}

/* An address in the object of V, which is one, BYTES from its start.  */
static struct ex_value
moved (struct pv_kernel *k, struct ex_value v, int64_t bytes, unsigned bits)
{
  struct ex_value to = ex_address_in (k, v.base, bytes, bits);
  if (to.base > 0)
    to.rank = v.rank;
  return to;
}

/* ---- symbols ---- */

/* The symbol that KEY is.  */
static struct ex_value
symbol_of (const struct ex_place *p, const std::vector<int64_t> &key, unsigned bits)
{
  std::map<std::vector<int64_t>, int64_t> *all = &p->symbols->number;
  auto at = all->find (key);
  if (at == all->end ())
    {
      if (all->size () >= MOST_SYMBOLS)
	return ex_anything ();
      at = all->insert ({ key, (int64_t) all->size () }).first;
    }
  struct ex_value v = { bits == 1 ? 2 * at->second : at->second, EX_SYMBOL, true, 0 };
  return v;
}

static bool
number_p (struct ex_value v)
{
  return v.known && !v.base;
}

static bool
symbol_p (struct ex_value v)
{
  return v.base == EX_SYMBOL;
}

static struct ex_value
opposite (struct ex_value v)
{
  if (symbol_p (v))
    v.v ^= 1;
  else if (number_p (v))
    v.v = !v.v;
  else
    v = ex_anything ();
  return v;
}

/* A conjunction, disjunction or exclusive or of predicates.  */
static struct ex_value
of_predicates (const struct ex_place *p, ptx_op op, struct ex_value a, struct ex_value b)
{
  if (symbol_p (a))
    std::swap (a, b);
  bool number = number_p (a);
  if (number && op == PTX_OP_XOR)
    return a.v ? opposite (b) : b.known ? b : ex_anything ();
  if (number)
    return (a.v != 0) == (op == PTX_OP_OR) ? a : b.known ? b : ex_anything ();
  if (!number && number_p (b))
    return of_predicates (p, op, b, a);
  if (!symbol_p (a) || !symbol_p (b))
    return ex_anything ();
  if (a.v > b.v)
    std::swap (a, b);
  return symbol_of (p, { op, a.v, b.v }, 1);
}

bool
ex_decide (const struct ex_place *p, int32_t guard)
{
  struct ex_value v = guard < 0 ? ex_anything () : (*p->reg)[guard];
  if (!symbol_p (v))
    return false;
  p->symbols->used = true;
  p->symbols->decided.push_back ({ v.v >> 1, 0, 2 });
  return true;
}

/* ---- parts of addresses ---- */

uint64_t
ex_alignment (const struct pv_kernel *k, int object)
{
  const pv_object *o = &k->object[object];
  uint32_t n = o->kind == PV_VARIABLE ? ptx_var_align (o->sym->var) : 1;
  return n ? n : 1;
}

/* That part of an address which D says.  */
static struct ex_value
part_of (const struct ex_place *p, struct ex_part d)
{
  std::vector<ex_part> *all = &p->symbols->parts;
  unsigned i = 0;
  while (i < all->size ()
	 && !((*all)[i].step == d.step && (*all)[i].object == d.object
	      && (*all)[i].offset == d.offset && (*all)[i].more == d.more))
    i++;
  if (i == all->size () && i >= MOST_PARTS)
    return ex_anything ();
  if (i == all->size ())
    all->push_back (d);
  struct ex_value v = { i, EX_PART, true, 0 };
  return v;
}

/* What N gives of A, an address in shared memory or a part of one, and C, a number: a descriptor's field is bits 4 to 17 of
   an address (9.7.15.5.1.2), to which numbers are added.  */
static struct ex_value
next_part (const struct ex_place *p, const struct ex_insn *n, struct ex_value a, struct ex_value c)
{
  ptx_op op = (ptx_op) n->i->op;
  uint64_t m = (uint64_t) c.v;
  if (!a.known || !number_p (c))
    return ex_anything ();
  if (a.base > 0)
    {
      /* Whole chunks of 16 bytes: no carry is lost.  */
      struct ex_part d = { EX_PART_SHIFTED, a.base, a.v, 0 };
      if (p->k->object[a.base].space != PTX_M_SHARED || a.rank || a.v < 0 || a.v % 16
	  || ex_alignment (p->k, a.base) % 16)
	return ex_anything ();
      if (op == PTX_OP_AND && m == 0x3ffff)
	d.step = EX_PART_MASKED;
      else if (op != PTX_OP_SHR || m != 4)
	return ex_anything ();
      return part_of (p, d);
    }
  struct ex_part d = p->symbols->parts[a.v];
  if ((d.step == EX_PART_SHIFTED && op == PTX_OP_AND && m == 0x3fff)
      || (d.step == EX_PART_MASKED && op == PTX_OP_SHR && m == 4))
    d.step = EX_PART_FIELD;
  else if (d.step == EX_PART_FIELD && op == PTX_OP_ADD && m < (uint64_t) 1 << (n->bits - 1))
    d.more += m;
  else if (d.step == EX_PART_FIELD && op == PTX_OP_OR && !(d.more & 0x3fff) && !(m & 0x3fff)
	   && !(d.more & m))
    d.more += m;
  else
    return ex_anything ();
  /* The sum stays within the register.  */
  return d.more >> (n->bits - 1) ? ex_anything () : part_of (p, d);
}

/* The register of two words in O, a vector.  */
static struct ex_value
packed (const struct ex_place *p, const ptx_opnd *o)
{
  struct ex_value low = ex_operand_of (p, &o->sub[0], 32), high = ex_operand_of (p, &o->sub[1], 32);
  if (!low.known || !high.known || high.base || (low.base && low.base != EX_PART))
    return ex_anything ();
  if (!low.base)
    return ex_number ((uint64_t) low.v | (uint64_t) high.v << 32, 64);
  struct ex_part d = p->symbols->parts[low.v];
  if (d.step != EX_PART_FIELD)
    return ex_anything ();
  d.more |= (uint64_t) high.v << 32;
  return part_of (p, d);
}

/* ---- operands ---- */

/* V, of a register or operand of FROM bits, as BITS bits.  */
static struct ex_value
as_width (struct pv_kernel *k, struct ex_value v, unsigned from, unsigned bits, bool is_signed)
{
  /* A part of an address is less than any width.  */
  if (v.base == EX_PART && from < bits && !is_signed)
    return v;
  if (v.base < 0)
    return from == bits ? v : ex_anything ();
  if (v.base > 0)
    {
      if (v.known)
	return moved (k, v, v.v, bits);
      return bits >= 64 || (bits >= 32 && k->object[v.base].space == PTX_M_SHARED) ? v
										   : ex_anything ();
    }
  if (!v.known)
    return ex_anything ();
  if (from == bits)
    return v;
  if (from == 1 || bits == 1)
    return ex_anything ();
  return ex_number (is_signed ? (uint64_t) with_sign ((uint64_t) v.v, from) : (uint64_t) v.v, bits);
}

struct ex_value
ex_source (const struct ex_place *p, const struct ex_operand *o, unsigned bits)
{
  switch (o->kind)
    {
    case EX_REGISTER:
      {
	struct ex_value v
	  = as_width (p->k, (*p->reg)[o->reg], ex_width_of_register (p->k, o->reg), bits, false);
	if (o->inverted)
	  v = bits == 1 ? opposite (v) : ex_anything ();
	return v;
      }
    case EX_CONSTANT:
      return o->c.base	  ? as_width (p->k, o->c, 64, bits, false)
	     : o->c.known ? ex_number ((uint64_t) o->c.v, bits)
			  : o->c;
    case EX_THREAD: return p->uniform ? ex_anything () : ex_number (p->tid, bits);
    case EX_BLOCK: return ex_number (p->block, bits);
    case EX_LANE: return p->uniform ? ex_anything () : ex_number (p->tid % EX_WARP, bits);
    case EX_RANK: return ex_number (p->block % p->k->sig->cluster, bits);
    case EX_CLUSTER: return ex_number (p->block / p->k->sig->cluster, bits);
    default: return ex_anything ();
    }
}

struct ex_value
ex_operand_of (const struct ex_place *p, const ptx_opnd *o, unsigned bits)
{
  struct ex_operand d = ex_decode_operand (p->k, o);
  return ex_source (p, &d, bits);
}

/* A plus C, or minus.  */
static struct ex_value
sum_of (struct pv_kernel *k, struct ex_value a, struct ex_value c, bool minus, unsigned bits)
{
  if (a.base < 0 || c.base < 0)
    return ex_anything ();
  if (a.base && c.base)
    return minus && comparable (a, c) && a.known && c.known
	     ? ex_number ((uint64_t) a.v - (uint64_t) c.v, bits)
	     : ex_anything ();
  if (minus && c.base)
    return ex_anything ();
  struct ex_value base = a.base ? a : c;
  if (!a.known || !c.known)
    return somewhere (base);
  uint64_t s = (uint64_t) (a.base ? a.v : with_sign ((uint64_t) a.v, bits));
  uint64_t d = (uint64_t) (c.base ? c.v : with_sign ((uint64_t) c.v, bits));
  s = minus ? s - d : s + d;
  return base.base ? moved (k, base, (int64_t) s, bits) : ex_number (s, bits);
}

struct ex_value
ex_address (const struct ex_place *p, const ptx_opnd *o)
{
  if (o->kind == PTX_O_TUPLE && o->n)
    o = &o->sub[0];
  if (o->kind != PTX_O_ADDR)
    return ex_anything ();
  if (o->base == PTX_O_SYM && o->sym->kind == PTX_S_VAR)
    return ex_address_in (p->k, pv_object_of (p->k, PV_VARIABLE, o->sym, 0), o->off, 64);
  if (o->base != PTX_O_REG)
    return ex_anything ();
  struct ex_value v = (*p->reg)[o->reg];
  return v.base > 0 ? sum_of (p->k, v, ex_number ((uint64_t) o->off, 64), false,
			      ex_width_of_register (p->k, o->reg))
		    : ex_anything ();
}

int
ex_guard (const struct ex_place *p, int32_t guard, bool inverted)
{
  if (guard < 0)
    return 1;
  struct ex_value v = (*p->reg)[guard];
  if (symbol_p (v))
    for (const struct ex_decision &d : p->symbols->decided)
      if (d.symbol == v.v >> 1)
	return ((d.choice != 0) != (v.v & 1)) != inverted;
  return !number_p (v) ? -1 : (v.v != 0) != inverted;
}

void
ex_write (const struct ex_place *p, uint32_t r, struct ex_value v, int guard)
{
  struct ex_value *to = &(*p->reg)[r];
  *to = guard == 1 ? v : ex_either (*to, v);
}

/* ---- instructions ---- */

/* A bitwise operation on an address and a number, which changes the bits below the alignment only, or asks for these.  */
static struct ex_value
low_part (struct pv_kernel *k, ptx_op op, struct ex_value a, struct ex_value c, unsigned bits)
{
  if (c.base > 0)
    std::swap (a, c);
  if (a.base <= 0 || c.base || !a.known || !c.known)
    return ex_anything ();
  uint64_t below = ex_alignment (k, a.base) - 1, m = (uint64_t) c.v, v = (uint64_t) a.v;
  if (op == PTX_OP_AND && m <= below)
    return ex_number (v & m, bits);
  if (op == PTX_OP_AND && low_bits (~m, bits) <= below)
    return moved (k, a, (int64_t) (v & ~low_bits (~m, bits)), bits);
  if ((op == PTX_OP_OR || op == PTX_OP_XOR) && m <= below)
    return moved (k, a, (int64_t) (op == PTX_OP_OR ? v | m : v ^ m), bits);
  return ex_anything ();
}

/* Whether a comparison of numbers holds.  */
static bool
holds (ptx_mod cmp, bool is_signed, uint64_t a, uint64_t b, unsigned bits)
{
  int64_t x = with_sign (a, bits), y = with_sign (b, bits);
  switch (cmp)
    {
    case PTX_M_EQ: return a == b;
    case PTX_M_NE: return a != b;
    case PTX_M_LT: return is_signed ? x < y : a < b;
    case PTX_M_LE: return is_signed ? x <= y : a <= b;
    case PTX_M_GT: return is_signed ? x > y : a > b;
    case PTX_M_GE: return is_signed ? x >= y : a >= b;
    case PTX_M_LO: return a < b;
    case PTX_M_LS: return a <= b;
    case PTX_M_HI: return a > b;
    default: return a >= b;
    }
}

/* Returns true if what V stands for is the same in all threads: no address in memory of a thread's or a block's own.  */
static bool
same_for_all (const struct pv_kernel *k, struct ex_value v)
{
  return v.base > 0 ? k->object[v.base].space == PTX_M_GLOBAL : v.base != EX_PART;
}

/* Whether a comparison of floats holds, which numbers A and B are the bits of.  Returns false if px does not know.  */
static bool
floats_compared (const struct ex_insn *n, uint64_t a, uint64_t b, bool *r)
{
  double x, y;
  float f, g;
  uint32_t p = (uint32_t) a, q = (uint32_t) b;
  memcpy (&x, &a, sizeof x);
  memcpy (&y, &b, sizeof y);
  memcpy (&f, &p, sizeof f);
  memcpy (&g, &q, sizeof g);
  if (n->bits == 32)
    x = (double) f, y = (double) g;
  bool apart = x != x || y != y;
  switch (n->cmp)
    {
    case PTX_M_EQ: *r = !apart && x == y; return true;
    case PTX_M_NE: *r = !apart && x != y; return true;
    case PTX_M_LT: *r = !apart && x < y; return true;
    case PTX_M_LE: *r = !apart && x <= y; return true;
    case PTX_M_GT: *r = !apart && x > y; return true;
    case PTX_M_GE: *r = !apart && x >= y; return true;
    case PTX_M_EQU: *r = apart || x == y; return true;
    case PTX_M_NEU: *r = apart || x != y; return true;
    case PTX_M_LTU: *r = apart || x < y; return true;
    case PTX_M_LEU: *r = apart || x <= y; return true;
    case PTX_M_GTU: *r = apart || x > y; return true;
    case PTX_M_GEU: *r = apart || x >= y; return true;
    default: return false;
    }
}

static void
compare_numbers (const struct ex_place *p, const struct ex_insn *n, int guard)
{
  struct ex_value a = ex_source (p, &n->src[0], n->bits), b = ex_source (p, &n->src[1], n->bits),
		  c = ex_anything (), d = c;
  bool known_cmp = false;
  for (ptx_mod m : { PTX_M_EQ, PTX_M_NE, PTX_M_LT, PTX_M_LE, PTX_M_GT, PTX_M_GE, PTX_M_LO, PTX_M_LS,
		     PTX_M_HI, PTX_M_HS })
    known_cmp |= n->cmp == m;
  bool equality = n->cmp == PTX_M_EQ || n->cmp == PTX_M_NE, r = false;
  if (n->floats && number_p (a) && number_p (b)
      && floats_compared (n, (uint64_t) a.v, (uint64_t) b.v, &r))
    {
      c = ex_number (r, 1);
      d = ex_number (!r, 1);
    }
  else if (n->understood && known_cmp && a.known && b.known && comparable (a, b) && a.base >= 0
	   && (!a.base || equality))
    {
      r = holds (n->cmp, n->is_signed, (uint64_t) a.v, (uint64_t) b.v, n->bits);
      c = ex_number (r, 1);
      d = ex_number (!r, 1);
    }
  else if (n->understood && equality && n->bits == 64
	   && ((ex_not_null (p->k, a) && number_p (b) && !b.v)
	       || (ex_not_null (p->k, b) && number_p (a) && !a.v)))
    {
      c = ex_number (n->cmp == PTX_M_NE, 1);
      d = ex_number (n->cmp == PTX_M_EQ, 1);
    }
  else if (known_cmp && a.known && b.known && (symbol_p (a) || symbol_p (b))
	   && same_for_all (p->k, a) && same_for_all (p->k, b))
    {
      /* Less, or equal, of the two in one order, or the opposite.  */
      bool greater
	= n->cmp == PTX_M_GT || n->cmp == PTX_M_LE || n->cmp == PTX_M_HI || n->cmp == PTX_M_LS,
	low = n->cmp == PTX_M_LO || n->cmp == PTX_M_LS || n->cmp == PTX_M_HI || n->cmp == PTX_M_HS,
	not_so = n->cmp == PTX_M_NE || n->cmp == PTX_M_GE || n->cmp == PTX_M_LE
		 || n->cmp == PTX_M_HS || n->cmp == PTX_M_LS;
      /* Of floats an order and its opposite may both be false.  */
      if (n->understood || equality)
	{
	  if (greater)
	    std::swap (a, b);
	  c = symbol_of (p,
			 { PTX_OP_SETP, equality, n->is_signed && !low, n->bits, n->understood,
			   a.base, a.v, b.base, b.v },
			 1);
	  c = not_so && n->understood ? opposite (c) : c;
	  if (!n->understood && n->cmp == PTX_M_NE)
	    c = ex_anything ();
	  d = opposite (c);
	}
    }
  if (n->oper != PTX_NOMOD)
    {
      struct ex_value q = ex_source (p, &n->src[2], 1);
      ptx_op op = n->oper == PTX_M_AND ? PTX_OP_AND : n->oper == PTX_M_OR ? PTX_OP_OR : PTX_OP_XOR;
      bool other = op == PTX_OP_XOR && n->oper != PTX_M_XOR;
      for (struct ex_value *v : { &c, &d })
	*v = other ? ex_anything () : of_predicates (p, op, *v, q);
    }
  if (n->dst >= 0)
    ex_write (p, (uint32_t) n->dst, c, guard);
  if (n->also >= 0)
    ex_write (p, (uint32_t) n->also, d, guard);
}

/* A product, of both halves' width in *WIDE.  */
static uint64_t
product (const struct ex_insn *n, uint64_t a, uint64_t b, unsigned *wide)
{
  unsigned bits = n->bits;
  if (n->half == PTX_M_LO || n->half == PTX_NOMOD)
    return a * b;
  __int128 x = n->is_signed ? (__int128) with_sign (a, bits) : (__int128) a,
	   y = n->is_signed ? (__int128) with_sign (b, bits) : (__int128) b;
  unsigned __int128 m = (unsigned __int128) x * (unsigned __int128) y;
  if (n->half == PTX_M_WIDE)
    {
      *wide = 2 * bits;
      return (uint64_t) m;
    }
  return (uint64_t) (m >> bits);
}

/* A result of numbers.  Returns false if it is not known.  */
static bool
of_numbers (const struct ex_insn *n, uint64_t a, uint64_t b, uint64_t *r)
{
  unsigned bits = n->bits;
  int64_t x = with_sign (a, bits), y = with_sign (b, bits);
  switch (n->i->op)
    {
    case PTX_OP_AND: *r = a & b; return true;
    case PTX_OP_OR: *r = a | b; return true;
    case PTX_OP_XOR: *r = a ^ b; return true;
    case PTX_OP_NOT: *r = ~a; return true;
    case PTX_OP_NEG: *r = -a; return true;
    case PTX_OP_ABS: *r = x < 0 ? -a : a; return true;
    case PTX_OP_MIN: *r = n->is_signed ? (x < y ? a : b) : a < b ? a : b; return true;
    case PTX_OP_MAX: *r = n->is_signed ? (x < y ? b : a) : a < b ? b : a; return true;
    case PTX_OP_SHL: *r = b >= bits ? 0 : a << b; return true;
    case PTX_OP_SHR:
      if (n->is_signed)
	*r = (uint64_t) (x >> (b > 63 ? 63 : b));
      else
	*r = b >= bits ? 0 : a >> b;
      return true;
    case PTX_OP_DIV:
    case PTX_OP_REM:
      {
	bool quotient = n->i->op == PTX_OP_DIV;
	if (!b || (n->is_signed && y == -1))
	  return false;
	if (n->is_signed)
	  *r = (uint64_t) (quotient ? x / y : x % y);
	else
	  *r = quotient ? a / b : a % b;
	return true;
      }
    default: return false;
    }
}

/* The address that A is in block RANK of the cluster (mapa).  */
static struct ex_value
in_block_of_rank (const struct ex_place *p, struct ex_value a, struct ex_value rank)
{
  if (a.base <= 0 || p->k->object[a.base].space != PTX_M_SHARED || !number_p (rank)
      || rank.v >= p->k->sig->cluster)
    return ex_anything ();
  a.rank = (uint16_t) (rank.v + 1);
  return a;
}

/* The rank of the block in whose shared memory A is.  */
static struct ex_value
rank_of (const struct ex_place *p, struct ex_value a)
{
  if (a.base <= 0 || p->k->object[a.base].space != PTX_M_SHARED || !p->k->sig->cluster)
    return ex_anything ();
  return ex_number (a.rank ? a.rank - 1u : p->block % p->k->sig->cluster, 32);
}

/* The result of an instruction that is understood, of *BITS bits.  */
static struct ex_value
result_of (const struct ex_place *p, const struct ex_insn *n, unsigned *bits)
{
  struct pv_kernel *k = p->k;
  bool shifts = n->i->op == PTX_OP_SHL || n->i->op == PTX_OP_SHR;
  struct ex_value a = ex_source (p, &n->src[0], n->i->op == PTX_OP_CVT ? n->from : n->bits), b;
  uint64_t r = 0;
  switch (n->i->op)
    {
    case PTX_OP_MOV:
      if (n->i->opnds[1].kind == PTX_O_VEC)
	return packed (p, &n->i->opnds[1]);
      return a;
    case PTX_OP_LD:
    case PTX_OP_CVTA:
    case PTX_OP_CVTA_TO: return a;
    case PTX_OP_CVT: return as_width (k, a, n->from, n->bits, n->from_signed);
    case PTX_OP_MAPA: return in_block_of_rank (p, a, ex_source (p, &n->src[1], 32));
    case PTX_OP_GETCTARANK: *bits = 32; return rank_of (p, a);
    default: break;
    }
  if (ex_of_bits (n->i))
    return ex_bits_of (p, n, bits);
  if (n->i->op == PTX_OP_SET)
    {
      a = ex_source (p, &n->src[0], n->from), b = ex_source (p, &n->src[1], n->from);
      if (!number_p (a) || !number_p (b))
	return ex_anything ();
      bool yes = holds (n->cmp, n->from_signed, (uint64_t) a.v, (uint64_t) b.v, n->from);
      return ex_number (yes ? ~(uint64_t) 0 : 0, n->bits);
    }
  b = n->i->nopnds > 2 ? ex_source (p, &n->src[1], shifts ? 32 : n->bits) : a;
  switch (n->i->op)
    {
    case PTX_OP_ADD:
    case PTX_OP_SUB:
      if (n->i->op == PTX_OP_ADD && (a.base == EX_PART || b.base == EX_PART))
	return a.base == EX_PART ? next_part (p, n, a, b) : next_part (p, n, b, a);
      return sum_of (k, a, b, n->i->op == PTX_OP_SUB, n->bits);
    case PTX_OP_MUL:
    case PTX_OP_MAD:
      {
	bool zero = (number_p (a) && !a.v) || (number_p (b) && !b.v);
	struct ex_value m = ex_anything ();
	unsigned wide = n->half == PTX_M_WIDE ? 2 * n->bits : n->bits;
	if (zero)
	  m = ex_number (0, wide);
	else if (number_p (a) && number_p (b))
	  m = ex_number (product (n, (uint64_t) a.v, (uint64_t) b.v, &wide), wide);
	*bits = wide;
	return n->i->op == PTX_OP_MUL ? m
				      : sum_of (k, m, ex_source (p, &n->src[2], wide), false, wide);
      }
    case PTX_OP_SELP:
      {
	struct ex_value c = ex_source (p, &n->src[2], 1);
	if (symbol_p (c))
	  for (const struct ex_decision &e : p->symbols->decided)
	    if (e.symbol == c.v >> 1)
	      return (e.choice != 0) != (c.v & 1) ? a : b;
	return !number_p (c) ? ex_either (a, b) : c.v ? a : b;
      }
    default: break;
    }
  bool bitwise = n->i->op == PTX_OP_AND || n->i->op == PTX_OP_OR || n->i->op == PTX_OP_XOR;
  if (n->bits == 1 && n->i->op == PTX_OP_NOT)
    return opposite (a);
  if (n->bits == 1 && bitwise)
    return of_predicates (p, (ptx_op) n->i->op, a, b);
  if (n->bits >= 32 && n->i->nopnds == 3)
    {
      bool other = b.base > 0 || b.base == EX_PART;
      struct ex_value part = other && n->i->op != PTX_OP_SHR   ? next_part (p, n, b, a)
			     : a.base > 0 || a.base == EX_PART ? next_part (p, n, a, b)
							       : ex_anything ();
      if (part.known)
	return part;
    }
  if (bitwise)
    {
      if (a.base > 0 || b.base > 0)
	return low_part (k, (ptx_op) n->i->op, a, b, n->bits);
      uint64_t ones = low_bits (~(uint64_t) 0, n->bits), decides = n->i->op == PTX_OP_OR ? ones : 0;
      if (n->i->op != PTX_OP_XOR
	  && ((number_p (a) && (uint64_t) a.v == decides)
	      || (number_p (b) && (uint64_t) b.v == decides)))
	return ex_number (decides, n->bits);
    }
  if (!number_p (a) || !number_p (b) || !of_numbers (n, (uint64_t) a.v, (uint64_t) b.v, &r))
    return ex_anything ();
  return ex_number (r, n->bits);
}

/* What a load from a parameter by an address in a register gives, as from a structure's member.  */
static struct ex_value
member (const struct ex_place *p, const struct ex_insn *n)
{
  struct pv_kernel *k = p->k;
  if (ptx_space (n->i) != PTX_M_PARAM)
    return ex_anything ();
  struct ex_value a = ex_address (p, &n->i->opnds[1]);
  if (a.base <= 0 || !a.known || k->object[a.base].kind != PV_VARIABLE
      || k->object[a.base].space != PTX_M_PARAM || !pv_parameter_of (k->f, k->object[a.base].sym))
    return ex_anything ();
  return ex_argument (k, k->object[a.base].sym, a.v, n->bits);
}

/* ---- a thread's own memory ---- */

static bool
own_object (const struct pv_kernel *k, int object)
{
  ptx_mod space = object > 0 ? k->object[object].space : (ptx_mod) 0;
  return space == PTX_M_LOCAL
	 || (space == PTX_M_PARAM && !pv_parameter_of (k->f, k->object[object].sym));
}

/* Drops what is known of BYTES at OFFSET of OBJECT; bytes 0: of all of it; object 0: of everything.  guard -1: perhaps V is
   stored there.  */
static void
forget (const struct ex_place *p, int object, int64_t offset, unsigned bytes, int guard,
	struct ex_value v)
{
  for (unsigned i = 0; i < p->own->size ();)
    {
      struct ex_cell *c = &(*p->own)[i];
      bool apart
	= object
	  && (c->object != object
	      || (bytes && (c->offset + c->bytes <= offset || offset + bytes <= c->offset)));
      if (!apart && guard < 0 && bytes == c->bytes && offset == c->offset)
	c->v = ex_either (c->v, v);
      else if (!apart)
	{
	  *c = p->own->back ();
	  p->own->pop_back ();
	  continue;
	}
      i++;
    }
}

/* A store, or an atomic operation (atomic), which may be to the thread's own memory.  */
static void
store_own (const struct ex_place *p, const struct ex_insn *n, int guard, bool atomic)
{
  const ptx_insn *i = n->i;
  ptx_mod space = ptx_space (i);
  struct ex_value a = ex_address (p, &i->opnds[i->op == PTX_OP_ATOM ? 1 : 0]);
  unsigned bytes = n->bits / 8, many = ptx_vec (i);
  const ptx_opnd *from = &i->opnds[1];
  if (space == PTX_M_GLOBAL || space == PTX_M_SHARED || space == PTX_M_SHARED_CTA
      || space == PTX_M_SHARED_CLUSTER)
    return;
  if (a.base > 0 && !own_object (p->k, a.base))
    return;
  if (a.base <= 0 || !a.known || atomic || !bytes || (many > 1 && from->kind != PTX_O_VEC))
    {
      forget (p, a.base > 0 ? a.base : 0, 0, 0, 1, ex_anything ());
      return;
    }
  for (unsigned j = 0; j < many; j++)
    {
      struct ex_value v = ex_operand_of (p, many > 1 ? &from->sub[j] : from, n->bits);
      struct ex_cell c = { a.base, a.v + (int64_t) j * bytes, bytes, v };
      forget (p, a.base, c.offset, bytes, guard, v);
      if (guard == 1 && (v.known || v.base) && p->own->size () < MOST_CELLS)
	p->own->push_back (c);
    }
}

/* Writes ALL, what the parts of a load give, to its registers.  */
static void
write_parts (const struct ex_place *p, const struct ex_insn *n, const std::vector<ex_value> &all,
	     int guard)
{
  const ptx_opnd *to = &n->i->opnds[0];
  for (unsigned j = 0; j < all.size (); j++)
    {
      const ptx_opnd *d = all.size () > 1 ? &to->sub[j] : to;
      if (d->kind == PTX_O_REG)
	ex_write (p, d->reg,
		  as_width (p->k, all[j], n->bits, ex_width_of_register (p->k, d->reg),
			    n->is_signed),
		  guard);
    }
}

/* A load from there.  Returns false if it is of other memory.  */
static bool
load_own (const struct ex_place *p, const struct ex_insn *n, int guard)
{
  const ptx_insn *i = n->i;
  unsigned bytes = n->bits / 8, many = ptx_vec (i);
  const ptx_opnd *to = &i->opnds[0];
  struct ex_value a = ex_address (p, &i->opnds[1]);
  if (a.base <= 0 || !a.known || !own_object (p->k, a.base) || (many > 1 && to->kind != PTX_O_VEC))
    return false;
  std::vector<ex_value> all (many, ex_anything ());
  for (unsigned j = 0; j < many; j++)
    for (const struct ex_cell &c : *p->own)
      if (c.object == a.base && c.offset == a.v + (int64_t) j * bytes && c.bytes == bytes)
	all[j] = c.v;
  write_parts (p, n, all, guard);
  return true;
}

/* A load of what memory holds.  Returns false if it is not known.  */
static bool
load_shared_or_global (const struct ex_place *p, const struct ex_insn *n, int guard)
{
  const ptx_insn *i = n->i;
  unsigned many = ptx_vec (i);
  const ptx_opnd *to = &i->opnds[0];
  if (!p->memory || i->nopnds < 2 || (many > 1 && to->kind != PTX_O_VEC)
      || !ex_recall (p, n, 0).known)
    return false;
  /* Its parts may write the register of the address.  */
  std::vector<ex_value> all;
  for (unsigned j = 0; j < many; j++)
    all.push_back (ex_recall (p, n, j));
  write_parts (p, n, all, guard);
  return true;
}

/* What an integer operation that is understood gives of symbols.  */
static struct ex_value
function_of (const struct ex_place *p, const struct ex_insn *n, unsigned bits)
{
  const ptx_insn *i = n->i;
  bool shifts = i->op == PTX_OP_SHL || i->op == PTX_OP_SHR, any = false;
  std::vector<int64_t> key = { i->op, n->bits, n->from, n->is_signed, n->from_signed, n->half };
  if (i->op == PTX_OP_LD || i->op == PTX_OP_MOV || i->op == PTX_OP_SELP || i->nopnds > 4
      || i->op == PTX_OP_SET || ex_of_bits (i))
    return ex_anything ();
  for (unsigned j = 0; j + 1 < i->nopnds; j++)
    {
      unsigned w = i->op == PTX_OP_CVT ? n->from : shifts && j == 1 ? 32 : j == 2 ? bits : n->bits;
      struct ex_value v = ex_source (p, &n->src[j], w);
      if (!v.known || v.base > 0 || v.base == EX_TOKEN || v.base == EX_PART)
	return ex_anything ();
      any |= symbol_p (v);
      key.push_back (v.base);
      key.push_back (v.v);
    }
  return any ? symbol_of (p, key, bits) : ex_anything ();
}

/* What a load from global memory gives: a symbol, if nobody writes to the object.  */
static struct ex_value
loaded (const struct ex_place *p, const struct ex_insn *n)
{
  const ptx_insn *i = n->i;
  struct ex_value a = ex_address (p, &i->opnds[1]);
  ptx_mod sem = ptx_get (i, PTX_C_SEM);
  if (!p->symbols->on || a.base <= 0 || !a.known || ptx_vec (i) != 1
      || (sem != PTX_NOMOD && sem != PTX_M_WEAK) || p->k->object[a.base].space != PTX_M_GLOBAL)
    return ex_anything ();
  std::vector<int> *all = &p->symbols->loaded;
  bool there = false;
  for (int o : *all)
    there |= o == a.base;
  if (!there)
    all->push_back (a.base);
  return symbol_of (p, { PTX_OP_LD, a.base, a.v, n->bits, n->is_signed }, n->bits);
}

void
ex_compute (const struct ex_place *p, const struct ex_insn *n, int guard)
{
  if (n->i->op == PTX_OP_SETP)
    {
      compare_numbers (p, n, guard);
      return;
    }
  if (n->dst >= 0 && n->understood)
    {
      unsigned bits = n->bits;
      struct ex_value v = result_of (p, n, &bits);
      if (!v.known && !v.base)
	v = function_of (p, n, bits);
      /* A wider register is filled by the sign or zeros of the result.  */
      v = as_width (p->k, v, bits, n->dst_bits,
		    n->is_signed && (n->i->op == PTX_OP_CVT || n->i->op == PTX_OP_LD));
      ex_write (p, (uint32_t) n->dst, v, guard);
      return;
    }
  if (n->i->op == PTX_OP_ST || n->i->op == PTX_OP_ATOM || n->i->op == PTX_OP_RED)
    store_own (p, n, guard, n->i->op != PTX_OP_ST);
  if (n->i->op == PTX_OP_LD && load_own (p, n, guard))
    return;
  struct ex_value v = ex_anything ();
  if (n->i->op == PTX_OP_LD && load_shared_or_global (p, n, guard))
    return;
  if (n->dst >= 0 && n->i->op == PTX_OP_LD && ptx_vec (n->i) == 1)
    {
      v = member (p, n);
      v = as_width (p->k, v.known || v.base ? v : loaded (p, n), n->bits, n->dst_bits,
		    n->is_signed);
    }
  for (uint32_t r : n->writes)
    ex_write (p, r, v, guard);
}
