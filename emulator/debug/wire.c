/* SPDX-License-Identifier: MIT */
/* Messages between px-dap and the debugger.  */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "emulator/debug/wire.h"

enum
{
  MOST = 1 << 28 /* bytes: far above what a debugger has to say */
};
struct wire_head
{
  uint32_t kind, n;
};

static void
append_bytes (struct wire *m, const void *p, size_t n)
{
  if (m->cap - m->n < n)
    {
      size_t cap = 2 * (m->n + n) + 64;
      unsigned char *bytes = realloc (m->bytes, cap);
      if (!bytes)
	{
	  m->bad = true;
	  return;
	}
      m->bytes = bytes;
      m->cap = cap;
    }
  if (n)
    memcpy (m->bytes + m->n, p, n);
  m->n += n;
}

void
wire_put (struct wire *m, uint64_t x)
{
  append_bytes (m, &x, sizeof x);
}

void
wire_put_text (struct wire *m, const char *s, size_t n)
{
  wire_put (m, n);
  append_bytes (m, s, n);
  append_bytes (m, "", 1);
}

void
wire_append (struct wire *m, const struct wire *more)
{
  append_bytes (m, more->bytes, more->n);
  m->bad |= more->bad;
}

uint64_t
wire_take (struct wire *m)
{
  uint64_t x = 0;
  if (m->n - m->at < sizeof x)
    m->bad = true;
  else
    {
      memcpy (&x, m->bytes + m->at, sizeof x);
      m->at += sizeof x;
    }
  return x;
}

const char *
wire_take_text (struct wire *m, size_t *n)
{
  uint64_t size = wire_take (m);
  const char *s = "";
  if (m->bad || m->n - m->at <= size || m->bytes[m->at + size])
    {
      m->bad = true;
      size = 0;
    }
  else
    {
      s = (const char *) m->bytes + m->at;
      m->at += size + 1;
    }
  if (n)
    *n = size;
  return s;
}

/* Sends (or else receives) N bytes; false: the other end is gone.  */
static bool
transfer (int fd, void *p, size_t n, bool sends)
{
  for (char *at = p; n;)
    {
      ssize_t k = sends ? send (fd, at, n, MSG_NOSIGNAL) : recv (fd, at, n, 0);
      if (k < 0 && errno == EINTR)
	continue;
      if (k <= 0)
	return false;
      at += k;
      n -= k;
    }
  return true;
}

bool
wire_send (int fd, enum wire_kind kind, struct wire *m)
{
  struct wire_head h = { kind, m->n };
  bool ok = !m->bad && m->n <= MOST && transfer (fd, &h, sizeof h, true)
	    && transfer (fd, m->bytes, m->n, true);
  m->n = m->at = 0;
  m->bad = false;
  return ok;
}

enum wire_kind
wire_receive (int fd, struct wire *m)
{
  struct wire_head h;
  m->n = m->at = 0;
  m->bad = false;
  if (!transfer (fd, &h, sizeof h, false) || h.n > MOST)
    return WIRE_NONE;
  if (m->cap < h.n)
    {
      free (m->bytes);
      m->bytes = malloc (h.n);
      m->cap = m->bytes ? h.n : 0;
    }
  if (m->cap < h.n || !transfer (fd, m->bytes, h.n, false))
    return WIRE_NONE;
  m->n = h.n;
  return h.kind;
}

void
wire_free (struct wire *m)
{
  free (m->bytes);
  *m = (struct wire){ 0 };
}

int
wire_socket (const char *path, struct sockaddr_un *at)
{
  *at = (struct sockaddr_un){ .sun_family = AF_UNIX };
  if (strlen (path) >= sizeof at->sun_path || !*path)
    {
      errno = *path ? ENAMETOOLONG : ENOENT;
      return -1;
    }
  strcpy (at->sun_path, path);
  return socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}
