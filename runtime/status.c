/* SPDX-License-Identifier: MIT */
/* Statuses: a value, and for each thread the text of its last failure.  */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runtime/rt.h"

__thread struct rt_thread rt_thread = { .device = -1 };

static const struct
{
  CUresult code;
  px_status status;
  const char *name, *text, *advice;
} results[] = {
#define PX_CUDA_ERROR(name, code, status, text, advice) { name, PX_##status, #name, text, advice },
#include "runtime/errors.def"
#undef PX_CUDA_ERROR
};

static const char *
general (px_status status)
{
  switch (status)
    {
#define X(name, value, text) \
  case name: return text;
      PX_STATUS_LIST (X)
#undef X
    default: return "not a px_status";
    }
}

PX_EXPORT const char *
px_status_name (px_status status)
{
  switch (status)
    {
#define X(name, value, text) \
  case name: return #name;
      PX_STATUS_LIST (X)
#undef X
    default: return "PX_?";
    }
}

PX_EXPORT const char *
px_status_text (px_status status)
{
  if (status != PX_OK && status == rt_thread.status)
    return rt_thread.text;
  return general (status);
}

PX_EXPORT px_status
px_last_status (void)
{
  return rt_thread.status;
}

PX_EXPORT void
px_clear_status (void)
{
  rt_thread.status = PX_OK;
}

PX_EXPORT px_status
px__check (px_status status, const char *call, const char *file, int line)
{
  if (status != PX_OK && status != PX_NOT_READY)
    fprintf (stderr, "%s:%d: %s: %s\n", file, line, call, px_status_text (status));
  return status;
}

static void
append (const char *format, va_list args)
{
  size_t n = strlen (rt_thread.text);
  vsnprintf (rt_thread.text + n, sizeof rt_thread.text - n, format, args);
}

void
rt_add (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  append (format, args);
  va_end (args);
}

px_status
rt_fail (px_status status, const char *format, ...)
{
  va_list args;
  rt_thread.status = status;
  rt_thread.text[0] = 0;
  va_start (args, format);
  append (format, args);
  va_end (args);
  rt_trace ("%s: %s", px_status_name (status), rt_thread.text);
  return status;
}

PX_EXPORT px_status
px__fail (px_status status, const char *format, ...)
{
  va_list args;
  rt_thread.status = status;
  rt_thread.text[0] = 0;
  va_start (args, format);
  append (format, args);
  va_end (args);
  return status;
}

static px_status
status_of (CUresult r)
{
  for (size_t i = 0; i < sizeof results / sizeof *results; i++)
    if (results[i].code == r)
      return results[i].status;
  return PX_ERR_DRIVER;
}

bool
rt_is_fault (CUresult r)
{
  px_status s = status_of (r);
  return s == PX_ERR_FAULT || s == PX_ERR_ASSERT || s == PX_ERR_ADDRESS
	 || r == CUDA_ERROR_LAUNCH_TIMEOUT;
}

px_status
rt_fail_driver (CUresult r, const char *format, ...)
{
  va_list args;
  rt_thread.status = status_of (r);
  rt_thread.text[0] = 0;
  va_start (args, format);
  append (format, args);
  va_end (args);
  size_t i, n = sizeof results / sizeof *results;
  for (i = 0; i < n && results[i].code != r; i++)
    ;
  if (i == n)
    rt_add (": the driver returned %d, which px does not know", (int) r);
  else
    rt_add (": %s (%s)%s%s", results[i].text, results[i].name, *results[i].advice ? "; " : "",
	    results[i].advice);
  rt_trace ("%s: %s", px_status_name (rt_thread.status), rt_thread.text);
  return rt_thread.status;
}
