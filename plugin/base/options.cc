/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options -fplugin-arg-px-NAME[=VALUE] of options.def, read once when the plugin starts.  */

#include "plugin/base/base.h"

px_options px_opt;

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

void
px_read_option (const plugin_argument &a)
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
