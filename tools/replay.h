/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replays: launches of a kernel on the emulator, for px prove's verdict "refuted".  */
#ifndef PX_REPLAY_H
#define PX_REPLAY_H

#include "prove/prove.h"
#include "tools/object.h"

/* What a launch has shown against a property.  */
struct px_counterexample
{
  bool found;
  char file[256]; /* of the access that showed it; line 0: not known */
  int line;
  char text[900];
};

/* The launches that were made: how many; how many of them show nothing, since they do what no launch may;
   and what the first of these did, "" if that is not known.  */
struct px_replays
{
  unsigned launches, silent;
  char why[200];
};

/* Runs kernel F of the PTX in TEXTS[0], linked with the others of N, in launches that SIG admits, and looks for data races,
   barriers that are not executed by all of their threads, and deadlocks.  R are the verdicts of the proof.
   AGAINST[P] says what was found against property P.  */
struct px_replays px_replay (const struct px_text *texts, unsigned n, const ptx_func *f,
			     const struct px_proof_signature *sig, const struct px_proof_result *r,
			     struct px_counterexample against[PX_PROOF_PROPERTIES]);

#endif
