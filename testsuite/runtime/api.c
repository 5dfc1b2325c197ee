/* SPDX-License-Identifier: MIT */
/* The API on the fake driver: results, then every driver call failing in turn:
   a status with text, nothing left, no crash.  Which driver is taken.  */
#include <sys/mman.h>

#include "images.h"

extern struct px_image image_api;
static const uint32_t sizes[] = { 8 };
KERNEL (image_api, fill, 0);
STUB (fill)
static const struct px_variant variants[] = {
  VARIANT (80, 70, HEAD ("7.0", "sm_80") ".global .b8 value[8];\n" STORE ("fill", "5")) };
static const struct px_kernel *const kernels[] = { &kernel_fill };
static const struct px_symbol value = { "value", &image_api, 8, .kind = PX_SYMBOL_VARIABLE };
static const struct px_symbol *const symbols[] = { &value };
IMAGE (image_api, "api.c", variants, 1, kernels, 1, symbols, 1, NONE, 0);

static struct fake *fake;
static int bad_statuses, silent;	/* failing calls; of these without a text */

static int
failed (px_status s)
{
  if (s == PX_OK || s == PX_NOT_READY)
    return 0;
  bad_statuses++;
  silent += s != px_last_status () || strlen (px_status_text (s)) < 12;
  return 1;
}

static int
missing (void *p)
{
  if (p)
    return 0;
  failed (px_last_status ());
  return 1;
}

static void
called (void *data)
{
  ++*(int *) data;
}

/* Uses everything; goes on after failures, frees what it got.  True if all gave
   the right results.  */
