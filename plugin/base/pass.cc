/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pass of GCC's over functions, made of two functions.  plugin/passes.def says where each stands.  */

#include "plugin/base/base.h"

namespace
{
class function_pass : public gimple_opt_pass
{
public:
  function_pass (gcc::context *c, const pass_data &data, px_pass_gate gate, px_pass_work work)
      : gimple_opt_pass (data, c), m_gate (gate), m_work (work)
  {
  }
  bool
  gate (function *f) final override
  {
    return m_gate (f);
  }
  unsigned
  execute (function *f) final override
  {
    return m_work (f);
  }

private:
  px_pass_gate m_gate;
  px_pass_work m_work;
};
}

opt_pass *
px_function_pass (gcc::context *c, const px_pass &p, px_pass_gate gate, px_pass_work work)
{
  pass_data data = { GIMPLE_PASS, p.name, p.group, TV_NONE, p.needs, 0, 0, 0, p.after };
  return new function_pass (c, data, gate, work);
}

void
px_run_pass (function *f, opt_pass *p)
{
  unsigned todo = p->execute (f);
  delete p;
  if (todo & TODO_cleanup_cfg)
    cleanup_tree_cfg ();
  update_ssa (TODO_update_ssa);
}

bool
px_ready_p (function *f)
{
  return px_device_body_p (f->decl) && !px_inlined_p (f->decl) && px_right_so_far (f->decl);
}
