/* Turns source text into tokens, on demand for the parser. A table with an entry for each first byte selects the
 * function that lexes a token. Interpolated strings and heredocs become several tokens, which lex_string.c and
 * heredoc.c put in the lexer's queue. */
#include "compiler/syntax/lexer.h"
#include "base/check.h"

#include "base/array.h"
#include "base/str_hash.h"
#include "base/utf8.h"
#include "compiler/syntax/scan.h"

static const str fixed[TOKEN_KIND_COUNT] = {
#define X(kind, text) [TOKEN_##kind] = {text, sizeof text - 1},
#include "compiler/syntax/token.def"
#undef X
};
static const char *const names[TOKEN_KIND_COUNT] = {
#define X(kind, text) [TOKEN_##kind] = #kind,
#include "compiler/syntax/token.def"
#undef X
};
const char *token_name(enum token_kind kind)
{
  assert(kind < TOKEN_KIND_COUNT);
  return names[kind];
}

/* Classes of characters, one bit each. Bytes beyond ASCII belong to none. */
const uint8_t lex_class[256] = {
  ['a' ... 'z'] = C_WORD | C_LOWER, ['_'] = C_WORD | C_LOWER,    ['A' ... 'Z'] = C_WORD | C_UPPER,
  ['0' ... '9'] = C_WORD | C_DIGIT, [' '] = C_BLANK | C_IGNORED, ['\t'] = C_BLANK | C_IGNORED,
  ['\r'] = C_BLANK | C_IGNORED,     ['\n'] = C_IGNORED,          ['#'] = C_IGNORED,
};

/* -- errors, queue -- */

static void report(struct lexer *lx, enum issue issue, enum severity severity, uint32_t at, va_list args)
{
  struct lex_context *cx = lx->cx;
  diag_vadd(cx->diags, issue, severity, cx->source, sub_file_offset(lx->sub, at), 1, args);
}

void lex_fail(struct lexer *lx, enum issue issue, uint32_t at, ...)
{
  va_list args;
  va_start(args, at);
  report(lx, issue, SEVERITY_ERROR, at, args);
  va_end(args);
  longjmp(*lx->cx->fail, 1);
}

void lex_warn(struct lexer *lx, enum issue issue, uint32_t at, ...)
{
  va_list args;
  va_start(args, at);
  report(lx, issue, SEVERITY_WARNING, at, args);
  va_end(args);
}

void lex_enter(struct lexer *lx)
{
  if (++lx->cx->depth > lx->cx->max_depth) lex_fail(lx, ISSUE_NESTING_TOO_DEEP, lx->pos, (int)lx->cx->max_depth);
  if (stack_low()) lex_fail(lx, ISSUE_STACK_USED_UP, lx->pos, (int)(stack_bytes() >> 10));
}

void lex_queue(struct lexer *lx, enum token_kind kind, uint32_t offset, uint32_t length, str value, const void *data)
{
  assert_hot(kind < TOKEN_KIND_COUNT);
  struct token_queue *q = &lx->cx->queue;
  ARENA_ROOM(lx->cx->arena, q->items, q->n, q->cap, 64);
  q->items[q->n++] = (struct token){
    .kind = (uint8_t)kind, .offset = offset, .length = length, .value = value, .sub = lx->sub, .data = data};
}

/* -- small scanners -- */

uint32_t lex_word_end(const struct lexer *lx, uint32_t pos)
{
  if (pos >= lx->n) return pos;
  return (uint32_t)(scan_word(lx->text + pos, lx->text + lx->n) - lx->text);
}

uint32_t lex_variable_end(const struct lexer *lx, uint32_t pos)
{
  uint32_t end = pos, at = pos;
  if (lex_at(lx, at) == ':' && lex_at(lx, at + 1) == ':') at += 2;
  for (;;) {
    uint32_t word = lex_word_end(lx, at);
    if (word == at) return end;
    end = word;
    if (lex_at(lx, word) != ':' || lex_at(lx, word + 1) != ':') return end;
    at = word + 2;
  }
}

