/* SPDX-License-Identifier: MIT */
/* Rule F7 at a launch: no object that is written may reach a kernel in two ways: as two
   arguments, or as an argument and a variable that the kernel names.  px orders accesses
   through different pointers as accesses to different objects.  */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/rt.h"

/* Writes "argument 2" or "argument 2 (its pointer at byte 8)" to TEXT: where WHAT is, in ARGUMENT at OFFSET.  */
static const char *
place (uint32_t argument, uint32_t offset, const char *what, char *text, size_t size)
{
  if (offset)
    snprintf (text, size, "argument %u (its %s at byte %u)", argument + 1, what, offset);
  else
    snprintf (text, size, "argument %u", argument + 1);
  return text;
}

static const char *
place_of (const struct px_pointer *p, char *text, size_t size)
{
  return place (p->argument, p->offset, "pointer", text, size);
}

static const char *
place_of_map (const struct px_map_use *u, char *text, size_t size)
{
  return place (u->argument, u->offset, "map", text, size);
}

static char *
pointer_of (const struct px_pointer *p, void **args)
{
  char *v;
  memcpy (&v, (const char *) args[p->argument] + p->offset, sizeof v);
  return v;
}

px_status
rt_check_pointers (const struct px_kernel *k, void **args)
{
  for (unsigned j = 1; j < k->npointers; j++)
    for (unsigned i = 0; i < j; i++)
      {
	const struct px_pointer *a = &k->pointers[i], *b = &k->pointers[j];
	if (!(a->writes | b->writes) || (a->group && a->group == b->group))
	  continue;
	void *p = pointer_of (a, args);
	if (!p || p != pointer_of (b, args))
	  continue;
	const char *file
	  = k->file ? k->file : "?",
	  *way
	  = "and one of them is not const: pass two objects, or declare the parameters __alias";
	if (!a->offset && !b->offset)
	  return rt_fail (PX_ERR_LAUNCH,
			  "px_launch: kernel %s (%s:%u): arguments %u and %u are the same "
			  "pointer, %p, %s",
			  k->name, file, k->line, a->argument + 1, b->argument + 1, p, way);
	char x[60], y[60];
	return rt_fail (PX_ERR_LAUNCH,
			"px_launch: kernel %s (%s:%u): %s and %s are the same pointer, %p, "
			"and one of them is not const: pass two objects",
			k->name, file, k->line, place_of (a, x, sizeof x),
			place_of (b, y, sizeof y), p);
      }
  return PX_OK;
}

/* Returns where the tensor of the map that U copies by is; 0: it is not known.  */
static uint64_t
tensor_of (const struct px_map_use *u, void **args)
{
  px_tensor_map m;
  memcpy (&m, (const char *) args[u->argument] + u->offset, sizeof m);
  return m.box.known == PX_TENSOR_BOX ? m.box.address : 0;
}

px_status
rt_check_maps (const struct px_kernel *k, void **args)
{
  const char *file = k->file ? k->file : "?";
  char x[60], y[60];
  for (unsigned j = 0; j < k->nmaps; j++)
    {
      const struct px_map_use *a = &k->maps[j];
      uint64_t p = tensor_of (a, args);
      for (unsigned i = 0; p && i < j; i++)
	{
	  const struct px_map_use *b = &k->maps[i];
	  if ((a->store | b->store) && p == tensor_of (b, args)
	      && (a->argument != b->argument || a->offset != b->offset))
	    return rt_fail (
	      PX_ERR_LAUNCH,
	      "px_launch: kernel %s (%s:%u): %s and %s are maps of one tensor, at %#" PRIx64
	      ", and the kernel stores by one of them: pass one map",
	      k->name, file, k->line, place_of_map (b, x, sizeof x), place_of_map (a, y, sizeof y),
	      p);
	}
      for (unsigned i = 0; p && i < k->npointers; i++)
	{
	  const struct px_pointer *b = &k->pointers[i];
	  if ((a->store | b->writes) && p == (uintptr_t) pointer_of (b, args))
	    return rt_fail (PX_ERR_LAUNCH,
			    "px_launch: kernel %s (%s:%u): %s is a map of the tensor to which %s "
			    "points, at %#" PRIx64
			    ", and the kernel does not only read it: pass two objects",
			    k->name, file, k->line, place_of_map (a, x, sizeof x),
			    place_of (b, y, sizeof y), p);
	}
    }
  return PX_OK;
}

