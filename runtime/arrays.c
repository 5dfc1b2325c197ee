/* SPDX-License-Identifier: MIT */
/* What the host functions of libraries (px/device.h, libpxblas) ask before they launch: whether
   their arrays can be as they are given, how many blocks fill the device, and what it is.  */
#include "runtime/image.h"
#include "runtime/rt.h"

/* Its elements' bytes, or false if they are more than an address can be.  */
static bool
extent (const struct px__array *a, uintptr_t *start, uintptr_t *end)
{
  size_t bytes;
  *start = (uintptr_t) a->p;
  return !__builtin_mul_overflow (a->n, a->size, &bytes)
	 && !__builtin_add_overflow (*start, bytes, end);
}

PX_EXPORT px_status
px__arrays (const char *function, int count, const struct px__array *a)
{
  for (int i = 0; i < count; i++)
    {
      uintptr_t start, end;
      if (a[i].n > a[i].most)
	return rt_fail (PX_ERR_INVALID, "%s: %s has %zu elements; %zu are the most", function,
			a[i].name, a[i].n, a[i].most);
      if (!extent (&a[i], &start, &end))
	return rt_fail (PX_ERR_INVALID, "%s: %s has %zu elements of %zu bytes, more than memory",
			function, a[i].name, a[i].n, a[i].size);
      if (a[i].n && !a[i].p)
	return rt_fail (PX_ERR_INVALID, "%s: %s is NULL, of %zu elements", function, a[i].name,
			a[i].n);
      if (a[i].n && start % a[i].align)
	return rt_fail (PX_ERR_INVALID, "%s: %s, %p, is no multiple of %zu", function, a[i].name,
			a[i].p, a[i].align);
      for (int k = 0; k < i; k++)
	{
	  uintptr_t from, to;
	  if ((a[i].written || a[k].written) && extent (&a[k], &from, &to) && start < to
	      && from < end)
	    return rt_fail (PX_ERR_INVALID,
			    "%s: %s, %zu bytes at %p, and %s, %zu bytes at %p, overlap", function,
			    a[k].name, (size_t) (to - from), a[k].p, a[i].name,
			    (size_t) (end - start), a[i].p);
	}
    }
  return PX_OK;
}

PX_EXPORT int
px__multiprocessors (void)
{
  struct rt_call c;
  if (rt_begin (&c, "px__multiprocessors"))
    return 0;
  rt_end_failed (&c, PX_OK);
  return c.context->device->processors;
}

PX_EXPORT int
px__arch (void)
{
  struct rt_call c;
  if (rt_begin (&c, "px__arch"))
    return 0;
  rt_end_failed (&c, PX_OK);
  return c.context->device->arch;
}

PX_EXPORT int
px__blocks (const struct px_kernel *kernel, int threads, size_t most)
{
  int each, processors;
  if (px_kernel_occupancy (kernel, threads, 0, &each) || !(processors = px__multiprocessors ()))
    return 0;
  size_t all = (size_t) each * processors;
  return all < 1 ? 1 : all < most ? all : most;
}

PX_EXPORT px_status
px__reach (const char *function, const char *name, const void *p)
{
  struct rt_call c;
  if (rt_begin (&c, function))
    return c.status;
  CUdeviceptr at = (CUdeviceptr) (uintptr_t) p;
  px_status status = PX_OK;
  unsigned type = CU_MEMORYTYPE_DEVICE, managed = 0, access;
  int own = rt_device_number (c.context->device), device = own, pageable = 0;
  CUresult r = CUDA_SUCCESS;
  if (rt_driver.cuPointerGetAttribute)
    r = rt_driver.cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, at);
  if (r == CUDA_ERROR_INVALID_VALUE)
    {
      /* The driver does not know the address: memory of malloc, or nothing.  */
      if (rt_driver.cuDeviceGetAttribute (&pageable, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS,
					  c.context->device->handle)
	    != CUDA_SUCCESS
	  || !pageable)
	status = rt_fail (PX_ERR_INVALID, "%s: %s, %p, is not memory that the device reaches",
			  function, name, p);
    }
  else if (r == CUDA_SUCCESS && type == CU_MEMORYTYPE_DEVICE && rt_driver.cuPointerGetAttribute
	   && rt_driver.cuPointerGetAttribute (&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, at)
		== CUDA_SUCCESS
	   && device != own)
    {
      /* Managed memory is every device's.  A driver that does not know the access flags leaves
	 the question to the launch.  */
      if ((rt_driver.cuPointerGetAttribute (&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, at)
	     != CUDA_SUCCESS
	   || !managed)
	  && rt_driver.cuPointerGetAttribute (&access, CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, at)
	       == CUDA_SUCCESS
	  && access == CU_MEM_ACCESS_FLAGS_PROT_NONE)
	status
	  = rt_fail (PX_ERR_PEER, "%s: %s, %p, is memory of device %d; device %d has no access",
		     function, name, p, device, own);
    }
  return rt_end_failed (&c, status);
}