/* Whether a character is one of the blanks, other than space and tab, that Ruby's [[:blank:]] matches. */
static bool is_wide_blank(uint32_t cp)
{
  return cp == 0xA0 || cp == 0x1680 || (cp >= 0x2000 && cp <= 0x200A) || cp == 0x202F || cp == 0x205F || cp == 0x3000;
}

uint32_t lex_blank_at(const struct lexer *lx, uint32_t pos)
{
  if (pos >= lx->n) return 0;
  unsigned char c = (unsigned char)lx->text[pos];
  if (c < 0x80) return LEX_IS(c, C_BLANK);
  uint32_t cp;
  unsigned length = utf8_decode((str){lx->text, lx->n}, pos, &cp);
  return length != 0 && is_wide_blank(cp) ? length : 0;
}

void lex_skip_blanks(struct lexer *lx)
{
  uint32_t from = lx->pos, p = from, length;
  do
    while (p < lx->n && LEX_IS(lx->text[p], C_BLANK)) p++;
  while (p < lx->n && (unsigned char)lx->text[p] >= 0x80 && (length = lex_blank_at(lx, p)) != 0 && (p += length) != 0);
  lx->pos = p;
  lx->matched = lex_slice(lx, from, lx->pos);
}

/* The next five characters, for messages. */
str lex_followed_by(struct lexer *lx)
{
  if (lx->pos >= lx->n) return STR("<eof>");
  struct buf b = BUF_IN(lx->cx->arena);
  str rest = lex_slice(lx, lx->pos, lx->n);
  str five = str_sub(rest, 0, utf8_offset(rest, 5));
  for (size_t i = 0; i < five.n; i++) {
    switch (five.p[i]) {
    case '\t': buf_z(&b, "\\t"); break;
    case '\n': buf_z(&b, "\\n"); break;
    case '\r': buf_z(&b, "\\r"); break;
    default: buf_char(&b, five.p[i]);
    }
  }
  buf_z(&b, "...");
  return buf_view(&b);
}

str lex_format_quote(struct lexer *lx, str q)
{
  return str_eq(q, STR("'")) ? STR("\"'\"") : arena_printf(lx->cx->arena, "'%.*s'", STR_FMT(q));
}

/* -- tokens -- */

static enum lexed emit(struct lexer *lx, struct token *t, enum token_kind kind)
{
  uint32_t at = lx->pos;
  lx->pos += (uint32_t)fixed[kind].n;
  return lex_token(lx, t, kind, at, fixed[kind]);
}

static enum lexed lex_blank(struct lexer *lx, struct token *t)
{
  (void)t;
  lex_skip_blanks(lx);
  return LEXED_NOTHING;
}

static enum lexed lex_newline(struct lexer *lx, struct token *t)
{
  (void)t;
  if (lx->newline_jump != 0) {
    lx->pos = lx->newline_jump;
    lx->newline_jump = 0;
  } else {
    lx->pos++;
  }
  lx->line_start = lx->pos;
  return LEXED_NOTHING;
}

static enum lexed lex_comment(struct lexer *lx, struct token *t)
{
  (void)t;
  const char *from = lx->text + lx->pos, *end = memchr(from, '\n', lx->n - lx->pos);
  uint32_t stop = end != NULL ? (uint32_t)(end - lx->text) : lx->n;
  lx->matched = lex_slice(lx, lx->pos, stop);
  lx->pos = stop;
  return LEXED_NOTHING;
}

/* A keyword as an integer, compared in one step; grouped by the first letter, which few share. */
struct keyword {
  uint64_t text;
  uint8_t n, kind;
};
enum { KEYWORD_MAX = 8, KEYWORDS_PER_LETTER = 5 };
static struct keyword keywords[128][KEYWORDS_PER_LETTER];

