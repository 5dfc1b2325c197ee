/* SPDX-License-Identifier: MIT */
/* A program of the dialect that tries each intrinsic of include/px/intrinsics.def
   whose effect is a function of its operands, of the values of its warp, or of the
   memory that it accesses, on standard output.  What each should give is
   want_NAME of expect.h; one without does not compile.

   usage: generate operators|warp|memory|copies  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct row
{
  const char *name, *result, *parameters, *code, *roles, *kind;
} rows[] = {
#define PX_ON_HOST(name)
#define PX_FAMILY(id, title, text)
#define PX_GENERIC(name, arguments, text)
#define PX_INTRINSIC(name, result, parameters, code, roles, at, kind, timeline, arch, ptx) \
  ROW (name, result, parameters, code, roles, kind)
#define ROW(name, result, parameters, code, roles, kind) { #name, #result, #parameters, code, roles, #kind },
#include "include/px/intrinsics.def"
};
enum { ROWS = sizeof rows / sizeof *rows, MAX = 16 };

/* A parameter: its type without const and *, and its role.  */
struct parameter
{
  char type[64], role[256];
  int pointer;
};

static int
parse (const struct row *r, struct parameter *p)
{
  int n = 0;
  const char *s = r->parameters + 1, *w = r->roles;
  if (!strncmp (s, "void)", 5))
    return 0;
  for (; *s && n < MAX; n++)
    {
      size_t len = strcspn (s, ",)");
      char text[60];
      snprintf (text, sizeof text, "%.*s", (int) len, s);
      char *last = strrchr (text, ' ');
      if (!last)
	return 0;
      p[n].pointer = last[1] == '*';
      *last = 0;
      const char *t = strncmp (text, "const ", 6) ? text : text + 6;
      snprintf (p[n].type, sizeof p[n].type, "%s", t);
      s += len;
      s += strspn (s, ",) ");
      w += strspn (w, " ");
      len = strcspn (w, " ");
      snprintf (p[n].role, sizeof p[n].role, "%.*s", (int) len, w);
      w += len;
    }
  return n;
}

/* A type's name as one word.  */
static const char *
id (const char *type)
{
  static char text[4][64];
  static int k;
  char *s = text[k++ % 4];
  snprintf (s, 64, "%.63s", type);
  for (char *c = s; *c; c++)
    if (*c == ' ')
      *c = '_';
  return s;
}

static int
operator_row (const struct row *r)
{
  struct parameter p[MAX];
  int n = parse (r, p);
  if (strcmp (r->kind, "OPERATOR") || !n || p[0].pointer)
    return 0;
  printf ("__kernel void\nk_%s (", r->name);
  for (int i = 0; i < n; i++)
    printf ("const %s *a%d, ", p[i].type, i);
  printf ("%s *r, int n)\n{\n  EACH_THREAD (i)\n    if (i < n)\n      r[i] = %s (", r->result, r->name);
  for (int i = 0; i < n; i++)
    printf (strcmp (p[i].role, "const") ? "%sa%d[i]" : "%s0x96", i ? ", " : "", i);
  printf (");\n}\nstatic void\nt_%s (void)\n{\n", r->name);
  printf ("  static %s r[N];\n", r->result);
  for (int i = 0; i < n; i++)
    printf ("  static %s a%d[N];\n", p[i].type, i);
  printf ("  for (int i = 0; i < N; i++)\n    {\n");
  for (int i = 0; i < n; i++)
    printf ("      a%d[i] = in_%s (i, %d);\n", i, id (p[i].type), i);
  printf ("    }\n");
  for (int i = 0; i < n; i++)
    printf ("  %s *d%d = t_dev (a%d, sizeof a%d);\n", p[i].type, i, i, i);
  printf ("  %s *d = t_dev (0, sizeof r);\n  LAUNCH (N / 64, 64, k_%s, ", r->result, r->name);
  for (int i = 0; i < n; i++)
    printf ("d%d, ", i);
  printf ("d, N);\n  t_back (r, d, sizeof r);\n");
  for (int i = 0; i < n; i++)
    printf ("  OK (px_free (d%d));\n", i);
  printf ("  int ok = 1;\n  for (int i = 0; i < N && ok; i++)\n    ok = same_%s (r[i], want_%s (", id (r->result), r->name);
  for (int i = 0; i < n; i++)
    printf (strcmp (p[i].role, "const") ? "%sa%d[i]" : "%s0x96", i ? ", " : "", i);
  printf ("), slack (\"%s\"), i);\n  result (\"%s\", ok);\n}\n", r->name, r->name);
  return 1;
}

