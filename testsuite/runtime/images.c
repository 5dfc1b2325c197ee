/* SPDX-License-Identifier: MIT */
/* Images: choice of variants, components, static names, variables, libraries that
   come and go, damage.  On the fake driver, and on the emulator if it is there.  */
#include <pthread.h>

#include "images.h"

/* An image by itself, that tests damage.  */
extern struct px_image image_c;
static const uint32_t sizes[] = { 8 };
static struct px_kernel kernel_lone = { "lone", &image_c, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, sizes,
					"images.c", 12, 0, NULL };
static struct px_kernel kernel_absent = { "absent", &image_c, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, sizes,
					  "images.c", 13, 0, NULL };
STUB (lone)
STUB (absent)
static struct px_variant variants[] = { VARIANT (80, 70, HEAD ("7.0", "sm_80") STORE ("lone", "5")),
					VARIANT (90, 87, HEAD ("8.7", "sm_90") STORE ("lone", "6")) };
static const struct px_kernel *kernels[] = { &kernel_lone, &kernel_absent };
IMAGE (image_c, "images.c", variants, 1, kernels, 2, NONE, 0, NONE, 0);

static struct fake *fake;
static int *word;
static struct px_config one;

/* Launches K; on the emulator checks that it stores VALUE.  */
static int
stores (void (*k) (int *), int value)
{
  int v = -1;
  if (px_memset (word, 0, sizeof v) || px_launch (one, k, word))
    return 0;
  return fake || (!px_copy (&v, word, sizeof v) && v == value);
}

typedef px_status run_function (int *);

static void
library (void)
{
  for (int i = 0; i < 3; i++)
    {
      int v = -1;
      int before = fake ? fake->modules : 0;
      void *l = dlopen (BUILD "/testsuite/runtime/images-lib.so", RTLD_NOW);
      run_function *run = l ? (run_function *) dlsym (l, "run") : NULL;
      if (!CHECK (run, "library opens"))
	{
	  puts (dlerror ());
	  return;
	}
      CHECK (run (word) == PX_OK, "kernel of a library");
      CHECK (fake || (!px_copy (&v, word, sizeof v) && v == 77), "kernel of a library stores");
      CHECK (!fake || fake->modules == before + 1, "library has its own module");
      dlclose (l);
      CHECK (!fake || fake->modules == before, "dlclose unloads");
    }
}

static void *
in_thread (void *k)
{
  int *p = px_alloc (4), v = 0;
  for (int i = 0; i < 50; i++)
    if (!p || px_launch (one, (void (*) (int *)) k, p))
      v = 1;
  if (!fake && (px_copy (&v, p, 4) || v != (k == (void *) own ? 1 : 22)))
    v = 1;
  else
    v = 0;
  px_free (p);
  return (void *) (long) v;
}

