/* SPDX-License-Identifier: MIT */
/* Which lines of which files have code of kernels, and breakpoints there.  The debugger in the program
   reports lines when it decodes a function; those of PTX files and px's programs are read before, so
   that an editor learns at once where its breakpoints are.  */
#define _GNU_SOURCE 1
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/room.h"
#include "ptx/ptx.h"
#include "runtime/image.h"
#include "tools/dap.h"
#include "tools/object.h"
#include "tools/px-command.h"

enum
{
  NEAR = 10 /* lines that a breakpoint moves on at most: a statement is hardly longer */
};

/* ---- lines ---- */

static void
add_line (struct source_file *f, uint32_t line)
{
  size_t i = f->n;
  while (i && f->lines[i - 1] > line)
    i--;
  if ((i && f->lines[i - 1] == line) || !PX_ROOM (f->lines, f->n, f->cap))
    return;
  memmove (f->lines + i + 1, f->lines + i, (f->n++ - i) * sizeof *f->lines);
  f->lines[i] = line;
}

static struct source_file *
file_named (struct code *c, const char *name)
{
  for (size_t i = 0; i < c->n_files; i++)
    if (!strcmp (c->files[i].name, name))
      return &c->files[i];
  char *copy = strdup (name);
  if (!copy || !PX_ROOM (c->files, c->n_files, c->cap_files))
    {
      free (copy);
      return NULL;
    }
  c->files[c->n_files] = (struct source_file){ .name = copy };
  return &c->files[c->n_files++];
}

void
code_add (struct code *c, const char *function, const char *file, const uint32_t *lines, size_t n)
{
  struct source_file *f = n ? file_named (c, file) : NULL;
  for (size_t i = 0; f && i < n; i++)
    add_line (f, lines[i]);
  for (size_t i = 0; i < c->n_functions; i++)
    if (!strcmp (c->functions[i], function))
      return;
  char *copy = strdup (function);
  if (copy && PX_ROOM (c->functions, c->n_functions, c->cap_functions))
    c->functions[c->n_functions++] = copy;
  else
    free (copy);
}

/* ---- files ---- */

/* What px's own readers complain about is known when the program runs.  */
int
px_complain (const char *format, ...)
{
  (void) format;
  return 1;
}

static void
ignore (void *closure, const ptx_diag *d)
{
  (void) closure;
  (void) d;
}

static const char *
ptx_file (const ptx_module *m, uint32_t index)
{
  for (const ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FILE && i->file.index == index)
      return i->file.name;
  return NULL;
}

static void
read_ptx_lines (struct code *c, const char *text, size_t n)
{
  ptx_module *m = ptx_read (text, n, "", ignore, NULL);
  for (const ptx_item *i = m ? m->first : NULL; i; i = i->next)
    {
      const ptx_loc *loc = NULL;
      if (i->kind != PTX_I_FUNC || !i->func->defined)
	continue;
      code_add (c, i->func->sym->name, "", NULL, 0);
      for (const ptx_stmt *s = i->func->first; s; s = s->next)
	if (s->kind == PTX_ST_LOC)
	  loc = s->loc;
	else if (s->kind == PTX_ST_INSN && loc)
	  {
	    const char *name = ptx_file (m, loc->file);
	    if (name)
	      code_add (c, i->func->sym->name, name, &loc->line, 1);
	    loc = NULL;
	  }
    }
  ptx_free (m);
}

/* The PTX of the image at ADDRESS of F.  */
static void
read_image (struct code *c, const struct px_object *f, uint64_t address)
{
  struct px_image i;
  struct px_variant v;
  const char *p = px_object_at (f, address, sizeof i);
  if (!p)
    return;
  memcpy (&i, p, sizeof i);
  if (i.magic != PX_IMAGE_MAGIC || i.version < PX_IMAGE_OLDEST || i.version > PX_IMAGE_VERSION)
    return;
  for (uint32_t k = 0; k < i.nvariants; k++)
    {
      p = px_object_at (f, (uintptr_t) i.variants + k * sizeof v, sizeof v);
      if (!p)
	return;
      memcpy (&v, p, sizeof v);
      const char *text = v.is_cubin ? NULL : px_object_at (f, (uintptr_t) v.data, v.size);
      if (text)
	read_ptx_lines (c, text, v.size);
    }
}

