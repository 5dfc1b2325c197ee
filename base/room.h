/* SPDX-License-Identifier: MIT */
/* Arrays that grow, for all parts of px.  */
#ifndef PX_ROOM_H
#define PX_ROOM_H

#include <stdbool.h>
#include <stdlib.h>

/* Makes room for one element more than the N that array AT has, which malloc made with room for CAP
   elements, or which is NULL with CAP 0: doubles it.  AT and CAP are variables and are evaluated
   several times.  False if there is no memory, or CAP's type is too narrow: then nothing has changed.  */
#define PX_ROOM(AT, N, CAP) \
  ({ \
    bool room_ = (N) < (CAP); \
    if (!room_) \
      { \
	__typeof__ (CAP) cap_ = (CAP) ? 2 * (CAP) : 4; \
	void *at_ = cap_ > (CAP) ? realloc ((AT), cap_ * sizeof *(AT)) : NULL; \
	if (at_) \
	  { \
	    (AT) = at_; \
	    (CAP) = cap_; \
	    room_ = true; \
	  } \
      } \
    room_; \
  })

#endif
