/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the launches of px prove --launches.  */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/launches.h"
#include "tools/px-command.h"
#include "tools/stated.h"

enum
{
  MOST_LAUNCHES = 1 << 16,
  MOST_ELEMENT = 8,   /* bytes */
  MOST_SWIZZLE = 128, /* bytes */
  MOST_BOX = 256,     /* elements in a dimension */
  MOST_DATA = 1 << 22 /* bytes of one file */
};
static const char blanks[] = " \t\n";

/* Reads a number from 0 to MOST from *S on, and goes past END, which follows it.  */
static bool
next_number (const char **s, long long most, char end, uint32_t *n)
{
  long long v;
  bool right = px_read_number (s, 0, most, end, &v);
  *n = right ? (uint32_t) v : 0;
  return right;
}

/* Reads the box of a tensor map.  */
static bool
read_box (const char *s, struct px_proof_box *b)
{
  if (!next_number (&s, MOST_LAUNCHES, '+', &b->param) || !b->param--
      || !next_number (&s, MOST_LAUNCHES, '=', &b->offset)
      || !next_number (&s, MOST_ELEMENT, ':', &b->element)
      || !next_number (&s, MOST_SWIZZLE, ':', &b->swizzle))
    return false;
  char end = 'x';
  for (; end && b->rank < sizeof b->size / sizeof *b->size; b->rank++)
    {
      end = strchr (s, 'x') ? 'x' : 0;
      if (!next_number (&s, MOST_BOX, end, &b->size[b->rank]) || !b->size[b->rank])
	return false;
    }
  return !end;
}

/* Reads four bytes of a structure, or what is said of a pointer.  */
static bool
read_word (const char *s, struct px_proof_word *w)
{
  long long value = 0;
  if (!next_number (&s, MOST_LAUNCHES, '.', &w->param) || !w->param--
      || !next_number (&s, MOST_LAUNCHES, '=', &w->offset))
    return false;
  w->kind = !strcmp (s, "null")	     ? PX_PROOF_NULL
	    : !strcmp (s, "pointer") ? PX_PROOF_NOT_NULL
				     : PX_PROOF_BYTES;
  if (w->kind == PX_PROOF_BYTES
      && (w->offset % 4 || !px_read_number (&s, INT32_MIN, UINT32_MAX, 0, &value)))
    return false;
  w->value = (uint32_t) value;
  return true;
}

/* What a row is.  */
enum row
{
  ROW_READ,
  ROW_MALFORMED, /* no launch */
  ROW_REFUSED	 /* one whose file cannot be read: a message was printed */
};

/* Reads the file with what the memory holds that a pointer leads to, in line N of FILE.  */
static enum row
read_data (const char *s, struct px_proof_data *d, const char *file, unsigned n)
{
  if (!next_number (&s, MOST_LAUNCHES, '.', &d->param) || !d->param--
      || !next_number (&s, MOST_LAUNCHES, '@', &d->offset))
    return ROW_MALFORMED;
  errno = 0;
  FILE *in = fopen (s, "rb");
  unsigned char *bytes = in ? malloc (MOST_DATA) : NULL;
  d->size = bytes ? fread (bytes, 1, MOST_DATA, in) : 0;
  bool more = bytes && d->size == MOST_DATA && getc (in) != EOF,
       whole = bytes && !ferror (in) && !more;
  if (!whole && (more || !errno))
    px_complain ("%s:%u: %s has more than %d bytes", file, n, s, MOST_DATA);
  else if (!whole)
    px_complain ("%s:%u: %s cannot be read: %s", file, n, s, strerror (errno));
  if (in)
    fclose (in);
  unsigned char *fits = whole ? realloc (bytes, d->size ? d->size : 1) : NULL;
  d->bytes = fits ? fits : bytes;
  return whole ? ROW_READ : ROW_REFUSED;
}

