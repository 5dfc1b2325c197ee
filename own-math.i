# 0 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
# 9 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
# 1 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 1





# 1 "/work/b/mend3/t/include/px.h" 1
# 15 "/work/b/mend3/t/include/px.h"
# 1 "/usr/include/x86_64-linux-gnu/sys/types.h" 1 3 4
# 25 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
# 1 "/usr/include/features.h" 1 3 4
# 392 "/usr/include/features.h" 3 4
# 1 "/usr/include/features-time64.h" 1 3 4
# 20 "/usr/include/features-time64.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 21 "/usr/include/features-time64.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 1 3 4
# 19 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 20 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 2 3 4
# 22 "/usr/include/features-time64.h" 2 3 4
# 393 "/usr/include/features.h" 2 3 4
# 489 "/usr/include/features.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 1 3 4
# 561 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 562 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/long-double.h" 1 3 4
# 563 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 2 3 4
# 490 "/usr/include/features.h" 2 3 4
# 513 "/usr/include/features.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/gnu/stubs.h" 1 3 4
# 10 "/usr/include/x86_64-linux-gnu/gnu/stubs.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/gnu/stubs-64.h" 1 3 4
# 11 "/usr/include/x86_64-linux-gnu/gnu/stubs.h" 2 3 4
# 514 "/usr/include/features.h" 2 3 4
# 26 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4



# 1 "/usr/include/x86_64-linux-gnu/bits/types.h" 1 3 4
# 27 "/usr/include/x86_64-linux-gnu/bits/types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 28 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 1 3 4
# 19 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 20 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 2 3 4
# 29 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4



# 31 "/usr/include/x86_64-linux-gnu/bits/types.h" 3 4
typedef unsigned char __u_char;
typedef unsigned short int __u_short;
typedef unsigned int __u_int;
typedef unsigned long int __u_long;


typedef signed char __int8_t;
typedef unsigned char __uint8_t;
typedef signed short int __int16_t;
typedef unsigned short int __uint16_t;
typedef signed int __int32_t;
typedef unsigned int __uint32_t;

typedef signed long int __int64_t;
typedef unsigned long int __uint64_t;






typedef __int8_t __int_least8_t;
typedef __uint8_t __uint_least8_t;
typedef __int16_t __int_least16_t;
typedef __uint16_t __uint_least16_t;
typedef __int32_t __int_least32_t;
typedef __uint32_t __uint_least32_t;
typedef __int64_t __int_least64_t;
typedef __uint64_t __uint_least64_t;



typedef long int __quad_t;
typedef unsigned long int __u_quad_t;







typedef long int __intmax_t;
typedef unsigned long int __uintmax_t;
# 141 "/usr/include/x86_64-linux-gnu/bits/types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/typesizes.h" 1 3 4
# 142 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/time64.h" 1 3 4
# 143 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4


typedef unsigned long int __dev_t;
typedef unsigned int __uid_t;
typedef unsigned int __gid_t;
typedef unsigned long int __ino_t;
typedef unsigned long int __ino64_t;
typedef unsigned int __mode_t;
typedef unsigned long int __nlink_t;
typedef long int __off_t;
typedef long int __off64_t;
typedef int __pid_t;
typedef struct { int __val[2]; } __fsid_t;
typedef long int __clock_t;
typedef unsigned long int __rlim_t;
typedef unsigned long int __rlim64_t;
typedef unsigned int __id_t;
typedef long int __time_t;
typedef unsigned int __useconds_t;
typedef long int __suseconds_t;
typedef long int __suseconds64_t;

typedef int __daddr_t;
typedef int __key_t;


typedef int __clockid_t;


typedef void * __timer_t;


typedef long int __blksize_t;




typedef long int __blkcnt_t;
typedef long int __blkcnt64_t;


typedef unsigned long int __fsblkcnt_t;
typedef unsigned long int __fsblkcnt64_t;


typedef unsigned long int __fsfilcnt_t;
typedef unsigned long int __fsfilcnt64_t;


typedef long int __fsword_t;

typedef long int __ssize_t;


typedef long int __syscall_slong_t;

typedef unsigned long int __syscall_ulong_t;



typedef __off64_t __loff_t;
typedef char *__caddr_t;


typedef long int __intptr_t;


typedef unsigned int __socklen_t;




typedef int __sig_atomic_t;
# 30 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4



typedef __u_char u_char;
typedef __u_short u_short;
typedef __u_int u_int;
typedef __u_long u_long;
typedef __quad_t quad_t;
typedef __u_quad_t u_quad_t;
typedef __fsid_t fsid_t;


typedef __loff_t loff_t;




typedef __ino_t ino_t;
# 59 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
typedef __dev_t dev_t;




typedef __gid_t gid_t;




typedef __mode_t mode_t;




typedef __nlink_t nlink_t;




typedef __uid_t uid_t;





typedef __off_t off_t;
# 97 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
typedef __pid_t pid_t;





typedef __id_t id_t;




typedef __ssize_t ssize_t;





typedef __daddr_t daddr_t;
typedef __caddr_t caddr_t;





typedef __key_t key_t;




# 1 "/usr/include/x86_64-linux-gnu/bits/types/clock_t.h" 1 3 4






typedef __clock_t clock_t;
# 127 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4

# 1 "/usr/include/x86_64-linux-gnu/bits/types/clockid_t.h" 1 3 4






typedef __clockid_t clockid_t;
# 129 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/time_t.h" 1 3 4
# 10 "/usr/include/x86_64-linux-gnu/bits/types/time_t.h" 3 4
typedef __time_t time_t;
# 130 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/timer_t.h" 1 3 4






typedef __timer_t timer_t;
# 131 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4
# 144 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 214 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef long unsigned int size_t;
# 145 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4



typedef unsigned long int ulong;
typedef unsigned short int ushort;
typedef unsigned int uint;




# 1 "/usr/include/x86_64-linux-gnu/bits/stdint-intn.h" 1 3 4
# 24 "/usr/include/x86_64-linux-gnu/bits/stdint-intn.h" 3 4
typedef __int8_t int8_t;
typedef __int16_t int16_t;
typedef __int32_t int32_t;
typedef __int64_t int64_t;
# 156 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4


typedef __uint8_t u_int8_t;
typedef __uint16_t u_int16_t;
typedef __uint32_t u_int32_t;
typedef __uint64_t u_int64_t;


typedef int register_t __attribute__ ((__mode__ (__word__)));
# 176 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
# 1 "/usr/include/endian.h" 1 3 4
# 24 "/usr/include/endian.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/endian.h" 1 3 4
# 35 "/usr/include/x86_64-linux-gnu/bits/endian.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/endianness.h" 1 3 4
# 36 "/usr/include/x86_64-linux-gnu/bits/endian.h" 2 3 4
# 25 "/usr/include/endian.h" 2 3 4
# 35 "/usr/include/endian.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/byteswap.h" 1 3 4
# 33 "/usr/include/x86_64-linux-gnu/bits/byteswap.h" 3 4
static __inline __uint16_t
__bswap_16 (__uint16_t __bsx)
{

  return __builtin_bswap16 (__bsx);



}






static __inline __uint32_t
__bswap_32 (__uint32_t __bsx)
{

  return __builtin_bswap32 (__bsx);



}
# 69 "/usr/include/x86_64-linux-gnu/bits/byteswap.h" 3 4
__extension__ static __inline __uint64_t
__bswap_64 (__uint64_t __bsx)
{

  return __builtin_bswap64 (__bsx);



}
# 36 "/usr/include/endian.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/uintn-identity.h" 1 3 4
# 32 "/usr/include/x86_64-linux-gnu/bits/uintn-identity.h" 3 4
static __inline __uint16_t
__uint16_identity (__uint16_t __x)
{
  return __x;
}

static __inline __uint32_t
__uint32_identity (__uint32_t __x)
{
  return __x;
}

static __inline __uint64_t
__uint64_identity (__uint64_t __x)
{
  return __x;
}
# 37 "/usr/include/endian.h" 2 3 4
# 177 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4


# 1 "/usr/include/x86_64-linux-gnu/sys/select.h" 1 3 4
# 30 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/select.h" 1 3 4
# 31 "/usr/include/x86_64-linux-gnu/sys/select.h" 2 3 4


# 1 "/usr/include/x86_64-linux-gnu/bits/types/sigset_t.h" 1 3 4



# 1 "/usr/include/x86_64-linux-gnu/bits/types/__sigset_t.h" 1 3 4




typedef struct
{
  unsigned long int __val[(1024 / (8 * sizeof (unsigned long int)))];
} __sigset_t;
# 5 "/usr/include/x86_64-linux-gnu/bits/types/sigset_t.h" 2 3 4


typedef __sigset_t sigset_t;
# 34 "/usr/include/x86_64-linux-gnu/sys/select.h" 2 3 4



# 1 "/usr/include/x86_64-linux-gnu/bits/types/struct_timeval.h" 1 3 4







struct timeval
{




  __time_t tv_sec;
  __suseconds_t tv_usec;

};
# 38 "/usr/include/x86_64-linux-gnu/sys/select.h" 2 3 4

# 1 "/usr/include/x86_64-linux-gnu/bits/types/struct_timespec.h" 1 3 4
# 11 "/usr/include/x86_64-linux-gnu/bits/types/struct_timespec.h" 3 4
struct timespec
{



  __time_t tv_sec;




  __syscall_slong_t tv_nsec;
# 31 "/usr/include/x86_64-linux-gnu/bits/types/struct_timespec.h" 3 4
};
# 40 "/usr/include/x86_64-linux-gnu/sys/select.h" 2 3 4



typedef __suseconds_t suseconds_t;





typedef long int __fd_mask;
# 59 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4
typedef struct
  {






    __fd_mask __fds_bits[1024 / (8 * (int) sizeof (__fd_mask))];


  } fd_set;






typedef __fd_mask fd_mask;
# 91 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4

# 102 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4
extern int select (int __nfds, fd_set *__restrict __readfds,
     fd_set *__restrict __writefds,
     fd_set *__restrict __exceptfds,
     struct timeval *__restrict __timeout);
# 127 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4
extern int pselect (int __nfds, fd_set *__restrict __readfds,
      fd_set *__restrict __writefds,
      fd_set *__restrict __exceptfds,
      const struct timespec *__restrict __timeout,
      const __sigset_t *__restrict __sigmask);
# 153 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4

# 180 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4





typedef __blksize_t blksize_t;






typedef __blkcnt_t blkcnt_t;



typedef __fsblkcnt_t fsblkcnt_t;



typedef __fsfilcnt_t fsfilcnt_t;
# 227 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h" 1 3 4
# 23 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 1 3 4
# 44 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes-arch.h" 1 3 4
# 21 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes-arch.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 22 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes-arch.h" 2 3 4
# 45 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 2 3 4

# 1 "/usr/include/x86_64-linux-gnu/bits/atomic_wide_counter.h" 1 3 4
# 25 "/usr/include/x86_64-linux-gnu/bits/atomic_wide_counter.h" 3 4
typedef union
{
  __extension__ unsigned long long int __value64;
  struct
  {
    unsigned int __low;
    unsigned int __high;
  } __value32;
} __atomic_wide_counter;
# 47 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 2 3 4




typedef struct __pthread_internal_list
{
  struct __pthread_internal_list *__prev;
  struct __pthread_internal_list *__next;
} __pthread_list_t;

typedef struct __pthread_internal_slist
{
  struct __pthread_internal_slist *__next;
} __pthread_slist_t;
# 76 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h" 1 3 4
# 22 "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h" 3 4
struct __pthread_mutex_s
{
  int __lock;
  unsigned int __count;
  int __owner;

  unsigned int __nusers;



  int __kind;

  short __spins;
  short __elision;
  __pthread_list_t __list;
# 53 "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h" 3 4
};
# 77 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 2 3 4
# 89 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/struct_rwlock.h" 1 3 4
# 23 "/usr/include/x86_64-linux-gnu/bits/struct_rwlock.h" 3 4
struct __pthread_rwlock_arch_t
{
  unsigned int __readers;
  unsigned int __writers;
  unsigned int __wrphase_futex;
  unsigned int __writers_futex;
  unsigned int __pad3;
  unsigned int __pad4;

  int __cur_writer;
  int __shared;
  signed char __rwelision;




  unsigned char __pad1[7];


  unsigned long int __pad2;


  unsigned int __flags;
# 55 "/usr/include/x86_64-linux-gnu/bits/struct_rwlock.h" 3 4
};
# 90 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 2 3 4




struct __pthread_cond_s
{
  __atomic_wide_counter __wseq;
  __atomic_wide_counter __g1_start;
  unsigned int __g_refs[2] ;
  unsigned int __g_size[2];
  unsigned int __g1_orig_size;
  unsigned int __wrefs;
  unsigned int __g_signals[2];
};

typedef unsigned int __tss_t;
typedef unsigned long int __thrd_t;

typedef struct
{
  int __data ;
} __once_flag;
# 24 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h" 2 3 4



typedef unsigned long int pthread_t;




typedef union
{
  char __size[4];
  int __align;
} pthread_mutexattr_t;




typedef union
{
  char __size[4];
  int __align;
} pthread_condattr_t;



typedef unsigned int pthread_key_t;



typedef int pthread_once_t;


union pthread_attr_t
{
  char __size[56];
  long int __align;
};

typedef union pthread_attr_t pthread_attr_t;




typedef union
{
  struct __pthread_mutex_s __data;
  char __size[40];
  long int __align;
} pthread_mutex_t;


typedef union
{
  struct __pthread_cond_s __data;
  char __size[48];
  __extension__ long long int __align;
} pthread_cond_t;





typedef union
{
  struct __pthread_rwlock_arch_t __data;
  char __size[56];
  long int __align;
} pthread_rwlock_t;

typedef union
{
  char __size[8];
  long int __align;
} pthread_rwlockattr_t;





typedef volatile int pthread_spinlock_t;




typedef union
{
  char __size[32];
  long int __align;
} pthread_barrier_t;

typedef union
{
  char __size[4];
  int __align;
} pthread_barrierattr_t;
# 228 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4



# 16 "/work/b/mend3/t/include/px.h" 2
# 1 "/work/b/mend3/t/include/px/runtime.h" 1
# 36 "/work/b/mend3/t/include/px/runtime.h"
       
# 37 "/work/b/mend3/t/include/px/runtime.h" 3


# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 145 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef long int ptrdiff_t;
# 329 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef int wchar_t;
# 424 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef struct {
  long long __max_align_ll __attribute__((__aligned__(__alignof__(long long))));
  long double __max_align_ld __attribute__((__aligned__(__alignof__(long double))));
# 435 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
} max_align_t;
# 40 "/work/b/mend3/t/include/px/runtime.h" 2 3
# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdint.h" 1 3 4
# 9 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdint.h" 3 4
# 1 "/usr/include/stdint.h" 1 3 4
# 26 "/usr/include/stdint.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 1 3 4
# 27 "/usr/include/stdint.h" 2 3 4

# 1 "/usr/include/x86_64-linux-gnu/bits/wchar.h" 1 3 4
# 29 "/usr/include/stdint.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 30 "/usr/include/stdint.h" 2 3 4







# 1 "/usr/include/x86_64-linux-gnu/bits/stdint-uintn.h" 1 3 4
# 24 "/usr/include/x86_64-linux-gnu/bits/stdint-uintn.h" 3 4
typedef __uint8_t uint8_t;
typedef __uint16_t uint16_t;
typedef __uint32_t uint32_t;
typedef __uint64_t uint64_t;
# 38 "/usr/include/stdint.h" 2 3 4





typedef __int_least8_t int_least8_t;
typedef __int_least16_t int_least16_t;
typedef __int_least32_t int_least32_t;
typedef __int_least64_t int_least64_t;


typedef __uint_least8_t uint_least8_t;
typedef __uint_least16_t uint_least16_t;
typedef __uint_least32_t uint_least32_t;
typedef __uint_least64_t uint_least64_t;





typedef signed char int_fast8_t;

typedef long int int_fast16_t;
typedef long int int_fast32_t;
typedef long int int_fast64_t;
# 71 "/usr/include/stdint.h" 3 4
typedef unsigned char uint_fast8_t;

typedef unsigned long int uint_fast16_t;
typedef unsigned long int uint_fast32_t;
typedef unsigned long int uint_fast64_t;
# 87 "/usr/include/stdint.h" 3 4
typedef long int intptr_t;


typedef unsigned long int uintptr_t;
# 101 "/usr/include/stdint.h" 3 4
typedef __intmax_t intmax_t;
typedef __uintmax_t uintmax_t;
# 10 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdint.h" 2 3 4
# 41 "/work/b/mend3/t/include/px/runtime.h" 2 3
# 75 "/work/b/mend3/t/include/px/runtime.h" 3
typedef enum px_status {

  PX_OK = 0, PX_NOT_READY = 1, PX_ERR_INVALID = 2, PX_ERR_MEMORY = 3, PX_ERR_NO_DRIVER = 4, PX_ERR_NO_DEVICE = 5, PX_ERR_DRIVER_OLD = 6, PX_ERR_UNSUPPORTED = 7, PX_ERR_IMAGE = 8, PX_ERR_NO_IMAGE = 9, PX_ERR_LINK = 10, PX_ERR_NOT_FOUND = 11, PX_ERR_LAUNCH = 12, PX_ERR_DIRECT = 13, PX_ERR_RESOURCES = 14, PX_ERR_FAULT = 15, PX_ERR_ASSERT = 16, PX_ERR_ADDRESS = 17, PX_ERR_TIMEOUT = 18, PX_ERR_CAPTURE = 19, PX_ERR_PEER = 20, PX_ERR_FORK = 21, PX_ERR_SYSTEM = 22, PX_ERR_DRIVER = 23,

  PX__STATUS_COUNT
} px_status;


const char *px_status_name (px_status status);




const char *px_status_text (px_status status);



px_status px_last_status (void);
void px_clear_status (void);




px_status px__check (px_status status, const char *call, const char *file, int line);
# 111 "/work/b/mend3/t/include/px/runtime.h" 3
int px_device_count (void);


int px_device (void);


px_status px_device_select (int device);


struct px_device_properties {
  char name[256];
  int emulated;
  int driver;
  int arch;
  int multiprocessors;
  int warp;
  int max_threads;
  int max_threads_mp;
  int max_blocks_mp;
  int max_grid[3], max_block[3];
  size_t memory;
  size_t smem;
  size_t smem_mp;
  size_t constant;
  size_t l2;
  int registers_mp;
  int clock_khz, memory_clock_khz, memory_bus_bits;
  int cooperative, cluster, managed, pools, tensor_maps;
  unsigned char uuid[16];
  char pci[16];
};


px_status px_device_properties (int device, struct px_device_properties *properties);


__attribute__ ((__warn_unused_result__)) px_status px_synchronize (void);


px_status px_memory_info (size_t *free_bytes, size_t *total_bytes);



px_status px_peer_enable (int peer);
px_status px_peer_disable (int peer);




px_status px_device_reset (int device);






void *px_alloc (size_t bytes);
void *px_alloc_pinned (size_t bytes);
void *px_alloc_managed (size_t bytes);


void *px_alloc_pitch (size_t *pitch, size_t width, size_t rows);



px_status px_free (void *pointer);



px_status px_host_register (void *pointer, size_t bytes);
px_status px_host_unregister (void *pointer);


typedef struct CUstream_st *px_stream;
typedef struct CUevent_st *px_event;



void *px_alloc_async (size_t bytes, px_stream stream);
px_status px_free_async (void *pointer, px_stream stream);


px_status px_prefetch (const void *pointer, size_t bytes, int device, px_stream stream);




__attribute__ ((__warn_unused_result__)) px_status px_copy (void *to, const void *from, size_t bytes);
__attribute__ ((__warn_unused_result__)) px_status px_copy_async (void *to, const void *from, size_t bytes, px_stream stream);


__attribute__ ((__warn_unused_result__)) px_status px_copy_2d (void *to, size_t to_pitch, const void *from, size_t from_pitch,
        size_t width, size_t rows);
__attribute__ ((__warn_unused_result__)) px_status px_copy_2d_async (void *to, size_t to_pitch, const void *from, size_t from_pitch,
       size_t width, size_t rows, px_stream stream);


__attribute__ ((__warn_unused_result__)) px_status px_copy_peer (void *to, int to_device, const void *from, int from_device,
   size_t bytes);
__attribute__ ((__warn_unused_result__)) px_status px_copy_peer_async (void *to, int to_device, const void *from, int from_device,
         size_t bytes, px_stream stream);


__attribute__ ((__warn_unused_result__)) px_status px_memset (void *pointer, int value, size_t bytes);
__attribute__ ((__warn_unused_result__)) px_status px_memset_async (void *pointer, int value, size_t bytes, px_stream stream);
__attribute__ ((__warn_unused_result__)) px_status px_memset32 (void *pointer, uint32_t value, size_t count);
__attribute__ ((__warn_unused_result__)) px_status px_memset32_async (void *pointer, uint32_t value, size_t count, px_stream stream);





px_status px_stream_create (px_stream *stream);
px_status px_stream_create_priority (px_stream *stream, int priority);


px_status px_stream_destroy (px_stream stream);


__attribute__ ((__warn_unused_result__)) px_status px_stream_synchronize (px_stream stream);


px_status px_stream_query (px_stream stream);


px_status px_stream_wait (px_stream stream, px_event event);



px_status px_stream_call (px_stream stream, void (*function) (void *), void *data);




px_status px_event_create (px_event *event);
px_status px_event_create_plain (px_event *event);
px_status px_event_destroy (px_event event);


px_status px_event_record (px_event event, px_stream stream);
__attribute__ ((__warn_unused_result__)) px_status px_event_synchronize (px_event event);
px_status px_event_query (px_event event);


px_status px_event_elapsed (float *ms, px_event begin, px_event end);



typedef struct CUgraphExec_st *px_graph;





px_status px_capture_begin (px_stream stream);
__attribute__ ((__warn_unused_result__)) px_status px_capture_end (px_stream stream, px_graph *graph);


int px_capturing (px_stream stream);
__attribute__ ((__warn_unused_result__)) px_status px_graph_launch (px_graph graph, px_stream stream);
px_status px_graph_destroy (px_graph graph);





struct px_config {
  int64_t blocks[3];
  int64_t threads[3];
  int64_t smem;
  int64_t cluster;
  px_stream stream;
  int cooperative;
};




static __inline__ struct px_config
px_grid_smem (int64_t blocks, int64_t threads, int64_t smem)
{
  struct px_config c;
  c.blocks[0] = blocks, c.blocks[1] = c.blocks[2] = 1;
  c.threads[0] = threads, c.threads[1] = c.threads[2] = 1;
  c.smem = smem;
  c.cluster = 0;
  c.stream = ((void *)0);
  c.cooperative = 0;
  return c;
}


static __inline__ struct px_config
px_grid (int64_t blocks, int64_t threads)
{
  return px_grid_smem (blocks, threads, 0);
}


static __inline__ struct px_config
px_with_stream (struct px_config c, px_stream stream)
{
  c.stream = stream;
  return c;
}


static __inline__ struct px_config
px_with_cluster (struct px_config c, int64_t blocks)
{
  c.cluster = blocks;
  return c;
}



static __inline__ struct px_config
px_with_cooperative (struct px_config c)
{
  c.cooperative = 1;
  return c;
}
# 348 "/work/b/mend3/t/include/px/runtime.h" 3
struct px_kernel;





const char *px_kernel_name (const struct px_kernel *kernel);


struct px_kernel_attributes {
  int max_threads;
  int registers;
  size_t smem;
  size_t smem_dynamic;
  size_t local;
  size_t constant;
  int ptx, binary;
};


px_status px_kernel_attributes (const struct px_kernel *kernel,
    struct px_kernel_attributes *attributes);



px_status px_kernel_occupancy (const struct px_kernel *kernel, int threads, size_t smem,
          int *blocks);



px_status px_kernel_best_threads (const struct px_kernel *kernel, size_t smem, int *threads);


struct px_symbol;


px_status px_symbol_address (const struct px_symbol *symbol, void **address, size_t *bytes);
__attribute__ ((__warn_unused_result__)) px_status px_copy_to_symbol (const struct px_symbol *symbol, size_t offset, const void *from,
        size_t bytes);
__attribute__ ((__warn_unused_result__)) px_status px_copy_from_symbol (void *to, const struct px_symbol *symbol, size_t offset,
          size_t bytes);



typedef struct px_module_st *px_module;
typedef struct CUfunc_st *px_function;



px_status px_module_load (px_module *module, const char *file);
px_status px_module_load_data (px_module *module, const void *data, size_t size);
px_status px_module_unload (px_module module);
px_status px_module_function (px_function *function, px_module module, const char *name);
px_status px_module_symbol (px_module module, const char *name, void **address, size_t *bytes);
px_status px_function_attributes (px_function function, struct px_kernel_attributes *attributes);
px_status px_function_occupancy (px_function function, int threads, size_t smem, int *blocks);


__attribute__ ((__warn_unused_result__)) px_status px_function_launch (struct px_config config, px_function function, void **args);


