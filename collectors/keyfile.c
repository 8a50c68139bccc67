/* Each line is an event for the caller, also invalid ones: the caller decides whether an error affects the whole file
 * or one section. */
#include "collectors/keyfile.h"

#include "base/check.h"

#include <stdint.h>

static void read_section(str line, struct keyfile_line *to)
{
  const bool closed = line.n >= 2 && line.p[line.n - 1] == ']';
  to->kind = closed ? KEYFILE_SECTION : KEYFILE_BAD_SECTION;
  to->name = closed ? str_trim(str_sub(line, 1, line.n - 2)) : str_from(line, line.n);
  to->why = "expected \"]\" at the end of a section's name";
}

static void read_key(str line, struct keyfile_line *to)
{
  const size_t equals = str_index(line, '=', 0);
  if (equals == SIZE_MAX) {
    to->kind = KEYFILE_BAD;
    to->name = line;
    to->why = "expected \"[name]\" or \"key = value\"";
    return;
  }
  str value = str_trim(str_from(line, equals + 1));
  if (value.n == 0) value = str_from(line, equals + 1);
  if (value.n >= 2 && value.p[0] == '"' && value.p[value.n - 1] == '"') value = str_sub(value, 1, value.n - 2);
  to->kind = KEYFILE_KEY;
  to->name = str_trim(str_sub(line, 0, equals));
  to->value = value;
}

static bool read_line(struct keyfile_line *to, keyfile_fn *fn, void *ctx)
{
  const str line = str_trim(to->text);
  if (line.n == 0 || line.p[0] == '#') return true;
  to->value = str_from(line, line.n);
  to->why = NULL;
  if (memchr(to->text.p, '\0', to->text.n) != NULL) {
    to->kind = KEYFILE_BAD;
    to->name = to->text;
    to->why = "expected text, not a NUL byte";
  } else if (line.p[0] == '[') {
    read_section(line, to);
  } else {
    read_key(line, to);
  }
  return fn(ctx, to);
}

bool keyfile_read(str text, keyfile_fn *fn, void *ctx)
{
  assert(fn != NULL);
  struct keyfile_line line = {.number = 0};
  if (str_starts(text, STR("\xef\xbb\xbf"))) text = str_from(text, 3);
  while (text.n > 0) {
    line.number++;
    line.text = str_cut(&text, '\n');
    if (!read_line(&line, fn, ctx)) return false;
  }
  return true;
}
