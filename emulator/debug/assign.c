/* SPDX-License-Identifier: MIT */
/* Changes values of a thread that has stopped: memory, variables of C that are in registers, and PTX's
   registers.  The sanitizer takes no notice: what it knew of the place stays.  */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "emulator/debug/value.h"
#include "emulator/run/fp.h"

/* Register I of H's frame becomes V.  False: it is a constant, which other registers share, or has no
   place.  */
static bool
set_register (const struct here *h, uint32_t i, uint64_t v)
{
  const px_emu_func *f = h->frame->func;
  unsigned bytes;
  uint8_t *r = debug_reg_place (h, i, &bytes);
  for (uint32_t k = 0; k < f->n_inits; k++)
    if (f->inits[k].slot == f->reg_slot[i])
      return false;
  if (r && bytes)
    memcpy (r, &v, bytes);
  else if (r)
    *(uint32_t *) r
      = (*(uint32_t *) r & ~(UINT32_C (1) << h->lane)) | (uint32_t) (v & 1) << h->lane;
  return r;
}

/* Finds the register that holds the SIZE bytes at byte BYTE of variable V of thread H: *SHIFT bits of the
   register are before them.  -1: they are not in one register.  */
static int32_t
register_of (const struct here *h, const struct var *v, uint64_t byte, uint64_t size,
	     unsigned *shift)
{
  const px_emu_func *f = h->frame->func;
  for (const struct var *p = v->parts; p && !v->part; p = p->parts)
    if (p->bit % 8 == 0 && p->bit / 8 <= byte && (byte + size) * 8 <= p->bit + p->bits)
      return register_of (h, p, byte - p->bit / 8, size, shift);
  int32_t reg = debug_find_reg (f, v->where, debug_word_length (v->where));
  *shift = byte * 8;
  return reg >= 0 && (byte + size) * 8 <= ptx_bits (f->ir->regs[reg].type) ? reg : -1;
}

/* SIZE bytes of FROM become those at address A.  */
static bool
write_memory (struct reading *r, uint64_t a, const void *from, uint64_t size)
{
  if ((a & WINDOW_MASK) == WINDOW_PARAM)
    return debug_wrong (r, "a parameter of a kernel is the same for all its threads");
  return debug_poke (r->h, a, from, size) || debug_wrong (r, "there is no memory at 0x%" PRIx64, a);
}

/* SIZE bytes, at most 8, of FROM become those at V.  */
static bool
write_bytes (struct reading *r, const struct value *v, const void *from, uint64_t size)
{
  uint64_t u = 0, old, a;
  unsigned shift;
  if (v->place == IN_MEMORY)
    return write_memory (r, v->address, from, size);
  if (*v->var->where == '[' && debug_address_of (r->h, v->var->where, &a))
    return write_memory (r, a + v->address, from, size);
  int32_t reg = register_of (r->h, v->var, v->address, size, &shift);
  if (reg < 0 || !debug_reg_value (r->h, reg, &old))
    return debug_wrong (r, "no register holds all of it here");
  uint64_t mask = (size < 8 ? (UINT64_C (1) << size * 8) - 1 : UINT64_MAX) << shift;
  memcpy (&u, from, size);
  return set_register (r->h, reg, (old & ~mask) | u << shift)
	 || debug_wrong (r, "it is a constant here");
}

/* Returns the bits of number X as one of TYPE, of SIZE bytes.  */
static uint64_t
bits_as (const char *type, uint64_t size, const struct value *x)
{
  bool real = debug_float_p (x->type);
  double f = real ? x->f : *x->type == 'u' ? (double) (uint64_t) x->i : (double) x->i;
  switch (*type)
    {
    case 'h': return f16_of_f32 ((float) f);
    case 'g': return bf16_of_f32 ((float) f);
    case 'f': return size == 4 ? bits_f32 ((float) f) : bits_f64 (f);
    /* A real number beyond 64 bits has no value in C; here it is the nearest end.  */
    default:
      return !real	   ? (uint64_t) x->i
	     : f >= 0x1p63 ? (f < 0x1p64 ? (uint64_t) f : UINT64_MAX)
	     : f < -0x1p63 ? (uint64_t) INT64_MIN
	     : f == f	   ? (uint64_t) (int64_t) f
			   : 0;
    }
}

/* V becomes X.  */
static bool
assign (struct reading *r, struct value *v, const struct value *x)
{
  uint64_t size = debug_size_of (r->h, v->type), bytes = (v->bit + v->bits + 7) / 8, u = 0;
  struct value old = *v;
  if (v->place == IN_NOTHING)
    return debug_wrong (r, "that has no place to change");
  if (*v->type == '[')
    return debug_wrong (r, "an array is changed by its elements");
  if (!debug_number (r, &old))
    return false;
  u = bits_as (v->type, size, x);
  if (*v->type == 'b' && size == 1)
    u = debug_float_p (x->type) ? x->f != 0 : x->i != 0;
  if (!v->bits)
    return write_bytes (r, v, &u, size);
  /* A bit-field: its neighbours stay.  */
  uint64_t mask = (v->bits < 64 ? (UINT64_C (1) << v->bits) - 1 : UINT64_MAX) << v->bit, whole = 0;
  struct value all = *v;
  all.bit = all.bits = 0;
  if (!debug_read (r->h, &all, &whole, bytes))
    return debug_wrong (r, "no register holds all of it here");
  whole = (whole & ~mask) | (u << v->bit & mask);
  return write_bytes (r, &all, &whole, bytes);
}

bool
debug_assign (const struct here *h, const char *text, const char *value, char *error, size_t size)
{
  struct reading to = debug_start_reading (h, text), from = debug_start_reading (h, value);
  struct value v, x;
  bool ok = debug_whole (&from, &x) && debug_number (&from, &x);
  int32_t reg = -1;
  if (ok && (ok = debug_whole (&to, &v)))
    {
      /* A register of PTX is a number as an expression.  */
      const char *name = text + strspn (text, " \t");
      size_t n = strcspn (name, " \t");
      if (v.place == IN_NOTHING && !debug_lookup (&to, name, n))
	reg = debug_find_reg (h->frame->func, name, n);
      ok = reg < 0 ? assign (&to, &v, &x)
		   : set_register (h, reg, bits_as (v.type, debug_size_of (h, v.type), &x))
		       || debug_wrong (&to, "it is a constant here");
    }
  if (!ok)
    snprintf (error, size, "%s", *from.error ? from.error : to.error);
  free (to.vars);
  free (from.vars);
  return ok;
}
