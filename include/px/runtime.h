/* SPDX-License-Identifier: MIT */
/* The runtime of px, for host code: devices, memory, streams, launches.
   <px.h> includes it; it can also be included alone, in C11 and C++11, by
   programs that have no kernels of their own.  Link with -lpx.

   The device is an NVIDIA GPU (through libcuda.so.1) or px's emulator on the
   CPU (libpxemu).  The environment says which:
     PX_DEVICE=auto     a GPU if there is one, else the emulator (the default)
     PX_DEVICE=cuda     a GPU; cuda:N makes N the device threads start with
     PX_DEVICE=emu      the emulator
     PX_EMU_LIBRARY     the emulator's file, if it is not beside libpx
     PX_CUDA_LIBRARY    the GPU driver's file, if it is not libcuda.so.1
     PX_CACHE=0         do not keep compiled device code in the cache
			($XDG_CACHE_HOME/px, else ~/.cache/px)
     PX_TRACE=1         say on stderr what is loaded and launched

   Conventions.  All functions may be called from any thread.  Those that return
   px_status return PX_OK (0) or what went wrong, and then px_status_text says
   more; those that return a pointer return NULL then.  Nothing is written
   through an output argument unless the call succeeds.  Sizes are in bytes.
   Work given to a stream runs in order, later than the call; a fault of a kernel
   is reported by the first call that notices it, mostly a synchronisation.
   Device memory, pinned and managed memory are plain pointers (void *); only
   managed and pinned memory may be dereferenced by host code.

   Each call works in the current CUDA context of the calling thread, if it has
   one and px_device_select was not called in this thread; else in the primary
   context of the thread's device.  The current context is the same after the
   call as before it.  So streams, events and memory of the CUDA runtime, cuBLAS
   or PyTorch can be passed to px and the other way round: px_stream is
   cudaStream_t, px_event is cudaEvent_t.  */
#ifndef PX_RUNTIME_H
#define PX_RUNTIME_H

#if defined __GNUC__
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Status.  */

/* X (name, value, text): every status.  */
#define PX_STATUS_LIST(X)						\
  X (PX_OK, 0, "no error")						\
  X (PX_NOT_READY, 1, "the work is not finished yet")			\
  X (PX_ERR_INVALID, 2, "an argument is not valid")			\
  X (PX_ERR_MEMORY, 3, "out of memory")					\
  X (PX_ERR_NO_DRIVER, 4, "no usable driver")				\
  X (PX_ERR_NO_DEVICE, 5, "no such device")				\
  X (PX_ERR_DRIVER_OLD, 6, "the driver is too old")			\
  X (PX_ERR_UNSUPPORTED, 7, "the device or driver can not do this")	\
  X (PX_ERR_IMAGE, 8, "the device code is corrupt")			\
  X (PX_ERR_NO_IMAGE, 9, "there is no device code for this device")	\
  X (PX_ERR_LINK, 10, "the device code could not be linked")		\
  X (PX_ERR_NOT_FOUND, 11, "there is nothing of this name")		\
  X (PX_ERR_LAUNCH, 12, "the launch breaks a rule of the kernel's signature") \
  X (PX_ERR_DIRECT, 13, "a kernel was called without px_launch")	\
  X (PX_ERR_RESOURCES, 14, "the launch needs more than the device has")	\
  X (PX_ERR_FAULT, 15, "a kernel failed")				\
  X (PX_ERR_ASSERT, 16, "an assertion failed on the device")		\
  X (PX_ERR_ADDRESS, 17, "a kernel accessed a bad address")		\
  X (PX_ERR_TIMEOUT, 18, "a kernel ran too long")			\
  X (PX_ERR_CAPTURE, 19, "this can not be done while a stream is captured") \
  X (PX_ERR_PEER, 20, "a device can not access another's memory")	\
  X (PX_ERR_FORK, 21, "a child of fork can not use the parent's device") \
  X (PX_ERR_SYSTEM, 22, "the operating system refused")			\
  X (PX_ERR_DRIVER, 23, "the driver failed")

