/* Heredocs: @(TAG), @("TAG"), @(TAG:syntax/flags). The text begins on the next line (or after the text of the previous
 * heredoc on the same line) and ends with a line that ends with the tag. A separate lexer reads the text without its
 * margin; its tokens have their positions in the file. */
#include "compiler/syntax/lexer.h"
#include "base/check.h"

struct head {
  str tag, syntax;
  unsigned escapes;
  bool interpolates;
};

static size_t blanks(str s, size_t at)
{
  struct lexer view = {.text = s.p, .n = (uint32_t)s.n};
  uint32_t n;
  while ((n = lex_blank_at(&view, (uint32_t)at)) != 0 && s.p[at] != '\r') at += n;
  return at;
}

static bool is_syntax_char(char c) { return LEX_IS(c, C_WORD) || c == '+'; }

/* Matches the head at `at` in s: the tag, an optional syntax after ":", optional escapes after "/". s ends with
 * the ")". */
static bool match_head(str s, size_t at, str *tag, str *syntax, str *flags, bool *has_flags)
{
  size_t p = at + 2;
  while (p < s.n && strchr(":/\r\n)", s.p[p]) == NULL) p++;
  *tag = str_sub(s, at + 2, p - at - 2);
  *syntax = STR_EMPTY;
  *has_flags = false;
  if (tag->n == 0) return false;
  if (p < s.n && s.p[p] == ':') {
    p = blanks(s, p + 1);
    size_t from = p;
    if (p < s.n && s.p[p] >= 'a' && s.p[p] <= 'z') p++;
    while (p > from && p < s.n && is_syntax_char(s.p[p])) p++;
    /* Puppet's pattern requires two characters at least. */
    if (p - from < 2) return false;
    *syntax = str_sub(s, from, p - from);
    p = blanks(s, p);
  }
  if (p < s.n && s.p[p] == '/') {
    size_t from = ++p;
    while (p < s.n && (LEX_IS(s.p[p], C_WORD) || s.p[p] == '$')) p++;
    *flags = str_sub(s, from, p - from);
    *has_flags = true;
    p = blanks(s, p);
  }
  return p < s.n && s.p[p] == ')';
}

static const struct {
  char flag;
  unsigned escape;
} flag_escapes[] = {
  {'t', ESCAPE_T}, {'r', ESCAPE_R},       {'n', ESCAPE_N},      {'s', ESCAPE_S},
  {'u', ESCAPE_U}, {'L', ESCAPE_NEWLINE}, {'$', ESCAPE_DOLLAR},
};

static unsigned escapes_of(struct lexer *lx, str flags)
{
  /* "/" without letters turns all escapes on. */
  if (flags.n == 0) flags = STR("trnsuL$");
  for (size_t i = 1; i < flags.n; i++) {
    if (memchr(flags.p, flags.p[i], i) == NULL) continue;
    struct buf b = BUF_IN(lx->cx->arena);
    for (size_t k = 0; k < flags.n; k++) {
      if (k > 0) buf_z(&b, ", ");
      buf_char(&b, flags.p[k]);
    }
    lex_fail(lx, ISSUE_HEREDOC_MULTIPLE_AT_ESCAPES, lx->pos, STR_FMT(buf_view(&b)));
  }
  unsigned result = ESCAPE_BACKSLASH;
  for (size_t i = 0; i < flags.n; i++) {
    unsigned escape = 0;
    for (size_t k = 0; k < sizeof flag_escapes / sizeof *flag_escapes; k++)
      if (flag_escapes[k].flag == flags.p[i]) escape = flag_escapes[k].escape;
    if (escape == 0) lex_fail(lx, ISSUE_HEREDOC_INVALID_ESCAPE, lx->pos, 1, flags.p + i);
    result |= escape;
  }
  return result;
}

