# What px asks of the machine.  One macro a question.

# PX_GCC_VERSION: $CC must be GCC 11 to 15.
AC_DEFUN([PX_GCC_VERSION], [
  px_gcc_full=`$CC -dumpfullversion 2>/dev/null`
  px_gcc_major=`echo "$px_gcc_full" | cut -d. -f1`
  AS_CASE([$px_gcc_major], [11|12|13|14|15], [],
    [AC_MSG_ERROR([px needs GCC 11 to 15 as C compiler, not '$CC' ($px_gcc_full): try ./configure CC=gcc-12])])
  AC_SUBST([GCC_MAJOR], [$px_gcc_major])
  AC_SUBST([GCC_VERSION], [$px_gcc_full])])

# PX_GCC_PLUGIN: where px.so goes, and that the headers to build it are there.
AC_DEFUN([PX_GCC_PLUGIN], [
  px_gxx_full=`$CXX -dumpfullversion 2>/dev/null`
  AS_IF([test "x$px_gxx_full" != "x$px_gcc_full"],
    [AC_MSG_ERROR([C++ compiler '$CXX' ($px_gxx_full) is not of the version of '$CC' ($px_gcc_full)])])
  px_plugin_dir=`$CC -print-file-name=plugin`
  AS_IF([test ! -f "$px_plugin_dir/include/gcc-plugin.h"],
    [AC_MSG_ERROR([no plugin headers for $CC: install gcc-$px_gcc_major-plugin-dev])])
  AC_ARG_WITH([gcc-plugin-dir],
    [AS_HELP_STRING([--with-gcc-plugin-dir=DIR], [where px.so goes (default: where $CC looks for plugins)])],
    [gcc_plugin_dir=$withval], [gcc_plugin_dir=$px_plugin_dir])
  AC_SUBST([gcc_plugin_dir])
  AC_SUBST([GCC_PLUGIN_CPPFLAGS], ["-isystem $px_plugin_dir/include"])])

# PX_NVPTX_COMPILER: GCC's compiler for NVIDIA GPUs (offload package).
AC_DEFUN([PX_NVPTX_COMPILER], [
  AC_ARG_WITH([nvptx-lto1],
    [AS_HELP_STRING([--with-nvptx-lto1=FILE], [lto1 of GCC's nvptx offload compiler (default: that of $CC)])],
    [NVPTX_LTO1=$withval],
    [AC_PATH_PROGS([NVPTX_GCC], [$($CC -dumpmachine)-accel-nvptx-none-gcc-$px_gcc_major x86_64-linux-gnu-accel-nvptx-none-gcc-$px_gcc_major])
     # Fedora's has no number in its name: is it of the same GCC?
     AS_IF([test -z "$NVPTX_GCC"],
       [AC_PATH_PROG([NVPTX_GCC_ANY], [$($CC -dumpmachine)-accel-nvptx-none-gcc])
        AS_CASE([`test -n "$NVPTX_GCC_ANY" && $NVPTX_GCC_ANY -dumpversion`],
	  [$px_gcc_major|$px_gcc_major.*], [NVPTX_GCC=$NVPTX_GCC_ANY])])
     AS_IF([test -n "$NVPTX_GCC"], [NVPTX_LTO1=`$NVPTX_GCC -print-prog-name=lto1`])])
  AS_IF([test ! -x "$NVPTX_LTO1"],
    [AC_MSG_ERROR([no nvptx compiler for $CC: install gcc-$px_gcc_major-offload-nvptx (Fedora: gcc-offload-nvptx)])])
  AC_SUBST([NVPTX_LTO1])
  # What it is asked for; the finalizer sets version and target anew.
  AS_CASE([$px_gcc_major],
    [11], [NVPTX_ISA='"-misa=sm_35",'],
    [12|13], [NVPTX_ISA='"-misa=sm_80", "-mptx=7.0", "-mexperimental",'],
    [NVPTX_ISA='"-march=sm_80", "-mptx=7.0",'])
  AC_SUBST([NVPTX_ISA])
  # Its newlib and libgcc, archives of PTX text: beside it, or where its driver says.
  NVPTX_LIBDIR=`dirname "$NVPTX_LTO1"`
  AS_IF([test ! -f "$NVPTX_LIBDIR/libgcc.a" && test -n "$NVPTX_GCC"],
    [NVPTX_LIBDIR=`$NVPTX_GCC -print-libgcc-file-name | sed 's,/[[^/]]*$,,'`])
  AC_SUBST([NVPTX_LIBDIR])])

# PX_CUDA_TOOLKIT: for tests and benchmarks; users need neither.
AC_DEFUN([PX_CUDA_TOOLKIT], [
  AC_PATH_PROG([NVCC], [nvcc], [], [$PATH:/usr/local/cuda/bin])
  AC_PATH_PROG([PTXAS], [ptxas], [], [$PATH:/usr/local/cuda/bin])])

# PX_NEEDED_LIB(NAME, PKG-CONFIG MODULES, DEBIAN'S PACKAGE)
AC_DEFUN([PX_NEEDED_LIB], [
  PKG_CHECK_MODULES([$1], [$2], [], [AC_MSG_ERROR([no $2: install $3])])])

# PX_OPTIONAL_LIB(NAME, PKG-CONFIG MODULES, USE)
AC_DEFUN([PX_OPTIONAL_LIB], [
  PKG_CHECK_MODULES([$1], [$2], [have_$1=yes],
    [have_$1=no; AC_MSG_NOTICE([$2 not found: no $3])])
  AC_SUBST([have_$1])
  AM_CONDITIONAL([HAVE_$1], [test $have_$1 = yes])])