static uint64_t keyword_number(str s) { return s.n < 8 ? str__short(s.p, s.n) : str__word(s.p); }

static void add_keyword(str text, enum token_kind kind)
{
  struct keyword *k = keywords[(unsigned char)text.p[0]];
  while (k->n != 0) k++;
  *k = (struct keyword){keyword_number(text), (uint8_t)text.n, (uint8_t)kind};
}

static void make_keywords(void)
{
  if (keywords['t'][0].n != 0) return;
  for (int k = KEYWORD_FIRST; k < KEYWORD_LAST; k++) add_keyword(fixed[k], (enum token_kind)k);
  add_keyword(STR("true"), TOKEN_BOOLEAN);
  add_keyword(STR("false"), TOKEN_BOOLEAN);
}

static enum token_kind keyword(const struct lexer *lx, str word)
{
  if (word.n > KEYWORD_MAX) return TOKEN_NAME;
  const struct keyword *k = keywords[(unsigned char)word.p[0]];
  if (k->n == 0) return TOKEN_NAME;
  uint64_t number = keyword_number(word);
  for (; k->n != 0; k++) {
    if (k->text != number || k->n != word.n) continue;
    /* These are keywords only with the setting `tasks`. */
    return (k->kind == TOKEN_PLAN || k->kind == TOKEN_APPLY) && !lx->cx->tasks ? TOKEN_NAME : (enum token_kind)k->kind;
  }
  return TOKEN_NAME;
}

/* Bare words: segments that begin with [a-z_] and continue with letters, digits, _ and inner hyphens, joined by
 * "::". They are names if no segment begins with _ and none has a hyphen; otherwise strings. */
static uint32_t bare_word_end(const struct lexer *lx, uint32_t pos, bool *is_name)
{
  uint32_t end = pos, at = pos;
  *is_name = true;
  for (;;) {
    if (lex_at(lx, at) == ':' && lex_at(lx, at + 1) == ':') at += 2;
    else if (at != pos) return end;
    char c = lex_at(lx, at);
    if (!LEX_IS(c, C_LOWER)) return end;
    if (c == '_') *is_name = false;
    end = lex_word_end(lx, at);
    for (uint32_t p = end; lex_at(lx, p) == '-';) {
      while (lex_at(lx, p) == '-') p++;
      if (!LEX_IS(lex_at(lx, p), C_WORD)) break;
      *is_name = false;
      p = end = lex_word_end(lx, p);
    }
    at = end;
  }
}

static enum lexed lex_bare_word(struct lexer *lx, struct token *t)
{
  uint32_t at = lx->pos, end = lex_word_end(lx, at);
  bool is_name = lx->text[at] != '_';
  if (lex_at(lx, end) == ':' || lex_at(lx, end) == '-') end = bare_word_end(lx, at, &is_name);
  lx->pos = end;
  str word = lx->matched = lex_slice(lx, at, end);
  return lex_token(lx, t, is_name ? keyword(lx, word) : TOKEN_WORD, at, word);
}

static uint32_t class_reference_end(const struct lexer *lx, uint32_t pos)
{
  uint32_t end = pos;
  for (uint32_t at = pos;;) {
    if (lex_at(lx, at) == ':' && lex_at(lx, at + 1) == ':') at += 2;
    else if (at != pos) return end;
    if (!LEX_IS(lex_at(lx, at), C_UPPER)) return end;
    at = end = lex_word_end(lx, at);
  }
}

static enum lexed lex_class_reference(struct lexer *lx, struct token *t)
{
  uint32_t at = lx->pos;
  lx->pos = class_reference_end(lx, at);
  if (lex_at(lx, lx->pos) == ':' && lex_at(lx, lx->pos + 1) == ':') {
    bool absolute = lx->text[at] == ':';
    lex_fail(lx, absolute ? ISSUE_ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE : ISSUE_ILLEGAL_CLASS_REFERENCE,
             lx->pos + (absolute ? 3 : 1));
  }
  lx->matched = lex_slice(lx, at, lx->pos);
  return lex_token(lx, t, TOKEN_CLASSREF, at, lx->matched);
}

