/* SPDX-License-Identifier: MIT */
/* Devices and contexts, and the begin and end of every API call.  */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/rt.h"

_Atomic (struct rt_context *) rt_contexts;

static struct rt_device *devices;
static int ndevices;

/* The driver handles of all devices are found at the start; attributes are queried once.  */
px_status
rt_start_devices (int count)
{
  devices = calloc (count, sizeof *devices);
  if (!devices)
    return rt_fail (PX_ERR_MEMORY, "out of memory for %d devices", count);
  for (int i = 0; i < count; i++)
    {
      struct rt_device *d = &devices[i];
      int major = 0, minor = 0, cooperative = 0, cluster = 0, maps = 0;
      const struct
      {
	CUdevice_attribute name;
	int *value;
	bool optional;
      } ask[] = {
	{ CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major, false },
	{ CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &minor, false },
	{ CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &d->max_threads, false },
	{ CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, &d->max_grid, false },
	{ CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &d->smem_optin, false },
	{ CU_DEVICE_ATTRIBUTE_WARP_SIZE, &d->warp, false },
	{ CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &d->processors, false },
	{ CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, &cooperative, true },
	{ CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, &cluster, true },
	{ CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED, &maps, true },
      };
      CUresult r = rt_driver.cuDeviceGet (&d->handle, i);
      for (size_t k = 0; k < sizeof ask / sizeof *ask && r == CUDA_SUCCESS; k++)
	{
	  r = rt_driver.cuDeviceGetAttribute (ask[k].value, ask[k].name, d->handle);
	  if (r != CUDA_SUCCESS && ask[k].optional)
	    *ask[k].value = 0, r = CUDA_SUCCESS;
	}
      if (r != CUDA_SUCCESS)
	{
	  free (devices);
	  devices = NULL;
	  return rt_fail_driver (r, "device %d", i);
	}
      d->arch = 10 * major + minor;
      d->cooperative = cooperative;
      d->cluster = cluster;
      d->tensor_maps = maps || (rt_driver.emulated && d->arch >= 90);
    }
  ndevices = count;
  return PX_OK;
}

struct rt_device *
rt_device (int number, px_status *status)
{
  if (number >= 0 && number < ndevices)
    return &devices[number];
  *status
    = rt_fail (PX_ERR_NO_DEVICE, "there is no device %d: there are %d, from 0", number, ndevices);
  return NULL;
}

int
rt_device_number (const struct rt_device *device)
{
  return (int) (device - devices);
}

/* Returns the context of HANDLE, which is current, and makes it if it is new.  Returns NULL if
   out of memory, or with the driver's error *R.  */
static struct rt_context *
find_context (CUcontext handle, CUresult *r)
{
  struct rt_context *c = rt_thread.context;
  unsigned long long id = 0;
  if (rt_driver.cuCtxGetId)
    {
      *r = rt_driver.cuCtxGetId (handle, &id);
      if (*r != CUDA_SUCCESS)
	return NULL;
    }
  if (c && c->handle == handle && c->id == id)
    return c;
  CUdevice device;
  *r = rt_driver.cuCtxGetDevice (&device);
  if (*r != CUDA_SUCCESS)
    return NULL;
  rt_lock ();
  for (c = rt_contexts; c && c->handle != handle; c = c->next)
    ;
  if (!c && (c = calloc (1, sizeof *c)))
    {
      c->handle = handle;
      c->id = id;
      c->next = rt_contexts;
      rt_contexts = c;
    }
  else if (c && c->id != id)
    {
      rt_forget (c);
      c->id = id;
      c->primary = false;
    }
  if (c)
    for (int i = 0; i < ndevices; i++)
      if (devices[i].handle == device)
	c->device = &devices[i];
  if (c && c->device && c->device->primary == handle)
    c->primary = true;
  rt_unlock ();
  if (!c)
    *r = CUDA_ERROR_OUT_OF_MEMORY;
  else if (!c->device)
    *r = CUDA_ERROR_INVALID_CONTEXT, c = NULL;
  return c;
}

/* Retains DEVICE's primary context once.  */
static CUresult
primary (struct rt_device *d, CUcontext *handle)
{
  CUresult r = CUDA_SUCCESS;
  rt_lock ();
  if (!d->primary)
    r = rt_driver.cuDevicePrimaryCtxRetain (&d->primary, d->handle);
  *handle = d->primary;
  rt_unlock ();
  return r;
}

