/* SPDX-License-Identifier: MIT */
/* The tables of modifiers.def, sregs.def and opcodes.def, and searches by name.  The indices
   are built on first use, by whichever thread is first.  */
#include "ptx/ptx-int.h"
#include <stdatomic.h>
#include <stdlib.h>

const ptx_modinfo ptx_mods[PTX_NMODS] = {
#define PTX_TYPE(id, name, kind, bits, isa, sm) \
  [PTX_##id] = { name, PTX_C_TYPE, PTX_K_##kind, bits, isa, sm, 0, 0, 0 },
#define PTX_MOD(id, name, cls, isa, sm) \
  [PTX_M_##id] = { name, PTX_C_##cls, 0, 0, isa, sm, 0, 0, 0 },
#define PTX_SHAPE(m, n, k, isa, sm) \
  [PTX_M_M##m##N##n##K##k] = { "m" #m "n" #n "k" #k, PTX_C_SHAPE, 0, 0, isa, sm, m, n, k },
#define PTX_SHAPE_MN(m, n, isa, sm) \
  [PTX_M_M##m##N##n] = { "m" #m "n" #n, PTX_C_SHAPE, 0, 0, isa, sm, m, n, 0 },
#include "ptx/modifiers.def"
#undef PTX_TYPE
#undef PTX_MOD
#undef PTX_SHAPE
#undef PTX_SHAPE_MN
};

const ptx_sreginfo ptx_sregs[PTX_NSREGS] = {
#define PTX_SREG(id, name, type, vec, isa, sm) { name, PTX_##type, vec, isa, sm },
#include "ptx/sregs.def"
#undef PTX_SREG
};

static const struct
{
  const char *name;
  uint32_t flags;
} ops[PTX_NOPS] = {
  [PTX_OP_UNKNOWN] = { "", 0 },
#define PTX_OP(id, name, flags) [PTX_OP_##id] = { name, flags },
#define PTX_FORM(id, mods, operands, isa, sm)
#include "ptx/opcodes.def"
#undef PTX_OP
#undef PTX_FORM
};

/* The operation of each form, in the order of opcodes.def.  */
static const uint16_t form_ops[] = {
#define PTX_OP(id, name, flags)
#define PTX_FORM(id, mods, operands, isa, sm) PTX_OP_##id,
#include "ptx/opcodes.def"
#undef PTX_OP
#undef PTX_FORM
  PTX_NOPS
};

enum
{
  HASH = 2048,
  NODES = 512
};
typedef struct index
{
  uint16_t mods[HASH], sregs[HASH]; /* 1 + id; open addressing  */
  uint16_t first[256];		    /* by first letter: root nodes of the tree */
  ptx_opnode nodes[NODES];
  uint16_t nnodes;
  ptx_opinfo ops[PTX_NOPS];
} table;

static void
hash_put (uint16_t *hash, const char *s, uint16_t id)
{
  uint32_t h = ptx_hash (s, strlen (s));
  while (hash[h % HASH])
    h++;
  hash[h % HASH] = id + 1;
}

static uint16_t
node_child (table *t, uint16_t *first, const char *s, size_t n)
{
  uint16_t *i = first;
  for (; *i; i = &t->nodes[*i].next)
    if (t->nodes[*i].len == n && !memcmp (t->nodes[*i].part, s, n))
      return *i;
  ptx_opnode *node = &t->nodes[ *i = t->nnodes++];
  node->part = s;
  node->len = n;
  return *i;
}

static const table *
build_tables (void)
{
  table *t = calloc (1, sizeof *t);
  if (!t)
    ptx_oom ();
  for (unsigned i = 1; i < PTX_NMODS; i++)
    if (ptx_mods[i].name)
      hash_put (t->mods, ptx_mods[i].name, i);
  for (unsigned i = 0; i < PTX_NSREGS; i++)
    hash_put (t->sregs, ptx_sregs[i].name, i);
  t->nnodes = 1;
  for (unsigned i = 1; i < PTX_NOPS; i++)
    {
      const char *s = ops[i].name;
      uint16_t *at = &t->first[(unsigned char) *s], node = 0;
      for (;;)
	{
	  const char *dot = strchr (s, '.');
	  node = node_child (t, at, s, dot ? (size_t) (dot - s) : strlen (s));
	  at = &t->nodes[node].sub;
	  if (!dot)
	    break;
	  s = dot + 1;
	}
      t->nodes[node].op = i;
      t->ops[i].name = ops[i].name;
      t->ops[i].flags = ops[i].flags;
    }
  t->nodes[node_child (t, &t->first['b'], "bar", 3)].cta = true;
  t->nodes[node_child (t, &t->first['b'], "barrier", 7)].cta = true;
  for (unsigned i = 0; form_ops[i] != PTX_NOPS; i++)
    {
      ptx_opinfo *o = &t->ops[form_ops[i]];
      if (!o->nforms++)
	o->first_form = i;
    }
  return t;
}

static const table *
get_tables (void)
{
  static _Atomic (const table *) shared;
  const table *t = atomic_load_explicit (&shared, memory_order_acquire);
  if (!t)
    {
      const table *mine = build_tables (), *none = 0;
      t = mine;
      if (!atomic_compare_exchange_strong (&shared, &none, mine))
	{
	  free ((void *) mine);
	  t = none;
	}
    }
  return t;
}

const ptx_opinfo *
ptx_opinfos (void)
{
  return get_tables ()->ops;
}

static const ptx_opnode *
hash_find (const table *t, uint16_t i, const char *s, size_t n)
{
  for (; i; i = t->nodes[i].next)
    if (t->nodes[i].len == n && !memcmp (t->nodes[i].part, s, n))
      return &t->nodes[i];
  return 0;
}

const ptx_opnode *
ptx_op_start (const char *s, size_t n)
{
  const table *t = get_tables ();
  return n ? hash_find (t, t->first[(unsigned char) *s], s, n) : 0;
}

const ptx_opnode *
ptx_op_next (const ptx_opnode *node, const char *s, size_t n)
{
  return node->sub ? hash_find (get_tables (), node->sub, s, n) : 0;
}

ptx_mod
ptx_mod_find (const char *s, size_t n)
{
  const table *t = get_tables ();
  for (uint32_t h = ptx_hash (s, n);; h++)
    {
      unsigned i = t->mods[h % HASH];
      if (!i)
	return PTX_NOMOD;
      if (!strncmp (ptx_mods[i - 1].name, s, n) && !ptx_mods[i - 1].name[n])
	return i - 1;
    }
}

int
ptx_sreg_find (const char *s, size_t n)
{
  const table *t = get_tables ();
  for (uint32_t h = ptx_hash (s, n);; h++)
    {
      unsigned i = t->sregs[h % HASH];
      if (!i)
	return -1;
      if (!strncmp (ptx_sregs[i - 1].name, s, n) && !ptx_sregs[i - 1].name[n])
	return i - 1;
    }
}

ptx_mod
ptx_mod_intern (ptx_module *m, const char *s, size_t n)
{
  ptx_mod id = ptx_mod_find (s, n);
  if (id)
    return id;
  const char *name = ptx_intern (m, s, n);
  for (uint32_t i = 0; i < m->ntext_mods; i++)
    if (m->text_mods[i] == name)
      return PTX_TEXT_MOD + i;
  if (m->ntext_mods == UINT16_MAX - PTX_TEXT_MOD)
    return PTX_NOMOD;
  m->text_mods = ptx_arena_grow (m->arena, m->text_mods, m->ntext_mods, &m->text_mods_cap,
				 sizeof *m->text_mods);
  m->text_mods[m->ntext_mods] = name;
  return PTX_TEXT_MOD + m->ntext_mods++;
}