static int
warp_row (const struct row *r)
{
  struct parameter p[MAX];
  int n = parse (r, p);
  if (strcmp (r->kind, "COLLECTIVE") || strcmp (r->code, "width"))
    return 0;
  for (int w = 1; w <= 32; w = w == 1 ? 8 : w * 4)
    {
      printf ("__kernel __requires (grid (1), thread (32)) void\nk_%s_%d (const %s *v, const int *l, %s *r)\n{\n",
	      r->name, w, p[0].type, r->result);
      printf ("  int i __perspective (thread, 1) = px_id (thread);\n  %s x __perspective (thread, 1);\n", p[0].type);
      printf ("  int k __perspective (thread, 1);\n  %s y __perspective (thread, 1);\n", r->result);
      printf ("  __group (thread, 1) __unsafe { x = v[i]; k = l[i]; }\n");
      printf ("  __group (thread, %d) y = %s (x, %s%d);\n", w, r->name, n == 3 ? "k, " : "", w);
      printf ("  (void) k;\n  __group (thread, 1) __unsafe r[i] = y;\n}\n");
    }
  printf ("static void\nt_%s (void)\n{\n  static %s v[192];\n  static %s r[192];\n  static int l[192];\n  int ok = 1;\n",
	  r->name, p[0].type, r->result);
  printf ("  for (int i = 0; i < 192; i++)\n    v[i] = small_%s (i), l[i] = lane (\"%s\", i);\n", id (p[0].type), r->name);
  for (int w = 1; w <= 32; w = w == 1 ? 8 : w * 4)
    {
      printf ("  {\n    %s *dv = t_dev (v, sizeof v);\n    int *dl = t_dev (l, sizeof l);\n    %s *d = t_dev (0, sizeof r);\n",
	      p[0].type, r->result);
      printf ("    LAUNCH (2, 96, k_%s_%d, dv, dl, d);\n    t_back (r, d, sizeof r);\n", r->name, w);
      printf ("    OK (px_free (dv));\n    OK (px_free (dl));\n");
      printf ("    for (int i = 0; i < 192 && ok; i++)\n      ok = same_%s (r[i], want_%s (v + i / %d * %d, i %% %d, l[i], %d), 0, i);\n  }\n",
	      id (r->result), r->name, w, w, w, w);
    }
  printf ("  result (\"%s\", ok);\n}\n", r->name);
  return 1;
}

/* How many elements of its type an access moves: the digit of px_ld4_int, of
   px_atomic_add4_int.  SCALAR, of 64: the name of the same of one.  */
static int
elements (const char *name, char *scalar)
{
  const char *c = name + (strncmp (name, "px_atomic_", 10) ? 3 : 10), *end = c + strcspn (c, "_");
  int n = end[-1] == '2' || end[-1] == '4' || end[-1] == '8' ? end[-1] - '0' : 0;
  snprintf (scalar, 64, "%.*s%s", (int) (end - name) - !!n, name, end);
  return n ? n : 1;
}

/* The constants that a pick: may be; their number.  */
static int
picks (const char *role, int *value)
{
  int n = 0, k = 0;
  for (const char *s = role + 5; ; s++, k++)
    {
      if (*s != '!')
	value[n++] = k;
      s += strcspn (s, ",");
      if (!*s)
	return n;
    }
}