/* Reads "@(…)"; lx->pos is then after it. */
static struct head read_head(struct lexer *lx)
{
  uint32_t at = lx->pos;
  const char *close = memchr(lx->text + at, ')', lx->n - at);
  if (close == NULL) lex_fail(lx, ISSUE_HEREDOC_UNCLOSED_PARENTHESIS, at, STR_FMT(lex_followed_by(lx)));
  lx->pos = (uint32_t)(close + 1 - lx->text);
  str s = lex_slice(lx, at, lx->pos), flags = STR_EMPTY;
  struct head h = {STR_EMPTY, STR_EMPTY, 0, false};
  bool has_flags = false, found = false;
  for (size_t from = 0; !found && (from = str_find(s, STR("@("), from)) != SIZE_MAX; from++)
    found = match_head(s, from, &h.tag, &h.syntax, &flags, &has_flags);
  if (!found) lex_fail(lx, ISSUE_HEREDOC_INVALID_SYNTAX, lx->pos);
  h.tag = str_trim(h.tag);
  if (h.tag.n >= 2 && h.tag.p[0] == '"' && h.tag.p[h.tag.n - 1] == '"') {
    h.interpolates = true;
    h.tag = str_trim(str_sub(h.tag, 1, h.tag.n - 2));
  }
  if (h.tag.n == 0) lex_fail(lx, ISSUE_HEREDOC_EMPTY_ENDTAG, lx->pos);
  if (has_flags) h.escapes = escapes_of(lx, flags);
  return h;
}

/* -- the end line -- */

struct end_line {
  str leading;
  bool has_margin, remove_break;
};

/* The start of the run of blanks that ends at `end`. */
static size_t blanks_before(str s, size_t end)
{
  for (;;) {
    size_t p = end;
    if (p == 0) return p;
    do p--;
    while (p > 0 && ((unsigned char)s.p[p] & 0xC0) == 0x80);
    if (blanks(s, p) == p) return end;
    end = p;
  }
}

/* Whether this line ends the heredoc. It must end with blanks, |, -, the tag and blanks; as in Puppet, what
 * precedes them on the line is ignored. */
static bool match_end(str line, str tag, struct end_line *e)
{
  if (line.n > 0 && line.p[line.n - 1] == '\n') line.n--;
  if (line.n > 0 && line.p[line.n - 1] == '\r') line.n--;
  line.n = blanks_before(line, line.n);
  if (!str_ends(line, tag)) return false;
  size_t at = line.n - tag.n, p = blanks_before(line, at);
  *e = (struct end_line){STR_EMPTY, false, false};
  if (p > 0 && line.p[p - 1] == '-') {
    e->remove_break = true;
    at = p - 1;
    p = blanks_before(line, at);
  }
  if (p > 0 && line.p[p - 1] == '|') {
    e->has_margin = true;
    at = p - 1;
    p = blanks_before(line, at);
  }
  e->leading = str_sub(line, p, at - p);
  return true;
}

/* -- the text -- */

/* Removes the margin and, if required, the last line break. Stores where lines begin and how much was removed, so that
 * places in the text can be converted to places in the file. */
static str cut_text(struct arena *a, str raw, const struct end_line *e, struct sublocator *sub)
{
  uint32_t n = 1;
  for (size_t i = 0; i < raw.n; i++) n += raw.p[i] == '\n';
  uint32_t *lines = arena_array(a, n, sizeof *lines), *removed = arena_array(a, n + 1, sizeof *removed);
  str text = raw;
  struct buf b = BUF_IN(a);
  if (e->has_margin && e->leading.n > 0) buf_reserve(&b, raw.n);
  uint32_t line = 0, out = 0;
  for (size_t at = 0; at < raw.n; line++) {
    size_t newline = str_index(raw, '\n', at), end = newline == SIZE_MAX ? raw.n : newline + 1;
    bool cut = e->has_margin && e->leading.n > 0 && str_starts(str_sub(raw, at, end - at), e->leading);
    size_t margin = cut ? e->leading.n : 0;
    lines[line] = out;
    removed[line + 1] = removed[line] + (uint32_t)margin;
    if (b.cap != 0) buf_append(&b, raw.p + at + margin, end - at - margin);
    out += (uint32_t)(end - at - margin);
    at = end;
  }
  if (line < n) {
    lines[line] = out;
    removed[line + 1 <= n ? line + 1 : n] = removed[line];
  }
  if (b.cap != 0) text = buf_view(&b);
  if (e->remove_break && str_ends(text, STR("\n"))) text.n -= str_ends(text, STR("\r\n")) ? 2 : 1;
  sub->lines = lines;
  sub->nlines = n;
  sub->removed = removed;
  sub->has_margin = e->has_margin;
  return text;
}

