/* SPDX-License-Identifier: MIT */
/* The rows of ops.def, and their handlers, those of the best instruction set that this CPU has.  */

#include "emulator/run/matrix.h"
#include "emulator/run/rows.h"

#include <assert.h>
#include <stdlib.h>

#define SECTION(s) \
  extern const struct code_handler __start_##s[] __attribute__ ((visibility ("hidden"))); \
  extern const struct code_handler __stop_##s[] __attribute__ ((visibility ("hidden")));
SECTION (px_ops)
SECTION (px_ops_c)
#ifdef __x86_64__
SECTION (px_ops_avx2)
SECTION (px_ops_avx512)
#endif

extern const char px_anchor_ops, px_anchor_atom, px_anchor_async, px_anchor_mbarrier,
  px_anchor_bulk, px_anchor_mma, px_anchor_nested, px_anchor_tensor, px_anchor_texture,
  px_anchor_wgmma, px_anchor_wmma, px_anchor_printf, px_anchor_exec_c;
#ifdef __x86_64__
extern const char px_anchor_exec_avx2, px_anchor_exec_avx512;
#endif
static const char *const anchors[] __attribute__ ((used))
= { &px_anchor_ops,	  &px_anchor_atom,	 &px_anchor_async,  &px_anchor_mbarrier,
    &px_anchor_bulk,	  &px_anchor_mma,	 &px_anchor_nested, &px_anchor_tensor,
    &px_anchor_texture,	  &px_anchor_wgmma,	 &px_anchor_wmma,   &px_anchor_printf,
    &px_anchor_exec_c,
#ifdef __x86_64__
    &px_anchor_exec_avx2, &px_anchor_exec_avx512
#endif
  };

const struct op_row op_rows[N_OPS] = {
#define OP(NAME, ...) [OPC_##NAME] = { .name = #NAME, __VA_ARGS__ },
#include "emulator/run/ops.def"
#undef OP
};

static handler *handlers[N_OPS];
/* Codes plus one, hashed by name; 0: free.  */
enum
{
  NAMES = 2048
};
static uint16_t names[NAMES];
_Static_assert(2 * N_OPS < NAMES, "the table of names is too small");
static const char *isa;
static const struct tile *kernels;
static scan_fn *scanner;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static unsigned
hash_handler (const char *s)
{
  unsigned h = 2166136261u;
  while (*s)
    h = (h ^ (unsigned char) *s++) * 16777619u;
  return h ^ h >> 15;
}

static void
use_handlers (const struct code_handler *from, const struct code_handler *to)
{
  for (; from < to; from++)
    handlers[from->code] = from->fn;
}

/* Takes the best instruction set that this CPU has and PXEMU_ISA allows.  */
static void
choose_isa (void)
{
#ifdef __x86_64__
  const char *want = getenv ("PXEMU_ISA");
  __builtin_cpu_init ();
  bool avx2 = __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma")
	      && __builtin_cpu_supports ("bmi2");
  bool avx512 = avx2 && __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq")
		&& __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512vl")
		&& __builtin_cpu_supports ("avx512cd");
  if (want && !strcmp (want, "c"))
    avx2 = avx512 = false;
  if (want && !strcmp (want, "avx2"))
    avx512 = false;
  if (avx512)
    {
      isa = "avx512";
      kernels = &tile_avx512;
      scanner = scan_avx512;
      use_handlers (__start_px_ops_avx512, __stop_px_ops_avx512);
      return;
    }
  if (avx2)
    {
      isa = "avx2";
      kernels = &tile_avx2;
      scanner = scan_avx2;
      use_handlers (__start_px_ops_avx2, __stop_px_ops_avx2);
      return;
    }
#endif
  isa = "c";
  kernels = &tile_c;
  scanner = scan_c;
  use_handlers (__start_px_ops_c, __stop_px_ops_c);
}

static void
init (void)
{
  use_handlers (__start_px_ops, __stop_px_ops);
  choose_isa ();
  for (unsigned code = 0; code < N_OPS; code++)
    {
      unsigned h = hash_handler (op_rows[code].name);
      while (names[h % NAMES])
	h++;
      names[h % NAMES] = code + 1;
      assert (handlers[code]);
    }
}

handler *
handler_of (enum opcode code)
{
  pthread_once (&once, init);
  return handlers[code];
}

enum opcode
find_op (const char *name)
{
  pthread_once (&once, init);
  for (unsigned h = hash_handler (name); names[h % NAMES]; h++)
    if (!strcmp (op_rows[names[h % NAMES] - 1].name, name))
      return names[h % NAMES] - 1;
  return N_OPS;
}

const struct tile *
tile (void)
{
  if (__builtin_expect (!kernels, 0))
    pthread_once (&once, init);
  return kernels;
}

scan_fn *
scan (void)
{
  pthread_once (&once, init);
  return scanner;
}

const char *
px_emu_isa (void)
{
  pthread_once (&once, init);
  return isa;
}
