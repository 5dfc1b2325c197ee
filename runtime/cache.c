/* SPDX-License-Identifier: MIT */
/* Compiled device code on disk, so that the driver compiles and links images that use each other's
   symbols once and not in every run; what is not linked it keeps itself.  Each entry is a file, whose name is the SHA-256 of everything that the compiler's
   output depends on.  Only the user may own or write the folder and the files, and a file is
   used only if its own hash is right.  Any failure means that the entry does not exist.  */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/rt.h"

struct header
{
  char magic[8];
  uint64_t size;	  /* bytes after the header */
  unsigned char hash[32]; /* hash of these bytes */
};
static const char magic[] = "pxcubin1";

/* No cubin is larger; protects against damaged headers.  */
#define LARGEST ((uint64_t) 1 << 30)

static bool
mine (const struct stat *st, mode_t type)
{
  return (st->st_mode & S_IFMT) == type && st->st_uid == geteuid () && !(st->st_mode & 077);
}

/* Opens the cache's folder, and makes it if necessary.  Returns -1 if there is no cache.  */
static int
folder (void)
{
  char path[4096];
  const char *off = secure_getenv ("PX_CACHE"), *base = secure_getenv ("XDG_CACHE_HOME");
  if (off && !strcmp (off, "0"))
    return -1;
  if (base && *base == '/')
    {
      if (snprintf (path, sizeof path, "%s", base) >= (int) sizeof path - 8)
	return -1;
    }
  else
    {
      base = secure_getenv ("HOME");
      if (!base || *base != '/'
	  || snprintf (path, sizeof path, "%s/.cache", base) >= (int) sizeof path - 8)
	return -1;
    }
  if (mkdir (path, 0700) && errno != EEXIST)
    return -1;
  strcat (path, "/px");
  if (mkdir (path, 0700) && errno != EEXIST)
    return -1;
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat st;
  if (fd >= 0 && (fstat (fd, &st) || !mine (&st, S_IFDIR)))
    {
      rt_trace ("cache: %s is not used: it is not mode 0700 of this user", path);
      close (fd);
      return -1;
    }
  return fd;
}

static void
file_name (const struct rt_key *key, char name[80])
{
  for (int i = 0; i < 32; i++)
    sprintf (name + 2 * i, "%02x", key->hash[i]);
  strcpy (name + 64, ".cubin");
}

void
rt_cache_key (const struct rt_text *texts, unsigned n, int arch, struct rt_key *key)
{
  struct rt_sha256 s;
  uint64_t head[4] = { 1, rt_driver.version, arch, n };
  rt_sha256_begin (&s);
  rt_sha256_add (&s, head, sizeof head);
  for (unsigned i = 0; i < n; i++)
    {
      uint64_t size = texts[i].size;
      rt_sha256_add (&s, &size, sizeof size);
      rt_sha256_add (&s, texts[i].data, size);
    }
  rt_sha256_end (&s, key->hash);
}

/* Reads or writes all SIZE bytes.  */
static bool
transfer (int fd, void *data, size_t size, bool out)
{
  for (char *p = data; size;)
    {
      ssize_t k = out ? write (fd, p, size) : read (fd, p, size);
      if (k < 0 && errno == EINTR)
	continue;
      if (k <= 0)
	return false;
      p += k;
      size -= k;
    }
  return true;
}

void *
rt_cache_get (const struct rt_key *key, size_t *size)
{
  char name[80];
  struct header h;
  struct stat st;
  void *data = NULL;
  int dir = folder ();
  if (dir < 0)
    return NULL;
  file_name (key, name);
  int fd = openat (dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  close (dir);
  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) == 0 && mine (&st, S_IFREG) && transfer (fd, &h, sizeof h, false)
      && !memcmp (h.magic, magic, sizeof h.magic) && h.size > 0 && h.size <= LARGEST
      && (uint64_t) st.st_size == sizeof h + h.size && (data = malloc (h.size)))
    {
      unsigned char hash[32];
      struct rt_sha256 s;
      bool good = transfer (fd, data, h.size, false);
      if (good)
	{
	  rt_sha256_begin (&s);
	  rt_sha256_add (&s, data, h.size);
	  rt_sha256_end (&s, hash);
	  good = !memcmp (hash, h.hash, sizeof hash);
	}
      if (!good)
	{
	  free (data);
	  data = NULL;
	}
    }
  close (fd);
  rt_trace ("cache: %s %s", name, data ? "found" : "is damaged");
  *size = data ? h.size : 0;
  return data;
}

void
rt_cache_put (const struct rt_key *key, const void *data, size_t size)
{
  static atomic_uint serial;
  char name[80], temporary[64];
  struct header h;
  struct rt_sha256 s;
  int dir = size && size <= LARGEST ? folder () : -1;
  if (dir < 0)
    return;
  memcpy (h.magic, magic, sizeof h.magic);
  h.size = size;
  rt_sha256_begin (&s);
  rt_sha256_add (&s, data, size);
  rt_sha256_end (&s, h.hash);
  file_name (key, name);
  snprintf (temporary, sizeof temporary, "new-%ld-%u", (long) getpid (), serial++);
  int fd = openat (dir, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd >= 0)
    {
      bool good = transfer (fd, &h, sizeof h, true) && transfer (fd, (void *) data, size, true);
      good &= close (fd) == 0;
      if (!good || renameat (dir, temporary, dir, name))
	unlinkat (dir, temporary, 0);
      else
	rt_trace ("cache: %s written", name);
    }
  close (dir);
}
