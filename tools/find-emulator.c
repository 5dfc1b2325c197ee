/* SPDX-License-Identifier: MIT */
/* The emulator in place of NVIDIA's libraries, for programs that px-sanitize and px-dap run.  */
#define _GNU_SOURCE 1
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/find-emulator.h"

/* Prepends WHAT to the environment variable NAME, a list separated by colons.  False without
   memory.  */
static bool
put_first (const char *name, const char *what)
{
  const char *old = getenv (name);
  char *list;
  if (asprintf (&list, "%s%s%s", what, old && *old ? ":" : "", old ? old : "") < 0)
    return false;
  bool ok = setenv (name, list, 1) == 0;
  free (list);
  return ok;
}

static bool
search_first (const char *dir)
{
  return put_first ("LD_LIBRARY_PATH", dir);
}

/* Preloads FILE.  The address sanitizer must be the first library, unless its options say
   otherwise.  */
static bool
preload (const char *file)
{
  return access (file, R_OK)
	 || (put_first ("LD_PRELOAD", file)
	     && put_first ("ASAN_OPTIONS", "verify_asan_link_order=0"));
}

bool
px_find_emulator (void)
{
  static const char *const built[] = { "../culib",     "../culib/12",  "../culib/13",
				       "../cudart/12", "../cudart/13", "../emulator/cuda" };
  char self[PATH_MAX], dir[PATH_MAX + 48];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  char *slash;
  if (n > 0)
    {
      self[n] = '\0';
      if ((slash = strrchr (self, '/')))
	*slash = '\0';
      snprintf (dir, sizeof dir, "%s/../emulator/cuda/.libs/libcuda.so.1", self);
      if (access (dir, R_OK) == 0)
	{
	  snprintf (dir, sizeof dir, "%s/../emulator/.libs", self);
	  bool ok = search_first (dir);
	  for (size_t i = 0; i < sizeof built / sizeof *built; i++)
	    {
	      snprintf (dir, sizeof dir, "%s/%s/.libs", self, built[i]);
	      ok &= search_first (dir);
	    }
	  snprintf (dir, sizeof dir, "%s/../cudart/.libs/px-static.so", self);
	  return ok && preload (dir);
	}
    }
  return search_first (PKGLIBDIR) && preload (PKGLIBDIR "/px-static.so");
}

const char *
px_wrong_check (const char *check, size_t *n)
{
  static const char *const names[]
    = { "all", "none", "memory", "init", "race", "sync", "async", "leak" };
  for (const char *s = check; *s; s += *n + (s[*n] == ','))
    {
      size_t i = 0;
      *n = strcspn (s, ",");
      while (i < sizeof names / sizeof *names
	     && (strlen (names[i]) != *n || strncmp (s, names[i], *n)))
	i++;
      if (i == sizeof names / sizeof *names)
	return s;
    }
  return NULL;
}
