/* SPDX-License-Identifier: MIT */
/* Functions of the device's system: vprintf, malloc, free, __assertfail.  */

#include "emulator/run/device.h"

#include <stdio.h>
#include <stdlib.h>

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (printf)

/* ---- the buffer ---- */

static void
print_text (px_emu *emu, const char *text, size_t len)
{
  pthread_mutex_lock (&emu->out_lock);
  size_t limit = emu->limit[PX_EMU_LIMIT_PRINTF];
  if (len > limit || emu->out_len > limit - len)
    emu->out_lost++;
  else
    {
      if (emu->out_len + len > emu->out_cap)
	{
	  size_t cap = emu->out_cap ? 2 * emu->out_cap : 4096;
	  while (cap < emu->out_len + len)
	    cap *= 2;
	  char *p = realloc (emu->out, cap);
	  if (p)
	    emu->out = p, emu->out_cap = cap;
	}
      if (emu->out_len + len <= emu->out_cap)
	{
	  memcpy (emu->out + emu->out_len, text, len);
	  emu->out_len += len;
	}
      else
	emu->out_lost++;
    }
  pthread_mutex_unlock (&emu->out_lock);
}

char *
px_emu_printf_take (px_emu *emu, size_t *len, size_t *lost)
{
  pthread_mutex_lock (&emu->out_lock);
  char *p = emu->out ? emu->out : malloc (1);
  *len = emu->out ? emu->out_len : 0;
  if (lost)
    *lost = emu->out_lost;
  emu->out = NULL;
  emu->out_len = emu->out_cap = emu->out_lost = 0;
  pthread_mutex_unlock (&emu->out_lock);
  return p;
}

/* ---- reading a lane's memory ---- */

/* SIZE bytes at generic address ADDR of lane I, or NULL.  */
static const uint8_t *
bytes_at (struct warp *w, int i, uint64_t addr, uint32_t size)
{
  uint64_t a = (uint32_t) addr;
  struct launch *l = w->block->launch;
  px_emu_range r;
  switch (addr & WINDOW_MASK)
    {
    case WINDOW_SHARED:
      return a < l->shared_bytes && l->shared_bytes - a >= size ? w->shared + a : NULL;
    case WINDOW_PARAM:
      return a < l->func->param_bytes && l->func->param_bytes - a >= size ? l->params + a : NULL;
    default:
      if (IS_LOCAL (addr))
	return a < w->local_size && w->local_size - a >= size
		 ? w->local + (size_t) i * w->local_size + a
		 : NULL;
      return px_emu_mem_find (l->emu, addr, &r) && r.base + r.size - addr >= size
	       ? (const uint8_t *) addr
	       : NULL;
    }
}

/* The string at ADDR into BUF; false if it leaves known memory.  */
static bool
string_at (struct warp *w, int i, uint64_t addr, char *buf, size_t size)
{
  for (size_t n = 0; n + 1 < size; n++)
    {
      const uint8_t *p = bytes_at (w, i, addr + n, 1);
      if (!p)
	return false;
      if (!(buf[n] = *p))
	return true;
    }
  buf[size - 1] = 0;
  return true;
}

/* ---- vprintf ---- */

struct output
{
  struct warp *w;
  int lane;
  uint64_t args;   /* of the next value */
  uint64_t string; /* of %s, if it cannot be read */
  int n_args;
  char text[8192];
  size_t len;
};

static bool
next_value (struct output *u, unsigned size, void *v)
{
  u->args = (u->args + size - 1) & -(uint64_t) size;
  const uint8_t *p = bytes_at (u->w, u->lane, u->args, size);
  if (!p)
    return false;
  memcpy (v, p, size);
  u->args += size;
  u->n_args++;
  return true;
}

#define PUT(...) \
  do \
    { \
      int n_ = snprintf (u->text + u->len, sizeof u->text - u->len, __VA_ARGS__); \
      if (n_ > 0) \
	u->len += n_; \
      if (u->len >= sizeof u->text) \
	u->len = sizeof u->text - 1; \
    } \
  while (0)

/* A conversion as it is written, from its % to its letter.  */
struct conversion
{
  char spec[64]; /* flags, width and precision, with a % before them, for the host's snprintf */
  size_t n;	 /* length of SPEC */
  int longs, shorts;
  char letter; /* NUL at the end of the format */
};

/* Reads a width or precision at S, which is a number or a *, to *C.  ALWAYS: also if it is 0.  Returns what
   follows it, NULL if the value for a * can not be read.  */