void
code_read (struct code *c, const char *file)
{
  struct px_object f = { .name = file };
  if (px_object_read (&f) == 0)
    {
      if (f.size >= SELFMAG && !memcmp (f.data, ELFMAG, SELFMAG))
	{
	  if (px_object_load (&f) == 0)
	    for (unsigned s = 0; s < f.nsec; s++)
	      for (uint64_t k = 0; px_object_loaded (&f.sec[s])
				   && !strcmp (px_object_section (&f, &f.sec[s]), "px_images")
				   && k < f.sec[s].sh_size / 8;
		   k++)
		{
		  uint64_t p;
		  memcpy (&p, f.data + f.sec[s].sh_offset + k * 8, sizeof p);
		  read_image (c, &f, p);
		}
	}
      else if (memmem (f.data, f.size, ".version", 8))
	read_ptx_lines (c, f.data, f.size);
    }
  free (f.sec);
  free (f.data);
}

void
code_add_folder (struct code *c, const char *folder)
{
  char *copy = strdup (folder);
  if (copy && PX_ROOM (c->folders, c->n_folders, c->cap_folders))
    c->folders[c->n_folders++] = copy;
  else
    free (copy);
}

/* NAME in one of the folders, as a path without links; NULL: in none.  */
static char *
in_folders (const struct code *c, const char *name)
{
  char path[PATH_MAX];
  if (*name == '/')
    return realpath (name, NULL);
  for (size_t i = 0; i < c->n_folders; i++)
    if (snprintf (path, sizeof path, "%s/%s", c->folders[i], name) < (int) sizeof path
	&& access (path, R_OK) == 0)
      return realpath (path, NULL);
  return NULL;
}

bool
code_same_file (const struct code *c, const char *path, const char *name)
{
  char *found = in_folders (c, name), *real = found ? realpath (path, NULL) : NULL;
  bool same = real && !strcmp (found, real);
  bool other = real && !same && *name == '/';
  free (found);
  free (real);
  if (same || other)
    return same;
  /* Compiled in another folder: the ends of both are the same.  */
  const char *slash = strrchr (name, '/');
  if (*name == '/')
    name = slash + 1;
  while (!strncmp (name, "./", 2) || !strncmp (name, "../", 3))
    name = strchr (name, '/') + 1;
  size_t n = strlen (name), m = strlen (path);
  return n && n <= m && !strcmp (path + m - n, name) && (n == m || path[m - n - 1] == '/');
}

char *
code_path (const struct code *c, const char *name)
{
  for (size_t i = 0; i < c->n_breaks; i++)
    if (c->breaks[i].path && code_same_file (c, c->breaks[i].path, name))
      return strdup (c->breaks[i].path);
  return in_folders (c, name);
}

/* ---- breakpoints ---- */

/* True if FUNCTION, of PTX, is NAME, as it is or as C++ mangles it.  */
static bool
function_p (const char *function, const char *name)
{
  char mangled[300];
  if (!strcmp (function, name))
    return true;
  int n = snprintf (mangled, sizeof mangled, "%zu%s", strlen (name), name);
  return n < (int) sizeof mangled && !strncmp (function, "_Z", 2) && strstr (function, mangled);
}

static void
free_break (struct breakpoint *b)
{
  free (b->path);
  free (b->function);
  free (b->condition);
  free (b->log);
}

/* A copy of S, or NULL, in *TO; false without memory.  */
static bool
copy_text (char **to, const char *s)
{
  *to = s ? strdup (s) : NULL;
  return *to || !s;
}

