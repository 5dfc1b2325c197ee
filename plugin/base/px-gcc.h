/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that the plugin uses of GCC, and every difference between GCC 11 and 12.  No other
   file of px includes GCC's headers.  */
#ifndef PX_GCC_H
#define PX_GCC_H

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "tree.h"
#include "c-family/c-common.h"
#include "c-family/c-pragma.h"
#include "c-tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-fold.h"
#include "gimple-pretty-print.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-pass.h"
#include "tree-cfg.h"
#include "tree-cfgcleanup.h"
#include "tree-dfa.h"
#include "tree-iterator.h"
#include "tree-nested.h"
#include "cgraph.h"
#include "calls.h"
#include "ssa.h"
#include "tree-ssa.h"
#include "tree-ssa-propagate.h"
#include "alias.h"
#include "tree-into-ssa.h"
#include "cfgloop.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-niter.h"
#include "cfganal.h"
#include "cfghooks.h"
#include "context.h"
#include "fold-const.h"
#include "function.h"
#include "internal-fn.h"
#include "intl.h"
#include "langhooks.h"
#include "lto-streamer.h"
#include "opts.h"
#include "options.h"
#include "stor-layout.h"
#include "stmt.h"
#include "target.h"
#include "toplev.h"
#include "varasm.h"
#include "output.h"
#include "spellcheck.h"
#include "diagnostic.h"
#include "diagnostic-metadata.h"
#include "gcc-rich-location.h"

/* With -flto the plugin is also loaded in lto1, where all symbols are bound at once: those that
   only the C front end defines must be weak.  They are not called there.  */
#pragma weak parse_optimize_options
#pragma weak add_no_sanitize_value
#pragma weak c_genericize
#pragma weak identifier_global_value
#pragma weak build_binary_op
#pragma weak build_unary_op
#pragma weak c_objc_common_truthvalue_conversion
#pragma weak c_fully_fold

#if GCCPLUGIN_VERSION_MAJOR < 12
static inline bool
startswith (const char *s, const char *prefix)
{
  return !strncmp (s, prefix, strlen (prefix));
}
#endif

#endif