/* A set of symbols.  */
struct symbols
{
  struct
  {
    const struct px_symbol *symbol;
    bool writes;
  } * list;
  unsigned n, room;
};

/* Adds USES to S.  Returns false if out of memory.  */
static bool
add_uses (struct symbols *s, const struct px_use *uses, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      unsigned k;
      for (k = 0; k < s->n && s->list[k].symbol != uses[i].symbol; k++)
	;
      if (k < s->n)
	{
	  s->list[k].writes |= uses[i].writes;
	  continue;
	}
      if (s->n == s->room)
	{
	  void *list = realloc (s->list, (s->room * 2 + 8) * sizeof *s->list);
	  if (!list)
	    return false;
	  s->list = list;
	  s->room = s->room * 2 + 8;
	}
      s->list[s->n].symbol = uses[i].symbol;
      s->list[s->n++].writes = uses[i].writes;
    }
  return true;
}

/* Finds the variables that K names, and their addresses in C's context.  */
static px_status
find_named (struct rt_call *c, const struct px_kernel *k, struct rt_named **out)
{
  struct symbols s = { NULL, 0, 0 };
  bool good = add_uses (&s, k->uses, k->nuses);
  for (unsigned i = 0; good && i < s.n; i++) /* s.n grows: functions add their uses */
    if (s.list[i].symbol->kind == PX_SYMBOL_FUNCTION)
      good = add_uses (&s, s.list[i].symbol->uses, s.list[i].symbol->nuses);
  struct rt_named *named = good ? calloc (1, sizeof *named + s.n * sizeof *named->v) : NULL;
  px_status status = named ? PX_OK : rt_fail (PX_ERR_MEMORY, "%s: out of memory", c->what);
  for (unsigned i = 0; !status && i < s.n; i++)
    if (s.list[i].symbol->kind == PX_SYMBOL_VARIABLE)
      {
	CUdeviceptr a;
	size_t n;
	status = rt_load_symbol (c, s.list[i].symbol, &a, &n);
	if (status)
	  break;
	named->v[named->n].start = a;
	named->v[named->n].end = a + n;
	named->v[named->n].writes = s.list[i].writes;
	named->v[named->n++].symbol = s.list[i].symbol;
      }
  free (s.list);
  if (status)
    free (named);
  else
    *out = named;
  return status;
}

px_status
rt_check_named (struct rt_call *c, const struct px_kernel *k, struct rt_function *f, void **args)
{
  struct rt_named *named = f->named, *other = NULL;
  if (!k->nuses || !k->npointers)
    return PX_OK;
  if (!named)
    {
      px_status s = find_named (c, k, &named);
      if (s)
	return s;
      if (!atomic_compare_exchange_strong (&f->named, &other, named))
	{
	  free (named); /* another thread has set it first */
	  named = other;
	}
    }
  for (unsigned i = 0; i < k->npointers; i++)
    {
      CUdeviceptr p = (CUdeviceptr) (uintptr_t) pointer_of (&k->pointers[i], args);
      for (unsigned j = 0; j < named->n; j++)
	if (p >= named->v[j].start && p < named->v[j].end
	    && (named->v[j].writes || k->pointers[i].writes))
	  {
	    char t[60];
	    return rt_fail (
	      PX_ERR_LAUNCH,
	      "px_launch: kernel %s (%s:%u): %s leads to variable %s, which the "
	      "kernel also uses by its name, and one of them is not const: pass another "
	      "object, or use one of the two only",
	      k->name, k->file ? k->file : "?", k->line, place_of (&k->pointers[i], t, sizeof t),
	      named->v[j].symbol->name);
	  }
    }
  return PX_OK;
}
