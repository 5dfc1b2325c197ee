/* SPDX-License-Identifier: MIT */
/* px-kit: the programs that are not of px's language: what device there is,
   and the emulator against it.  Every error of the caller's is one line and status 2.  */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "testsuite/kit/kit.h"

static const char usage[] =
  "Usage: px-kit probe DRIVER\n"
  "  or:  px-kit instr [OPTION]... [FAMILY]...   (px-kit instr --help)\n"
  "  or:  px-kit random [OPTION]... COUNT SEED   (px-kit random --help)\n"
  "  or:  px-kit tensor [OPTION]... COUNT SEED   (px-kit tensor --help)\n";

/* Puts the first line of TEXT that is not empty into WHY.  */
static void
first_line (char *why, size_t size, const char *prefix, const char *text)
{
  text += strspn (text, " \n\r\t");
  size_t n = strcspn (text, "\r\n");
  snprintf (why, size, "%s%s%.*s", prefix, n ? ": " : "", (int) n, text);
}

const char *
driver_error (struct driver *d, CUresult r)
{
  const char *name = NULL;
  if (d->cuGetErrorName)
    d->cuGetErrorName (r, &name);
  return name ? name : "an unknown error";
}

void
driver_why (struct driver *d, CUresult r, char *why, size_t size)
{
  char more[1024] = "";
  if (d->last_fault)
    d->last_fault (more, sizeof more);
  first_line (why, size, driver_error (d, r), more);
}