static void
good (void)
{
  one = px_grid (1, 1);
  word = px_alloc (sizeof *word);
  CHECK (word, "px_alloc");
  pthread_t t[4];
  long bad = 0;
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, in_thread, (void *) (i % 2 ? own : imported));
  for (int i = 0; i < 4; i++)
    {
      void *r;
      pthread_join (t[i], &r);
      bad += (long) r;
    }
  CHECK (!bad, "threads load once and launch");
  CHECK (!fake || fake->loads == 1, "two objects are one module");
  CHECK (!fake || fake->linked == 2, "two objects are linked");
  CHECK (stores (own, 1), "kernel");
  CHECK (stores (imported, 22), "kernel that calls a function of another object");
  CHECK (stores (a_local, 3), "static function");
  CHECK (stores (b_local, 33), "static function of the same name in another object");
  CHECK (stores (a_tag (), 4), "static kernel");
  CHECK (!fake || !strcmp (fake->launch.name, "tag"), "the first keeps its name");
  CHECK (stores (b_tag (), 44), "static kernel of the same name in another object");
  CHECK (!fake || !strcmp (fake->launch.name, "tag$px1"), "the second is renamed");
  CHECK (!fake || fake->linked == 2, "nothing is loaded twice");

  unsigned char t4[4] = { 0 };
  CHECK (px_copy_to_symbol (&px_device_table, 8, "\7\10", 2) == PX_OK, "copy to variable");
  CHECK (px_copy_from_symbol (t4, &px_device_table, 8, 2) == PX_OK && t4[0] == 7 && t4[1] == 8,
	 "copy from variable");
  CHECK (fake || (!px_copy_from_symbol (t4, &px_device_table, 0, 4) && t4[2] == 3),
	 "initial value of variable");
  SAYS (px_copy_from_symbol (t4, &px_device_table, 15, 2), PX_ERR_INVALID, "past the end of variable",
	"table", "16");
  void *a;
  size_t n;
  SAYS (px_symbol_address (&px_device_wrong, &a, &n), PX_ERR_IMAGE, "variable of another size",
	"table", "16", "17");
  CHECK (px_symbol_address (&px_device_table, &a, &n) == PX_OK && n == 16, "address of variable");
  SAYS (px_launch (one, imported, (int *) a + 3), PX_ERR_LAUNCH, "variable that a called function uses, and argument",
	"imported", "argument 1", "table");
  CHECK (px_launch (one, own, (int *) a + 3) == PX_OK, "argument of a kernel that does not use it");
  CHECK (stores (imported, 22), "good after bad");
  library ();
  struct px_kernel_attributes x;
  CHECK (px_kernel_attributes (px_kernel (own), &x) == PX_OK && x.max_threads > 0, "attributes");
  SAYS (px_launch (one, absent, word), PX_ERR_NOT_FOUND, "kernel that the code lacks", "absent",
	"images.c");
  px_free (word);
}

static void
on_fake (void)
{
  fake = use_fake ("fake.so");
  good ();
  CHECK (fake->memory == 0 && fake->links == 0 && fake->pushed == 0, "nothing is left");
}

static void
on_emulator (void)
{
  use_emulator ();
  if (CHECK (px_device_count () > 0, "emulator starts"))
    good ();
}

/* What the launch of `lone' says on a fake driver.  */
static px_status
lone_on_fake (int arch, int version)
{
  fake = use_fake ("fake.so");
  fake->arch = arch;
  fake->version = version;
  return px_launch (px_grid (1, 1), lone, NULL);
}

static void
too_old_device (void)
{
  SAYS (lone_on_fake (75, 12040), PX_ERR_NO_IMAGE, "device too old", "sm_80", "sm_75", "images.c");
}

static void
too_old_driver (void)
{
  variants[0].isa = 87;
  SAYS (lone_on_fake (80, 12040), PX_ERR_DRIVER_OLD, "driver too old", "8.7", "12.8", "570", "12.4");
}

/* The better variant, unless the driver is too old for it.  */
static void
variant (void)
{
  kernel_lone.variants = 2;
  image_c.nvariants = 2;
  CHECK (lone_on_fake (90, 12080) == PX_OK, "newest variant");
}

static void
variant_of_old_driver (void)
{
  kernel_lone.variants = 2;
  image_c.nvariants = 2;
  SAYS (lone_on_fake (90, 12040), PX_ERR_NO_IMAGE, "kernel of another variant", "lone", "sm_90",
	"images.c:12");
}

static void
exact (void)
{
  variants[0].arch = 90 | PX_ARCH_EXACT;
  SAYS (lone_on_fake (100, 12080), PX_ERR_NO_IMAGE, "sm_90a only on sm_90", "sm_90a", "sm_100");
}

static void
parameter_missing (void)
{
  kernel_lone.nparams = 0;
  SAYS (lone_on_fake (90, 12080), PX_ERR_IMAGE, "another number of arguments", "lone", "argument 1");
}

static void
parameter_size (void)
{
  static const uint32_t four[] = { 4 };
  kernel_lone.param_size = four;
  SAYS (lone_on_fake (90, 12080), PX_ERR_IMAGE, "argument of another size", "lone", "argument 1");
}

