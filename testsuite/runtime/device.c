/* SPDX-License-Identifier: MIT */
/* The API on a device: the emulator, or what PX_TEST_DEVICE says (cuda, for a
   GPU).  */
#include <pthread.h>

#include "images.h"

extern struct px_image image_d;
static const uint32_t sizes[] = { 8 }, add_sizes[] = { 8, 4, 4 };
KERNEL (image_d, five, 0);
KERNEL (image_d, wild, 0);
KERNEL (image_d, traps, 0);
KERNEL (image_d, hello, 0);
STUB (five)
STUB (wild)
STUB (traps)
STUB (hello)
static const struct px_kernel kernel_add = { "add", &image_d, 1, 1, 32, 0, 0, 0, 0, 0, ~0u, 3, add_sizes,
					     __FILE__, __LINE__, 0, NULL };
static void
add (int *p, int n, int value)
{
  void *args[] = { &p, &n, &value };
  px__enter (&kernel_add, args);
}

static const struct px_variant variants[] = { VARIANT (80, 70, HEAD ("7.0", "sm_80")
  STORE ("five", "5")
  ".visible .entry add(.param .u64 p, .param .u32 n, .param .u32 value)\n{\n"
  "\t.reg .u64 %rd<4>;\n\t.reg .u32 %r<8>;\n\t.reg .pred %p<2>;\n"
  "\tld.param.u64 %rd1, [p];\n\tld.param.u32 %r1, [n];\n\tld.param.u32 %r2, [value];\n"
  "\tmov.u32 %r3, %ctaid.x;\n\tmov.u32 %r4, %ntid.x;\n\tmov.u32 %r5, %tid.x;\n"
  "\tmad.lo.u32 %r6, %r3, %r4, %r5;\n\tsetp.ge.u32 %p1, %r6, %r1;\n\t@%p1 ret;\n"
  "\tcvta.to.global.u64 %rd2, %rd1;\n\tmul.wide.u32 %rd3, %r6, 4;\n\tadd.u64 %rd3, %rd2, %rd3;\n"
  "\tld.global.u32 %r7, [%rd3];\n\tadd.u32 %r7, %r7, %r2;\n\tst.global.u32 [%rd3], %r7;\n\tret;\n}\n"
  ".visible .entry wild(.param .u64 p)\n{\n\t.reg .u64 %rd<2>;\n\tld.param.u64 %rd1, [p];\n"
  "\tst.global.u32 [%rd1], 1;\n\tret;\n}\n"
  ".visible .entry traps(.param .u64 p)\n{\n\ttrap;\n\tret;\n}\n"
  ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
  ".global .align 1 .b8 text[7] = {104, 101, 108, 108, 111, 10, 0};\n"
  ".visible .entry hello(.param .u64 p)\n{\n\t.reg .u64 %rd<3>;\n\t.reg .u32 %r<2>;\n"
  "\tcvta.global.u64 %rd1, text;\n\tmov.u64 %rd2, 0;\n\t{\n\t.param .b64 f;\n\t.param .b64 a;\n"
  "\t.param .b32 r;\n\tst.param.b64 [f], %rd1;\n\tst.param.b64 [a], %rd2;\n"
  "\tcall.uni (r), vprintf, (f, a);\n\tld.param.b32 %r1, [r];\n\t}\n\tret;\n}\n") };
static const struct px_kernel *const kernels[] = { &kernel_five, &kernel_wild, &kernel_traps,
						   &kernel_hello, &kernel_add };
IMAGE (image_d, "device.c", variants, 1, kernels, COUNT (kernels), NONE, 0, NONE, 0);

