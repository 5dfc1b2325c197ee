/* SPDX-License-Identifier: MIT */
/* A transformer as GPT-2 is one, of a size for an example.  transformer.c computes with it on the
   device, in float, plain.c in plain C, in double: each defines `real' before this.  */
#ifndef MODEL_H
#define MODEL_H

enum
{
  BATCH = 2,		/* sequences that are seen together */
  LENGTH = 24,		/* tokens of each */
  VOCABULARY = 61,	/* different tokens */
  LAYERS = 2,
  HEADS = 3,
  WIDTH = 48,		/* elements of the vector of a token; each head has WIDTH / HEADS */
  INNER = 4 * WIDTH,	/* the same, between the two products of an MLP */
  ROWS = BATCH * LENGTH /* vectors in all */
};

/* What is learnt, or its gradients.  A linear map has a row for each of its results.  */
struct layer
{
  real norm1_scale[WIDTH], norm1_shift[WIDTH];
  real qkv[3 * WIDTH * WIDTH], qkv_bias[3 * WIDTH]; /* queries, keys, values of all heads */
  real out[WIDTH * WIDTH], out_bias[WIDTH];
  real norm2_scale[WIDTH], norm2_shift[WIDTH];
  real up[INNER * WIDTH], up_bias[INNER];
  real down[WIDTH * INNER], down_bias[WIDTH];
};
struct model
{
  real token[VOCABULARY * WIDTH]; /* the vector of a token, which it is also recognised by */
  real place[LENGTH * WIDTH];
  struct layer layer[LAYERS];
  real norm_scale[WIDTH], norm_shift[WIDTH];
};
enum { WEIGHTS = sizeof (struct model) / sizeof (real) };

/* What is computed on the way forward, and needed on the way back.  */
struct way
{
  real x[LAYERS + 1][ROWS * WIDTH]; /* before each layer, and after the last */
  struct
  {
    real norm1[ROWS * WIDTH], qkv[ROWS * 3 * WIDTH], heads[ROWS * WIDTH], logs[BATCH * HEADS * LENGTH];
    real x[ROWS * WIDTH]; /* between attention and MLP */
    real norm2[ROWS * WIDTH], up[ROWS * INNER], inner[ROWS * INNER];
  } layer[LAYERS];
  real norm[ROWS * WIDTH];
  real logits[ROWS * VOCABULARY], chances[ROWS * VOCABULARY];
};

/* Of layer_norm; of the optimiser, AdamW (Loshchilov and Hutter, Decoupled Weight Decay Regularization).  */
#define EPSILON 1e-5f
#define RATE 1e-2f
#define BETA1 0.9f
#define BETA2 0.999f
#define TINY 1e-6f
#define DECAY 0.01f

/* plain.c: one step of learning, from each token and those before it, the NEXT one.  WEIGHTS
   numbers each: GRADIENTS become those for W, which becomes what has been learnt.  Returns the loss
   before.  */
double plain_step (double *w, const int *token, const int *next, double *gradients);
#endif