static int
memory_row (const struct row *r)
{
  struct parameter p[MAX];
  int n = parse (r, p), value[16], atomic = !strncmp (p[0].role, "atomic", 6) && strcmp (p[0].role, "atomic.shared");
  if (n < 2 || !p[0].pointer || !strcmp (r->kind, "ELECTED") || (!atomic && strcmp (p[0].role, "read") && strcmp (p[0].role, "write")))
    return 0;
  char scalar[64];
  int step = elements (r->name, scalar), plain = p[1].role[0] == 'p';
  int gives = strcmp (r->result, "void");
  int c = picks (p[atomic ? n - 2 : n - 1].role, value);
  const char *type = p[0].type, *v = n > 1 && !plain ? p[n > 2 && !strcmp (p[2].role, "value") ? 2 : 1].type : type;
  int cas = n > 3 && !strcmp (p[2].role, "value");
  printf ("__kernel void\nk_%s (%s *p, const %s *e, const %s *v, %s *r, int n)\n{\n  EACH_THREAD (i)\n    if (i < n)\n      {\n",
	  r->name, type, v, v, gives ? r->result : "int");
  printf ("\tint c = i %% %d;\n\tswitch (c)\n\t  {\n", c);
  for (int k = 0; k < c; k++)
    {
      printf ("\t  case %d: %s%s (p + i * %d", k, gives ? "r[i] = " : "", r->name, step);
      if (!plain)
	printf (cas ? ", e[i], v[i]" : ", v[i]");
      printf (", %d%s); break;\n", value[k], !atomic ? "" : k % 4 == 0 ? ", px_gpu" : k % 4 == 1 ? ", px_sys" : k % 4 == 2 ? ", px_block" : ", px_gpu");
    }
  printf ("\t  }\n      }\n}\nstatic void\nt_%s (void)\n{\n", r->name);
  printf ("  static %s p[N * %d], q[N * %d];\n  static %s e[N], v[N];\n  static %s r[N];\n  int ok = 1;\n", type, step, step, v, gives ? r->result : "int");
  printf ("  for (int i = 0; i < N * %d; i++)\n    p[i] = small_%s (i);\n", step, id (type));
  printf ("  for (int i = 0; i < N; i++)\n    {\n      e[i] = small_%s (i + (i & 1));\n      v[i] = small_%s (3 * i + 1);\n    }\n", id (v), id (v));
  printf ("  %s *dp = t_dev (p, sizeof p);\n  %s *de = t_dev (e, sizeof e), *dv = t_dev (v, sizeof v);\n  %s *d = t_dev (0, sizeof r);\n",
	  type, v, gives ? r->result : "int");
  printf ("  LAUNCH (N / 64, 64, k_%s, dp, de, dv, d, N);\n  t_back (r, d, sizeof r);\n  t_back (q, dp, sizeof q);\n", r->name);
  printf ("  OK (px_free (de));\n  OK (px_free (dv));\n  for (int i = 0; i < N && ok; i++)\n    {\n");
  if (gives)
    printf ("      ok &= !memcmp (&r[i], &p[i * %d], sizeof r[i]);\n", step);
  if (!strcmp (p[0].role, "write"))
    printf ("      ok &= !memcmp (&q[i * %d], &v[i], sizeof v[i]);\n", step);
  else if (!atomic || plain)
    printf ("      ok &= !memcmp (&q[i * %d], &p[i * %d], %d * sizeof *p);\n", step, step, step);
  else if (step > 1)
    printf ("      for (int k = 0; k < %d; k++)\n\tok &= same_%s (q[i * %d + k], want_%s (p[i * %d + k], (%s) { 0 }, ((%s *) &v[i])[k]), 0, i);\n",
	    step, id (type), step, scalar, step, type, type);
  else
    printf ("      ok &= same_%s (q[i], want_%s (p[i], e[i], v[i]), 0, i);\n", id (type), r->name);
  printf ("    }\n  result (\"%s\", ok);\n}\n", r->name);
  return 1;
}

/* Bulk and tensor copies by a block, of what its threads put into shared memory, or
   for them to read.  */
