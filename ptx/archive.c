/* SPDX-License-Identifier: MIT */
/* Archives of PTX text (ar format with GNU's long names).

   Each member is text from GCC's nvptx assembler, in which comments list the definitions that
   are visible to others: "// BEGIN GLOBAL FUNCTION DEF: name", likewise WEAK and VAR.
   ptx_archive_open collects them in a sorted table.  */
#include "ptx/ptx-int.h"
#include <errno.h>
#include <stdlib.h>

typedef struct member
{
  const char *name, *text;
  size_t n;
} member;
typedef struct entry
{
  const char *name;
  uint32_t len, member;
} entry;
struct ptx_archive
{
  char *owned;
  member *members;
  uint32_t nmembers, members_cap;
  entry *entries; /* sorted  */
  uint32_t nentries, entries_cap;
};

static int
compare_entries (const void *a, const void *b)
{
  const entry *x = a, *y = b;
  uint32_t n = x->len < y->len ? x->len : y->len;
  int c = memcmp (x->name, y->name, n);
  return c			 ? c
	 : x->len != y->len	 ? (x->len < y->len ? -1 : 1)
	 : x->member < y->member ? -1
				 : x->member > y->member;
}

/* Add the definitions that the member's comments list.  */
static void
scan (ptx_archive *a, uint32_t index)
{
  static const char *const kinds[]
    = { "GLOBAL FUNCTION DEF: ", "WEAK FUNCTION DEF: ", "GLOBAL VAR DEF: ", "WEAK VAR DEF: " };
  static const char begin[] = "// BEGIN ";
  const char *p = a->members[index].text, *end = p + a->members[index].n;
  while (p < end)
    {
      const char *eol = memchr (p, '\n', end - p);
      if (!eol)
	eol = end;
      size_t n = eol - p;
      if (n > sizeof begin - 1 && !memcmp (p, begin, sizeof begin - 1))
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
	  {
	    size_t skip = sizeof begin - 1 + strlen (kinds[k]);
	    if (n <= skip || memcmp (p + sizeof begin - 1, kinds[k], strlen (kinds[k])))
	      continue;
	    size_t len = n - skip;
	    while (len && (p[skip + len - 1] == '\r' || p[skip + len - 1] == ' '))
	      len--;
	    a->entries = ptx_grow (a->entries, a->nentries, &a->entries_cap, sizeof *a->entries);
	    a->entries[a->nentries++] = (entry){ p + skip, len, index };
	  }
      p = eol + 1;
    }
}

static void
archive_error (const char *name, const char *text, ptx_report *report, void *closure)
{
  ptx_diag d = { PTX_ERROR, name, 0, 0, text };
  if (report)
    report (closure, &d);
}

/* Return a decimal field of a header, or SIZE_MAX.  */
static size_t
number_field (const char *s, size_t n)
{
  size_t v = 0;
  if (!n || *s < '0' || *s > '9')
    return SIZE_MAX;
  for (; n && *s >= '0' && *s <= '9'; n--, s++)
    v = v * 10 + (*s - '0');
  for (; n; n--, s++)
    if (*s != ' ')
      return SIZE_MAX;
  return v;
}

/* Header: name 16, date 12, user 6, group 6, mode 8, size 10, "`\n".  */
enum
{
  HEADER = 60,
  NAME = 16,
  SIZE_AT = 48,
  SIZE_LEN = 10
};

static bool
scan_members (ptx_archive *a, const char *s, size_t n)
{
  const char *names = 0;
  size_t names_len = 0, at = 8;
  while (at < n)
    {
      if (n - at < HEADER || memcmp (s + at + 58, "`\n", 2))
	return false;
      const char *h = s + at, *text = h + HEADER;
      size_t size = number_field (h + SIZE_AT, SIZE_LEN);
      at += HEADER;
      if (size > n - at)
	return false;
      at += size + (size & 1);
      if (!memcmp (h, "// ", 3))
	{
	  names = text;
	  names_len = size;
	  continue;
	}
      if (h[0] == '/' && (h[1] < '0' || h[1] > '9'))
	continue;
      const char *name = h;
      size_t len = NAME, k = 0;
      if (*h == '/')
	{
	  while (k + 1 < NAME && h[1 + k] >= '0' && h[1 + k] <= '9')
	    k++;
	  size_t off = number_field (h + 1, k);
	  if (off >= names_len)
	    return false;
	  name = names + off;
	  len = names_len - off;
	}
      for (k = 0; k < len && name[k] != '/' && name[k] != '\n'; k++)
	;
      char *copy = malloc (k + 1);
      if (!copy)
	ptx_oom ();
      memcpy (copy, name, k);
      copy[k] = 0;
      a->members = ptx_grow (a->members, a->nmembers, &a->members_cap, sizeof *a->members);
      a->members[a->nmembers] = (member){ copy, text, size };
      scan (a, a->nmembers++);
    }
  return true;
}

ptx_archive *
ptx_archive_memory (const char *s, size_t n, const char *name, ptx_report *report, void *closure)
{
  ptx_archive *a = calloc (1, sizeof *a);
  if (!a)
    ptx_oom ();
  if (n < 8 || memcmp (s, "!<arch>\n", 8) || !scan_members (a, s, n))
    {
      archive_error (name, "not an archive", report, closure);
      ptx_archive_close (a);
      return 0;
    }
  if (a->nentries)
    qsort (a->entries, a->nentries, sizeof *a->entries, compare_entries);
  return a;
}

ptx_archive *
ptx_archive_open (const char *path, ptx_report *report, void *closure)
{
  FILE *f = fopen (path, "rb");
  ptx_buf b = { 0 };
  bool bad = !f;
  while (f && !feof (f) && !ferror (f))
    {
      ptx_buf_room (&b, 1 << 20);
      b.n += fread (b.s + b.n, 1, b.cap - b.n - 1, f);
    }
  bad |= f && ferror (f);
  if (f)
    fclose (f);
  if (bad)
    {
      archive_error (path, strerror (errno), report, closure);
      free (b.s);
      return 0;
    }
  ptx_archive *a = ptx_archive_memory (b.s, b.n, path, report, closure);
  if (a)
    a->owned = b.s;
  else
    free (b.s);
  return a;
}

void
ptx_archive_close (ptx_archive *a)
{
  if (!a)
    return;
  for (uint32_t k = 0; k < a->nmembers; k++)
    free ((char *) a->members[k].name);
  free (a->members);
  free (a->entries);
  free (a->owned);
  free (a);
}

const char *
ptx_archive_find (const ptx_archive *a, const char *symbol, size_t *n, const char **name)
{
  entry key = { symbol, strlen (symbol), 0 };
  uint32_t lo = 0, hi = a->nentries;
  while (lo < hi)
    {
      uint32_t mid = lo + (hi - lo) / 2;
      if (compare_entries (&a->entries[mid], &key) < 0)
	lo = mid + 1;
      else
	hi = mid;
    }
  if (lo == a->nentries || a->entries[lo].len != key.len
      || memcmp (a->entries[lo].name, symbol, key.len))
    return 0;
  const member *m = &a->members[a->entries[lo].member];
  *n = m->n;
  if (name)
    *name = m->name;
  return m->text;
}
