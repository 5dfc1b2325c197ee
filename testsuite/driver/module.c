/* SPDX-License-Identifier: MIT */
/* Modules, libraries, linking, logs of compilation.  */
#include "test.h"

#include <stdbool.h>
#include <unistd.h>

static const char twice[] =
  HEADER
  ".extern .func (.param .b32 r) helper (.param .b32 x);\n"
  ".visible .entry twice (.param .u64 p, .param .u32 n)\n{\n"
  INDEX
  "@%p1 bra done;\n"
  "mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
  "ld.global.u32 %r5, [%rd3];\n"
  "{\n.param .b32 x;\n.param .b32 r;\nst.param.b32 [x], %r5;\n"
  "call.uni (r), helper, (x);\nld.param.b32 %r6, [r];\n}\n"
  "st.global.u32 [%rd3], %r6;\n"
  "done:\nret;\n}\n";

static const char helper[] =
  HEADER
  ".visible .func (.param .b32 r) helper (.param .b32 x)\n{\n"
  ".reg .b32 %r<3>;\n"
  "ld.param.b32 %r1, [x];\nadd.u32 %r2, %r1, %r1;\n"
  "st.param.b32 [r], %r2;\nret;\n}\n";

static void
modules (void)
{
  CUmodule m, m2;
  CUfunction f;
  CUmoduleLoadingMode mode;
  char file[] = "module-test-XXXXXX";
  FILE *out;
  int fd;

  begin ("modules");
  OK (cuModuleLoadData (&m, kernels));
  OK (cuModuleLoadData (&m2, kernels));
  MUST (m != m2);
  OK (cuModuleUnload (m));
  HANDLE (cuModuleUnload (m));
  HANDLE (cuModuleGetFunction (&f, m, "fill"));
  OK (cuModuleGetFunction (&f, m2, "fill"));
  OK (cuModuleUnload (m2));
  {
    int v;
    HANDLE (cuFuncGetAttribute (&v, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
    HANDLE (cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  }
  HANDLE (cuModuleUnload ((CUmodule) NONSENSE));
  HANDLE (cuModuleUnload (NULL));
  BAD (cuModuleLoadData (&m, NULL));
  BAD (cuModuleLoadData (NULL, kernels));
  OK (cuModuleGetLoadingMode (&mode));
  MUST (mode == CU_MODULE_LAZY_LOADING || mode == CU_MODULE_EAGER_LOADING);
  BAD (cuModuleGetLoadingMode (NULL));

  IS (cuModuleLoad (&m, "/no/such/file.ptx"), CUDA_ERROR_FILE_NOT_FOUND);
  MUST (cuModuleLoad (&m, "/") != CUDA_SUCCESS);
  BAD (cuModuleLoad (&m, NULL));
  fd = mkstemp (file);
  out = fdopen (fd, "w");
  if (out)
    {
      fputs (kernels, out);
      fclose (out);
    }
  OK (cuModuleLoad (&m, file));
  OK (cuModuleGetFunction (&f, m, "nothing"));
  OK (cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  OK (cuModuleUnload (m));
  remove (file);
  end ();
}

static void
logs (void)
{
  CUmodule m;
  char error[512] = "x", info[512] = "x", tiny[8];
  CUjit_option o[] = {
    CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
    CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
    CU_JIT_WALL_TIME, CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_MAX_REGISTERS
  };
  void *v[] = { error, (void *) sizeof error, info, (void *) sizeof info, NULL,
		(void *) 4, (void *) 64 };
  CUjit_option odd[] = { (CUjit_option) 9999 };

  begin ("logs of compilation");
  MUST (cuModuleLoadDataEx (&m, HEADER
			    ".visible .entry k ()\n{\n  ret\n}\n", 7, o, v)
	== CUDA_ERROR_INVALID_PTX);
  MUST (strstr (error, "error") && strchr (error, ':'));
  MUST ((size_t) v[1] == strlen (error) + 1);
  v[1] = (void *) sizeof error;
  v[3] = (void *) sizeof info;
  OK (cuModuleLoadDataEx (&m, kernels, 7, o, v));
  MUST ((size_t) v[1] == 0);
  OK (cuModuleUnload (m));
  v[0] = tiny;
  v[1] = (void *) sizeof tiny;
  MUST (cuModuleLoadDataEx (&m, "this is no PTX at all", 2, o, v)
	!= CUDA_SUCCESS);
  MUST (strlen (tiny) == sizeof tiny - 1);
  MUST (cuModuleLoadData (&m, "") != CUDA_SUCCESS);
  MUST (cuModuleLoadData (&m, ".version 8.7\n.target sm_120\n"
			  ".address_size 64\n") != CUDA_SUCCESS);
  BAD (cuModuleLoadDataEx (&m, kernels, 1, odd, v));
  BAD (cuModuleLoadDataEx (&m, kernels, 1, NULL, NULL));
  end ();
}

/* What stands in stderr after a module is loaded that has "ret" without `;', with a buffer for errors or not.  */
static void
load_told (bool buffer, char *text, size_t size)
{
  CUmodule m;
  char error[64];
  CUjit_option o[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *v[] = { error, (void *) sizeof error };
  FILE *to = tmpfile ();
  int old = dup (2);
  size_t n = 0;
  fflush (stderr);
  if (to && old >= 0 && dup2 (fileno (to), 2) >= 0)
    {
      cuModuleLoadDataEx (&m, HEADER ".visible .entry k ()\n{\n  ret\n}\n", buffer ? 2 : 0, o, v);
      fflush (stderr);
      dup2 (old, 2);
      rewind (to);
      n = fread (text, 1, size - 1, to);
    }
  text[n] = '\0';
  if (to)
    fclose (to);
  close (old);
}

/* A failure that nobody may see is told, in one line.  */
static void
unseen (void)
{
  char text[512];
  begin ("failures that the program does not look at");
  load_told (false, text, sizeof text);
  MUST (strstr (text, "a module can not be loaded: ") && strstr (text, "error"));
  MUST (strchr (text, '\n') && !strchr (text, '\n')[1]);
  load_told (true, text, sizeof text);
  MUST (!*text);
  end ();
}

static void
linking (void)
{
  CUlinkState k;
  CUmodule m;
  CUfunction f;
  CUdeviceptr p = words (256);
  void *image;
  size_t size;
  char error[512] = "";
  CUjit_option o[] = { CU_JIT_ERROR_LOG_BUFFER,
		       CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *v[] = { error, (void *) sizeof error };

  begin ("linking");
  OK (cuMemsetD32 (p, 21, 256));
  OK (cuLinkCreate (2, o, v, &k));
  OK (cuLinkAddData (k, CU_JIT_INPUT_PTX, (void *) twice, sizeof twice,
		     "twice.ptx", 0, NULL, NULL));
  OK (cuLinkAddData (k, CU_JIT_INPUT_PTX, (void *) helper, strlen (helper),
		     NULL, 0, NULL, NULL));
  OK (cuLinkComplete (k, &image, &size));
  MUST (size > 100);
  MUST (cuLinkComplete (k, &image, &size) != CUDA_SUCCESS);
  OK (cuModuleLoadData (&m, image));
  OK (cuModuleGetFunction (&f, m, "twice"));
  OK (run (f, NULL, p, 256, 0, 0));
  MUST (all (p, 256, 42));
  OK (cuModuleUnload (m));
  /* What is linked can be linked again.  */
  {
    CUlinkState k2;
    void *image2;
    OK (cuLinkCreate (0, NULL, NULL, &k2));
    OK (cuLinkAddData (k2, CU_JIT_INPUT_CUBIN, image, size, "linked", 0, NULL,
		       NULL));
    OK (cuLinkComplete (k2, &image2, &size));
    OK (cuLinkDestroy (k));
    OK (cuModuleLoadData (&m, image2));
    OK (cuModuleUnload (m));
    ((char *) image2)[12] ^= 0x40;
    MUST (cuModuleLoadData (&m, image2) != CUDA_SUCCESS);
    OK (cuLinkDestroy (k2));
  }
  HANDLE (cuLinkDestroy (k));

  /* A symbol that nobody defines.  */
  v[1] = (void *) sizeof error;
  OK (cuLinkCreate (2, o, v, &k));
  OK (cuLinkAddData (k, CU_JIT_INPUT_PTX, (void *) twice, sizeof twice,
		     "twice.ptx", 0, NULL, NULL));
  MUST (cuLinkComplete (k, &image, &size) != CUDA_SUCCESS);
  MUST (strstr (error, "helper"));
  OK (cuLinkDestroy (k));
  MUST (cuModuleLoadData (&m, twice) != CUDA_SUCCESS);

  /* Inputs that are none.  */
  v[1] = (void *) sizeof error;
  OK (cuLinkCreate (2, o, v, &k));
  MUST (cuLinkAddData (k, CU_JIT_INPUT_PTX, (void *) "rubbish", 8, "bad.ptx",
		       0, NULL, NULL) == CUDA_ERROR_INVALID_PTX);
  MUST (strstr (error, "bad.ptx"));
  MUST (cuLinkAddData (k, CU_JIT_INPUT_OBJECT, (void *) "rubbish", 8, "o", 0,
		       NULL, NULL) != CUDA_SUCCESS);
  BAD (cuLinkAddData (k, (CUjitInputType) 50, (void *) "rubbish", 8, "o", 0,
		      NULL, NULL));
  BAD (cuLinkAddData (k, CU_JIT_INPUT_PTX, NULL, 8, "o", 0, NULL, NULL));
  IS (cuLinkAddFile (k, CU_JIT_INPUT_PTX, "/no/such/file", 0, NULL, NULL),
      CUDA_ERROR_FILE_NOT_FOUND);
  MUST (cuLinkComplete (k, &image, &size) != CUDA_SUCCESS);
  OK (cuLinkDestroy (k));
  HANDLE (cuLinkAddData (k, CU_JIT_INPUT_PTX, (void *) helper, 10, NULL, 0,
			 NULL, NULL));
  HANDLE (cuLinkComplete ((CUlinkState) NONSENSE, &image, &size));
  BAD (cuLinkCreate (0, NULL, NULL, NULL));
  OK (cuMemFree (p));
  end ();
}

static void
libraries (void)
{
  CUlibrary l, l2;
  CUkernel k, list[20];
  CUfunction f;
  CUmodule m;
  CUdeviceptr p = words (256), g;
  const char *name;
  size_t off, size;
  unsigned n;
  int v;

  begin ("libraries and kernels");
  OK (cuLibraryLoadData (&l, kernels, NULL, NULL, 0, NULL, NULL, 0));
  OK (cuLibraryGetKernel (&k, l, "fill"));
  IS (cuLibraryGetKernel (&k, l, "no such"), CUDA_ERROR_NOT_FOUND);
  OK (cuLibraryGetKernelCount (&n, l));
  MUST (n == 12);
  OK (cuLibraryEnumerateKernels (list, 20, l));
  MUST (list[0] == k);
  OK (cuKernelGetName (&name, k));
  MUST (!strcmp (name, "fill"));
  OK (cuKernelGetFunction (&f, k));
  OK (run (f, NULL, p, 256, 31, 0));
  MUST (all (p, 256, 31));
  OK (run ((CUfunction) k, NULL, p, 256, 32, 0));
  MUST (all (p, 256, 32));
  OK (cuKernelGetLibrary (&l2, k));
  MUST (l2 == l);
  OK (cuKernelGetParamInfo (k, 0, &off, &size));
  MUST (off == 0 && size == 8);
  OK (cuKernelGetAttribute (&v, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, k,
			    0));
  OK (cuKernelSetAttribute (CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
			    100000, k, 0));
  OK (cuFuncGetAttribute (&v, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
			  f));
  MUST (v == 100000);
  OK (cuLibraryGetGlobal (&g, &size, l, "counter"));
  MUST (size == 4);
  OK (cuLibraryGetModule (&m, l));
  OK (cuModuleGetFunction (&f, m, "affine"));
  OK (cuLibraryUnload (l));
  HANDLE (cuLibraryUnload (l));
  HANDLE (cuKernelGetFunction (&f, k));
  HANDLE (run ((CUfunction) k, NULL, p, 256, 32, 0));
  HANDLE (cuLibraryGetKernel (&k, (CUlibrary) NONSENSE, "fill"));
  IS (cuLibraryLoadFromFile (&l, "/no/such", NULL, NULL, 0, NULL, NULL, 0),
      CUDA_ERROR_FILE_NOT_FOUND);
  BAD (cuLibraryLoadData (&l, NULL, NULL, NULL, 0, NULL, NULL, 0));
  MUST (cuLibraryLoadData (&l, "no PTX", NULL, NULL, 0, NULL, NULL, 0)
	!= CUDA_SUCCESS);
  OK (cuMemFree (p));
  end ();
}

static uint32_t
draw (void)
{
  static uint64_t x = 88172645463325252u;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return (uint32_t) (x >> 16);
}

/* Texts and linked images with a few wrong bytes: loaded or refused.  */
static void
damaged (void)
{
  static char buf[sizeof kernels];
  CUlinkState k;
  CUmodule m;
  void *image;
  char *copy;
  size_t size;
  int loaded = 0, refused = 0;

  begin ("damaged texts");
  for (int round = 0; round < 400; round++)
    {
      memcpy (buf, kernels, sizeof buf);
      for (uint32_t n = draw () % 4 + 1; n; n--)
	{
	  char *p = &buf[draw () % (sizeof buf - 1)];
	  *p = draw () % 3 ? (char) (draw () % 95 + 32) : (char) draw ();
	}
      if (round % 7 == 0)
	buf[draw () % (sizeof buf - 1)] = '\0';
      if (cuModuleLoadData (&m, buf) == CUDA_SUCCESS)
	{
	  CUfunction f;
	  (void) cuModuleGetFunction (&f, m, "sum");
	  OK (cuModuleUnload (m));
	  loaded++;
	}
      else
	refused++;
    }
  MUST (loaded > 10 && refused > 10);
  OK (cuModuleLoadData (&m, kernels));
  OK (cuModuleUnload (m));
  end ();

  begin ("damaged linked images");
  OK (cuLinkCreate (0, NULL, NULL, &k));
  OK (cuLinkAddData (k, CU_JIT_INPUT_PTX, (void *) helper, sizeof helper,
		     "helper", 0, NULL, NULL));
  OK (cuLinkAddData (k, CU_JIT_INPUT_PTX, (void *) twice, sizeof twice,
		     "twice", 0, NULL, NULL));
  OK (cuLinkComplete (k, &image, &size));
  copy = malloc (size);
  refused = 0;
  for (size_t i = 0; copy && i < size; i += i < 64 ? 1 : draw () % 40 + 1)
    {
      memcpy (copy, image, size);
      copy[i] ^= (char) (1 << draw () % 8);
      if (cuModuleLoadData (&m, copy) == CUDA_SUCCESS)
	OK (cuModuleUnload (m));
      else
	refused += i < 32;
    }
  MUST (refused == 32);		/* no bit of the header may be wrong */
  free (copy);
  OK (cuLinkDestroy (k));
  end ();
}

static const char say[] =
  HEADER
  ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n"
  /* "%d-%s\\n", "ok" */
  ".global .align 1 .b8 fmt[7] = {37, 100, 45, 37, 115, 10, 0};\n"
  ".global .align 1 .b8 word[3] = {111, 107, 0};\n"
  ".visible .entry say (.param .u32 n)\n{\n"
  ".local .align 8 .b8 args[16];\n"
  ".reg .b64 %rd<8>;\n.reg .b32 %r<4>;\n"
  "ld.param.u32 %r1, [n];\nmov.u64 %rd1, args;\ncvta.local.u64 %rd2, %rd1;\n"
  "st.local.u32 [%rd1], %r1;\nmov.u64 %rd3, word;\n"
  "cvta.global.u64 %rd4, %rd3;\nst.local.u64 [%rd1+8], %rd4;\n"
  "mov.u64 %rd5, fmt;\ncvta.global.u64 %rd6, %rd5;\n"
  "{\n.param .b64 f;\n.param .b64 a;\n.param .b32 r;\n"
  "st.param.b64 [f], %rd6;\nst.param.b64 [a], %rd2;\n"
  "call.uni (r), vprintf, (f, a);\nld.param.b32 %r2, [r];\n}\n"
  "ret;\n}\n";

/* What kernels print appears on standard output when the host waits.  */
static void
printing (void)
{
  CUmodule m;
  CUfunction f;
  unsigned n = 42;
  void *args[] = { &n };
  char file[] = "module-test-XXXXXX", text[100] = "";
  int fd = mkstemp (file), out, got;

  begin ("printf of kernels");
  OK (cuModuleLoadData (&m, say));
  OK (cuModuleGetFunction (&f, m, "say"));
  fflush (stdout);
  out = dup (1);
  dup2 (fd, 1);
  OK (cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
  n = 43;
  OK (cuLaunchKernel (f, 2, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
  OK (cuCtxSynchronize ());
  fflush (stdout);
  dup2 (out, 1);
  close (out);
  got = (int) pread (fd, text, sizeof text - 1, 0);
  MUST (got > 0 && !strcmp (text, "42-ok\n43-ok\n43-ok\n"));
  close (fd);
  remove (file);
  OK (cuModuleUnload (m));
  end ();
}

/* Puts an entry with TEXT for ARCH and FLAGS at P; its end.  With flag 0x2000 it is one
   run of literals of LZ4.  */
static unsigned char *
entry (unsigned char *p, unsigned kind, const char *text, unsigned arch, uint64_t flags)
{
  unsigned char body[1024];
  size_t raw = strlen (text), n = 0;
  if (flags & 0x2000)
    {
      size_t rest = raw - 15;
      body[n++] = 0xf0;
      for (; rest >= 255; rest -= 255)
	body[n++] = 255;
      body[n++] = (unsigned char) rest;
    }
  memcpy (body + n, text, raw);
  n += raw;
  uint64_t size = (n + 8) / 8 * 8;
  memset (p, 0, 64 + size);
  memcpy (p, &kind, 2);
  p[4] = 64;
  memcpy (p + 8, &size, 8);
  memcpy (p + 16, &n, 4);
  memcpy (p + 28, &arch, 4);
  memcpy (p + 40, &flags, 8);
  memcpy (p + 56, &raw, 8);
  memcpy (p + 64, body, n);
  return p + 64 + size;
}

static void
fat_binaries (void)
{
  static unsigned char fat[8192] __attribute__ ((aligned (8)));
  static const char text[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry %s (.param .u64 p)\n{\n ret;\n}\n";
  struct { uint32_t magic, version; const void *data; void *rest; } wrapper = { 0x466243b1, 1, fat, NULL };
  static const struct { const char *name; unsigned kind, arch; uint64_t flags; } made[] = {
    { "older", 1, 80, 0x11 }, { "newer", 1, 100, 0x11 }, { "other", 1, 89, 0x100011 },
    { "same", 1, 90, 0x11 }, { "own", 1, 90, 0x100011 }, { "packed", 1, 90, 0x102011 }
  };
  CUmodule m;
  CUfunction f;
  char one[256], log[512];
  CUjit_option o[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *v[] = { log, (void *) sizeof log };

  begin ("fat binaries");
  for (int i = 0; i < 6; i++)
    {
      /* Entries up to this one, and one of machine code.  */
      static const char *const best[] = { "older", "older", "older", "same", "own", "packed" };
      unsigned char *p = fat + 16;
      p = entry (p, 2, "\177ELF, it could be", 90, 0x11);
      for (int k = i == 5 ? 5 : 0; k <= i; k++)
	{
	  snprintf (one, sizeof one, text, made[k].name);
	  p = entry (p, made[k].kind, one, made[k].arch, made[k].flags);
	}
      uint64_t size = (uint64_t) (p - fat) - 16;
      memcpy (fat, "\x50\xed\x55\xba\1\0\20\0", 8);
      memcpy (fat + 8, &size, 8);
      /* It claims 64 GiB.  */
      fat[12] = 16;
      IS (cuModuleLoadData (&m, fat), CUDA_ERROR_INVALID_IMAGE);
      fat[12] = 0;
      OK (cuModuleLoadData (&m, fat));
      OK (cuModuleGetFunction (&f, m, best[i]));
      OK (cuModuleUnload (m));
      OK (cuModuleLoadFatBinary (&m, &wrapper));
      OK (cuModuleGetFunction (&f, m, best[i]));
      OK (cuModuleUnload (m));
      /* Damage behind the header, which says how much there is, is told, and no more.  */
      for (size_t at = 16; at < 160; at++)
	{
	  unsigned char old = fat[at];
	  fat[at] ^= 0x80;
	  if (cuModuleLoadData (&m, fat) == CUDA_SUCCESS)
	    OK (cuModuleUnload (m));
	  fat[at] = old;
	}
    }
  entry (fat + 16, 2, "\177ELF, it could be", 90, 0x11);
  memcpy (fat + 8, (uint64_t[]) { 64 + 24 }, 8);
  IS (cuModuleLoadDataEx (&m, fat, 2, o, v), CUDA_ERROR_NO_BINARY_FOR_GPU);
  MUST (strstr (log, "without PTX for this device"));
  end ();
}

int
main (void)
{
  begin ("start");
  start ();
  end ();
  modules ();
  logs ();
  unseen ();
  linking ();
  libraries ();
  damaged ();
  printing ();
  fat_binaries ();
  begin ("stop");
  stop ();
  end ();
  return failures != 0;
}
