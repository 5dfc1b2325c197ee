/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CUDA's keywords in a unit that has <px.h>: each use is an error that says what is written
   here, and is then read as px's keyword, so that the rest of the program is judged as what
   it was meant to be.

   They are conditional macros, as other targets have for `vector': #ifdef does not see
   them, and a header that defines them itself may.

   Needs: the preprocessor.  In a source that has passed it before (-fpreprocessed)
   plugin/front/meant.cc reports them.  */

#include "plugin/front/front.h"

static const struct
{
  const char *cuda, *as, *px;
} words[] = {
#define PX_CUDA(cuda, px)
#define PX_CUDA_ORDER(cuda)
#define PX_CUDA_NAME(cuda, px)
#define PX_CUDA_HOST(cuda, px)
#define PX_CUDA_WORD(cuda, as, px) { #cuda, as, px },
#include "plugin/cuda.def"
#undef PX_CUDA
#undef PX_CUDA_ORDER
#undef PX_CUDA_NAME
#undef PX_CUDA_HOST
#undef PX_CUDA_WORD
};

const char *
px_cuda_word (const char *name)
{
  for (const auto &w : words)
    if (!strcmp (name, w.cuda))
      return w.px;
  return NULL;
}

static void
report_cuda_word (location_t loc, const char *name)
{
  const char *px = px_cuda_word (name);
  px_edit e = px_edit_word (px_user_loc (loc), name, px);
  if (*px)
    px_error (e, loc, PX_D_CUDA_WORD, name, px);
  else
    px_error (e, loc, PX_D_CUDA_NOTHING, name);
}

static cpp_hashnode *
expand_word (cpp_reader *, const cpp_token *t)
{
  const char *name = (const char *) NODE_NAME (t->val.node.node);
  if (px_cuda_word (name))
    report_cuda_word (t->src_loc, name);
  return t->val.node.node;
}

void
px_watch_cuda_words ()
{
  cpp_callbacks *cb = cpp_get_callbacks (parse_in);
  if (cb->macro_to_expand || cpp_get_options (parse_in)->preprocessed)
    return;
  cb->macro_to_expand = expand_word;
  for (const auto &w : words)
    {
      cpp_hashnode *n = cpp_lookup (parse_in, (const unsigned char *) w.cuda, strlen (w.cuda));
      if (cpp_macro_p (n))
	continue; /* the program's own */
      cpp_define (parse_in, (std::string (w.cuda) + "=" + w.as).c_str ());
      n->flags |= NODE_CONDITIONAL;
    }
}
