/* SPDX-License-Identifier: MIT */
/* C = A B^T by launch (), on matrices of px_bf16 on the device, against plain C.  */
static px_status launch (px_bf16 *a, px_bf16 *b, px_bf16 *c, int m, int n, int k, int blocks);

static int
try (int m, int n, int k, int blocks)
{
  size_t la = m * k * sizeof (px_bf16), lb = n * k * sizeof (px_bf16), lc = m * n * sizeof (px_bf16);
  px_bf16 *a = malloc (la), *b = malloc (lb), *c = malloc (lc), *da = px_alloc (la), *db = px_alloc (lb), *dc = px_alloc (lc);
  for (int i = 0; i < m * k; i++)
    a[i] = make_px_bf16 ((i / k * 7 + i % k * 3) % 3 == 0);
  for (int i = 0; i < n * k; i++)
    b[i] = make_px_bf16 ((i / k * 5 + i % k) % 5 == 0);
  if (px_check (px_copy (da, a, la)) || px_check (px_copy (db, b, lb)) || px_check (launch (da, db, dc, m, n, k, blocks))
      || px_check (px_copy (c, dc, lc)))
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
