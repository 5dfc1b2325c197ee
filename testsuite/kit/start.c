/* SPDX-License-Identifier: MIT */
/* The start of a program, as glibc before 2.34 wants it: the program calls its
   own constructors; later ones do so too if they get a function for it.  The
   linker fills crti.o's _init and the bounds of the table.  */
typedef void constructor (int, char **, char **);
extern constructor *__init_array_start[] __attribute__ ((visibility ("hidden")));
extern constructor *__init_array_end[] __attribute__ ((visibility ("hidden")));
extern void _init (void) __attribute__ ((visibility ("hidden")));

/* System V ABI, x86-64, 3.4.1: argc at the stack pointer, argv above it, the
   loader's own destructor in rdx.  */
__asm__ (".globl _start\n"
	 ".type _start, @function\n"
	 "_start:\n\t"
	 "endbr64\n\t"
	 "xor %ebp, %ebp\n\t"
	 "mov %rdx, %r9\n\t"
	 "pop %rsi\n\t"
	 "mov %rsp, %rdx\n\t"
	 "and $-16, %rsp\n\t"
	 "push %rax\n\t"
	 "push %rsp\n\t"
	 "xor %r8d, %r8d\n\t"
	 "lea px_constructors(%rip), %rcx\n\t"
	 "mov main@GOTPCREL(%rip), %rdi\n\t"
	 "call *__libc_start_main@GOTPCREL(%rip)\n\t"
	 "hlt");

__attribute__ ((visibility ("hidden"), used)) void
px_constructors (int argc, char **argv, char **environment)
{
  _init ();
  for (constructor **c = __init_array_start; c < __init_array_end; c++)
    (*c) (argc, argv, environment);
}