/* A record of version 4 ends before the table of shared memory: what is there is not read.  */
static void
old_version (void)
{
  image_c.version = 4;
  kernel_lone.narrays = 1;
  CHECK (lone_on_fake (90, 12080) == PX_OK, "an image of version 4");
}

/* One of version 5 ends before the facts.  */
static void
version_5 (void)
{
  image_c.version = 5;
  kernel_lone.nfacts = 1;
  CHECK (lone_on_fake (90, 12080) == PX_OK, "an image of version 5");
}

static int once;

/* Each way to damage an image: a status that names the file where that is
   possible, and the other kernels go on.  */
static void
damage (void)
{
  static char text[] = HEAD ("7.0", "sm_80") STORE ("lone", "5");
  static const struct { const char *name, *word; } cases[] = {
    { "magic", "" }, { "version", "version 9" }, { "list", "empty" }, { "no variants", "variants" },
    { "too many variants", "variants" }, { "architecture", "architecture" }, { "no text", "no code" },
    { "size", "wrong size" }, { "NUL in text", "wrong size" }, { "kernel", "kernel" },
    { "kernel table", "table" }, { "not in list", "list" }, { "import", "import" },
    { "import of another library", "another library" }, { "syntax", "this is not PTX" },
    { "old version", "version 3" }, { "shared memory", "kernel" }, { "facts", "kernel" } };
  static const struct px_symbol elsewhere = { "x", (struct px_image *) &once };
  static const struct px_import import[] = { { &elsewhere } };
  static const struct px_symbol nameless = { NULL, &image_c };
  static const struct px_import damaged[] = { { &nameless } };
  static struct px_image *const empty[1];
  static char broken[] = "/* syntax error */ .version";
  switch (once)
    {
    case 0: image_c.magic = 1; break;
    case 1: image_c.version = 9; break;
    case 2: image_c.last = image_c.first; break;
    case 3: image_c.nvariants = 0; break;
    case 4: image_c.nvariants = 1000000; break;
    case 5: variants[0].arch = 7; break;
    case 6: variants[0].data = NULL; break;
    case 7: variants[0].size--; break;
    case 8: text[20] = 0; variants[0].data = text; break;
    case 9: kernels[0] = NULL; break;
    case 10: image_c.kernels = NULL; break;
    case 11: image_c.first = empty, image_c.last = empty + 1; break;
    case 12: image_c.imports = damaged; image_c.nimports = 1; break;
    case 13: image_c.imports = import; image_c.nimports = 1; break;
    case 14: variants[0].data = broken; variants[0].size = sizeof broken - 1; break;
    case 15: image_c.version = 3; break;
    case 16: kernel_lone.narrays = 1; break;
    case 17: kernel_lone.nfacts = 1; break;
    }
  px_status s = lone_on_fake (90, 12080);
  SAYS (s, PX_ERR_IMAGE, cases[once].name, cases[once].word, once == 0 || once == 1 || once == 15 ? "" : "images.c");
  int calls = fake->calls;
  SAYS (px_launch (px_grid (1, 1), lone, NULL), PX_ERR_IMAGE, "and again", cases[once].word);
  CHECK (fake->calls - calls < 10, "without loading it again");
  int *p = px_alloc (4);
  CHECK (px_launch (px_grid (1, 1), own, p) == PX_OK, "the others go on");
  px_free (p);
}

int
main (void)
{
  in_child (on_fake, "fake");
  in_child (too_old_device, "too_old_device");
  in_child (too_old_driver, "too_old_driver");
  in_child (variant, "variant");
  in_child (variant_of_old_driver, "variant_of_old_driver");
  in_child (exact, "exact");
  in_child (parameter_missing, "parameter_missing");
  in_child (parameter_size, "parameter_size");
  in_child (old_version, "old_version");
  in_child (version_5, "version_5");
  for (once = 0; once < 18; once++)
    in_child (damage, "damage");
  if (use_emulator ())
    in_child (on_emulator, "emulator");
  else
    puts ("UNSUPPORTED: images on the emulator: it is not built");
  return failures != 0;
}
