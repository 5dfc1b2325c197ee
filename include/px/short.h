/* SPDX-License-Identifier: MIT */
/* Plain names for the keywords of <px.h>, as <threads.h> has thread_local for _Thread_local:

     kernel requires (threads (256)) void
     scale (float *v, float by)
     {
       each (thread, float *own = v + px_id (thread))
	 *own *= by;
     }

   Include it after all other headers: the names are macros, and a header that calls something
   `group' or `shared' would not be understood.  A `case' of C's cannot be had again: the
   branches of a `split' are `branch'es.  */
#ifndef PX_SHORT_H
#define PX_SHORT_H

#include <px.h>

#define kernel          __kernel
#define device          __device
#define constant        __constant
#define shared          __shared
#define slots           __slots
#define perspective     __perspective
#define requires        __requires
#define alias           __alias
#define where           __where
#define group           __group
#define split           __split
#define branch          __case
#define partition       __partition
#define each            __each
#define claim           __claim
#define async           __async
#define unsafe          __unsafe

#endif
