/* SPDX-License-Identifier: MIT */
/* Errors: names and texts, conversion of the engine's errors to the driver's, and the texts for
   the user (drv_say, pxemu_last_fault).  Needs no lock.  */
#include "emulator/driver/drv.h"
#include "emulator/pxemu.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

pthread_mutex_t drv_text_lock = PTHREAD_MUTEX_INITIALIZER;
static char last_text[2048];

bool
drv_say (const char *format, ...)
{
  char text[sizeof last_text];
  const char *verbose = drv_env ("PXEMU_VERBOSE");
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  pthread_mutex_lock (&drv_text_lock);
  memcpy (last_text, text, sizeof text);
  pthread_mutex_unlock (&drv_text_lock);
  if (!verbose || !strcmp (verbose, "0"))
    return false;
  fprintf (stderr, "pxemu: %s\n", text);
  return true;
}

static _Thread_local char reason[300];
static _Thread_local bool gone;

void
drv_why (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  vsnprintf (reason, sizeof reason, format, ap);
  va_end (ap);
}

void
drv_gone (const char *what)
{
  drv_why ("the %s was destroyed", what);
  gone = true;
}

DRV_EXPORT void
pxemu_why (char *text, size_t size)
{
  if (size)
    snprintf (text, size, "%s", reason);
  *reason = 0;
  gone = false;
}

DRV_EXPORT int
pxemu_gone (void)
{
  return gone;
}

DRV_EXPORT size_t
pxemu_last_fault (char *text, size_t size)
{
  size_t n;

  pthread_mutex_lock (&drv_text_lock);
  n = strlen (last_text);
  if (text && size)
    {
      size_t k = n < size ? n : size - 1;
      memcpy (text, last_text, k);
      text[k] = '\0';
    }
  pthread_mutex_unlock (&drv_text_lock);
  return n;
}

DRV_EXPORT int
pxemu_verdict (void)
{
  return px_emu_verdict ();
}

DRV_EXPORT void
pxemu_runtime (void)
{
  drv.runtime = true;
}

DRV_EXPORT void
pxemu_ignored (const char *kernel, const char *call, bool stub, const char *why)
{
  px_emu_check_ignored (kernel, call, stub, why);
}

/* Returns the CUresult for each kind of the engine's errors.  */
CUresult
drv_engine_error (const px_emu_error *err)
{
  static const CUresult result[] = { [PX_EMU_OK] = CUDA_SUCCESS,
				     [PX_EMU_INVALID] = CUDA_ERROR_INVALID_VALUE,
				     [PX_EMU_NO_MEMORY] = CUDA_ERROR_OUT_OF_MEMORY,
				     [PX_EMU_LOAD] = CUDA_ERROR_INVALID_PTX,
				     [PX_EMU_UNRESOLVED] = CUDA_ERROR_INVALID_PTX,
				     [PX_EMU_NOT_FOUND] = CUDA_ERROR_NOT_FOUND,
				     [PX_EMU_OUT_OF_RESOURCES] = CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
				     [PX_EMU_COOPERATIVE] = CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
				     [PX_EMU_ILLEGAL_ADDRESS] = CUDA_ERROR_ILLEGAL_ADDRESS,
				     [PX_EMU_MISALIGNED] = CUDA_ERROR_MISALIGNED_ADDRESS,
				     [PX_EMU_INVALID_SPACE] = CUDA_ERROR_INVALID_ADDRESS_SPACE,
				     [PX_EMU_INVALID_PC] = CUDA_ERROR_INVALID_PC,
				     [PX_EMU_ILLEGAL_INSTRUCTION] = CUDA_ERROR_ILLEGAL_INSTRUCTION,
				     [PX_EMU_SYNC] = CUDA_ERROR_ILLEGAL_INSTRUCTION,
				     [PX_EMU_STACK] = CUDA_ERROR_HARDWARE_STACK_ERROR,
				     [PX_EMU_TRAP] = CUDA_ERROR_LAUNCH_FAILED,
				     [PX_EMU_ASSERT] = CUDA_ERROR_ASSERT,
				     [PX_EMU_TIMEOUT] = CUDA_ERROR_LAUNCH_TIMEOUT,
				     [PX_EMU_DEADLOCK] = CUDA_ERROR_LAUNCH_TIMEOUT,
				     [PX_EMU_CANCELLED] = CUDA_ERROR_LAUNCH_FAILED };
  const char *kind = px_emu_kind_name (err->kind);

  /* The text already names kernel, thread and lines as far as they are known.  */
  if (!strncmp (err->text, kind, strlen (kind)))
    drv_say ("%s", err->text);
  else
    drv_say ("%s: %s", kind, err->text);
  if ((size_t) err->kind < sizeof result / sizeof *result)
    return result[err->kind];
  return CUDA_ERROR_UNKNOWN;
}

static const struct error
{
  CUresult code;
  const char *name, *text;
} errors[] = {
#define PX_CUDA_ERROR(name, code, status, text, advice) { name, #name, text },
#include "runtime/errors.def"
#undef PX_CUDA_ERROR
};

static CUresult
error_find (CUresult code, bool name, const char **p)
{
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  *p = NULL;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == code)
      {
	*p = name ? errors[i].name : errors[i].text;
	return CUDA_SUCCESS;
      }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuGetErrorString (CUresult error, const char **p)
{
  return error_find (error, false, p);
}

CUresult
cuGetErrorName (CUresult error, const char **p)
{
  return error_find (error, true, p);
}
