/* SPDX-License-Identifier: MIT */
/* For the tests of libpx: results, images made by hand, the fake driver.  */
#ifndef T_H
#define T_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fake.h"
#include "px/runtime.h"
#include "runtime/image.h"

static int failures;

/* Prints a result; says where if it is bad.  */
static inline int
check (int good, const char *name, const char *file, int line)
{
  printf ("%s: %s\n", good ? "PASS" : "FAIL", name);
  if (!good)
    printf ("%s:%d: last status %s: %s\n", file, line, px_status_name (px_last_status ()),
	    px_status_text (px_last_status ()));
  fflush (stdout);
  failures += !good;
  return good;
}
#define CHECK(condition, name) check (!!(condition), name, __FILE__, __LINE__)

/* STATUS is WANT, and its text has all of the words.  */
static inline int
says (px_status status, px_status want, const char *const *words)
{
  int good = status == want;
  const char *text = px_status_text (status);
  for (; good && *words; words++)
    if (!strstr (text, *words))
      {
	printf ("not in the text: %s\n", *words);
	good = 0;
      }
  return good;
}
#define SAYS(status, want, name, ...) \
  check (says (status, want, (const char *[]) { __VA_ARGS__, NULL }), name, __FILE__, __LINE__)

/* The fake driver in the file BUILD/testsuite/runtime/NAME, for px to use.  */
static inline struct fake *
use_fake (const char *name)
{
  char path[1024];
  snprintf (path, sizeof path, "%s/testsuite/runtime/%s", BUILD, name);
  setenv ("PX_DEVICE", "cuda", 1);
  setenv ("PX_CUDA_LIBRARY", path, 1);
  setenv ("PX_CACHE", "0", 1);
  void *library = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  struct fake *f = library ? dlsym (library, "fake") : NULL;
  if (!f)
    {
      printf ("FAIL: %s\n", dlerror ());
      exit (1);
    }
  return f;
}

/* The emulator of the build tree; 0 if it was not built.  */
static inline int
use_emulator (void)
{
  static const char path[] = BUILD "/emulator/.libs/libpxemu.so.0";
  setenv ("PX_DEVICE", "emu", 1);
  setenv ("PX_EMU_LIBRARY", path, 1);
  return access (path, R_OK) == 0;
}

/* Runs FUNCTION in a child, as px starts once a process: its failures count here,
   a crash is one.  */
static inline void
in_child (void (*function) (void), const char *name)
{
  fflush (NULL);
  pid_t pid = fork ();
  if (pid == 0)
    {
      failures = 0;
      function ();
      fflush (NULL);
      exit (failures > 100 ? 100 : failures);
    }
  int status;
  waitpid (pid, &status, 0);
  if (!WIFEXITED (status))
    printf ("FAIL: %s: signal %d\n", name, WTERMSIG (status));
  failures += WIFEXITED (status) ? WEXITSTATUS (status) : 1;
}

/* Images as the plugin writes them.  */
extern struct px_image *const __start_px_images[] __attribute__ ((visibility ("hidden")));
extern struct px_image *const __stop_px_images[] __attribute__ ((visibility ("hidden")));
extern void *__dso_handle __attribute__ ((visibility ("hidden")));

#define COUNT(a) (sizeof (a) / sizeof *(a))
#define NONE ((void *) 0)

#define IMAGE(id, source, variants, nv, kernels, nk, symbols, ns, imports, ni)		\
  struct px_image id = { PX_IMAGE_MAGIC, PX_IMAGE_VERSION, nv, nk, ns, ni, variants, kernels, \
    symbols, imports, __start_px_images, __stop_px_images, &__dso_handle, source, NULL }; \
  static struct px_image *px_image_##id __attribute__ ((section ("px_images"), used)) = &id

#define VARIANT(arch, isa, text) { arch, isa, 0, 0, text, sizeof text - 1 }

void px__enter (const struct px_kernel *, void **);
#endif
