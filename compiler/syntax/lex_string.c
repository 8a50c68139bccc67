/* Quoted strings, escapes and interpolation. "…$name…${expression}…" becomes the tokens DQPRE, those of the
 * expression, DQMID, …, DQPOST, all put into the queue at once. Heredocs use the same functions without a closing
 * quote. */
#include "compiler/syntax/lexer.h"

#include "base/utf8.h"
#include "compiler/syntax/scan.h"

/* -- escapes -- */

/* Reads the digits after \u: four, or one to six in braces. Returns the number of bytes; 0: not an escape of either
 * form. */
static size_t unicode_digits(str s, size_t at, uint32_t *cp)
{
  bool braces = at < s.n && s.p[at] == '{';
  size_t digits = at + braces, n = 0, most = braces ? 6 : 4;
  *cp = 0;
  while (n < most && digits + n < s.n && ascii_hex(s.p[digits + n]) >= 0)
    *cp = *cp * 16 + (uint32_t)ascii_hex(s.p[digits + n++]);
  if (!braces) return n == 4 ? 4 : 0;
  return n > 0 && digits + n < s.n && s.p[digits + n] == '}' ? n + 2 : 0;
}

/* Replaces Unicode escapes. This happens before the other escapes are replaced, so "\u005cn" is a line break, as
 * in Puppet. */
static str replace_unicode(struct lexer *lx, str s)
{
  if (str_find(s, STR("\\u"), 0) == SIZE_MAX) return s;
  struct buf b = BUF_IN(lx->cx->arena);
  for (size_t i = 0; i < s.n; i++) {
    uint32_t cp;
    size_t used;
    if (s.p[i] != '\\' || i + 1 == s.n) {
      buf_char(&b, s.p[i]);
    } else if (s.p[i + 1] == 'u' && (used = unicode_digits(s, i + 2, &cp)) != 0) {
      if (cp > 0x10FFFF || (cp >= 0xD800 && cp <= 0xDFFF)) lex_fail(lx, ISSUE_ILLEGAL_UNICODE_ESCAPE, lx->pos);
      buf_utf8(&b, cp);
      i += 1 + used;
    } else {
      buf_append(&b, s.p + i++, 2);
    }
  }
  return buf_finish(&b);
}

struct escape {
  char c;
  char becomes;
  unsigned flag;
};
static const struct escape escapes[] = {
  {'\\', '\\', ESCAPE_BACKSLASH}, {'t', '\t', ESCAPE_T},     {'r', '\r', ESCAPE_R},       {'n', '\n', ESCAPE_N},
  {'s', ' ', ESCAPE_S},           {'$', '$', ESCAPE_DOLLAR}, {'\'', '\'', ESCAPE_QUOTES}, {'"', '"', ESCAPE_QUOTES},
};

/* Replaces the escape at s.p[i] == '\\'; returns the number of bytes used. */
static size_t replace_escape(struct lexer *lx, struct buf *b, str s, size_t i, unsigned known, bool warn)
{
  char c = s.p[i + 1];
  /* A single carriage return is not a line break, so it cannot be escaped. */
  if (c == '\r' && !(i + 2 < s.n && s.p[i + 2] == '\n')) {
    buf_char(b, '\\');
    return 1;
  }
  size_t used = c == '\r' ? 3 : 2;
  if (c == '\n' || c == '\r') {
    if ((known & ESCAPE_NEWLINE) == 0) buf_append(b, s.p + i, used);
    return used;
  }
  if (c == 'u' && (known & ESCAPE_U) != 0) {
    /* replace_unicode() did not replace it, so it is malformed. */
    lex_warn(lx, ISSUE_ILLEGAL_UNICODE_ESCAPE, lx->pos);
    buf_z(b, "\\u");
    return 2;
  }
  for (size_t e = 0; e < sizeof escapes / sizeof *escapes; e++) {
    if (escapes[e].c == c && (known & escapes[e].flag) != 0) {
      buf_char(b, escapes[e].becomes);
      return 2;
    }
  }
  uint32_t cp;
  unsigned length = utf8_decode(s, i + 1, &cp);
  if (length == 0) length = 1;
  if (warn) lex_warn(lx, ISSUE_UNRECOGNIZED_ESCAPE, lx->pos, (int)length, s.p + i + 1);
  buf_append(b, s.p + i, 1 + length);
  return 1 + length;
}

