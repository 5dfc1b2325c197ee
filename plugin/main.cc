/* SPDX-License-Identifier: GPL-3.0-or-later */
/* px.so: GPU kernels in C, for a stock GCC.

   What happens to a translation unit, in this order:

     keywords      <px.h> turns them into attributes and hidden loops
     attributes    plugin/front/attribs.cc   who is device code, with what signature
     overload      plugin/front/overload.cc  arguments that are no fragments or tiles, and
				   types without an intrinsic, as GCC parses
     scan          plugin/front/region.cc    constructs become regions; jumps are checked
     stub          plugin/front/stub.cc      kernel bodies move to device twins
     check         plugin/check/rules.cc     perspectives of code and data; calls are in
				   plugin/check/call.cc, values in plugin/check/value.cc
     guard         plugin/front/guard.cc     the branches of a __split become conditions
     expose        plugin/lower/shared.cc    __shared arrays become memory of the block
     lower         plugin/lower/lower.cc     px_id becomes PTX; plugin/front/where.cc marks the facts of __where
     (GCC inlines static inline functions here)
     scalars       plugin/lower/scalar.cc    members of local structs become values
     synchronise   plugin/sync/sync.cc      barriers, by infer/infer.h; races, by plugin/bridge/race.cc
			           and value/disjoint.h
     lay out       plugin/lower/shared.cc    offsets in shared memory
     unmark        plugin/lower/lower.cc     the constructs' markers go, and those of facts
     strong        plugin/lower/strong.cc    atomic and volatile accesses become PTX's
     intrinsics    plugin/lower/intrin.cc    calls of intrinsics become PTX
     fragments     plugin/lower/frag.cc      fragments become named registers of PTX
     variables     plugin/lower/vars.cc      comments in the PTX tell a debugger where they are
     mark          plugin/front/device.cc    device symbols are marked for the offload stream
     capture       plugin/device/capture.cc   GCC writes that stream; it is kept in memory
     device CC     plugin/device/devcc.cc     nvptx lto1: stream to PTX
     finalize      plugin/device/finalize.cc  PTX to PTX, for each architecture
     image         plugin/device/image.cc     the PTX becomes data of the host program
     drop          plugin/front/device.cc    device bodies leave the host program

   All after `mark' happens at the end of the offload stream, before GCC writes
   its own LTO stream: only there both plain and -flto compilations can still
   gain variables and lose functions.

   A unit without device code passes untouched: nothing but the attributes'
   registration runs.  To debug: gcc -wrapper gdb,--args.  */

#include "plugin/px-plugin.h"

/* What GCC looks up; all else is hidden.  */
#pragma GCC visibility push(default)
int plugin_is_GPL_compatible;
int plugin_init (plugin_name_args *, plugin_gcc_version *);
#pragma GCC visibility pop

px_options px_opt;

