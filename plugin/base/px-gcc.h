/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that the plugin uses of GCC, and every difference between GCC 11 to 15.  No other
   file of px includes GCC's headers.  */
#ifndef PX_GCC_H
#define PX_GCC_H

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "tree.h"
#include "c-family/c-common.h"
#include "c-family/c-pragma.h"
#include "c-tree.h"
#include "cpplib.h"
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
#include "tree-affine.h"
#include "builtins.h"
#include "tree-dfa.h"
#include "tree-inline.h"
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
#include "cfgloopmanip.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "tree-ssa-loop-manip.h"
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
#include "tree-diagnostic.h"
#include "gcc-rich-location.h"
#if GCCPLUGIN_VERSION_MAJOR >= 15
#  include "diagnostic-format-text.h"
#  include "pretty-print-format-impl.h"
#endif

/* With -flto the plugin is also loaded in lto1, where all symbols are bound at once: those that
   only the C front end defines must be weak.  They are not called there.  */
#pragma weak parse_optimize_options
#pragma weak add_no_sanitize_value
#pragma weak c_genericize
#pragma weak identifier_global_value
#pragma weak build_binary_op
#pragma weak build_unary_op
#pragma weak build_function_call_vec
#pragma weak c_objc_common_truthvalue_conversion
#pragma weak c_fully_fold
#pragma weak lookup_name
#pragma weak maybe_add_include_fixit
#pragma weak parse_in
#pragma weak cpp_get_callbacks
#pragma weak cpp_get_options
#pragma weak cpp_lookup
#pragma weak cpp_define

#if GCCPLUGIN_VERSION_MAJOR < 12
#  define OPTION_SET_P(option) global_options_set.x_##option
#  define gimple_duplicate_loop_body_to_header_edge gimple_duplicate_loop_to_header_edge

static inline bool
startswith (const char *s, const char *prefix)
{
  return !strncmp (s, prefix, strlen (prefix));
}
#endif

#if GCCPLUGIN_VERSION_MAJOR >= 15
#  define array_type_nelts array_type_nelts_minus_one
#endif

/* An error, as GCC hands it to the functions that it calls before and after it prints the text.  */
#if GCCPLUGIN_VERSION_MAJOR < 14
typedef diagnostic_info px_diagnostic;
#else
typedef const diagnostic_info px_diagnostic;
#endif

/* Where GCC prints the text of errors to, as it hands that to these functions, and the functions
   themselves.  */
#if GCCPLUGIN_VERSION_MAJOR < 15
typedef diagnostic_context *px_output;
typedef diagnostic_starter_fn px_starter_fn;
typedef diagnostic_finalizer_fn px_finalizer_fn;
#  define px_starter(dc) diagnostic_starter (dc)
#  define px_finalizer(dc) diagnostic_finalizer (dc)
#else
typedef diagnostic_text_output_format &px_output;
typedef diagnostic_text_starter_fn px_starter_fn;
typedef diagnostic_text_finalizer_fn px_finalizer_fn;
#  define px_starter(dc) diagnostic_text_starter (dc)
#  define px_finalizer(dc) diagnostic_text_finalizer (dc)
#endif

static inline pretty_printer *
px_printer (px_output out)
{
#if GCCPLUGIN_VERSION_MAJOR < 15
  return out->printer;
#else
  return out.get_printer ();
#endif
}

static inline diagnostic_context *
px_context (px_output out)
{
#if GCCPLUGIN_VERSION_MAJOR < 15
  return out;
#else
  return &out.get_context ();
#endif
}

/* What OUT has printed of the current error; it grows at its end.  */
static inline obstack *
px_printed (px_output out)
{
#if GCCPLUGIN_VERSION_MAJOR < 15
  return pp_buffer (px_printer (out))->obstack;
#else
  return pp_buffer (px_printer (out))->m_obstack;
#endif
}

/* Returns true if IS (text) of one of the texts that the error is made of which OUT is about to
   print: pieces of its format, and what stands for its conversions.  */