px_status
rt_begin (struct rt_call *c, const char *what)
{
  c->what = what;
  c->pushed = false;
  c->context = NULL;
  c->status = rt_start ();
  if (c->status)
    return c->status;
  CUcontext current, handle;
  CUresult r = rt_driver.cuCtxGetCurrent (&current);
  if (r == CUDA_SUCCESS)
    {
      handle = current;
      if (!current || rt_thread.device >= 0)
	r = primary (&devices[rt_thread.device < 0 ? rt_first_device : rt_thread.device], &handle);
    }
  if (r == CUDA_SUCCESS && handle != current)
    {
      r = rt_driver.cuCtxPushCurrent_v2 (handle);
      c->pushed = r == CUDA_SUCCESS;
    }
  if (r == CUDA_SUCCESS)
    c->context = find_context (handle, &r);
  if (r == CUDA_SUCCESS)
    {
      rt_thread.context = c->context;
      return PX_OK;
    }
  c->status = rt_fail_driver (r, "%s: the context of the device", what);
  return rt_end_failed (c, c->status);
}

px_status
rt_end_failed (struct rt_call *c, px_status status)
{
  CUcontext old;
  if (c->pushed)
    rt_driver.cuCtxPopCurrent_v2 (&old);
  return c->status = status;
}

/* Adds to the status which kernel failed, as far as it is known.  */
static void
add_fault (struct rt_call *c)
{
  if (rt_driver.last_fault)
    {
      char text[1536];
      if (rt_driver.last_fault (text, sizeof text))
	rt_add ("\n%s", text);
    }
  else if (c->context)
    {
      unsigned n = c->context->nrecent;
      const char *word = "\nkernels launched last:";
      for (unsigned i = 1; i <= RT_RECENT && i <= n; i++)
	{
	  const struct px_kernel *k = c->context->recent[(n - i) % RT_RECENT];
	  if (k)
	    rt_add ("%s %s (%s:%u)", word, k->name, k->file ? k->file : "?", k->line), word = ",";
	}
      rt_add ("\nthe device takes no more work from this process until px_device_reset");
    }
}

px_status
rt_end (struct rt_call *c, CUresult r, const char *format, ...)
{
  if (r == CUDA_SUCCESS)
    return rt_end_failed (c, PX_OK);
  if (r == CUDA_ERROR_NOT_READY)
    return rt_end_failed (c, PX_NOT_READY);
  char text[1024] = "";
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  px_status s = rt_fail_driver (r, *text ? "%s (%s)" : "%s%s", c->what, text);
  if (rt_is_fault (r))
    add_fault (c);
  return rt_end_failed (c, s);
}

px_status
rt_end_lacks (struct rt_call *c, const char *symbol)
{
  static const struct
  {
    const char *name, *symbol;
    int since;
  } functions[] = {
#define PX_DRIVER(name, symbol, since, need, args) { #name, #symbol, since },
#include "runtime/driver.def"
#undef PX_DRIVER
  };
  size_t i;
  for (i = 0; strcmp (functions[i].symbol, symbol); i++)
    ;
  int since = functions[i].since, version = rt_driver.version;
  px_status s = since > version ? PX_ERR_DRIVER_OLD : PX_ERR_UNSUPPORTED;
  rt_fail (s, "%s: the driver %s (CUDA %d.%d) has no %s", c->what, rt_driver.file, version / 1000,
	   version % 1000 / 10, functions[i].name);
  if (since > version)
    rt_add (", which CUDA %d.%d brought: update the driver", since / 1000, since % 1000 / 10);
  return rt_end_failed (c, s);
}

PX_EXPORT int
px_device_count (void)
{
  return rt_start () ? 0 : ndevices;
}

PX_EXPORT int
px_device (void)
{
  struct rt_call c;
  if (rt_begin (&c, "px_device"))
    return -1;
  rt_end_failed (&c, PX_OK);
  return rt_device_number (c.context->device);
}

PX_EXPORT px_status
px_device_select (int device)
{
  px_status s = rt_start ();
  if (s || !rt_device (device, &s))
    return s;
  rt_thread.device = device;
  return PX_OK;
}

/* Returns attribute A of D, 0 if the driver does not know it.  */
static int
attribute (CUdevice d, CUdevice_attribute a)
{
  int v;
  return rt_driver.cuDeviceGetAttribute (&v, a, d) == CUDA_SUCCESS ? v : 0;
}