typedef enum px_status {
#define PX__STATUS_ENUM(name, value, text) name = value,
  PX_STATUS_LIST (PX__STATUS_ENUM)
#undef PX__STATUS_ENUM
  PX__STATUS_COUNT
} px_status;

/* The name of STATUS, as "PX_ERR_MEMORY".  Static.  */
const char *px_status_name (px_status status);

/* One line or more on STATUS.  If it is what this thread's last failing call
   returned: what was done, with its values, and what to do about it.  Valid
   until the next failing px call of this thread.  */
const char *px_status_text (px_status status);

/* What the last failing call of this thread returned; PX_OK if none failed
   since the thread began or called px_clear_status.  */
px_status px_last_status (void);
void px_clear_status (void);

/* CALL's status, after printing "FILE:LINE: CALL: text" on stderr if it is
   neither PX_OK nor PX_NOT_READY:  if (px_check (px_copy (a, b, n))) return 1;  */
#define px_check(call) px__check ((call), #call, __FILE__, __LINE__)
px_status px__check (px_status status, const char *call, const char *file, int line);

/* Of calls whose failure leaves results wrong, and kernels' faults unseen: GCC warns where the
   status is not looked at (-Wno-unused-result: it does not).  */
#if defined __GNUC__
#define PX__LOOK __attribute__ ((__warn_unused_result__))
#else
#define PX__LOOK
#endif

/* Devices.  */

/* How many devices there are; 0 if none or on an error.  */
int px_device_count (void);

/* The device that this thread works with; -1 on an error.  */
int px_device (void);

/* From now on this thread works in the primary context of DEVICE.  */
px_status px_device_select (int device);

/* What px_device_properties tells of a device.  */
struct px_device_properties {
  char name[256];
  int emulated;			/* 1: px's emulator on the CPU */
  int driver;			/* CUDA version of the driver: 12040 is 12.4 */
  int arch;			/* 10 * major + minor: 90 is sm_90 */
  int multiprocessors;
  int warp;			/* threads a warp */
  int max_threads;		/* a block */
  int max_threads_mp;		/* a multiprocessor */
  int max_blocks_mp;
  int max_grid[3], max_block[3];
  size_t memory;		/* bytes of device memory */
  size_t smem;			/* bytes of shared memory a block can have */
  size_t smem_mp;		/* a multiprocessor */
  size_t constant;		/* bytes of constant memory */
  size_t l2;			/* bytes of level 2 cache */
  int registers_mp;		/* 32-bit registers a multiprocessor */
  int clock_khz, memory_clock_khz, memory_bus_bits;
  int cooperative, cluster, managed, pools, tensor_maps;	/* 1 if it has them */
  unsigned char uuid[16];
  char pci[16];			/* "0000:3b:00.0", "" if not on PCI */
};

/* *PROPERTIES: what DEVICE is and has.  */
px_status px_device_properties (int device, struct px_device_properties *properties);

/* Wait for all work of this thread's device; what kernels printed appears.  */
PX__LOOK px_status px_synchronize (void);

/* Free and total device memory.  */
px_status px_memory_info (size_t *free_bytes, size_t *total_bytes);

/* Let this thread's device access memory of PEER, another device.  Enabling
   twice is no error.  */
px_status px_peer_enable (int peer);
px_status px_peer_disable (int peer);

/* Destroy the primary context of DEVICE, with all its memory, streams, events
   and modules, also those of other libraries.  After a fault on a GPU this is
   the way to go on; code is loaded anew by the next launch.  */
px_status px_device_reset (int device);

/* Memory.  */

/* BYTES of device memory (at least 256-byte aligned), of page-locked host memory
   that the device can access too, or of memory that migrates between the two.
   0 bytes give a pointer that can only be freed.  Free it with px_free.  */
void *px_alloc (size_t bytes);
void *px_alloc_pinned (size_t bytes);
void *px_alloc_managed (size_t bytes);

/* ROWS rows of at least WIDTH bytes, *PITCH bytes apart, aligned for px_copy_2d.  */
void *px_alloc_pitch (size_t *pitch, size_t width, size_t rows);

