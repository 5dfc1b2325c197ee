/* SPDX-License-Identifier: MIT */
/* What becomes of the partial sums of products of matrices that are cut along k.  */
#include "blas/gemm.h"

#define F(name) s_##name
#define OF(name) name##s
#define T float
#define S float
#define WIDEN
#define NARROW
#define FINISH(X, I, J) EPILOGUE (X, , I, J)
#include "blas/gemm-join.inc"
#define F(name) d_##name
#define OF(name) name##d
#define T double
#define S double
#define WIDEN
#define NARROW
#define FINISH NO_EPILOGUE
#include "blas/gemm-join.inc"
#define F(name) h_##name
#define OF(name) name##h
#define T px_half
#define S float
#define WIDEN px_to_float
#define NARROW px_to_half
#define FINISH(X, I, J) EPILOGUE (X, px_to_float, I, J)
#include "blas/gemm-join.inc"
#define F(name) b_##name
#define OF(name) name##b
#define T px_bf16
#define S float
#define WIDEN px_to_float
#define NARROW px_to_bf16
#define FINISH(X, I, J) EPILOGUE (X, px_to_float, I, J)
#include "blas/gemm-join.inc"
#define F(name) i_##name
#define OF(name) name##i
#define T int
#define S unsigned /* modulo 2^32 */
#define WIDEN (unsigned)
#define NARROW (int)
#define FINISH NO_EPILOGUE
#include "blas/gemm-join.inc"
