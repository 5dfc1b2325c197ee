/* SPDX-License-Identifier: MIT */
/* px_launch: pushes the configuration on the thread's stack, runs the kernel's stub, checks the
   rules of __requires (manual: L1) and calls the driver.  */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/rt.h"

#define MOST_THREADS INT64_C (0x7fffffff) /* in a grid */

/* Dynamic shared memory that every device grants without cuFuncSetAttribute.  */
#define SMEM_DEFAULT (48 << 10)

/* Blocks of a cluster that every device with clusters supports.  */
#define CLUSTER_PORTABLE 8

/* Properties of a launch that are not in its px_config.  */
struct shape
{
  unsigned smem;    /* dynamic shared memory, frames included */
  unsigned cluster; /* 0: none */
  bool cooperative;
};

static px_status
broken (const struct px_kernel *k, const char *what)
{
  return rt_fail (PX_ERR_LAUNCH, "px_launch: kernel %s (%s:%u): %s", k->name,
		  k->file ? k->file : "?", k->line, what);
}

/* Checks the rules that hold for all kernels.  */
static px_status
check_any (const char *name, const struct px_config *g)
{
  static const char axis[] = "xyz";
  int64_t n = 1;
  for (int i = 0; i < 3; i++)
    if (g->blocks[i] < 1 || g->threads[i] < 1)
      {
	bool grid = g->blocks[i] < 1;
	return rt_fail (PX_ERR_LAUNCH,
			"px_launch: kernel %s: %s in %c: %" PRId64 ", must be at least 1", name,
			grid ? "blocks of the grid" : "threads of a block", axis[i],
			grid ? g->blocks[i] : g->threads[i]);
      }
  for (int i = 0; i < 3; i++)
    if (__builtin_mul_overflow (n, g->blocks[i], &n)
	|| __builtin_mul_overflow (n, g->threads[i], &n) || n > MOST_THREADS)
      return rt_fail (PX_ERR_LAUNCH,
		      "px_launch: kernel %s: %" PRId64 " x %" PRId64 " x %" PRId64
		      " blocks of %" PRId64 " x %" PRId64 " x %" PRId64
		      " threads are more than the "
		      "%" PRId64 " threads that a launch can have",
		      name, g->blocks[0], g->blocks[1], g->blocks[2], g->threads[0], g->threads[1],
		      g->threads[2], MOST_THREADS);
  if (g->smem < 0 || g->smem > INT32_MAX)
    return rt_fail (PX_ERR_LAUNCH, "px_launch: kernel %s: shared memory of %" PRId64 " bytes", name,
		    g->smem);
  if (g->cluster < 0 || (g->cluster && g->blocks[0] % g->cluster))
    return rt_fail (PX_ERR_LAUNCH,
		    "px_launch: kernel %s: %" PRId64 " blocks are no multiple of the "
		    "cluster of %" PRId64 " blocks",
		    name, g->blocks[0], g->cluster);
  return PX_OK;
}

/* Returns the dynamic shared memory of K: its frames, and ARRAY bytes for its `__shared T x[]'.  */
static uint64_t
dynamic_smem (const struct px_kernel *k, uint64_t array)
{
  uint64_t align = k->smem_align ? k->smem_align : 1;
  if (!array && !(k->flags & PX_KERNEL_DYNAMIC_SMEM))
    return k->smem;
  return (k->smem + align - 1) / align * align + array;
}

static bool
one_dimension (const struct px_config *g)
{
  return g->blocks[1] == 1 && g->blocks[2] == 1 && g->threads[1] == 1 && g->threads[2] == 1;
}

