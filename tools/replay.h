/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replays: launches of a kernel on the emulator, for px prove's verdict "refuted".  */
#ifndef PX_REPLAY_H
#define PX_REPLAY_H

#include "prove/prove.h"

/* What a launch has shown against a property.  */
struct px_counterexample
{
  bool found;
  char file[256]; /* of the access that showed it; line 0: not known */
  int line;
  char text[900];
};

/* Runs kernel F of the PTX in TEXT, of N bytes, in launches that SIG admits, and looks for data races and
   barriers that are not executed by all of their threads.  R are the verdicts of the proof.  AGAINST[P]
   says what was found against property P.  Returns the number of launches that ended as a launch may.  */
unsigned px_replay (const char *text, size_t n, const ptx_func *f,
		    const struct px_proof_signature *sig, const struct px_proof_result *r,
		    struct px_counterexample against[PX_PROOF_PROPERTIES]);

#endif