/* The device half, when the offload stream is complete.  */
static void
device_half ()
{
  std::string ptx;
  std::vector<px_image_text> images;

  if (!seen_error () && !px_opt.check_only && px_compile_device (px_capture_elf (), &ptx)
      && px_finalize (ptx, &images))
    {
      bool linked = px_emit_image (images);
      if (px_opt.stats)
	px_print_stats (images, linked);
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

/* ---- options ---------------------------------------------------------- */

enum option_kind
{
  FLAG,
  TEXT,
  NUMBER
};
struct option
{
  const char *name;
  option_kind kind;
  const char *arg, *help;
  void *field;
};
static const option options[] = {
#define PX_OPTION(field, name, kind, arg, help) { name, kind, arg, help, &px_opt.field },
#include "plugin/options.def"
#undef PX_OPTION
};

static void
read_option (const plugin_argument &a)
{
  auto_vec<const char *> names;
  for (const option &o : options)
    {
      names.safe_push (o.name);
      if (strcmp (o.name, a.key))
	continue;
      char *end;
      if (o.kind == FLAG && a.value)
	error ("option %<-fplugin-arg-px-%s%> takes no value", o.name);
      else if (o.kind != FLAG && (!a.value || !*a.value))
	error ("option %<-fplugin-arg-px-%s%> needs a value: %<-fplugin-arg-px-%s=%s%>", o.name,
	       o.name, o.arg);
      else if (o.kind == FLAG)
	*(bool *) o.field = true;
      else if (o.kind == TEXT)
	*(const char **) o.field = a.value;
      else
	{
	  errno = 0;
	  *(long *) o.field = strtol (a.value, &end, 10);
	  if (errno || *end || *(long *) o.field < 0)
	    error ("%qs is not a number, in option %<-fplugin-arg-px-%s%>", a.value, o.name);
	}
      return;
    }
  const char *near = find_closest_string (a.key, &names);
  if (near)
    error ("unknown option %<-fplugin-arg-px-%s%>; did you mean %<-fplugin-arg-px-%s%>?", a.key,
	   near);
  else
    error ("unknown option %<-fplugin-arg-px-%s%>", a.key);
}

/* ---- start ------------------------------------------------------------ */

static void
add_pass (const char *me, opt_pass *pass, const char *after)
{
  register_pass_info i = { pass, after, 1, PASS_POS_INSERT_AFTER };
  register_callback (me, PLUGIN_PASS_MANAGER_SETUP, NULL, &i);
}

/* Is the running GCC the one that the plugin was built for?  The same release
   must be; a rebuilt one (a distribution's security update) will do.  */
static bool
right_gcc (const plugin_gcc_version *v)
{
  if (strcmp (v->basever, gcc_version.basever))
    {
      error ("px was built for GCC %s, but this is GCC %s", gcc_version.basever, v->basever);
      return false;
    }
  return true;
}

int
plugin_init (plugin_name_args *a, plugin_gcc_version *v)
{
  static plugin_info info
    = { PACKAGE_VERSION, "px: typed perspectives for GPU kernels, see px(1)" };
  const char *me = a->base_name;

  if (!right_gcc (v))
    return 1;
  for (int i = 0; i < a->argc; i++)
    read_option (a->argv[i]);
  px_check_archs ();
  register_callback (me, PLUGIN_INFO, NULL, &info);

  if (startswith (lang_hooks.name, "GNU C++"))
    {
      register_callback (me, PLUGIN_ATTRIBUTES, on_foreign_attributes, NULL);
      register_callback (me, PLUGIN_PRE_GENERICIZE, on_foreign, NULL);
      register_callback (me, PLUGIN_FINISH_DECL, on_foreign, NULL);
      return 0;
    }
  /* In lto1 the device code has been taken care of already.  */
  if (!startswith (lang_hooks.name, "GNU C"))
    {
      /* No notes on how GCC 4.5 passed a tensor map to a kernel's stub.  */
      if (startswith (lang_hooks.name, "GNU GIMPLE"))
	warn_psabi = 0;
      return 0;
    }

  px_watch_errors ();
  register_callback (me, PLUGIN_ATTRIBUTES, on_attributes, NULL);
  register_callback (me, PLUGIN_PRE_GENERICIZE, on_function, NULL);
  register_callback (me, PLUGIN_FINISH, on_finish, NULL);
  register_callback (me, PLUGIN_FINISH_TYPE, on_type, NULL);
  register_callback (me, PLUGIN_FINISH_DECL, on_declaration, NULL);
  register_callback (me, PLUGIN_ALL_IPA_PASSES_START, on_ipa, NULL);
  px_capture_start (device_half);
  add_pass (me, px_pass_check (g), "cfg");
  add_pass (me, px_pass_guard (g), "pxcheck");
  add_pass (me, px_pass_expose (g), "pxguard");
  add_pass (me, px_pass_lower (g), "ssa");
  add_pass (me, px_pass_sync (g), "einline");
  add_pass (me, px_pass_layout (g), "pxsync");
  add_pass (me, px_pass_unmark (g), "pxlayout");
  add_pass (me, px_pass_intrin (g), "pxunmark");
  add_pass (me, px_pass_frag (g), "pxintrin");
  add_pass (me, px_pass_vars (g), "pxfrag");
  add_pass (me, px_pass_mark (g), "emutls");
  return 0;
}