/* Free what one of the functions above gave; NULL is ignored.  Device and
   managed memory: waits for the work that may use it.  */
px_status px_free (void *pointer);

/* Page-lock BYTES of host memory at POINTER, and undo it.  The pointer can then
   be passed to kernels where host and device share addresses.  */
px_status px_host_register (void *pointer, size_t bytes);
px_status px_host_unregister (void *pointer);

/* Typed streams; NULL is the default stream.  */
typedef struct CUstream_st *px_stream;
typedef struct CUevent_st *px_event;

/* Stream-ordered device memory: usable by work given to STREAM later (by other
   streams, once they wait for it); freed in the order of STREAM.  */
void *px_alloc_async (size_t bytes, px_stream stream);
px_status px_free_async (void *pointer, px_stream stream);

/* Move managed memory to DEVICE (-1: to the host) in the order of STREAM.  */
px_status px_prefetch (const void *pointer, size_t bytes, int device, px_stream stream);

/* Copies.  Each pointer may be to device, managed, pinned or any host memory.
   px_copy returns when the copy is done.  px_copy_async returns at once only if
   host memory is pinned, and host memory must stay as it is until then.  */
PX__LOOK px_status px_copy (void *to, const void *from, size_t bytes);
PX__LOOK px_status px_copy_async (void *to, const void *from, size_t bytes, px_stream stream);

/* ROWS rows of WIDTH bytes; pitches are the bytes between rows, >= WIDTH.  */
PX__LOOK px_status px_copy_2d (void *to, size_t to_pitch, const void *from, size_t from_pitch,
		      size_t width, size_t rows);
PX__LOOK px_status px_copy_2d_async (void *to, size_t to_pitch, const void *from, size_t from_pitch,
			    size_t width, size_t rows, px_stream stream);

/* Between the memories of two devices, whether they have peer access or not.  */
PX__LOOK px_status px_copy_peer (void *to, int to_device, const void *from, int from_device,
			size_t bytes);
PX__LOOK px_status px_copy_peer_async (void *to, int to_device, const void *from, int from_device,
			      size_t bytes, px_stream stream);

/* Set BYTES bytes to VALUE; COUNT 32-bit words to VALUE, POINTER aligned to 4.  */
PX__LOOK px_status px_memset (void *pointer, int value, size_t bytes);
PX__LOOK px_status px_memset_async (void *pointer, int value, size_t bytes, px_stream stream);
PX__LOOK px_status px_memset32 (void *pointer, uint32_t value, size_t count);
PX__LOOK px_status px_memset32_async (void *pointer, uint32_t value, size_t count, px_stream stream);

/* Streams.  */

/* A stream that runs beside all others, the default stream too.  Lower
   priorities are more urgent, 0 is normal; values out of range are clamped.  */
px_status px_stream_create (px_stream *stream);
px_status px_stream_create_priority (px_stream *stream, int priority);

/* Returns at once; the work already given to STREAM still runs.  */
px_status px_stream_destroy (px_stream stream);

/* Wait for STREAM; what kernels printed appears.  */
PX__LOOK px_status px_stream_synchronize (px_stream stream);

/* PX_OK if all work of STREAM is done, else PX_NOT_READY.  */
px_status px_stream_query (px_stream stream);

/* Work given to STREAM from now on waits for EVENT.  */
px_status px_stream_wait (px_stream stream, px_event event);

/* Call FUNCTION (DATA) on a thread of the driver when the work given to STREAM
   so far is done.  It must not call px.  */
px_status px_stream_call (px_stream stream, void (*function) (void *), void *data);

/* Events.  */

/* With timing; px_event_create_plain: without, which is cheaper.  */
px_status px_event_create (px_event *event);
px_status px_event_create_plain (px_event *event);
px_status px_event_destroy (px_event event);

/* EVENT happens when the work given to STREAM so far is done.  */
px_status px_event_record (px_event event, px_stream stream);
PX__LOOK px_status px_event_synchronize (px_event event);
px_status px_event_query (px_event event);	/* PX_OK or PX_NOT_READY */

