/* The size of the C stack, and the levels of nesting that it allows. Recursive functions compare the address of their
 * frame with the lowest address of the stack. Functions that cannot report an error call stack_exhausted(), which calls
 * the handler or ends the process. */
#include "base/check.h"
#include "base/stack.h"

#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

enum { USUAL = 8 * 1024 * 1024 };

/* The reserve is for code that does not check: libraries, error messages, functions with large arrays. AddressSanitizer
 * makes frames larger. */
enum { RESERVE = ADDRESS_SANITIZER ? 256 * 1024 : 64 * 1024 };

struct stack_area stack_area;

static size_t bytes = SIZE_MAX;
static void (*end)(bool used_up);

/* The kernel stores the name of the program (AT_EXECFN) at the end of the stack, so the stack begins just below it. */
__attribute__((constructor)) static void find_stack(void)
{
  struct rlimit limit;
  const uintptr_t top = (uintptr_t)getauxval(AT_EXECFN);
  if (top == 0 || getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  if (limit.rlim_cur >= top) return;
  bytes = (size_t)limit.rlim_cur;
  const uintptr_t here = (uintptr_t)__builtin_frame_address(0), lowest = top - bytes;
  const size_t left = here > lowest ? here - lowest : 0;
  stack_area = (struct stack_area){lowest, RESERVE < left / 2 ? RESERVE : left / 2};
}

size_t stack_bytes(void) { return bytes; }

size_t stack_left(void)
{
  const uintptr_t here = (uintptr_t)__builtin_frame_address(0), end_of_it = stack_area.lowest + stack_area.reserve;
  if (stack_area.reserve == 0 || here < stack_area.lowest || here > stack_area.lowest + bytes) return SIZE_MAX;
  return here > end_of_it ? here - end_of_it : 0;
}

uint32_t stack_levels(uint32_t most) { return bytes >= USUAL ? most : (uint32_t)((uint64_t)most * bytes / USUAL); }

void stack_on_end(void (*leave)(bool used_up)) { end = leave; }

_Noreturn static void stop(bool used_up, const char *text, size_t n)
{
  if (end != NULL) end(used_up);
  const ssize_t written = write(STDERR_FILENO, text, n);
  _exit(written < 0 ? 2 : 1);
}

_Noreturn void stack_exhausted(void)
{
  static const char text[] = "ficelle: nesting too deep: the stack is used up (see ulimit -s)\n";
  stop(true, text, sizeof text - 1);
}

_Noreturn void nesting_exceeded(void)
{
  static const char text[] = "ficelle: nesting too deep\n";
  stop(false, text, sizeof text - 1);
}
