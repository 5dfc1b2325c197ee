/* SPDX-License-Identifier: MIT */
/* The findings of this process as JSON, for a user's file and for px-sanitize.  */

#include "emulator/sanitize/part.h"
#include "emulator/sanitize/found.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
json_string (FILE *to, const char *s)
{
  fputc ('"', to);
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      fprintf (to, "\\%c", *s);
    else if ((unsigned char) *s < 32)
      fprintf (to, "\\u%04x", *s);
    else
      fputc (*s, to);
  fputc ('"', to);
}

static void
json_field (FILE *to, const char *name, const char *value)
{
  fprintf (to, ", \"%s\": ", name);
  json_string (to, value);
}

/* All of F but the bracket that closes it.  */
static void
json_finding (FILE *to, const struct found *f)
{
  char again[4096];
  fprintf (to, "{ \"kind\": \"%s\"", kind_name (f->kind));
  json_field (to, "what", f->what);
  if (*f->object)
    {
      json_field (to, "object", f->object);
      fprintf (to, ", \"bytes\": %u", f->size);
    }
  fprintf (to, ", \"count\": %llu", (unsigned long long) f->count);
  if (*f->missing)
    json_field (to, "missing", f->missing);
  say_again (f, again, sizeof again);
  json_field (to, "again", again);
  if (f->n)
    json_field (to, "kernel", f->at[0].kernel);
  if (*f->memory_from)
    json_field (to, "memory", f->memory_from + strspn (f->memory_from, "\n "));
  if (*f->launched)
    json_field (to, "launched", f->launched + strspn (f->launched, "\n "));
  fputs (",\n      \"accesses\": [", to);
  for (int i = f->n - 1; i >= 0; i--)
    {
      const struct spot *s = &f->at[i];
      fputs (i < f->n - 1 ? ",\n        { \"verb\": " : "\n        { \"verb\": ", to);
      json_string (to, s->verb);
      fprintf (to, ", \"block\": [%u, %u, %u], \"thread\": [%u, %u, %u], \"warp\": %u", s->block[0],
	       s->block[1], s->block[2], s->thread[0], s->thread[1], s->thread[2], s->warp);
      if (*s->file)
	{
	  json_field (to, "file", s->file);
	  fprintf (to, ", \"line\": %d", s->line);
	}
      for (int j = 0; j < s->n_in; j++)
	{
	  fputs (j ? ", { \"file\": " : ", \"inlined_at\": [{ \"file\": ", to);
	  json_string (to, s->in[j].file);
	  fprintf (to, ", \"line\": %d%s }%s", s->in[j].line,
		   s->in[j].call ? ", \"call\": true" : "", j == s->n_in - 1 ? "]" : "");
	}
      if (s->ptx_line)
	{
	  fprintf (to, ", \"ptx_line\": %d", s->ptx_line);
	  json_field (to, "ptx", s->insn);
	}
      if (*s->value)
	json_field (to, "value", s->value);
      fputs (" }", to);
    }
  fputs (" ]", to);
}

/* Puts LENGTH bytes of TEXT into the file NAME: at its end if APPEND, else in place of it, as a whole.  */
static void
put_report (const char *name, bool append, const char *text, size_t length)
{
  char part[4096];
  snprintf (part, sizeof part, append ? "%s" : "%s.%d", name, (int) getpid ());
  int fd = open (part, O_WRONLY | O_CLOEXEC | (append ? O_APPEND : O_CREAT | O_TRUNC), 0666);
  if (fd < 0)
    {
      if (!append) /* else the process has outlived px-sanitize */
	fprintf (stderr, "pxemu: can not write %s\n", part);
      return;
    }
  /* One write, so that processes do not write into each other's reports.  */
  bool ok = write (fd, text, length) == (ssize_t) length;
  if (close (fd) || !ok || (!append && rename (part, name)))
    fprintf (stderr, "pxemu: can not write %s\n", name);
}

/* Writes to TO what was not checked.  */
static void
json_whys (FILE *to, const struct outcome *o)
{
  const char *sep = "";
  for (const struct why *w = o->whys; w; w = w->next)
    {
      fputs (sep, to);
      json_string (to, w->text);
      sep = ", ";
    }
  if (o->idle)
    {
      fputs (sep, to);
      json_string (to, "no kernel was launched");
    }
}

static void
json_report (FILE *to, const struct outcome *o)
{
  static const char *const verdicts[] = { "clean", "defective", "incomplete" };
  fprintf (to, "{ \"process\": %d, \"verdict\": \"%s\",\n  \"launches\": %u,\n  \"checked\": [",
	   (int) getpid (), verdicts[o->verdict], o->launches);
  const char *sep = "";
  for (int i = 0; i < N_CHECKS; i++)
    if (o->checked >> i & 1)
      fprintf (to, "%s\"%s\"", sep, check_names[i]), sep = ", ";
  fputs ("],\n  \"not_checked\": [", to);
  json_whys (to, o);
  fprintf (to, "],\n  \"leaked\": %llu,\n  \"reports\": [", (unsigned long long) o->leaked);
  sep = "\n    ";
  for (const struct found *f = o->first; f; f = f->next)
    if (!f->cause)
      {
	fputs (sep, to);
	json_finding (to, f);
	const char *more = ",\n      \"more\": [\n    ";
	for (const struct found *g = f->next; g; g = g->next)
	  if (g->cause == f)
	    {
	      fputs (more, to);
	      json_finding (to, g);
	      fputs (" }", to);
	      more = ",\n    ";
	    }
	fputs (f->more ? " ] }" : " }", to);
	sep = ",\n    ";
      }
  fputs (" ] }\n", to);
}

/* Writes the report of this process to the file that PXEMU_REPORT names, or, after a px_part, to that
   of PXEMU_PARTS if PARTS.  */
static void
put_json (const struct outcome *o, bool parts)
{
  const char *name = getenv (parts ? "PXEMU_PARTS" : "PXEMU_REPORT");
  char *text = NULL;
  size_t length, at = 0;
  FILE *to = name && *name ? open_memstream (&text, &length) : NULL;
  if (!to)
    return;
  struct px_part part = { .magic = PX_PART_MAGIC,
			  .process = getpid (),
			  .verdict = o->verdict,
			  .idle = o->idle && !o->whys && !o->first };
  if (parts)
    {
      fwrite (&part, sizeof part, 1, to);
      json_whys (to, o);
      at = ftell (to);
    }
  json_report (to, o);
  if (fclose (to))
    fprintf (stderr, "pxemu: no memory for the report\n");
  else
    {
      if (parts)
	{
	  part.whys = at - sizeof part;
	  part.json = length - at;
	  memcpy (text, &part, sizeof part);
	}
      put_report (name, parts, text, length);
    }
  free (text);
}

void
write_outcome (const struct outcome *o)
{
  put_json (o, false);
  put_json (o, true);
}