/* Milliseconds from BEGIN to END, both recorded and done.  */
px_status px_event_elapsed (float *ms, px_event begin, px_event end);

/* Graphs.  */

typedef struct CUgraphExec_st *px_graph;	/* ready to launch */

/* What is given to STREAM (not the default one) by this thread from now on is
   recorded, not run, until px_capture_end makes a graph of it.  Launches,
   copies, memsets and events may be captured; code that kernels need is loaded
   meanwhile.  A failed capture leaves STREAM usable and no graph.  */
px_status px_capture_begin (px_stream stream);
PX__LOOK px_status px_capture_end (px_stream stream, px_graph *graph);

/* 1 if STREAM is being captured, 0 if not or on an error.  */
int px_capturing (px_stream stream);
PX__LOOK px_status px_graph_launch (px_graph graph, px_stream stream);
px_status px_graph_destroy (px_graph graph);

/* Launch.  */

/* How to launch: made by px_grid, changed by px_with_*, or by its fields.
   Values out of range are reported by the launch.  */
struct px_config {
  int64_t blocks[3];		/* of the grid, in x, y, z */
  int64_t threads[3];		/* of a block */
  int64_t smem;			/* bytes of the array `__shared T x[]' */
  int64_t cluster;		/* blocks a cluster; 0: as the kernel says */
  px_stream stream;
  int cooperative;		/* all blocks run at the same time */
};

/* BLOCKS blocks of THREADS threads, in one dimension, with SMEM bytes for
   `__shared T x[]'; on the default stream, not cooperative, clusters as the
   kernel says.  */
static __inline__ struct px_config
px_grid_smem (int64_t blocks, int64_t threads, int64_t smem)
{
  struct px_config c;
  c.blocks[0] = blocks, c.blocks[1] = c.blocks[2] = 1;
  c.threads[0] = threads, c.threads[1] = c.threads[2] = 1;
  c.smem = smem;
  c.cluster = 0;
  c.stream = NULL;
  c.cooperative = 0;
  return c;
}

/* The same without such an array.  */
static __inline__ struct px_config
px_grid (int64_t blocks, int64_t threads)
{
  return px_grid_smem (blocks, threads, 0);
}

/* C in the order of STREAM.  */
static __inline__ struct px_config
px_with_stream (struct px_config c, px_stream stream)
{
  c.stream = stream;
  return c;
}

/* C in clusters of BLOCKS blocks (sm_90).  */
static __inline__ struct px_config
px_with_cluster (struct px_config c, int64_t blocks)
{
  c.cluster = blocks;
  return c;
}

/* C with all its blocks at the same time, which code at grid[1] that
   synchronises the grid needs.  */
static __inline__ struct px_config
px_with_cooperative (struct px_config c)
{
  c.cooperative = 1;
  return c;
}

/* Launch the __kernel KERNEL: px_launch (px_grid (8, 256), saxpy, n, a, x, y).
   A px_status.  The compiler checks the arguments, which are copied before it
   returns; libpx checks the configuration against KERNEL's __requires and the
   device (PX_ERR_LAUNCH, PX_ERR_RESOURCES: the text names kernel, rule and
   values).  An argument may launch kernels, but not leave by longjmp or an
   exception.  KERNEL called as a function is not launched: PX_ERR_DIRECT for
   px_last_status.  */
#ifdef __clang__	/* a kernel may have no arguments */
#pragma clang diagnostic ignored "-Wgnu-zero-variadic-macro-arguments"
#endif
#define px_launch(config, kernel, ...) \
  (px__push (config), (kernel) (__VA_ARGS__), px__pop ())

/* A kernel of this program (runtime/image.h).  */
struct px_kernel;

/* The record of the __kernel NAME; NULL if NAME is not one.  Static.  */
#define px_kernel(name) px__kernel ((void (*) (void)) (name))

/* The name in the source.  Static.  */
const char *px_kernel_name (const struct px_kernel *kernel);

