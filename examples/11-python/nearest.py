# SPDX-License-Identifier: MIT
# Chapter 11.  Calls nearest.c's library; the first argument says where that is.
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "./libnearest.so")
library.find_nearest.restype = ctypes.c_char_p

N = 1000
Points = ctypes.c_float * 2 * N
points = Points(*(((i * 7919 % 1009) / 8, (i * 104729 % 1013) / 8) for i in range(N)))
found = (ctypes.c_int * N)()
error = library.find_nearest(N, points, found)
if error:
    sys.exit(error.decode())


def distance(i, j):
    return (points[j][0] - points[i][0]) ** 2 + (points[j][1] - points[i][1]) ** 2


print(f"the nearest of {N} points to the first is number {found[0]}")
for i in range(N):
    want = min((j for j in range(N) if j != i), key=lambda j: distance(i, j))
    if distance(i, found[i]) != distance(i, want):
        sys.exit(f"wrong: {found[i]} for point {i}, plain Python gives {want}")
print("correct: the same as plain Python")
