/* SPDX-License-Identifier: MIT */
/* Memory and events that processes share.  Memory moves into a file without a name (memfd) when
   its handle is first requested, and keeps its address.  A handle says which descriptor of which
   process that is; a process that opens it maps the file.  An event is a page with two numbers: how
   often it was recorded, and the last record whose work is complete.  A record is a
   write to it by a stream; a wait in another process is a stream's wait for the word.

   The sanitizer does not see what other processes do to shared memory: all of it counts as
   written.  */
#define _GNU_SOURCE
#include "emulator/driver/drv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum
{
  PAGE = 4096,
  MEMORY = 0x6d656d70, /* kinds of handles */
  EVENT = 0x65766e74,
  POLL_NS = 50000
};

struct ticket
{
  uint32_t what;
  int32_t pid, fd;
  uint32_t flags;
  uint64_t size, file; /* in bytes; inode, because the number of a descriptor may be reused */
};
_Static_assert(sizeof (struct ticket) <= sizeof (CUipcMemHandle), "a handle's bytes");

/* The page of an event.  */
struct ipc_event
{
  uint64_t recorded, done;
};

static size_t
pages (size_t size)
{
  return (size + PAGE - 1) & -(size_t) PAGE;
}

int
file_new (size_t size, int seals)
{
  int fd = memfd_create ("px-memory", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd >= 0 && (ftruncate (fd, (off_t) size) || (seals && fcntl (fd, F_ADD_SEALS, seals) < 0)))
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

CUresult
file_give (void *out, int fd)
{
  fd = dup (fd);
  if (fd < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  *(int *) out = fd;
  return CUDA_SUCCESS;
}

/* Writes to H a handle for SIZE bytes of kind WHAT in the file FD.  */
static CUresult
ticket_write (void *h, uint32_t what, int fd, size_t size, uint32_t flags)
{
  struct stat s;
  struct ticket t = { .what = what, .pid = getpid (), .fd = fd, .flags = flags, .size = size };
  if (fstat (fd, &s))
    return CUDA_ERROR_OPERATING_SYSTEM;
  t.file = s.st_ino;
  memset (h, 0, sizeof (CUipcMemHandle));
  memcpy (h, &t, sizeof t);
  return CUDA_SUCCESS;
}

/* Maps the object of the handle H of another process, and copies the handle to *T.  */
static CUresult
ticket_map (const void *h, uint32_t what, struct ticket *t, void **at)
{
  char path[64];
  struct stat s;
  int fd;
  memcpy (t, h, sizeof *t);
  if (t->what != what || !t->size)
    return CUDA_ERROR_INVALID_VALUE;
  if (t->pid == getpid ())
    return CUDA_ERROR_INVALID_CONTEXT;
  snprintf (path, sizeof path, "/proc/%d/fd/%d", (int) t->pid, (int) t->fd);
  fd = open (path, O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return errno == EACCES || errno == EPERM ? CUDA_ERROR_NOT_PERMITTED : CUDA_ERROR_MAP_FAILED;
  *at = fstat (fd, &s) || s.st_ino != t->file || s.st_size < (off_t) t->size
	  ? MAP_FAILED
	  : mmap (NULL, pages (t->size), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close (fd);
  return *at == MAP_FAILED ? CUDA_ERROR_MAP_FAILED : CUDA_SUCCESS;
}

/* ---- memory ---- */

/* Moves M into a file that other processes may map.  */
static CUresult
ipc_share (struct mem *m)
{
  size_t size = pages (m->size);
  bool host, guarded = device_has (m->base, &host);
  void *copy;
  int fd;
  if (m->shared)
    return CUDA_SUCCESS;
  if (m->base % PAGE)
    return CUDA_ERROR_INVALID_VALUE;
  fd = file_new (size, 0);
  if (fd < 0)
    return CUDA_ERROR_OUT_OF_MEMORY;
  copy = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (copy != MAP_FAILED)
    {
      memcpy (copy, (void *) m->base, m->size);
      munmap (copy, size);
    }
  if (copy == MAP_FAILED
      || mmap ((void *) m->base, size, guarded ? PROT_NONE : PROT_READ | PROT_WRITE,
	       MAP_SHARED | MAP_FIXED, fd, 0)
	   == MAP_FAILED)
    {
      close (fd);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  m->shared = true;
  m->fd = fd;
  px_emu_check_write (drv.emu, m->base, m->size);
  return CUDA_SUCCESS;
}

void
ipc_end (const struct mem *m)
{
  if (m->opened)
    munmap ((void *) m->base, pages (m->size));
  else if (m->shared)
    {
      bool host, guarded = device_has (m->base, &host);
      close (m->fd);
      /* Later allocations at this address are not shared.  */
      mmap ((void *) m->base, pages (m->size), guarded ? PROT_NONE : PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    }
}

CUresult
ipc_handle (struct mem *m, void *h)
{
  CUresult r = ipc_share (m);
  return r ? r : ticket_write (h, MEMORY, m->fd, m->size, 0);
}

CUresult
ipc_open (struct ctx *c, const void *h, struct mem **out)
{
  struct ticket t;
  struct mem *m;
  void *at;
  CUresult r;
  memcpy (&t, h, sizeof t);
  m = mem_opened (t.pid, t.file);
  if (m)
    m->opened++;
  else
    {
      r = ticket_map (h, MEMORY, &t, &at);
      if (r)
	return r;
      m = mem_adopt (c, at, t.size, MEM_DEVICE, 0);
      if (!m)
	{
	  munmap (at, pages (t.size));
	  return CUDA_ERROR_OUT_OF_MEMORY;
	}
      m->opened = 1;
      m->owner = t.pid;
      m->file = t.file;
      px_emu_check_write (drv.emu, m->base, m->size);
    }
  *out = m;
  return CUDA_SUCCESS;
}

CUresult
cuIpcGetMemHandle (CUipcMemHandle *h, CUdeviceptr p)
{
  struct mem *m;
  ENTER (IN_HEALTH, c);
  m = mem_find (p);
  if (!h || !m || m->kind != MEM_DEVICE || m->opened)
    return CUDA_ERROR_INVALID_VALUE;
  if (!m->shared)
    ctx_drain (m->ctx);
  m = mem_find (p);
  return m ? ipc_handle (m, h) : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuIpcOpenMemHandle_v2 (CUdeviceptr *p, CUipcMemHandle h, unsigned flags)
{
  struct mem *m;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!p || flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)
    return CUDA_ERROR_INVALID_VALUE;
  r = ipc_open (c, &h, &m);
  if (!r)
    *p = m->base;
  return r;
}
SAME (cuIpcOpenMemHandle, cuIpcOpenMemHandle_v2);

CUresult
cuIpcCloseMemHandle (CUdeviceptr p)
{
  struct mem *m;
  ENTER (IN_HEALTH, c);
  m = mem_find (p);
  if (!m || m->base != p || !m->opened || m->pool)
    return CUDA_ERROR_INVALID_VALUE;
  if (m->opened == 1)
    ctx_drain (m->ctx);
  m = mem_find (p);
  if (m && m->opened)
    mem_close (m);
  return CUDA_SUCCESS;
}

/* ---- events ---- */

/* Makes AT the page of E.  It stays mapped after the event is destroyed: streams may still
   write to it and wait for it.  */
static CUresult
event_page (struct event *e, void *at, int fd)
{
  if (!px_emu_mem_add (drv.emu, at, PAGE, PX_EMU_MEM_PINNED))
    {
      munmap (at, PAGE);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  px_emu_check_write (drv.emu, (uintptr_t) at, PAGE);
  e->shared = at;
  e->fd = fd;
  return CUDA_SUCCESS;
}

CUresult
ipc_event_new (struct event *e)
{
  int fd = file_new (PAGE, 0);
  void *at = fd < 0 ? MAP_FAILED : mmap (NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  CUresult r = at == MAP_FAILED ? CUDA_ERROR_OUT_OF_MEMORY : event_page (e, at, fd);
  if (r && fd >= 0)
    close (fd);
  return r;
}

void
ipc_event_end (struct event *e)
{
  if (e->shared && e->fd >= 0)
    close (e->fd);
}

/* Makes an action that writes, or waits for, E's number of complete records.  */
static struct action *
word_action (const struct event *e, enum act kind, uint64_t value)
{
  struct action *a = action_new (kind);
  if (a)
    {
      a->word.at = (uintptr_t) &e->shared->done;
      a->word.value = value;
      a->word.size = sizeof value;
      a->word.flags = kind == ACT_WAIT ? CU_STREAM_WAIT_VALUE_GEQ : 0;
    }
  return a;
}

CUresult
ipc_event_record (struct event *e, struct stream *s, struct op **op)
{
  struct action *a;
  CUresult r;
  e->mine = __atomic_add_fetch (&e->shared->recorded, 1, __ATOMIC_ACQ_REL);
  a = word_action (e, ACT_WRITE, e->mine);
  r = a ? stream_push (s, a, op) : CUDA_ERROR_OUT_OF_MEMORY;
  if (r) /* nobody must wait for it */
    __atomic_store_n (&e->shared->done, e->mine, __ATOMIC_RELEASE);
  return r;
}

bool
ipc_event_foreign (const struct event *e)
{
  return e->shared && __atomic_load_n (&e->shared->recorded, __ATOMIC_ACQUIRE) != e->mine;
}

CUresult
ipc_event_wait (struct event *e, struct stream *s)
{
  struct action *a
    = word_action (e, ACT_WAIT, __atomic_load_n (&e->shared->recorded, __ATOMIC_ACQUIRE));
  return a ? stream_push (s, a, NULL) : CUDA_ERROR_OUT_OF_MEMORY;
}

/* Returns true if record N of PAGE, or a later one, is complete.  */
static bool
reached (const struct ipc_event *page, uint64_t n)
{
  return (int64_t) (__atomic_load_n (&page->done, __ATOMIC_ACQUIRE) - n) >= 0;
}

bool
ipc_event_done (const struct event *e)
{
  return reached (e->shared, __atomic_load_n (&e->shared->recorded, __ATOMIC_ACQUIRE));
}

void
ipc_event_sync (const struct event *e)
{
  const struct ipc_event *page = e->shared;
  uint64_t n = __atomic_load_n (&page->recorded, __ATOMIC_ACQUIRE);
  const struct timespec pause = { 0, POLL_NS };
  pthread_mutex_unlock (&drv.lock);
  while (!reached (page, n))
    nanosleep (&pause, NULL);
  pthread_mutex_lock (&drv.lock);
}

CUresult
cuIpcGetEventHandle (CUipcEventHandle *h, CUevent event)
{
  struct event *e;
  ENTER (IN_HEALTH, c);
  e = event_get (event);
  if (!e)
    return CUDA_ERROR_INVALID_HANDLE;
  return !h || !e->shared || e->fd < 0 ? CUDA_ERROR_INVALID_VALUE
				       : ticket_write (h, EVENT, e->fd, PAGE, e->flags);
}

CUresult
cuIpcOpenEventHandle (CUevent *out, CUipcEventHandle h)
{
  struct ticket t;
  struct event *e;
  void *at;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  r = ticket_map (&h, EVENT, &t, &at);
  if (r)
    return r;
  e = event_new (c, t.flags);
  r = e ? event_page (e, at, -1) : CUDA_ERROR_OUT_OF_MEMORY;
  if (r && e)
    event_free (e);
  if (!r)
    *out = e->handle;
  return r;
}