px_status px_kernel_function (const struct px_kernel *kernel, px_function *function);





typedef struct px_tensor_map {



  _Alignas (64)

  uint64_t opaque[16];
  struct {
    uint32_t known;
    uint32_t rank;
    uint32_t element;
    uint32_t inner, outer;
    uint32_t swizzle;
    uint32_t reserved[10];
  } box;
} px_tensor_map;



typedef enum px_tensor_type {
  PX_TENSOR_U8, PX_TENSOR_U16, PX_TENSOR_U32, PX_TENSOR_S32, PX_TENSOR_U64, PX_TENSOR_S64,
  PX_TENSOR_F16, PX_TENSOR_F32, PX_TENSOR_F64, PX_TENSOR_BF16, PX_TENSOR_F32_FTZ,
  PX_TENSOR_TF32, PX_TENSOR_TF32_FTZ
} px_tensor_type;



struct px_tensor {
  px_tensor_type type;
  int rank;
  uint64_t size[5];
  uint64_t stride[5];

  uint32_t box[5];
  uint32_t step[5];
  int swizzle;

  int interleave;
  int l2;
  int nan;
};



px_status px_tensor_map_tiled (px_tensor_map *map, void *address,
          const struct px_tensor *tensor);




px_status px_tensor_map_im2col (px_tensor_map *map, void *address,
    const struct px_tensor *tensor, const int *lower,
    const int *upper, uint32_t channels, uint32_t pixels);



px_status px_tensor_map_tile (px_tensor_map *map, void *address, const struct px_tensor *tensor,
         long shape);
void px__push (struct px_config config);
int px__facts (void);
void px__refuse (const struct px_kernel *kernel, const char *fact, int nvalues, ...);
void px__enter (const struct px_kernel *kernel, void **args);
px_status px__pop (void);
const struct px_kernel *px__kernel (void (*stub) (void));
px_status px__symbol_address (const struct px_symbol *symbol, void **address, size_t *bytes);







px_status px__fail (px_status status, const char *format, ...)

  __attribute__ ((__format__ (__printf__, 2, 3)))

  ;
px_status px__reach (const char *function, const char *name, const void *p);
int px__multiprocessors (void);


struct px__array {
  const char *name;
  const void *p;
  size_t n, most;
  size_t size, align;
  int written;
};

px_status px__arrays (const char *function, int count, const struct px__array *arrays);

int px__blocks (const struct px_kernel *kernel, int threads, size_t most);
# 17 "/work/b/mend3/t/include/px.h" 2
# 1 "/work/b/mend3/t/include/px/intrinsics.h" 1
# 12 "/work/b/mend3/t/include/px/intrinsics.h"
       
# 13 "/work/b/mend3/t/include/px/intrinsics.h" 3





typedef struct { uint16_t bits; } px_half;
typedef struct { uint16_t bits; } px_bf16;
typedef struct { uint32_t bits; } px_half2;
typedef struct { uint32_t bits; } px_bf162;
typedef struct { uint32_t bits; } px_tf32;
typedef struct { uint8_t bits; } px_e4m3;
typedef struct { uint8_t bits; } px_e5m2;
typedef struct { uint16_t bits; } px_e4m3x2;
typedef struct { uint16_t bits; } px_e5m2x2;


typedef struct { uint32_t bits; } px_s4x8;
typedef struct { uint32_t bits; } px_u4x8;
typedef struct { uint32_t bits; } px_b1x32;


typedef struct { } px_turn;






typedef struct { int x, y; } __attribute__ ((__aligned__ (2 * sizeof (int)))) px_int2; typedef struct { unsigned x, y; } __attribute__ ((__aligned__ (2 * sizeof (unsigned)))) px_uint2; typedef struct { float x, y; } __attribute__ ((__aligned__ (2 * sizeof (float)))) px_float2;
typedef struct { long x, y; } __attribute__ ((__aligned__ (2 * sizeof (long)))) px_long2; typedef struct { unsigned long x, y; } __attribute__ ((__aligned__ (2 * sizeof (unsigned long)))) px_ulong2; typedef struct { double x, y; } __attribute__ ((__aligned__ (2 * sizeof (double)))) px_double2;
typedef struct { int x, y, z, w; } __attribute__ ((__aligned__ (16))) px_int4; typedef struct { unsigned x, y, z, w; } __attribute__ ((__aligned__ (16))) px_uint4; typedef struct { float x, y, z, w; } __attribute__ ((__aligned__ (16))) px_float4;





typedef struct { px_half x, y; } __attribute__ ((__aligned__ (2 * sizeof (px_half)))) px_halfx2; typedef struct { px_half x, y, z, w; } __attribute__ ((__aligned__ (4 * sizeof (px_half)))) px_halfx4; typedef struct { px_bf16 x, y; } __attribute__ ((__aligned__ (2 * sizeof (px_bf16)))) px_bf16x2; typedef struct { px_bf16 x, y, z, w; } __attribute__ ((__aligned__ (4 * sizeof (px_bf16)))) px_bf16x4; typedef struct { px_half2 x, y; } __attribute__ ((__aligned__ (2 * sizeof (px_half2)))) px_half2x2; typedef struct { px_half2 x, y, z, w; } __attribute__ ((__aligned__ (4 * sizeof (px_half2)))) px_half2x4; typedef struct { px_bf162 x, y; } __attribute__ ((__aligned__ (2 * sizeof (px_bf162)))) px_bf162x2; typedef struct { px_bf162 x, y, z, w; } __attribute__ ((__aligned__ (4 * sizeof (px_bf162)))) px_bf162x4;
typedef struct { px_half x, y, z, w, a, b, c, d; } __attribute__ ((__aligned__ (16))) px_halfx8; typedef struct { px_bf16 x, y, z, w, a, b, c, d; } __attribute__ ((__aligned__ (16))) px_bf16x8;


enum px_order { px_relaxed, px_acquire, px_release, px_acq_rel };
enum px_cache {
  px_cache_default, px_cache_all, px_cache_global, px_cache_streaming, px_cache_last_use, px_cache_through,
  px_cache_evict_first, px_cache_evict_last, px_cache_no_allocate
};
enum px_policy { px_evict_normal, px_evict_first, px_evict_last };
enum px_scope { px_gpu, px_block, px_cluster, px_sys };
# 84 "/work/b/mend3/t/include/px/intrinsics.h" 3
# 1 "/work/b/mend3/t/include/px/intrinsics.def" 1 3
# 85 "/work/b/mend3/t/include/px/intrinsics.def" 3

# 121 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_shfl_up_none ();

int px_shfl_up_int (int value, int lane, int width) ; unsigned px_shfl_up_uint (unsigned value, int lane, int width) ; float px_shfl_up_float (float value, int lane, int width) ; px_half2 px_shfl_up_half2 (px_half2 value, int lane, int width) ; px_bf162 px_shfl_up_bf162 (px_bf162 value, int lane, int width) ; long px_shfl_up_long (long value, int lane, int width) ; unsigned long px_shfl_up_ulong (unsigned long value, int lane, int width) ; long long px_shfl_up_llong (long long value, int lane, int width) ; unsigned long long px_shfl_up_ullong (unsigned long long value, int lane, int width) ; double px_shfl_up_double (double value, int lane, int width) ;
int px_shfl_down_none ();

int px_shfl_down_int (int value, int lane, int width) ; unsigned px_shfl_down_uint (unsigned value, int lane, int width) ; float px_shfl_down_float (float value, int lane, int width) ; px_half2 px_shfl_down_half2 (px_half2 value, int lane, int width) ; px_bf162 px_shfl_down_bf162 (px_bf162 value, int lane, int width) ; long px_shfl_down_long (long value, int lane, int width) ; unsigned long px_shfl_down_ulong (unsigned long value, int lane, int width) ; long long px_shfl_down_llong (long long value, int lane, int width) ; unsigned long long px_shfl_down_ullong (unsigned long long value, int lane, int width) ; double px_shfl_down_double (double value, int lane, int width) ;
int px_shfl_xor_none ();

int px_shfl_xor_int (int value, int lane, int width) ; unsigned px_shfl_xor_uint (unsigned value, int lane, int width) ; float px_shfl_xor_float (float value, int lane, int width) ; px_half2 px_shfl_xor_half2 (px_half2 value, int lane, int width) ; px_bf162 px_shfl_xor_bf162 (px_bf162 value, int lane, int width) ; long px_shfl_xor_long (long value, int lane, int width) ; unsigned long px_shfl_xor_ulong (unsigned long value, int lane, int width) ; long long px_shfl_xor_llong (long long value, int lane, int width) ; unsigned long long px_shfl_xor_ullong (unsigned long long value, int lane, int width) ; double px_shfl_xor_double (double value, int lane, int width) ;
int px_shfl_idx_none ();

int px_shfl_idx_int (int value, int lane, int width) ; unsigned px_shfl_idx_uint (unsigned value, int lane, int width) ; float px_shfl_idx_float (float value, int lane, int width) ; px_half2 px_shfl_idx_half2 (px_half2 value, int lane, int width) ; px_bf162 px_shfl_idx_bf162 (px_bf162 value, int lane, int width) ; long px_shfl_idx_long (long value, int lane, int width) ; unsigned long px_shfl_idx_ulong (unsigned long value, int lane, int width) ; long long px_shfl_idx_llong (long long value, int lane, int width) ; unsigned long long px_shfl_idx_ullong (unsigned long long value, int lane, int width) ; double px_shfl_idx_double (double value, int lane, int width) ;
# 142 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_broadcast_none ();

int px_broadcast_int (int value, int width) ; unsigned px_broadcast_uint (unsigned value, int width) ; float px_broadcast_float (float value, int width) ; px_half2 px_broadcast_half2 (px_half2 value, int width) ; px_bf162 px_broadcast_bf162 (px_bf162 value, int width) ; long px_broadcast_long (long value, int width) ; unsigned long px_broadcast_ulong (unsigned long value, int width) ; long long px_broadcast_llong (long long value, int width) ; unsigned long long px_broadcast_ullong (unsigned long long value, int width) ; double px_broadcast_double (double value, int width) ;





int px_any_none ();
int px_any_int (int condition, int width) ;
int px_all_none ();
int px_all_int (int condition, int width) ;
int px_uni_none ();
int px_uni_int (int condition, int width) ;
int px_ballot_none ();

unsigned px_ballot_int (int condition, int width) ;
# 173 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_match_none ();

unsigned px_match_int (int value, int width) ; unsigned px_match_uint (unsigned value, int width) ; unsigned px_match_float (float value, int width) ; unsigned px_match_half2 (px_half2 value, int width) ; unsigned px_match_bf162 (px_bf162 value, int width) ; unsigned px_match_long (long value, int width) ; unsigned px_match_ulong (unsigned long value, int width) ; unsigned px_match_llong (long long value, int width) ; unsigned px_match_ullong (unsigned long long value, int width) ; unsigned px_match_double (double value, int width) ;
int px_match_all_none ();
int px_match_all_int (int value, int width) ; int px_match_all_uint (unsigned value, int width) ; int px_match_all_float (float value, int width) ; int px_match_all_half2 (px_half2 value, int width) ; int px_match_all_bf162 (px_bf162 value, int width) ; int px_match_all_long (long value, int width) ; int px_match_all_ulong (unsigned long value, int width) ; int px_match_all_llong (long long value, int width) ; int px_match_all_ullong (unsigned long long value, int width) ; int px_match_all_double (double value, int width) ;
# 188 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_reduce_add_none ();
int px_reduce_add_int (int value, int width) ; unsigned px_reduce_add_uint (unsigned value, int width) ;
int px_reduce_min_none ();
int px_reduce_min_int (int value, int width) ; unsigned px_reduce_min_uint (unsigned value, int width) ;
int px_reduce_max_none ();
int px_reduce_max_int (int value, int width) ; unsigned px_reduce_max_uint (unsigned value, int width) ;
int px_reduce_and_none ();
int px_reduce_and_int (int value, int width) ; unsigned px_reduce_and_uint (unsigned value, int width) ;
int px_reduce_or_none ();
int px_reduce_or_int (int value, int width) ; unsigned px_reduce_or_uint (unsigned value, int width) ;
int px_reduce_xor_none ();
int px_reduce_xor_int (int value, int width) ; unsigned px_reduce_xor_uint (unsigned value, int width) ;

int px_elect_none ();
int px_elect (void) ;





# 255 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_atomic_add_none ();
int px_atomic_add_int (int *p, int value, int order, int scope) ; unsigned px_atomic_add_uint (unsigned *p, unsigned value, int order, int scope) ; long px_atomic_add_long (long *p, long value, int order, int scope) ; unsigned long px_atomic_add_ulong (unsigned long *p, unsigned long value, int order, int scope) ; long long px_atomic_add_llong (long long *p, long long value, int order, int scope) ; unsigned long long px_atomic_add_ullong (unsigned long long *p, unsigned long long value, int order, int scope) ; float px_atomic_add_float (float *p, float value, int order, int scope) ; double px_atomic_add_double (double *p, double value, int order, int scope) ;
px_half2 px_atomic_add_half2 (px_half2 *p, px_half2 value, int order, int scope) ;
px_half px_atomic_add_half (px_half *p, px_half value, int order, int scope) ;
px_bf162 px_atomic_add_bf162 (px_bf162 *p, px_bf162 value, int order, int scope) ;
px_bf16 px_atomic_add_bf16 (px_bf16 *p, px_bf16 value, int order, int scope) ;
int px_atomic_sub_none ();
int px_atomic_sub_int (int *p, int value, int order, int scope) ; unsigned px_atomic_sub_uint (unsigned *p, unsigned value, int order, int scope) ; long px_atomic_sub_long (long *p, long value, int order, int scope) ; unsigned long px_atomic_sub_ulong (unsigned long *p, unsigned long value, int order, int scope) ; long long px_atomic_sub_llong (long long *p, long long value, int order, int scope) ; unsigned long long px_atomic_sub_ullong (unsigned long long *p, unsigned long long value, int order, int scope) ; float px_atomic_sub_float (float *p, float value, int order, int scope) ; double px_atomic_sub_double (double *p, double value, int order, int scope) ;
int px_atomic_min_none ();
int px_atomic_min_int (int *p, int value, int order, int scope) ; unsigned px_atomic_min_uint (unsigned *p, unsigned value, int order, int scope) ; long px_atomic_min_long (long *p, long value, int order, int scope) ; unsigned long px_atomic_min_ulong (unsigned long *p, unsigned long value, int order, int scope) ; long long px_atomic_min_llong (long long *p, long long value, int order, int scope) ; unsigned long long px_atomic_min_ullong (unsigned long long *p, unsigned long long value, int order, int scope) ;
int px_atomic_max_none ();
int px_atomic_max_int (int *p, int value, int order, int scope) ; unsigned px_atomic_max_uint (unsigned *p, unsigned value, int order, int scope) ; long px_atomic_max_long (long *p, long value, int order, int scope) ; unsigned long px_atomic_max_ulong (unsigned long *p, unsigned long value, int order, int scope) ; long long px_atomic_max_llong (long long *p, long long value, int order, int scope) ; unsigned long long px_atomic_max_ullong (unsigned long long *p, unsigned long long value, int order, int scope) ;
int px_atomic_and_none ();
int px_atomic_and_int (int *p, int value, int order, int scope) ; unsigned px_atomic_and_uint (unsigned *p, unsigned value, int order, int scope) ; long px_atomic_and_long (long *p, long value, int order, int scope) ; unsigned long px_atomic_and_ulong (unsigned long *p, unsigned long value, int order, int scope) ; long long px_atomic_and_llong (long long *p, long long value, int order, int scope) ; unsigned long long px_atomic_and_ullong (unsigned long long *p, unsigned long long value, int order, int scope) ;
int px_atomic_or_none ();
int px_atomic_or_int (int *p, int value, int order, int scope) ; unsigned px_atomic_or_uint (unsigned *p, unsigned value, int order, int scope) ; long px_atomic_or_long (long *p, long value, int order, int scope) ; unsigned long px_atomic_or_ulong (unsigned long *p, unsigned long value, int order, int scope) ; long long px_atomic_or_llong (long long *p, long long value, int order, int scope) ; unsigned long long px_atomic_or_ullong (unsigned long long *p, unsigned long long value, int order, int scope) ;
int px_atomic_xor_none ();
int px_atomic_xor_int (int *p, int value, int order, int scope) ; unsigned px_atomic_xor_uint (unsigned *p, unsigned value, int order, int scope) ; long px_atomic_xor_long (long *p, long value, int order, int scope) ; unsigned long px_atomic_xor_ulong (unsigned long *p, unsigned long value, int order, int scope) ; long long px_atomic_xor_llong (long long *p, long long value, int order, int scope) ; unsigned long long px_atomic_xor_ullong (unsigned long long *p, unsigned long long value, int order, int scope) ;
int px_atomic_exchange_none ();
int px_atomic_exchange_int (int *p, int value, int order, int scope) ; unsigned px_atomic_exchange_uint (unsigned *p, unsigned value, int order, int scope) ; long px_atomic_exchange_long (long *p, long value, int order, int scope) ; unsigned long px_atomic_exchange_ulong (unsigned long *p, unsigned long value, int order, int scope) ; long long px_atomic_exchange_llong (long long *p, long long value, int order, int scope) ; unsigned long long px_atomic_exchange_ullong (unsigned long long *p, unsigned long long value, int order, int scope) ; float px_atomic_exchange_float (float *p, float value, int order, int scope) ; double px_atomic_exchange_double (double *p, double value, int order, int scope) ;
px_ulong2 px_atomic_exchange_ulong2 (px_ulong2 *p, px_ulong2 value, int order, int scope) ;

int px_atomic_cas_none ();

int px_atomic_cas_int (int *p, int expected, int value, int order, int scope) ; unsigned px_atomic_cas_uint (unsigned *p, unsigned expected, unsigned value, int order, int scope) ; long px_atomic_cas_long (long *p, long expected, long value, int order, int scope) ; unsigned long px_atomic_cas_ulong (unsigned long *p, unsigned long expected, unsigned long value, int order, int scope) ; long long px_atomic_cas_llong (long long *p, long long expected, long long value, int order, int scope) ; unsigned long long px_atomic_cas_ullong (unsigned long long *p, unsigned long long expected, unsigned long long value, int order, int scope) ; float px_atomic_cas_float (float *p, float expected, float value, int order, int scope) ; double px_atomic_cas_double (double *p, double expected, double value, int order, int scope) ; short px_atomic_cas_short (short *p, short expected, short value, int order, int scope) ; unsigned short px_atomic_cas_ushort (unsigned short *p, unsigned short expected, unsigned short value, int order, int scope) ;
px_ulong2 px_atomic_cas_ulong2 (px_ulong2 *p, px_ulong2 expected, px_ulong2 value, int order, int scope) ;



int px_atomic_inc_none ();
unsigned px_atomic_inc_uint (unsigned *p, unsigned value, int order, int scope) ;
int px_atomic_dec_none ();

unsigned px_atomic_dec_uint (unsigned *p, unsigned value, int order, int scope) ;
# 299 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_atomic_add2_none ();



px_float2 px_atomic_add2_float (float *p, px_float2 value, int order, int scope) ;
px_halfx2 px_atomic_add2_half (px_half *p, px_halfx2 value, int order, int scope) ; px_bf16x2 px_atomic_add2_bf16 (px_bf16 *p, px_bf16x2 value, int order, int scope) ; px_half2x2 px_atomic_add2_half2 (px_half2 *p, px_half2x2 value, int order, int scope) ; px_bf162x2 px_atomic_add2_bf162 (px_bf162 *p, px_bf162x2 value, int order, int scope) ;
int px_atomic_add4_none ();
px_float4 px_atomic_add4_float (float *p, px_float4 value, int order, int scope) ;
px_halfx4 px_atomic_add4_half (px_half *p, px_halfx4 value, int order, int scope) ; px_bf16x4 px_atomic_add4_bf16 (px_bf16 *p, px_bf16x4 value, int order, int scope) ; px_half2x4 px_atomic_add4_half2 (px_half2 *p, px_half2x4 value, int order, int scope) ; px_bf162x4 px_atomic_add4_bf162 (px_bf162 *p, px_bf162x4 value, int order, int scope) ;
int px_atomic_add8_none ();
px_halfx8 px_atomic_add8_half (px_half *p, px_halfx8 value, int order, int scope) ; px_bf16x8 px_atomic_add8_bf16 (px_bf16 *p, px_bf16x8 value, int order, int scope) ;
int px_atomic_min2_none ();
px_halfx2 px_atomic_min2_half (px_half *p, px_halfx2 value, int order, int scope) ; px_bf16x2 px_atomic_min2_bf16 (px_bf16 *p, px_bf16x2 value, int order, int scope) ; px_half2x2 px_atomic_min2_half2 (px_half2 *p, px_half2x2 value, int order, int scope) ; px_bf162x2 px_atomic_min2_bf162 (px_bf162 *p, px_bf162x2 value, int order, int scope) ;
int px_atomic_min4_none ();
px_halfx4 px_atomic_min4_half (px_half *p, px_halfx4 value, int order, int scope) ; px_bf16x4 px_atomic_min4_bf16 (px_bf16 *p, px_bf16x4 value, int order, int scope) ; px_half2x4 px_atomic_min4_half2 (px_half2 *p, px_half2x4 value, int order, int scope) ; px_bf162x4 px_atomic_min4_bf162 (px_bf162 *p, px_bf162x4 value, int order, int scope) ;
int px_atomic_min8_none ();
px_halfx8 px_atomic_min8_half (px_half *p, px_halfx8 value, int order, int scope) ; px_bf16x8 px_atomic_min8_bf16 (px_bf16 *p, px_bf16x8 value, int order, int scope) ;
int px_atomic_max2_none ();
px_halfx2 px_atomic_max2_half (px_half *p, px_halfx2 value, int order, int scope) ; px_bf16x2 px_atomic_max2_bf16 (px_bf16 *p, px_bf16x2 value, int order, int scope) ; px_half2x2 px_atomic_max2_half2 (px_half2 *p, px_half2x2 value, int order, int scope) ; px_bf162x2 px_atomic_max2_bf162 (px_bf162 *p, px_bf162x2 value, int order, int scope) ;
int px_atomic_max4_none ();
px_halfx4 px_atomic_max4_half (px_half *p, px_halfx4 value, int order, int scope) ; px_bf16x4 px_atomic_max4_bf16 (px_bf16 *p, px_bf16x4 value, int order, int scope) ; px_half2x4 px_atomic_max4_half2 (px_half2 *p, px_half2x4 value, int order, int scope) ; px_bf162x4 px_atomic_max4_bf162 (px_bf162 *p, px_bf162x4 value, int order, int scope) ;
int px_atomic_max8_none ();
px_halfx8 px_atomic_max8_half (px_half *p, px_halfx8 value, int order, int scope) ; px_bf16x8 px_atomic_max8_bf16 (px_bf16 *p, px_bf16x8 value, int order, int scope) ;




# 358 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_ld_none ();
int px_ld_int (const int *p, int cache) __attribute__ ((__pure__)); unsigned px_ld_uint (const unsigned *p, int cache) __attribute__ ((__pure__)); long px_ld_long (const long *p, int cache) __attribute__ ((__pure__)); unsigned long px_ld_ulong (const unsigned long *p, int cache) __attribute__ ((__pure__)); long long px_ld_llong (const long long *p, int cache) __attribute__ ((__pure__)); unsigned long long px_ld_ullong (const unsigned long long *p, int cache) __attribute__ ((__pure__)); float px_ld_float (const float *p, int cache) __attribute__ ((__pure__)); double px_ld_double (const double *p, int cache) __attribute__ ((__pure__));
int px_ld2_none ();
px_int2 px_ld2_int (const int *p, int cache) __attribute__ ((__pure__)); px_uint2 px_ld2_uint (const unsigned *p, int cache) __attribute__ ((__pure__)); px_long2 px_ld2_long (const long *p, int cache) __attribute__ ((__pure__)); px_ulong2 px_ld2_ulong (const unsigned long *p, int cache) __attribute__ ((__pure__)); px_float2 px_ld2_float (const float *p, int cache) __attribute__ ((__pure__)); px_double2 px_ld2_double (const double *p, int cache) __attribute__ ((__pure__));
int px_ld4_none ();
px_int4 px_ld4_int (const int *p, int cache) __attribute__ ((__pure__)); px_uint4 px_ld4_uint (const unsigned *p, int cache) __attribute__ ((__pure__)); px_float4 px_ld4_float (const float *p, int cache) __attribute__ ((__pure__));
int px_ldg_none ();

