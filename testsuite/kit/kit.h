/* SPDX-License-Identifier: MIT */
/* px-kit: what the kit's tests of instructions share.  Drivers are opened by
   name and called through tables, so that two can be in one process.  */
#ifndef PX_KIT_H
#define PX_KIT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ptx/ptx-int.h"
#include "runtime/driver.h"

/* A driver with the primary context of its first device.  */
struct driver
{
#define PX_DRIVER(name, symbol, since, need, args) px_fn_##symbol symbol;
#include "runtime/driver.def"
#undef PX_DRIVER
  bool emulated;
  size_t (*last_fault) (char *, size_t);	/* the emulator's; NULL  */
  int version;
  int sm;			/* 90 for 9.0  */
  CUdevice device;
  CUcontext context;
  char name[128];
};

/* ---- kit.c ---- */

/* Opens FILE; NULL and *WHY (one line) if there is no device.  */
struct driver *driver_open (const char *file, char *why, size_t size);
/* The newest PTX ISA that D loads, major * 10 + minor.  */
unsigned driver_isa (struct driver *d);
/* Loads TEXT; on an error NULL, and the log's first error, one line, in *WHY.  */
CUmodule driver_load (struct driver *d, const char *text, char *why, size_t size);
const char *driver_error (struct driver *d, CUresult r);
/* The same, and what the emulator knows beyond that.  */
void driver_why (struct driver *d, CUresult r, char *why, size_t size);

/* xorshift64*; *s is not 0.  */
uint64_t kit_random (uint64_t *s);
/* FNV-1a over 64 bits; start with KIT_HASH.  */
#define KIT_HASH 14695981039346656037u
uint64_t kit_hash (uint64_t h, const void *p, size_t n);
/* Appends a line to $PX_KIT_RECORD if that is set.  */
void kit_record (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* Appends to B what printf would print, at most 511 bytes.  */
void kit_put (ptx_buf *b, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/* The arguments of subcommands that run COUNT random things from SEED, on the driver's
   device and, if that is not the emulator, on the emulator too.  */
typedef struct kit_arguments
{
  unsigned count;
  const char *seed_text;
  uint64_t seed;		/* for kit_random  */
  bool print;			/* drivers are not opened  */
  struct driver *drivers[2];	/* NULL: there is none  */
} kit_arguments;
/* -1, or the status to end with: USAGE was printed, or why there is nothing to do.  */
int kit_parse (kit_arguments *a, int argc, char **argv, const char *usage);

/* ---- instr.c, random.c, tensor.c: subcommands ---- */

int tensor_main (int argc, char **argv);
int instr_main (int argc, char **argv);
int random_main (int argc, char **argv);

#endif
