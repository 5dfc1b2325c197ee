/* SPDX-License-Identifier: MIT */
/* px: typed perspectives for GPU kernels in plain C.

   The dialect: keywords for kernels, device functions, perspectives and the
   scoped constructs.  With the plugin (gcc -fplugin=px) each construct is a
   hidden loop that never reaches the generated code.  Without it (clangd, an
   editor, a C++ host file) the same source still parses: constructs are plain
   statements, declarations get `annotate' attributes under clang.

   The runtime, for host code, is in <px/runtime.h>.  */
#ifndef PX_H
#define PX_H

/* glibc has a structure member called __shared: it must be read before.  */
#include <sys/types.h>
#include <px/runtime.h>
#include <px/intrinsics.h>

#ifndef __has_attribute
#define __has_attribute(X) 0
#endif

#pragma GCC system_header       /* the macros' own noise; arguments still warn */

/* MACRO_2 or, if the size is left out, MACRO_1 with ARGUMENTS; the rest is what follows the
   level: a size and a declaration, or a declaration, which may have commas.  A is no size where
   nothing follows it, or where it begins with the name of a type.  */
#define __px_sized(MACRO, ARGUMENTS, A, ...) \
  __px_paste (MACRO, __px_second (__VA_OPT__ (, __px_begins (A),) , _1)) ARGUMENTS
#define __px_paste(A, B)        __px_paste_of (A, B)
#define __px_paste_of(A, B)     A##B
#define __px_second(...)        __px_second_of (__VA_ARGS__)
#define __px_second_of(A, B, ...) B
/* _1 or _2; what is in parentheses, which nothing can be pasted to, is a size.  */
#define __px_begins(A)          __px_second (__px_begins_paren A, __px_begins_word) (A)
#define __px_begins_paren(...)         ~, __px_begins_size,
#define __px_begins_size(A)         _2
#define __px_begins_word(A)            __px_second (__px_type_##A, _2, )
/* Each type that these headers and <stdint.h> name (testsuite/header.test looks), and words that types begin with.  */
#define __px_type_const             ~, _1,
#define __px_type_volatile          ~, _1,
#define __px_type___const           ~, _1,
#define __px_type___volatile__      ~, _1,
#define __px_type_void              ~, _1,
#define __px_type__Bool             ~, _1,
#define __px_type_bool              ~, _1,
#define __px_type_char              ~, _1,
#define __px_type_short             ~, _1,
#define __px_type_int               ~, _1,
#define __px_type_long              ~, _1,
#define __px_type_signed            ~, _1,
#define __px_type_unsigned          ~, _1,
#define __px_type_float             ~, _1,
#define __px_type_double            ~, _1,
#define __px_type__Complex          ~, _1,
#define __px_type_struct            ~, _1,
#define __px_type_union             ~, _1,
#define __px_type_enum              ~, _1,
#define __px_type_typeof            ~, _1,
#define __px_type___typeof          ~, _1,
#define __px_type___typeof__        ~, _1,
#define __px_type___auto_type       ~, _1,
#define __px_type___int128          ~, _1,
#define __px_type_int8_t            ~, _1,
#define __px_type_int16_t           ~, _1,
#define __px_type_int32_t           ~, _1,
#define __px_type_int64_t           ~, _1,
#define __px_type_intptr_t          ~, _1,
#define __px_type_uint8_t           ~, _1,
#define __px_type_uint16_t          ~, _1,
#define __px_type_uint32_t          ~, _1,
#define __px_type_uint64_t          ~, _1,
#define __px_type_uintptr_t         ~, _1,
#define __px_type_size_t            ~, _1,
#define __px_type_ssize_t           ~, _1,
#define __px_type_ptrdiff_t         ~, _1,
#define __px_type_uint              ~, _1,
#define __px_type_ushort            ~, _1,
#define __px_type_ulong             ~, _1,
#define __px_type_int_least8_t      ~, _1,
#define __px_type_int_least16_t     ~, _1,
#define __px_type_int_least32_t     ~, _1,
#define __px_type_int_least64_t     ~, _1,
#define __px_type_uint_least8_t     ~, _1,
#define __px_type_uint_least16_t    ~, _1,
#define __px_type_uint_least32_t    ~, _1,
#define __px_type_uint_least64_t    ~, _1,
#define __px_type_int_fast8_t       ~, _1,
#define __px_type_int_fast16_t      ~, _1,
#define __px_type_int_fast32_t      ~, _1,
#define __px_type_int_fast64_t      ~, _1,
#define __px_type_uint_fast8_t      ~, _1,
#define __px_type_uint_fast16_t     ~, _1,
#define __px_type_uint_fast32_t     ~, _1,
#define __px_type_uint_fast64_t     ~, _1,
#define __px_type_intmax_t          ~, _1,
#define __px_type_uintmax_t         ~, _1,
#define __px_type_wchar_t           ~, _1,
#define __px_type_u_char            ~, _1,
#define __px_type_u_short           ~, _1,
#define __px_type_u_int             ~, _1,
#define __px_type_u_long            ~, _1,
#define __px_type_px_half           ~, _1,
#define __px_type_px_bf16           ~, _1,
#define __px_type_px_half2          ~, _1,
#define __px_type_px_bf162          ~, _1,
#define __px_type_px_tf32           ~, _1,
#define __px_type_px_e4m3           ~, _1,
#define __px_type_px_e5m2           ~, _1,
#define __px_type_px_int2           ~, _1,
#define __px_type_px_int4           ~, _1,
#define __px_type_px_uint2          ~, _1,
#define __px_type_px_uint4          ~, _1,
#define __px_type_px_long2          ~, _1,
#define __px_type_px_ulong2         ~, _1,
#define __px_type_px_float2         ~, _1,
#define __px_type_px_float4         ~, _1,
#define __px_type_px_double2        ~, _1,
#define __px_type_px_halfx4         ~, _1,
#define __px_type_px_halfx8         ~, _1,
#define __px_type_px_bf16x4         ~, _1,
#define __px_type_px_bf16x8         ~, _1,
#define __px_type_px_b1x32          ~, _1,
#define __px_type_px_bf162x2        ~, _1,
#define __px_type_px_bf162x4        ~, _1,
#define __px_type_px_bf16x2         ~, _1,
#define __px_type_px_e4m3x2         ~, _1,
#define __px_type_px_e5m2x2         ~, _1,
#define __px_type_px_event          ~, _1,
#define __px_type_px_function       ~, _1,
#define __px_type_px_graph          ~, _1,
#define __px_type_px_half2x2        ~, _1,
#define __px_type_px_half2x4        ~, _1,
#define __px_type_px_halfx2         ~, _1,
#define __px_type_px_module         ~, _1,
#define __px_type_px_s4x8           ~, _1,
#define __px_type_px_status         ~, _1,
#define __px_type_px_stream         ~, _1,
#define __px_type_px_tensor_map     ~, _1,
#define __px_type_px_tensor_type    ~, _1,
#define __px_type_px_turn           ~, _1,
#define __px_type_px_u4x8           ~, _1,