static int
copy_row (const struct row *r)
{
  struct parameter p[MAX];
  static int count;
  int n = parse (r, p), load = strstr (r->name, "_load") != 0, tensor = !strncmp (r->name, "px_tensor_", 10);
  if (strcmp (r->kind, "ELECTED") || strstr (r->name, "multicast") || strstr (r->name, "im2col"))
    return 0;
  int prefetch = strstr (r->name, "prefetch") != 0, dims = tensor ? r->name[strlen (r->name) - 1] - '0' : 0;
  if (tensor && (dims < 1 || dims > 5))
    dims = 2; /* px_tensor_map_prefetch_at: of any map */
  const char *type = tensor || prefetch || !strcmp (p[0].type, "void") ? "unsigned" : p[0].type, *e = id (type);
  int policy = count++ % 3;
  printf ("__kernel __requires (grid (1), block (1), threads (64), smem (512)) void\nk_%s (", r->name);
  if (tensor)
    printf ("px_tensor_map m __perspective (grid, 1), ");
  printf ("const %s *v, %s *r)\n{\n  int b __perspective (block, 1) = px_id (block);\n", type, type);
  printf ("  __partition (block, 1, %s *o = r + b * 64)\n  __group (block, 1)\n    {\n", type);
  printf ("      __shared _Alignas (128) %s s[64];\n      int t __perspective (thread, 1) = px_id (thread);\n", type);
  if (!load && !prefetch)
    printf ("      __partition (thread, 1, %s *p = s + t)\n\t__group (thread, 1) *p = v[t];\n", type);
  if (!tensor && !load && !prefetch)
    printf ("      __async (%s *a = o)\n", type);
  if (!prefetch)
    printf ("      __async (%s *f = s)\n", type);
  printf ("\t%s (", r->name);
  for (int i = 0, c = 0; i < n; i++)
    {
      const char *role = p[i].role;
      printf ("%s", i ? ", " : "");
      if (!strncmp (role, "pick:", 5))
	printf ("%d", policy);
      else if (!strcmp (role, "coordinate"))
	printf ("%d", c++ ? c - 1 : 4);
      else if (!strncmp (role, "boxes", 5) || !strncmp (role, "pixels", 6))
	printf ("&m");
      else if (!strcmp (role, "uniform"))
	printf (tensor ? "&m" : "64 * sizeof *v");
      else if (!strcmp (role, "unit") || !strcmp (role, "barrier") || !strcmp (role, "shape"))
	printf ("0");
      else if (!strcmp (role, "to.shared") || !strcmp (role, "from.shared"))
	printf ("f");
      else
	printf (!strcmp (role, "to.global") || !strcmp (role, "atomic.global") ? "a" : "v");
    }
  printf (");\n");
  if (load)
    printf ("      %s x __perspective (thread, 1) = s[t];\n      __partition (thread, 1, %s *q = o + t)\n\t__group (thread, 1) *q = x;\n",
	    type, type);
  printf ("    }\n}\nstatic void\nt_%s (void)\n{\n  static %s v[64], p[64], q[64];\n  int ok = 1;\n", r->name, type);
  printf ("  for (int i = 0; i < 64; i++)\n    v[i] = small_%s (i), p[i] = small_%s (3 * i + 2);\n", e, e);
  if (tensor)
    printf ("  tensor (%d);\n", dims);
  printf ("  %s *dv = t_dev (v, sizeof v), *dp = t_dev (p, sizeof p);\n  LAUNCH (1, 64, k_%s, %sdv, dp);\n", type, r->name,
	  tensor ? "tensor_map, " : "");
  printf ("  t_back (q, dp, sizeof q);\n  OK (px_free (dv));\n");
  if (tensor)
    {
      printf ("  tensor_back ();\n  for (int i = 0; i < 64 && ok; i++)\n    {\n");
      if (load)
	printf ("      ok = q[i] == tensor_old[at (i, %d)];\n", dims);
      else if (!prefetch)
	printf ("      ok = same_unsigned (tensor_new[at (i, %d)], want_%s (tensor_old[at (i, %d)], v[i]), 0, i);\n", dims, r->name, dims);
      printf ("    }\n");
    }
  else if (!prefetch)
    printf ("  for (int i = 0; i < 64 && ok; i++)\n    ok = same_%s (q[i], %s%s (p[i], v[i]), 0, i);\n", e, load ? "copied_" : "want_",
	    load ? e : r->name);
  printf ("  result (\"%s\", ok);\n}\n", r->name);
  return 1;
}

int
main (int argc, char **argv)
{
  static const struct { const char *name; int (*row) (const struct row *); } what[] = {
    { "operators", operator_row }, { "warp", warp_row }, { "memory", memory_row },
    { "copies", copy_row }
  };
  static char done[ROWS];
  int k = 0;
  while (k < 4 && (argc != 2 || strcmp (argv[1], what[k].name)))
    k++;
  if (k == 4)
    {
      fprintf (stderr, "usage: generate operators|warp|memory|copies\n");
      return 2;
    }
  printf ("#include \"expect.h\"\n");
  for (int i = 0; i < ROWS; i++)
    done[i] = what[k].row (&rows[i]);
  printf ("int\nmain (void)\n{\n");
  for (int i = 0; i < ROWS; i++)
    if (done[i])
      printf ("  t_%s ();\n", rows[i].name);
  printf ("  return failed;\n}\n");
  return ferror (stdout) || fflush (stdout) != 0;
}
