/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prover's passes in order, and the reasons for what is not proved.  */

#include <stdarg.h>
#include <string.h>
#include "prove/prove-int.h"

enum
{
  /* Registers times blocks: each block keeps a value of each register, 8 bytes.  */
  MOST_VALUES = 1 << 25,
  MOST_ROUNDS = 4 /* with what is believed of loads from shared memory */
};

uint32_t
pv_line (const struct pv_kernel *k, const ptx_stmt *s, const char **file)
{
  *file = k->module->name;
  if (!s)
    return 0;
  for (const ptx_stmt *t = s; t; t = t->prev)
    if (t->kind == PTX_ST_LOC)
      {
	for (const ptx_item *i = k->module->first; i; i = i->next)
	  if (i->kind == PTX_I_FILE && i->file.index == t->loc->file)
	    *file = i->file.name;
	return t->loc->line;
      }
  return s->pos.line;
}

void
pv_incomplete (struct pv_kernel *k, enum px_proof_property p, enum px_proof_why kind,
	       const ptx_stmt *s, const char *format, ...)
{
  struct px_proof_result *r = &k->result[p];
  struct px_proof_reason why;
  va_list ap;
  if (!r->asked)
    return;
  r->proved = false;
  why.why = kind;
  why.what = NULL;
  if (kind == PX_PROOF_WHY_INSTRUCTION && s && s->kind == PTX_ST_INSN)
    why.what = ptx_opinfos ()[s->insn.op].name;
  why.line = pv_line (k, s, &why.file);
  va_start (ap, format);
  vsnprintf (why.text, sizeof why.text, format, ap);
  va_end (ap);
  for (unsigned i = 0; i < r->nreasons && i < PX_PROOF_REASONS; i++)
    if (r->reason[i].line == why.line && !strcmp (r->reason[i].text, why.text))
      return;
  if (r->nreasons < PX_PROOF_REASONS)
    r->reason[r->nreasons] = why;
  r->nreasons++;
}

/* Executes the launch before anything else is asked.  Sets FIRST to what that shows.  Returns true if that is all.  */
static bool
executed_first (struct pv_kernel *k, std::vector<px_proof_result> *first)
{
  struct px_proof_result *result = k->result;
  bool all = true;
  first->assign (result, result + PX_PROOF_PROPERTIES);
  k->result = first->data ();
  for (px_proof_result &r : *first)
    {
      r.proved = false;
      r.nreasons = 0;
    }
  if (k->result[PX_PROOF_REGISTERS].asked)
    {
      k->result[PX_PROOF_REGISTERS].proved = true;
      pv_check_registers (k);
    }
  pv_run_launch (k);
  for (const px_proof_result &r : *first)
    all &= r.proved || !r.asked;
  k->result = result;
  return all;
}

/* Adds what FIRST shows to the results.  */
static void
add_first (struct pv_kernel *k, const std::vector<px_proof_result> &first)
{
  for (int p = 0; p < PX_PROOF_PROPERTIES; p++)
    {
      struct px_proof_result *r = &k->result[p];
      if (!r->asked || r->proved || p == PX_PROOF_BOUNDS || p == PX_PROOF_REGISTERS)
	continue;
      if (first[p].proved)
	r->proved = true, r->nreasons = 0;
      for (unsigned i = 0; i < first[p].nreasons && i < PX_PROOF_REASONS; i++)
	{
	  if (r->nreasons >= PX_PROOF_REASONS)
	    r->nreasons = PX_PROOF_REASONS - 1;
	  r->reason[r->nreasons++] = first[p].reason[i];
	}
    }
}

/* Asks about all launches, by a summary: a second one if the first has found memory that nobody writes.  */
static void
prove_all (struct pv_kernel *k, const struct px_dj_launch *launch)
{
  memset (k->refused, 0, sizeof k->refused);
  k->A = px_dj_new (launch);
  pv_summarise (k);
  if (k->unwritten.empty () && pv_find_unwritten (k))
    {
      px_dj_free (k->A);
      k->A = px_dj_new (launch);
      pv_summarise (k);
    }
  pv_follow_copies (k);
  pv_follow_bulk (k);
  pv_converge (k);
  pv_follow_phases (k);
  pv_find_races (k);
  if (k->sig->bounds)
    pv_check_bounds (k);
}

