/* SPDX-License-Identifier: MIT */
/* px_launch on the fake driver: what reaches the driver, each rule of a signature
   with a launch that keeps it and one that breaks it, calls without px_launch.  */
#include "images.h"

extern struct px_image image_l;
static const uint32_t none_sizes[1], pair_sizes[] = { 8, 4 };
#define SIGNED(name, grid, block, thread, threads, cluster, smem, align, flags, n, sizes) \
  static struct px_kernel kernel_##name = { #name, &image_l, grid, block, thread, threads, cluster, \
    smem, align, flags, 1, n, sizes, "launch.c", __LINE__, 0, NULL }
SIGNED (plain, 1, 1, 1, 0, 0, 0, 0, 0, 0, none_sizes);
SIGNED (pair, 1, 1, 1, 0, 0, 0, 0, 0, 2, pair_sizes);
SIGNED (blocks4, 1, 4, 1, 0, 0, 0, 0, 0, 0, none_sizes);
SIGNED (thread64, 1, 1, 64, 0, 0, 0, 0, 0, 0, none_sizes);
SIGNED (exact96, 1, 1, 32, 96, 0, 0, 0, 0, 0, none_sizes);
SIGNED (cluster2, 1, 2, 1, 0, 2, 0, 0, 0, 0, none_sizes);
SIGNED (cluster16, 1, 1, 1, 0, 16, 0, 0, 0, 0, none_sizes);
SIGNED (frames, 1, 1, 1, 0, 0, 1000, 16, PX_KERNEL_DYNAMIC_SMEM, 0, none_sizes);
SIGNED (large, 1, 1, 1, 0, 0, 200000, 0, 0, 0, none_sizes);
SIGNED (huge, 1, 1, 1, 0, 0, 300000, 0, 0, 0, none_sizes);
SIGNED (coop, 1, 1, 1, 0, 0, 0, 0, PX_KERNEL_COOPERATIVE, 0, none_sizes);
SIGNED (grid2, 2, 1, 1, 0, 0, 0, 0, 0, 0, none_sizes);

/* (int *a, const int *b, const int *c, int *d, long e), __alias (a, d).  */
static const uint32_t views_sizes[] = { 8, 8, 8, 8, 8 };
static const struct px_pointer views_pointers[] = { { 0, 0, 1, 1 }, { 1, 0, 0, 0 }, { 2, 0, 0, 0 }, { 3, 0, 1, 1 } };
static struct px_kernel kernel_views = { "views", &image_l, 1, 1, 1, 0, 0, 0, 0, 0, 1, 5, views_sizes, "launch.c",
  __LINE__, 0, NULL, 4, 0, views_pointers, NULL };
static void
views (int *a, const int *b, const int *c, int *d, long e)
{
  void *args[] = { &a, &b, &c, &d, &e };
  px__enter (&kernel_views, args);
}

#define NO_ARGS(name) static void name (void) { px__enter (&kernel_##name, NULL); }
NO_ARGS (plain) NO_ARGS (blocks4) NO_ARGS (thread64) NO_ARGS (exact96) NO_ARGS (cluster2)
NO_ARGS (cluster16) NO_ARGS (frames) NO_ARGS (large) NO_ARGS (huge) NO_ARGS (coop) NO_ARGS (grid2)
static void
pair (int *p, int n)
{
  void *args[] = { &p, &n };
  px__enter (&kernel_pair, args);
}

/* No kernel.  */
static void
host (void)
{
}

#define E(name) ".visible .entry " name "() { ret; }\n"
static const struct px_variant variants[] = { VARIANT (80, 70, HEAD ("7.0", "sm_80")
  E ("plain") ".visible .entry pair(.param .u64 p, .param .u32 n) { ret; }\n" E ("blocks4")
  E ("thread64") E ("exact96") E ("cluster2") E ("cluster16") E ("frames") E ("large") E ("huge")
  E ("coop") E ("grid2") ".visible .entry views(.param .u64 a, .param .u64 b, .param .u64 c, "
  ".param .u64 d, .param .u64 e) { ret; }\n") };
