/* SPDX-License-Identifier: MIT */
/* What is known of a function: its address, parameters and limits, and how many blocks of it a
   multiprocessor holds.  */

#include "emulator/run/device.h"

#include <stdio.h>

void *
call_argument (const struct warp *w, const struct op *o, uint32_t lane, unsigned k)
{
  return w->local + (size_t) lane * w->local_size + w->frame->sp + o->call->args[k].offset;
}

uint64_t
call_number (const struct warp *w, const struct op *o, uint32_t lane, unsigned k)
{
  uint64_t v = 0;
  memcpy (&v, call_argument (w, o, lane, k), o->call->args[k].size);
  return v;
}

void
call_result (struct warp *w, const struct op *o, uint32_t lane, uint64_t v)
{
  if (o->call->n_rets)
    memcpy (w->local + (size_t) lane * w->local_size + w->frame->sp + o->call->rets[0].offset, &v,
	    o->call->rets[0].size);
}

px_emu_func *
func_at (const px_emu_module *mod, uint64_t value)
{
  uint64_t i = (value - FUNC_BASE) / 16;
  return value >= FUNC_BASE && value % 16 == 0 && i < mod->n_funcs ? mod->funcs[i] : NULL;
}

/* Offsets of parameters, each at its alignment.  */
bool
px_emu_func_param (const px_emu_func *f, int i, px_emu_param *param)
{
  const ptx_proto *sig = &f->ir->sig;
  if (i < 0 || (uint32_t) i >= sig->nparams)
    return false;
  uint64_t at = 0, size = 0, align = 1;
  for (int k = 0; k <= i; k++)
    {
      at += size;
      size = ptx_var_size (sig->params[k]);
      align = ptx_var_align (sig->params[k]);
      if (align == 0)
	align = 1;
      at = (at + align - 1) / align * align;
    }
  param->name = sig->params[i]->sym->name;
  param->offset = at;
  param->size = size;
  param->align = align;
  snprintf (param->type, sizeof param->type, "%.7s", ptx_mods[sig->params[i]->type].name);
  return true;
}

static void
directives (const ptx_func *ir, px_emu_func_info *info)
{
  for (uint32_t i = 0; i < ir->ndirs; i++)
    {
      const ptx_dir *d = &ir->dirs[i];
      for (int k = 0; k < 3; k++)
	switch (d->kind)
	  {
	  case PTX_D_MAXNTID: info->maxntid[k] = d->value[k]; break;
	  case PTX_D_REQNTID: info->reqntid[k] = d->value[k]; break;
	  case PTX_D_REQNCTAPERCLUSTER: info->cluster[k] = d->value[k]; break;
	  default: break;
	  }
      if (d->kind == PTX_D_MINNCTAPERSM)
	info->min_blocks = d->value[0];
      if (d->kind == PTX_D_MAXNREG)
	info->max_regs = d->value[0];
    }
}

static void
func_directives (const px_emu_func *f, px_emu_func_info *info)
{
  memset (info, 0, sizeof *info);
  info->name = f->name;
  info->module = f->mod;
  info->n_params = f->ir->sig.nparams;
  directives (f->ir, info);
  info->max_threads = PX_EMU_MAX_THREADS;
  const int *limit = info->reqntid[0] ? info->reqntid : info->maxntid;
  if (limit[0])
    {
      int64_t n = (int64_t) limit[0] * limit[1] * limit[2];
      if (n < info->max_threads)
	info->max_threads = n;
    }
  info->static_shared = f->shared_bytes - f->shared_gaps;
  info->const_bytes = f->mod->const_bytes;
  info->ptx_version = f->ptx->version;
  info->arch = f->ptx->target.sm;
}

bool
px_emu_func_info_get (px_emu_func *f, px_emu_func_info *info, px_emu_error *err)
{
  if (!f->mod->ready (f, err))
    return false;
  func_directives (f, info);
  info->param_bytes = f->param_bytes;
  info->regs = f->n_regs32;
  info->local = f->local_bytes;
  return true;
}

int
px_emu_occupancy (px_emu_func *f, int threads, size_t dynamic)
{
  px_emu_func_info info;
  if (threads < 1 || threads > PX_EMU_MAX_THREADS || !px_emu_func_info_get (f, &info, NULL))
    return 0;
  if (threads > info.max_threads)
    return 0;
  size_t shared = f->shared_bytes - f->shared_gaps + dynamic;
  if (shared > PX_EMU_MAX_SHARED)
    return 0;
  int warps = (threads + LANES - 1) / LANES;
  int n = PX_EMU_MAX_THREADS_SM / LANES / warps;
  int regs = info.max_regs && info.regs > info.max_regs ? info.max_regs : info.regs;
  int cap = PX_EMU_MAX_REGS / (warps * LANES);
  if (regs > cap)
    regs = cap;
  regs = (regs + 7) / 8 * 8;
  if (regs && PX_EMU_MAX_REGS / (regs * LANES) / warps < n)
    n = PX_EMU_MAX_REGS / (regs * LANES) / warps;
  if (n < 1)
    n = 1;
  /* A block takes another KiB of shared memory for the system.  */
  int by_shared = PX_EMU_MAX_SHARED_SM / (shared + 1024);
  if (by_shared < n)
    n = by_shared;
  return n > PX_EMU_MAX_BLOCKS_SM ? PX_EMU_MAX_BLOCKS_SM : n;
}