struct breakpoint *
code_add_break (struct code *c, const struct breakpoint *b)
{
  struct breakpoint own = { .id = c->last_id + 1,
			    .kind = b->kind,
			    .address = b->address,
			    .at = b->at,
			    .line = b->line,
			    .hits = b->hits };
  if (!copy_text (&own.path, b->path) || !copy_text (&own.function, b->function)
      || !copy_text (&own.condition, b->condition) || !copy_text (&own.log, b->log)
      || !PX_ROOM (c->breaks, c->n_breaks, c->cap_breaks))
    {
      free_break (&own);
      return NULL;
    }
  c->last_id++;
  code_place (c, &own);
  c->breaks[c->n_breaks] = own;
  return &c->breaks[c->n_breaks++];
}

bool
code_hits (const char *text, struct hits *hits)
{
  char *end;
  bool more = false;
  text += strspn (text, " \t");
  hits->of = *text == '=' ? HITS_ONCE : *text == '%' ? HITS_EACH : HITS_FROM;
  if (*text == '>')
    more = *++text != '=';
  else if (*text == '%')
    text++;
  text += strspn (text, "=");
  text += strspn (text, " \t");
  if (*text < '0' || *text > '9')
    return false;
  errno = 0;
  hits->n = strtoull (text, &end, 10);
  if (errno || end[strspn (end, " \t")] || (!hits->n && !more) || hits->n == UINT64_MAX)
    return false;
  hits->n += more;
  return true;
}

bool
code_came (struct breakpoint *b)
{
  uint64_t n = ++b->came;
  switch (b->hits.of)
    {
    case HITS_FROM: return n >= b->hits.n;
    case HITS_ONCE: return n == b->hits.n;
    case HITS_EACH: return n % b->hits.n == 0;
    default: return true;
    }
}

void
code_clear_breaks (struct code *c, enum break_kind kind, const char *path)
{
  size_t n = 0;
  for (size_t i = 0; i < c->n_breaks; i++)
    {
      struct breakpoint *b = &c->breaks[i];
      if (b->kind != kind || (path && strcmp (b->path, path)))
	c->breaks[n++] = *b;
      else
	free_break (b);
    }
  c->n_breaks = n;
}

bool
code_place (const struct code *c, struct breakpoint *b)
{
  int before = b->at;
  if (b->kind == BREAK_INSTRUCTION)
    return false; /* it was looked for when it was set */
  b->at = 0;
  for (size_t i = 0; b->function && i < c->n_functions; i++)
    if (function_p (c->functions[i], b->function))
      b->at = 1;
  for (size_t i = 0; b->path && i < c->n_files; i++)
    {
      const struct source_file *f = &c->files[i];
      size_t k = 0;
      while (k < f->n && (int64_t) f->lines[k] < b->line)
	k++;
      if (k < f->n && (int64_t) f->lines[k] - b->line <= NEAR
	  && (!b->at || (int64_t) f->lines[k] < b->at) && code_same_file (c, b->path, f->name))
	b->at = f->lines[k];
    }
  return b->at != before;
}

static void
put_break (struct wire *m, const struct breakpoint *b, const char *name, int line)
{
  const char *condition = b->condition ? b->condition : "";
  wire_put (m, b->id);
  wire_put_text (m, name, strlen (name));
  wire_put (m, line);
  wire_put (m, b->address);
  wire_put_text (m, condition, strlen (condition));
}

void
code_put_breaks (const struct code *c, struct wire *m)
{
  struct wire all = { 0 };
  uint64_t n = 0;
  for (size_t i = 0; i < c->n_breaks; i++)
    {
      const struct breakpoint *b = &c->breaks[i];
      if (b->at && b->kind == BREAK_INSTRUCTION)
	{
	  put_break (&all, b, "", 0);
	  n++;
	}
      for (size_t k = 0; b->at && b->path && k < c->n_files; k++)
	if (code_same_file (c, b->path, c->files[k].name))
	  {
	    put_break (&all, b, c->files[k].name, b->at);
	    n++;
	  }
      for (size_t k = 0; b->at && b->function && k < c->n_functions; k++)
	if (function_p (c->functions[k], b->function))
	  {
	    put_break (&all, b, c->functions[k], 0);
	    n++;
	  }
    }
  wire_put (m, n);
  wire_append (m, &all);
  wire_free (&all);
}
