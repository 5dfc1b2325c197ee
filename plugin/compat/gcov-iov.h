/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC 11's plugin package lacks this header, which lto-streamer.h reaches.
   The plugin uses nothing of it.  */
#define GCOV_VERSION ((gcov_unsigned_t) 0)
#define GCOV_VERSION_STRING ""