/* Checks the launch against K's signature.  */
static px_status
check_signature (const struct px_kernel *k, const struct px_config *g, struct shape *shape)
{
  char t[256];
  if (!one_dimension (g))
    return broken (
      k, "a grid of px kernels has one dimension: blocks and threads in y and z must be 1");
  if (k->grid > 1)
    {
      snprintf (t, sizeof t, "it requires grid (%u), a launch is one grid", k->grid);
      return broken (k, t);
    }
  if (k->block > 1 && g->blocks[0] % k->block)
    {
      snprintf (t, sizeof t, "it requires block (%u): %" PRId64 " blocks are no multiple of %u",
		k->block, g->blocks[0], k->block);
      return broken (k, t);
    }
  if (k->threads && g->threads[0] != k->threads)
    {
      snprintf (t, sizeof t, "it requires threads (%u): a block has %" PRId64 " threads",
		k->threads, g->threads[0]);
      return broken (k, t);
    }
  if (!k->threads && k->thread > 1 && g->threads[0] % k->thread)
    {
      snprintf (t, sizeof t,
		"it requires thread (%u): %" PRId64 " threads a block are no multiple "
		"of %u",
		k->thread, g->threads[0], k->thread);
      return broken (k, t);
    }
  if (k->cluster && g->cluster && g->cluster != k->cluster)
    {
      snprintf (t, sizeof t, "it requires cluster (%u): the launch has clusters of %" PRId64,
		k->cluster, g->cluster);
      return broken (k, t);
    }
  if (k->cluster && g->blocks[0] % k->cluster)
    {
      snprintf (t, sizeof t, "it requires cluster (%u): %" PRId64 " blocks are no multiple of %u",
		k->cluster, g->blocks[0], k->cluster);
      return broken (k, t);
    }
  uint64_t smem = dynamic_smem (k, g->smem);
  if (smem > INT32_MAX)
    {
      snprintf (t, sizeof t,
		"%u bytes of its own and %" PRId64 " bytes of the launch are more "
		"shared memory than any device has",
		k->smem, g->smem);
      return broken (k, t);
    }
  shape->smem = (unsigned) smem;
  shape->cluster = k->cluster ? k->cluster : (unsigned) g->cluster;
  shape->cooperative = g->cooperative || k->flags & PX_KERNEL_COOPERATIVE;
  return PX_OK;
}

/* Checks that the tensor maps in K's arguments have the boxes that its copies move.  */
static px_status
check_maps (const struct px_kernel *k, void **args)
{
  for (unsigned i = 0; i < k->nmaps; i++)
    {
      const struct px_map_use *u = &k->maps[i];
      px_tensor_map m;
      memcpy (&m, (const char *) args[u->argument] + u->offset, sizeof m);
      if (m.box.known != PX_TENSOR_BOX)
	continue;
      char is[100], wants[200];
      uint64_t bytes = (uint64_t) m.box.inner * m.box.outer * m.box.element;
      snprintf (is, sizeof is, "rank %u, boxes of %u rows of %u elements of %u bytes, swizzle %u",
		m.box.rank, m.box.outer, m.box.inner, m.box.element, m.box.swizzle);
      if (m.box.rank != u->rank)
	snprintf (wants, sizeof wants, "%u coordinates", u->rank);
      else if (u->element
	       && (m.box.element != u->element || m.box.inner != u->inner
		   || m.box.swizzle != u->swizzle || bytes != u->bytes))
	snprintf (wants, sizeof wants,
		  "%s, boxes of %u rows of %u elements of %u bytes, swizzle %u: "
		  "make it by px_tensor_map_for",
		  u->tile, u->bytes / (u->inner * u->element), u->inner, u->element, u->swizzle);
      else if (!u->element && (u->store ? bytes > u->bytes : bytes != u->bytes))
	snprintf (wants, sizeof wants, "an array of %u bytes, the box has %" PRIu64, u->bytes,
		  bytes);
      else
	continue;
      return rt_fail (PX_ERR_LAUNCH,
		      "px_launch: kernel %s: argument %u, a tensor map (%s), does not "
		      "fit the copy at %s:%u (%s)",
		      k->name, u->argument + 1, is, k->file ? k->file : "?", u->line, wants);
    }
  return PX_OK;
}

/* Checks the launch against device D, for a function that allows MAX_THREADS threads and has
   SMEM_STATIC bytes of static shared memory.  */