static void
properties (void)
{
  struct px_device_properties p;
  CHECK (px_device_count () >= 1 && px_device () == 0, "devices");
  CHECK (px_device_properties (0, &p) == PX_OK && p.name[0] && p.arch >= 80 && p.warp == 32
	 && p.max_threads == 1024 && p.memory > 1 << 20 && p.smem >= 99 << 10
	 && p.multiprocessors > 0, "properties");
  size_t f, t;
  CHECK (px_memory_info (&f, &t) == PX_OK && f <= t && t == p.memory, "memory information");
  SAYS (px_device_properties (99, &p), PX_ERR_NO_DEVICE, "properties of no device", "99");
  struct px_kernel_attributes a;
  CHECK (px_kernel_attributes (px_kernel (five), &a) == PX_OK && a.max_threads > 0
	 && a.max_threads <= 1024, "attributes");
  int n = 0;
  CHECK (px_kernel_occupancy (&kernel_add, 128, 0, &n) == PX_OK && n > 0, "occupancy");
  CHECK (px_kernel_best_threads (&kernel_add, 0, &n) == PX_OK && n >= 32 && n % 32 == 0,
	 "best block size");
}

static void
memory (void)
{
  enum { N = 10000 };
  static int a[N], b[N];
  for (int i = 0; i < N; i++)
    a[i] = i;
  int *d = px_alloc (sizeof a), *e = px_alloc (sizeof a), *h = px_alloc_pinned (sizeof a);
  CHECK (d && e && h, "allocate");
  CHECK (((uintptr_t) d & 255) == 0, "alignment");
  CHECK (!px_copy (d, a, sizeof a) && !px_copy (e, d, sizeof a) && !px_copy (h, e, sizeof a)
	 && !memcmp (h, a, sizeof a), "copies in all directions");
  CHECK (!px_launch (px_grid ((N + 127) / 128, 128), add, d, N, 7) && !px_copy (b, d, sizeof b)
	 && b[0] == 7 && b[N - 1] == N + 6, "kernel with three arguments");
  CHECK (!px_launch (px_grid ((N + 127) / 128, 128), add, h, N, 1) && !px_synchronize ()
	 && h[5] == 6, "kernel on pinned memory");
  CHECK (!px_memset (d, 0x11, sizeof a) && !px_memset32 (d, 3, 2) && !px_copy (b, d, 12)
	 && b[0] == 3 && b[1] == 3 && b[2] == 0x11111111, "memset");
  size_t pitch;
  char *r = px_alloc_pitch (&pitch, 10, 3), back[30];
  CHECK (r && pitch >= 10 && !px_copy_2d (r, pitch, "abcdefghijABCDEFGHIJ0123456789", 10, 10, 3)
	 && !px_copy_2d (back, 10, r, pitch, 10, 3) && !memcmp (back, "abcdefghijABCDEFGHIJ0123456789", 30),
	 "rectangles");
  CHECK (!px_copy (back, r + pitch, 3) && !memcmp (back, "ABC", 3), "rows are a pitch apart");
  int *m = px_alloc_managed (64);
  CHECK (m, "managed memory");
  if (m)
    {
      m[1] = 1;
      CHECK (!px_launch (px_grid (1, 32), add, m, 16, 4) && !px_synchronize () && m[1] == 5,
	     "kernel on managed memory");
      CHECK (!px_prefetch (m, 64, 0, NULL) && !px_prefetch (m, 64, -1, NULL) && !px_synchronize (),
	     "prefetch");
    }
  CHECK (!px_host_register (a, sizeof a) && !px_host_unregister (a), "register host memory");
  CHECK (!px_free (d) && !px_free (e) && !px_free (h) && !px_free (r) && !px_free (m), "free");
  SAYS (px_free ((void *) 0x10), PX_ERR_INVALID, "free of a bad pointer", "0x10");
  CHECK (px_alloc ((size_t) 1 << 60) == NULL && px_last_status () == PX_ERR_MEMORY, "too much memory");
}

static void
count (void *data)
{
  ++*(int *) data;
}

