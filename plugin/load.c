/* SPDX-License-Identifier: GPL-3.0-or-later */
/* px.so, what `gcc -fplugin=px' loads: it looks whether this is the GCC that px was built for,
   then loads the plugin itself, px-gcc.so beside it.

   px-gcc.so cannot be loaded into a GCC of another version to say so: it refers to functions
   that are not there, and the linker's complaint of a symbol is all that the user would see.
   So this file needs nothing of GCC's, neither headers nor functions.

   Within a major version all releases will do: GCC keeps what plugins see of it.  */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As in every GCC's gcc-plugin.h since 4.5.  */
struct plugin_gcc_version
{
  const char *basever, *datestamp, *devphase, *revision, *configuration_arguments;
};
struct plugin_name_args;

typedef int init_function (struct plugin_name_args *, struct plugin_gcc_version *);

/* What GCC looks up; all else is hidden.  */
#define OFFERED __attribute__ ((visibility ("default")))
OFFERED int plugin_is_GPL_compatible;
OFFERED init_function plugin_init;

/* Where px-gcc.so is: 0 and FILE of SIZE bytes, or 1.  */
static int
beside_me (char *file, size_t size)
{
  Dl_info me;
  char real[PATH_MAX];
  if (!dladdr ((void *) &plugin_is_GPL_compatible, &me) || !realpath (me.dli_fname, real))
    return 1;
  char *slash = strrchr (real, '/');
  return snprintf (file, size, "%.*s/px-gcc.so", (int) (slash - real), real) >= (int) size;
}

int
plugin_init (struct plugin_name_args *arguments, struct plugin_gcc_version *gcc)
{
  int major = atoi (gcc->basever);
  if (major != PX_GCC_MAJOR)
    {
      fprintf (stderr,
	       "px: this is GCC %s, and this px was built for GCC %d (%s): compile with gcc-%d, or "
	       "install px for GCC %d (in its sources: ./configure CC=gcc-%d CXX=g++-%d)\n",
	       gcc->basever, PX_GCC_MAJOR, PX_GCC_VERSION, PX_GCC_MAJOR, major, major, major);
      return 1;
    }
  char file[PATH_MAX];
  void *px = beside_me (file, sizeof file) ? NULL : dlopen (file, RTLD_NOW | RTLD_LOCAL);
  init_function *init = px ? (init_function *) dlsym (px, "plugin_init") : NULL;
  if (!init)
    {
      fprintf (stderr, "px: %s: install px anew\n", dlerror ());
      return 1;
    }
  return init (arguments, gcc);
}