static str unescape(struct lexer *lx, str s, unsigned known, bool warn)
{
  if (s.n == 0 || memchr(s.p, '\\', s.n) == NULL) return s;
  if ((known & ESCAPE_U) != 0) s = replace_unicode(lx, s);
  struct buf b = BUF_IN(lx->cx->arena);
  buf_reserve(&b, s.n);
  for (size_t i = 0; i < s.n;) {
    if (s.p[i] == '\\' && i + 1 < s.n) {
      i += replace_escape(lx, &b, s, i, known, warn);
    } else {
      const char *next = memchr(s.p + i + 1, '\\', s.n - i - 1);
      size_t end = next != NULL ? (size_t)(next - s.p) : s.n;
      buf_append(&b, s.p + i, end - i);
      i = end;
    }
  }
  return buf_finish(&b);
}

/* -- pieces of text -- */

/* Returns the text that Puppet's scanner matched last, which error messages quote. */
static str slice_matched(const struct lexer *lx, uint32_t from, uint32_t terminator, uint32_t end)
{
  uint32_t p = terminator;
  while (p >= from + 2 && lx->text[p - 1] == '\\' && lx->text[p - 2] == '\\') p -= 2;
  if (p > from) {
    do p--;
    while (p > from && ((unsigned char)lx->text[p] & 0xC0) == 0x80);
  }
  return lex_slice(lx, p, end);
}

/* Returns where to search the end of a text that begins at `from`. Puppet's patterns require a character before the end
 * and accept an empty text only if that fails. So a quote (or $) at the beginning is text if another one follows
 * directly: ''' is a string of one quote. */
static uint32_t first_end(const struct lexer *lx, uint32_t from, char quote)
{
  const bool dollar = quote == '"';
  if (quote == '\0' || (lex_at(lx, from) != quote && !(dollar && lex_at(lx, from) == '$'))) return from;
  uint32_t next = from + 1;
  while (lex_at(lx, next) == '\\' && lex_at(lx, next + 1) == '\\') next += 2;
  return lex_at(lx, next) == quote || (dollar && lex_at(lx, next) == '$') ? from + 1 : from;
}

enum lexed lex_single_quoted(struct lexer *lx, struct token *t)
{
  uint32_t at = lx->pos, p = first_end(lx, at + 1, '\'');
  bool escaped = false;
  for (const char *end = lx->text + lx->n; p < lx->n; p += 2) {
    p = (uint32_t)(scan_for(lx->text + p, end, '\'', '\'', '\\') - lx->text);
    if (p == lx->n || lx->text[p] == '\'') break;
    escaped = true;
  }
  lx->pos = at + 1;
  if (p >= lx->n) lex_fail(lx, ISSUE_UNCLOSED_QUOTE, at + 1, STR_FMT(STR("\"'\"")), STR_FMT(lex_followed_by(lx)));
  lx->pos = p + 1;
  lx->matched = slice_matched(lx, at + 1, p, p + 1);
  str value = lex_slice(lx, at + 1, p);
  if (escaped) {
    struct buf b = BUF_IN(lx->cx->arena);
    for (size_t i = 0; i < value.n; i++) {
      if (value.p[i] == '\\' && i + 1 < value.n && (value.p[i + 1] == '\\' || value.p[i + 1] == '\'')) i++;
      buf_char(&b, value.p[i]);
    }
    value = buf_view(&b);
  }
  return lex_token(lx, t, TOKEN_STRING, at, value);
}

/* How the text of a string is read: its end and its escapes. */
struct style {
  char close; /* '"', or 0: the end of the text */
  bool interpolates;
  bool escapes_dollar; /* a backslash escapes a $ or the closing quote */
  bool warns;
  unsigned known;
};

enum terminator { T_NONE, T_END, T_EXPRESSION, T_VARIABLE };

/* Reads from lx->pos to after the closing quote, "${" or "$". T_NONE: not terminated. */
static enum terminator slurp(struct lexer *lx, const struct style *style, str *text)
{
  uint32_t from = lx->pos, p = first_end(lx, from, style->close);
  bool escaped = false;
  for (; p < lx->n; p++) {
    char c = lx->text[p];
    if (c == '\\') {
      escaped = true;
      if (style->escapes_dollar) p++;
    } else if ((c == '$' && style->interpolates) || (c == style->close && c != '\0')) {
      break;
    }
  }
  if (p >= lx->n && style->close != '\0') return T_NONE;
  if (p > lx->n) p = lx->n;
  char c = p < lx->n ? lx->text[p] : '\0';
  bool end = p == lx->n || (c == style->close && c != '$');
  lx->pos = p + (p < lx->n) + (!end && lex_at(lx, p + 1) == '{');
  lx->matched = slice_matched(lx, from, p, lx->pos);
  *text = lex_slice(lx, from, p);
  if (escaped && style->known != 0) *text = unescape(lx, *text, style->known, style->warns);
  return end ? T_END : lx->text[lx->pos - 1] == '{' ? T_EXPRESSION : T_VARIABLE;
}