static const struct px_kernel *const kernels[] = { &kernel_plain, &kernel_pair, &kernel_blocks4,
  &kernel_thread64, &kernel_exact96, &kernel_cluster2, &kernel_cluster16, &kernel_frames,
  &kernel_large, &kernel_huge, &kernel_coop, &kernel_grid2, &kernel_views };
IMAGE (image_l, "launch.c", variants, 1, kernels, COUNT (kernels), NONE, 0, NONE, 0);

static struct fake *fake;

static int
launched (const char *name, unsigned blocks, unsigned threads, unsigned smem)
{
  return !strcmp (fake->launch.name, name) && fake->launch.grid[0] == blocks
    && fake->launch.block[0] == threads && fake->launch.grid[1] == 1 && fake->launch.block[2] == 1
    && fake->launch.smem == smem;
}

static int
nested (int n)
{
  return px_launch (px_grid (n, 1), plain) == PX_OK ? n : -1;
}

static int
deep (int n)
{
  return n == 0 ? 0 : (int) px_launch (px_grid (1, 1), pair, NULL, deep (n - 1));
}

static void
arguments (void)
{
  int x;
  fake = use_fake ("fake.so");
  CHECK (px_launch (px_grid (3, 64), plain) == PX_OK && launched ("plain", 3, 64, 0), "no arguments");
  CHECK (px_launch (px_grid_smem (5, 32, 100), pair, &x, -7) == PX_OK && launched ("pair", 5, 32, 100)
	 && fake->launch.args[0] == (uintptr_t) &x && fake->launch.args[1] == 0xfffffff9u,
	 "arguments reach the driver");
  px_stream s = NULL;
  CHECK (px_stream_create (&s) == PX_OK
	 && px_launch (px_with_stream (px_grid (1, 1), s), plain) == PX_OK && fake->launch.stream == s
	 && px_stream_destroy (s) == PX_OK, "stream");
  CHECK (px_launch (px_grid (9, 1), pair, &x, nested (2)) == PX_OK && launched ("pair", 9, 1, 0)
	 && fake->launch.args[1] == 2, "px_launch within an argument");
  CHECK (deep (16) == PX_OK, "16 launches within each other");
  int before = fake->launches;
  deep (17);
  SAYS (px_last_status (), PX_ERR_INVALID, "the innermost of 17 is refused", "16");
  CHECK (fake->launches == before + 16, "and not launched");
  CHECK (px_launch (px_grid (1, 1), plain) == PX_OK, "and the next is good");
  SAYS (px_launch (px_grid (1, 1), host), PX_ERR_INVALID, "no kernel", "__kernel");
  CHECK (px_kernel (pair) == &kernel_pair && !strcmp (px_kernel_name (px_kernel (pair)), "pair"),
	 "px_kernel");
  CHECK (px_kernel (host) == NULL, "px_kernel of no kernel");
  int n = fake->launches;
  px_clear_status ();
  pair (&x, 1);
  SAYS (px_last_status (), PX_ERR_DIRECT, "call without px_launch", "pair", "px_launch", "launch.c");
  CHECK (fake->launches == n, "does not launch");
}

