/* SPDX-License-Identifier: MIT */
/* How many bytes of memory an instruction of the program accesses, for the guards: a fault
   says only where its access begins.

   The answer may be too small, which hides a race of its last bytes, but never too large, which
   would invent one: what is not in the tables counts as one byte.  */
#include "emulator/driver/drv.h"

#ifdef __x86_64__
/* Opcode OP of the map 0F, with prefix PP (0, 0x66, 0xf3 or 0xf2).  WIDE: of a vector register,
   WORD: of a general one.  */
static unsigned
width_of_0f (unsigned op, unsigned pp, unsigned wide, unsigned word)
{
  unsigned by_prefix = pp == 0xf3 ? 4 : pp == 0xf2 ? 8 : wide;
  switch (op)
    {
    case 0x10: /* movups, movss, movsd */
    case 0x11:
    case 0x51: /* sqrt, and, or, xor, add to max */
    case 0x54 ... 0x57:
    case 0x58:
    case 0x59:
    case 0x5c ... 0x5f: return by_prefix;
    case 0x28: /* movaps, movnt */
    case 0x29:
    case 0x2b:
    case 0xe7: return wide;
    case 0x12: /* halves of registers */
    case 0x13:
    case 0x16:
    case 0x17: return pp == 0xf3 || pp == 0xf2 ? 1 : 8;
    case 0x2e: /* ucomis, comis */
    case 0x2f: return pp == 0x66 ? 8 : 4;
    case 0x5a: /* conversions of scalars */ return pp == 0xf3 ? 4 : pp == 0xf2 ? 8 : 1;
    case 0x2c:
    case 0x2d: return pp == 0xf3 ? 4 : pp == 0xf2 ? 8 : 1;
    case 0x2a: return pp == 0xf3 || pp == 0xf2 ? word : 1;
    case 0x6e: return word;
    case 0x7e: return pp == 0xf3 ? 8 : word;
    case 0xd6: return pp == 0x66 ? 8 : 1;
    case 0x6f:
    case 0x7f: return pp == 0x66 || pp == 0xf3 ? wide : pp ? 1 : 8;
    case 0xf0: /* lddqu */ return pp == 0xf2 ? wide : 1;
    case 0xd4: /* sums and the like of integers */
    case 0xeb:
    case 0xef:
    case 0xdb:
    case 0xf8 ... 0xfb:
    case 0xfc ... 0xfe: return pp == 0x66 ? wide : 1;
    case 0xb7: /* movzx, movsx of two bytes */
    case 0xbf: return 2;
    case 0x40 ... 0x4f: /* cmov */
    case 0xaf:		/* imul */
    case 0xb1:		/* cmpxchg, xadd */
    case 0xc1:
    case 0xc3: /* movnti */ return word;
    default: return 1;
    }
}

/* Opcode OP of one byte.  */
static unsigned
width_of_one (unsigned op, unsigned word)
{
  if (op < 0x40 && op % 8 < 4)
    return op & 1 ? word : 1; /* the eight operations with registers */
  switch (op)
    {
    case 0x63: return 4;
    case 0x69:
    case 0x6b:
    case 0x81:
    case 0x83:
    case 0x85:
    case 0x87:
    case 0x89:
    case 0x8b:
    case 0xa5:
    case 0xab:
    case 0xad:
    case 0xc1:
    case 0xc7:
    case 0xd1:
    case 0xd3:
    case 0xf7: return word;
    default: return 1;
    }
}

unsigned
guard_width (const unsigned char *pc)
{
  unsigned pp = 0, rex = 0, half = 0;
  for (;; pc++)
    if (*pc == 0x66)
      half = 1;
    else if (*pc == 0xf2 || *pc == 0xf3)
      pp = *pc;
    else if (*pc != 0x64 && *pc != 0x65 && *pc != 0xf0 && *pc != 0x2e && *pc != 0x3e)
      break;
  if (*pc == 0xc5 || (*pc == 0xc4 && (pc[1] & 31) == 1)) /* VEX, map 0F */
    {
      static const unsigned char prefixes[] = { 0, 0x66, 0xf3, 0xf2 };
      bool three = *pc == 0xc4;
      unsigned last = pc[three ? 2 : 1];
      return width_of_0f (pc[three ? 3 : 2], prefixes[last & 3], last & 4 ? 32 : 16,
			  three && last & 128 ? 8 : 4);
    }
  if (*pc >> 4 == 4)
    rex = *pc++;
  unsigned word = rex & 8 ? 8 : half ? 2 : 4;
  if (*pc != 0x0f)
    return width_of_one (*pc, word);
  return width_of_0f (pc[1],
		      pp     ? pp
		      : half ? 0x66
			     : 0,
		      16, half && pc[1] < 0x80 ? (rex & 8 ? 8 : 4) : word);
}
#endif
