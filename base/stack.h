/* How deep recursions may go: NESTING_LEVELS, the one limit for expressions being evaluated, values, types and data, or
 * as far as the stack of the main thread reaches, which the system limits (`ulimit -s`). Every recursion over input
 * counts its levels and looks at the stack; the number of levels is made for the usual 8 MiB. What reads text returns
 * an error with the place in it; everything else fails: stack_exhausted(), nesting_exceeded(). */
#ifndef FICELLE_BASE_STACK_H
#define FICELLE_BASE_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NESTING_LEVELS = 3000 };

struct stack_area {
  uintptr_t lowest;  /* the last address there is */
  uintptr_t reserve; /* bytes above it that are kept for what does not look; 0: unknown, any */
};
extern struct stack_area stack_area;

/* Whether only the reserve is left. Stacks elsewhere (fibers) are not looked at. */
static inline bool stack_low(void)
{
  return __builtin_expect((uintptr_t)__builtin_frame_address(0) - stack_area.lowest < stack_area.reserve, 0);
}

/* Bytes of the whole stack, SIZE_MAX: any number. */
size_t stack_bytes(void);
/* Bytes that are left above the reserve, SIZE_MAX on another stack. */
size_t stack_left(void);
/* How many levels of a recursion are for this stack, where the usual one has room for `most`. */
uint32_t stack_levels(uint32_t most);

/* What stack_exhausted (`used_up`) and nesting_exceeded call; it leaves by longjmp. */
void stack_on_end(void (*leave)(bool used_up));
/* For a recursion that cannot say itself that it was too deep. Without a handler, or when that returns, the process
 * ends with a message. */
_Noreturn void stack_exhausted(void);
_Noreturn void nesting_exceeded(void);
static inline void stack_look(void)
{
  if (stack_low()) stack_exhausted();
}

#endif