static const char *
read_size (struct output *u, const char *s, struct conversion *c, bool always)
{
  enum
  {
    MOST = 4000 /* so that one conversion fits into output.text */
  };
  int v = 0;
  if (*s == '*')
    {
      if (!next_value (u, 4, &v))
	return NULL;
      s++;
    }
  else
    while (*s >= '0' && *s <= '9')
      v = v < 100000 ? v * 10 + *s - '0' : v, s++;
  v = v > MOST ? MOST : v < -MOST ? -MOST : v;
  if (v || always)
    c->n += snprintf (c->spec + c->n, sizeof c->spec - c->n, "%d", v);
  return s;
}

/* Reads the conversion at S, after its %, to *C.  Returns what follows it, NULL if a value can not be
   read.  */
static const char *
read_conversion (struct output *u, const char *s, struct conversion *c)
{
  *c = (struct conversion){ .spec = "%", .n = 1 };
  while (*s && strchr ("-+ #0", *s) && c->n < 8)
    c->spec[c->n++] = *s++;
  s = read_size (u, s, c, false);
  if (s && *s == '.')
    {
      c->spec[c->n++] = *s++;
      s = read_size (u, s, c, true);
    }
  if (!s)
    return NULL;
  for (; *s && strchr ("hlLqjzt", *s); s++)
    if (*s == 'h')
      c->shorts++;
    else
      c->longs++;
  c->letter = *s ? *s++ : 0;
  return s;
}

/* Reads the integer that C converts to *V, extended by its sign if IS_SIGNED.  Returns false if it can not
   be read.  */
static bool
next_integer (struct output *u, const struct conversion *c, bool is_signed, uint64_t *v)
{
  uint32_t v4;
  if (c->longs)
    return next_value (u, 8, v);
  if (!next_value (u, 4, &v4))
    return false;
  if (is_signed)
    *v = (int64_t) (c->shorts > 1 ? (signed char) v4 : c->shorts ? (short) v4 : (int32_t) v4);
  else
    *v = c->shorts > 1 ? (uint8_t) v4 : c->shorts ? (uint16_t) v4 : v4;
  return true;
}

/* Prints one conversion: S points after its %.  Returns what follows it, NULL if a value can not be
   read.  */
static const char *
conversion (struct output *u, const char *s)
{
  struct conversion c;
  uint64_t v8 = 0;
  uint32_t v4;
  double f;
  char str[4096], *end;
  s = read_conversion (u, s, &c);
  if (!s)
    return NULL;
  end = c.spec + c.n;
  size_t room = sizeof c.spec - c.n;
  switch (c.letter)
    {
    case 'd':
    case 'i':
      if (!next_integer (u, &c, true, &v8))
	return NULL;
      snprintf (end, room, "lld");
      PUT (c.spec, (long long) v8);
      return s;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      if (!next_integer (u, &c, false, &v8))
	return NULL;
      snprintf (end, room, "ll%c", c.letter);
      PUT (c.spec, (unsigned long long) v8);
      return s;
    case 'c':
      if (!next_value (u, 4, &v4))
	return NULL;
      snprintf (end, room, "c");
      PUT (c.spec, (int) v4);
      return s;
    case 'p':
      if (!next_value (u, 8, &v8))
	return NULL;
      snprintf (end, room, "p");
      PUT (c.spec, (void *) v8);
      return s;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      if (!next_value (u, 8, &f))
	return NULL;
      snprintf (end, room, "%c", c.letter);
      PUT (c.spec, f);
      return s;
    case 's':
      if (!next_value (u, 8, &v8))
	return NULL;
      if (!v8)
	snprintf (str, sizeof str, "(null)");
      else if (!string_at (u->w, u->lane, v8, str, sizeof str))
	{
	  u->string = v8;
	  return NULL;
	}
      snprintf (end, room, "s");
      PUT (c.spec, str);
      return s;
    case '%': PUT ("%%"); return s;
    default:
      /* Not a conversion: as it stands.  */
      PUT ("%s%c", c.spec, c.letter ? c.letter : ' ');
      return s;
    }
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
OP (call_vprintf)
{
  char format[4096];
  struct output *u = malloc (sizeof *u);
  if (!u)
    return fail (w, o, PX_EMU_NO_MEMORY, w->mask, 0, 0, "no memory for vprintf");
  EACH_LANE (i, w->mask)
    {
      uint64_t at = call_number (w, o, i, 0);
      *u = (struct output){ .w = w, .lane = i, .args = call_number (w, o, i, 1) };
      if (!string_at (w, i, at, format, sizeof format))
	{
	  free (u);
	  return fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, at, 1,
		       "vprintf: format at 0x%llx is not in memory", (unsigned long long) at);
	}
      for (const char *s = format; s && *s;)
	{
	  size_t plain = strcspn (s, "%");
	  if (plain)
	    {
	      PUT ("%.*s", (int) plain, s);
	      s += plain;
	    }
	  else if (!(s = conversion (u, s + 1)))
	    {
	      at = u->args;
	      uint64_t text = u->string;
	      free (u);
	      if (text)
		return fail (
		  w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, text, 1,
		  "printf: the string at 0x%llx for %%s does not end within memory of the "
		  "device",
		  (unsigned long long) text);
	      return fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, at, 8,
			   "vprintf: argument at 0x%llx is not in memory", (unsigned long long) at);
	    }
	}
      print_text (w->block->launch->emu, u->text, u->len);
      call_result (w, o, i, u->n_args);
    }
  free (u);
  return o + 1;
}
#pragma GCC diagnostic pop