/* The same, once more, with what loads from shared memory give if nothing races.  */
static void
prove_believing (struct pv_kernel *k, const struct px_dj_launch *launch)
{
  struct px_proof_result *result = k->result;
  std::vector<px_proof_result> tried;
  /* What is found with something believed counts for that round only.  */
  bool more = true, found = !k->unwritten.empty ();
  k->doubted.assign (k->g.block.size (), 0);
  for (int round = 0; round < MOST_ROUNDS && more; round++)
    {
      tried.assign (result, result + PX_PROOF_PROPERTIES);
      for (int p = 0; p < PX_PROOF_PROPERTIES; p++)
	if (p != PX_PROOF_REGISTERS)
	  {
	    tried[p].proved = tried[p].asked;
	    tried[p].nreasons = 0;
	  }
      if (!found)
	k->unwritten.clear ();
      px_dj_free (k->A);
      k->result = tried.data ();
      prove_all (k, launch);
      more = pv_doubt (k);
    }
  k->result = result;
  if (!more && tried[PX_PROOF_CONVERGENCE].proved && tried[PX_PROOF_SHARED].proved)
    std::copy (tried.begin (), tried.end (), result);
}

void
px_prove (ptx_module *m, ptx_func *f, const struct px_proof_signature *sig,
	  struct px_proof_result result[PX_PROOF_PROPERTIES])
{
  struct pv_kernel k = pv_kernel ();
  struct px_dj_launch launch = px_dj_launch ();
  memset (result, 0, PX_PROOF_PROPERTIES * sizeof *result);
  for (int p = 0; p < PX_PROOF_PROPERTIES; p++)
    result[p].proved = result[p].asked
      = p == PX_PROOF_BOUNDS ? sig->bounds : p != PX_PROOF_REGISTERS;
  k.module = m;
  k.f = pv_inline (m, f);
  k.passes = k.f != f;
  for (uint32_t i = f->sig.nparams; i < f->nvars; i++)
    k.passes |= f->vars[i]->space == PTX_M_PARAM;
  k.f = pv_split_vectors (m, k.f);
  f = k.f;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN
	&& (s->insn.op == PTX_OP_WGMMA_MMA_ASYNC || s->insn.op == PTX_OP_WGMMA_MMA_ASYNC_SP))
      result[PX_PROOF_REGISTERS].proved = result[PX_PROOF_REGISTERS].asked = true;
  k.sig = sig;
  k.result = result;
  k.object.push_back (pv_object ());
  launch.threads = (int) sig->threads;
  launch.min_threads = sig->thread ? (int) sig->thread : 1;
  launch.min_blocks = sig->block ? (int) sig->block : 1;
  launch.limit = sig->limited;
  if (sig->blocks)
    launch.min_blocks = launch.max_blocks = (int) sig->blocks;
  if (!pv_graph_build (&k.g, f))
    for (int p = 0; p < PX_PROOF_PROPERTIES; p++)
      pv_incomplete (&k, (enum px_proof_property) p, PX_PROOF_WHY_GRAPH, k.g.where, "%s", k.g.why);
  else if ((uint64_t) f->nregs * k.g.block.size () > MOST_VALUES)
    for (int p = 0; p < PX_PROOF_PROPERTIES; p++)
      pv_incomplete (&k, (enum px_proof_property) p, PX_PROOF_WHY_LARGE, NULL,
		     "%u registers in %u blocks: too large for the summary", f->nregs,
		     (unsigned) k.g.block.size ());
  else
    {
      std::vector<px_proof_result> first;
      pv_check_modelled (&k);
      if (sig->executed && executed_first (&k, &first))
	{
	  std::copy (first.begin (), first.end (), result);
	  return;
	}
      if (result[PX_PROOF_SHARED].proved)
	{
	  pv_check_registers (&k);
	  prove_all (&k, &launch);
	  if (pv_may_believe (&k))
	    prove_believing (&k, &launch);
	  px_dj_free (k.A);
	}
      if (sig->executed)
	add_first (&k, first);
      else
	pv_run_launch (&k);
    }
}