static enum lexed lex_colon(struct lexer *lx, struct token *t)
{
  if (lex_at(lx, lx->pos + 1) != ':') return emit(lx, t, TOKEN_COLON);
  char c = lex_at(lx, lx->pos + 2);
  if (LEX_IS(c, C_UPPER)) return lex_class_reference(lx, t);
  if (!LEX_IS(c, C_LOWER)) lex_fail(lx, ISSUE_ILLEGAL_FULLY_QUALIFIED_NAME, lx->pos + 2);
  return lex_bare_word(lx, t);
}

static enum lexed lex_variable(struct lexer *lx, struct token *t)
{
  uint32_t at = lx->pos, end = lex_variable_end(lx, at + 1);
  lx->pos = end > at + 1 ? end : at + 1;
  lx->matched = end > at + 1 ? lex_slice(lx, at, end) : STR_EMPTY;
  return lex_token(lx, t, TOKEN_VARIABLE, at, lex_slice(lx, at + 1, lx->pos));
}

/* A bracket after white space begins a list; directly after an expression it accesses it. */
static enum lexed lex_bracket(struct lexer *lx, struct token *t)
{
  uint32_t at = lx->pos;
  bool free = at == 0 || LEX_IS(lx->text[at - 1], C_BLANK) || lx->text[at - 1] == '\n';
  if (!free && (unsigned char)lx->text[at - 1] >= 0x80) {
    uint32_t p = at - 1;
    while (p > 0 && ((unsigned char)lx->text[p] & 0xC0) == 0x80) p--;
    free = lex_blank_at(lx, p) != 0;
  }
  return emit(lx, t, free ? TOKEN_LISTSTART : TOKEN_LBRACK);
}

/* A parenthesis that is the first on its line never begins the arguments of a call: TOKEN_WSLPAREN. */
static enum lexed lex_parenthesis(struct lexer *lx, struct token *t)
{
  uint32_t p = lx->line_start, length;
  while (p < lx->pos && (length = lex_blank_at(lx, p)) != 0) p += length;
  return emit(lx, t, p == lx->pos ? TOKEN_WSLPAREN : TOKEN_LPAREN);
}

/* After "?" a brace begins the options of a selector, which the parser must distinguish from a hash. */
static enum lexed lex_open_brace(struct lexer *lx, struct token *t)
{
  lx->brace_count++;
  return emit(lx, t, lx->after == TOKEN_QMARK ? TOKEN_SELBRACE : TOKEN_LBRACE);
}

static enum lexed lex_close_brace(struct lexer *lx, struct token *t)
{
  lx->brace_count--;
  return emit(lx, t, TOKEN_RBRACE);
}

static enum lexed lex_at_sign(struct lexer *lx, struct token *t)
{
  char next = lex_at(lx, lx->pos + 1);
  if (next == '(') return lex_heredoc(lx);
  return emit(lx, t, next == '@' ? TOKEN_ATAT : TOKEN_AT);
}

static enum lexed lex_percent(struct lexer *lx, struct token *t)
{
  if (lx->epp_mode == EPP_NONE || lex_at(lx, lx->pos + 1) != '>') return emit(lx, t, TOKEN_MODULO);
  uint32_t at = lx->pos;
  lx->pos += 2;
  if (lx->epp_mode == EPP_EXPRESSION) lex_queue(lx, TOKEN_EPP_END, at, 2, fixed[TOKEN_EPP_END], NULL);
  lx->epp_mode = EPP_TEXT;
  lex_epp_text(lx, false);
  return LEXED_QUEUED;
}