/* Reads the words of LINE, number N of FILE, to *L.  */
static enum row
read_launch (char *line, struct px_given_launch *l, const char *in_file, unsigned n)
{
  char *rest, *name = strtok_r (line, blanks, &rest), *arg;
  const char *blocks = strtok_r (NULL, blanks, &rest), *threads = strtok_r (NULL, blanks, &rest);
  long long number, value;
  if (!threads || !next_number (&blocks, PX_MOST_BLOCKS, 0, &l->blocks)
      || !next_number (&threads, PX_MOST_THREADS, 0, &l->threads) || !l->blocks != !l->threads)
    return ROW_MALFORMED;
  while ((arg = strtok_r (NULL, blanks, &rest)))
    {
      char *dot = strchr (arg, '.'), *file = strchr (arg, '@');
      if (dot && file && dot < file)
	{
	  enum row is = l->ndata == PX_LAUNCH_DATA
			  ? ROW_MALFORMED
			  : read_data (arg, &l->data[l->ndata++], in_file, n);
	  if (is != ROW_READ)
	    return is;
	  continue;
	}
      char *is = strchr (arg, '='), *plus = strchr (arg, '+');
      if (plus && is && plus < is)
	{
	  if (l->nboxes == PX_LAUNCH_MAPS || !read_box (arg, &l->box[l->nboxes++]))
	    return ROW_MALFORMED;
	  continue;
	}
      if (dot && is && dot < is)
	{
	  if (l->nwords == PX_LAUNCH_WORDS || !read_word (arg, &l->word[l->nwords++]))
	    return ROW_MALFORMED;
	  continue;
	}
      const char *s = arg;
      if (!is || l->nargs == PX_LAUNCH_ARGS || !px_read_number (&s, 1, MOST_LAUNCHES, '=', &number)
	  || !px_read_number (&s, INT64_MIN, INT64_MAX, 0, &value))
	return ROW_MALFORMED;
      l->arg[l->nargs].number = (unsigned) number;
      l->arg[l->nargs++].value = value;
    }
  l->kernel = strdup (name);
  return l->kernel ? ROW_READ : ROW_MALFORMED;
}

static void
free_launch (struct px_given_launch *l)
{
  for (unsigned i = 0; i < l->ndata; i++)
    free ((void *) l->data[i].bytes);
  free (l->kernel);
}

int
px_read_launches (const char *file, struct px_given_launches *to)
{
  FILE *in = fopen (file, "r");
  char *line = NULL;
  size_t room = 0;
  int failed = in ? 0 : px_complain ("%s: %s", file, strerror (errno));
  px_free_launches (to);
  to->file = file;
  for (unsigned n = 1; !failed && getline (&line, &room, in) > 0; n++)
    {
      struct px_given_launch l = { .line = n };
      if (line[strspn (line, blanks)] == 0)
	continue;
      enum row is = read_launch (line, &l, file, n);
      if (is == ROW_REFUSED)
	failed = 1;
      else if (is == ROW_MALFORMED)
	failed
	  = px_complain ("%s:%u: it is to be NAME BLOCKS THREADS [NUMBER=VALUE]... "
			 "[NUMBER.OFFSET=WORD]... [NUMBER+OFFSET=BOX]... [NUMBER.OFFSET@FILE]...",
			 file, n);
      else if (!(to->n & (to->n - 1)))
	{
	  /* As many again, whenever their number is a power of two.  */
	  struct px_given_launch *more
	    = to->n < MOST_LAUNCHES ? realloc (to->row, (to->n ? 2 * to->n : 1) * sizeof l) : NULL;
	  if (more)
	    to->row = more;
	  else
	    failed = px_complain ("%s: more than %d launches", file, MOST_LAUNCHES);
	}
      if (failed)
	free_launch (&l);
      else
	to->row[to->n++] = l;
    }
  if (!failed && ferror (in))
    failed = px_complain ("%s: %s", file, strerror (errno));
  free (line);
  if (in)
    fclose (in);
  return failed;
}

void
px_free_launches (struct px_given_launches *of)
{
  for (unsigned i = 0; i < of->n; i++)
    free_launch (&of->row[i]);
  free (of->row);
  *of = (struct px_given_launches){ 0 };
}
