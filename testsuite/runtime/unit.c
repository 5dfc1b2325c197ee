/* SPDX-License-Identifier: MIT */
/* Parts of libpx alone: names that clash, SHA-256, the cache of compiled code.  */
#include <fcntl.h>
#include <sys/stat.h>

#include "t.h"
#include "runtime/rt.h"

static bool
none (void *data, unsigned text, const char *name)
{
  (void) data, (void) text, (void) name;
  return false;
}

static bool
is_k (void *data, unsigned text, const char *name)
{
  (void) data, (void) text;
  return !strcmp (name, "k");
}

/* Links texts A and B: *C and *D are they, renamed; returns the number of renames.  */
static int
renamed (const char *a, const char *b, bool (*is_static) (void *, unsigned, const char *), char **c,
	 char **d)
{
  const struct rt_text texts[] = { { a, strlen (a), false, "a" }, { b, strlen (b), false, "b" } };
  struct rt_rename *r;
  unsigned n;
  size_t size;
  *c = *d = NULL;
  if (!rt_clashes (texts, 2, is_static, NULL, &r, &n))
    return -1;
  *c = rt_renamed (&texts[0], 0, r, n, &size);
  *d = rt_renamed (&texts[1], 1, r, n, &size);
  for (unsigned i = 0; i < n; i++)
    free (r[i].from), free (r[i].to);
  free (r);
  return *d && strlen (*d) == size ? (int) n : -1;
}

static void
names (const char *a, const char *b, bool (*is_static) (void *, unsigned, const char *), int n,
       const char *a_after, const char *b_after, const char *name)
{
  char *c, *d;
  int good = renamed (a, b, is_static, &c, &d) == n && !strcmp (c, a_after) && !strcmp (d, b_after);
  if (!CHECK (good, name))
    printf ("%s\n--\n%s\n", c, d);
  free (c);
  free (d);
}

#define SAME(text) text, text
static void
clashes (void)
{
  names (SAME (".func f() { }"), none, 1, ".func f() { }", ".func f$px1() { }", "functions");
  names (SAME (".func f() { call f; }"), none, 1, ".func f() { call f; }",
	 ".func f$px1() { call f$px1; }", "uses");
  names (SAME (".visible .func f() { }"), none, 0, SAME (".visible .func f() { }"), "visible");
  names (SAME (".weak .func (.param .u32 r) f (.param .u32 p) { }"), none, 0,
	 SAME (".weak .func (.param .u32 r) f (.param .u32 p) { }"), "weak");
  names (".extern .func f();", ".visible .func f() { }", none, 0, ".extern .func f();",
	 ".visible .func f() { }", "import");
  names (".func f() { }", ".visible .func f() { }", none, 1, ".func f$px0() { }",
	 ".visible .func f() { }", "a local and a global one");
  names (".func (.param .b64 r) f (.param .b64 f);", ".func f ();", none, 1,
	 ".func (.param .b64 r) f (.param .b64 f);", ".func f$px1 ();", "declarations");
  names (SAME (".visible .entry k() { }"), none, 0, SAME (".visible .entry k() { }"), "entries");
  names (SAME (".visible .entry k() { }"), is_k, 1, ".visible .entry k() { }",
	 ".visible .entry k$px1() { }", "static entries");
  names (SAME (".global .align 4 .u32 v[4] = { 1, 2 };"), none, 1,
	 ".global .align 4 .u32 v[4] = { 1, 2 };", ".global .align 4 .u32 v$px1[4] = { 1, 2 };",
	 "variables");
  names (SAME (".const .f32 a = 1.5, b, c[2];"), none, 3, ".global .f32 a = 1.5, b, c[2];",
	 ".global .f32 a$px1 = 1.5, b$px1, c$px1[2];", "lists of variables");
  names (".visible .const .u32 v[4]; { cvta.const.u64 %a, v; ld.const.u32 %b, [%a]; }",
	 ".extern .global .u32 v[4]; { constant: const; \".const\" } // .const", none, 0,
	 ".visible .global .u32 v[4]; { cvta.global.u64 %a, v; ld.global.u32 %b, [%a]; }",
	 ".extern .global .u32 v[4]; { constant: const; \".const\" } // .const", "constant memory");
  names (".global .u64 p = v; .global .u32 v;", ".global .u32 v;", none, 1,
	 ".global .u64 p = v; .global .u32 v;", ".global .u32 v$px1;", "initialisers");
  names (".func f() { .reg .u32 v; }", ".func g() { .reg .u32 v; }", none, 0,
	 ".func f() { .reg .u32 v; }", ".func g() { .reg .u32 v; }", "registers do not clash");
  names (SAME ("// f\n/* .func f */ .func f() { %f; .f; f1; \"f\"; $f; f$; f+f }"), none, 1,
	 "// f\n/* .func f */ .func f() { %f; .f; f1; \"f\"; $f; f$; f+f }",
	 "// f\n/* .func f */ .func f$px1() { %f; .f; f1; \"f\"; $f; f$; f$px1+f$px1 }", "only the word");
  names (".version 7.0 .target sm_80, debug .address_size 64 .file 1 \"f\" .func f() { }", ".func f() { }",
	 none, 1, ".version 7.0 .target sm_80, debug .address_size 64 .file 1 \"f\" .func f() { }",
	 ".func f$px1() { }", "after directives");
  names (".visible .func f() ; .func f() { }", ".func f() { }", none, 1,
	 ".visible .func f() ; .func f() { }", ".func f$px1() { }", "a declaration makes it global");
  names (".func f(", "} \" /* f", none, 0, ".func f(", "} \" /* f", "not PTX");
}