static void
streams (void)
{
  px_stream s, t;
  px_event e, f, g;
  int v = 0, calls = 0;
  float ms = -1;
  CHECK (!px_stream_create (&s) && !px_stream_create_priority (&t, -1), "create");
  CHECK (!px_event_create (&e) && !px_event_create (&f) && !px_event_create_plain (&g), "events");
  int *d = px_alloc_async (4, s);
  CHECK (d && !px_memset_async (d, 0, 4, s) && !px_event_record (e, s)
	 && !px_launch (px_with_stream (px_grid (1, 1), s), five, d) && !px_event_record (f, s)
	 && !px_stream_wait (t, f) && !px_launch (px_with_stream (px_grid (1, 32), t), add, d, 1, 2)
	 && !px_copy_async (&v, d, 4, t) && !px_stream_synchronize (t) && v == 7,
	 "two streams in order of an event");
  CHECK (!px_event_query (f) && !px_event_elapsed (&ms, e, f) && ms >= 0, "time");
  CHECK (px_stream_query (s) == PX_OK, "query");
  CHECK (!px_stream_call (s, count, &calls) && !px_stream_synchronize (s) && calls == 1, "call");
  CHECK (px_event_elapsed (&ms, e, g) != PX_OK, "time of a plain event");
  CHECK (!px_free_async (d, s) && !px_stream_synchronize (s), "free in order");
  CHECK (!px_event_destroy (e) && !px_event_destroy (f) && !px_event_destroy (g)
	 && !px_stream_destroy (s) && !px_stream_destroy (t), "destroy");
  CHECK (px_stream_synchronize (s) == PX_ERR_INVALID || !getenv ("PX_EMU_LIBRARY"), "destroyed stream");
}

/* The first launch is captured, so that code is loaded meanwhile.  */
static void
graphs (void)
{
  px_stream s;
  px_graph g = NULL;
  int v[2] = { 0 };
  int *d = px_alloc (8);
  CHECK (d && !px_memset (d, 0, 8) && !px_stream_create (&s) && !px_capture_begin (s), "begin");
  CHECK (px_capturing (s), "capturing");
  CHECK (!px_launch (px_with_stream (px_grid (1, 32), s), add, d, 2, 3)
	 && !px_launch (px_with_stream (px_grid (1, 32), s), add, d, 1, 4), "launches are captured");
  CHECK (!px_capture_end (s, &g) && g && !px_capturing (s), "end");
  CHECK (!px_copy (v, d, 8) && v[0] == 0, "captured launches do not run");
  CHECK (!px_graph_launch (g, s) && !px_graph_launch (g, s) && !px_stream_synchronize (s)
	 && !px_copy (v, d, 8) && v[0] == 14 && v[1] == 6, "a graph runs twice");
  CHECK (!px_graph_destroy (g) && !px_stream_destroy (s) && !px_free (d), "destroy");
  px_status bad = px_capture_end (NULL, &g);
  CHECK (bad == PX_ERR_CAPTURE || bad == PX_ERR_INVALID, "end without begin");
}

/* S is the fault's status; its text names the kernel.  */
static void
fault (void (*kernel) (int *), const char *name)
{
  int *d = px_alloc (4);
  CHECK (!px_launch (px_grid (1, 1), five, d), "a good kernel before");
  px_status s = px_launch (px_grid (1, 1), kernel, (int *) 0x10);
  if (!s)
    s = px_synchronize ();
  CHECK (s == PX_ERR_ADDRESS || s == PX_ERR_FAULT, "status");
  CHECK (strstr (px_status_text (s), name), "text names the kernel");
  printf ("%s\n", px_status_text (s));
  CHECK (!px_device_reset (0), "reset");
  int v = 0, *e = px_alloc (4);
  CHECK (e && !px_launch (px_grid (1, 1), five, e) && !px_copy (&v, e, 4) && v == 5,
	 "the device works again");
}

static void
fault_address (void)
{
  fault (wild, "wild");
}

static void
fault_trap (void)
{
  fault (traps, "traps");
}