int px_ldg_int (const int *p, int cache) __attribute__ ((__pure__)); unsigned px_ldg_uint (const unsigned *p, int cache) __attribute__ ((__pure__)); long px_ldg_long (const long *p, int cache) __attribute__ ((__pure__)); unsigned long px_ldg_ulong (const unsigned long *p, int cache) __attribute__ ((__pure__)); long long px_ldg_llong (const long long *p, int cache) __attribute__ ((__pure__)); unsigned long long px_ldg_ullong (const unsigned long long *p, int cache) __attribute__ ((__pure__)); float px_ldg_float (const float *p, int cache) __attribute__ ((__pure__)); double px_ldg_double (const double *p, int cache) __attribute__ ((__pure__));
int px_ldg2_none ();
px_int2 px_ldg2_int (const int *p, int cache) __attribute__ ((__pure__)); px_uint2 px_ldg2_uint (const unsigned *p, int cache) __attribute__ ((__pure__)); px_long2 px_ldg2_long (const long *p, int cache) __attribute__ ((__pure__)); px_ulong2 px_ldg2_ulong (const unsigned long *p, int cache) __attribute__ ((__pure__)); px_float2 px_ldg2_float (const float *p, int cache) __attribute__ ((__pure__)); px_double2 px_ldg2_double (const double *p, int cache) __attribute__ ((__pure__));
int px_ldg4_none ();
px_int4 px_ldg4_int (const int *p, int cache) __attribute__ ((__pure__)); px_uint4 px_ldg4_uint (const unsigned *p, int cache) __attribute__ ((__pure__)); px_float4 px_ldg4_float (const float *p, int cache) __attribute__ ((__pure__));
int px_st_none ();
void px_st_int (int *p, int value, int cache) ; void px_st_uint (unsigned *p, unsigned value, int cache) ; void px_st_long (long *p, long value, int cache) ; void px_st_ulong (unsigned long *p, unsigned long value, int cache) ; void px_st_llong (long long *p, long long value, int cache) ; void px_st_ullong (unsigned long long *p, unsigned long long value, int cache) ; void px_st_float (float *p, float value, int cache) ; void px_st_double (double *p, double value, int cache) ;
int px_st2_none ();
void px_st2_int (int *p, px_int2 value, int cache) ; void px_st2_uint (unsigned *p, px_uint2 value, int cache) ; void px_st2_long (long *p, px_long2 value, int cache) ; void px_st2_ulong (unsigned long *p, px_ulong2 value, int cache) ; void px_st2_float (float *p, px_float2 value, int cache) ; void px_st2_double (double *p, px_double2 value, int cache) ;
int px_st4_none ();
void px_st4_int (int *p, px_int4 value, int cache) ; void px_st4_uint (unsigned *p, px_uint4 value, int cache) ; void px_st4_float (float *p, px_float4 value, int cache) ;
# 385 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_atomic_load_none ();

int px_atomic_load_int (const int *p, int order, int scope) ; unsigned px_atomic_load_uint (const unsigned *p, int order, int scope) ; long px_atomic_load_long (const long *p, int order, int scope) ; unsigned long px_atomic_load_ulong (const unsigned long *p, int order, int scope) ; long long px_atomic_load_llong (const long long *p, int order, int scope) ; unsigned long long px_atomic_load_ullong (const unsigned long long *p, int order, int scope) ; float px_atomic_load_float (const float *p, int order, int scope) ; double px_atomic_load_double (const double *p, int order, int scope) ;
int px_atomic_store_none ();

void px_atomic_store_int (int *p, int value, int order, int scope) ; void px_atomic_store_uint (unsigned *p, unsigned value, int order, int scope) ; void px_atomic_store_long (long *p, long value, int order, int scope) ; void px_atomic_store_ulong (unsigned long *p, unsigned long value, int order, int scope) ; void px_atomic_store_llong (long long *p, long long value, int order, int scope) ; void px_atomic_store_ullong (unsigned long long *p, unsigned long long value, int order, int scope) ; void px_atomic_store_float (float *p, float value, int order, int scope) ; void px_atomic_store_double (double *p, double value, int order, int scope) ;
int px_fence_none ();

void px_fence (int scope) ;
int px_fence_seq_cst_none ();
void px_fence_seq_cst (int scope) ;
int px_prefetch_l1_none ();
void px_prefetch_l1 (const void *p) ;
int px_prefetch_l2_none ();
void px_prefetch_l2 (const void *p) ;




# 417 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_fast_sin_none ();
float px_fast_sin_float (float a) __attribute__ ((__const__));
int px_fast_cos_none ();
float px_fast_cos_float (float a) __attribute__ ((__const__));
int px_fast_exp2_none ();
float px_fast_exp2_float (float a) __attribute__ ((__const__));
px_half px_fast_exp2_half (px_half a) __attribute__ ((__const__));
px_half2 px_fast_exp2_half2 (px_half2 a) __attribute__ ((__const__));
px_bf16 px_fast_exp2_bf16 (px_bf16 a) __attribute__ ((__const__));
px_bf162 px_fast_exp2_bf162 (px_bf162 a) __attribute__ ((__const__));
int px_fast_exp_none ();
float px_fast_exp_float (float a) __attribute__ ((__const__));
int px_fast_log2_none ();
float px_fast_log2_float (float a) __attribute__ ((__const__));
int px_fast_log_none ();
float px_fast_log_float (float a) __attribute__ ((__const__));
int px_fast_tanh_none ();
float px_fast_tanh_float (float a) __attribute__ ((__const__));
px_half px_fast_tanh_half (px_half a) __attribute__ ((__const__));
px_half2 px_fast_tanh_half2 (px_half2 a) __attribute__ ((__const__));
px_bf16 px_fast_tanh_bf16 (px_bf16 a) __attribute__ ((__const__));
px_bf162 px_fast_tanh_bf162 (px_bf162 a) __attribute__ ((__const__));
int px_fast_rsqrt_none ();
float px_fast_rsqrt_float (float a) __attribute__ ((__const__));
int px_fast_rcp_none ();
float px_fast_rcp_float (float a) __attribute__ ((__const__));
int px_fast_sqrt_none ();
float px_fast_sqrt_float (float a) __attribute__ ((__const__));
int px_fast_div_none ();
float px_fast_div_float (float a, float b) __attribute__ ((__const__));
# 469 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_add_rn_none (); float px_add_rn_float (float a, float b) __attribute__ ((__const__)); double px_add_rn_double (double a, double b) __attribute__ ((__const__)); int px_add_rz_none (); float px_add_rz_float (float a, float b) __attribute__ ((__const__)); double px_add_rz_double (double a, double b) __attribute__ ((__const__)); int px_add_rm_none (); float px_add_rm_float (float a, float b) __attribute__ ((__const__)); double px_add_rm_double (double a, double b) __attribute__ ((__const__)); int px_add_rp_none (); float px_add_rp_float (float a, float b) __attribute__ ((__const__)); double px_add_rp_double (double a, double b) __attribute__ ((__const__));
int px_sub_rn_none (); float px_sub_rn_float (float a, float b) __attribute__ ((__const__)); double px_sub_rn_double (double a, double b) __attribute__ ((__const__)); int px_sub_rz_none (); float px_sub_rz_float (float a, float b) __attribute__ ((__const__)); double px_sub_rz_double (double a, double b) __attribute__ ((__const__)); int px_sub_rm_none (); float px_sub_rm_float (float a, float b) __attribute__ ((__const__)); double px_sub_rm_double (double a, double b) __attribute__ ((__const__)); int px_sub_rp_none (); float px_sub_rp_float (float a, float b) __attribute__ ((__const__)); double px_sub_rp_double (double a, double b) __attribute__ ((__const__));
int px_mul_rn_none (); float px_mul_rn_float (float a, float b) __attribute__ ((__const__)); double px_mul_rn_double (double a, double b) __attribute__ ((__const__)); int px_mul_rz_none (); float px_mul_rz_float (float a, float b) __attribute__ ((__const__)); double px_mul_rz_double (double a, double b) __attribute__ ((__const__)); int px_mul_rm_none (); float px_mul_rm_float (float a, float b) __attribute__ ((__const__)); double px_mul_rm_double (double a, double b) __attribute__ ((__const__)); int px_mul_rp_none (); float px_mul_rp_float (float a, float b) __attribute__ ((__const__)); double px_mul_rp_double (double a, double b) __attribute__ ((__const__));
int px_div_rn_none (); float px_div_rn_float (float a, float b) __attribute__ ((__const__)); double px_div_rn_double (double a, double b) __attribute__ ((__const__)); int px_div_rz_none (); float px_div_rz_float (float a, float b) __attribute__ ((__const__)); double px_div_rz_double (double a, double b) __attribute__ ((__const__)); int px_div_rm_none (); float px_div_rm_float (float a, float b) __attribute__ ((__const__)); double px_div_rm_double (double a, double b) __attribute__ ((__const__)); int px_div_rp_none (); float px_div_rp_float (float a, float b) __attribute__ ((__const__)); double px_div_rp_double (double a, double b) __attribute__ ((__const__));
int px_fma_rn_none (); float px_fma_rn_float (float a, float b, float c) __attribute__ ((__const__)); double px_fma_rn_double (double a, double b, double c) __attribute__ ((__const__)); int px_fma_rz_none (); float px_fma_rz_float (float a, float b, float c) __attribute__ ((__const__)); double px_fma_rz_double (double a, double b, double c) __attribute__ ((__const__)); int px_fma_rm_none (); float px_fma_rm_float (float a, float b, float c) __attribute__ ((__const__)); double px_fma_rm_double (double a, double b, double c) __attribute__ ((__const__)); int px_fma_rp_none (); float px_fma_rp_float (float a, float b, float c) __attribute__ ((__const__)); double px_fma_rp_double (double a, double b, double c) __attribute__ ((__const__));
int px_rcp_rn_none (); float px_rcp_rn_float (float a) __attribute__ ((__const__)); double px_rcp_rn_double (double a) __attribute__ ((__const__)); int px_rcp_rz_none (); float px_rcp_rz_float (float a) __attribute__ ((__const__)); double px_rcp_rz_double (double a) __attribute__ ((__const__)); int px_rcp_rm_none (); float px_rcp_rm_float (float a) __attribute__ ((__const__)); double px_rcp_rm_double (double a) __attribute__ ((__const__)); int px_rcp_rp_none (); float px_rcp_rp_float (float a) __attribute__ ((__const__)); double px_rcp_rp_double (double a) __attribute__ ((__const__));
int px_sqrt_rn_none (); float px_sqrt_rn_float (float a) __attribute__ ((__const__)); double px_sqrt_rn_double (double a) __attribute__ ((__const__)); int px_sqrt_rz_none (); float px_sqrt_rz_float (float a) __attribute__ ((__const__)); double px_sqrt_rz_double (double a) __attribute__ ((__const__)); int px_sqrt_rm_none (); float px_sqrt_rm_float (float a) __attribute__ ((__const__)); double px_sqrt_rm_double (double a) __attribute__ ((__const__)); int px_sqrt_rp_none (); float px_sqrt_rp_float (float a) __attribute__ ((__const__)); double px_sqrt_rp_double (double a) __attribute__ ((__const__));
int px_saturate_none ();
float px_saturate_float (float a) __attribute__ ((__const__));




# 498 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_brev_none ();
unsigned px_brev_uint (unsigned a) __attribute__ ((__const__)); unsigned long px_brev_ulong (unsigned long a) __attribute__ ((__const__));
int px_clz_none ();
int px_clz_uint (unsigned a) __attribute__ ((__const__)); int px_clz_ulong (unsigned long a) __attribute__ ((__const__));
int px_popc_none ();
int px_popc_uint (unsigned a) __attribute__ ((__const__)); int px_popc_ulong (unsigned long a) __attribute__ ((__const__));
int px_bfe_none ();
int px_bfe_int (int a, unsigned b, unsigned c) __attribute__ ((__const__)); unsigned px_bfe_uint (unsigned a, unsigned b, unsigned c) __attribute__ ((__const__)); long px_bfe_long (long a, unsigned b, unsigned c) __attribute__ ((__const__)); unsigned long px_bfe_ulong (unsigned long a, unsigned b, unsigned c) __attribute__ ((__const__));
int px_bfi_none ();
unsigned px_bfi_uint (unsigned a, unsigned b, unsigned start, unsigned length) __attribute__ ((__const__)); unsigned long px_bfi_ulong (unsigned long a, unsigned long b, unsigned start, unsigned length) __attribute__ ((__const__));
int px_prmt_none ();


unsigned px_prmt_uint (unsigned a, unsigned b, unsigned c) __attribute__ ((__const__));
int px_funnel_left_none ();
unsigned px_funnel_left_uint (unsigned a, unsigned b, unsigned c) __attribute__ ((__const__));
int px_funnel_right_none ();
unsigned px_funnel_right_uint (unsigned a, unsigned b, unsigned c) __attribute__ ((__const__));
int px_lop3_none ();

unsigned px_lop3_uint (unsigned a, unsigned b, unsigned c, int table) __attribute__ ((__const__));

int px_sad_none ();
unsigned px_sad_int (int a, int b, unsigned c) __attribute__ ((__const__)); unsigned px_sad_uint (unsigned a, unsigned b, unsigned c) __attribute__ ((__const__));
int px_mul24_none ();
int px_mul24_int (int a, int b) __attribute__ ((__const__)); unsigned px_mul24_uint (unsigned a, unsigned b) __attribute__ ((__const__));
int px_mulhi_none ();
int px_mulhi_int (int a, int b) __attribute__ ((__const__)); unsigned px_mulhi_uint (unsigned a, unsigned b) __attribute__ ((__const__)); long px_mulhi_long (long a, long b) __attribute__ ((__const__)); unsigned long px_mulhi_ulong (unsigned long a, unsigned long b) __attribute__ ((__const__)); long long px_mulhi_llong (long long a, long long b) __attribute__ ((__const__)); unsigned long long px_mulhi_ullong (unsigned long long a, unsigned long long b) __attribute__ ((__const__));
int px_dp4a_none ();
int px_dp4a_int (int a, int b, int c) __attribute__ ((__const__)); unsigned px_dp4a_uint (unsigned a, unsigned b, unsigned c) __attribute__ ((__const__));
int px_dp2a_lo_none ();
int px_dp2a_lo_int (int a, int b, int c) __attribute__ ((__const__)); unsigned px_dp2a_lo_uint (unsigned a, unsigned b, unsigned c) __attribute__ ((__const__));
int px_dp2a_hi_none ();
int px_dp2a_hi_int (int a, int b, int c) __attribute__ ((__const__)); unsigned px_dp2a_hi_uint (unsigned a, unsigned b, unsigned c) __attribute__ ((__const__));











int px_to_half_none ();
px_half px_to_half_float (float a) __attribute__ ((__const__));
px_half px_to_half_double (double a) __attribute__ ((__const__));
int px_to_bf16_none ();
px_bf16 px_to_bf16_float (float a) __attribute__ ((__const__));
int px_to_tf32_none ();
px_tf32 px_to_tf32_float (float a) __attribute__ ((__const__));
int px_to_float_none ();
float px_to_float_half (px_half a) __attribute__ ((__const__));
float px_to_float_bf16 (px_bf16 a) __attribute__ ((__const__));
float px_to_float_tf32 (px_tf32 a) __attribute__ ((__const__));
int px_to_half2_none ();
px_half2 px_to_half2_float (float a, float b) __attribute__ ((__const__));
int px_to_bf162_none ();
px_bf162 px_to_bf162_float (float a, float b) __attribute__ ((__const__));
int px_to_float2_none ();
px_float2 px_to_float2_half2 (px_half2 a) __attribute__ ((__const__));


px_float2 px_to_float2_bf162 (px_bf162 a) __attribute__ ((__const__));

int px_pack_none ();
px_half2 px_pack_half (px_half a, px_half b) __attribute__ ((__const__));
px_bf162 px_pack_bf16 (px_bf16 a, px_bf16 b) __attribute__ ((__const__));
int px_low_none ();
px_half px_low_half2 (px_half2 a) __attribute__ ((__const__));
px_bf16 px_low_bf162 (px_bf162 a) __attribute__ ((__const__));
int px_high_none ();
px_half px_high_half2 (px_half2 a) __attribute__ ((__const__));
px_bf16 px_high_bf162 (px_bf162 a) __attribute__ ((__const__));

















# 598 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_to_e4m3_none (); px_e4m3 px_to_e4m3_float (float a) __attribute__ ((__const__)); int px_to_e4m3x2_none (); px_e4m3x2 px_to_e4m3x2_float (float low, float high) __attribute__ ((__const__));
int px_to_e5m2_none (); px_e5m2 px_to_e5m2_float (float a) __attribute__ ((__const__)); int px_to_e5m2x2_none (); px_e5m2x2 px_to_e5m2x2_float (float low, float high) __attribute__ ((__const__));






int px_narrow_e4m3_none (); px_e4m3x2 px_narrow_e4m3_half2 (px_half2 a) __attribute__ ((__const__));
int px_narrow_e5m2_none (); px_e5m2x2 px_narrow_e5m2_half2 (px_half2 a) __attribute__ ((__const__));





int px_widen_none ();
px_half px_widen_e4m3 (px_e4m3 a) __attribute__ ((__const__)); px_half2 px_widen_e4m3x2 (px_e4m3x2 a) __attribute__ ((__const__));
px_half px_widen_e5m2 (px_e5m2 a) __attribute__ ((__const__)); px_half2 px_widen_e5m2x2 (px_e5m2x2 a) __attribute__ ((__const__));


# 639 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_add_none ();
px_half px_add_half (px_half a, px_half b) __attribute__ ((__const__)); px_half2 px_add_half2 (px_half2 a, px_half2 b) __attribute__ ((__const__)); px_bf16 px_add_bf16 (px_bf16 a, px_bf16 b) __attribute__ ((__const__)); px_bf162 px_add_bf162 (px_bf162 a, px_bf162 b) __attribute__ ((__const__));
int px_sub_none ();
px_half px_sub_half (px_half a, px_half b) __attribute__ ((__const__)); px_half2 px_sub_half2 (px_half2 a, px_half2 b) __attribute__ ((__const__)); px_bf16 px_sub_bf16 (px_bf16 a, px_bf16 b) __attribute__ ((__const__)); px_bf162 px_sub_bf162 (px_bf162 a, px_bf162 b) __attribute__ ((__const__));
int px_mul_none ();
px_half px_mul_half (px_half a, px_half b) __attribute__ ((__const__)); px_half2 px_mul_half2 (px_half2 a, px_half2 b) __attribute__ ((__const__)); px_bf16 px_mul_bf16 (px_bf16 a, px_bf16 b) __attribute__ ((__const__)); px_bf162 px_mul_bf162 (px_bf162 a, px_bf162 b) __attribute__ ((__const__));
int px_fma_none ();
px_half px_fma_half (px_half a, px_half b, px_half c) __attribute__ ((__const__)); px_half2 px_fma_half2 (px_half2 a, px_half2 b, px_half2 c) __attribute__ ((__const__)); px_bf16 px_fma_bf16 (px_bf16 a, px_bf16 b, px_bf16 c) __attribute__ ((__const__)); px_bf162 px_fma_bf162 (px_bf162 a, px_bf162 b, px_bf162 c) __attribute__ ((__const__));
int px_min_none ();
px_half px_min_half (px_half a, px_half b) __attribute__ ((__const__)); px_half2 px_min_half2 (px_half2 a, px_half2 b) __attribute__ ((__const__)); px_bf16 px_min_bf16 (px_bf16 a, px_bf16 b) __attribute__ ((__const__)); px_bf162 px_min_bf162 (px_bf162 a, px_bf162 b) __attribute__ ((__const__));
int px_max_none ();
px_half px_max_half (px_half a, px_half b) __attribute__ ((__const__)); px_half2 px_max_half2 (px_half2 a, px_half2 b) __attribute__ ((__const__)); px_bf16 px_max_bf16 (px_bf16 a, px_bf16 b) __attribute__ ((__const__)); px_bf162 px_max_bf162 (px_bf162 a, px_bf162 b) __attribute__ ((__const__));
int px_neg_none ();
px_half px_neg_half (px_half a) __attribute__ ((__const__)); px_half2 px_neg_half2 (px_half2 a) __attribute__ ((__const__)); px_bf16 px_neg_bf16 (px_bf16 a) __attribute__ ((__const__)); px_bf162 px_neg_bf162 (px_bf162 a) __attribute__ ((__const__));
int px_abs_none ();
px_half px_abs_half (px_half a) __attribute__ ((__const__)); px_half2 px_abs_half2 (px_half2 a) __attribute__ ((__const__)); px_bf16 px_abs_bf16 (px_bf16 a) __attribute__ ((__const__)); px_bf162 px_abs_bf162 (px_bf162 a) __attribute__ ((__const__));




# 668 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_cp_async_none ();

void px_cp_async (void *to, const void *from, int size) ;

int px_cp_async_cg_none ();

void px_cp_async_cg (void *to, const void *from) ;

int px_cp_async_zero_none ();

void px_cp_async_zero (void *to, const void *from, int size, unsigned valid) ;


int px_cp_async_cg_zero_none ();

void px_cp_async_cg_zero (void *to, const void *from, unsigned valid) ;



int px_bulk_load_none ();
void px_bulk_load_at (void *to, const void *from, unsigned size, int policy, int unit, unsigned long barrier) ;


int px_bulk_load_multicast_none ();

void px_bulk_load_multicast_at (void *to, const void *from, unsigned size, unsigned short blocks, int policy, int unit, unsigned long barrier) ;



int px_bulk_store_none ();
void px_bulk_store_at (void *to, const void *from, unsigned size, int policy, int unit) ;
# 712 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_bulk_add_none ();


void px_bulk_add_int (int *to, const int *from, unsigned size, int policy, int unit) ; void px_bulk_add_uint (unsigned *to, const unsigned *from, unsigned size, int policy, int unit) ; void px_bulk_add_long (long *to, const long *from, unsigned size, int policy, int unit) ; void px_bulk_add_ulong (unsigned long *to, const unsigned long *from, unsigned size, int policy, int unit) ; void px_bulk_add_llong (long long *to, const long long *from, unsigned size, int policy, int unit) ; void px_bulk_add_ullong (unsigned long long *to, const unsigned long long *from, unsigned size, int policy, int unit) ; void px_bulk_add_float (float *to, const float *from, unsigned size, int policy, int unit) ; void px_bulk_add_double (double *to, const double *from, unsigned size, int policy, int unit) ;
void px_bulk_add_half (px_half *to, const px_half *from, unsigned size, int policy, int unit) ; void px_bulk_add_bf16 (px_bf16 *to, const px_bf16 *from, unsigned size, int policy, int unit) ;
int px_bulk_min_none ();
void px_bulk_min_int (int *to, const int *from, unsigned size, int policy, int unit) ; void px_bulk_min_uint (unsigned *to, const unsigned *from, unsigned size, int policy, int unit) ; void px_bulk_min_long (long *to, const long *from, unsigned size, int policy, int unit) ; void px_bulk_min_ulong (unsigned long *to, const unsigned long *from, unsigned size, int policy, int unit) ; void px_bulk_min_llong (long long *to, const long long *from, unsigned size, int policy, int unit) ; void px_bulk_min_ullong (unsigned long long *to, const unsigned long long *from, unsigned size, int policy, int unit) ;
void px_bulk_min_half (px_half *to, const px_half *from, unsigned size, int policy, int unit) ; void px_bulk_min_bf16 (px_bf16 *to, const px_bf16 *from, unsigned size, int policy, int unit) ;
int px_bulk_max_none ();
void px_bulk_max_int (int *to, const int *from, unsigned size, int policy, int unit) ; void px_bulk_max_uint (unsigned *to, const unsigned *from, unsigned size, int policy, int unit) ; void px_bulk_max_long (long *to, const long *from, unsigned size, int policy, int unit) ; void px_bulk_max_ulong (unsigned long *to, const unsigned long *from, unsigned size, int policy, int unit) ; void px_bulk_max_llong (long long *to, const long long *from, unsigned size, int policy, int unit) ; void px_bulk_max_ullong (unsigned long long *to, const unsigned long long *from, unsigned size, int policy, int unit) ;
void px_bulk_max_half (px_half *to, const px_half *from, unsigned size, int policy, int unit) ; void px_bulk_max_bf16 (px_bf16 *to, const px_bf16 *from, unsigned size, int policy, int unit) ;
int px_bulk_and_none ();
void px_bulk_and_int (int *to, const int *from, unsigned size, int policy, int unit) ; void px_bulk_and_uint (unsigned *to, const unsigned *from, unsigned size, int policy, int unit) ; void px_bulk_and_long (long *to, const long *from, unsigned size, int policy, int unit) ; void px_bulk_and_ulong (unsigned long *to, const unsigned long *from, unsigned size, int policy, int unit) ; void px_bulk_and_llong (long long *to, const long long *from, unsigned size, int policy, int unit) ; void px_bulk_and_ullong (unsigned long long *to, const unsigned long long *from, unsigned size, int policy, int unit) ;
int px_bulk_or_none ();
void px_bulk_or_int (int *to, const int *from, unsigned size, int policy, int unit) ; void px_bulk_or_uint (unsigned *to, const unsigned *from, unsigned size, int policy, int unit) ; void px_bulk_or_long (long *to, const long *from, unsigned size, int policy, int unit) ; void px_bulk_or_ulong (unsigned long *to, const unsigned long *from, unsigned size, int policy, int unit) ; void px_bulk_or_llong (long long *to, const long long *from, unsigned size, int policy, int unit) ; void px_bulk_or_ullong (unsigned long long *to, const unsigned long long *from, unsigned size, int policy, int unit) ;
int px_bulk_xor_none ();
void px_bulk_xor_int (int *to, const int *from, unsigned size, int policy, int unit) ; void px_bulk_xor_uint (unsigned *to, const unsigned *from, unsigned size, int policy, int unit) ; void px_bulk_xor_long (long *to, const long *from, unsigned size, int policy, int unit) ; void px_bulk_xor_ulong (unsigned long *to, const unsigned long *from, unsigned size, int policy, int unit) ; void px_bulk_xor_llong (long long *to, const long long *from, unsigned size, int policy, int unit) ; void px_bulk_xor_ullong (unsigned long long *to, const unsigned long long *from, unsigned size, int policy, int unit) ;
int px_bulk_prefetch_none ();
void px_bulk_prefetch_at (const void *from, unsigned size, int unit) ;
# 822 "/work/b/mend3/t/include/px/intrinsics.def" 3
int px_tensor_load_none ();