static enum terminator slurp_or_fail(struct lexer *lx, const struct style *style, str *text)
{
  str last = lx->matched;
  enum terminator term = slurp(lx, style, text);
  if (term == T_NONE)
    lex_fail(lx, ISSUE_UNCLOSED_QUOTE, lx->pos, STR_FMT(lex_format_quote(lx, last)), STR_FMT(lex_followed_by(lx)));
  return term;
}

/* Reads one piece, including a $ that does not begin a variable. For T_VARIABLE, lx->pos is after the $ and *name_end
 * at the end of the name. */
static enum terminator read_piece(struct lexer *lx, const struct style *style, str *text, uint32_t *name_end)
{
  enum terminator term = slurp_or_fail(lx, style, text);
  if (term != T_VARIABLE || (*name_end = lex_variable_end(lx, lx->pos)) != lx->pos) return term;
  struct buf b = BUF_IN(lx->cx->arena);
  buf_str(&b, *text);
  do {
    buf_char(&b, '$');
    lx->matched = STR_EMPTY;
    str more;
    term = slurp_or_fail(lx, style, &more);
    buf_str(&b, more);
  } while (term == T_VARIABLE && (*name_end = lex_variable_end(lx, lx->pos)) == lx->pos);
  *text = buf_finish(&b);
  return term;
}

/* -- interpolation -- */

static bool becomes_variable(enum token_kind kind)
{
  return kind == TOKEN_NUMBER || kind == TOKEN_NAME || kind == TOKEN_WORD || token_is_keyword(kind);
}

/* In ${name}, ${name[…]} and ${name.…} the name is a variable, so its token becomes one. */
static void first_to_variable(struct lexer *lx, uint32_t first)
{
  struct token_queue *q = &lx->cx->queue;
  uint32_t n = q->n - first;
  if (n == 0) return;
  enum token_kind second = n > 1 ? q->items[first + 1].kind : TOKEN_EOF;
  if ((n == 1 || second == TOKEN_DOT || second == TOKEN_LBRACK) && becomes_variable(q->items[first].kind))
    q->items[first].kind = TOKEN_VARIABLE;
}

/* Queues the tokens of an expression up to its closing brace, or to the end of the text (the parser then reports
 * it). */
static void queue_expression(struct lexer *lx)
{
  struct token_queue *q = &lx->cx->queue;
  int outer = lx->brace_count++;
  lex_enter(lx);
  lex_skip_blanks(lx);
  uint32_t first = q->n;
  while (lx->pos < lx->n) {
    struct token t;
    enum lexed got = lex_one(lx, &t);
    if (got == LEXED_NOTHING) lex_skip_blanks(lx);
    if (got != LEXED_TOKEN) continue;
    lx->after = t.kind;
    if (t.kind == TOKEN_RBRACE && lx->brace_count == outer) {
      first_to_variable(lx, first);
      break;
    }
    lex_queue(lx, t.kind, t.offset, t.length, t.value, t.data);
  }
  lex_leave(lx);
}

/* Reads a string to its end. If t is not NULL, a string without interpolation is returned in *t instead of queued,
 * which saves the queue for most strings. */
static enum lexed interpolate(struct lexer *lx, const struct style *style, uint32_t at, struct token *t)
{
  for (bool first = true;; first = false) {
    uint32_t name_end = 0;
    if (!first) at = lx->pos;
    str text;
    enum terminator term = read_piece(lx, style, &text, &name_end);
    if (term == T_END) {
      if (first && t != NULL) return lex_token(lx, t, TOKEN_STRING, at, text);
      lex_queue(lx, first ? TOKEN_STRING : TOKEN_DQPOST, at, lx->pos - at, text, NULL);
      return LEXED_QUEUED;
    }
    uint32_t dollar = lx->pos - 1;
    bool expression = term == T_EXPRESSION;
    lex_queue(lx, first ? TOKEN_DQPRE : TOKEN_DQMID, at, (expression ? lx->pos : dollar) - at, text, NULL);
    if (expression) {
      queue_expression(lx);
    } else {
      lex_queue(lx, TOKEN_VARIABLE, dollar, name_end - dollar, lex_slice(lx, lx->pos, name_end), NULL);
      lx->matched = lex_slice(lx, lx->pos, name_end);
      lx->pos = name_end;
    }
  }
}

enum lexed lex_double_quoted(struct lexer *lx, struct token *t)
{
  static const struct style style = {'"', true, true, true, ESCAPE_DOUBLE_QUOTED};
  uint32_t at = lx->pos;
  lx->matched = lex_slice(lx, at, at + 1);
  lx->pos++;
  return interpolate(lx, &style, at, t);
}

void lex_unquoted(struct lexer *lx)
{
  struct style style = {'\0', lx->interpolate, (lx->escapes & ESCAPE_DOLLAR) != 0, false, lx->escapes};
  interpolate(lx, &style, 0, NULL);
}
