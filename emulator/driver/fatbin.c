/* SPDX-License-Identifier: MIT */
/* The PTX in a fat binary, as nvcc and fatbinary write it: a header of 16 bytes (magic,
   version, bytes of the header, bytes after it), then entries (kind, bytes of the header, bytes
   after it, compressed bytes, architecture, flags, bytes when uncompressed).  PTX may be
   compressed by LZ4, or by Zstandard, for which libzstd.so.1 is loaded.  */
#include "emulator/driver/drv.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum
{
  MAGIC = 0xba55ed50,
  WRAPPER = 0x466243b1,
  KIND_PTX = 1
};
enum
{
  AT_COMPRESSED = 16,
  AT_ARCH = 28,
  AT_FLAGS = 40,
  AT_RAW = 56,
  ENTRY = 64
};
enum
{
  FLAG_LZ4 = 0x2000,
  FLAG_ZSTD = 0x8000,
  FLAG_ARCH_SPECIFIC = 0x100000
};
#define RAW_MAX ((uint64_t) 1 << 31)

static uint64_t
get_bytes (const unsigned char *p, int bytes)
{
  uint64_t v = 0;
  memcpy (&v, p, (size_t) bytes);
  return v;
}

/* Decompresses a block of LZ4, N bytes at P, to exactly SIZE bytes at OUT.  */
static bool
unpack_lz4 (const unsigned char *p, size_t n, unsigned char *out, size_t size)
{
  const unsigned char *end = p + n;
  size_t at = 0;
  while (p < end)
    {
      unsigned token = *p++, b;
      size_t len = token >> 4;
      if (len == 15)
	do
	  {
	    if (p == end)
	      return false;
	    b = *p++;
	    len += b;
	  }
	while (b == 255);
      if (len > (size_t) (end - p) || len > size - at)
	return false;
      memcpy (out + at, p, len);
      at += len;
      p += len;
      if (p == end)
	break;
      if (end - p < 2)
	return false;
      size_t back = get_bytes (p, 2);
      p += 2;
      len = (token & 15) + 4;
      if ((token & 15) == 15)
	do
	  {
	    if (p == end)
	      return false;
	    b = *p++;
	    len += b;
	  }
	while (b == 255);
      if (!back || back > at || len > size - at)
	return false;
      for (; len; len--, at++)
	out[at] = out[at - back];
    }
  return at == size;
}

/* The same for Zstandard; sets *WHY if its library is missing.  */
static bool
unpack_zstd (const unsigned char *p, size_t n, unsigned char *out, size_t size, const char **why)
{
  size_t (*decompress) (void *, size_t, const void *, size_t);
  void *lib = dlopen ("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  void *sym = lib ? dlsym (lib, "ZSTD_decompress") : NULL;
  bool ok = false;
  if (!sym)
    *why = "its PTX is compressed by Zstandard, and there is no libzstd.so.1 (nvcc --no-compress)";
  else
    {
      memcpy (&decompress, &sym, sizeof sym);
      ok = decompress (out, size, p, n) == size;
    }
  if (lib)
    dlclose (lib);
  return ok;
}

/* Returns true if N bytes at P are mapped.  */
static bool
mapped (const void *p, uint64_t n)
{
  uintptr_t page = (uintptr_t) p & -(uintptr_t) sysconf (_SC_PAGESIZE);
  return (uintptr_t) p + n >= n && !msync ((void *) page, (uintptr_t) p + n - page, MS_ASYNC);
}

bool
is_fatbin (const void *image)
{
  const unsigned char *p = image;
  return (p[0] == 0x50 || p[0] == 0xb1)
	 && (get_bytes (p, 4) == MAGIC || get_bytes (p, 4) == WRAPPER);
}

CUresult
fatbin_ptx (const void *image, size_t size, char **ptx, size_t *n, const char **why)
{
  const unsigned char *p = image, *best = NULL;
  uint64_t rank = 0;
  *why = "a corrupt fat binary";
  if (get_bytes (p, 4) == WRAPPER)
    {
      if (size && size < 16)
	return CUDA_ERROR_INVALID_IMAGE;
      p = (const unsigned char *) (uintptr_t) get_bytes (p + 8, 8);
      size = 0;
      if (!p || !mapped (p, 16) || get_bytes (p, 4) != MAGIC)
	return CUDA_ERROR_INVALID_IMAGE;
    }
  if (size && size < 16)
    return CUDA_ERROR_INVALID_IMAGE;
  uint64_t at = get_bytes (p + 6, 2), end = at + get_bytes (p + 8, 8);
  if (at < 16 || end < at || end > (uint64_t) 1 << 40 || (size ? end > size : !mapped (p, end)))
    return CUDA_ERROR_INVALID_IMAGE;
  while (at < end)
    {
      const unsigned char *e = p + at;
      uint64_t head, body;
      if (end - at < ENTRY)
	return CUDA_ERROR_INVALID_IMAGE;
      head = get_bytes (e + 4, 4);
      body = get_bytes (e + 8, 8);
      if (head < ENTRY || head > end - at || body > end - at - head)
	return CUDA_ERROR_INVALID_IMAGE;
      uint64_t arch = get_bytes (e + AT_ARCH, 4),
	       r = 2 * arch + !!(get_bytes (e + AT_FLAGS, 8) & FLAG_ARCH_SPECIFIC);
      /* PTX for a newer architecture, or for another one only, does not run here.  */
      if (get_bytes (e, 2) == KIND_PTX && arch <= PX_EMU_ARCH && (!(r & 1) || arch == PX_EMU_ARCH)
	  && r > rank)
	{
	  best = e;
	  rank = r;
	}
      at += head + body;
    }
  if (!best)
    {
      *why = "a fat binary without PTX for this device; the emulator runs PTX (nvcc -gencode "
	     "arch=compute_90,code=compute_90)";
      return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
  uint64_t flags = get_bytes (best + AT_FLAGS, 8), body = get_bytes (best + 8, 8),
	   packed = get_bytes (best + AT_COMPRESSED, 4), raw = get_bytes (best + AT_RAW, 8);
  const unsigned char *from = best + get_bytes (best + 4, 4);
  bool whole = !(flags & (FLAG_LZ4 | FLAG_ZSTD));
  if (whole)
    raw = packed = strnlen ((const char *) from, body);
  if (packed > body || raw > RAW_MAX)
    return CUDA_ERROR_INVALID_IMAGE;
  char *text = malloc (raw + 1);
  if (!text)
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (whole)
    memcpy (text, from, raw);
  else if (!(flags & FLAG_ZSTD ? unpack_zstd (from, packed, (unsigned char *) text, raw, why)
			       : unpack_lz4 (from, packed, (unsigned char *) text, raw)))
    {
      free (text);
      return CUDA_ERROR_INVALID_IMAGE;
    }
  text[raw] = '\0';
  *n = strlen (text);
  *ptx = text;
  return CUDA_SUCCESS;
}