void px_tensor_load_1 (void *to, const px_tensor_map *map, int policy, int unit, unsigned long barrier, long shape, int x) ; void px_tensor_load_2 (void *to, const px_tensor_map *map, int policy, int unit, unsigned long barrier, long shape, int x, int y) ; void px_tensor_load_3 (void *to, const px_tensor_map *map, int policy, int unit, unsigned long barrier, long shape, int x, int y, int z) ; void px_tensor_load_4 (void *to, const px_tensor_map *map, int policy, int unit, unsigned long barrier, long shape, int x, int y, int z, int u) ; void px_tensor_load_5 (void *to, const px_tensor_map *map, int policy, int unit, unsigned long barrier, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_load_multicast_none ();

void px_tensor_load_multicast_1 (void *to, const px_tensor_map *map, unsigned short blocks, int policy, int unit, unsigned long barrier, long shape, int x) ; void px_tensor_load_multicast_2 (void *to, const px_tensor_map *map, unsigned short blocks, int policy, int unit, unsigned long barrier, long shape, int x, int y) ; void px_tensor_load_multicast_3 (void *to, const px_tensor_map *map, unsigned short blocks, int policy, int unit, unsigned long barrier, long shape, int x, int y, int z) ; void px_tensor_load_multicast_4 (void *to, const px_tensor_map *map, unsigned short blocks, int policy, int unit, unsigned long barrier, long shape, int x, int y, int z, int u) ; void px_tensor_load_multicast_5 (void *to, const px_tensor_map *map, unsigned short blocks, int policy, int unit, unsigned long barrier, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_load_im2col_none ();


void px_tensor_load_im2col_3 (void *to, const px_tensor_map *map, int policy, unsigned long barrier, int unit, long shape, unsigned short i, int x, int y, int z) ; void px_tensor_load_im2col_4 (void *to, const px_tensor_map *map, int policy, unsigned long barrier, int unit, long shape, unsigned short i, unsigned short j, int x, int y, int z, int u) ; void px_tensor_load_im2col_5 (void *to, const px_tensor_map *map, int policy, unsigned long barrier, int unit, long shape, unsigned short i, unsigned short j, unsigned short k, int x, int y, int z, int u, int v) ;
int px_tensor_load_im2col_multicast_none ();

void px_tensor_load_im2col_multicast_3 (void *to, const px_tensor_map *map, unsigned short blocks, int policy, unsigned long barrier, int unit, long shape, unsigned short i, int x, int y, int z) ; void px_tensor_load_im2col_multicast_4 (void *to, const px_tensor_map *map, unsigned short blocks, int policy, unsigned long barrier, int unit, long shape, unsigned short i, unsigned short j, int x, int y, int z, int u) ; void px_tensor_load_im2col_multicast_5 (void *to, const px_tensor_map *map, unsigned short blocks, int policy, unsigned long barrier, int unit, long shape, unsigned short i, unsigned short j, unsigned short k, int x, int y, int z, int u, int v) ;
int px_tensor_store_im2col_none ();
void px_tensor_store_im2col_3 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z) ; void px_tensor_store_im2col_4 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u) ; void px_tensor_store_im2col_5 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_add_im2col_none ();
void px_tensor_add_im2col_3 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z) ; void px_tensor_add_im2col_4 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u) ; void px_tensor_add_im2col_5 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_prefetch_im2col_none ();
void px_tensor_prefetch_im2col_3 (const px_tensor_map *map, int policy, int unit, unsigned short i, int x, int y, int z) ; void px_tensor_prefetch_im2col_4 (const px_tensor_map *map, int policy, int unit, unsigned short i, unsigned short j, int x, int y, int z, int u) ; void px_tensor_prefetch_im2col_5 (const px_tensor_map *map, int policy, int unit, unsigned short i, unsigned short j, unsigned short k, int x, int y, int z, int u, int v) ;
int px_tensor_store_none ();
void px_tensor_store_1 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x) ; void px_tensor_store_2 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y) ; void px_tensor_store_3 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z) ; void px_tensor_store_4 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u) ; void px_tensor_store_5 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_add_none ();

void px_tensor_add_1 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x) ; void px_tensor_add_2 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y) ; void px_tensor_add_3 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z) ; void px_tensor_add_4 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u) ; void px_tensor_add_5 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_min_none ();
void px_tensor_min_1 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x) ; void px_tensor_min_2 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y) ; void px_tensor_min_3 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z) ; void px_tensor_min_4 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u) ; void px_tensor_min_5 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_max_none ();
void px_tensor_max_1 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x) ; void px_tensor_max_2 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y) ; void px_tensor_max_3 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z) ; void px_tensor_max_4 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u) ; void px_tensor_max_5 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_inc_none ();
void px_tensor_inc_1 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x) ; void px_tensor_inc_2 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y) ; void px_tensor_inc_3 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z) ; void px_tensor_inc_4 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u) ; void px_tensor_inc_5 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_dec_none ();
void px_tensor_dec_1 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x) ; void px_tensor_dec_2 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y) ; void px_tensor_dec_3 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z) ; void px_tensor_dec_4 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u) ; void px_tensor_dec_5 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_and_none ();
void px_tensor_and_1 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x) ; void px_tensor_and_2 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y) ; void px_tensor_and_3 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z) ; void px_tensor_and_4 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u) ; void px_tensor_and_5 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_or_none ();
void px_tensor_or_1 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x) ; void px_tensor_or_2 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y) ; void px_tensor_or_3 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z) ; void px_tensor_or_4 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u) ; void px_tensor_or_5 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_xor_none ();
void px_tensor_xor_1 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x) ; void px_tensor_xor_2 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y) ; void px_tensor_xor_3 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z) ; void px_tensor_xor_4 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u) ; void px_tensor_xor_5 (const px_tensor_map *map, const void *from, int policy, int unit, long shape, int x, int y, int z, int u, int v) ;
int px_tensor_prefetch_none ();
void px_tensor_prefetch_1 (const px_tensor_map *map, int policy, int unit, int x) ; void px_tensor_prefetch_2 (const px_tensor_map *map, int policy, int unit, int x, int y) ; void px_tensor_prefetch_3 (const px_tensor_map *map, int policy, int unit, int x, int y, int z) ; void px_tensor_prefetch_4 (const px_tensor_map *map, int policy, int unit, int x, int y, int z, int u) ; void px_tensor_prefetch_5 (const px_tensor_map *map, int policy, int unit, int x, int y, int z, int u, int v) ;
int px_tensor_map_prefetch_none ();

void px_tensor_map_prefetch_at (const px_tensor_map *map, int unit) ;







int px_give_turn_none ();
void px_give_turn_at (px_turn *turn, int unit) ;
int px_take_turn_none ();
void px_take_turn_at (px_turn *turn, int unit) ;






int px_map_shared_none ();


void * px_map_shared_at (const void *p, int rank) __attribute__ ((__const__));












int px_mbarrier_init_none ();
void px_mbarrier_init (unsigned long *p, unsigned count) ;
int px_mbarrier_inval_none ();
void px_mbarrier_inval (unsigned long *p) ;
int px_mbarrier_arrive_none ();
long px_mbarrier_arrive (unsigned long *p) ;
int px_mbarrier_arrive_drop_none ();
long px_mbarrier_arrive_drop (unsigned long *p) ;
int px_mbarrier_expect_none ();
void px_mbarrier_expect (unsigned long *p, unsigned bytes) ;

int px_mbarrier_arrive_expect_none ();
long px_mbarrier_arrive_expect (unsigned long *p, unsigned bytes) ;

int px_mbarrier_test_none ();
int px_mbarrier_test (unsigned long *p, long phase) ;

int px_mbarrier_test_parity_none ();
int px_mbarrier_test_parity (unsigned long *p, unsigned parity) ;

int px_mbarrier_try_none ();
int px_mbarrier_try (unsigned long *p, long phase) ;

int px_mbarrier_try_parity_none ();
int px_mbarrier_try_parity (unsigned long *p, unsigned parity) ;





int px_setmaxnreg_inc_none ();


void px_setmaxnreg_inc (int n) ;

int px_setmaxnreg_dec_none ();
void px_setmaxnreg_dec (int n) ;





int px_clock_none ();
unsigned px_clock (void) ;
int px_clock64_none ();
unsigned long px_clock64 (void) ;
int px_globaltimer_none ();
unsigned long px_globaltimer (void) ;
int px_nanosleep_none ();
void px_nanosleep (unsigned ns) ;
int px_dependents_wait_none ();


void px_dependents_wait (void) ;
int px_dependents_launch_none ();
void px_dependents_launch (void) ;
int px_arch_none ();

int px_arch (void) __attribute__ ((__const__));
int px_trap_none ();
void px_trap (void) ;
# 85 "/work/b/mend3/t/include/px/intrinsics.h" 2 3
# 136 "/work/b/mend3/t/include/px/intrinsics.h" 3
int __px_call ();
# 18 "/work/b/mend3/t/include/px.h" 2





       
# 24 "/work/b/mend3/t/include/px.h" 3
# 39 "/work/b/mend3/t/include/px.h" 3
int __px_enter (const char *, const char *, ...);
int __px_id (const char *, int, ...) __attribute__ ((__const__));
void __px_assume (int, const char *);
const struct px_symbol *__px_symbol (const volatile void *);
# 150 "/work/b/mend3/t/include/px.h" 3
# 1 "/work/b/mend3/t/include/px/math.h" 1 3
# 20 "/work/b/mend3/t/include/px/math.h" 3
__attribute__ ((px_mathematics)) static inline unsigned
__px_bits_of (float x)
{
  union { float f; unsigned u; } v = { x };
  return v.u;
}

__attribute__ ((px_mathematics)) static inline float
__px_of_bits (unsigned x)
{
  union { unsigned u; float f; } v = { x };
  return v.f;
}


__attribute__ ((px_mathematics)) static inline float
__px_power (int i)
{
  return __px_of_bits ((unsigned) (i + 127) << 23);
}
# 50 "/work/b/mend3/t/include/px/math.h" 3
__attribute__ ((px_mathematics)) static inline float
__px_scale (float p, float t)
{
  unsigned b = __px_bits_of (t), h = b >> 1;
  return p * __px_of_bits (h << 23) * __px_of_bits ((b - h) << 23);
}


__attribute__ ((px_mathematics)) static inline float
__px_sign_of (float x, float s)
{
  return __px_of_bits ((__px_bits_of (x) & 0x7fffffff) | (__px_bits_of (s) & 0x80000000));
}




__attribute__ ((px_mathematics)) static inline float
__px_exp_scaled (float x, int k)
{
  const float c = (0x1.8p23f + 254.0f) + (float) k;
  float t = __builtin_fminf (__builtin_fmaf (x, 0x1.715476p+0f, c), c + 130.0f), n = t - c;
  float r = __builtin_fmaf (n, -0x1.62e430p-1f, x);
  r = __builtin_fmaf (n, 0x1.05c610p-29f, r);
  float p = 0x1.6ff2c6p-10f;
  p = __builtin_fmaf (p, r, 0x1.125914p-7f);
  p = __builtin_fmaf (p, r, 0x1.5552fap-5f);
  p = __builtin_fmaf (p, r, 0x1.555464p-3f);
  p = __builtin_fmaf (p, r, 0.5f);
  p = __builtin_fmaf (p, r, 1.0f);
  p = __builtin_fmaf (p, r, 1.0f);
  return __px_scale (p, t);
}


__attribute__ ((px_mathematics)) static inline float
__px_expf (float x)
{
  return __px_exp_scaled (x < -104.5f ? -104.5f : x, 0);
}


__attribute__ ((px_mathematics)) static inline float
__px_exp2_p (float r)
{
  float p = 0x1.4bc11cp-13f;
  p = __builtin_fmaf (p, r, 0x1.5fc042p-10f);
  p = __builtin_fmaf (p, r, 0x1.3b21c8p-7f);
  p = __builtin_fmaf (p, r, 0x1.c6ada6p-5f);
  p = __builtin_fmaf (p, r, 0x1.ebfbe6p-3f);
  p = __builtin_fmaf (p, r, 0x1.62e432p-1f);
  return __builtin_fmaf (p, r, 1.0f);
}


__attribute__ ((px_mathematics)) static inline float
__px_exp2f (float x)
{
  x = x < -151.0f ? -151.0f : x;
  float t = __builtin_fminf (__builtin_fmaf (x, 1.0f, (0x1.8p23f + 254.0f)), (0x1.8p23f + 254.0f) + 130.0f);
  return __px_scale (__px_exp2_p (__builtin_fmaf (t - (0x1.8p23f + 254.0f), -1.0f, x)), t);
}



__attribute__ ((px_mathematics)) static inline float
__px_normal (float x)
{
  return x < 0x1p-126f ? x * 0x1p23f : x;
}


__attribute__ ((px_mathematics)) static inline unsigned
__px_exponent (unsigned b)
{
  return (b - 0x3f2aaaab) & 0xff800000;
}


__attribute__ ((px_mathematics)) static inline float
__px_log_p (float f)
{
  float p = 0x1.f9c936p-4f;
  p = __builtin_fmaf (p, f, -0x1.0848fep-3f);
  p = __builtin_fmaf (p, f, 0x1.b5446ep-4f);
  p = __builtin_fmaf (p, f, -0x1.f31686p-4f);
  p = __builtin_fmaf (p, f, 0x1.2515a8p-3f);
  p = __builtin_fmaf (p, f, -0x1.559c96p-3f);
  p = __builtin_fmaf (p, f, 0x1.999680p-3f);
  p = __builtin_fmaf (p, f, -0x1.fffefep-3f);
  return __builtin_fmaf (p, f, 0x1.555558p-2f);
}



__attribute__ ((px_mathematics)) static inline float
__px_log_result (float x, float p)
{
  if (!(x > 0 && x < __builtin_inff ()))
    p = x == 0 ? -__builtin_inff () : x > 0 ? x : x < 0 ? __builtin_nanf ("") : x + x;
  return p;
}

__attribute__ ((px_mathematics)) static inline float
__px_logf (float x)
{
  unsigned b = __px_bits_of (__px_normal (x)), k = __px_exponent (b);
  float e = __builtin_fmaf ((float) (int) k, 0x1p-23f, x < 0x1p-126f ? -23.0f : 0.0f);
  float f = __px_of_bits (b - k) - 1.0f;
  float p = __builtin_fmaf (__builtin_fmaf (__px_log_p (f), f, -0.5f) * f, f, f);
  return __px_log_result (x, __builtin_fmaf (e, 0x1.62e430p-1f, p));
}



__attribute__ ((px_mathematics)) static inline float
__px_log2f (float x)
{
  unsigned b = __px_bits_of (__px_normal (x)), k = __px_exponent (b);
  float e = __builtin_fmaf ((float) (int) k, 0x1p-23f, x < 0x1p-126f ? -23.0f : 0.0f);
  float f = __px_of_bits (b - k) - 1.0f;
  float h = __builtin_fmaf (f, 0x1.715476p+0f, e), l = __builtin_fmaf (f, 0x1.715476p+0f, e - h), u = f * f;
  l = __builtin_fmaf (f, 0x1.4ae0c0p-26f, l);
  l = __builtin_fmaf (__px_log_p (f) * f * u, 0x1.715476p+0f, l);
  return __px_log_result (x, h + __builtin_fmaf (u, -0x1.715476p-1f, l));
}



__attribute__ ((px_mathematics)) static inline float
__px_log10f (float x)
{
  unsigned b = __px_bits_of (__px_normal (x)), k = __px_exponent (b);
  float e = __builtin_fmaf ((float) (int) k, 0x1p-23f, x < 0x1p-126f ? -23.0f : 0.0f);
  float f = __px_of_bits (b - k) - 1.0f;
  float q = __builtin_fmaf (__px_log_p (f), f, -0.5f) * f * f;
  float h = f * 0x1.bcb7b2p-2f, l = __builtin_fmaf (f, 0x1.bcb7b2p-2f, -h);
  l = __builtin_fmaf (q, 0x1.bcb7b2p-2f, __builtin_fmaf (f, -0x1.5b235ep-27f, l));
  h = __builtin_fmaf (e, 0x1.344136p-2f, h);
  return __px_log_result (x, h + __builtin_fmaf (e, -0x1.ec10c0p-27f, l));
}





__attribute__ ((px_mathematics)) static inline unsigned long long
__px_turns (float x)
{
  unsigned b = __px_bits_of (x), m = (b & 0x7fffff) | 0x800000, p = (b >> 23) - 120, s = p & 31;
  unsigned w0 = 0, w1 = 0xa2f9836e, w2 = 0x4e441529, w3 = 0xfc2757d1, w4 = 0xf534ddc0;
  unsigned w5 = 0xdb629599, w6 = 0x3c439041;
  if (p & 128)
    {
      w0 = w4;
      w1 = w5;
      w2 = w6;
      w3 = 0xfe5163ab;
    }
  if (p & 64)
    {
      w0 = w2;
      w1 = w3;
      w2 = w4;
      w3 = w5;
      w4 = w6;
    }
  if (p & 32)
    {
      w0 = w1;
      w1 = w2;
      w2 = w3;
      w3 = w4;
    }
  unsigned h = (unsigned) (((unsigned long long) w0 << 32 | w1) << s >> 32);
  unsigned l = (unsigned) (((unsigned long long) w1 << 32 | w2) << s >> 32);
  unsigned t = (unsigned) (((unsigned long long) w2 << 32 | w3) << s >> 32);
  return ((unsigned long long) h << 32 | l) * m + ((unsigned long long) t * m >> 32);
}


struct __px_reduced
{
  float r;
  unsigned n;
};



__attribute__ ((px_mathematics)) static inline struct __px_reduced
__px_reduce (float x)
{
  struct __px_reduced d;
  float t = __builtin_fmaf (x, 0x1.45f306p-1f, 0x1.8p23f), n = t - 0x1.8p23f;
  d.n = __px_bits_of (t);
  d.r = __builtin_fmaf (n, -0x1.921fb4p+0f, x);
  d.r = __builtin_fmaf (n, -0x1.4442d0p-24f, d.r);
  d.r = __builtin_fmaf (n, -0x1.84698ap-48f, d.r);
  if (x >= 0x1p17f)
    {
      unsigned long long w = __px_turns (x), q = (w + (1ull << 61)) >> 62;
      d.n = (unsigned) q;
      d.r = (float) ((double) (long long) (w - (q << 62)) * (0x1.921fb54442d18p+0 * 0x1p-62));
      if (!(x < __builtin_inff ()))
 d.r = __builtin_nanf ("");
    }
  return d;
}



__attribute__ ((px_mathematics)) static inline float
__px_sin_of (struct __px_reduced d)
{
  float r = d.r, u = r * r, a = d.n & 1 ? 1.0f : r;
  float p = d.n & 1 ? 0x1.99e140p-16f : 0x1.7b5850p-19f;
  p = __builtin_fmaf (p, u, d.n & 1 ? -0x1.6c0c1ap-10f : -0x1.a056a2p-13f);
  p = __builtin_fmaf (p, u, d.n & 1 ? 0x1.55554ap-5f : 0x1.111172p-7f);
  p = __builtin_fmaf (p, u, d.n & 1 ? -0.5f : -0x1.555556p-3f);
  p = __builtin_fmaf (p, a * u, a);
  return __px_of_bits (__px_bits_of (p) ^ (d.n << 30 & 0x80000000));
}


__attribute__ ((px_mathematics)) static inline float
__px_sinf (float x)
{
  float s = __px_sin_of (__px_reduce (__builtin_fabsf (x)));
  return __px_of_bits (__px_bits_of (s) ^ (__px_bits_of (x) & 0x80000000));
}

__attribute__ ((px_mathematics)) static inline float
__px_cosf (float x)
{
  struct __px_reduced d = __px_reduce (__builtin_fabsf (x));
  d.n++;
  return __px_sin_of (d);
}


__attribute__ ((px_mathematics)) static inline float
__px_tanf (float x)
{
  struct __px_reduced d = __px_reduce (__builtin_fabsf (x));
  float r = d.r, u = r * r;
  float p = 0x1.23c360p-8f;
  p = __builtin_fmaf (p, u, -0x1.39adc8p-14f);
  p = __builtin_fmaf (p, u, 0x1.67818ep-7f);
  p = __builtin_fmaf (p, u, 0x1.5bd264p-6f);
  p = __builtin_fmaf (p, u, 0x1.baf0d8p-5f);
  p = __builtin_fmaf (p, u, 0x1.110d1ap-3f);
  p = __builtin_fmaf (p, u, 0x1.555562p-2f);
  p = __builtin_fmaf (p, r * u, r);
  if (d.n & 1)
    p = -1.0f / p;
  return __px_of_bits (__px_bits_of (p) ^ (__px_bits_of (x) & 0x80000000));
}



__attribute__ ((px_mathematics)) static inline float
__px_tanhf (float x)
{
  float y = __builtin_fabsf (x), u = y * y;
  float p = -0x1.9921a0p-8f;
  p = __builtin_fmaf (p, u, 0x1.58e518p-6f);
  p = __builtin_fmaf (p, u, -0x1.b91e7ep-5f);
  p = __builtin_fmaf (p, u, 0x1.110ceep-3f);
  p = __builtin_fmaf (p, u, -0x1.55554ap-2f);
  p = __builtin_fmaf (p, y * u, y);
  if (!(y <= 0.55f))
    p = __builtin_fmaf (-2.0f, 1.0f / (__px_exp_scaled (y > 10.0f ? 20.0f : y + y, 0) + 1.0f), 1.0f);
  return __px_sign_of (p, x);
}



__attribute__ ((px_mathematics)) static inline float
__px_sinhf (float x)
{
  float y = __builtin_fabsf (x), u = y * y;
  float p = 0x1.756c1ep-19f;
  p = __builtin_fmaf (p, u, 0x1.a022bcp-13f);
  p = __builtin_fmaf (p, u, 0x1.1110e0p-7f);
  p = __builtin_fmaf (p, u, 0x1.555556p-3f);
  p = __builtin_fmaf (p, y * u, y);
  if (!(y <= 1.0f))
    {
      float w = __px_exp_scaled (y > 90.0f ? 90.0f : y, -1);
      p = __builtin_fmaf (-0.25f, 1.0f / w, w);
    }
  return __px_sign_of (p, x);
}

__attribute__ ((px_mathematics)) static inline float
__px_coshf (float x)
{
  float y = __builtin_fabsf (x), w = __px_exp_scaled (y > 90.0f ? 90.0f : y, -1);
  return __builtin_fmaf (0.25f, 1.0f / w, w);
}




__attribute__ ((px_mathematics)) static inline float
__px_expm1f (float x)
{
  float y = x > 89.0f ? 89.0f : x;
  y = y < -17.5f ? -17.5f : y;
  float t = __builtin_fmaf (y, __builtin_fabsf (y) < 0.5f ? 0.0f : 0x1.715476p+0f, 0x1.8p23f);
  float n = t - 0x1.8p23f;
  float r = __builtin_fmaf (n, -0x1.62e430p-1f, y);
  r = __builtin_fmaf (n, 0x1.05c610p-29f, r);
  float p = 0x1.a1432ep-13f;
  p = __builtin_fmaf (p, r, 0x1.6f0000p-10f);
  p = __builtin_fmaf (p, r, 0x1.11108ap-7f);
  p = __builtin_fmaf (p, r, 0x1.555232p-5f);
  p = __builtin_fmaf (p, r, 0x1.555558p-3f);
  p = __builtin_fmaf (p, r, 0x1.000002p-1f);
  p *= r * r;
  float h = __px_power ((int) __px_bits_of (t) - 0x4b400001);

  p = __builtin_fmaf (r, h, __builtin_fmaf (p, h, h >= 0x1p24f ? -0.5f : 0.0f));
  p = __builtin_fmaf (h, 1.0f, -0.5f) + p;
  return __builtin_fabsf (x) < 0x1p-24f ? x : p + p;
}