/* What a kernel needs on the device of the calling thread, where it is compiled for it.  */
struct px_kernel_attributes {
  int max_threads;		/* a block can have */
  int registers;		/* a thread */
  size_t smem;			/* static shared memory a block */
  size_t smem_dynamic;		/* most that a launch can add */
  size_t local;			/* local memory a thread */
  size_t constant;
  int ptx, binary;		/* 10 * major + minor of its code */
};

/* *ATTRIBUTES: what KERNEL needs on this thread's device, for which its code is loaded.  */
px_status px_kernel_attributes (const struct px_kernel *kernel,
				struct px_kernel_attributes *attributes);

/* How many blocks of THREADS threads and SMEM bytes for `__shared T x[]' run on
   one multiprocessor at once.  */
px_status px_kernel_occupancy (const struct px_kernel *kernel, int threads, size_t smem,
			       int *blocks);

/* *THREADS: a block size that keeps most of a multiprocessor busy, and is one
   that KERNEL's __requires allows.  */
px_status px_kernel_best_threads (const struct px_kernel *kernel, size_t smem, int *threads);

/* The __device or __constant variable V: px_symbol (V) (<px.h>).  */
struct px_symbol;

/* Where SYMBOL is in this thread's context, and its size; copies from OFFSET bytes on.  */
px_status px_symbol_address (const struct px_symbol *symbol, void **address, size_t *bytes);
PX__LOOK px_status px_copy_to_symbol (const struct px_symbol *symbol, size_t offset, const void *from,
			     size_t bytes);
PX__LOOK px_status px_copy_from_symbol (void *to, const struct px_symbol *symbol, size_t offset,
			       size_t bytes);

/* Modules: device code in files, from any compiler.  */

typedef struct px_module_st *px_module;
typedef struct CUfunc_st *px_function;		/* of a module; lives as long */

/* PTX text or a cubin for this thread's device.  px_module_load_data: SIZE
   bytes at DATA, which need not stay.  */
px_status px_module_load (px_module *module, const char *file);
px_status px_module_load_data (px_module *module, const void *data, size_t size);
px_status px_module_unload (px_module module);
px_status px_module_function (px_function *function, px_module module, const char *name);
px_status px_module_symbol (px_module module, const char *name, void **address, size_t *bytes);
px_status px_function_attributes (px_function function, struct px_kernel_attributes *attributes);
px_status px_function_occupancy (px_function function, int threads, size_t smem, int *blocks);

/* ARGS: a pointer to each argument, as many as FUNCTION has parameters.  */
PX__LOOK px_status px_function_launch (struct px_config config, px_function function, void **args);

/* The function of KERNEL in this thread's context, to pass to the CUDA driver.  */
px_status px_kernel_function (const struct px_kernel *kernel, px_function *function);

/* Tensor maps: how the copy engine of sm_90 (TMA) sees a tensor in memory.  Pass
   one by value to a kernel; px_launch compares its box with what the kernel copies.  */

/* The map itself; what is in it is not to be changed by hand.  */
typedef struct px_tensor_map {
#ifdef __cplusplus
  alignas (64)
#else
  _Alignas (64)
#endif
  uint64_t opaque[16];		/* the driver's: a CUtensorMap */
  struct {			/* px's own */
    uint32_t known;		/* PX_TENSOR_BOX, or the driver's part was made by others */
    uint32_t rank;
    uint32_t element;		/* bytes */
    uint32_t inner, outer;	/* elements of a row of what a copy moves, rows */
    uint32_t swizzle;		/* bytes; of interleaved ones 1 */
    uint64_t address;		/* of the tensor */
    uint32_t size[5];		/* of the box, in elements; 0: not known */
    uint32_t reserved[3];
  } box;
} px_tensor_map;
#define PX_TENSOR_BOX 0x786f4270u	/* "pBox" */

/* Of the elements.  */
typedef enum px_tensor_type {
  PX_TENSOR_U8, PX_TENSOR_U16, PX_TENSOR_U32, PX_TENSOR_S32, PX_TENSOR_U64, PX_TENSOR_S64,
  PX_TENSOR_F16, PX_TENSOR_F32, PX_TENSOR_F64, PX_TENSOR_BF16, PX_TENSOR_F32_FTZ,
  PX_TENSOR_TF32, PX_TENSOR_TF32_FTZ
} px_tensor_type;

