/* Counts brackets outside of strings before libjansson parses the text: it recurses for each of them and would overflow
 * a small stack. */
#include "base/json_nesting.h"

#include <assert.h>

#include "base/stack.h"

/* libjansson rejects more levels than this itself; LEVEL_BYTES is the stack of one level, in libjansson and in our
 * conversion. */
enum { LIBRARY_LEVELS = 2048, LEVEL_BYTES = 1024 };

/* The depth of brackets outside strings. */
static size_t nesting(str text)
{
  size_t depth = 0, most = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.n; i++) {
    const char c = text.p[i];
    if (quoted && c == '\\') i++;
    else if (c == '"') quoted = !quoted;
    else if (quoted) continue;
    else if (c == '[' || c == '{') most = ++depth > most ? depth : most;
    else if ((c == ']' || c == '}') && depth > 0) depth--;
  }
  return most;
}

bool json_fits_stack(str text)
{
  assert(text.p != NULL || text.n == 0);
  const size_t left = stack_left();
  return left / LEVEL_BYTES >= LIBRARY_LEVELS || nesting(text) < left / LEVEL_BYTES;
}