__attribute__ ((px_mathematics)) static inline float
__px_log1pf (float x)
{
  unsigned k = __px_exponent (__px_bits_of (1.0f + x));
  float e = (float) (int) k * 0x1p-23f, s = __px_of_bits (0x40800000 - k);
  float c = __builtin_fmaf (s, 0.25f, -1.0f), y = x * 0.25f;
  float f = __builtin_fmaf (y, s, c), l = __builtin_fmaf (y, s, c - f);
  float p = __builtin_fmaf (__builtin_fmaf (__px_log_p (f), f, -0.5f) * f, f, l * (1.0f - f));
  p = __builtin_fmaf (e, 0x1.62e430p-1f, __builtin_fmaf (f, 1.0f, p));
  if (!(x > -1.0f && x < __builtin_inff ()))
    p = x == -1.0f ? -__builtin_inff () : x > 0 ? x : x < 0 ? __builtin_nanf ("") : x + x;
  return __builtin_fabsf (x) < 0x1p-24f ? x : p;
}


__attribute__ ((px_mathematics)) static inline float
__px_atan_of (float a)
{
  float u = a * a;
  float p = -0x1.d32dbcp-10f;
  p = __builtin_fmaf (p, u, 0x1.6410e6p-7f);
  p = __builtin_fmaf (p, u, -0x1.fd6fbcp-6f);
  p = __builtin_fmaf (p, u, 0x1.da24cap-5f);
  p = __builtin_fmaf (p, u, -0x1.580814p-4f);
  p = __builtin_fmaf (p, u, 0x1.c08c1ap-4f);
  p = __builtin_fmaf (p, u, -0x1.242084p-3f);
  p = __builtin_fmaf (p, u, 0x1.9991e4p-3f);
  p = __builtin_fmaf (p, u, -0x1.55553ep-2f);
  return __builtin_fmaf (p, a * u, a);
}


__attribute__ ((px_mathematics)) static inline float
__px_complement (float p)
{
  return __builtin_fmaf (0x1.921fb6p+0f, 1.0f, -0x1.777a5cp-25f - p);
}

__attribute__ ((px_mathematics)) static inline float
__px_atanf (float x)
{
  float y = __builtin_fabsf (x);
  float p = __px_atan_of (y > 1.0f ? 1.0f / y : y);
  return __px_sign_of (y > 1.0f ? __px_complement (p) : p, x);
}


__attribute__ ((px_mathematics)) static inline float
__px_atan2f (float y, float x)
{
  float a = __builtin_fabsf (x), b = __builtin_fabsf (y), l = a < b ? b : a, s = a < b ? a : b;
  float q = s / l;
  if (l == 0 || s == __builtin_inff ())
    q = l == 0 ? 0.0f : 1.0f;
  float p = __px_atan_of (q);
  p = a < b ? __px_complement (p) : p;
  if (__px_bits_of (x) >> 31)
    p = __builtin_fmaf (0x1.921fb6p+1f, 1.0f, -0x1.777a5cp-24f - p);
  return x != x || y != y ? x + y : __px_sign_of (p, y);
}


__attribute__ ((px_mathematics)) static inline float
__px_asin_rest (float a, float u)
{
  float p = 0x1.595c58p-5f;
  p = __builtin_fmaf (p, u, 0x1.8c3e54p-6f);
  p = __builtin_fmaf (p, u, 0x1.747bb8p-5f);
  p = __builtin_fmaf (p, u, 0x1.330204p-4f);
  p = __builtin_fmaf (p, u, 0x1.5555c8p-3f);
  return p * (a * u);
}



__attribute__ ((px_mathematics)) static inline float
__px_asinf (float x)
{
  float y = __builtin_fabsf (x), u = y > 0.5f ? __builtin_fmaf (-0.5f, y, 0.5f) : y * y;
  float a = y > 0.5f ? __builtin_sqrtf (u) : y, r = __px_asin_rest (a, u);
  float h = __builtin_fmaf (-2.0f, a, 0x1.921fb6p+0f), l = __builtin_fmaf (-2.0f, a, 0x1.921fb6p+0f - h);
  float p = y > 0.5f ? h + __builtin_fmaf (-2.0f, r, l - 0x1.777a5cp-25f) : a + r;
  return y <= 1.0f ? __px_sign_of (p, x) : __builtin_nanf ("");
}

__attribute__ ((px_mathematics)) static inline float
__px_acosf (float x)
{
  float y = __builtin_fabsf (x), u = y > 0.5f ? __builtin_fmaf (-0.5f, y, 0.5f) : y * y;
  float a = y > 0.5f ? __builtin_sqrtf (u) : y, p = a + __px_asin_rest (a, u);
  if (!(y > 0.5f))
    return __px_complement (x < 0 ? -p : p);
  p += p;
  return x < 0 ? __builtin_fmaf (0x1.921fb6p+1f, 1.0f, -0x1.777a5cp-24f - p) : p;
}



__attribute__ ((px_mathematics)) static inline float
__px_hypotf (float x, float y)
{
  float a = __builtin_fabsf (x), b = __builtin_fabsf (y), l = a < b ? b : a, s = a < b ? a : b;
  unsigned k = __px_bits_of (l) & 0x7f800000;
  k = k < 0x01000000 ? 0x01000000 : k > 0x7e000000 ? 0x7e000000 : k;
  float d = __px_of_bits (0x7f000000 - k);
  l *= d;
  s *= d;
  float p = __builtin_sqrtf (__builtin_fmaf (l, l, s * s)) * __px_of_bits (k);
  if (!(a < __builtin_inff () && b < __builtin_inff ()))
    p = a == __builtin_inff () || b == __builtin_inff () ? __builtin_inff () : x + y;
  return p;
}




__attribute__ ((px_mathematics)) static inline float
__px_cbrtf (float x)
{
  float a = __builtin_fabsf (x);
  float b = a < 0x1p-80f ? a * 0x1p48f : a;
  float y = __px_of_bits (0x54a21d2a - __px_bits_of (b) / 3);
  float c = __builtin_fmaf (-(b * y), y * y, 1.0f);
  float p = __builtin_fmaf (c, 0x1.61f9aep-3f, 0x1.c71c72p-3f);
  p = __builtin_fmaf (c, p, 0x1.555556p-2f);
  y = __builtin_fmaf (y * c, p, y);
  c = __builtin_fmaf (-(b * y), y * y, 1.0f);
  y = __builtin_fmaf (y * c, 0x1.555556p-2f, y);
  float z = b * y * y, h = z * z, l = __builtin_fmaf (z, z, -h);
  float d = __builtin_fmaf (-l, z, __builtin_fmaf (-h, z, b));
  z = __builtin_fmaf (d, y * y * 0x1.555556p-2f, z);
  z = a < 0x1p-80f ? z * 0x1p-16f : z;
  if (!(a > 0 && a < __builtin_inff ()))
    z = x + x;
  return __px_sign_of (z, x);
}







__attribute__ ((px_mathematics)) static inline float
__px_power_of (float x, float y)
{
  unsigned b = __px_bits_of (__px_normal (x)), k = __px_exponent (b);
  float e = __builtin_fmaf ((float) (int) k, 0x1p-23f, x < 0x1p-126f ? -23.0f : 0.0f);
  float f = __px_of_bits (b - k) - 1.0f;
  float r = __builtin_fmaf (__builtin_fmaf (0x1.057268p-3f, f, -0x1.057268p-2f), f, 0.5f);
  r = __builtin_fmaf (r, __builtin_fmaf (-r, f, __builtin_fmaf (-2.0f, r, 1.0f)), r);
  float s = f * r, v = __builtin_fmaf (-s, f, __builtin_fmaf (-2.0f, s, f)) * r, u = s * s;
  float p = 0x1.641f64p-2f;
  p = __builtin_fmaf (p, u, 0x1.a5220ap-2f);
  p = __builtin_fmaf (p, u, 0x1.27786cp-1f);
  p = __builtin_fmaf (p, u, 0x1.ec709cp-1f);
  float m = s * 0x1.715476p+1f, l = __builtin_fmaf (s, 0x1.715476p+1f, -m);
  l = __builtin_fmaf (s, 0x1.4ae0c0p-25f, l);
  l = __builtin_fmaf (v, __builtin_fmaf (__builtin_fmaf (u, u, u), 0x1.715476p+1f, 0x1.715476p+1f), l);
  l = __builtin_fmaf (p * u, s, l);
  float h = __builtin_fmaf (e, 1.0f, m);
  l += __builtin_fmaf (__builtin_fmaf (e, 1.0f, -h), 1.0f, m);
  float g = __builtin_fmaf (l, 1.0f, h);
  l = __builtin_fmaf (h - g, 1.0f, l);
  h = y * g;
  l = __builtin_fmaf (y, l, __builtin_fmaf (y, g, -h));
  if (!(__builtin_fabsf (h) < 160.0f))
    {
      h = h > 0 ? 160.0f : -160.0f;
      l = 0;
    }
  float t = __builtin_fmaf (h, 1.0f, (0x1.8p23f + 254.0f)), n = t - (0x1.8p23f + 254.0f);
  r = __builtin_fmaf (n, -1.0f, h) + l;
  return __px_scale (__px_exp2_p (r), t);
}

__attribute__ ((px_mathematics)) static inline float
__px_powf (float x, float y)
{
  float a = __builtin_fabsf (x), p = __px_power_of (a, y), z = __builtin_fabsf (y);
  if (x > 0 && x < __builtin_inff () && z < __builtin_inff ())
    return p;
  if (x == 1.0f || y == 0)
    return 1.0f;
  if (x != x || y != y)
    return x + y;
  if (z == __builtin_inff ())
    return a == 1.0f ? 1.0f : (a > 1.0f) == (y > 0) ? z : 0.0f;
  if (a == 0 || a == __builtin_inff ())
    p = (a == 0) == (y > 0) ? 0.0f : __builtin_inff ();
  else if (__builtin_truncf (y) != y)
    return __builtin_nanf ("");

  int odd = __builtin_truncf (y) == y && __builtin_truncf (y * 0.5f) != y * 0.5f;
  return odd && __px_bits_of (x) >> 31 ? -p : p;
}



__attribute__ ((px_mathematics)) static inline float
__px_erff (float x)
{
  float a = __builtin_fabsf (x), u = a * a, p;
  if (a <= 1.0f)
    {
      p = 0x1.4771fcp-14f;
      p = __builtin_fmaf (p, u, -0x1.a3515ep-11f);
      p = __builtin_fmaf (p, u, 0x1.53f224p-8f);
      p = __builtin_fmaf (p, u, -0x1.b7f71ap-6f);
      p = __builtin_fmaf (p, u, 0x1.ce2ce6p-4f);
      p = __builtin_fmaf (p, u, -0x1.81273ep-2f);
      p = __builtin_fmaf (p, u, 0x1.06eba8p-3f);
      p = __builtin_fmaf (p, a, a);
    }
  else
    {
      a = a > 4.0f ? 4.0f : a;
      p = -0x1.852db2p-13f;
      p = __builtin_fmaf (p, a, 0x1.814d4ap-9f);
      p = __builtin_fmaf (p, a, -0x1.654260p-6f);
      p = __builtin_fmaf (p, a, 0x1.a60a9ep-4f);
      p = __builtin_fmaf (p, a, 0x1.46c582p-1f);
      p = __builtin_fmaf (p, a, 0x1.2085b2p+0f);
      p = __builtin_fmaf (p, a, 0x1.72ea90p-12f);
      p = 1.0f - __px_exp_scaled (-p, 0);
    }
  return __px_sign_of (p, x);
}




__attribute__ ((px_mathematics)) static inline float
__px_fast_expf (float x)
{
  return px_fast_exp_float (x);
}

__attribute__ ((px_mathematics)) static inline float
__px_fast_exp2f (float x)
{
  return _Generic ((x), default: px_fast_exp2_float, px_half: px_fast_exp2_half, px_half2: px_fast_exp2_half2, px_bf16: px_fast_exp2_bf16, px_bf162: px_fast_exp2_bf162) (x);
}

__attribute__ ((px_mathematics)) static inline float
__px_fast_logf (float x)
{
  return px_fast_log_float (x);
}

__attribute__ ((px_mathematics)) static inline float
__px_fast_log2f (float x)
{
  return px_fast_log2_float (x);
}

__attribute__ ((px_mathematics)) static inline float
__px_fast_log10f (float x)
{
  return px_fast_log2_float (x) * 0x1.344136p-2f;
}

__attribute__ ((px_mathematics)) static inline float
__px_fast_sinf (float x)
{
  return px_fast_sin_float (x);
}

__attribute__ ((px_mathematics)) static inline float
__px_fast_cosf (float x)
{
  return px_fast_cos_float (x);
}

__attribute__ ((px_mathematics)) static inline float
__px_fast_tanf (float x)
{
  return px_fast_div_float (px_fast_sin_float (x), px_fast_cos_float (x));
}

__attribute__ ((px_mathematics)) static inline float
__px_fast_powf (float x, float y)
{
  return _Generic ((y * px_fast_log2_float (x)), default: px_fast_exp2_float, px_half: px_fast_exp2_half, px_half2: px_fast_exp2_half2, px_bf16: px_fast_exp2_bf16, px_bf162: px_fast_exp2_bf162) (y * px_fast_log2_float (x));
}
# 151 "/work/b/mend3/t/include/px.h" 2 3

# 1 "/work/b/mend3/t/include/px/fragments.h" 1 3
# 30 "/work/b/mend3/t/include/px/fragments.h" 3
enum {

# 1 "/work/b/mend3/t/include/px/elements.def" 1 3
# 12 "/work/b/mend3/t/include/px/elements.def" 3
__px_element_float,
__px_element_double,
__px_element_int,
__px_element_px_half,
__px_element_px_bf16,
__px_element_px_tf32,
__px_element_px_e4m3,
__px_element_px_e5m2,
__px_element_int8_t,
__px_element_uint8_t,
__px_element_px_s4x8,
__px_element_px_u4x8,
__px_element_px_b1x32,
# 33 "/work/b/mend3/t/include/px/fragments.h" 2 3

};
# 49 "/work/b/mend3/t/include/px/fragments.h" 3
# 1 "/work/b/mend3/t/include/px/elements.def" 1 3
# 12 "/work/b/mend3/t/include/px/elements.def" 3
struct __px_acc_float { float cell; char strip[0][1]; char element[0][1 + __px_element_float]; }; struct __px_lhs_float { float cell; char strip[0][1]; char element[0][1 + __px_element_float]; }; struct __px_rhs_float { float cell; char strip[0][1]; char element[0][1 + __px_element_float]; }; struct __px_meta_float { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_float]; }; struct __px_tile0_float { float cell; char strip[0][16]; char element[0][1 + __px_element_float]; }; struct __px_tile32_float { float cell; char strip[0][32]; char element[0][1 + __px_element_float]; }; struct __px_tile64_float { float cell; char strip[0][64]; char element[0][1 + __px_element_float]; }; struct __px_tile128_float { float cell; char strip[0][128]; char element[0][1 + __px_element_float]; };
struct __px_acc_double { double cell; char strip[0][1]; char element[0][1 + __px_element_double]; }; struct __px_lhs_double { double cell; char strip[0][1]; char element[0][1 + __px_element_double]; }; struct __px_rhs_double { double cell; char strip[0][1]; char element[0][1 + __px_element_double]; }; struct __px_meta_double { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_double]; }; struct __px_tile0_double { double cell; char strip[0][16]; char element[0][1 + __px_element_double]; }; struct __px_tile32_double { double cell; char strip[0][32]; char element[0][1 + __px_element_double]; }; struct __px_tile64_double { double cell; char strip[0][64]; char element[0][1 + __px_element_double]; }; struct __px_tile128_double { double cell; char strip[0][128]; char element[0][1 + __px_element_double]; };
struct __px_acc_int { int cell; char strip[0][1]; char element[0][1 + __px_element_int]; }; struct __px_lhs_int { int cell; char strip[0][1]; char element[0][1 + __px_element_int]; }; struct __px_rhs_int { int cell; char strip[0][1]; char element[0][1 + __px_element_int]; }; struct __px_meta_int { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_int]; }; struct __px_tile0_int { int cell; char strip[0][16]; char element[0][1 + __px_element_int]; }; struct __px_tile32_int { int cell; char strip[0][32]; char element[0][1 + __px_element_int]; }; struct __px_tile64_int { int cell; char strip[0][64]; char element[0][1 + __px_element_int]; }; struct __px_tile128_int { int cell; char strip[0][128]; char element[0][1 + __px_element_int]; };
struct __px_acc_px_half { px_half cell; char strip[0][1]; char element[0][1 + __px_element_px_half]; }; struct __px_lhs_px_half { px_half cell; char strip[0][1]; char element[0][1 + __px_element_px_half]; }; struct __px_rhs_px_half { px_half cell; char strip[0][1]; char element[0][1 + __px_element_px_half]; }; struct __px_meta_px_half { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_px_half]; }; struct __px_tile0_px_half { px_half cell; char strip[0][16]; char element[0][1 + __px_element_px_half]; }; struct __px_tile32_px_half { px_half cell; char strip[0][32]; char element[0][1 + __px_element_px_half]; }; struct __px_tile64_px_half { px_half cell; char strip[0][64]; char element[0][1 + __px_element_px_half]; }; struct __px_tile128_px_half { px_half cell; char strip[0][128]; char element[0][1 + __px_element_px_half]; };
struct __px_acc_px_bf16 { px_bf16 cell; char strip[0][1]; char element[0][1 + __px_element_px_bf16]; }; struct __px_lhs_px_bf16 { px_bf16 cell; char strip[0][1]; char element[0][1 + __px_element_px_bf16]; }; struct __px_rhs_px_bf16 { px_bf16 cell; char strip[0][1]; char element[0][1 + __px_element_px_bf16]; }; struct __px_meta_px_bf16 { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_px_bf16]; }; struct __px_tile0_px_bf16 { px_bf16 cell; char strip[0][16]; char element[0][1 + __px_element_px_bf16]; }; struct __px_tile32_px_bf16 { px_bf16 cell; char strip[0][32]; char element[0][1 + __px_element_px_bf16]; }; struct __px_tile64_px_bf16 { px_bf16 cell; char strip[0][64]; char element[0][1 + __px_element_px_bf16]; }; struct __px_tile128_px_bf16 { px_bf16 cell; char strip[0][128]; char element[0][1 + __px_element_px_bf16]; };
struct __px_acc_px_tf32 { px_tf32 cell; char strip[0][1]; char element[0][1 + __px_element_px_tf32]; }; struct __px_lhs_px_tf32 { px_tf32 cell; char strip[0][1]; char element[0][1 + __px_element_px_tf32]; }; struct __px_rhs_px_tf32 { px_tf32 cell; char strip[0][1]; char element[0][1 + __px_element_px_tf32]; }; struct __px_meta_px_tf32 { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_px_tf32]; }; struct __px_tile0_px_tf32 { px_tf32 cell; char strip[0][16]; char element[0][1 + __px_element_px_tf32]; }; struct __px_tile32_px_tf32 { px_tf32 cell; char strip[0][32]; char element[0][1 + __px_element_px_tf32]; }; struct __px_tile64_px_tf32 { px_tf32 cell; char strip[0][64]; char element[0][1 + __px_element_px_tf32]; }; struct __px_tile128_px_tf32 { px_tf32 cell; char strip[0][128]; char element[0][1 + __px_element_px_tf32]; };
struct __px_acc_px_e4m3 { px_e4m3 cell; char strip[0][1]; char element[0][1 + __px_element_px_e4m3]; }; struct __px_lhs_px_e4m3 { px_e4m3 cell; char strip[0][1]; char element[0][1 + __px_element_px_e4m3]; }; struct __px_rhs_px_e4m3 { px_e4m3 cell; char strip[0][1]; char element[0][1 + __px_element_px_e4m3]; }; struct __px_meta_px_e4m3 { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_px_e4m3]; }; struct __px_tile0_px_e4m3 { px_e4m3 cell; char strip[0][16]; char element[0][1 + __px_element_px_e4m3]; }; struct __px_tile32_px_e4m3 { px_e4m3 cell; char strip[0][32]; char element[0][1 + __px_element_px_e4m3]; }; struct __px_tile64_px_e4m3 { px_e4m3 cell; char strip[0][64]; char element[0][1 + __px_element_px_e4m3]; }; struct __px_tile128_px_e4m3 { px_e4m3 cell; char strip[0][128]; char element[0][1 + __px_element_px_e4m3]; };
struct __px_acc_px_e5m2 { px_e5m2 cell; char strip[0][1]; char element[0][1 + __px_element_px_e5m2]; }; struct __px_lhs_px_e5m2 { px_e5m2 cell; char strip[0][1]; char element[0][1 + __px_element_px_e5m2]; }; struct __px_rhs_px_e5m2 { px_e5m2 cell; char strip[0][1]; char element[0][1 + __px_element_px_e5m2]; }; struct __px_meta_px_e5m2 { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_px_e5m2]; }; struct __px_tile0_px_e5m2 { px_e5m2 cell; char strip[0][16]; char element[0][1 + __px_element_px_e5m2]; }; struct __px_tile32_px_e5m2 { px_e5m2 cell; char strip[0][32]; char element[0][1 + __px_element_px_e5m2]; }; struct __px_tile64_px_e5m2 { px_e5m2 cell; char strip[0][64]; char element[0][1 + __px_element_px_e5m2]; }; struct __px_tile128_px_e5m2 { px_e5m2 cell; char strip[0][128]; char element[0][1 + __px_element_px_e5m2]; };
struct __px_acc_int8_t { int8_t cell; char strip[0][1]; char element[0][1 + __px_element_int8_t]; }; struct __px_lhs_int8_t { int8_t cell; char strip[0][1]; char element[0][1 + __px_element_int8_t]; }; struct __px_rhs_int8_t { int8_t cell; char strip[0][1]; char element[0][1 + __px_element_int8_t]; }; struct __px_meta_int8_t { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_int8_t]; }; struct __px_tile0_int8_t { int8_t cell; char strip[0][16]; char element[0][1 + __px_element_int8_t]; }; struct __px_tile32_int8_t { int8_t cell; char strip[0][32]; char element[0][1 + __px_element_int8_t]; }; struct __px_tile64_int8_t { int8_t cell; char strip[0][64]; char element[0][1 + __px_element_int8_t]; }; struct __px_tile128_int8_t { int8_t cell; char strip[0][128]; char element[0][1 + __px_element_int8_t]; };
struct __px_acc_uint8_t { uint8_t cell; char strip[0][1]; char element[0][1 + __px_element_uint8_t]; }; struct __px_lhs_uint8_t { uint8_t cell; char strip[0][1]; char element[0][1 + __px_element_uint8_t]; }; struct __px_rhs_uint8_t { uint8_t cell; char strip[0][1]; char element[0][1 + __px_element_uint8_t]; }; struct __px_meta_uint8_t { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_uint8_t]; }; struct __px_tile0_uint8_t { uint8_t cell; char strip[0][16]; char element[0][1 + __px_element_uint8_t]; }; struct __px_tile32_uint8_t { uint8_t cell; char strip[0][32]; char element[0][1 + __px_element_uint8_t]; }; struct __px_tile64_uint8_t { uint8_t cell; char strip[0][64]; char element[0][1 + __px_element_uint8_t]; }; struct __px_tile128_uint8_t { uint8_t cell; char strip[0][128]; char element[0][1 + __px_element_uint8_t]; };
struct __px_acc_px_s4x8 { px_s4x8 cell; char strip[0][1]; char element[0][1 + __px_element_px_s4x8]; }; struct __px_lhs_px_s4x8 { px_s4x8 cell; char strip[0][1]; char element[0][1 + __px_element_px_s4x8]; }; struct __px_rhs_px_s4x8 { px_s4x8 cell; char strip[0][1]; char element[0][1 + __px_element_px_s4x8]; }; struct __px_meta_px_s4x8 { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_px_s4x8]; }; struct __px_tile0_px_s4x8 { px_s4x8 cell; char strip[0][16]; char element[0][1 + __px_element_px_s4x8]; }; struct __px_tile32_px_s4x8 { px_s4x8 cell; char strip[0][32]; char element[0][1 + __px_element_px_s4x8]; }; struct __px_tile64_px_s4x8 { px_s4x8 cell; char strip[0][64]; char element[0][1 + __px_element_px_s4x8]; }; struct __px_tile128_px_s4x8 { px_s4x8 cell; char strip[0][128]; char element[0][1 + __px_element_px_s4x8]; };
struct __px_acc_px_u4x8 { px_u4x8 cell; char strip[0][1]; char element[0][1 + __px_element_px_u4x8]; }; struct __px_lhs_px_u4x8 { px_u4x8 cell; char strip[0][1]; char element[0][1 + __px_element_px_u4x8]; }; struct __px_rhs_px_u4x8 { px_u4x8 cell; char strip[0][1]; char element[0][1 + __px_element_px_u4x8]; }; struct __px_meta_px_u4x8 { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_px_u4x8]; }; struct __px_tile0_px_u4x8 { px_u4x8 cell; char strip[0][16]; char element[0][1 + __px_element_px_u4x8]; }; struct __px_tile32_px_u4x8 { px_u4x8 cell; char strip[0][32]; char element[0][1 + __px_element_px_u4x8]; }; struct __px_tile64_px_u4x8 { px_u4x8 cell; char strip[0][64]; char element[0][1 + __px_element_px_u4x8]; }; struct __px_tile128_px_u4x8 { px_u4x8 cell; char strip[0][128]; char element[0][1 + __px_element_px_u4x8]; };
struct __px_acc_px_b1x32 { px_b1x32 cell; char strip[0][1]; char element[0][1 + __px_element_px_b1x32]; }; struct __px_lhs_px_b1x32 { px_b1x32 cell; char strip[0][1]; char element[0][1 + __px_element_px_b1x32]; }; struct __px_rhs_px_b1x32 { px_b1x32 cell; char strip[0][1]; char element[0][1 + __px_element_px_b1x32]; }; struct __px_meta_px_b1x32 { uint16_t cell; char strip[0][1]; char element[0][1 + __px_element_px_b1x32]; }; struct __px_tile0_px_b1x32 { px_b1x32 cell; char strip[0][16]; char element[0][1 + __px_element_px_b1x32]; }; struct __px_tile32_px_b1x32 { px_b1x32 cell; char strip[0][32]; char element[0][1 + __px_element_px_b1x32]; }; struct __px_tile64_px_b1x32 { px_b1x32 cell; char strip[0][64]; char element[0][1 + __px_element_px_b1x32]; }; struct __px_tile128_px_b1x32 { px_b1x32 cell; char strip[0][128]; char element[0][1 + __px_element_px_b1x32]; };
# 50 "/work/b/mend3/t/include/px/fragments.h" 2 3
# 58 "/work/b/mend3/t/include/px/fragments.h" 3
# 1 "/work/b/mend3/t/include/px/fragments.def" 1 3
# 16 "/work/b/mend3/t/include/px/fragments.def" 3
void __px_frag_zero (const volatile void *);