static void queue_text(struct lexer *lx, const struct head *h, const struct end_line *e, uint32_t from, uint32_t to)
{
  struct arena *a = lx->cx->arena;
  struct sublocator *sub = ARENA_NEW(a, struct sublocator);
  sub->parent = lx->sub;
  sub->lead = from;
  str raw = lex_slice(lx, from, to);
  str text = cut_text(a, raw, e, sub);
  lex_queue(lx, TOKEN_SUBLOCATE, from, to - from, raw, sub);
  struct lexer inner;
  lexer_init(&inner, lx->cx, text);
  inner.sub = sub;
  inner.escapes = h->escapes;
  inner.interpolate = h->interpolates;
  lex_enter(lx);
  lex_unquoted(&inner);
  lex_leave(lx);
}

enum lexed lex_heredoc(struct lexer *lx)
{
  uint32_t at = lx->pos;
  struct head h = read_head(lx);
  uint32_t resume = lx->pos;
  lex_queue(lx, TOKEN_HEREDOC, at, resume - at, h.syntax, NULL);
  uint32_t from = lx->newline_jump;
  if (from == 0) {
    const char *newline = memchr(lx->text + resume, '\n', lx->n - resume);
    if (newline == NULL) lex_fail(lx, ISSUE_HEREDOC_WITHOUT_TEXT, resume);
    from = (uint32_t)(newline + 1 - lx->text);
  }
  for (uint32_t line = from; line < lx->n;) {
    const char *newline = memchr(lx->text + line, '\n', lx->n - line);
    uint32_t end = newline != NULL ? (uint32_t)(newline + 1 - lx->text) : lx->n;
    struct end_line e;
    if (match_end(lex_slice(lx, line, end), h.tag, &e)) {
      lx->newline_jump = end;
      queue_text(lx, &h, &e, from, line);
      lx->matched = lex_slice(lx, line, end);
      /* The lexer continues after the head; at the end of this line it jumps over the text (newline_jump). */
      lx->pos = resume;
      return LEXED_NOTHING;
    }
    line = end;
  }
  lex_fail(lx, ISSUE_HEREDOC_WITHOUT_END_TAGGED_LINE, from);
}

/* -- places in cut texts -- */

static uint32_t line_of(const struct sublocator *sub, uint32_t offset)
{
  uint32_t low = 0, high = sub->nlines;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (sub->lines[middle] <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

void sub_locate(const struct sublocator *sub, uint32_t *offset, uint32_t *length)
{
  assert_hot(offset != NULL && length != NULL);
  uint32_t at = *offset;
  *offset += sub->lead;
  if (!sub->has_margin) return;
  uint32_t before = sub->removed[line_of(sub, at)], after = sub->removed[line_of(sub, at + *length)];
  if (at != 0) *offset += before; /* the first character includes its margin, as in Puppet */
  *length += after - before;
}

uint32_t sub_file_offset(const struct sublocator *sub, uint32_t offset)
{
  for (; sub != NULL; sub = sub->parent) {
    uint32_t length = 0;
    sub_locate(sub, &offset, &length);
  }
  return offset;
}