#if __has_attribute (px_perspective)    /* the plugin is there */

#define __NO_CTYPE      /* else <ctype.h> asks tables of the host's */

/* Never defined: the plugin takes these calls away.  A construct's name, its level,
   then its size, a level and whether that is px_units, then a number of units: each
   size as __px_size has it, and too many arguments as one more.  */
int __px_enter (const char *, const char *, ...);
int __px_id (const char *, int, ...) __attribute__ ((__const__));
void __px_assume (int, const char *);
const struct px_symbol *__px_symbol (const volatile void *);
#define px_symbol(V)            __px_symbol (&(V))

/* Is N an integer constant expression?  The same at every -O; the folded value
   cannot tell, as GCC folds const variables at -O2.  */
#define __px_const(N) \
  (sizeof (int) == sizeof (*(8 ? ((void *) ((long) (N) * 0l)) : (int *) 8)))
#define __px_size(N, ...)       __px_const (N), (N) __VA_OPT__ (, 0)

/* All take any number of arguments: the plugin counts them.  */
#define __kernel                __attribute__ ((px_kernel))
#define __device                __attribute__ ((px_device))
#define __constant              __attribute__ ((px_constant)) const
#define __shared                __attribute__ ((px_shared))
#define __slots(...)            __attribute__ ((px_slots (__VA_OPT__ (__px_size (__VA_ARGS__)))))
#define __perspective(...)      __px_perspective (__VA_ARGS__)
#define __px_perspective(L, ...) __attribute__ ((px_perspective (#L __VA_OPT__ (, __px_size (__VA_ARGS__)))))
#define __px_text(...)          #__VA_ARGS__
#define __requires(...)         __attribute__ ((px_requires (__px_text (__VA_ARGS__)), __VA_ARGS__))
#define __alias(...)            __attribute__ ((px_alias (__px_text (__VA_ARGS__))))
#define __where(...)            __attribute__ ((px_where (__px_text (__VA_ARGS__))))
/* What px may rely on from here on; the emulator looks whether it holds.  */
#define px_assume(...)          __px_assume ((__VA_ARGS__) ? 1 : 0, #__VA_ARGS__)