void __px_frag_convert (const volatile void *, const volatile void *);
void __px_frag_part (const volatile void *, const volatile void *, int, int);
int __px_frag_count (const volatile void *);
int __px_frag_row (const volatile void *, int);
int __px_frag_col (const volatile void *, int);
void __px_frag_mma (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mma_nt (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mma_tn (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mma_tt (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mul (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mul_nt (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mul_tn (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mul_tt (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mms (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mms_nt (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mms_tn (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mms_tt (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mma_keep (const volatile void *, const volatile void *, long, const volatile void *, long, int);
void __px_frag_mma_keep_nt (const volatile void *, const volatile void *, long, const volatile void *, long, int);
void __px_frag_mma_keep_tn (const volatile void *, const volatile void *, long, const volatile void *, long, int);
void __px_frag_mma_keep_tt (const volatile void *, const volatile void *, long, const volatile void *, long, int);
void __px_frag_mma_xor (const volatile void *, const volatile void *, long, const volatile void *, long);
void __px_frag_mma_sparse (const volatile void *, const volatile void *, long, const volatile void *, long, const volatile void *);
void __px_frag_mma_sparse_nt (const volatile void *, const volatile void *, long, const volatile void *, long, const volatile void *);
void __px_frag_mma_sparse_tn (const volatile void *, const volatile void *, long, const volatile void *, long, const volatile void *);
void __px_frag_mma_sparse_tt (const volatile void *, const volatile void *, long, const volatile void *, long, const volatile void *);
void __px_frag_mul_sparse (const volatile void *, const volatile void *, long, const volatile void *, long, const volatile void *);
void __px_frag_mul_sparse_nt (const volatile void *, const volatile void *, long, const volatile void *, long, const volatile void *);
void __px_frag_mul_sparse_tn (const volatile void *, const volatile void *, long, const volatile void *, long, const volatile void *);
void __px_frag_mul_sparse_tt (const volatile void *, const volatile void *, long, const volatile void *, long, const volatile void *);
void __px_frag_load (const volatile void *, const void *, long);
void __px_frag_store (void *, long, const volatile void *);
void __px_frag_ldmatrix (const volatile void *, const void *, long);
void __px_frag_ldmatrix_t (const volatile void *, const void *, long);
void __px_frag_stmatrix (void *, long, const volatile void *);
void __px_frag_stmatrix_t (void *, long, const volatile void *);
void __px_frag_tile_load (const volatile void *, const volatile void *, long, int, int);
void __px_frag_tile_load_t (const volatile void *, const volatile void *, long, int, int);
void __px_frag_tile_store (volatile void *, long, int, int, const volatile void *);
void __px_frag_tile_store_t (volatile void *, long, int, int, const volatile void *);
# 59 "/work/b/mend3/t/include/px/fragments.h" 2 3







# 1 "/work/b/mend3/t/include/px/elements.def" 1 3
# 12 "/work/b/mend3/t/include/px/elements.def" 3
void __px_frag_fill_float (const volatile void *, float); void __px_frag_scale_float (const volatile void *, float); float __px_frag_get_float (const volatile void *, int); void __px_frag_set_float (const volatile void *, int, float);
void __px_frag_fill_double (const volatile void *, double); void __px_frag_scale_double (const volatile void *, double); double __px_frag_get_double (const volatile void *, int); void __px_frag_set_double (const volatile void *, int, double);
void __px_frag_fill_int (const volatile void *, int); void __px_frag_scale_int (const volatile void *, int); int __px_frag_get_int (const volatile void *, int); void __px_frag_set_int (const volatile void *, int, int);
void __px_frag_fill_px_half (const volatile void *, px_half); void __px_frag_scale_px_half (const volatile void *, px_half); px_half __px_frag_get_px_half (const volatile void *, int); void __px_frag_set_px_half (const volatile void *, int, px_half);
void __px_frag_fill_px_bf16 (const volatile void *, px_bf16); void __px_frag_scale_px_bf16 (const volatile void *, px_bf16); px_bf16 __px_frag_get_px_bf16 (const volatile void *, int); void __px_frag_set_px_bf16 (const volatile void *, int, px_bf16);
void __px_frag_fill_px_tf32 (const volatile void *, px_tf32); void __px_frag_scale_px_tf32 (const volatile void *, px_tf32); px_tf32 __px_frag_get_px_tf32 (const volatile void *, int); void __px_frag_set_px_tf32 (const volatile void *, int, px_tf32);
void __px_frag_fill_px_e4m3 (const volatile void *, px_e4m3); void __px_frag_scale_px_e4m3 (const volatile void *, px_e4m3); px_e4m3 __px_frag_get_px_e4m3 (const volatile void *, int); void __px_frag_set_px_e4m3 (const volatile void *, int, px_e4m3);
void __px_frag_fill_px_e5m2 (const volatile void *, px_e5m2); void __px_frag_scale_px_e5m2 (const volatile void *, px_e5m2); px_e5m2 __px_frag_get_px_e5m2 (const volatile void *, int); void __px_frag_set_px_e5m2 (const volatile void *, int, px_e5m2);
void __px_frag_fill_int8_t (const volatile void *, int8_t); void __px_frag_scale_int8_t (const volatile void *, int8_t); int8_t __px_frag_get_int8_t (const volatile void *, int); void __px_frag_set_int8_t (const volatile void *, int, int8_t);
void __px_frag_fill_uint8_t (const volatile void *, uint8_t); void __px_frag_scale_uint8_t (const volatile void *, uint8_t); uint8_t __px_frag_get_uint8_t (const volatile void *, int); void __px_frag_set_uint8_t (const volatile void *, int, uint8_t);
void __px_frag_fill_px_s4x8 (const volatile void *, px_s4x8); void __px_frag_scale_px_s4x8 (const volatile void *, px_s4x8); px_s4x8 __px_frag_get_px_s4x8 (const volatile void *, int); void __px_frag_set_px_s4x8 (const volatile void *, int, px_s4x8);
void __px_frag_fill_px_u4x8 (const volatile void *, px_u4x8); void __px_frag_scale_px_u4x8 (const volatile void *, px_u4x8); px_u4x8 __px_frag_get_px_u4x8 (const volatile void *, int); void __px_frag_set_px_u4x8 (const volatile void *, int, px_u4x8);
void __px_frag_fill_px_b1x32 (const volatile void *, px_b1x32); void __px_frag_scale_px_b1x32 (const volatile void *, px_b1x32); px_b1x32 __px_frag_get_px_b1x32 (const volatile void *, int); void __px_frag_set_px_b1x32 (const volatile void *, int, px_b1x32);
# 67 "/work/b/mend3/t/include/px/fragments.h" 2 3
# 77 "/work/b/mend3/t/include/px/fragments.h" 3
int __px_fragment_arg (), __px_tile_arg (), __px_matrix_arg (), __px_value_arg (), __px_memory_arg ();
# 153 "/work/b/mend3/t/include/px.h" 2 3
# 7 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 2
# 1 "/usr/include/stdio.h" 1 3 4
# 27 "/usr/include/stdio.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 1 3 4
# 28 "/usr/include/stdio.h" 2 3 4





# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 34 "/usr/include/stdio.h" 2 3 4


# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdarg.h" 1 3 4
# 40 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdarg.h" 3 4
typedef __builtin_va_list __gnuc_va_list;
# 37 "/usr/include/stdio.h" 2 3 4


# 1 "/usr/include/x86_64-linux-gnu/bits/types/__fpos_t.h" 1 3 4




# 1 "/usr/include/x86_64-linux-gnu/bits/types/__mbstate_t.h" 1 3 4
# 13 "/usr/include/x86_64-linux-gnu/bits/types/__mbstate_t.h" 3 4
typedef struct
{
  int __count;
  union
  {
    unsigned int __wch;
    char __wchb[4];
  } __value;
} __mbstate_t;
# 6 "/usr/include/x86_64-linux-gnu/bits/types/__fpos_t.h" 2 3 4




typedef struct _G_fpos_t
{
  __off_t __pos;
  __mbstate_t __state;
} __fpos_t;
# 40 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/__fpos64_t.h" 1 3 4
# 10 "/usr/include/x86_64-linux-gnu/bits/types/__fpos64_t.h" 3 4
typedef struct _G_fpos64_t
{
  __off64_t __pos;
  __mbstate_t __state;
} __fpos64_t;
# 41 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/__FILE.h" 1 3 4



struct _IO_FILE;
typedef struct _IO_FILE __FILE;
# 42 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/FILE.h" 1 3 4



struct _IO_FILE;


typedef struct _IO_FILE FILE;
# 43 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h" 1 3 4
# 35 "/usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h" 3 4
struct _IO_FILE;
struct _IO_marker;
struct _IO_codecvt;
struct _IO_wide_data;




typedef void _IO_lock_t;





struct _IO_FILE
{
  int _flags;


  char *_IO_read_ptr;
  char *_IO_read_end;
  char *_IO_read_base;
  char *_IO_write_base;
  char *_IO_write_ptr;
  char *_IO_write_end;
  char *_IO_buf_base;
  char *_IO_buf_end;


  char *_IO_save_base;
  char *_IO_backup_base;
  char *_IO_save_end;

  struct _IO_marker *_markers;

  struct _IO_FILE *_chain;

  int _fileno;
  int _flags2;
  __off_t _old_offset;


  unsigned short _cur_column;
  signed char _vtable_offset;
  char _shortbuf[1];

  _IO_lock_t *_lock;







  __off64_t _offset;

  struct _IO_codecvt *_codecvt;
  struct _IO_wide_data *_wide_data;
  struct _IO_FILE *_freeres_list;
  void *_freeres_buf;
  size_t __pad5;
  int _mode;

  char _unused2[15 * sizeof (int) - 4 * sizeof (void *) - sizeof (size_t)];
};
# 44 "/usr/include/stdio.h" 2 3 4
# 52 "/usr/include/stdio.h" 3 4
typedef __gnuc_va_list va_list;
# 84 "/usr/include/stdio.h" 3 4
typedef __fpos_t fpos_t;
# 133 "/usr/include/stdio.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/stdio_lim.h" 1 3 4
# 134 "/usr/include/stdio.h" 2 3 4
# 143 "/usr/include/stdio.h" 3 4
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;






extern int remove (const char *__filename) __attribute__ ((__nothrow__ , __leaf__));

extern int rename (const char *__old, const char *__new) __attribute__ ((__nothrow__ , __leaf__));



extern int renameat (int __oldfd, const char *__old, int __newfd,
       const char *__new) __attribute__ ((__nothrow__ , __leaf__));
# 178 "/usr/include/stdio.h" 3 4
extern int fclose (FILE *__stream);
# 188 "/usr/include/stdio.h" 3 4
extern FILE *tmpfile (void)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
# 205 "/usr/include/stdio.h" 3 4
extern char *tmpnam (char[20]) __attribute__ ((__nothrow__ , __leaf__)) ;




extern char *tmpnam_r (char __s[20]) __attribute__ ((__nothrow__ , __leaf__)) ;
# 222 "/usr/include/stdio.h" 3 4
extern char *tempnam (const char *__dir, const char *__pfx)
   __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (__builtin_free, 1)));






extern int fflush (FILE *__stream);
# 239 "/usr/include/stdio.h" 3 4
extern int fflush_unlocked (FILE *__stream);
# 258 "/usr/include/stdio.h" 3 4
extern FILE *fopen (const char *__restrict __filename,
      const char *__restrict __modes)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;




extern FILE *freopen (const char *__restrict __filename,
        const char *__restrict __modes,
        FILE *__restrict __stream) ;
# 293 "/usr/include/stdio.h" 3 4
extern FILE *fdopen (int __fd, const char *__modes) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
# 308 "/usr/include/stdio.h" 3 4
extern FILE *fmemopen (void *__s, size_t __len, const char *__modes)
  __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;




extern FILE *open_memstream (char **__bufloc, size_t *__sizeloc) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
# 328 "/usr/include/stdio.h" 3 4
extern void setbuf (FILE *__restrict __stream, char *__restrict __buf) __attribute__ ((__nothrow__ , __leaf__));



extern int setvbuf (FILE *__restrict __stream, char *__restrict __buf,
      int __modes, size_t __n) __attribute__ ((__nothrow__ , __leaf__));




extern void setbuffer (FILE *__restrict __stream, char *__restrict __buf,
         size_t __size) __attribute__ ((__nothrow__ , __leaf__));


extern void setlinebuf (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));







extern int fprintf (FILE *__restrict __stream,
      const char *__restrict __format, ...);




extern int printf (const char *__restrict __format, ...);

extern int sprintf (char *__restrict __s,
      const char *__restrict __format, ...) __attribute__ ((__nothrow__));





extern int vfprintf (FILE *__restrict __s, const char *__restrict __format,
       __gnuc_va_list __arg);




extern int vprintf (const char *__restrict __format, __gnuc_va_list __arg);

extern int vsprintf (char *__restrict __s, const char *__restrict __format,
       __gnuc_va_list __arg) __attribute__ ((__nothrow__));



extern int snprintf (char *__restrict __s, size_t __maxlen,
       const char *__restrict __format, ...)
     __attribute__ ((__nothrow__)) __attribute__ ((__format__ (__printf__, 3, 4)));

extern int vsnprintf (char *__restrict __s, size_t __maxlen,
        const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__nothrow__)) __attribute__ ((__format__ (__printf__, 3, 0)));
# 403 "/usr/include/stdio.h" 3 4
extern int vdprintf (int __fd, const char *__restrict __fmt,
       __gnuc_va_list __arg)
     __attribute__ ((__format__ (__printf__, 2, 0)));
extern int dprintf (int __fd, const char *__restrict __fmt, ...)
     __attribute__ ((__format__ (__printf__, 2, 3)));







extern int fscanf (FILE *__restrict __stream,
     const char *__restrict __format, ...) ;




extern int scanf (const char *__restrict __format, ...) ;

extern int sscanf (const char *__restrict __s,
     const char *__restrict __format, ...) __attribute__ ((__nothrow__ , __leaf__));





# 1 "/usr/include/x86_64-linux-gnu/bits/floatn.h" 1 3 4
# 120 "/usr/include/x86_64-linux-gnu/bits/floatn.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 1 3 4
# 24 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/long-double.h" 1 3 4
# 25 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 2 3 4
# 121 "/usr/include/x86_64-linux-gnu/bits/floatn.h" 2 3 4
# 431 "/usr/include/stdio.h" 2 3 4



extern int fscanf (FILE *__restrict __stream, const char *__restrict __format, ...) __asm__ ("" "__isoc99_fscanf")

                               ;
extern int scanf (const char *__restrict __format, ...) __asm__ ("" "__isoc99_scanf")
                              ;
extern int sscanf (const char *__restrict __s, const char *__restrict __format, ...) __asm__ ("" "__isoc99_sscanf") __attribute__ ((__nothrow__ , __leaf__))

                      ;
# 459 "/usr/include/stdio.h" 3 4
extern int vfscanf (FILE *__restrict __s, const char *__restrict __format,
      __gnuc_va_list __arg)
     __attribute__ ((__format__ (__scanf__, 2, 0))) ;





extern int vscanf (const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__format__ (__scanf__, 1, 0))) ;


extern int vsscanf (const char *__restrict __s,
      const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__format__ (__scanf__, 2, 0)));





extern int vfscanf (FILE *__restrict __s, const char *__restrict __format, __gnuc_va_list __arg) __asm__ ("" "__isoc99_vfscanf")



     __attribute__ ((__format__ (__scanf__, 2, 0))) ;
extern int vscanf (const char *__restrict __format, __gnuc_va_list __arg) __asm__ ("" "__isoc99_vscanf")

     __attribute__ ((__format__ (__scanf__, 1, 0))) ;
extern int vsscanf (const char *__restrict __s, const char *__restrict __format, __gnuc_va_list __arg) __asm__ ("" "__isoc99_vsscanf") __attribute__ ((__nothrow__ , __leaf__))



     __attribute__ ((__format__ (__scanf__, 2, 0)));
# 513 "/usr/include/stdio.h" 3 4
extern int fgetc (FILE *__stream);
extern int getc (FILE *__stream);





extern int getchar (void);






extern int getc_unlocked (FILE *__stream);
extern int getchar_unlocked (void);
# 538 "/usr/include/stdio.h" 3 4
extern int fgetc_unlocked (FILE *__stream);
# 549 "/usr/include/stdio.h" 3 4
extern int fputc (int __c, FILE *__stream);
extern int putc (int __c, FILE *__stream);





extern int putchar (int __c);
# 565 "/usr/include/stdio.h" 3 4
extern int fputc_unlocked (int __c, FILE *__stream);







extern int putc_unlocked (int __c, FILE *__stream);
extern int putchar_unlocked (int __c);






extern int getw (FILE *__stream);


extern int putw (int __w, FILE *__stream);







extern char *fgets (char *__restrict __s, int __n, FILE *__restrict __stream)
     __attribute__ ((__access__ (__write_only__, 1, 2)));
# 632 "/usr/include/stdio.h" 3 4
extern __ssize_t __getdelim (char **__restrict __lineptr,
                             size_t *__restrict __n, int __delimiter,
                             FILE *__restrict __stream) ;
extern __ssize_t getdelim (char **__restrict __lineptr,
                           size_t *__restrict __n, int __delimiter,
                           FILE *__restrict __stream) ;







extern __ssize_t getline (char **__restrict __lineptr,
                          size_t *__restrict __n,
                          FILE *__restrict __stream) ;







extern int fputs (const char *__restrict __s, FILE *__restrict __stream);





extern int puts (const char *__s);






extern int ungetc (int __c, FILE *__stream);






extern size_t fread (void *__restrict __ptr, size_t __size,
       size_t __n, FILE *__restrict __stream) ;




extern size_t fwrite (const void *__restrict __ptr, size_t __size,
        size_t __n, FILE *__restrict __s);
# 702 "/usr/include/stdio.h" 3 4
extern size_t fread_unlocked (void *__restrict __ptr, size_t __size,
         size_t __n, FILE *__restrict __stream) ;
extern size_t fwrite_unlocked (const void *__restrict __ptr, size_t __size,
          size_t __n, FILE *__restrict __stream);







extern int fseek (FILE *__stream, long int __off, int __whence);




extern long int ftell (FILE *__stream) ;




extern void rewind (FILE *__stream);
# 736 "/usr/include/stdio.h" 3 4
extern int fseeko (FILE *__stream, __off_t __off, int __whence);




extern __off_t ftello (FILE *__stream) ;
# 760 "/usr/include/stdio.h" 3 4
extern int fgetpos (FILE *__restrict __stream, fpos_t *__restrict __pos);




extern int fsetpos (FILE *__stream, const fpos_t *__pos);
# 786 "/usr/include/stdio.h" 3 4
extern void clearerr (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));

extern int feof (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;

extern int ferror (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;



extern void clearerr_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));
extern int feof_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;
extern int ferror_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;







extern void perror (const char *__s);




extern int fileno (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;




extern int fileno_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;
# 823 "/usr/include/stdio.h" 3 4
extern int pclose (FILE *__stream);





extern FILE *popen (const char *__command, const char *__modes)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (pclose, 1))) ;






extern char *ctermid (char *__s) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__access__ (__write_only__, 1)));
# 867 "/usr/include/stdio.h" 3 4
extern void flockfile (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));



extern int ftrylockfile (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;


extern void funlockfile (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));
# 885 "/usr/include/stdio.h" 3 4
extern int __uflow (FILE *);
extern int __overflow (FILE *, int);
# 902 "/usr/include/stdio.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/stdio.h" 1 3 4
# 38 "/usr/include/x86_64-linux-gnu/bits/stdio.h" 3 4
extern __inline __attribute__ ((__gnu_inline__)) int
vprintf (const char *__restrict __fmt, __gnuc_va_list __arg)
{
  return vfprintf (stdout, __fmt, __arg);
}



extern __inline __attribute__ ((__gnu_inline__)) int
getchar (void)
{
  return getc (stdin);
}




extern __inline __attribute__ ((__gnu_inline__)) int
fgetc_unlocked (FILE *__fp)
{
  return (__builtin_expect (((__fp)->_IO_read_ptr >= (__fp)->_IO_read_end), 0) ? __uflow (__fp) : *(unsigned char *) (__fp)->_IO_read_ptr++);
}





extern __inline __attribute__ ((__gnu_inline__)) int
getc_unlocked (FILE *__fp)
{
  return (__builtin_expect (((__fp)->_IO_read_ptr >= (__fp)->_IO_read_end), 0) ? __uflow (__fp) : *(unsigned char *) (__fp)->_IO_read_ptr++);
}


extern __inline __attribute__ ((__gnu_inline__)) int
getchar_unlocked (void)
{
  return (__builtin_expect (((stdin)->_IO_read_ptr >= (stdin)->_IO_read_end), 0) ? __uflow (stdin) : *(unsigned char *) (stdin)->_IO_read_ptr++);
}




extern __inline __attribute__ ((__gnu_inline__)) int
putchar (int __c)
{
  return putc (__c, stdout);
}




extern __inline __attribute__ ((__gnu_inline__)) int
fputc_unlocked (int __c, FILE *__stream)
{
  return (__builtin_expect (((__stream)->_IO_write_ptr >= (__stream)->_IO_write_end), 0) ? __overflow (__stream, (unsigned char) (__c)) : (unsigned char) (*(__stream)->_IO_write_ptr++ = (__c)));
}





extern __inline __attribute__ ((__gnu_inline__)) int
putc_unlocked (int __c, FILE *__stream)
{
  return (__builtin_expect (((__stream)->_IO_write_ptr >= (__stream)->_IO_write_end), 0) ? __overflow (__stream, (unsigned char) (__c)) : (unsigned char) (*(__stream)->_IO_write_ptr++ = (__c)));
}


extern __inline __attribute__ ((__gnu_inline__)) int
putchar_unlocked (int __c)
{
  return (__builtin_expect (((stdout)->_IO_write_ptr >= (stdout)->_IO_write_end), 0) ? __overflow (stdout, (unsigned char) (__c)) : (unsigned char) (*(stdout)->_IO_write_ptr++ = (__c)));
}
# 127 "/usr/include/x86_64-linux-gnu/bits/stdio.h" 3 4
extern __inline __attribute__ ((__gnu_inline__)) int
__attribute__ ((__nothrow__ , __leaf__)) feof_unlocked (FILE *__stream)
{
  return (((__stream)->_flags & 0x0010) != 0);
}


extern __inline __attribute__ ((__gnu_inline__)) int
__attribute__ ((__nothrow__ , __leaf__)) ferror_unlocked (FILE *__stream)
{
  return (((__stream)->_flags & 0x0020) != 0);
}
# 903 "/usr/include/stdio.h" 2 3 4







# 8 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 2
# 1 "/usr/include/stdlib.h" 1 3 4
# 26 "/usr/include/stdlib.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 1 3 4
# 27 "/usr/include/stdlib.h" 2 3 4





# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 33 "/usr/include/stdlib.h" 2 3 4







# 1 "/usr/include/x86_64-linux-gnu/bits/waitflags.h" 1 3 4
# 41 "/usr/include/stdlib.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/waitstatus.h" 1 3 4
# 42 "/usr/include/stdlib.h" 2 3 4
# 59 "/usr/include/stdlib.h" 3 4
typedef struct
  {
    int quot;
    int rem;
  } div_t;



typedef struct
  {
    long int quot;
    long int rem;
  } ldiv_t;





__extension__ typedef struct
  {
    long long int quot;
    long long int rem;
  } lldiv_t;
# 98 "/usr/include/stdlib.h" 3 4
extern size_t __ctype_get_mb_cur_max (void) __attribute__ ((__nothrow__ , __leaf__)) ;



extern double atof (const char *__nptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1))) ;