static px_status
check_device (const struct rt_device *d, const char *name, const struct px_config *g,
	      const struct shape *shape, int max_threads, int smem_static)
{
  int number = rt_device_number (d);
  int64_t threads = g->threads[0] * g->threads[1] * g->threads[2];
  if (threads > d->max_threads)
    return rt_fail (PX_ERR_RESOURCES,
		    "px_launch: kernel %s: %" PRId64 " threads a block, device %d has "
		    "at most %d",
		    name, threads, number, d->max_threads);
  if (threads > max_threads)
    return rt_fail (
      PX_ERR_RESOURCES,
      "px_launch: kernel %s: %" PRId64 " threads a block, its code can "
      "have at most %d on device %d (its registers, or its threads (T)); fewer threads, "
      "or maxregs (n) in __requires",
      name, threads, max_threads, number);
  if (g->blocks[0] > d->max_grid || g->blocks[1] > 65535 || g->blocks[2] > 65535)
    return rt_fail (PX_ERR_RESOURCES,
		    "px_launch: kernel %s: %" PRId64 " x %" PRId64 " x %" PRId64
		    " blocks, device %d has at most %d x 65535 x 65535",
		    name, g->blocks[0], g->blocks[1], g->blocks[2], number, d->max_grid);
  if ((int64_t) shape->smem + smem_static > d->smem_optin)
    return rt_fail (PX_ERR_RESOURCES,
		    "px_launch: kernel %s: %" PRId64 " bytes of shared memory a block, "
		    "device %d has %d",
		    name, (int64_t) shape->smem + smem_static, number, d->smem_optin);
  if (shape->cluster > 1 && !d->cluster)
    return rt_fail (PX_ERR_UNSUPPORTED,
		    "px_launch: kernel %s: clusters of %u blocks, device %d (sm_%d) "
		    "has no clusters",
		    name, shape->cluster, number, d->arch);
  if (shape->cooperative && !d->cooperative)
    return rt_fail (PX_ERR_UNSUPPORTED,
		    "px_launch: kernel %s: cooperative, which device %d (sm_%d) "
		    "can not do",
		    name, number, d->arch);
  return PX_OK;
}

/* Launches F.  */
static px_status
submit (struct rt_call *c, CUfunction f, const char *name, const struct px_config *g,
	const struct shape *shape, void **args)
{
  CUresult r;
  if (!shape->cluster && !shape->cooperative)
    r = rt_driver.cuLaunchKernel (f, g->blocks[0], g->blocks[1], g->blocks[2], g->threads[0],
				  g->threads[1], g->threads[2], shape->smem, g->stream, args, NULL);
  else if (!shape->cluster && rt_driver.cuLaunchCooperativeKernel)
    r = rt_driver.cuLaunchCooperativeKernel (f, g->blocks[0], g->blocks[1], g->blocks[2],
					     g->threads[0], g->threads[1], g->threads[2],
					     shape->smem, g->stream, args);
  else
    {
      RT_NEED (c, cuLaunchKernelEx);
      CUlaunchAttribute a[2];
      CUlaunchConfig k = { g->blocks[0],
			   g->blocks[1],
			   g->blocks[2],
			   g->threads[0],
			   g->threads[1],
			   g->threads[2],
			   shape->smem,
			   g->stream,
			   a,
			   0 };
      memset (a, 0, sizeof a);
      if (shape->cluster)
	{
	  a[k.numAttrs].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
	  a[k.numAttrs++].value.clusterDim = (driver_dim3){ shape->cluster, 1, 1 };
	}
      if (shape->cooperative)
	{
	  a[k.numAttrs].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
	  a[k.numAttrs++].value.cooperative = 1;
	}
      r = rt_driver.cuLaunchKernelEx (&k, f, args, NULL);
    }
  rt_trace ("launch %s: %lld blocks of %lld threads, %u bytes, stream %p: %d", name,
	    (long long) (g->blocks[0] * g->blocks[1] * g->blocks[2]),
	    (long long) (g->threads[0] * g->threads[1] * g->threads[2]), shape->smem,
	    (void *) g->stream, (int) r);
  return rt_end (c, r,
		 "kernel %s, %" PRId64 " blocks of %" PRId64 " threads, %u bytes of shared "
		 "memory%s",
		 name, g->blocks[0] * g->blocks[1] * g->blocks[2],
		 g->threads[0] * g->threads[1] * g->threads[2], shape->smem,
		 shape->cooperative ? ", cooperative" : "");
}

