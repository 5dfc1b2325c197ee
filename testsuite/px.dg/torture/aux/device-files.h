/* SPDX-License-Identifier: MIT */
#include <px.h>
struct pair { int a, b; };
__device struct pair make (int, int);
__device struct pair swap (struct pair);
__device int scaled (int);