static enum lexed lex_minus(struct lexer *lx, struct token *t)
{
  char next = lex_at(lx, lx->pos + 1);
  if (next == '%' && lx->epp_mode != EPP_NONE && lex_at(lx, lx->pos + 2) == '>') {
    uint32_t at = lx->pos;
    lx->pos += 3;
    if (lx->epp_mode == EPP_EXPRESSION) lex_queue(lx, TOKEN_EPP_END_TRIM, at, 3, fixed[TOKEN_EPP_END_TRIM], NULL);
    lex_epp_text(lx, true);
    return LEXED_QUEUED;
  }
  return emit(lx, t, next == '>' ? TOKEN_IN_EDGE : next == '=' ? TOKEN_DELETES : TOKEN_MINUS);
}

/* -- slashes: comments, regular expressions, division -- */

static enum lexed lex_block_comment(struct lexer *lx)
{
  size_t end = str_find((str){lx->text, lx->n}, STR("*/"), lx->pos + 2);
  if (end == SIZE_MAX) lex_fail(lx, ISSUE_UNCLOSED_MLCOMMENT, lx->pos);
  lx->matched = lex_slice(lx, lx->pos, (uint32_t)end + 2);
  lx->pos = (uint32_t)end + 2;
  return LEXED_NOTHING;
}

/* After the end of a value a slash divides, otherwise it begins a regular expression. "}" is not in the list, since a
 * case option may follow it. */
static bool regex_acceptable(enum token_kind after)
{
  static const bool not_after[TOKEN_KIND_COUNT] = {
    [TOKEN_RPAREN] = true,  [TOKEN_RBRACK] = true,   [TOKEN_RRCOLLECT] = true, [TOKEN_RCOLLECT] = true,
    [TOKEN_NAME] = true,    [TOKEN_CLASSREF] = true, [TOKEN_NUMBER] = true,    [TOKEN_STRING] = true,
    [TOKEN_BOOLEAN] = true, [TOKEN_DQPRE] = true,    [TOKEN_DQMID] = true,     [TOKEN_DQPOST] = true,
    [TOKEN_HEREDOC] = true, [TOKEN_REGEX] = true,    [TOKEN_VARIABLE] = true,  [TOKEN_WORD] = true,
  };
  return !not_after[after];
}

static bool ends_escaped(const struct lexer *lx, uint32_t from, uint32_t end)
{
  bool escaped = false;
  for (uint32_t p = end; p > from && lx->text[p - 1] == '\\'; p--) escaped = !escaped;
  return escaped;
}

/* Returns the offset of the closing slash; 0: none. */
static uint32_t regex_close(const struct lexer *lx, uint32_t from)
{
  uint32_t at = from;
  for (;;) {
    const char *slash = memchr(lx->text + at, '/', lx->n - at);
    if (slash == NULL) return 0;
    at = (uint32_t)(slash - lx->text);
    if (!ends_escaped(lx, from, at)) return at;
    at++;
  }
}

static str regex_source(struct lexer *lx, str raw)
{
  if (raw.n == 0 || memchr(raw.p, '/', raw.n) == NULL || str_find(raw, STR("\\/"), 0) == SIZE_MAX) return raw;
  struct buf b = BUF_IN(lx->cx->arena);
  for (size_t i = 0; i < raw.n; i++)
    if (raw.p[i] != '\\' || i + 1 == raw.n || raw.p[i + 1] != '/') buf_char(&b, raw.p[i]);
  return buf_view(&b);
}

