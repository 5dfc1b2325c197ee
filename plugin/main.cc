/* SPDX-License-Identifier: GPL-3.0-or-later */
/* px-gcc.so: GPU kernels in C, for a unmodified GCC.  plugin/load.c, which is px.so, has looked at
   GCC's version.

   passes.def lists what happens to a translation unit, and in which file.  The functions
   below are the callbacks of the front end; device_half runs after the offload stream.

   A unit without device code is not changed: only the attributes are
   registered.  To debug: gcc -wrapper gdb,--args.  */

#include "plugin/base/page.h"
#include "plugin/device/device.h"
#include "plugin/opt/opt.h"
#include "plugin/sync/sync.h"

/* Symbols that GCC looks up; all others are hidden.  */
#pragma GCC visibility push(default)
int plugin_is_GPL_compatible;
int plugin_init (plugin_name_args *, plugin_gcc_version *);
#pragma GCC visibility pop

/* Runs the device half, when the offload stream is complete.  */
static void
device_half ()
{
  std::string ptx;
  std::vector<px_image_text> images;

  if (!seen_error () && !px_opt.check_only && px_compile_device (px_capture_elf (), &ptx)
      && px_finalize (ptx, &images, px_compare_seen))
    {
      bool linked = px_emit_image (images);
      if (px_opt.stats || px_opt.report)
	px_tell_code (images, linked, px_sync_count);
    }
  px_drop_device_code ();
}

static void
on_attributes (void *, void *)
{
  px_register_attributes ();
}

static void
on_foreign_attributes (void *, void *)
{
  px_register_foreign_attributes ();
}

static void
on_foreign (void *decl, void *)
{
  px_refuse_foreign ((tree) decl);
}

static void
on_function (void *fn, void *)
{
  px_timer timer (PX_W_RULES);
  px_tell_loose ();
  px_tell_misspelt ();
  px_note_parameter (NULL_TREE);
  px_check_declaration ((tree) fn);
  px_scan_function ((tree) fn);
  px_replace_symbols ((tree) fn);
  if (px_device_fn_p ((tree) fn))
    {
      px_device_options ((tree) fn);
      px_check_device_tree ((tree) fn);
      px_check_though_unused ((tree) fn);
      px_note_uses ((tree) fn);
      px_note_variables ((tree) fn);
    }
  if (px_kernel_p ((tree) fn))
    px_make_stub ((tree) fn);
}

static void
on_declaration (void *decl, void *)
{
  px_note_parameter (TREE_CODE ((tree) decl) == PARM_DECL ? (tree) decl : NULL_TREE);
  if (TREE_CODE ((tree) decl) == FUNCTION_DECL && id_equal (DECL_NAME ((tree) decl), "__px_enter"))
    px_watch_cuda_words ();
  px_tell_loose ();
  px_finish_declaration ((tree) decl);
  px_finish_overloaded ((tree) decl);
  px_check_declaration ((tree) decl);
  if (px_device_var_p ((tree) decl))
    px_note_variables ((tree) decl);
}

static void
on_finish (void *, void *)
{
  px_print_times ();
  px_point_to_pages ();
  if (px_opt.report)
    px_page_write (px_opt.report);
  px_opt.report = NULL;
}

/* After a fatal error GCC exits without PLUGIN_FINISH: the report has what is known by then.  */
static void
on_exit_early (void)
{
  bool fatal = px_count_of (global_dc, DK_FATAL) || seen_error ();
  if (px_opt.report && main_input_filename && fatal && !px_count_of (global_dc, DK_ICE))
    px_page_write_at_exit (px_opt.report);
}

static void
on_type (void *type, void *)
{
  px_finish_type ((tree) type);
}

static void
on_ipa (void *, void *)
{
  px_tell_loose ();
  if (g->have_offload)
    px_keep_device_code ();
}

static void
on_early (void *, void *)
{
  px_keep_format ();
}

/* ---- start ------------------------------------------------------------ */