static int
everything (void)
{
  int good = 1, n = 0, blocks = 0, threads = 0;
  size_t a, b, pitch = 0;
  char host[64] = "0123456789";
  struct px_device_properties p = { .arch = 0 };
  px_stream s = NULL;
  px_event e = NULL, f = NULL;
  px_graph g = NULL;
  px_module m = NULL;
  px_function k = NULL;
  void *q = NULL;
  float ms = 0;
  struct px_kernel_attributes at;
  static const char text[] = HEAD ("7.0", "sm_80") ".global .b8 there[4];\n" STORE ("k", "1");

  good &= !failed (px_device_properties (1, &p)) && p.arch == 90 && !strcmp (p.name, "fake 1")
    && !strcmp (p.pci, "0000:01:00.0");
  good &= px_device () == 0 || failed (px_last_status ()) < 0;
  good &= !failed (px_memory_info (&a, &b)) && a == 1 << 30;
  good &= !failed (px_peer_enable (1)) & !failed (px_peer_disable (1));
  char *d = px_alloc (64), *h = px_alloc_pinned (64), *w = px_alloc_managed (0),
    *r = px_alloc_pitch (&pitch, 100, 3);
  good &= !missing (d) & !missing (h) & !missing (w) & !missing (r) & (pitch == 512);
  good &= !failed (px_stream_create (&s));
  char *z = px_alloc_async (8, s);
  good &= !missing (z);
  if (d)
    {
      char back[64] = "";
      good &= !failed (px_copy (d, host, 10)) & !failed (px_copy_async (back, d, 10, s));
      good &= !memcmp (back, "0123456789", 10);
      good &= !failed (px_copy_2d (back, 8, host, 5, 2, 2)) && !memcmp (back, "01", 2)
	&& !memcmp (back + 8, "56", 2);
      good &= !failed (px_copy_2d_async (back, 8, host + 2, 5, 2, 2, s)) && !memcmp (back, "23", 2);
      good &= !failed (px_copy_peer (back, 0, d, 1, 3)) && !memcmp (back, "012", 3);
      good &= !failed (px_copy_peer_async (back, 1, d + 1, 0, 3, s)) && !memcmp (back, "123", 3);
      good &= !failed (px_memset (d, 7, 4)) && d[3] == 7;
      good &= !failed (px_memset_async (d, 8, 4, s)) && d[3] == 8;
      good &= !failed (px_memset32 (d, 0x01020304, 2)) && d[4] == 4;
      good &= !failed (px_memset32_async (d, 0x01020305, 2, s)) && d[4] == 5;
      good &= !failed (px_launch (px_with_stream (px_grid (4, 64), s), fill, (int *) d));
    }
  good &= !failed (px_copy_to_symbol (&value, 2, "ab", 2))
    & !failed (px_copy_from_symbol (host, &value, 2, 2)) && !memcmp (host, "ab", 2);
  good &= !failed (px_kernel_attributes (px_kernel (fill), &at)) && at.registers == 32
    && at.max_threads == 512 && at.ptx == 80 && at.local == 0 && at.smem_dynamic == 232448;
  good &= !failed (px_kernel_occupancy (px_kernel (fill), 128, 0, &blocks)) && blocks == 16;
  good &= !failed (px_kernel_best_threads (px_kernel (fill), 0, &threads)) && threads == 500;
  good &= !failed (px_event_create (&e)) & !failed (px_event_create_plain (&f));
  good &= !failed (px_event_record (e, s)) & !failed (px_event_synchronize (e))
    & !failed (px_event_query (e)) & !failed (px_stream_wait (s, e));
  good &= !failed (px_event_elapsed (&ms, e, e)) && ms == 1.5f;
  good &= px_stream_query (s) == PX_NOT_READY || failed (px_last_status ()) < 0;
  good &= !failed (px_stream_call (s, called, &n)) && n == 1;
  if (!failed (px_capture_begin (s)))
    good &= !failed (px_capture_end (s, &g)) && !failed (px_graph_launch (g, s));
  else
    good = 0;
  good &= !failed (px_module_load_data (&m, text, sizeof text));
  if (m)
    {
      good &= !failed (px_module_function (&k, m, "k"));
      good &= !failed (px_module_symbol (m, "there", &q, &a)) && a == 4;
      void *args[] = { &d };
      if (k)
	good &= (!failed (px_function_launch (px_grid (2, 2), k, args)) && !strcmp (fake->launch.name, "k"))
	  & !failed (px_function_attributes (k, &at))
	  & !failed (px_function_occupancy (k, 64, 0, &blocks));
    }
  good &= !failed (px_host_register (host, 64)) & !failed (px_host_unregister (host));
  good &= !failed (px_synchronize ()) & !failed (px_stream_synchronize (s));

  /* Frees are tried again: each call may fail once.  */
#define AGAIN(call) do if (failed (call)) { good = 0; failed (call); } while (0)
  if (m)
    {
      int bad = failed (px_module_unload (m));
      good &= !bad;
      if (bad && strcmp (fake->failed, "cuModuleUnload"))
	failed (px_module_unload (m));
    }
  if (g)
    AGAIN (px_graph_destroy (g));
  if (e)
    AGAIN (px_event_destroy (e));
  if (f)
    AGAIN (px_event_destroy (f));
  if (z)
    AGAIN (px_free_async (z, s));
  if (s)
    AGAIN (px_stream_destroy (s));
  AGAIN (px_free (d));
  AGAIN (px_free (w));
  AGAIN (px_free (r));
  free (h ? (void *) (fake->pinned--, h) : NULL);
  return good;
}

static void
results (void)
{
  fake = use_fake ("fake.so");
  CHECK (everything (), "results");
  CHECK (bad_statuses == 0, "no status is bad");
  CHECK (fake->memory == 0 && fake->streams == 0 && fake->events == 0 && fake->graphs == 0
	 && fake->links == 0 && fake->pushed == 0 && fake->modules == 1, "nothing is left");
  CHECK (fake->primary == 1 || fake->primary == 2, "a primary context is retained once");
}

static int *ncalls, fail_at;		/* *ncalls is shared with children */

static void
count (void)
{
  fake = use_fake ("fake.so");
  everything ();
  *ncalls = fake->calls;
}

/* The call FAIL_AT fails.  Calls whose failure px may hide: asking for what is
   optional, and cleaning up.  */
