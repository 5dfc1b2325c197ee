/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The architectures that -fplugin-arg-px-arch lists, and their properties.

   Needs: the options (plugin/base/options.cc).
   Leaves: nothing changed; px_read_archs reports unknown architectures.  */

#include "plugin/base/base.h"

/* The first PTX ISA that supports an architecture (PTX ISA, release notes).  */
static const struct
{
  unsigned sm;
  char feature;
  unsigned isa;
} known[] = { { 80, 0, 70 },  { 86, 0, 71 },	{ 87, 0, 74 },	{ 89, 0, 78 },
	      { 90, 0, 78 },  { 90, 'a', 80 },	{ 100, 0, 86 }, { 100, 'a', 86 },
	      { 101, 0, 86 }, { 101, 'a', 86 }, { 103, 0, 88 }, { 103, 'a', 88 },
	      { 120, 0, 87 }, { 120, 'a', 87 }, { 121, 0, 88 }, { 121, 'a', 88 } };

unsigned
px_isa_of (const px_arch &a)
{
  for (const auto &k : known)
    if (k.sm == a.sm && k.feature == a.feature)
      return k.isa;
  return 0;
}

/* Reads one word of -fplugin-arg-px-arch.  */
static bool
read_arch (const std::string &s, px_arch *a)
{
  unsigned sm;
  char feature = 0;
  int used = 0;
  if (sscanf (s.c_str (), "sm_%u%n", &sm, &used) < 1)
    return false;
  if (s[used] && s.size () == (size_t) used + 1)
    feature = s[used++];
  *a = { sm, feature };
  return s.size () == (size_t) used && px_isa_of (*a);
}

bool
px_read_archs (std::vector<px_arch> *v)
{
  std::string list = px_opt.arch ? px_opt.arch : "sm_80";
  size_t i = 0;
  while (i <= list.size ())
    {
      size_t e = std::min (list.find (',', i), list.size ());
      std::string word = list.substr (i, e - i);
      px_arch a;
      if (!read_arch (word, &a))
	{
	  error_at (
	    UNKNOWN_LOCATION,
	    "unknown architecture %qs in %<-fplugin-arg-px-arch=%s%>: the first is %<sm_80%>, "
	    "and the last %<sm_121a%>",
	    word.c_str (), list.c_str ());
	  return false;
	}
      bool twice = false;
      for (const px_arch &b : *v)
	twice |= a.sm == b.sm && a.feature == b.feature;
      if (!twice)
	v->push_back (a);
      i = e + 1;
    }
  if (v->size () > 32)
    {
      error_at (UNKNOWN_LOCATION, "%<-fplugin-arg-px-arch%> has more than 32 architectures");
      return false;
    }
  return true;
}

/* Largest shared memory of a block (CUDA C Programming Guide, technical specifications).  */
static const struct
{
  unsigned sm;
  uint64_t bytes;
} limits[]
  = { { 80, 166912 },  { 86, 101376 },	{ 87, 166912 },	 { 89, 101376 },  { 90, 232448 },
      { 100, 232448 }, { 101, 232448 }, { 103, 232448 }, { 120, 101376 }, { 121, 101376 } };

uint64_t
px_limit_of (unsigned sm)
{
  for (const auto &l : limits)
    if (l.sm == sm)
      return l.bytes;
  gcc_unreachable ();
}

uint64_t
px_shared_limit (unsigned *sm)
{
  std::vector<px_arch> v;
  px_read_archs (&v);
  if (!px_opt.arch)
    v.push_back ({ 90, 0 });
  uint64_t most = 0;
  for (const px_arch &a : v)
    if (px_limit_of (a.sm) > most)
      {
	most = px_limit_of (a.sm);
	*sm = a.sm;
      }
  return most;
}

unsigned
px_first_arch ()
{
  std::vector<px_arch> v;
  if (!px_opt.arch || !px_read_archs (&v))
    return 80;
  return std::min_element (v.begin (), v.end (),
			   [] (const px_arch &a, const px_arch &b) { return a.sm < b.sm; })
    ->sm;
}

bool
px_check_archs ()
{
  std::vector<px_arch> v;
  return px_read_archs (&v);
}