/* Dimension 0 is the one that is contiguous in memory.  Elements past RANK are
   ignored.  */
struct px_tensor {
  px_tensor_type type;
  int rank;			/* 1 to 5 */
  uint64_t size[5];		/* elements, 1 to 2^32 */
  uint64_t stride[5];		/* bytes from one index to the next, a multiple
				   of 16, < 2^40; 0: dense; stride[0] is ignored */
  uint32_t box[5];		/* elements a copy moves, 1 to 256 */
  uint32_t step[5];		/* of elements in memory, 1 to 8; 0: 1 */
  int swizzle;			/* 0, 32, 64 or 128 bytes; the box's inner
				   dimension is not longer */
  int interleave;		/* 0, 16 or 32 bytes */
  int l2;			/* fetch 0, 64, 128 or 256 bytes to level 2 */
  int nan;			/* out of bounds reads NaN, not 0 */
};

/* ADDRESS: device memory, aligned to 16 bytes (32 if interleave is 32).
   PX_ERR_INVALID says which rule is broken.  */
px_status px_tensor_map_tiled (px_tensor_map *map, void *address,
			       const struct px_tensor *tensor);

/* The im2col form, rank 3 to 5: LOWER and UPPER are the corners of the bounding
   box in the RANK - 2 inner spatial dimensions, CHANNELS and PIXELS the elements a
   copy moves (at most 256 and 1024).  box is ignored.  */
px_status px_tensor_map_im2col (px_tensor_map *map, void *address,
				const struct px_tensor *tensor, const int *lower,
				const int *upper, uint32_t channels, uint32_t pixels);

/* For the macros above and the code that px.so makes.  SHAPE is a tile's (px/fragments.h);
   rank is that of size if it is 0, box that of the tile's strips where it is 0.  */
px_status px_tensor_map_tile (px_tensor_map *map, void *address, const struct px_tensor *tensor,
			      long shape);
void px__push (struct px_config config);
int px__facts (void);
int px__units (int threads);
void px__refuse (const struct px_kernel *kernel, const char *fact, int nvalues, ...);
int px__extent (const struct px_kernel *kernel, const char *fact, const char *name, const void *p,
		size_t element, unsigned long long count, int nvalues, ...);
void px__enter (const struct px_kernel *kernel, void **args);
px_status px__pop (void);
const struct px_kernel *px__kernel (void (*stub) (void));
px_status px__symbol_address (const struct px_symbol *symbol, void **address, size_t *bytes);

/* For libraries over this one: what their functions return, and ask.
   px__fail returns STATUS, after making the text that FORMAT describes that of px_status_text.
   px__reach returns PX_OK if this thread's device reaches the memory at P, argument NAME of
   FUNCTION; PX_ERR_PEER if it is another device's to which it has no access; PX_ERR_INVALID if it
   is host memory that it does not reach.
   px__multiprocessors returns how many this thread's device has, px__arch what it is: 90 is sm_90;
   0 on an error.  */
px_status px__fail (px_status status, const char *format, ...)
#if defined __GNUC__
  __attribute__ ((__format__ (__printf__, 2, 3)))
#endif
  ;
px_status px__reach (const char *function, const char *name, const void *p);
int px__multiprocessors (void);
int px__arch (void);

/* For <px/device.h>.  An argument of a host function: N elements of SIZE bytes.  */
struct px__array {
  const char *name;
  const void *p;
  size_t n, most;		/* elements that the function can do */
  size_t size, align;
  int written;
};
/* PX_ERR_INVALID if one is missing, misaligned, too large, or overlaps what is written.  */
px_status px__arrays (const char *function, int count, const struct px__array *arrays);
/* Blocks of THREADS threads that KERNEL fills the device with, at most MOST; 0 on an error.  */
int px__blocks (const struct px_kernel *kernel, int threads, size_t most);

#ifdef __cplusplus
}
#endif
#endif
