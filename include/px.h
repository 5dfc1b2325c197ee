/* SPDX-License-Identifier: MIT */
/* <px.h>  */
#ifndef PX_H
#define PX_H
#endif