PX_EXPORT px_status
px_device_properties (int device, struct px_device_properties *p)
{
  px_status s = rt_start ();
  struct rt_device *d;
  if (s || !(d = rt_device (device, &s)))
    return s;
  struct px_device_properties q;
  memset (&q, 0, sizeof q);
  CUresult r = rt_driver.cuDeviceGetName (q.name, sizeof q.name, d->handle);
  if (r == CUDA_SUCCESS)
    r = rt_driver.cuDeviceTotalMem_v2 (&q.memory, d->handle);
  if (r != CUDA_SUCCESS)
    return rt_fail_driver (r, "px_device_properties (%d)", device);
  static const CUdevice_attribute block[]
    = { CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
	CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z };
  static const CUdevice_attribute grid[]
    = { CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
	CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z };
  for (int i = 0; i < 3; i++)
    {
      q.max_block[i] = attribute (d->handle, block[i]);
      q.max_grid[i] = attribute (d->handle, grid[i]);
    }
  q.emulated = rt_driver.emulated;
  q.driver = rt_driver.version;
  q.arch = d->arch;
  q.multiprocessors = d->processors;
  q.warp = d->warp;
  q.max_threads = d->max_threads;
  q.smem = d->smem_optin;
  q.cooperative = d->cooperative;
  q.cluster = d->cluster;
  q.tensor_maps = d->tensor_maps;
  q.max_threads_mp = attribute (d->handle, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  q.max_blocks_mp = attribute (d->handle, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
  q.smem_mp = attribute (d->handle, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
  q.constant = attribute (d->handle, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
  q.l2 = attribute (d->handle, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  q.registers_mp = attribute (d->handle, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
  q.clock_khz = attribute (d->handle, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  q.memory_clock_khz = attribute (d->handle, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
  q.memory_bus_bits = attribute (d->handle, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
  q.managed = attribute (d->handle, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY);
  q.pools = attribute (d->handle, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
  CUuuid uuid;
  if ((rt_driver.cuDeviceGetUuid_v2
       && rt_driver.cuDeviceGetUuid_v2 (&uuid, d->handle) == CUDA_SUCCESS)
      || (rt_driver.cuDeviceGetUuid
	  && rt_driver.cuDeviceGetUuid (&uuid, d->handle) == CUDA_SUCCESS))
    memcpy (q.uuid, uuid.bytes, sizeof q.uuid);
  if (!rt_driver.cuDeviceGetPCIBusId
      || rt_driver.cuDeviceGetPCIBusId (q.pci, sizeof q.pci, d->handle) != CUDA_SUCCESS)
    q.pci[0] = 0;
  *p = q;
  return PX_OK;
}

PX_EXPORT px_status
px_synchronize (void)
{
  struct rt_call c;
  if (rt_begin (&c, "px_synchronize"))
    return c.status;
  return rt_end (&c, rt_driver.cuCtxSynchronize (), "device %d",
		 rt_device_number (c.context->device));
}

PX_EXPORT px_status
px_memory_info (size_t *free_bytes, size_t *total_bytes)
{
  struct rt_call c;
  size_t f, t;
  if (rt_begin (&c, "px_memory_info"))
    return c.status;
  CUresult r = rt_driver.cuMemGetInfo_v2 (&f, &t);
  if (r == CUDA_SUCCESS)
    *free_bytes = f, *total_bytes = t;
  return rt_end (&c, r, "%s", "");
}

/* Enables or disables peer access.  The driver reports an error if this is done
   twice; here it is allowed.  */
static px_status
peer (const char *what, int number, bool enable)
{
  struct rt_call c;
  CUcontext handle;
  if (rt_begin (&c, what))
    return c.status;
  px_status s = PX_OK;
  struct rt_device *d = rt_device (number, &s);
  if (!d)
    return rt_end_failed (&c, s);
  if (d == c.context->device)
    return rt_end_failed (&c, rt_fail (PX_ERR_INVALID, "%s (%d): this is the thread's own device",
				       what, number));
  RT_NEED (&c, cuCtxEnablePeerAccess);
  RT_NEED (&c, cuCtxDisablePeerAccess);
  CUresult r = primary (d, &handle);
  if (r == CUDA_SUCCESS)
    r = enable ? rt_driver.cuCtxEnablePeerAccess (handle, 0)
	       : rt_driver.cuCtxDisablePeerAccess (handle);
  if (r == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED || r == CUDA_ERROR_PEER_ACCESS_NOT_ENABLED)
    r = CUDA_SUCCESS;
  return rt_end (&c, r, "from device %d to %d", rt_device_number (c.context->device), number);
}

PX_EXPORT px_status
px_peer_enable (int number)
{
  return peer ("px_peer_enable", number, true);
}

PX_EXPORT px_status
px_peer_disable (int number)
{
  return peer ("px_peer_disable", number, false);
}

PX_EXPORT px_status
px_device_reset (int device)
{
  px_status s = rt_start ();
  struct rt_device *d;
  if (s || !(d = rt_device (device, &s)))
    return s;
  struct rt_call c = { .what = "px_device_reset" };
  RT_NEED (&c, cuDevicePrimaryCtxReset_v2);
  rt_lock ();
  for (struct rt_context *x = rt_contexts; x; x = x->next)
    if (x->device == d && x->primary)
      {
	rt_forget (x);
	x->primary = false;
	x->handle = NULL;
      }
  if (d->primary)
    rt_driver.cuDevicePrimaryCtxRelease_v2 (d->handle);
  d->primary = NULL;
  CUresult r = rt_driver.cuDevicePrimaryCtxReset_v2 (d->handle);
  rt_unlock ();
  return r == CUDA_SUCCESS ? PX_OK : rt_fail_driver (r, "px_device_reset (%d)", device);
}