extern int atoi (const char *__nptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1))) ;

extern long int atol (const char *__nptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1))) ;



__extension__ extern long long int atoll (const char *__nptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1))) ;



extern double strtod (const char *__restrict __nptr,
        char **__restrict __endptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));



extern float strtof (const char *__restrict __nptr,
       char **__restrict __endptr) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));

extern long double strtold (const char *__restrict __nptr,
       char **__restrict __endptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
# 177 "/usr/include/stdlib.h" 3 4
extern long int strtol (const char *__restrict __nptr,
   char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));

extern unsigned long int strtoul (const char *__restrict __nptr,
      char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));



__extension__
extern long long int strtoq (const char *__restrict __nptr,
        char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));

__extension__
extern unsigned long long int strtouq (const char *__restrict __nptr,
           char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));




__extension__
extern long long int strtoll (const char *__restrict __nptr,
         char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));

__extension__
extern unsigned long long int strtoull (const char *__restrict __nptr,
     char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
# 361 "/usr/include/stdlib.h" 3 4
extern __inline __attribute__ ((__gnu_inline__)) int
__attribute__ ((__nothrow__ , __leaf__)) atoi (const char *__nptr)
{
  return (int) strtol (__nptr, (char **) ((void *)0), 10);
}
extern __inline __attribute__ ((__gnu_inline__)) long int
__attribute__ ((__nothrow__ , __leaf__)) atol (const char *__nptr)
{
  return strtol (__nptr, (char **) ((void *)0), 10);
}


__extension__ extern __inline __attribute__ ((__gnu_inline__)) long long int
__attribute__ ((__nothrow__ , __leaf__)) atoll (const char *__nptr)
{
  return strtoll (__nptr, (char **) ((void *)0), 10);
}
# 386 "/usr/include/stdlib.h" 3 4
extern char *l64a (long int __n) __attribute__ ((__nothrow__ , __leaf__)) ;


extern long int a64l (const char *__s)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1))) ;
# 402 "/usr/include/stdlib.h" 3 4
extern long int random (void) __attribute__ ((__nothrow__ , __leaf__));


extern void srandom (unsigned int __seed) __attribute__ ((__nothrow__ , __leaf__));





extern char *initstate (unsigned int __seed, char *__statebuf,
   size_t __statelen) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));



extern char *setstate (char *__statebuf) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));







struct random_data
  {
    int32_t *fptr;
    int32_t *rptr;
    int32_t *state;
    int rand_type;
    int rand_deg;
    int rand_sep;
    int32_t *end_ptr;
  };

extern int random_r (struct random_data *__restrict __buf,
       int32_t *__restrict __result) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));

extern int srandom_r (unsigned int __seed, struct random_data *__buf)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));

extern int initstate_r (unsigned int __seed, char *__restrict __statebuf,
   size_t __statelen,
   struct random_data *__restrict __buf)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2, 4)));

extern int setstate_r (char *__restrict __statebuf,
         struct random_data *__restrict __buf)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));





extern int rand (void) __attribute__ ((__nothrow__ , __leaf__));

extern void srand (unsigned int __seed) __attribute__ ((__nothrow__ , __leaf__));



extern int rand_r (unsigned int *__seed) __attribute__ ((__nothrow__ , __leaf__));







extern double drand48 (void) __attribute__ ((__nothrow__ , __leaf__));
extern double erand48 (unsigned short int __xsubi[3]) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));


extern long int lrand48 (void) __attribute__ ((__nothrow__ , __leaf__));
extern long int nrand48 (unsigned short int __xsubi[3])
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));


extern long int mrand48 (void) __attribute__ ((__nothrow__ , __leaf__));
extern long int jrand48 (unsigned short int __xsubi[3])
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));


extern void srand48 (long int __seedval) __attribute__ ((__nothrow__ , __leaf__));
extern unsigned short int *seed48 (unsigned short int __seed16v[3])
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern void lcong48 (unsigned short int __param[7]) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));





struct drand48_data
  {
    unsigned short int __x[3];
    unsigned short int __old_x[3];
    unsigned short int __c;
    unsigned short int __init;
    __extension__ unsigned long long int __a;

  };


extern int drand48_r (struct drand48_data *__restrict __buffer,
        double *__restrict __result) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));
extern int erand48_r (unsigned short int __xsubi[3],
        struct drand48_data *__restrict __buffer,
        double *__restrict __result) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern int lrand48_r (struct drand48_data *__restrict __buffer,
        long int *__restrict __result)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));
extern int nrand48_r (unsigned short int __xsubi[3],
        struct drand48_data *__restrict __buffer,
        long int *__restrict __result)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern int mrand48_r (struct drand48_data *__restrict __buffer,
        long int *__restrict __result)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));
extern int jrand48_r (unsigned short int __xsubi[3],
        struct drand48_data *__restrict __buffer,
        long int *__restrict __result)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern int srand48_r (long int __seedval, struct drand48_data *__buffer)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));

extern int seed48_r (unsigned short int __seed16v[3],
       struct drand48_data *__buffer) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));

extern int lcong48_r (unsigned short int __param[7],
        struct drand48_data *__buffer)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern __uint32_t arc4random (void)
     __attribute__ ((__nothrow__ , __leaf__)) ;


extern void arc4random_buf (void *__buf, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));



extern __uint32_t arc4random_uniform (__uint32_t __upper_bound)
     __attribute__ ((__nothrow__ , __leaf__)) ;




extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__))
     __attribute__ ((__alloc_size__ (1))) ;

extern void *calloc (size_t __nmemb, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__alloc_size__ (1, 2))) ;






extern void *realloc (void *__ptr, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__warn_unused_result__)) __attribute__ ((__alloc_size__ (2)));


extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));







extern void *reallocarray (void *__ptr, size_t __nmemb, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__warn_unused_result__))
     __attribute__ ((__alloc_size__ (2, 3)))
    __attribute__ ((__malloc__ (__builtin_free, 1)));


extern void *reallocarray (void *__ptr, size_t __nmemb, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__ (reallocarray, 1)));



# 1 "/usr/include/alloca.h" 1 3 4
# 24 "/usr/include/alloca.h" 3 4
# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 25 "/usr/include/alloca.h" 2 3 4







extern void *alloca (size_t __size) __attribute__ ((__nothrow__ , __leaf__));






# 588 "/usr/include/stdlib.h" 2 3 4





extern void *valloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__))
     __attribute__ ((__alloc_size__ (1))) ;




extern int posix_memalign (void **__memptr, size_t __alignment, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1))) ;




extern void *aligned_alloc (size_t __alignment, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__alloc_align__ (1)))
     __attribute__ ((__alloc_size__ (2))) ;



extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));



extern int atexit (void (*__func) (void)) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));







extern int at_quick_exit (void (*__func) (void)) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));






extern int on_exit (void (*__func) (int __status, void *__arg), void *__arg)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));





extern void exit (int __status) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));





extern void quick_exit (int __status) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));





extern void _Exit (int __status) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));




extern char *getenv (const char *__name) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1))) ;
# 667 "/usr/include/stdlib.h" 3 4
extern int putenv (char *__string) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));





extern int setenv (const char *__name, const char *__value, int __replace)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));


extern int unsetenv (const char *__name) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));






extern int clearenv (void) __attribute__ ((__nothrow__ , __leaf__));
# 695 "/usr/include/stdlib.h" 3 4
extern char *mktemp (char *__template) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
# 708 "/usr/include/stdlib.h" 3 4
extern int mkstemp (char *__template) __attribute__ ((__nonnull__ (1))) ;
# 730 "/usr/include/stdlib.h" 3 4
extern int mkstemps (char *__template, int __suffixlen) __attribute__ ((__nonnull__ (1))) ;
# 751 "/usr/include/stdlib.h" 3 4
extern char *mkdtemp (char *__template) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1))) ;
# 804 "/usr/include/stdlib.h" 3 4
extern int system (const char *__command) ;
# 821 "/usr/include/stdlib.h" 3 4
extern char *realpath (const char *__restrict __name,
         char *__restrict __resolved) __attribute__ ((__nothrow__ , __leaf__)) ;






typedef int (*__compar_fn_t) (const void *, const void *);
# 841 "/usr/include/stdlib.h" 3 4
extern void *bsearch (const void *__key, const void *__base,
        size_t __nmemb, size_t __size, __compar_fn_t __compar)
     __attribute__ ((__nonnull__ (1, 2, 5))) ;


# 1 "/usr/include/x86_64-linux-gnu/bits/stdlib-bsearch.h" 1 3 4
# 19 "/usr/include/x86_64-linux-gnu/bits/stdlib-bsearch.h" 3 4
extern __inline __attribute__ ((__gnu_inline__)) void *
bsearch (const void *__key, const void *__base, size_t __nmemb, size_t __size,
  __compar_fn_t __compar)
{
  size_t __l, __u, __idx;
  const void *__p;
  int __comparison;

  __l = 0;
  __u = __nmemb;
  while (__l < __u)
    {
      __idx = (__l + __u) / 2;
      __p = (const void *) (((const char *) __base) + (__idx * __size));
      __comparison = (*__compar) (__key, __p);
      if (__comparison < 0)
 __u = __idx;
      else if (__comparison > 0)
 __l = __idx + 1;
      else
 {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wcast-qual"

   return (void *) __p;

#pragma GCC diagnostic pop

 }
    }

  return ((void *)0);
}
# 847 "/usr/include/stdlib.h" 2 3 4




extern void qsort (void *__base, size_t __nmemb, size_t __size,
     __compar_fn_t __compar) __attribute__ ((__nonnull__ (1, 4)));
# 861 "/usr/include/stdlib.h" 3 4
extern int abs (int __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;
extern long int labs (long int __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;


__extension__ extern long long int llabs (long long int __x)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;






extern div_t div (int __numer, int __denom)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;
extern ldiv_t ldiv (long int __numer, long int __denom)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;


__extension__ extern lldiv_t lldiv (long long int __numer,
        long long int __denom)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;
# 893 "/usr/include/stdlib.h" 3 4
extern char *ecvt (double __value, int __ndigit, int *__restrict __decpt,
     int *__restrict __sign) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4))) ;




extern char *fcvt (double __value, int __ndigit, int *__restrict __decpt,
     int *__restrict __sign) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4))) ;




extern char *gcvt (double __value, int __ndigit, char *__buf)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3))) ;




extern char *qecvt (long double __value, int __ndigit,
      int *__restrict __decpt, int *__restrict __sign)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4))) ;
extern char *qfcvt (long double __value, int __ndigit,
      int *__restrict __decpt, int *__restrict __sign)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4))) ;
extern char *qgcvt (long double __value, int __ndigit, char *__buf)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3))) ;




extern int ecvt_r (double __value, int __ndigit, int *__restrict __decpt,
     int *__restrict __sign, char *__restrict __buf,
     size_t __len) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4, 5)));
extern int fcvt_r (double __value, int __ndigit, int *__restrict __decpt,
     int *__restrict __sign, char *__restrict __buf,
     size_t __len) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4, 5)));

extern int qecvt_r (long double __value, int __ndigit,
      int *__restrict __decpt, int *__restrict __sign,
      char *__restrict __buf, size_t __len)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4, 5)));
extern int qfcvt_r (long double __value, int __ndigit,
      int *__restrict __decpt, int *__restrict __sign,
      char *__restrict __buf, size_t __len)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4, 5)));





extern int mblen (const char *__s, size_t __n) __attribute__ ((__nothrow__ , __leaf__));


extern int mbtowc (wchar_t *__restrict __pwc,
     const char *__restrict __s, size_t __n) __attribute__ ((__nothrow__ , __leaf__));


extern int wctomb (char *__s, wchar_t __wchar) __attribute__ ((__nothrow__ , __leaf__));



extern size_t mbstowcs (wchar_t *__restrict __pwcs,
   const char *__restrict __s, size_t __n) __attribute__ ((__nothrow__ , __leaf__))
    __attribute__ ((__access__ (__read_only__, 2)));

extern size_t wcstombs (char *__restrict __s,
   const wchar_t *__restrict __pwcs, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__access__ (__write_only__, 1, 3)))
  __attribute__ ((__access__ (__read_only__, 2)));






extern int rpmatch (const char *__response) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1))) ;
# 980 "/usr/include/stdlib.h" 3 4
extern int getsubopt (char **__restrict __optionp,
        char *const *__restrict __tokens,
        char **__restrict __valuep)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2, 3))) ;
# 1026 "/usr/include/stdlib.h" 3 4
extern int getloadavg (double __loadavg[], int __nelem)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
# 1036 "/usr/include/stdlib.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/stdlib-float.h" 1 3 4
# 24 "/usr/include/x86_64-linux-gnu/bits/stdlib-float.h" 3 4
extern __inline __attribute__ ((__gnu_inline__)) double
__attribute__ ((__nothrow__ , __leaf__)) atof (const char *__nptr)
{
  return strtod (__nptr, (char **) ((void *)0));
}
# 1037 "/usr/include/stdlib.h" 2 3 4
# 1048 "/usr/include/stdlib.h" 3 4

# 9 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 2
# 1 "/usr/include/string.h" 1 3 4
# 26 "/usr/include/string.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 1 3 4
# 27 "/usr/include/string.h" 2 3 4






# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 34 "/usr/include/string.h" 2 3 4
# 43 "/usr/include/string.h" 3 4
extern void *memcpy (void *__restrict __dest, const void *__restrict __src,
       size_t __n) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern void *memmove (void *__dest, const void *__src, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));





extern void *memccpy (void *__restrict __dest, const void *__restrict __src,
        int __c, size_t __n)
    __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2))) __attribute__ ((__access__ (__write_only__, 1, 4)));




extern void *memset (void *__s, int __c, size_t __n) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));


extern int memcmp (const void *__s1, const void *__s2, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));
# 80 "/usr/include/string.h" 3 4
extern int __memcmpeq (const void *__s1, const void *__s2, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));
# 107 "/usr/include/string.h" 3 4
extern void *memchr (const void *__s, int __c, size_t __n)
      __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1)));
# 141 "/usr/include/string.h" 3 4
extern char *strcpy (char *__restrict __dest, const char *__restrict __src)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));

extern char *strncpy (char *__restrict __dest,
        const char *__restrict __src, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern char *strcat (char *__restrict __dest, const char *__restrict __src)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));

extern char *strncat (char *__restrict __dest, const char *__restrict __src,
        size_t __n) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern int strcmp (const char *__s1, const char *__s2)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));

extern int strncmp (const char *__s1, const char *__s2, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));


extern int strcoll (const char *__s1, const char *__s2)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));

extern size_t strxfrm (char *__restrict __dest,
         const char *__restrict __src, size_t __n)
    __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2))) __attribute__ ((__access__ (__write_only__, 1, 3)));



# 1 "/usr/include/x86_64-linux-gnu/bits/types/locale_t.h" 1 3 4
# 22 "/usr/include/x86_64-linux-gnu/bits/types/locale_t.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/__locale_t.h" 1 3 4
# 27 "/usr/include/x86_64-linux-gnu/bits/types/__locale_t.h" 3 4
struct __locale_struct
{

  struct __locale_data *__locales[13];


  const unsigned short int *__ctype_b;
  const int *__ctype_tolower;
  const int *__ctype_toupper;


  const char *__names[13];
};

typedef struct __locale_struct *__locale_t;
# 23 "/usr/include/x86_64-linux-gnu/bits/types/locale_t.h" 2 3 4

typedef __locale_t locale_t;
# 173 "/usr/include/string.h" 2 3 4


extern int strcoll_l (const char *__s1, const char *__s2, locale_t __l)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2, 3)));


extern size_t strxfrm_l (char *__dest, const char *__src, size_t __n,
    locale_t __l) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2, 4)))
     __attribute__ ((__access__ (__write_only__, 1, 3)));





extern char *strdup (const char *__s)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__nonnull__ (1)));






extern char *strndup (const char *__string, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__nonnull__ (1)));
# 246 "/usr/include/string.h" 3 4
extern char *strchr (const char *__s, int __c)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1)));
# 273 "/usr/include/string.h" 3 4
extern char *strrchr (const char *__s, int __c)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1)));
# 293 "/usr/include/string.h" 3 4
extern size_t strcspn (const char *__s, const char *__reject)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));


extern size_t strspn (const char *__s, const char *__accept)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));
# 323 "/usr/include/string.h" 3 4
extern char *strpbrk (const char *__s, const char *__accept)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));
# 350 "/usr/include/string.h" 3 4
extern char *strstr (const char *__haystack, const char *__needle)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));




extern char *strtok (char *__restrict __s, const char *__restrict __delim)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));



extern char *__strtok_r (char *__restrict __s,
    const char *__restrict __delim,
    char **__restrict __save_ptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2, 3)));

extern char *strtok_r (char *__restrict __s, const char *__restrict __delim,
         char **__restrict __save_ptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2, 3)));
# 407 "/usr/include/string.h" 3 4
extern size_t strlen (const char *__s)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1)));




extern size_t strnlen (const char *__string, size_t __maxlen)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1)));




extern char *strerror (int __errnum) __attribute__ ((__nothrow__ , __leaf__));
# 432 "/usr/include/string.h" 3 4
extern int strerror_r (int __errnum, char *__buf, size_t __buflen) __asm__ ("" "__xpg_strerror_r") __attribute__ ((__nothrow__ , __leaf__))

                        __attribute__ ((__nonnull__ (2)))
    __attribute__ ((__access__ (__write_only__, 2, 3)));
# 458 "/usr/include/string.h" 3 4
extern char *strerror_l (int __errnum, locale_t __l) __attribute__ ((__nothrow__ , __leaf__));



# 1 "/usr/include/strings.h" 1 3 4
# 23 "/usr/include/strings.h" 3 4
# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 24 "/usr/include/strings.h" 2 3 4










extern int bcmp (const void *__s1, const void *__s2, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));


extern void bcopy (const void *__src, void *__dest, size_t __n)
  __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern void bzero (void *__s, size_t __n) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
# 68 "/usr/include/strings.h" 3 4
extern char *index (const char *__s, int __c)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1)));
# 96 "/usr/include/strings.h" 3 4
extern char *rindex (const char *__s, int __c)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1)));






extern int ffs (int __i) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));





extern int ffsl (long int __l) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));
__extension__ extern int ffsll (long long int __ll)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));



extern int strcasecmp (const char *__s1, const char *__s2)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));


extern int strncasecmp (const char *__s1, const char *__s2, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2)));






extern int strcasecmp_l (const char *__s1, const char *__s2, locale_t __loc)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2, 3)));



extern int strncasecmp_l (const char *__s1, const char *__s2,
     size_t __n, locale_t __loc)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1, 2, 4)));



# 463 "/usr/include/string.h" 2 3 4



extern void explicit_bzero (void *__s, size_t __n) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)))
    __attribute__ ((__access__ (__write_only__, 1, 2)));



extern char *strsep (char **__restrict __stringp,
       const char *__restrict __delim)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));




extern char *strsignal (int __sig) __attribute__ ((__nothrow__ , __leaf__));
# 489 "/usr/include/string.h" 3 4
extern char *__stpcpy (char *__restrict __dest, const char *__restrict __src)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));
extern char *stpcpy (char *__restrict __dest, const char *__restrict __src)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));



extern char *__stpncpy (char *__restrict __dest,
   const char *__restrict __src, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));
extern char *stpncpy (char *__restrict __dest,
        const char *__restrict __src, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));
# 539 "/usr/include/string.h" 3 4

# 10 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 2
# 37 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"

# 37 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
static inline void *
t_dev (const void *host, size_t bytes)
{
  void *d = px_alloc (bytes);
  do { if (!(d)) { fprintf (
# 41 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3 4
 stderr
# 41 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
 , "%s:%d: %s\n", "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h", 41, "d"); exit (1); } } while (0);
  if (host)
    do { if (
# 43 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
   px__check ((
# 43 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
   px_copy (d, host, bytes)
# 43 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
   ), 
# 43 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
   "px_copy (d, host, bytes)"
# 43 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
   , "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h", 43)
# 43 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
   ) exit (1); } while (0);
  else
    do { if (
# 45 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
   px__check ((
# 45 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
   px_memset (d, 0xff, bytes)
# 45 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
   ), 
# 45 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
   "px_memset (d, 0xff, bytes)"
# 45 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
   , "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h", 45)
# 45 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
   ) exit (1); } while (0);
  return d;
}


static inline void
t_back (void *host, void *d, size_t bytes)
{
  do { if (
# 53 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
 px__check ((
# 53 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
 px_copy (host, d, bytes)
# 53 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
 ), 
# 53 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
 "px_copy (host, d, bytes)"
# 53 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
 , "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h", 53)
# 53 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
 ) exit (1); } while (0);
  do { if (
# 54 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
 px__check ((
# 54 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
 px_free (d)
# 54 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
 ), 
# 54 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
 "px_free (d)"
# 54 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3
 , "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h", 54)
# 54 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
 ) exit (1); } while (0);
}


static inline unsigned long long
t_random (void)
{
  static unsigned long long s = 0x9e3779b97f4a7c15;
  s ^= s << 13, s ^= s >> 7, s ^= s << 17;
  return s;
}






static inline void *
t_managed (size_t bytes)
{
  void *p = px_alloc_managed (bytes);
  do { if (!(p)) { fprintf (
# 75 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h" 3 4
 stderr
# 75 "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h"
 , "%s:%d: %s\n", "/work/b/mend3/t/testsuite/px.dg/options/../aux/t.h", 75, "p"); exit (1); } } while (0);
  memset (p, 0, bytes);
  return p;
}
# 10 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 2
# 1 "/usr/include/math.h" 1 3 4
# 27 "/usr/include/math.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 1 3 4
# 28 "/usr/include/math.h" 2 3 4












# 1 "/usr/include/x86_64-linux-gnu/bits/math-vector.h" 1 3 4
# 25 "/usr/include/x86_64-linux-gnu/bits/math-vector.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/libm-simd-decl-stubs.h" 1 3 4
# 26 "/usr/include/x86_64-linux-gnu/bits/math-vector.h" 2 3 4
# 41 "/usr/include/math.h" 2 3 4
# 152 "/usr/include/math.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/flt-eval-method.h" 1 3 4
# 153 "/usr/include/math.h" 2 3 4
# 163 "/usr/include/math.h" 3 4

# 163 "/usr/include/math.h" 3 4
typedef float float_t;
typedef double double_t;
# 204 "/usr/include/math.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/fp-logb.h" 1 3 4
# 205 "/usr/include/math.h" 2 3 4
# 247 "/usr/include/math.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/fp-fast.h" 1 3 4
# 248 "/usr/include/math.h" 2 3 4
# 312 "/usr/include/math.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/mathcalls-helper-functions.h" 1 3 4
# 20 "/usr/include/x86_64-linux-gnu/bits/mathcalls-helper-functions.h" 3 4
extern int __fpclassify (double __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));


extern int __signbit (double __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));



