/* The limits of recursions: NESTING_LEVELS for evaluated expressions, values, types and data, and the size of the main
 * thread's stack, which the system limits (`ulimit -s`). Every recursion over input counts its levels and checks the
 * stack; the number of levels fits the usual 8 MiB. Parsers return an error with its place; other code fails:
 * stack_exhausted(), nesting_exceeded(). */
#ifndef FICELLE_BASE_STACK_H
#define FICELLE_BASE_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NESTING_LEVELS = 3000 };

struct stack_area {
  uintptr_t lowest;  /* the lowest address */
  uintptr_t reserve; /* bytes above it for code that does not check; 0: unknown */
};
extern struct stack_area stack_area;

/* Whether only the reserve is left. Stacks elsewhere (fibers) are not checked. */
static inline bool stack_low(void)
{
  return __builtin_expect((uintptr_t)__builtin_frame_address(0) - stack_area.lowest < stack_area.reserve, 0);
}

/* The size of the whole stack in bytes; SIZE_MAX: unlimited. */
size_t stack_bytes(void);
/* Bytes left above the reserve; SIZE_MAX on another stack. */
size_t stack_left(void);
/* The number of levels of a recursion for this stack, if the usual one has room for `most`. */
uint32_t stack_levels(uint32_t most);

/* Sets the handler of stack_exhausted (`used_up`) and nesting_exceeded, which leaves by longjmp. */
void stack_on_end(void (*leave)(bool used_up));
/* For a recursion that cannot report an error. Without a handler, or if it returns, the process ends with a message. */
_Noreturn void stack_exhausted(void);
_Noreturn void nesting_exceeded(void);
static inline void stack_look(void)
{
  if (stack_low()) stack_exhausted();
}

#endif