struct driver *
driver_open (const char *file, char *why, size_t size)
{
  void *library = dlopen (file, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    {
      const char *e = dlerror ();
      snprintf (why, size, "no NVIDIA driver (%s)", e ? e : file);
      return NULL;
    }
  struct driver *d = calloc (1, sizeof *d);
  if (!d)
    abort ();
  const char *missing = NULL;
#define WANTED_REQ(symbol) if (!d->symbol) missing = #symbol;
#define WANTED_OPT(symbol)
#define WANTED_EMU(symbol)
#define PX_DRIVER(name, symbol, since, need, args)		\
  d->symbol = (px_fn_##symbol) dlsym (library, #symbol);	\
  WANTED_##need (symbol)
#include "runtime/driver.def"
#undef PX_DRIVER
  *(void **) &d->last_fault = dlsym (library, "pxemu_last_fault");
  d->emulated = d->last_fault != NULL;
  int count = 0, major = 0, minor = 0;
  CUresult r = CUDA_SUCCESS;
  const char *what = "cuInit";
  if (missing)
    snprintf (why, size, "the driver %s is too old: it lacks %s", file, missing);
  else if ((r = d->cuInit (0)) == CUDA_SUCCESS && (what = "cuDriverGetVersion")
	   && (r = d->cuDriverGetVersion (&d->version)) == CUDA_SUCCESS
	   && (what = "cuDeviceGetCount") && (r = d->cuDeviceGetCount (&count)) == CUDA_SUCCESS
	   && count == 0)
    r = CUDA_ERROR_NO_DEVICE;
  if (!missing && r == CUDA_SUCCESS && (what = "cuDeviceGet")
      && (r = d->cuDeviceGet (&d->device, 0)) == CUDA_SUCCESS
      && (r = d->cuDeviceGetName (d->name, sizeof d->name, d->device)) == CUDA_SUCCESS
      && (what = "cuDeviceGetAttribute")
      && (r = d->cuDeviceGetAttribute (&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
				       d->device)) == CUDA_SUCCESS
      && (r = d->cuDeviceGetAttribute (&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
				       d->device)) == CUDA_SUCCESS
      && (what = "cuDevicePrimaryCtxRetain")
      && (r = d->cuDevicePrimaryCtxRetain (&d->context, d->device)) == CUDA_SUCCESS)
    {
      d->sm = 10 * major + minor;
      return d;
    }
  if (!missing)
    snprintf (why, size, r == CUDA_ERROR_NO_DEVICE ? "no NVIDIA GPU (%s: %s)"
	      : "the driver fails (%s: %s)", what, driver_error (d, r));
  free (d);
  return NULL;
}

CUmodule
driver_load (struct driver *d, const char *text, char *why, size_t size)
{
  char log[4096] = "";
  CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *values[] = { log, (void *) (uintptr_t) sizeof log };
  CUcontext old;
  CUmodule m = NULL;
  d->cuCtxPushCurrent_v2 (d->context);
  CUresult r = d->cuModuleLoadDataEx (&m, text, 2, options, values);
  d->cuCtxPopCurrent_v2 (&old);
  log[sizeof log - 1] = 0;
  if (r == CUDA_SUCCESS)
    return m;
  first_line (why, size, driver_error (d, r), log);
  return NULL;
}

unsigned
driver_isa (struct driver *d)
{
  static const uint8_t isas[] = { 93, 92, 91, 90, 88, 87, 86, 85, 84, 83, 82, 81, 80, 78, 77, 76, 75,
				  74, 73, 72, 71, 70, 65, 64, 63, 62, 61, 60 };
  for (unsigned i = 0; i < sizeof isas; i++)
    {
      char text[128], why[256];
      snprintf (text, sizeof text, ".version %d.%d\n.target sm_%d\n.address_size 64\n.entry k () { ret; }\n",
		isas[i] / 10, isas[i] % 10, isas[i] >= 63 && d->sm >= 75 ? 75 : 70);
      CUmodule m = driver_load (d, text, why, sizeof why);
      if (m)
	{
	  CUcontext old;
	  d->cuCtxPushCurrent_v2 (d->context);
	  d->cuModuleUnload (m);
	  d->cuCtxPopCurrent_v2 (&old);
	  return isas[i];
	}
    }
  return 0;
}

uint64_t
kit_random (uint64_t *s)
{
  *s ^= *s >> 12;
  *s ^= *s << 25;
  *s ^= *s >> 27;
  return *s * 0x2545f4914f6cdd1du;
}

uint64_t
kit_hash (uint64_t h, const void *p, size_t n)
{
  const uint8_t *b = p;
  while (n--)
    h = (h ^ *b++) * 1099511628211u;
  return h;
}

void
kit_record (const char *format, ...)
{
  const char *file = getenv ("PX_KIT_RECORD");
  FILE *f = file && *file ? fopen (file, "a") : NULL;
  if (!f)
    return;
  va_list args;
  va_start (args, format);
  vfprintf (f, format, args);
  va_end (args);
  fclose (f);
}

void
kit_put (ptx_buf *b, const char *format, ...)
{
  char text[512];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  ptx_buf_str (b, text);
}

int
kit_parse (kit_arguments *a, int argc, char **argv, const char *usage)
{
  const char *driver = "libcuda.so.1", *emulator = "libpxemu.so.0", *numbers[2];
  unsigned n = 0;
  char why[300];
  memset (a, 0, sizeof *a);
  for (int k = 1; k < argc; k++)
    if (!strcmp (argv[k], "--driver") && k + 1 < argc)
      driver = argv[++k];
    else if (!strcmp (argv[k], "--emulator") && k + 1 < argc)
      emulator = argv[++k];
    else if (!strcmp (argv[k], "--print"))
      a->print = true;
    else if (n < 2 && argv[k][0] >= '0' && argv[k][0] <= '9')
      numbers[n++] = argv[k];
    else
      n = 3;
  if (n != 2)
    {
      bool help = argc == 2 && !strcmp (argv[1], "--help");
      fputs (usage, help ? stdout : stderr);
      return help ? 0 : 2;
    }
  a->count = atoi (numbers[0]);
  a->seed_text = numbers[1];
  a->seed = kit_hash (KIT_HASH, numbers[1], strlen (numbers[1])) | 1;
  if (a->print)
    return -1;
  a->drivers[0] = driver_open (driver, why, sizeof why);
  if (a->drivers[0] && !a->drivers[0]->emulated)
    a->drivers[1] = driver_open (emulator, why, sizeof why);
  if (a->drivers[0] && (a->drivers[0]->emulated || a->drivers[1]))
    return -1;
  printf ("skip: %s\n", why);
  return 77;
}

/* What run.sh asks first: lines of a word, a tab, a value.  */
static int
probe (const char *file)
{
  char why[512];
  struct driver *d = driver_open (file, why, sizeof why);
  if (!d)
    {
      printf ("error\t%s\n", why);
      return 1;
    }
  unsigned isa = driver_isa (d);
  printf ("device\t%s\nsm\t%d\nisa\t%u\ncuda\t%d\n", d->name, d->sm, isa, d->version);
  if (d->emulated)
    puts ("emulator\ttrue");
  if (!isa)
    puts ("error\tthe driver loads no PTX");
  return !isa;
}

int
main (int argc, char **argv)
{
  if (argc == 3 && !strcmp (argv[1], "probe"))
    return probe (argv[2]);
  if (argc >= 2 && !strcmp (argv[1], "instr"))
    return instr_main (argc - 1, argv + 1);
  if (argc >= 2 && !strcmp (argv[1], "random"))
    return random_main (argc - 1, argv + 1);
  if (argc >= 2 && !strcmp (argv[1], "tensor"))
    return tensor_main (argc - 1, argv + 1);
  fputs (usage, stderr);
  return 2;
}