static enum lexed lex_slash(struct lexer *lx, struct token *t)
{
  if (lex_at(lx, lx->pos + 1) == '*') return lex_block_comment(lx);
  if (!regex_acceptable(lx->after)) return emit(lx, t, TOKEN_DIV);
  uint32_t at = lx->pos, close = regex_close(lx, at + 1);
  /* Without a closing slash it is a division, and the parser reports the error. */
  if (close == 0) {
    lx->matched = STR_EMPTY;
    return emit(lx, t, TOKEN_DIV);
  }
  /* Puppet scans to each slash in turn. */
  const bool first = memchr(lx->text + at + 1, '/', close - at - 1) == NULL;
  lx->matched = lex_slice(lx, first ? at : close, close + 1);
  str source = regex_source(lx, lex_slice(lx, at + 1, close)), error;
  const struct regex *regex = regex_compile(lx->cx->arena, source, &error);
  if (regex == NULL) {
    struct diag_list *diags = lx->cx->diags;
    diag_add(diags, ISSUE_INVALID_REGEX, SEVERITY_ERROR, lx->cx->source, sub_file_offset(lx->sub, at), close + 1 - at,
             STR_FMT(error));
    diags->items[diags->n - 1].place = PLACE_NONE;
    longjmp(*lx->cx->fail, 1);
  }
  lx->pos = close + 1;
  lex_token(lx, t, TOKEN_REGEX, at, source);
  t->data = regex;
  return LEXED_TOKEN;
}

/* -- operators: by the first character, then the second; the first matching row -- */

static const struct {
  char second;
  uint8_t kind;
} operators[256][6] = {
  ['.'] = {{0, TOKEN_DOT}},
  [','] = {{0, TOKEN_COMMA}},
  [']'] = {{0, TOKEN_RBRACK}},
  [')'] = {{0, TOKEN_RPAREN}},
  [';'] = {{0, TOKEN_SEMIC}},
  ['?'] = {{0, TOKEN_QMARK}},
  ['*'] = {{0, TOKEN_TIMES}},
  ['|'] = {{'>', TOKEN_RCOLLECT}, {0, TOKEN_PIPE}},
  ['='] = {{'>', TOKEN_FARROW}, {'=', TOKEN_ISEQUAL}, {'~', TOKEN_MATCH}, {0, TOKEN_EQUALS}},
  ['+'] = {{'=', TOKEN_APPENDS}, {'>', TOKEN_PARROW}, {0, TOKEN_PLUS}},
  ['!'] = {{'=', TOKEN_NOTEQUAL}, {'~', TOKEN_NOMATCH}, {0, TOKEN_NOT}},
  ['~'] = {{'>', TOKEN_IN_EDGE_SUB}, {0, TOKEN_TILDE}},
  ['<'] = {{'<', TOKEN_LSHIFT},
           {'=', TOKEN_LESSEQUAL},
           {'|', TOKEN_LCOLLECT},
           {'-', TOKEN_OUT_EDGE},
           {'~', TOKEN_OUT_EDGE_SUB},
           {0, TOKEN_LESSTHAN}},
  ['>'] = {{'>', TOKEN_RSHIFT}, {'=', TOKEN_GREATEREQUAL}, {0, TOKEN_GREATERTHAN}},
};

/* For characters that begin a single operator. */
static enum lexed lex_punctuation(struct lexer *lx, struct token *t)
{
  return emit(lx, t, operators[(unsigned char)lx->text[lx->pos]][0].kind);
}

static enum lexed lex_operator(struct lexer *lx, struct token *t)
{
  unsigned char first = (unsigned char)lx->text[lx->pos];
  char second = lex_at(lx, lx->pos + 1);
  int i = 0;
  while (operators[first][i].second != 0 && operators[first][i].second != second) i++;
  enum token_kind kind = operators[first][i].kind;
  /* The two operators of three characters: <<| and |>>. */
  if (kind == TOKEN_LSHIFT && lex_at(lx, lx->pos + 2) == '|') kind = TOKEN_LLCOLLECT;
  if (kind == TOKEN_RCOLLECT && lex_at(lx, lx->pos + 2) == '>') kind = TOKEN_RRCOLLECT;
  return emit(lx, t, kind);
}

static enum lexed lex_other(struct lexer *lx, struct token *t)
{
  lex_skip_blanks(lx);
  if (lx->matched.n != 0) return LEXED_NOTHING;
  lx->pos++;
  return lex_token(lx, t, TOKEN_OTHER, lx->pos - 1, STR_EMPTY);
}