static void
injected (void)
{
  static const char *const hidden[] = { "cuThreadExchangeStreamCaptureMode", "cuLinkDestroy",
    "cuCtxPopCurrent_v2", "cuDeviceGetAttribute", "cuPointerGetAttribute", "cuGraphDestroy",
    "cuDeviceGetPCIBusId", "cuFuncGetName", "cuCtxDisablePeerAccess", "cuFuncGetParamInfo" };
  fake = use_fake ("fake.so");
  fake->fail_at = fail_at;
  int good = everything (), quiet = 0;
  for (size_t i = 0; i < COUNT (hidden); i++)
    quiet |= !strcmp (fake->failed, hidden[i]);
  if (!bad_statuses && !quiet)
    printf ("FAIL: %s fails as call %d and no status says so\n", fake->failed, fail_at), failures++;
  if (good && !quiet)
    printf ("FAIL: %s fails as call %d and all is well\n", fake->failed, fail_at), failures++;
  if (silent)
    printf ("FAIL: %s fails as call %d: no text\n", fake->failed, fail_at), failures++;
  int unload = !strcmp (fake->failed, "cuModuleUnload");
  if (fake->memory || fake->streams || fake->events || fake->graphs - quiet > 0 || fake->pushed
      || fake->modules > 1 + unload || fake->links > quiet)
    printf ("FAIL: %s fails as call %d: left %d memory, %d streams, %d events, %d graphs, %d links, "
	    "%d contexts, %d modules\n", fake->failed, fail_at, fake->memory, fake->streams,
	    fake->events, fake->graphs, fake->links, fake->pushed, fake->modules), failures++;
}

/* --- Which driver.  */

static void
old_driver (void)
{
  use_fake ("fake-old.so");
  SAYS (px_synchronize (), PX_ERR_DRIVER_OLD, "driver lacks a function", "cuStreamWaitEvent",
	"fake-old.so", "PX_DEVICE=cuda");
  SAYS (px_synchronize (), PX_ERR_DRIVER_OLD, "and says so again", "cuStreamWaitEvent");
  CHECK (px_device_count () == 0, "no devices then");
  CHECK (px_alloc (1) == NULL && px_last_status () == PX_ERR_DRIVER_OLD, "no memory then");
}

static void
no_driver (void)
{
  setenv ("PX_DEVICE", "cuda", 1);
  setenv ("PX_CUDA_LIBRARY", "libpx-not-there.so", 1);
  SAYS (px_synchronize (), PX_ERR_NO_DRIVER, "no driver", "libpx-not-there.so");
}

static void
no_emulator (void)
{
  setenv ("PX_DEVICE", "emu", 1);
  setenv ("PX_EMU_LIBRARY", "/libpx-not-there.so", 1);
  SAYS (px_synchronize (), PX_ERR_NO_DRIVER, "no emulator", "PX_DEVICE=emu", "libpx-not-there.so");
}

static void
neither (void)
{
  setenv ("PX_DEVICE", "auto", 1);
  setenv ("PX_CUDA_LIBRARY", "libpx-a.so", 1);
  setenv ("PX_EMU_LIBRARY", "/libpx-b.so", 1);
  SAYS (px_synchronize (), PX_ERR_NO_DRIVER, "neither", "libpx-a.so", "libpx-b.so");
}

static void
device_number (void)
{
  use_fake ("fake.so");
  setenv ("PX_DEVICE", "cuda:2", 1);
  SAYS (px_synchronize (), PX_ERR_NO_DEVICE, "PX_DEVICE=cuda:2 of 2", "cuda:2", "2 devices");
}

static void
device_one (void)
{
  use_fake ("fake.so");
  setenv ("PX_DEVICE", "cuda:1", 1);
  CHECK (px_device () == 1, "PX_DEVICE=cuda:1");
  CHECK (px_device_select (0) == PX_OK && px_device () == 0, "px_device_select");
  SAYS (px_device_select (2), PX_ERR_NO_DEVICE, "px_device_select (2)", "2");
  SAYS (px_device_select (-1), PX_ERR_NO_DEVICE, "px_device_select (-1)", "-1");
}

static void
device_zero (void)
{
  use_fake ("fake.so");
  setenv ("PX_DEVICE", "cuda:0", 1);
  CHECK (px_device () == 0, "PX_DEVICE=cuda:0");
}

