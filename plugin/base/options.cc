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

/* Passes that -fplugin-arg-px-without can leave out: those that change no result.  */
static const char *const optional[]
  = { "range", "unroll", "quotients", "exits",	"partial", "index", "vectors", "divide", "masks",
      "tests", "const",	 "readonly",  "common", "chains",  "moves", "repeats", "dead",	 "layout" };

/* Calls USE with each word of TEXT, words with commas between.  */
template <class F>
static void
each_word (const std::string &text, F use)
{
  for (size_t at = 0; at <= text.size ();)
    {
      size_t end = std::min (text.find (',', at), text.size ());
      use (text.substr (at, end - at));
      at = end + 1;
    }
}

static void
check_without (const char *passes)
{
  each_word (passes, [] (const std::string &word) {
    bool known = false;
    for (const char *o : optional)
      known |= word == o;
    if (!known)
      error ("%qs is no pass that %<-fplugin-arg-px-without%> can leave out", word.c_str ());
  });
}

bool
px_without (const char *pass)
{
  bool out = false;
  each_word (px_opt.without ? px_opt.without : "",
	     [&] (const std::string &word) { out |= word == pass; });
  return out;
}

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
	{
	  *(const char **) o.field = a.value;
	  if ((o.field == &px_opt.race || o.field == &px_opt.undecided) && strcmp (a.value, "warn")
	      && strcmp (a.value, "error") && strcmp (a.value, "none"))
	    error ("%qs is no value of %<-fplugin-arg-px-%s%>, which are %<warn%>, %<error%> and"
		   " %<none%>",
		   a.value, o.name);
	  if (o.field == &px_opt.without)
	    check_without (a.value);
	}
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