/* Requests what a function must request before a launch: more shared memory, larger clusters.  */
static CUresult
allow (CUfunction f, const struct shape *shape, bool smem)
{
  CUresult r = CUDA_SUCCESS;
  if (smem)
    r = rt_driver.cuFuncSetAttribute (f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
				      (int) shape->smem);
  if (r == CUDA_SUCCESS && shape->cluster > CLUSTER_PORTABLE)
    r = rt_driver.cuFuncSetAttribute (f, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
  return r;
}

static px_status
launch (const struct px_kernel *k, const struct px_config *g, void **args)
{
  struct rt_call c;
  struct rt_function *f;
  struct shape shape;
  if (!k || !k->name)
    return rt_fail (PX_ERR_IMAGE, "px_launch: the kernel's record is damaged");
  px_status s = check_any (k->name, g);
  if (!s)
    s = check_signature (k, g, &shape);
  if (!s)
    s = rt_check_pointers (k, args);
  if (!s)
    s = check_maps (k, args);
  if (!s)
    s = rt_check_maps (k, args);
  if (s || (s = rt_begin (&c, "px_launch")))
    return s;
  s = rt_load (&c, k, &f);
  if (!s)
    s = rt_check_named (&c, k, f, args);
  if (!s)
    s = check_device (c.context->device, k->name, g, &shape, f->max_threads, f->smem_static);
  if (s)
    return rt_end_failed (&c, s);
  bool more = shape.smem + f->smem_static > SMEM_DEFAULT && (int) shape.smem > f->smem_max;
  if (more || shape.cluster > CLUSTER_PORTABLE)
    {
      CUresult r = allow (f->handle, &shape, more);
      if (r != CUDA_SUCCESS)
	return rt_end (&c, r, "kernel %s, %u bytes of shared memory, clusters of %u blocks",
		       k->name, shape.smem, shape.cluster);
      if (more)
	f->smem_max = (int) shape.smem;
    }
  unsigned n = c.context->nrecent++;
  c.context->recent[n % RT_RECENT] = k;
  return submit (&c, f->handle, k->name, g, &shape, args);
}

PX_EXPORT void
px__push (struct px_config config)
{
  struct rt_thread *t = &rt_thread;
  if (t->depth < RT_NESTED)
    {
      t->frame[t->depth].config = config;
      t->frame[t->depth].entered = false;
    }
  t->depth++;
}

/* Called by a stub: returns true if a kernel is being launched, so that the stub must check its
   facts.  These count the launch's units, so what no kernel allows is refused first.  */
PX_EXPORT int
px__facts (void)
{
  struct rt_thread *t = &rt_thread;
  if (t->query || t->depth <= 0 || t->depth > RT_NESTED || t->frame[t->depth - 1].entered)
    return false;
  const struct px_config *g = &t->frame[t->depth - 1].config;
  return one_dimension (g) && !check_any ("", g);
}

/* Called by a stub for which px__facts has returned true: the launch's threads, or its blocks.  They are
   at most MOST_THREADS.  */
PX_EXPORT int
px__units (int threads)
{
  const struct px_config *g = &rt_thread.frame[rt_thread.depth - 1].config;
  return (int) (g->blocks[0] * (threads ? g->threads[0] : 1));
}

/* Refuses the launch of K, whose FACT does not hold because of WHAT ("" or a sentence).  In AP, for
   each of NVALUES parameters, are its name (const char *), whether it is signed (int), and its value
   (long long).  */
static void
refuse (const struct px_kernel *k, const char *fact, const char *what, int nvalues, va_list ap)
{
  struct rt_frame *f = &rt_thread.frame[rt_thread.depth - 1];
  char t[400] = "";
  size_t n = 0;
  for (int i = 0; i < nvalues && n < sizeof t; i++)
    {
      const char *name = va_arg (ap, const char *);
      bool is_signed = va_arg (ap, int);
      long long v = va_arg (ap, long long);
      const char *before = i || *what ? ", " : ": ";
      n += (size_t) (is_signed ? snprintf (t + n, sizeof t - n, "%s%s is %lld", before, name, v)
			       : snprintf (t + n, sizeof t - n, "%s%s is %llu", before, name,
					   (unsigned long long) v));
    }
  f->entered = true;
  f->status
    = rt_fail (PX_ERR_LAUNCH,
	       "px_launch: kernel %s (%s:%u): it requires __where (%s), which does not hold%s%s",
	       k->name, k->file ? k->file : "?", k->line, fact, what, t);
}

/* Called by a stub whose FACT does not hold; the stub then returns.  The values are those of
   `refuse'.  */
PX_EXPORT void
px__refuse (const struct px_kernel *k, const char *fact, int nvalues, ...)
{
  va_list ap;
  va_start (ap, nvalues);
  refuse (k, fact, "", nvalues, ap);
  va_end (ap);
}

/* Sets *BYTES to those from P to the end of the memory that the driver has for it.  Returns false
   if it does not say: memory of malloc, or P leads to nothing that it knows.  */
static bool
bytes_from (const void *p, size_t *bytes)
{
  struct rt_call c;
  CUdeviceptr base, at = (CUdeviceptr) (uintptr_t) p;
  size_t all;
  if (rt_begin (&c, "px_launch"))
    return false; /* the launch reports it */
  bool known = rt_driver.cuMemGetAddressRange_v2
	       && rt_driver.cuMemGetAddressRange_v2 (&base, &all, at) == CUDA_SUCCESS && at >= base
	       && at - base <= all;
  rt_end_failed (&c, PX_OK);
  if (known)
    *bytes = all - (size_t) (at - base);
  return known;
}

/* Called by a stub with extent (NAME, COUNT), as FACT says it, of parameter NAME, P, which points to
   elements of ELEMENT bytes.  Returns 0, and the stub returns, if P leads to fewer; the values are
   those of `refuse'.  */
PX_EXPORT int
px__extent (const struct px_kernel *k, const char *fact, const char *name, const void *p,
	    size_t element, unsigned long long count, int nvalues, ...)
{
  char what[200];
  size_t need, bytes;
  if (!count)
    return 1;
  if (__builtin_mul_overflow (count, element, &need) || need > PTRDIFF_MAX)
    snprintf (what, sizeof what, ": %llu elements of %zu bytes are more than memory", count,
	      element);
  else if (!p)
    snprintf (what, sizeof what, ": %s is NULL, and needs %llu elements", name, count);
  else if (bytes_from (p, &bytes) && bytes < need)
    snprintf (what, sizeof what, ": %s, %p, has %zu elements of %zu bytes, and needs %llu", name, p,
	      bytes / element, element, count);
  else
    return 1;
  va_list ap;
  va_start (ap, nvalues);
  refuse (k, fact, what, nvalues, ap);
  va_end (ap);
  return 0;
}

/* What stubs call: where libpx is missing the linker says this name.  */
PX_EXPORT void px__link_with_lpx (const struct px_kernel *kernel, void **args)
  __attribute__ ((alias ("px__enter")));

PX_EXPORT void
px__enter (const struct px_kernel *kernel, void **args)
{
  struct rt_thread *t = &rt_thread;
  if (t->query)
    {
      t->found = kernel;
      return;
    }
  struct rt_frame *f = t->depth > 0 && t->depth <= RT_NESTED ? &t->frame[t->depth - 1] : NULL;
  if (f && !f->entered)
    {
      f->entered = true;
      f->status = launch (kernel, &f->config, args);
      return;
    }
  if (t->depth > RT_NESTED)
    return;
  static atomic_flag told = ATOMIC_FLAG_INIT;
  rt_fail (PX_ERR_DIRECT,
	   "kernel %s (%s:%u) was called as a function and not launched: write "
	   "px_launch (px_grid (blocks, threads), %s, ...)",
	   kernel->name, kernel->file ? kernel->file : "?", kernel->line, kernel->name);
  if (!atomic_flag_test_and_set (&told))
    fprintf (stderr, "px: %s\n", t->text);
}

PX_EXPORT px_status
px__pop (void)
{
  struct rt_thread *t = &rt_thread;
  if (--t->depth >= RT_NESTED)
    return rt_fail (PX_ERR_INVALID, "px_launch: more than %d launches within arguments of launches",
		    RT_NESTED);
  if (!t->frame[t->depth].entered)
    return rt_fail (PX_ERR_INVALID, "px_launch: the function is no __kernel compiled by px");
  return t->frame[t->depth].status;
}

/* A stub passes the addresses of its arguments to px__enter and does not read them, so their
   values do not matter; only those in registers are passed here.  */
PX_EXPORT const struct px_kernel *
px__kernel (void (*stub) (void))
{
  struct rt_thread *t = &rt_thread;
  void (*call) (long, long, long, long, long, long)
    = (void (*) (long, long, long, long, long, long)) stub;
  if (!stub)
    return NULL;
  t->query = true;
  t->found = NULL;
  call (0, 0, 0, 0, 0, 0);
  t->query = false;
  if (!t->found)
    rt_fail (PX_ERR_INVALID, "px_kernel: the function is no __kernel compiled by px");
  return t->found;
}

PX_EXPORT const char *
px_kernel_name (const struct px_kernel *kernel)
{
  return kernel ? kernel->name : NULL;
}

/* --- Attributes and occupancy.  */

/* Begins a call that needs KERNEL's function *F.  */
static px_status
begin_kernel (struct rt_call *c, const char *what, const struct px_kernel *kernel,
	      struct rt_function **f)
{
  if (!kernel)
    return c->status = rt_fail (PX_ERR_INVALID, "%s: the kernel is NULL", what);
  if (rt_begin (c, what))
    return c->status;
  px_status s = rt_load (c, kernel, f);
  return s ? rt_end_failed (c, s) : PX_OK;
}

static CUresult
attributes (struct rt_call *c, CUfunction f, struct px_kernel_attributes *out)
{
  const struct
  {
    CUfunction_attribute name;
    int value;
  } want[]
    = { { CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0 }, { CU_FUNC_ATTRIBUTE_NUM_REGS, 0 },
	{ CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 0 },	{ CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, 0 },
	{ CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, 0 },	{ CU_FUNC_ATTRIBUTE_PTX_VERSION, 0 },
	{ CU_FUNC_ATTRIBUTE_BINARY_VERSION, 0 } };
  int v[sizeof want / sizeof *want];
  for (size_t i = 0; i < sizeof want / sizeof *want; i++)
    {
      CUresult r = rt_driver.cuFuncGetAttribute (&v[i], want[i].name, f);
      if (r != CUDA_SUCCESS)
	return r;
    }
  struct px_kernel_attributes a = { .max_threads = v[0],
				    .registers = v[1],
				    .smem = v[2],
				    .local = v[3],
				    .constant = v[4],
				    .ptx = v[5],
				    .binary = v[6] };
  int most = c->context->device->smem_optin - v[2];
  a.smem_dynamic = most > 0 ? most : 0;
  *out = a;
  return CUDA_SUCCESS;
}

PX_EXPORT px_status
px_kernel_attributes (const struct px_kernel *kernel, struct px_kernel_attributes *out)
{
  struct rt_call c;
  struct rt_function *f;
  if (begin_kernel (&c, "px_kernel_attributes", kernel, &f))
    return c.status;
  return rt_end (&c, attributes (&c, f->handle, out), "kernel %s", kernel->name);
}

PX_EXPORT px_status
px_function_attributes (px_function function, struct px_kernel_attributes *out)
{
  struct rt_call c;
  if (rt_begin (&c, "px_function_attributes"))
    return c.status;
  return rt_end (&c, attributes (&c, function, out), "function %p", (void *) function);
}

static px_status
occupancy (struct rt_call *c, CUfunction f, const char *name, int threads, size_t smem, int *blocks)
{
  int n, now = 0;
  RT_NEED (c, cuOccupancyMaxActiveBlocksPerMultiprocessor);
  CUresult r = CUDA_SUCCESS;
  if (smem > SMEM_DEFAULT)
    {
      r = rt_driver.cuFuncGetAttribute (&now, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, f);
      if (r == CUDA_SUCCESS && smem > (size_t) now)
	r = rt_driver.cuFuncSetAttribute (f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
					  smem < INT32_MAX ? (int) smem : INT32_MAX);
    }
  if (r == CUDA_SUCCESS)
    r = rt_driver.cuOccupancyMaxActiveBlocksPerMultiprocessor (&n, f, threads, smem);
  if (r == CUDA_SUCCESS)
    *blocks = n;
  return rt_end (c, r, "kernel %s, %d threads, %zu bytes", name, threads, smem);
}

PX_EXPORT px_status
px_kernel_occupancy (const struct px_kernel *kernel, int threads, size_t smem, int *blocks)
{
  struct rt_call c;
  struct rt_function *f;
  if (begin_kernel (&c, "px_kernel_occupancy", kernel, &f))
    return c.status;
  return occupancy (&c, f->handle, kernel->name, threads, dynamic_smem (kernel, smem), blocks);
}

PX_EXPORT px_status
px_function_occupancy (px_function function, int threads, size_t smem, int *blocks)
{
  struct rt_call c;
  if (rt_begin (&c, "px_function_occupancy"))
    return c.status;
  return occupancy (&c, function, "of a module", threads, smem, blocks);
}

PX_EXPORT px_status
px_kernel_best_threads (const struct px_kernel *kernel, size_t smem, int *threads)
{
  struct rt_call c;
  struct rt_function *f;
  int blocks, n = 0;
  if (begin_kernel (&c, "px_kernel_best_threads", kernel, &f))
    return c.status;
  CUresult r = CUDA_SUCCESS;
  if (kernel->threads)
    n = (int) kernel->threads;
  else
    {
      RT_NEED (&c, cuOccupancyMaxPotentialBlockSize);
      r = rt_driver.cuOccupancyMaxPotentialBlockSize (&blocks, &n, f->handle, NULL,
						      dynamic_smem (kernel, smem), 0);
      int unit = kernel->thread > 1 ? (int) kernel->thread : 1;
      n = n < unit ? unit : n / unit * unit;
    }
  if (r == CUDA_SUCCESS)
    *threads = n;
  return rt_end (&c, r, "kernel %s, %zu bytes", kernel->name, smem);
}

PX_EXPORT px_status
px_kernel_function (const struct px_kernel *kernel, px_function *function)
{
  struct rt_call c;
  struct rt_function *f;
  if (begin_kernel (&c, "px_kernel_function", kernel, &f))
    return c.status;
  *function = f->handle;
  return rt_end_failed (&c, PX_OK);
}

PX_EXPORT px_status
px_function_launch (struct px_config config, px_function function, void **args)
{
  struct rt_call c;
  const char *name = NULL;
  int max_threads, smem_static;
  if (!function)
    return rt_fail (PX_ERR_INVALID, "px_function_launch: the function is NULL");
  if (rt_begin (&c, "px_function_launch"))
    return c.status;
  if (!rt_driver.cuFuncGetName || rt_driver.cuFuncGetName (&name, function) != CUDA_SUCCESS
      || !name)
    name = "of a module";
  struct shape shape = { (unsigned) config.smem, (unsigned) config.cluster, config.cooperative };
  px_status s = check_any (name, &config);
  if (s)
    return rt_end_failed (&c, s);
  CUresult r = rt_driver.cuFuncGetAttribute (&max_threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
					     function);
  if (r == CUDA_SUCCESS)
    r = rt_driver.cuFuncGetAttribute (&smem_static, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
  if (r != CUDA_SUCCESS)
    return rt_end (&c, r, "kernel %s", name);
  s = check_device (c.context->device, name, &config, &shape, max_threads, smem_static);
  if (s)
    return rt_end_failed (&c, s);
  r = allow (function, &shape, (int) shape.smem + smem_static > SMEM_DEFAULT);
  if (r != CUDA_SUCCESS)
    return rt_end (&c, r, "kernel %s, %u bytes of shared memory", name, shape.smem);
  return submit (&c, function, name, &config, &shape, args);
}

/* --- Variables.  */

PX_EXPORT px_status
px__symbol_address (const struct px_symbol *symbol, void **address, size_t *bytes)
{
  struct rt_call c;
  CUdeviceptr p;
  size_t n;
  if (!symbol || !symbol->name || symbol->kind != PX_SYMBOL_VARIABLE)
    return rt_fail (PX_ERR_INVALID, "px_symbol: not a variable of device code");
  if (rt_begin (&c, "px_symbol"))
    return c.status;
  px_status s = rt_load_symbol (&c, symbol, &p, &n);
  if (!s)
    {
      *address = (void *) (uintptr_t) p;
      if (bytes)
	*bytes = n;
    }
  return rt_end_failed (&c, s);
}

PX_EXPORT px_status
px_symbol_address (const struct px_symbol *symbol, void **address, size_t *bytes)
{
  return px__symbol_address (symbol, address, bytes);
}

/* Sets *P to the address of [OFFSET, OFFSET + BYTES) in SYMBOL.  */
static px_status
part (const char *what, const struct px_symbol *symbol, size_t offset, size_t bytes, char **p)
{
  void *start;
  size_t size;
  px_status s = px__symbol_address (symbol, &start, &size);
  if (s)
    return s;
  if (offset > size || bytes > size - offset)
    return rt_fail (PX_ERR_INVALID, "%s: bytes %zu to %zu of variable %s, which has %zu", what,
		    offset, offset + bytes, symbol->name, size);
  *p = (char *) start + offset;
  return PX_OK;
}

PX_EXPORT px_status
px_copy_to_symbol (const struct px_symbol *symbol, size_t offset, const void *from, size_t bytes)
{
  char *p = NULL;
  px_status s = part ("px_copy_to_symbol", symbol, offset, bytes, &p);
  return s ? s : px_copy (p, from, bytes);
}

PX_EXPORT px_status
px_copy_from_symbol (void *to, const struct px_symbol *symbol, size_t offset, size_t bytes)
{
  char *p = NULL;
  px_status s = part ("px_copy_from_symbol", symbol, offset, bytes, &p);
  return s ? s : px_copy (to, p, bytes);
}
