/* SPDX-License-Identifier: MIT */
/* Messages of the Debug Adapter Protocol: a header "Content-Length: N", an empty line, N bytes of
   JSON.  Where no message begins the next header is searched for, so one that is wrong does
   not end the session.  */
#define _GNU_SOURCE 1
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/dap.h"

enum
{
  MOST_HEADER = 4096,	  /* bytes: an editor's has some 25 */
  MOST_MESSAGE = 16 << 20 /* bytes: far above what editors send */
};
static const char field[] = "Content-Length:";

bool
channel_read (struct channel *c)
{
  if (c->cap - c->n < 65536)
    {
      size_t cap = 2 * c->cap + 65536;
      char *bytes = realloc (c->bytes, cap);
      if (!bytes)
	return false;
      c->bytes = bytes;
      c->cap = cap;
    }
  ssize_t n = read (STDIN_FILENO, c->bytes + c->n, c->cap - c->n);
  if (n < 0)
    return errno == EINTR || errno == EAGAIN;
  c->n += n;
  return n > 0;
}

static void
drop (struct channel *c, size_t n)
{
  memmove (c->bytes, c->bytes + n, c->n - n);
  c->n -= n;
}

/* Drops what stands before the next header, which may have come in part only.  */
static void
search_header (struct channel *c)
{
  const char *at = memmem (c->bytes, c->n, field, sizeof field - 1);
  size_t keep = sizeof field - 2;
  drop (c, at ? (size_t) (at - c->bytes) : c->n > keep ? c->n - keep : 0);
  c->lost = !at;
}

/* The number of bytes that the header, the N bytes at S, gives; -1: it gives none.  */
static long
message_length (const char *s, size_t n)
{
  long length = -1;
  for (const char *end = s + n, *next; s < end; s = next)
    {
      const char *line = memmem (s, end - s, "\r\n", 2);
      line = line ? line : end;
      next = line + 2;
      if ((size_t) (line - s) < sizeof field || strncasecmp (s, field, sizeof field - 1))
	continue;
      char *stop;
      errno = 0;
      length = strtol (s + sizeof field - 1, &stop, 10);
      while (stop < line && (*stop == ' ' || *stop == '\t'))
	stop++;
      if (stop != line || length < 0 || errno)
	return -1;
    }
  return length;
}

/* Returns FOUND_WRONG; from here on a header is searched for.  */
static enum channel_found
lose (struct channel *c, size_t dropped)
{
  drop (c, dropped);
  c->lost = true;
  return FOUND_WRONG;
}

enum channel_found
channel_next (struct channel *c, json_t **message, char *error, size_t size)
{
  if (c->lost)
    search_header (c);
  if (c->lost || !c->n)
    return FOUND_NOTHING;
  const char *end = memmem (c->bytes, c->n < MOST_HEADER ? c->n : MOST_HEADER, "\r\n\r\n", 4);
  size_t known = c->n < sizeof field - 1 ? c->n : sizeof field - 1;
  if (!end && c->n < MOST_HEADER
      && (memchr (c->bytes, '\r', c->n) || !strncasecmp (c->bytes, field, known)))
    return FOUND_NOTHING;
  if (!end)
    {
      snprintf (error, size, "a message begins with \"Content-Length: N\", not with this");
      return lose (c, 1);
    }
  size_t head = end - c->bytes + 4;
  long length = message_length (c->bytes, head - 2);
  if (length < 0)
    {
      snprintf (error, size, "the header of a message says \"Content-Length: N\" with a number N");
      return lose (c, head);
    }
  if (length > MOST_MESSAGE)
    {
      snprintf (error, size, "a message of %ld bytes: px-dap takes %d", length, MOST_MESSAGE);
      return lose (c, head);
    }
  if (c->n - head < (size_t) length)
    return FOUND_NOTHING;
  json_error_t what;
  json_t *m = json_loadb (c->bytes + head, length, 0, &what);
  drop (c, head + length);
  if (!m)
    {
      snprintf (error, size, "the message is not JSON: line %d, column %d: %s", what.line,
		what.column, what.text);
      return FOUND_WRONG;
    }
  if (!json_is_object (m))
    {
      json_decref (m);
      snprintf (error, size, "the message is not an object");
      return FOUND_WRONG;
    }
  *message = m;
  return FOUND_MESSAGE;
}

void
channel_send (struct channel *c, json_t *message)
{
  json_object_set_new (message, "seq", json_integer (++c->seq));
  char *text = json_dumps (message, JSON_COMPACT);
  json_decref (message);
  if (!text)
    return;
  printf ("Content-Length: %zu\r\n\r\n%s", strlen (text), text);
  if (fflush (stdout))
    c->gone = true;
  free (text);
}

/* Bytes of the character of UTF-8 at S, of at most N; 0: it is not one.  */
static size_t
character (const unsigned char *s, size_t n)
{
  size_t size = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 0;
  if (!size || size > n)
    return 0;
  for (size_t i = 1; i < size; i++)
    if ((s[i] & 0xc0) != 0x80)
      return 0;
  /* Overlong forms, surrogates, and what is above U+10FFFF.  */
  if ((*s == 0xe0 && s[1] < 0xa0) || (*s == 0xed && s[1] > 0x9f) || (*s == 0xf0 && s[1] < 0x90)
      || (*s == 0xf4 && s[1] > 0x8f))
    return 0;
  return size;
}

json_t *
json_text (const char *s, size_t n)
{
  char *text = NULL;
  size_t length, k;
  FILE *to = open_memstream (&text, &length);
  if (!to)
    return NULL;
  for (size_t i = 0; i < n; i += k ? k : 1)
    if ((k = character ((const unsigned char *) s + i, n - i)))
      fwrite (s + i, 1, k, to);
    else
      fputs ("\xef\xbf\xbd", to);
  fclose (to);
  json_t *j = json_stringn (text, length);
  free (text);
  return j;
}
