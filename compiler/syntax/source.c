/* A source text, and the line and column of a byte offset. Nodes only have offsets; lines are indexed at the first use,
 * because most files never need them. */
#include "compiler/syntax/source.h"
#include "base/check.h"

#include "base/json_write.h"
#include "base/utf8.h"

struct source *source_new(struct arena *a, str file, str text)
{
  struct source *s = ARENA_NEW(a, struct source);
  *s = (struct source){.arena = a, .text = text, .file = file};
  return s;
}

static uint32_t count_lines(str text)
{
  uint32_t n = 1;
  for (const char *p = text.p, *end = p + text.n; p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++) n++;
  return n;
}

static void index_lines(struct source *s)
{
  s->nlines = count_lines(s->text);
  s->lines = arena_array(s->arena, s->nlines, sizeof *s->lines);
  uint32_t n = 1;
  const char *begin = s->text.p, *end = begin + s->text.n;
  for (const char *p = begin; p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
    s->lines[n++] = (uint32_t)(p + 1 - begin);
}

uint32_t source_line(struct source *s, uint32_t offset)
{
  assert_hot(offset <= s->text.n);
  if (s->lines == NULL) index_lines(s);
  uint32_t low = 0, high = s->nlines; /* the line's number is low + 1, with lines[low] <= offset */
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (s->lines[middle] <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

uint32_t source_column(struct source *s, uint32_t offset)
{
  uint32_t line = source_line(s, offset), start = s->lines[line - 1];
  if (offset > s->text.n) offset = (uint32_t)s->text.n;
  return (uint32_t)utf8_count(str_sub(s->text, start, offset - start)) + 1;
}

str source_quoted_file(struct source *s)
{
  if (s->quoted.p != NULL) return s->quoted;
  struct buf out = BUF_IN(s->arena);
  json_quote(&out, s->file);
  s->quoted = buf_view(&out);
  return s->quoted;
}

void source_prepare(struct source *s)
{
  if (s->lines == NULL) index_lines(s);
  source_quoted_file(s);
}

str source_line_text(struct source *s, uint32_t line)
{
  if (s->lines == NULL) index_lines(s);
  if (line < 1 || line > s->nlines) return STR_EMPTY;
  size_t start = s->lines[line - 1], end = line < s->nlines ? s->lines[line] - 1 : s->text.n;
  if (end > start && s->text.p[end - 1] == '\r') end--;
  return str_sub(s->text, start, end - start);
}