static void
bad_name (void)
{
  setenv ("PX_DEVICE", "gpu", 1);
  SAYS (px_synchronize (), PX_ERR_INVALID, "PX_DEVICE=gpu", "gpu", "emu");
}

static void
bad_number (void)
{
  setenv ("PX_DEVICE", "cuda:x", 1);
  SAYS (px_synchronize (), PX_ERR_INVALID, "PX_DEVICE=cuda:x", "cuda:x");
}

static void
no_device (void)
{
  use_fake ("fake.so")->devices = 0;
  SAYS (px_synchronize (), PX_ERR_NO_DEVICE, "driver without devices", "no CUDA device");
}

/* --- Neighbours.  */

/* Another library's context is used and stays current.  */
static void
neighbour (void)
{
  fake = use_fake ("fake.so");
  char path[1024];
  snprintf (path, sizeof path, "%s", getenv ("PX_CUDA_LIBRARY"));
  void *l = dlopen (path, RTLD_NOW);
  px_fn_cuDevicePrimaryCtxRetain retain
    = (px_fn_cuDevicePrimaryCtxRetain) dlsym (l, "cuDevicePrimaryCtxRetain");
  px_fn_cuCtxPushCurrent_v2 push = (px_fn_cuCtxPushCurrent_v2) dlsym (l, "cuCtxPushCurrent_v2");
  px_fn_cuCtxGetCurrent get = (px_fn_cuCtxGetCurrent) dlsym (l, "cuCtxGetCurrent");
  CUcontext c, now;
  CHECK (!retain (&c, 1) && !push (c), "a context of another library");
  int pushed = fake->pushed;
  CHECK (px_device () == 1, "its device is used");
  CHECK (px_memset (&c, 0, 0) == PX_OK && px_synchronize () == PX_OK && fake->pushed == pushed,
	 "it stays");
  CHECK (px_device_select (0) == PX_OK && px_device () == 0 && !get (&now) && now == c,
	 "a selected device does not replace it");
}

static void
forked (void)
{
  use_fake ("fake.so");
  CHECK (px_synchronize () == PX_OK, "parent");
  fflush (NULL);
  pid_t pid = fork ();
  if (pid == 0)
    {
      SAYS (px_synchronize (), PX_ERR_FORK, "child of fork", "fork");
      CHECK (px_alloc (1) == NULL && px_last_status () == PX_ERR_FORK, "child gets no memory");
      fflush (NULL);
      exit (failures);
    }
  int status;
  waitpid (pid, &status, 0);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0, "child ends well");
  CHECK (px_synchronize () == PX_OK, "parent goes on");
}

static void
statuses (void)
{
  CHECK (px_last_status () == PX_OK, "no failure yet");
  CHECK (!strcmp (px_status_name (PX_ERR_MEMORY), "PX_ERR_MEMORY"), "px_status_name");
  CHECK (!strcmp (px_status_text (PX_ERR_MEMORY), "out of memory"), "px_status_text");
  CHECK (px_status_name ((px_status) 999) && px_status_text ((px_status) 999), "no status");
  use_fake ("fake.so");
  CHECK (px_alloc ((size_t) 1 << 40) == NULL, "too much memory");
  SAYS (px_last_status (), PX_ERR_MEMORY, "text of too much memory", "px_alloc", "1099511627776");
  CHECK (px_free (NULL) == PX_OK && px_last_status () == PX_ERR_MEMORY, "a good call keeps it");
  px_clear_status ();
  CHECK (px_last_status () == PX_OK, "px_clear_status");
  px_module m;
  SAYS (px_module_load_data (&m, "nonsense", 8), PX_ERR_IMAGE, "module is no PTX", "this is not PTX");
  SAYS (px_module_load_data (&m, "", 0), PX_ERR_IMAGE, "empty module", "neither");
  SAYS (px_module_load (&m, "/not/there.ptx"), PX_ERR_SYSTEM, "no such file", "/not/there.ptx");
  SAYS (px_copy_2d (&m, 4, &m, 8, 8, 2), PX_ERR_INVALID, "pitch below width", "pitch 4");
}

/* --- The end of the process.  */