/* Registers the passes of passes.def under ME, the plugin's name.  */
static void
add_passes (const char *me)
{
#define PX_STEP(name, file, what)
#define PX_PASS(name, after, file, what) \
  { \
    register_pass_info i = { px_pass_##name (g), after, 1, PASS_POS_INSERT_AFTER }; \
    register_callback (me, PLUGIN_PASS_MANAGER_SETUP, NULL, &i); \
  }
#include "plugin/passes.def"
#undef PX_STEP
#undef PX_PASS
}

/* -fplugin-arg-px-dump=passes: prints the pipeline, one step per line: GCC's pass and the pass
   that it follows, if it is a pass, the file, and what it does.  */
static void
print_passes ()
{
#define PX_STEP(name, file, what) \
  fprintf (stderr, "%-10s  %-18s  %-20s  %s\n", name, "", file, what);
#define PX_PASS(name, after, file, what) \
  fprintf (stderr, "%-10s  %-18s  %-20s  %s\n", "px" #name, "after " after, file, what);
#include "plugin/passes.def"
#undef PX_STEP
#undef PX_PASS
}

/* -fplugin-arg-px-dump=NAME[-FLAGS][=FILE]: does what -fdump-tree-pxNAME... would do, had GCC not
   read that option before it loads plugins.  Needs: add_passes.  */
static void
dump_pass (const char *name)
{
  if (startswith (name, "px"))
    name += 2;
  std::string pass (name, strcspn (name, "-="));
  bool known = false;
  for (const char *kind : { "tree-px", "ipa-px" })
    if (g->get_dumps ()->get_dump_file_info_by_switch ((kind + pass).c_str ()))
      {
	g->get_dumps ()->dump_switch_p ((std::string (kind) + name).c_str ());
	known = true;
      }
  if (!known)
    error ("%qs cannot be dumped, only %<passes%> and the passes that "
	   "%<-fplugin-arg-px-dump=passes%> prints",
	   name);
}

int
plugin_init (plugin_name_args *a, plugin_gcc_version *)
{
  static const plugin_info info
    = { PACKAGE_VERSION, "px: typed perspectives for GPU kernels, see px(1)" };
  const char *me = a->base_name;

  for (int i = 0; i < a->argc; i++)
    px_read_option (a->argv[i]);
  bool list = px_opt.dump && !strcmp (px_opt.dump, "passes");
  if (list)
    print_passes ();
  px_check_archs ();
  register_callback (me, PLUGIN_INFO, NULL, (void *) &info);

  if (startswith (lang_hooks.name, "GNU C++"))
    {
      register_callback (me, PLUGIN_ATTRIBUTES, on_foreign_attributes, NULL);
      register_callback (me, PLUGIN_PRE_GENERICIZE, on_foreign, NULL);
      register_callback (me, PLUGIN_FINISH_DECL, on_foreign, NULL);
      return 0;
    }
  /* In lto1 the device code has been handled already.  */
  if (!startswith (lang_hooks.name, "GNU C"))
    {
      /* Suppresses notes on how GCC 4.5 passed a tensor map to a kernel's stub.  */
      if (startswith (lang_hooks.name, "GNU GIMPLE"))
	warn_psabi = 0;
      return 0;
    }

  px_watch_errors ();
  register_callback (me, PLUGIN_ATTRIBUTES, on_attributes, NULL);
  register_callback (me, PLUGIN_PRE_GENERICIZE, on_function, NULL);
  register_callback (me, PLUGIN_FINISH, on_finish, NULL);
  if (px_opt.report)
    atexit (on_exit_early);
  register_callback (me, PLUGIN_FINISH_TYPE, on_type, NULL);
  register_callback (me, PLUGIN_FINISH_DECL, on_declaration, NULL);
  register_callback (me, PLUGIN_EARLY_GIMPLE_PASSES_START, on_early, NULL);
  register_callback (me, PLUGIN_ALL_IPA_PASSES_START, on_ipa, NULL);
  px_capture_start (device_half);
  add_passes (me);
  if (px_opt.dump && !list)
    dump_pass (px_opt.dump);
  return 0;
}