/* Texts put together at random: no crash, and what is not renamed stays.  */
static void
random_texts (void)
{
  static const char *const words[] = { ".func ", ".entry ", ".visible ", ".global ", ".const ", "f", "k",
    "v", "(", ")", "{", "}", ";", ",", "[4]", "=", "\"", "/*", "*/", "//", "\n", "%r1", ".u32 ", "1.5 ", " ",
    ".extern ", "$L", "$", "a+b", "0f00", "." };
  int bad = 0;
  srand (1);
  for (int i = 0; i < 20000; i++)
    {
      char text[2][256] = { "", "" }, *out[2];
      for (int k = 0; k < 2; k++)
	for (int n = rand () % 25; n > 0; n--)
	  strcat (text[k], words[rand () % COUNT (words)]);
      int n = renamed (text[0], text[1], is_k, &out[0], &out[1]);
      for (int k = 0; k < 2; k++)
	bad += n == 0 && !strstr (text[k], ".const") && strcmp (text[k], out[k]);
      bad += n < 0;
      free (out[0]);
      free (out[1]);
    }
  CHECK (!bad, "random texts");
}

static void
sha (void)
{
  static const unsigned char abc[] = { 0xba, 0x78, 0x16, 0xbf }, empty[] = { 0xe3, 0xb0, 0xc4, 0x42 },
    million[] = { 0xcd, 0xc7, 0x6e, 0x5c };
  static char a[1000];
  unsigned char h[32];
  struct rt_sha256 s;
  rt_sha256_begin (&s);
  rt_sha256_end (&s, h);
  CHECK (!memcmp (h, empty, 4), "SHA-256 of nothing");
  rt_sha256_begin (&s);
  rt_sha256_add (&s, "abc", 3);
  rt_sha256_end (&s, h);
  CHECK (!memcmp (h, abc, 4), "SHA-256 of abc");
  memset (a, 'a', sizeof a);
  rt_sha256_begin (&s);
  for (int i = 0; i < 1000; i++)
    rt_sha256_add (&s, a, sizeof a);
  rt_sha256_end (&s, h);
  CHECK (!memcmp (h, million, 4), "SHA-256 of a million a");
}

static char dir[64], folder[80], file[256];

static bool
found (const struct rt_key *key)
{
  size_t n;
  char *p = rt_cache_get (key, &n);
  bool good = p && n == 6 && !memcmp (p, "cubin", 6);
  free (p);
  return good;
}

/* Changes the byte at OFFSET of the entry.  */
static void
damage (long offset)
{
  FILE *f = fopen (file, "r+");
  fseek (f, offset, SEEK_SET);
  int c = getc (f);
  fseek (f, offset, SEEK_SET);
  putc (c ^ 1, f);
  fclose (f);
}