static void *late_memory;
static int synchronised;		/* by the program */

/* Runs after px's own handler.  */
static void
late (void)
{
  CHECK (fake->synchronised == synchronised + 1, "exit flushes what kernels printed");
  CHECK (px_free (late_memory) == PX_OK, "px_free at the very end");
  fflush (stdout);
  if (failures)
    _exit (1);
}

static void
end (void)
{
  fake = use_fake ("fake.so");
  atexit (late);
  late_memory = px_alloc (1);
  static const char text[] = HEAD ("7.0", "sm_80") ".extern .func vprintf;" STORE ("k", "1");
  px_module m;
  CHECK (px_module_load_data (&m, text, sizeof text) == PX_OK, "module that prints");
  CHECK (px_synchronize () == PX_OK, "synchronise");
  synchronised = fake->synchronised;
}

/* --- Tensor maps.  */

static void
tensor_maps (void)
{
  fake = use_fake ("fake.so");
  px_tensor_map map;
  void *p = (void *) 0x1000;
  const struct px_tensor good = { .type = PX_TENSOR_BF16, .rank = 2, .size = { 1024, 512 },
				  .box = { 64, 128 }, .swizzle = 128 };
  struct px_tensor t = good;
  CHECK (px_tensor_map_tiled (&map, p, &t) == PX_OK && map.opaque[0] == (9 | 2 << 4 | 3 << 12)
	 && map.opaque[1] == 0x1000 && map.opaque[2] == 512 && map.opaque[3] == 2048
	 && map.opaque[4] == 64 && map.opaque[5] == 1, "tensor map");
  for (t.rank = 1; t.rank <= 5; t.rank++)
    {
      for (int i = 0; i < 5; i++)
	t.size[i] = 64, t.box[i] = 8;
      CHECK (px_tensor_map_tiled (&map, p, &t) == PX_OK, "rank 1 to 5");
    }
#define BAD(change, name, ...) \
  do { t = good; change; SAYS (px_tensor_map_tiled (&map, p, &t), PX_ERR_INVALID, name, __VA_ARGS__); } \
  while (0)
  BAD (t.rank = 0, "rank 0", "rank 0");
  BAD (t.rank = 6, "rank 6", "rank 6");
  BAD (t.type = (px_tensor_type) 13, "type", "type 13");
  BAD (t.size[1] = 0, "size 0", "size[1] = 0");
  BAD (t.size[1] = (1ull << 32) + 1, "size above 2^32", "size[1] = 4294967297");
  BAD (t.stride[1] = 2056, "stride", "stride[1] = 2056", "16");
  BAD (t.stride[1] = 1ull << 40, "stride 2^40", "stride[1] = 1099511627776");
  BAD (t.size[0] = 1023, "dense stride", "2046", "dense");
  BAD (t.box[0] = 0, "box 0", "box[0] = 0");
  BAD (t.box[1] = 257, "box 257", "box[1] = 257");
  BAD (t.box[0] = 12, "inner bytes", "multiple of 16");
  BAD (t.box[0] = 128, "wider than swizzle", "swizzle of 128");
  BAD (t.swizzle = 96, "swizzle", "swizzle 96");
  BAD (t.interleave = 8, "interleave", "interleave 8");
  BAD (t.interleave = 16, "interleave of rank 2", "rank 3");
  BAD ((t.interleave = 32, t.rank = 3, t.size[2] = 1, t.box[2] = 1), "interleave 32", "swizzle 32");
  BAD (t.l2 = 32, "l2", "l2 32");
  BAD (t.step[0] = 9, "step", "step[0] = 9");
  BAD ((t.type = PX_TENSOR_U16, t.nan = 1), "nan of integers", "nan");
  t = good;
  SAYS (px_tensor_map_tiled (&map, (void *) 0x1008, &t), PX_ERR_INVALID, "address", "0x1008", "16");
  t.nan = 1;
  CHECK (px_tensor_map_tiled (&map, p, &t) == PX_OK && map.opaque[0] >> 20 == 1, "nan");

  const int lower[] = { -1, -1 }, upper[] = { 1, 1 }, far[] = { -129, 0 };
  t = good;
  t.rank = 4, t.size[2] = t.size[3] = 8;
  CHECK (px_tensor_map_im2col (&map, p, &t, lower, upper, 64, 128) == PX_OK && map.opaque[1] == 64
	 && map.opaque[2] == 128 && (int) map.opaque[0] == -1, "im2col");
  SAYS (px_tensor_map_im2col (&map, p, &t, far, upper, 64, 128), PX_ERR_INVALID, "im2col corner",
	"-129", "-128");
  SAYS (px_tensor_map_im2col (&map, p, &t, lower, upper, 64, 1025), PX_ERR_INVALID, "im2col pixels",
	"1025");
  t.rank = 2;
  SAYS (px_tensor_map_im2col (&map, p, &t, lower, upper, 64, 128), PX_ERR_INVALID, "im2col rank",
	"rank 2");
}