template <typename F>
static inline bool
px_some_text (px_output out, F is)
{
#if GCCPLUGIN_VERSION_MAJOR < 15
  for (const char **part = pp_buffer (px_printer (out))->cur_chunk_array->args; *part; part++)
    if (is (*part))
      return true;
#else
  pp_token_list *const *list
    = pp_buffer (px_printer (out))->m_cur_formatted_chunks->get_token_lists ();
  for (; *list; list++)
    for (pp_token *t = (*list)->m_first; t; t = t->m_next)
      if (t->m_kind == pp_token::kind::text
	  && is (static_cast<pp_token_text *> (t)->m_value.get ()))
	return true;
#endif
  return false;
}

/* The format of the text of D.  */
static inline const char *
px_format_of (px_diagnostic *d)
{
#if GCCPLUGIN_VERSION_MAJOR < 14
  return d->message.format_spec;
#else
  return d->message.m_format_spec;
#endif
}

/* DC's options, as values that can be assigned: -w, -Wfatal-errors.  */
#if GCCPLUGIN_VERSION_MAJOR < 14
#  define px_inhibit_warnings(dc) ((dc)->dc_inhibit_warnings)
#  define px_fatal_errors(dc) ((dc)->fatal_errors)
#else
#  define px_inhibit_warnings(dc) ((dc)->m_inhibit_warnings)
#  define px_fatal_errors(dc) ((dc)->m_fatal_errors)
#endif

/* Returns true if an option makes some of DC's warnings errors.  */
static inline bool
px_warnings_are_errors (diagnostic_context *dc)
{
#if GCCPLUGIN_VERSION_MAJOR < 14
  return dc->warning_as_error_requested;
#else
  return dc->warning_as_error_requested_p ();
#endif
}

/* How many diagnostics of KIND were reported.  */
static inline int
px_count_of (diagnostic_context *dc, diagnostic_t kind)
{
#if GCCPLUGIN_VERSION_MAJOR < 14
  return diagnostic_kind_count (dc, kind);
#else
  return dc->diagnostic_count (kind);
#endif
}

/* Lets N errors more than -fmax-errors says be reported; does nothing without that option.  */
static inline void
px_allow_errors (diagnostic_context *dc, int n)
{
  if (!flag_max_errors)
    return;
#if GCCPLUGIN_VERSION_MAJOR < 14
  dc->max_errors = flag_max_errors + n;
#else
  dc->set_max_errors (flag_max_errors + n);
#endif
}

/* Lines of files that were read: GCC's own; from 14 on GCC drops them at a fatal error, and px still needs
   them then.  */
#if GCCPLUGIN_VERSION_MAJOR < 14
struct px_lines
{
};
#else
typedef file_cache px_lines;
#endif

/* The text of line LINE (from 1) of FILE; empty if it cannot be read.  */
static inline char_span
px_line_of (px_lines &lines, const char *file, int line)
{
#if GCCPLUGIN_VERSION_MAJOR < 14
  (void) lines;
  return location_get_source_line (file, line);
#else
  return lines.get_source_line (file, line);
#endif
}

/* The location at which the macro of M is used.  */
static inline location_t
px_use_of_macro (const line_map_macro *m)
{
#if GCCPLUGIN_VERSION_MAJOR < 14
  return MACRO_MAP_EXPANSION_POINT_LOCATION (m);
#else
  return m->get_expansion_point_location ();
#endif
}

#if GCCPLUGIN_VERSION_MAJOR >= 15
#  define ASM_INPUT_P ASM_BASIC_P
/* Further parameters of targetm.resolve_overloaded_builtin: whether to report errors.  */
#  define PX_RESOLVE_MORE , bool complain
#  define PX_RESOLVE_PASS , complain
#else
#  define PX_RESOLVE_MORE
#  define PX_RESOLVE_PASS
#endif

#if GCCPLUGIN_VERSION_MAJOR >= 14
#  define last_stmt last_nondebug_stmt
#  define gimple_duplicate_sese_region gimple_duplicate_seme_region
#endif

#endif
