/* SPDX-License-Identifier: MIT */
/* Memory of one module.  */
typedef int ptx_arena_placeholder;