static void
tensor_maps_old (void)
{
  use_fake ("fake.so")->arch = 80;
  px_tensor_map map;
  struct px_tensor t = { .type = PX_TENSOR_F32, .rank = 1, .size = { 64 }, .box = { 64 } };
  SAYS (px_tensor_map_tiled (&map, (void *) 0x1000, &t), PX_ERR_UNSUPPORTED, "no tensor maps on sm_80",
	"sm_80", "sm_90");
}

/* What a library asks of its arguments: whose memory they are.  */
static void
reach (void)
{
  fake = use_fake ("fake.so");
  void *p = (void *) 0x1000, *pinned = (void *) 0x1001;
  CHECK (px__multiprocessors () == 4, "multiprocessors");
  CHECK (px__arch () == fake->arch, "arch");
  CHECK (px__reach ("f", "a", p) == PX_OK, "reach: own memory");
  fake->memory_device = 1;
  SAYS (px__reach ("f", "a", p), PX_ERR_PEER, "reach: another device", "f: a", "0x1000", "device 1", "device 0");
  CHECK (px__reach ("f", "a", pinned) == PX_OK, "reach: pinned memory");
  fake->access = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  CHECK (px__reach ("f", "a", p) == PX_OK, "reach: a peer");
  fake->access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
  CHECK (px_device_select (1) == PX_OK && px__reach ("f", "a", p) == PX_OK, "reach: its own device");
  CHECK (px_device_select (0) == PX_OK, "reach: select");
  fake->managed = 1;
  CHECK (px__reach ("f", "a", p) == PX_OK, "reach: managed memory");
  fake->unknown = 1;
  SAYS (px__reach ("f", "a", p), PX_ERR_INVALID, "reach: memory of malloc", "f: a", "0x1000", "reaches");
  fake->pageable = 1;
  CHECK (px__reach ("f", "a", p) == PX_OK, "reach: memory of malloc, pageable");
  SAYS (px__fail (PX_ERR_INVALID, "%s: %d", "its own words", 7), PX_ERR_INVALID, "a library's text", "its own words: 7");
  CHECK (px_last_status () == PX_ERR_INVALID, "a library's status");
}

int
main (void)
{
  in_child (results, "results");
  ncalls = mmap (NULL, sizeof *ncalls, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  in_child (count, "count");
  CHECK (*ncalls > 100, "count of driver calls");
  for (fail_at = 1; fail_at <= *ncalls; fail_at++)
    in_child (injected, "a driver call fails");
  CHECK (failures == 0, "every driver call failing in turn");

  in_child (old_driver, "old_driver");
  in_child (no_driver, "no_driver");
  in_child (no_emulator, "no_emulator");
  in_child (neither, "neither");
  in_child (device_number, "device_number");
  in_child (device_one, "device_one");
  in_child (device_zero, "device_zero");
  in_child (bad_name, "bad_name");
  in_child (bad_number, "bad_number");
  in_child (no_device, "no_device");
  in_child (neighbour, "neighbour");
  in_child (forked, "forked");
  in_child (statuses, "statuses");
  in_child (end, "end");
  in_child (reach, "reach");
  in_child (tensor_maps, "tensor_maps");
  in_child (tensor_maps_old, "tensor_maps_old");
  return failures != 0;
}