typedef enum lexed lex_fn(struct lexer *, struct token *);
static lex_fn *const start[256] = {
  [' '] = lex_blank,          ['\t'] = lex_blank,
  ['\r'] = lex_blank,         ['\n'] = lex_newline,
  ['#'] = lex_comment,        ['a' ... 'z'] = lex_bare_word,
  ['_'] = lex_bare_word,      ['A' ... 'Z'] = lex_class_reference,
  ['0' ... '9'] = lex_number, ['$'] = lex_variable,
  ['\''] = lex_single_quoted, ['"'] = lex_double_quoted,
  [':'] = lex_colon,          ['['] = lex_bracket,
  ['('] = lex_parenthesis,    ['{'] = lex_open_brace,
  ['}'] = lex_close_brace,    ['@'] = lex_at_sign,
  ['%'] = lex_percent,        ['-'] = lex_minus,
  ['/'] = lex_slash,          ['.'] = lex_punctuation,
  [','] = lex_punctuation,    [']'] = lex_punctuation,
  [')'] = lex_punctuation,    [';'] = lex_punctuation,
  ['?'] = lex_punctuation,    ['*'] = lex_punctuation,
  ['|'] = lex_operator,       ['='] = lex_operator,
  ['+'] = lex_operator,       ['!'] = lex_operator,
  ['~'] = lex_operator,       ['<'] = lex_operator,
  ['>'] = lex_operator,
};

static inline enum lexed lex_here(struct lexer *lx, struct token *t)
{
  lex_fn *fn = start[(unsigned char)lx->text[lx->pos]];
  return fn != NULL ? fn(lx, t) : lex_other(lx, t);
}

enum lexed lex_one(struct lexer *lx, struct token *t) { return lex_here(lx, t); }

/* Skips blanks, line ends and comments in a tight loop, with the same result as lex_one(). */
static inline void skip_ignored(struct lexer *lx)
{
  const char *p = lx->text + lx->pos, *const end = lx->text + lx->n;
  for (; p < end && LEX_IS(*p, C_IGNORED); lx->pos = (uint32_t)(p - lx->text)) {
    const char *from = p;
    if (*p == '\n') {
      lex_newline(lx, NULL);
      p = lx->text + lx->pos;
    } else if (*p == '#') {
      p = memchr(p, '\n', (size_t)(end - p));
      if (p == NULL) p = end;
      lx->matched = (str){from, (size_t)(p - from)};
    } else {
      p = scan_spaces(p, end);
      if (p < end && (LEX_IS(*p, C_BLANK) || (*p & 0x80) != 0)) {
        lex_skip_blanks(lx);
        p = lx->text + lx->pos;
      } else {
        lx->matched = (str){from, (size_t)(p - from)};
      }
    }
  }
}

void lexer_next(struct lexer *lx, struct token *t)
{
  struct token_queue *q = &lx->cx->queue;
  for (;;) {
    if (q->head < q->n) {
      *t = q->items[q->head++];
      if (q->head == q->n) q->head = q->n = 0;
      break;
    }
    skip_ignored(lx);
    if (lx->pos >= lx->n) {
      if (lx->epp_open) lex_fail(lx, ISSUE_EPP_UNBALANCED_TAG, lx->pos);
      *t = (struct token){.kind = TOKEN_EOF, .offset = lx->n, .sub = lx->sub};
      return;
    }
    if (lex_here(lx, t) == LEXED_TOKEN) break;
  }
  lx->after = t->kind;
}

void lexer_init(struct lexer *lx, struct lex_context *cx, str text)
{
  assert(text.n < UINT32_MAX);
  make_keywords();
  *lx = (struct lexer){.cx = cx, .text = text.p, .n = (uint32_t)text.n};
  lex_check_bom(lx);
}