/* Prints in a child whose output is read here.  */
static void
prints (int synchronise)
{
  int fd[2];
  char text[64] = "";
  size_t n = 0;
  ssize_t k;
  fflush (NULL);
  if (pipe (fd))
    return;
  pid_t pid = fork ();
  if (pid == 0)
    {
      dup2 (fd[1], 1);
      px_status s = px_launch (px_grid (1, 2), hello, NULL);
      if (!s && synchronise)
	s = px_synchronize ();
      exit (s != PX_OK);
    }
  close (fd[1]);
  while (n < sizeof text - 1 && (k = read (fd[0], text + n, sizeof text - 1 - n)) > 0)
    n += k;
  close (fd[0]);
  int status;
  waitpid (pid, &status, 0);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0, "child ends well");
  CHECK (!strcmp (text, "hello\nhello\n"), synchronise ? "printf at px_synchronize" : "printf at exit");
}

static void *
worker (void *bad)
{
  int v = 0, *d = px_alloc (4);
  px_stream s;
  px_status r = px_stream_create (&s);
  for (int i = 0; i < 20 && !r; i++)
    r = px_memset_async (d, 0, 4, s) ? : px_launch (px_with_stream (px_grid (1, 32), s), add, d, 1, i)
      ? : px_copy_async (&v, d, 4, s) ? : px_stream_synchronize (s) ? : v != i;
  *(int *) bad = r || px_stream_destroy (s) || px_free (d);
  return NULL;
}

static void
threads (void)
{
  pthread_t t[4];
  int bad[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, worker, &bad[i]);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  CHECK (!bad[0] && !bad[1] && !bad[2] && !bad[3], "threads with a stream each");
}

static void
modules (void)
{
  static const char text[] = HEAD ("7.0", "sm_80") ".visible .global .align 4 .u32 w = 9;\n"
    STORE ("k", "6");
  px_module m;
  px_function k;
  void *w;
  size_t n;
  int v = 0, *d = px_alloc (4);
  CHECK (!px_module_load_data (&m, text, sizeof text - 1) && !px_module_function (&k, m, "k"), "load");
  void *args[] = { &d };
  CHECK (!px_function_launch (px_grid (1, 1), k, args) && !px_copy (&v, d, 4) && v == 6, "launch");
  CHECK (!px_module_symbol (m, "w", &w, &n) && n == 4 && !px_copy (&v, w, 4) && v == 9, "variable");
  SAYS (px_module_function (&k, m, "nothing"), PX_ERR_NOT_FOUND, "no such kernel", "nothing");
  SAYS (px_module_symbol (m, "nothing", &w, &n), PX_ERR_NOT_FOUND, "no such variable", "nothing");
  CHECK (!px_module_unload (m) && !px_free (d), "unload");
  static const char bad[] = HEAD ("7.0", "sm_80") ".visible .entry k() { mov.u32 %r7, 0; }\n";
  SAYS (px_module_load_data (&m, bad, sizeof bad - 1), PX_ERR_IMAGE, "register that is not declared",
	"%r7");
  char file[] = "/tmp/px-test-XXXXXX";
  int fd = mkstemp (file);
  CHECK (write (fd, text, sizeof text - 1) == sizeof text - 1 && !px_module_load (&m, file)
	 && !px_module_unload (m), "load a file");
  close (fd);
  unlink (file);
}

int
main (void)
{
  const char *device = getenv ("PX_TEST_DEVICE");
  if (device)
    setenv ("PX_DEVICE", device, 1);
  else if (!use_emulator ())
    {
      puts ("UNSUPPORTED: the emulator is not built");
      return 77;
    }
  in_child (properties, "properties");
  in_child (memory, "memory");
  in_child (streams, "streams");
  in_child (graphs, "graphs");
  in_child (fault_address, "fault_address");
  in_child (fault_trap, "fault_trap");
  prints (1);
  prints (0);
  in_child (threads, "threads");
  in_child (modules, "modules");
  return failures != 0;
}