OP (call_malloc)
{
  EACH_LANE (i, w->mask)
    call_result (w, o, i, (uintptr_t) dev_malloc (w->block->launch->emu, call_number (w, o, i, 0)));
  return o + 1;
}

OP (call_free)
{
  EACH_LANE (i, w->mask)
    {
      uint64_t a = call_number (w, o, i, 0);
      OBSERVE (w, heap_free, w, o, i, a);
      uint64_t base, size;
      px_emu *emu = w->block->launch->emu;
      if (dev_free (emu, a))
	continue;
      if (mem_was_freed (emu, a, &base, &size) && base == a)
	return fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, a, 0,
		     "double free of the %llu bytes at 0x%llx", (unsigned long long) size,
		     (unsigned long long) a);
      return fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, a, 0,
		   "free of 0x%llx, which malloc has not given", (unsigned long long) a);
    }
  return o + 1;
}

/* message, file, line, function, size of a character */
OP (call_assertfail)
{
  int i = __builtin_ctz (w->mask);
  char message[160] = "?", file[160] = "?", function[80] = "?";
  string_at (w, i, call_number (w, o, i, 0), message, sizeof message);
  string_at (w, i, call_number (w, o, i, 1), file, sizeof file);
  string_at (w, i, call_number (w, o, i, 3), function, sizeof function);
  return fail (w, o, PX_EMU_ASSERT, w->mask, 0, 0, "%s:%u: %s: assertion `%s' failed", file,
	       (unsigned) call_number (w, o, i, 2), function, message);
}

/* does it hold?, text (px/plugin: px_assume, where a GPU does nothing) */
OP (call_assume)
{
  uint32_t wrong = 0;
  EACH_LANE (i, w->mask)
    if (!(uint32_t) call_number (w, o, i, 0))
      wrong |= 1u << i;
  if (!wrong)
    return o + 1;
  char text[300] = "?";
  int i = __builtin_ctz (wrong);
  string_at (w, i, call_number (w, o, i, 1), text, sizeof text);
  return fail (w, o, PX_EMU_ASSERT, wrong, 0, 0, "what px_assume says does not hold: %s", text);
}

/* The first byte, how many, those of the array, those of an element, text (px/plugin: -fplugin-arg-px-bounds, where a GPU
   does nothing) */
OP (call_within)
{
  uint32_t wrong = 0;
  EACH_LANE (i, w->mask)
    {
      uint64_t at = call_number (w, o, i, 0), size = call_number (w, o, i, 1),
	       extent = call_number (w, o, i, 2);
      if (size && (size > extent || at > extent - size))
	wrong |= 1u << i;
    }
  if (!wrong)
    return o + 1;
  char text[300] = "?";
  int i = __builtin_ctz (wrong);
  int64_t at = call_number (w, o, i, 0), size = call_number (w, o, i, 1),
	  extent = call_number (w, o, i, 2), element = call_number (w, o, i, 3);
  string_at (w, i, call_number (w, o, i, 4), text, sizeof text);
  if (extent == INT64_MAX)
    return fail (w, o, PX_EMU_ASSERT, wrong, 0, 0, "%s: at byte %lld", text, (long long) at);
  if (size != element)
    return fail (w, o, PX_EMU_ASSERT, wrong, 0, 0, "%s: %lld bytes at byte %lld of %lld", text,
		 (long long) size, (long long) at, (long long) extent);
  return fail (w, o, PX_EMU_ASSERT, wrong, 0, 0, "%s: at byte %lld of %lld, index %lld", text,
	       (long long) at, (long long) extent,
	       (long long) (at - (at < 0 ? element - 1 : 0)) / element);
}
