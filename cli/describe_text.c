/* The layout of `puppet describe`. Widths are counted in characters. */
#include "cli/describe.h"

enum { WIDTH = 76, SUMMARY = 45 };

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Length in bytes of the character at `at`. */
static size_t step(str s, size_t at)
{
  size_t n = 1;
  while (at + n < s.n && ((unsigned char)s.p[at + n] & 0xC0) == 0x80) n++;
  return n;
}

void describe_heading(struct buf *out, str text, char line)
{
  buf_printf(out, "\n%.*s\n", STR_FMT(text));
  for (size_t i = 0; i < text.n; i++) buf_char(out, line);
  buf_char(out, '\n');
}

/* The indentation of the first indented line, including empty lines before it; it is removed from all lines. */
static str indentation(str s)
{
  for (size_t at = 0; at < s.n; at++) {
    if ((at > 0 && s.p[at - 1] != '\n') || !is_blank(s.p[at])) continue;
    size_t n = 0;
    while (at + n < s.n && is_blank(s.p[at + n])) n++;
    return str_sub(s, at, n);
  }
  return STR_EMPTY;
}

static void put_scrubbed(struct buf *out, str s)
{
  const str indent = str_index(s, '\n', 0) == SIZE_MAX ? STR_EMPTY : indentation(s);
  for (size_t at = 0; at < s.n;) {
    const bool line = at == 0 || s.p[at - 1] == '\n';
    if (line && indent.n > 0 && str_starts(str_sub(s, at, s.n - at), indent)) at += indent.n;
    else buf_char(out, s.p[at++]);
  }
}

/* The end of the next line: a line feed, or the last space within the width; SIZE_MAX: neither. */
static size_t line_end(str s, uint32_t width)
{
  size_t space = SIZE_MAX, at = 0;
  for (uint32_t n = 0; at < s.n && n <= width; n++, at += step(s, at)) {
    if (s.p[at] == '\n') return at;
    if (s.p[at] == ' ') space = at;
  }
  return space;
}

static size_t characters(str s, uint32_t most)
{
  size_t at = 0;
  for (uint32_t n = 0; at < s.n && n < most; n++) at += step(s, at);
  return at;
}

void describe_wrap(struct buf *out, str text, uint32_t indent, bool plain)
{
  const uint32_t width = WIDTH - indent;
  struct buf kept = BUF_HEAP;
  if (plain) buf_str(&kept, text);
  else put_scrubbed(&kept, text);
  str left = buf_view(&kept);
  while (characters(left, width) < left.n) {
    const size_t end = line_end(left, width), n = end == SIZE_MAX ? characters(left, width) : end;
    buf_printf(out, "%*s%.*s\n", (int)indent, "", STR_FMT(str_sub(left, 0, n)));
    const size_t gone = end == SIZE_MAX ? n : n + 1;
    left = str_sub(left, gone, left.n - gone);
  }
  if (left.n > 0 || (kept.n == 0 && text.n > 0)) buf_printf(out, "%*s%.*s", (int)indent, "", STR_FMT(left));
  if (left.n > 0 ? left.p[left.n - 1] != '\n' : kept.n == 0) buf_char(out, '\n');
  buf_free(&kept);
}

void describe_summary(struct buf *out, str doc)
{
  struct buf line = BUF_HEAP;
  for (size_t at = 0; at < doc.n; at++) {
    if (!is_blank(doc.p[at])) buf_char(&line, doc.p[at]);
    else if (at == 0 || !is_blank(doc.p[at - 1])) buf_char(&line, ' ');
  }
  const str s = buf_view(&line);
  const size_t dot = str_index(s, '.', 0), n = dot == SIZE_MAX ? s.n : dot, most = characters(s, SUMMARY);
  if (s.n == 0) buf_z(out, ".. no documentation ..");
  else if (n > most) buf_printf(out, "%.*s ...", STR_FMT(str_sub(s, 0, most)));
  else buf_str(out, str_sub(s, 0, n));
  buf_free(&line);
}