#define __px_region(K, L, ...)  for (; __px_enter (K, #L __VA_OPT__ (, __px_size (__VA_ARGS__))); )
#define __group(...)            __px_region ("__group", __VA_ARGS__)
#define __split(...)            __px_region ("__split", __VA_ARGS__)
#define __case(...)             __px_region ("__case", , __VA_ARGS__)
#define __unsafe                __px_region ("__unsafe", )
/* The outer loop is the construct, the inner one has the declaration.  */
#define __px_view(...)          for (__VA_ARGS__; __px_enter ("view", ""); )
#define __px_narrow(K, L, ...)  __px_sized (__px_narrow, (K, L, __VA_ARGS__), __VA_ARGS__)
#define __px_narrow_2(K, L, N, ...) __px_region (K, L, N) __px_view (__VA_ARGS__)
#define __px_narrow_1(K, L, ...) __px_region (K, L) __px_view (__VA_ARGS__)
#define __partition(...)        __px_narrow ("__partition", __VA_ARGS__)
#define __claim(...)            __px_narrow ("__claim", __VA_ARGS__)
/* Two constructs, one in the other.  */
#define __each(...)             __px_narrow ("__each", __VA_ARGS__) __px_each (__VA_ARGS__)
#define __px_each(L, ...)       __px_sized (__px_each, (L, __VA_ARGS__), __VA_ARGS__)
#define __px_each_2(L, N, ...)  __px_region ("__each group", L, N)
#define __px_each_1(L, ...)     __px_region ("__each group", L)
#define __async(...)            __px_region ("__async", ) __px_view (__VA_ARGS__)

/* px_id (level[, n]): index of the narrower unit within the current code
   perspective; px_units (level[, n]): how many such units there are.  */
#define px_id(...)              __px_unit (0, __VA_ARGS__)
#define px_units(...)           __px_unit (1, __VA_ARGS__)
#define __px_unit(C, L, ...)    __px_id (#L, C __VA_OPT__ (, __px_size (__VA_ARGS__)))

#else

#define __px_cat_(A, B)         A##B
#define __px_cat(A, B)          __px_cat_ (A, B)
#define __px_scope(ID, ...)     for (int ID = 1; ID; ID = 0) for (__VA_ARGS__; ID; ID = 0)
#define __px_view(...)          __px_scope (__px_cat (__px_once_, __COUNTER__), __VA_ARGS__)
#define __group(...)
#define __split(...)
#define __case(...)
#define __unsafe
/* The level and the size may come from one macro, or the size be left out.  */
#define __px_narrow(L, ...)     __px_sized (__px_narrow, (__VA_ARGS__), __VA_ARGS__)
#define __px_narrow_2(N, ...)   __px_view (__VA_ARGS__)
#define __px_narrow_1(...)      __px_view (__VA_ARGS__)
#define __partition(...)        __px_narrow (__VA_ARGS__)
#define __claim(...)            __px_narrow (__VA_ARGS__)
#define __each(...)             __px_narrow (__VA_ARGS__)
#define __async(...)            __px_view (__VA_ARGS__)
#define __alias(...)
#define __where(...)
#define px_assume(...)          ((void) sizeof ((__VA_ARGS__) ? 1 : 0))
#define __constant              const
#define __shared
#define __slots(...)
#ifdef __cplusplus
extern "C"
#endif
int __px_id (const char *, ...)
#if defined __GNUC__ && !defined __clang__ && !defined __cplusplus
  __attribute__ ((__error__ ("kernels need the plugin of px: compile with gcc -fplugin=px")))
#endif
  ;
#define px_id(...)              __px_id (#__VA_ARGS__)
#define px_units(...)           __px_id (#__VA_ARGS__)
#ifdef __cplusplus
extern "C"
#endif
const struct px_symbol *__px_symbol (const volatile void *);
#define px_symbol(V)            __px_symbol (&(V))
#if defined __clang__
#define __kernel                __attribute__ ((annotate ("px: kernel")))
#define __device                __attribute__ ((annotate ("px: device")))
#define __perspective(...)      __attribute__ ((annotate ("px: perspective " #__VA_ARGS__)))
#define __requires(...)         __attribute__ ((annotate ("px: " #__VA_ARGS__)))
#else
#if __has_attribute (px_kernel)         /* C++: the plugin refuses definitions */
#define __kernel                __attribute__ ((px_kernel))
#define __device                __attribute__ ((px_device))
#else
#define __kernel
#define __device
#endif
#define __perspective(...)
#define __requires(...)
#endif

#endif

#if __has_attribute (px_mathematics) && __STDC_VERSION__ >= 199901L	/* hexadecimal constants */
#include <px/math.h>
#endif
#include <px/fragments.h>

#endif