static void
cache (void)
{
  strcpy (dir, "/tmp/px-test-XXXXXX");
  if (!CHECK (mkdtemp (dir), "temporary folder"))
    return;
  unsetenv ("PX_CACHE");
  setenv ("XDG_CACHE_HOME", dir, 1);
  snprintf (folder, sizeof folder, "%s/px", dir);
  struct rt_key a, b;
  struct rt_text t = { "text", 4, false, "t" };
  rt_cache_key (&t, 1, 80, &a);
  rt_cache_key (&t, 1, 90, &b);
  CHECK (memcmp (&a, &b, sizeof a), "the key has the architecture");
  t.size = 3;
  rt_cache_key (&t, 1, 80, &b);
  CHECK (memcmp (&a, &b, sizeof a), "the key has the text");
  CHECK (!found (&a), "empty");
  rt_cache_put (&a, "cubin", 6);
  CHECK (found (&a) && !found (&b), "found");
  struct stat st;
  CHECK (!stat (folder, &st) && (st.st_mode & 0777) == 0700, "folder has mode 0700");
  snprintf (file, sizeof file, "%s/", folder);
  for (int i = 0; i < 32; i++)
    sprintf (file + strlen (file), "%02x", a.hash[i]);
  strcat (file, ".cubin");
  CHECK (!stat (file, &st) && (st.st_mode & 0777) == 0600, "file has mode 0600");
  damage (st.st_size - 1);
  CHECK (!found (&a), "damaged code is not used");
  damage (st.st_size - 1);
  CHECK (found (&a), "mended");
  damage (0);
  CHECK (!found (&a), "damaged header is not used");
  rt_cache_put (&a, "cubin", 6);
  CHECK (found (&a), "written again");
  CHECK (!truncate (file, st.st_size - 1) && !found (&a), "short file is not used");
  rt_cache_put (&a, "cubin", 6);
  CHECK (!chmod (file, 0644) && !found (&a), "file that others can read is not used");
  chmod (file, 0600);
  CHECK (!chmod (folder, 0755) && !found (&a), "folder that others can read is not used");
  chmod (folder, 0700);
  setenv ("PX_CACHE", "0", 1);
  CHECK (!found (&a), "PX_CACHE=0");
  unsetenv ("PX_CACHE");
  char moved[sizeof file + 8];
  snprintf (moved, sizeof moved, "%s.moved", file);
  CHECK (!rename (file, moved) && !symlink (moved, file) && !found (&a), "link is not followed");
  unlink (moved);
  unlink (file);
  CHECK (!rmdir (folder), "nothing else is left");
  setenv ("XDG_CACHE_HOME", "/not/there", 1);
  rt_cache_put (&a, "cubin", 6);
  CHECK (!found (&a), "no folder is no error");
  rmdir (dir);
}

/* Of texts that are linked a program's second run takes the code from the cache.  One alone is
   never linked, as the driver would compile it as relocatable code.  */
static unsigned texts;
static int linked;

static void
one_run (void)
{
  struct fake *f = use_fake ("fake.so");
  unsetenv ("PX_CACHE");
  static const char a[] = ".version 7.0\n.target sm_80\n.visible .entry k() { ret; }\n";
  static const char b[] = ".version 7.0\n.target sm_80\n.visible .entry l() { ret; }\n";
  const struct rt_text both[] = { { a, sizeof a - 1, false, "a" }, { b, sizeof b - 1, false, "b" } };
  struct rt_call c;
  CUmodule m;
  CHECK (!rt_begin (&c, "test") && rt_load_texts (&c, both, texts, "a", &m) == PX_OK, "load");
  CHECK (rt_end (&c, CUDA_SUCCESS, "test") == PX_OK, "loaded");
  CHECK (f->loads == 1 && f->linked == linked,
	 texts == 1 ? "one text is not linked" : linked ? "first run compiles" : "second run does not");
}

static void
runs (void)
{
  strcpy (dir, "/tmp/px-test-XXXXXX");
  if (!mkdtemp (dir))
    return;
  setenv ("XDG_CACHE_HOME", dir, 1);
  texts = 1, linked = 0;
  in_child (one_run, "one text");
  texts = linked = 2;
  in_child (one_run, "first run");
  linked = 0;
  in_child (one_run, "second run");
  char command[128];
  snprintf (command, sizeof command, "rm -r %s", dir);
  CHECK (!system (command), "cache is there");
}

int
main (void)
{
  clashes ();
  random_texts ();
  sha ();
  cache ();
  runs ();
  return failures != 0;
}
