/* SPDX-License-Identifier: MIT */
/* Words in memory that streams write and wait for.  The entry points make actions, which
   word_run executes.  */
#include "emulator/driver/drv.h"

/* Returns true if V satisfies the wait of A.  */
static bool
word_there (const struct action *a, uint64_t v)
{
  uint64_t w = a->word.value;
  unsigned how = a->word.flags & ~(unsigned) CU_STREAM_WAIT_VALUE_FLUSH;
  if (how == CU_STREAM_WAIT_VALUE_GEQ)
    return a->word.size == 4 ? (int32_t) ((uint32_t) v - (uint32_t) w) >= 0
			     : (int64_t) (v - w) >= 0;
  if (a->word.size == 4)
    v = (uint32_t) v;
  if (how == CU_STREAM_WAIT_VALUE_EQ)
    return v == w;
  if (how == CU_STREAM_WAIT_VALUE_AND)
    return (v & w) != 0;
  v = ~(v | w);
  return (a->word.size == 4 ? (uint32_t) v : v) != 0;
}

/* Returns CUDA_ERROR_NOT_READY for a wait that must be checked again.  */
CUresult
word_run (struct ctx *c, struct action *a)
{
  void *p = (void *) (uintptr_t) a->word.at;
  (void) c;
  if (!mem_range_ok (a->word.at, a->word.size))
    {
      drv_say ("a stream %s a word in memory that was freed",
	       a->kind == ACT_WAIT ? "waits for" : "writes");
      return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
  if (a->kind == ACT_WAIT)
    {
      uint64_t v = a->word.size == 4 ? __atomic_load_n ((uint32_t *) p, __ATOMIC_ACQUIRE)
				     : __atomic_load_n ((uint64_t *) p, __ATOMIC_ACQUIRE);
      return word_there (a, v) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
    }
  if (a->word.size == 4)
    __atomic_store_n ((uint32_t *) p, (uint32_t) a->word.value, __ATOMIC_RELEASE);
  else
    __atomic_store_n ((uint64_t *) p, a->word.value, __ATOMIC_RELEASE);
  px_emu_check_write (drv.emu, a->word.at, a->word.size);
  return CUDA_SUCCESS;
}

static CUresult
submit_word (enum act kind, CUstream stream, CUdeviceptr at, uint64_t value, unsigned size,
	     unsigned flags)
{
  unsigned all = kind == ACT_WAIT
		   ? (unsigned) (CU_STREAM_WAIT_VALUE_NOR | CU_STREAM_WAIT_VALUE_FLUSH)
		   : (unsigned) CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER;
  struct stream *s;
  struct action *a;
  CUresult r;
  ENTER (IN_HEALTH, c);
  r = stream_get (c, stream, &s);
  if (r)
    return r;
  if (at % size || !mem_range_ok (at, size) || (flags & ~all))
    return CUDA_ERROR_INVALID_VALUE;
  if (s->capture)
    return CUDA_ERROR_NOT_SUPPORTED;
  a = action_new (kind);
  if (!a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  a->word.at = at;
  a->word.value = value;
  a->word.size = size;
  a->word.flags = flags;
  return stream_push (s, a, NULL);
}

#define WORD(symbol, kind, bits) \
  STREAM_API (symbol, stream, \
	      (CUstream stream, CUdeviceptr at, uint##bits##_t value, unsigned flags), \
	      (stream, at, value, flags)) \
  { \
    return submit_word (kind, stream, at, value, bits / 8, flags); \
  }

WORD (cuStreamWriteValue32, ACT_WRITE, 32)
WORD (cuStreamWriteValue32_v2, ACT_WRITE, 32)
WORD (cuStreamWriteValue64, ACT_WRITE, 64)
WORD (cuStreamWriteValue64_v2, ACT_WRITE, 64)
WORD (cuStreamWaitValue32, ACT_WAIT, 32)
WORD (cuStreamWaitValue32_v2, ACT_WAIT, 32)
WORD (cuStreamWaitValue64, ACT_WAIT, 64)
WORD (cuStreamWaitValue64_v2, ACT_WAIT, 64)