static void
rules (void)
{
  fake = use_fake ("fake.so");
#define GOOD(kernel, config, name) CHECK (px_launch (config, kernel) == PX_OK, #kernel ": " name)
#define BREAKS(kernel, config, name, ...) \
  SAYS (px_launch (config, kernel), PX_ERR_LAUNCH, #kernel ": " name, #kernel, __VA_ARGS__)
#define TOO_MUCH(kernel, config, name, ...) \
  SAYS (px_launch (config, kernel), PX_ERR_RESOURCES, #kernel ": " name, #kernel, __VA_ARGS__)
  GOOD (blocks4, px_grid (8, 1), "multiple");
  BREAKS (blocks4, px_grid (6, 1), "no multiple", "block (4)", "6", "launch.c");
  GOOD (thread64, px_grid (1, 128), "multiple");
  BREAKS (thread64, px_grid (1, 96), "no multiple", "thread (64)", "96");
  GOOD (exact96, px_grid (1, 96), "T");
  BREAKS (exact96, px_grid (1, 192), "not T", "threads (96)", "192");
  GOOD (cluster2, px_grid (4, 1), "multiple");
  CHECK (fake->launch.cluster == 2, "cluster reaches the driver");
  BREAKS (cluster2, px_grid (3, 1), "no multiple", "2", "3");
  BREAKS (cluster2, px_with_cluster (px_grid (8, 1), 4), "another cluster", "cluster (2)", "4");
  GOOD (cluster16, px_grid (16, 1), "not portable");
  GOOD (plain, px_with_cluster (px_grid (8, 1), 4), "cluster of the launch");
  CHECK (fake->launch.cluster == 4, "cluster of the launch reaches the driver");
  BREAKS (plain, px_with_cluster (px_grid (6, 1), 4), "cluster does not divide", "6", "4");
  BREAKS (plain, px_with_cluster (px_grid (6, 1), -2), "negative cluster", "-2");
  GOOD (frames, px_grid_smem (1, 1, 100), "shared memory");
  CHECK (fake->launch.smem == 1008 + 100, "frames, padding, dynamic array");
  GOOD (large, px_grid (1, 1), "more than 48 KiB");
  CHECK (fake->allowed == 200000, "is asked for");
  TOO_MUCH (huge, px_grid (1, 1), "more than the device has", "300000", "232448");
  TOO_MUCH (plain, px_grid_smem (1, 1, 232449), "shared memory of the launch", "232449", "232448");
  BREAKS (plain, px_grid_smem (1, 1, -1), "negative shared memory", "-1");
  BREAKS (huge, px_grid_smem (1, 1, 2147483647), "sum of shared memory", "300000", "2147483647");
  GOOD (coop, px_grid (2, 1), "cooperative");
  CHECK (fake->launch.cooperative, "cooperative reaches the driver");
  GOOD (plain, px_with_cooperative (px_with_cluster (px_grid (2, 1), 2)), "cooperative and cluster");
  CHECK (fake->launch.cooperative && fake->launch.cluster == 2, "both reach the driver");
  BREAKS (grid2, px_grid (2, 1), "one grid", "grid (2)");
  BREAKS (plain, px_grid (0, 1), "no blocks", "grid", "0");
  BREAKS (plain, px_grid (1, -5), "negative threads", "-5");
  GOOD (plain, px_grid (2147483647, 1), "2^31-1 threads");
  BREAKS (plain, px_grid (2147483647 / 512 + 1, 512), "more threads", "4194304", "2147483647");
  BREAKS (plain, px_grid (INT64_MAX, INT64_MAX), "overflow", "9223372036854775807");
  TOO_MUCH (plain, px_grid (1, 1025), "more threads than a block", "1025", "1024");
  TOO_MUCH (plain, px_grid (1, 513), "more threads than the code", "513", "512");
  struct px_config two = px_grid (2, 1);
  two.blocks[1] = 2;
  BREAKS (plain, two, "two dimensions", "one dimension");
  two = px_grid (2, 1);
  two.threads[2] = 2;
  BREAKS (plain, two, "blocks of two dimensions", "one dimension");
  two.threads[2] = 0;
  BREAKS (plain, two, "no threads in z", "in z: 0");
  int n = fake->launches;
  GOOD (plain, px_grid (1, 1), "good after bad");
  CHECK (fake->launches == n + 1, "bad ones do not reach the driver");

  int v = 0;
  CHECK (px_kernel_occupancy (px_kernel (plain), 512, 0, &v) == PX_OK && v == 4, "occupancy");
  CHECK (px_kernel_occupancy (px_kernel (frames), 512, 8, &v) == PX_OK && fake->smem == 1016,
	 "occupancy counts frames");
  CHECK (px_kernel_occupancy (px_kernel (large), 512, 0, &v) == PX_OK && fake->smem == 200000
	 && fake->allowed == 200000, "occupancy with more than 48 KiB");
  CHECK (px_kernel_best_threads (px_kernel (exact96), 0, &v) == PX_OK && v == 96, "best is T");
  CHECK (px_kernel_best_threads (px_kernel (thread64), 0, &v) == PX_OK && v == 448,
	 "best is a multiple of t");
}

static void
aliases (void)
{
  static int x[4];
  fake = use_fake ("fake.so");
#define VIEWS(...) px_launch (px_grid (1, 1), views, __VA_ARGS__)
  CHECK (VIEWS (x, x + 1, x + 2, x + 3, 0) == PX_OK, "different pointers");
  CHECK (VIEWS (x, x + 1, x + 1, x + 3, 0) == PX_OK, "one const object twice");
  CHECK (VIEWS (x, x + 1, x + 2, x, 0) == PX_OK, "__alias");
  CHECK (VIEWS (x, x + 1, x + 2, x + 3, (long) x) == PX_OK, "a number that equals a pointer");
  CHECK (VIEWS (NULL, NULL, NULL, NULL, 0) == PX_OK, "no object");
  SAYS (VIEWS (x, x, x + 2, x + 3, 0), PX_ERR_LAUNCH, "written and const", "views", "1 and 2", "__alias");
  SAYS (VIEWS (x, x + 1, x + 3, x + 3, 0), PX_ERR_LAUNCH, "const and written", "3 and 4");
}

static void
old_device (void)
{
  fake = use_fake ("fake.so");
  fake->arch = 80;
  SAYS (px_launch (px_grid (2, 1), cluster2), PX_ERR_UNSUPPORTED, "no clusters", "cluster2", "sm_80");
  TOO_MUCH (large, px_grid (1, 1), "device has less", "200000", "101376");
}

static void
small_driver (void)
{
  fake = use_fake ("fake-small.so");
  fake->version = 11040;
  CHECK (px_launch (px_grid (1, 1), plain) == PX_OK, "driver with only what px requires");
  SAYS (px_launch (px_grid (2, 1), cluster2), PX_ERR_DRIVER_OLD, "driver without clusters",
	"cuLaunchKernelEx", "11.6", "11.4");
  CHECK (fake->pushed == 0, "context restored");
}

static void
capture (void)
{
  fake = use_fake ("fake.so");
  px_stream s;
  px_graph g = NULL;
  CHECK (px_stream_create (&s) == PX_OK && px_capture_begin (s) == PX_OK && px_capturing (s) == 1
	 && px_launch (px_with_stream (px_grid (1, 1), s), plain) == PX_OK
	 && px_capture_end (s, &g) == PX_OK && g && px_capturing (s) == 0, "capture");
  CHECK (fake->loads == 1 && fake->loaded_in_capture == 0, "loads do not break a capture");
  CHECK (px_graph_launch (g, s) == PX_OK && px_graph_destroy (g) == PX_OK
	 && px_stream_destroy (s) == PX_OK, "graph");
}

/* The same kernel in two contexts, in turn.  */
static void
devices (void)
{
  fake = use_fake ("fake.so");
  int good = 1;
  for (int i = 0; i < 4; i++)
    good &= px_device_select (i % 2) == PX_OK && px_launch (px_grid (1, 1), plain) == PX_OK
      && fake->launch.device == i % 2;
  CHECK (good, "the function of each device");
  CHECK (fake->loads == 2, "is loaded once");
}

static void
fault (void)
{
  fake = use_fake ("fake.so");
  CHECK (px_launch (px_grid (1, 1), plain) == PX_OK, "launch before a fault");
  fake->fault = CUDA_ERROR_ILLEGAL_ADDRESS;
  SAYS (px_synchronize (), PX_ERR_ADDRESS, "fault", "invalid address", "plain (launch.c",
	"px_device_reset");
  CHECK (px_device_reset (0) == PX_OK && px_synchronize () == PX_OK
	 && px_launch (px_grid (1, 1), plain) == PX_OK && fake->loads == 2, "device works after reset");
  fake->fault = CUDA_ERROR_ASSERT;
  SAYS (px_stream_synchronize (NULL), PX_ERR_ASSERT, "assertion", "plain");
  fake->fault = CUDA_ERROR_LAUNCH_FAILED;
  SAYS (px_synchronize (), PX_ERR_FAULT, "trap", "trap");
}

int
main (void)
{
  in_child (arguments, "arguments");
  in_child (rules, "rules");
  in_child (aliases, "aliases");
  in_child (old_device, "old_device");
  in_child (small_driver, "small_driver");
  in_child (capture, "capture");
  in_child (devices, "devices");
  in_child (fault, "fault");
  return failures != 0;
}
