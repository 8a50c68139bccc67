/* Numbers in source text: decimal, octal, hexadecimal and floats, and errors for text that looks like a number.
 * Puppet's patterns require a word boundary after a number, which explains the odd cases below. */
#include "compiler/syntax/lexer.h"

/* Whether a word ends between a digit before `pos` and what follows. Letters of any script are parts of words. */
static bool boundary(const struct lexer *lx, uint32_t pos)
{
  if (pos >= lx->n) return true;
  unsigned char c = (unsigned char)lx->text[pos];
  if (c < 0x80) return !LEX_IS(c, C_WORD);
  return lex_blank_at(lx, pos) != 0;
}

static uint32_t digits_end(const struct lexer *lx, uint32_t pos)
{
  while (LEX_IS(lex_at(lx, pos), C_DIGIT)) pos++;
  return pos;
}

/* End of [eE]-?\d+ at pos, or pos. */
static uint32_t exponent_end(const struct lexer *lx, uint32_t pos)
{
  char c = lex_at(lx, pos);
  if (c != 'e' && c != 'E') return pos;
  uint32_t digits = pos + 1 + (lex_at(lx, pos + 1) == '-');
  uint32_t end = digits_end(lx, digits);
  return end > digits ? end : pos;
}

/* Returns the end of the number at pos, or pos. A number is hexadecimal, or digits with an optional fraction and
 * exponent, and ends at a word boundary. */
static uint32_t number_end(const struct lexer *lx, uint32_t pos)
{
  char x = lex_at(lx, pos + 1);
  if (lx->text[pos] == '0' && (x == 'x' || x == 'X')) {
    uint32_t end = pos + 2;
    while (ascii_hex(lex_at(lx, end)) >= 0) end++;
    return end > pos + 2 && boundary(lx, end) ? end : pos;
  }
  uint32_t whole = digits_end(lx, pos);
  uint32_t end = exponent_end(lx, whole);
  if (lex_at(lx, whole) == '.' && LEX_IS(lex_at(lx, whole + 1), C_DIGIT)) {
    uint32_t fraction = digits_end(lx, whole + 1);
    end = exponent_end(lx, fraction);
    if (boundary(lx, end)) return end;
    /* "1.5x": the number is 1, and the text after the dot is rejected next. */
    return whole;
  }
  return boundary(lx, end) ? end : pos;
}

/* Rejects text that looks like a number but is not valid. */
static void assert_numeric(struct lexer *lx, str value, uint32_t at)
{
  size_t i = 0;
  while (i < value.n && LEX_IS(value.p[i], C_DIGIT)) i++;
  char second = value.n > 1 ? value.p[1] : '\0';
  bool zero = value.p[0] == '0' && value.n > 1;
  if (zero && (second == 'x' || second == 'X')) {
    for (i = 2; i < value.n && ascii_hex(value.p[i]) >= 0; i++) continue;
    if (value.n == 2 || i < value.n) lex_fail(lx, ISSUE_INVALID_HEX_NUMBER, at, STR_FMT(value));
  } else if (zero && second != '.') {
    for (i = 1; i < value.n && value.p[i] >= '0' && value.p[i] <= '7'; i++) continue;
    if (i < value.n) lex_fail(lx, ISSUE_INVALID_OCTAL_NUMBER, at, STR_FMT(value));
  } else if (i < value.n && (value.p[i] == 'e' || value.p[i] == 'E' || value.p[i] == '.')) {
    struct lexer number = {.cx = lx->cx, .text = value.p, .n = (uint32_t)value.n};
    if (number_end(&number, 0) != number.n) lex_fail(lx, ISSUE_INVALID_DECIMAL_NUMBER, at, STR_FMT(value));
  } else if (i < value.n) {
    lex_fail(lx, ISSUE_ILLEGAL_NUMBER, at, STR_FMT(value));
  }
}

/* Puppet quotes the run of letters and digits, including the number before it if a single dot joins them. */
_Noreturn static void refuse(struct lexer *lx)
{
  uint32_t at = lx->pos, end = lex_word_end(lx, at);
  if (at > 1 && lx->text[at - 1] == '.' && LEX_IS(lx->text[at - 2], C_DIGIT)) {
    at -= 2;
    while (at > 0 && LEX_IS(lx->text[at - 1], C_DIGIT)) at--;
  }
  str value = lex_slice(lx, at, end);
  assert_numeric(lx, value, at);
  lex_fail(lx, ISSUE_ILLEGAL_NUMBER, at + 1, STR_FMT(value));
}

enum lexed lex_number(struct lexer *lx, struct token *t)
{
  uint32_t at = lx->pos, end = number_end(lx, at);
  if (end == at) refuse(lx);
  lx->pos = end;
  lx->matched = lex_slice(lx, at, end);
  assert_numeric(lx, lx->matched, at);
  return lex_token(lx, t, TOKEN_NUMBER, at, lx->matched);
}
