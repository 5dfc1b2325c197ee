/* SPDX-License-Identifier: MIT */
/* gemm, of C = A B^T, on sizes that its tiles divide and others, against plain C.  */
static int
try (int m, int n, int k, int blocks)
{
  size_t la = m * k * sizeof (px_bf16), lb = n * k * sizeof (px_bf16), lc = m * n * sizeof (px_bf16);
  px_bf16 *a = malloc (la), *b = malloc (lb), *c = malloc (lc), *da = px_alloc (la), *db = px_alloc (lb), *dc = px_alloc (lc);
  px_tensor_map ma, mb, mc;
  for (int i = 0; i < m * k; i++)
    a[i] = make_px_bf16 ((i / k * 7 + i % k * 3) % 3 == 0);
  for (int i = 0; i < n * k; i++)
    b[i] = make_px_bf16 ((i / k * 5 + i % k) % 5 == 0);
  if (px_check (px_copy (da, a, la)) || px_check (px_copy (db, b, lb))
      || px_check (px_tensor_map_for (&ma, a_tile, da, .size = { k, m }))
      || px_check (px_tensor_map_for (&mb, b_tile, db, .size = { k, n }))
      || px_check (px_tensor_map_for (&mc, c_tile, dc, .size = { n, m }))
      || px_check (px_launch (px_grid (blocks, THREADS), gemm, ma, mb, mc, m, n, k)) || px_check (px_copy (c, dc, lc)))
    return 1;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
	int want = 0;
	for (int l = 0; l < k; l++)
	  want += (i * 7 + l * 3) % 3 == 0 && (j * 5 + l) % 5 == 0;
	if (c[i * n + j].bits != make_px_bf16 (want).bits)
	  {
	    printf ("%d x %d x %d: c[%d][%d] = %x, not %d\n", m, n, k, i, j, c[i * n + j].bits, want);
	    return 1;
	  }
      }
  free (a);
  free (b);
  free (c);
  return px_check (px_free (da)) || px_check (px_free (db)) || px_check (px_free (dc));
}

int
main (void)
{
  return try (256, 512, 320, 3) || try (200, 296, 136, 2) || try (8, 8, 8, 1) || try (136, 264, 576, 5);
}