extern int __isinf (double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __finite (double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __isnan (double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __iseqsig (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__));


extern int __issignaling (double __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));
# 313 "/usr/include/math.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 1 3 4
# 53 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
 extern double acos (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __acos (double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern double asin (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __asin (double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern double atan (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __atan (double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern double atan2 (double __y, double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __atan2 (double __y, double __x) __attribute__ ((__nothrow__ , __leaf__));


 extern double cos (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __cos (double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern double sin (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __sin (double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern double tan (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __tan (double __x) __attribute__ ((__nothrow__ , __leaf__));




 extern double cosh (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __cosh (double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern double sinh (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __sinh (double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern double tanh (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __tanh (double __x) __attribute__ ((__nothrow__ , __leaf__));
# 85 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
 extern double acosh (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __acosh (double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern double asinh (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __asinh (double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern double atanh (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __atanh (double __x) __attribute__ ((__nothrow__ , __leaf__));





 extern double exp (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __exp (double __x) __attribute__ ((__nothrow__ , __leaf__));


extern double frexp (double __x, int *__exponent) __attribute__ ((__nothrow__ , __leaf__)); extern double __frexp (double __x, int *__exponent) __attribute__ ((__nothrow__ , __leaf__));


extern double ldexp (double __x, int __exponent) __attribute__ ((__nothrow__ , __leaf__)); extern double __ldexp (double __x, int __exponent) __attribute__ ((__nothrow__ , __leaf__));


 extern double log (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __log (double __x) __attribute__ ((__nothrow__ , __leaf__));


 extern double log10 (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __log10 (double __x) __attribute__ ((__nothrow__ , __leaf__));


extern double modf (double __x, double *__iptr) __attribute__ ((__nothrow__ , __leaf__)); extern double __modf (double __x, double *__iptr) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));
# 119 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
 extern double expm1 (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __expm1 (double __x) __attribute__ ((__nothrow__ , __leaf__));


 extern double log1p (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __log1p (double __x) __attribute__ ((__nothrow__ , __leaf__));


extern double logb (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __logb (double __x) __attribute__ ((__nothrow__ , __leaf__));




 extern double exp2 (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __exp2 (double __x) __attribute__ ((__nothrow__ , __leaf__));


 extern double log2 (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __log2 (double __x) __attribute__ ((__nothrow__ , __leaf__));






 extern double pow (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)); extern double __pow (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__));


extern double sqrt (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __sqrt (double __x) __attribute__ ((__nothrow__ , __leaf__));



 extern double hypot (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)); extern double __hypot (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__));




 extern double cbrt (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __cbrt (double __x) __attribute__ ((__nothrow__ , __leaf__));






extern double ceil (double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern double __ceil (double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern double fabs (double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern double __fabs (double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern double floor (double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern double __floor (double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern double fmod (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)); extern double __fmod (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__));
# 177 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern int isinf (double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));




extern int finite (double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern double drem (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)); extern double __drem (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__));



extern double significand (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __significand (double __x) __attribute__ ((__nothrow__ , __leaf__));






extern double copysign (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern double __copysign (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));




extern double nan (const char *__tagb) __attribute__ ((__nothrow__ , __leaf__)); extern double __nan (const char *__tagb) __attribute__ ((__nothrow__ , __leaf__));
# 213 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern int isnan (double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));





extern double j0 (double) __attribute__ ((__nothrow__ , __leaf__)); extern double __j0 (double) __attribute__ ((__nothrow__ , __leaf__));
extern double j1 (double) __attribute__ ((__nothrow__ , __leaf__)); extern double __j1 (double) __attribute__ ((__nothrow__ , __leaf__));
extern double jn (int, double) __attribute__ ((__nothrow__ , __leaf__)); extern double __jn (int, double) __attribute__ ((__nothrow__ , __leaf__));
extern double y0 (double) __attribute__ ((__nothrow__ , __leaf__)); extern double __y0 (double) __attribute__ ((__nothrow__ , __leaf__));
extern double y1 (double) __attribute__ ((__nothrow__ , __leaf__)); extern double __y1 (double) __attribute__ ((__nothrow__ , __leaf__));
extern double yn (int, double) __attribute__ ((__nothrow__ , __leaf__)); extern double __yn (int, double) __attribute__ ((__nothrow__ , __leaf__));





 extern double erf (double) __attribute__ ((__nothrow__ , __leaf__)); extern double __erf (double) __attribute__ ((__nothrow__ , __leaf__));
 extern double erfc (double) __attribute__ ((__nothrow__ , __leaf__)); extern double __erfc (double) __attribute__ ((__nothrow__ , __leaf__));
extern double lgamma (double) __attribute__ ((__nothrow__ , __leaf__)); extern double __lgamma (double) __attribute__ ((__nothrow__ , __leaf__));




extern double tgamma (double) __attribute__ ((__nothrow__ , __leaf__)); extern double __tgamma (double) __attribute__ ((__nothrow__ , __leaf__));





extern double gamma (double) __attribute__ ((__nothrow__ , __leaf__)); extern double __gamma (double) __attribute__ ((__nothrow__ , __leaf__));







extern double lgamma_r (double, int *__signgamp) __attribute__ ((__nothrow__ , __leaf__)); extern double __lgamma_r (double, int *__signgamp) __attribute__ ((__nothrow__ , __leaf__));






extern double rint (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __rint (double __x) __attribute__ ((__nothrow__ , __leaf__));


extern double nextafter (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)); extern double __nextafter (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__));

extern double nexttoward (double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)); extern double __nexttoward (double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__));
# 275 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern double remainder (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)); extern double __remainder (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__));



extern double scalbn (double __x, int __n) __attribute__ ((__nothrow__ , __leaf__)); extern double __scalbn (double __x, int __n) __attribute__ ((__nothrow__ , __leaf__));



extern int ilogb (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern int __ilogb (double __x) __attribute__ ((__nothrow__ , __leaf__));
# 293 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern double scalbln (double __x, long int __n) __attribute__ ((__nothrow__ , __leaf__)); extern double __scalbln (double __x, long int __n) __attribute__ ((__nothrow__ , __leaf__));



extern double nearbyint (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern double __nearbyint (double __x) __attribute__ ((__nothrow__ , __leaf__));



extern double round (double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern double __round (double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));



extern double trunc (double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern double __trunc (double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));




extern double remquo (double __x, double __y, int *__quo) __attribute__ ((__nothrow__ , __leaf__)); extern double __remquo (double __x, double __y, int *__quo) __attribute__ ((__nothrow__ , __leaf__));






extern long int lrint (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long int __lrint (double __x) __attribute__ ((__nothrow__ , __leaf__));
__extension__
extern long long int llrint (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long long int __llrint (double __x) __attribute__ ((__nothrow__ , __leaf__));



extern long int lround (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long int __lround (double __x) __attribute__ ((__nothrow__ , __leaf__));
__extension__
extern long long int llround (double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long long int __llround (double __x) __attribute__ ((__nothrow__ , __leaf__));



extern double fdim (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)); extern double __fdim (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__));



extern double fmax (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern double __fmax (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern double fmin (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern double __fmin (double __x, double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));



extern double fma (double __x, double __y, double __z) __attribute__ ((__nothrow__ , __leaf__)); extern double __fma (double __x, double __y, double __z) __attribute__ ((__nothrow__ , __leaf__));
# 435 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern double scalb (double __x, double __n) __attribute__ ((__nothrow__ , __leaf__)); extern double __scalb (double __x, double __n) __attribute__ ((__nothrow__ , __leaf__));
# 314 "/usr/include/math.h" 2 3 4
# 329 "/usr/include/math.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/mathcalls-helper-functions.h" 1 3 4
# 20 "/usr/include/x86_64-linux-gnu/bits/mathcalls-helper-functions.h" 3 4
extern int __fpclassifyf (float __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));


extern int __signbitf (float __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));



extern int __isinff (float __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __finitef (float __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __isnanf (float __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __iseqsigf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__));


extern int __issignalingf (float __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));
# 330 "/usr/include/math.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 1 3 4
# 53 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
 extern float acosf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __acosf (float __x) __attribute__ ((__nothrow__ , __leaf__));

 extern float asinf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __asinf (float __x) __attribute__ ((__nothrow__ , __leaf__));

 extern float atanf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __atanf (float __x) __attribute__ ((__nothrow__ , __leaf__));

 extern float atan2f (float __y, float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __atan2f (float __y, float __x) __attribute__ ((__nothrow__ , __leaf__));


 extern float cosf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __cosf (float __x) __attribute__ ((__nothrow__ , __leaf__));

 extern float sinf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __sinf (float __x) __attribute__ ((__nothrow__ , __leaf__));

 extern float tanf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __tanf (float __x) __attribute__ ((__nothrow__ , __leaf__));




 extern float coshf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __coshf (float __x) __attribute__ ((__nothrow__ , __leaf__));

 extern float sinhf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __sinhf (float __x) __attribute__ ((__nothrow__ , __leaf__));

 extern float tanhf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __tanhf (float __x) __attribute__ ((__nothrow__ , __leaf__));
# 85 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
 extern float acoshf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __acoshf (float __x) __attribute__ ((__nothrow__ , __leaf__));

 extern float asinhf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __asinhf (float __x) __attribute__ ((__nothrow__ , __leaf__));

 extern float atanhf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __atanhf (float __x) __attribute__ ((__nothrow__ , __leaf__));





 extern float expf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __expf (float __x) __attribute__ ((__nothrow__ , __leaf__));


extern float frexpf (float __x, int *__exponent) __attribute__ ((__nothrow__ , __leaf__)); extern float __frexpf (float __x, int *__exponent) __attribute__ ((__nothrow__ , __leaf__));


extern float ldexpf (float __x, int __exponent) __attribute__ ((__nothrow__ , __leaf__)); extern float __ldexpf (float __x, int __exponent) __attribute__ ((__nothrow__ , __leaf__));


 extern float logf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __logf (float __x) __attribute__ ((__nothrow__ , __leaf__));


 extern float log10f (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __log10f (float __x) __attribute__ ((__nothrow__ , __leaf__));


extern float modff (float __x, float *__iptr) __attribute__ ((__nothrow__ , __leaf__)); extern float __modff (float __x, float *__iptr) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));
# 119 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
 extern float expm1f (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __expm1f (float __x) __attribute__ ((__nothrow__ , __leaf__));


 extern float log1pf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __log1pf (float __x) __attribute__ ((__nothrow__ , __leaf__));


extern float logbf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __logbf (float __x) __attribute__ ((__nothrow__ , __leaf__));




 extern float exp2f (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __exp2f (float __x) __attribute__ ((__nothrow__ , __leaf__));


 extern float log2f (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __log2f (float __x) __attribute__ ((__nothrow__ , __leaf__));






 extern float powf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)); extern float __powf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__));


extern float sqrtf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __sqrtf (float __x) __attribute__ ((__nothrow__ , __leaf__));



 extern float hypotf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)); extern float __hypotf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__));




 extern float cbrtf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __cbrtf (float __x) __attribute__ ((__nothrow__ , __leaf__));






extern float ceilf (float __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern float __ceilf (float __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern float fabsf (float __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern float __fabsf (float __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern float floorf (float __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern float __floorf (float __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern float fmodf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)); extern float __fmodf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__));
# 177 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern int isinff (float __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));




extern int finitef (float __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern float dremf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)); extern float __dremf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__));



extern float significandf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __significandf (float __x) __attribute__ ((__nothrow__ , __leaf__));






extern float copysignf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern float __copysignf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));




extern float nanf (const char *__tagb) __attribute__ ((__nothrow__ , __leaf__)); extern float __nanf (const char *__tagb) __attribute__ ((__nothrow__ , __leaf__));
# 213 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern int isnanf (float __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));





extern float j0f (float) __attribute__ ((__nothrow__ , __leaf__)); extern float __j0f (float) __attribute__ ((__nothrow__ , __leaf__));
extern float j1f (float) __attribute__ ((__nothrow__ , __leaf__)); extern float __j1f (float) __attribute__ ((__nothrow__ , __leaf__));
extern float jnf (int, float) __attribute__ ((__nothrow__ , __leaf__)); extern float __jnf (int, float) __attribute__ ((__nothrow__ , __leaf__));
extern float y0f (float) __attribute__ ((__nothrow__ , __leaf__)); extern float __y0f (float) __attribute__ ((__nothrow__ , __leaf__));
extern float y1f (float) __attribute__ ((__nothrow__ , __leaf__)); extern float __y1f (float) __attribute__ ((__nothrow__ , __leaf__));
extern float ynf (int, float) __attribute__ ((__nothrow__ , __leaf__)); extern float __ynf (int, float) __attribute__ ((__nothrow__ , __leaf__));





 extern float erff (float) __attribute__ ((__nothrow__ , __leaf__)); extern float __erff (float) __attribute__ ((__nothrow__ , __leaf__));
 extern float erfcf (float) __attribute__ ((__nothrow__ , __leaf__)); extern float __erfcf (float) __attribute__ ((__nothrow__ , __leaf__));
extern float lgammaf (float) __attribute__ ((__nothrow__ , __leaf__)); extern float __lgammaf (float) __attribute__ ((__nothrow__ , __leaf__));




extern float tgammaf (float) __attribute__ ((__nothrow__ , __leaf__)); extern float __tgammaf (float) __attribute__ ((__nothrow__ , __leaf__));





extern float gammaf (float) __attribute__ ((__nothrow__ , __leaf__)); extern float __gammaf (float) __attribute__ ((__nothrow__ , __leaf__));







extern float lgammaf_r (float, int *__signgamp) __attribute__ ((__nothrow__ , __leaf__)); extern float __lgammaf_r (float, int *__signgamp) __attribute__ ((__nothrow__ , __leaf__));






extern float rintf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __rintf (float __x) __attribute__ ((__nothrow__ , __leaf__));


extern float nextafterf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)); extern float __nextafterf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__));

extern float nexttowardf (float __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)); extern float __nexttowardf (float __x, long double __y) __attribute__ ((__nothrow__ , __leaf__));
# 275 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern float remainderf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)); extern float __remainderf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__));



extern float scalbnf (float __x, int __n) __attribute__ ((__nothrow__ , __leaf__)); extern float __scalbnf (float __x, int __n) __attribute__ ((__nothrow__ , __leaf__));



extern int ilogbf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern int __ilogbf (float __x) __attribute__ ((__nothrow__ , __leaf__));
# 293 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern float scalblnf (float __x, long int __n) __attribute__ ((__nothrow__ , __leaf__)); extern float __scalblnf (float __x, long int __n) __attribute__ ((__nothrow__ , __leaf__));



extern float nearbyintf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern float __nearbyintf (float __x) __attribute__ ((__nothrow__ , __leaf__));



extern float roundf (float __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern float __roundf (float __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));



extern float truncf (float __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern float __truncf (float __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));




extern float remquof (float __x, float __y, int *__quo) __attribute__ ((__nothrow__ , __leaf__)); extern float __remquof (float __x, float __y, int *__quo) __attribute__ ((__nothrow__ , __leaf__));






extern long int lrintf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern long int __lrintf (float __x) __attribute__ ((__nothrow__ , __leaf__));
__extension__
extern long long int llrintf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern long long int __llrintf (float __x) __attribute__ ((__nothrow__ , __leaf__));



extern long int lroundf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern long int __lroundf (float __x) __attribute__ ((__nothrow__ , __leaf__));
__extension__
extern long long int llroundf (float __x) __attribute__ ((__nothrow__ , __leaf__)); extern long long int __llroundf (float __x) __attribute__ ((__nothrow__ , __leaf__));



extern float fdimf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)); extern float __fdimf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__));



extern float fmaxf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern float __fmaxf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern float fminf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern float __fminf (float __x, float __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));



extern float fmaf (float __x, float __y, float __z) __attribute__ ((__nothrow__ , __leaf__)); extern float __fmaf (float __x, float __y, float __z) __attribute__ ((__nothrow__ , __leaf__));
# 435 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern float scalbf (float __x, float __n) __attribute__ ((__nothrow__ , __leaf__)); extern float __scalbf (float __x, float __n) __attribute__ ((__nothrow__ , __leaf__));
# 331 "/usr/include/math.h" 2 3 4
# 398 "/usr/include/math.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/mathcalls-helper-functions.h" 1 3 4
# 20 "/usr/include/x86_64-linux-gnu/bits/mathcalls-helper-functions.h" 3 4
extern int __fpclassifyl (long double __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));


extern int __signbitl (long double __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));



extern int __isinfl (long double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __finitel (long double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __isnanl (long double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __iseqsigl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__));


extern int __issignalingl (long double __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));
# 399 "/usr/include/math.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 1 3 4
# 53 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
 extern long double acosl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __acosl (long double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern long double asinl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __asinl (long double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern long double atanl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __atanl (long double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern long double atan2l (long double __y, long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __atan2l (long double __y, long double __x) __attribute__ ((__nothrow__ , __leaf__));


 extern long double cosl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __cosl (long double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern long double sinl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __sinl (long double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern long double tanl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __tanl (long double __x) __attribute__ ((__nothrow__ , __leaf__));




 extern long double coshl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __coshl (long double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern long double sinhl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __sinhl (long double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern long double tanhl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __tanhl (long double __x) __attribute__ ((__nothrow__ , __leaf__));
# 85 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
 extern long double acoshl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __acoshl (long double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern long double asinhl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __asinhl (long double __x) __attribute__ ((__nothrow__ , __leaf__));

 extern long double atanhl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __atanhl (long double __x) __attribute__ ((__nothrow__ , __leaf__));





 extern long double expl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __expl (long double __x) __attribute__ ((__nothrow__ , __leaf__));


extern long double frexpl (long double __x, int *__exponent) __attribute__ ((__nothrow__ , __leaf__)); extern long double __frexpl (long double __x, int *__exponent) __attribute__ ((__nothrow__ , __leaf__));


extern long double ldexpl (long double __x, int __exponent) __attribute__ ((__nothrow__ , __leaf__)); extern long double __ldexpl (long double __x, int __exponent) __attribute__ ((__nothrow__ , __leaf__));


 extern long double logl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __logl (long double __x) __attribute__ ((__nothrow__ , __leaf__));


 extern long double log10l (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __log10l (long double __x) __attribute__ ((__nothrow__ , __leaf__));


extern long double modfl (long double __x, long double *__iptr) __attribute__ ((__nothrow__ , __leaf__)); extern long double __modfl (long double __x, long double *__iptr) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));
# 119 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
 extern long double expm1l (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __expm1l (long double __x) __attribute__ ((__nothrow__ , __leaf__));


 extern long double log1pl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __log1pl (long double __x) __attribute__ ((__nothrow__ , __leaf__));


extern long double logbl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __logbl (long double __x) __attribute__ ((__nothrow__ , __leaf__));




 extern long double exp2l (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __exp2l (long double __x) __attribute__ ((__nothrow__ , __leaf__));


 extern long double log2l (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __log2l (long double __x) __attribute__ ((__nothrow__ , __leaf__));






 extern long double powl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)); extern long double __powl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__));


extern long double sqrtl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __sqrtl (long double __x) __attribute__ ((__nothrow__ , __leaf__));



 extern long double hypotl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)); extern long double __hypotl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__));




 extern long double cbrtl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __cbrtl (long double __x) __attribute__ ((__nothrow__ , __leaf__));






extern long double ceill (long double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern long double __ceill (long double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern long double fabsl (long double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern long double __fabsl (long double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern long double floorl (long double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern long double __floorl (long double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern long double fmodl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)); extern long double __fmodl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__));
# 177 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern int isinfl (long double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));




extern int finitel (long double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern long double dreml (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)); extern long double __dreml (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__));



extern long double significandl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __significandl (long double __x) __attribute__ ((__nothrow__ , __leaf__));






extern long double copysignl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern long double __copysignl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));




extern long double nanl (const char *__tagb) __attribute__ ((__nothrow__ , __leaf__)); extern long double __nanl (const char *__tagb) __attribute__ ((__nothrow__ , __leaf__));
# 213 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern int isnanl (long double __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));





extern long double j0l (long double) __attribute__ ((__nothrow__ , __leaf__)); extern long double __j0l (long double) __attribute__ ((__nothrow__ , __leaf__));
extern long double j1l (long double) __attribute__ ((__nothrow__ , __leaf__)); extern long double __j1l (long double) __attribute__ ((__nothrow__ , __leaf__));
extern long double jnl (int, long double) __attribute__ ((__nothrow__ , __leaf__)); extern long double __jnl (int, long double) __attribute__ ((__nothrow__ , __leaf__));
extern long double y0l (long double) __attribute__ ((__nothrow__ , __leaf__)); extern long double __y0l (long double) __attribute__ ((__nothrow__ , __leaf__));
extern long double y1l (long double) __attribute__ ((__nothrow__ , __leaf__)); extern long double __y1l (long double) __attribute__ ((__nothrow__ , __leaf__));
extern long double ynl (int, long double) __attribute__ ((__nothrow__ , __leaf__)); extern long double __ynl (int, long double) __attribute__ ((__nothrow__ , __leaf__));





 extern long double erfl (long double) __attribute__ ((__nothrow__ , __leaf__)); extern long double __erfl (long double) __attribute__ ((__nothrow__ , __leaf__));
 extern long double erfcl (long double) __attribute__ ((__nothrow__ , __leaf__)); extern long double __erfcl (long double) __attribute__ ((__nothrow__ , __leaf__));
extern long double lgammal (long double) __attribute__ ((__nothrow__ , __leaf__)); extern long double __lgammal (long double) __attribute__ ((__nothrow__ , __leaf__));




extern long double tgammal (long double) __attribute__ ((__nothrow__ , __leaf__)); extern long double __tgammal (long double) __attribute__ ((__nothrow__ , __leaf__));





extern long double gammal (long double) __attribute__ ((__nothrow__ , __leaf__)); extern long double __gammal (long double) __attribute__ ((__nothrow__ , __leaf__));







extern long double lgammal_r (long double, int *__signgamp) __attribute__ ((__nothrow__ , __leaf__)); extern long double __lgammal_r (long double, int *__signgamp) __attribute__ ((__nothrow__ , __leaf__));






extern long double rintl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __rintl (long double __x) __attribute__ ((__nothrow__ , __leaf__));


extern long double nextafterl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)); extern long double __nextafterl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__));

extern long double nexttowardl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)); extern long double __nexttowardl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__));
# 275 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern long double remainderl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)); extern long double __remainderl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__));



extern long double scalbnl (long double __x, int __n) __attribute__ ((__nothrow__ , __leaf__)); extern long double __scalbnl (long double __x, int __n) __attribute__ ((__nothrow__ , __leaf__));



extern int ilogbl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern int __ilogbl (long double __x) __attribute__ ((__nothrow__ , __leaf__));
# 293 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern long double scalblnl (long double __x, long int __n) __attribute__ ((__nothrow__ , __leaf__)); extern long double __scalblnl (long double __x, long int __n) __attribute__ ((__nothrow__ , __leaf__));



extern long double nearbyintl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long double __nearbyintl (long double __x) __attribute__ ((__nothrow__ , __leaf__));



extern long double roundl (long double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern long double __roundl (long double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));



extern long double truncl (long double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern long double __truncl (long double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));




extern long double remquol (long double __x, long double __y, int *__quo) __attribute__ ((__nothrow__ , __leaf__)); extern long double __remquol (long double __x, long double __y, int *__quo) __attribute__ ((__nothrow__ , __leaf__));






extern long int lrintl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long int __lrintl (long double __x) __attribute__ ((__nothrow__ , __leaf__));
__extension__
extern long long int llrintl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long long int __llrintl (long double __x) __attribute__ ((__nothrow__ , __leaf__));



extern long int lroundl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long int __lroundl (long double __x) __attribute__ ((__nothrow__ , __leaf__));
__extension__
extern long long int llroundl (long double __x) __attribute__ ((__nothrow__ , __leaf__)); extern long long int __llroundl (long double __x) __attribute__ ((__nothrow__ , __leaf__));



extern long double fdiml (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)); extern long double __fdiml (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__));



extern long double fmaxl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern long double __fmaxl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));


extern long double fminl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)); extern long double __fminl (long double __x, long double __y) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));



extern long double fmal (long double __x, long double __y, long double __z) __attribute__ ((__nothrow__ , __leaf__)); extern long double __fmal (long double __x, long double __y, long double __z) __attribute__ ((__nothrow__ , __leaf__));
# 435 "/usr/include/x86_64-linux-gnu/bits/mathcalls.h" 3 4
extern long double scalbl (long double __x, long double __n) __attribute__ ((__nothrow__ , __leaf__)); extern long double __scalbl (long double __x, long double __n) __attribute__ ((__nothrow__ , __leaf__));
# 400 "/usr/include/math.h" 2 3 4
# 481 "/usr/include/math.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/mathcalls-helper-functions.h" 1 3 4
# 20 "/usr/include/x86_64-linux-gnu/bits/mathcalls-helper-functions.h" 3 4
extern int __fpclassifyf128 (_Float128 __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));


extern int __signbitf128 (_Float128 __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));



extern int __isinff128 (_Float128 __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __finitef128 (_Float128 __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __isnanf128 (_Float128 __value) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__const__));


extern int __iseqsigf128 (_Float128 __x, _Float128 __y) __attribute__ ((__nothrow__ , __leaf__));


extern int __issignalingf128 (_Float128 __value) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__const__));
# 482 "/usr/include/math.h" 2 3 4
# 854 "/usr/include/math.h" 3 4
extern int signgam;
# 934 "/usr/include/math.h" 3 4
enum
  {
    FP_NAN =

      0,
    FP_INFINITE =

      1,
    FP_ZERO =

      2,
    FP_SUBNORMAL =

      3,
    FP_NORMAL =

      4
  };
# 1471 "/usr/include/math.h" 3 4

# 11 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 2


# 12 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
float
host (float x)
{
  return expf (x);
}


# 18 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
__attribute__ ((px_kernel)) 
# 18 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
        void
f (float *p)
{
  int t 
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
 __attribute__ ((px_perspective (
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
 "thread" 
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
 , (sizeof (int) == sizeof (*(8 ? ((void *) ((long) (
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
 1
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
 ) * 0l)) : (int *) 8))), (
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
 1
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
 ) ))) 
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
 = 
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
 __px_id (
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
 "thread"
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
 , 0 )
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
 ; 
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
 for (; __px_enter ("__group", 
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
 "thread" 
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
 , (sizeof (int) == sizeof (*(8 ? ((void *) ((long) (
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
 1
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
 ) * 0l)) : (int *) 8))), (
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
 1
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
 ) ); ) for (; __px_enter ("__unsafe", 
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
 "" 
# 21 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c" 3
 ); )
    
# 22 "/work/b/mend3/t/testsuite/px.dg/options/own-math.c"
   *p = expf (*p);
}
