/* EPP: text with <% code %>, <%= expression %>, <%# comment %>, <%% for a literal <%, and trimming with <%-
 * and -%>. */
#include "compiler/syntax/lexer.h"

static void trim_end(struct buf *b)
{
  while (b->n > 0 && (b->p[b->n - 1] == ' ' || b->p[b->n - 1] == '\t')) b->n--;
}

/* After "-%>", blanks and one line break are removed from the text that follows. */
static uint32_t skip_line_rest(const struct lexer *lx, uint32_t p)
{
  while (lex_at(lx, p) == ' ' || lex_at(lx, p) == '\t') p++;
  if (p < lx->n && lx->text[p] == '\r') p++;
  if (p < lx->n && lx->text[p] == '\n') p++;
  return p;
}

/* Appends text, with %%> as %>. */
static void append_text(struct buf *b, str s)
{
  for (size_t at = 0;;) {
    size_t next = str_find(s, STR("%%>"), at);
    if (next == SIZE_MAX) {
      buf_str(b, str_from(s, at));
      return;
    }
    buf_append(b, s.p + at, next - at);
    buf_z(b, "%>");
    at = next + 3;
  }
}

/* A comment ends at the first %> that is not %%>. lx->pos is at the #. */
static void skip_comment(struct lexer *lx, struct buf *text, bool *trim)
{
  uint32_t from = lx->pos, p = from + 1;
  while (p + 1 < lx->n && !(lx->text[p] == '%' && lx->text[p + 1] == '>' && lx->text[p - 1] != '%')) p++;
  if (p + 1 >= lx->n) lex_fail(lx, ISSUE_EPP_UNBALANCED_COMMENT, lx->pos);
  if (lx->text[from + 1] == '-') trim_end(text);
  *trim = lx->text[p - 1] == '-';
  lx->pos = p + 2;
}

/* Reads text into b up to a tag, whose mode it returns, or to the end (EPP_TEXT). *lost: the template ends with a
 * comment or <%%, before which Puppet drops the text. */
static enum epp_mode scan_text(struct lexer *lx, struct buf *b, bool trim, bool *lost)
{
  *lost = false;
  while (lx->pos < lx->n) {
    size_t open = str_find((str){lx->text, lx->n}, STR("<%"), lx->pos);
    uint32_t end = open == SIZE_MAX ? lx->n : (uint32_t)open;
    uint32_t from = trim ? skip_line_rest(lx, lx->pos) : lx->pos;
    trim = false;
    if (from < end) append_text(b, lex_slice(lx, from, end));
    lx->pos = open == SIZE_MAX ? lx->n : end + 2;
    if (lx->pos == lx->n) {
      if (open != SIZE_MAX) lex_fail(lx, ISSUE_EPP_UNBALANCED_EXPRESSION, lx->pos);
      return EPP_TEXT;
    }
    switch (lx->text[lx->pos]) {
    case '-':
      lx->pos++;
      trim_end(b);
      return EPP_CODE;
    case '%':
      lx->pos++;
      buf_z(b, "<%");
      break;
    case '=': lx->pos++; return EPP_EXPRESSION;
    case '#': skip_comment(lx, b, &trim); break;
    default: return EPP_CODE;
    }
  }
  *lost = true;
  return EPP_TEXT;
}

void lex_epp_text(struct lexer *lx, bool trim)
{
  uint32_t at = lx->pos;
  struct buf b = BUF_IN(lx->cx->arena);
  bool lost;
  enum epp_mode mode = scan_text(lx, &b, trim, &lost);
  str text = buf_finish(&b);
  if (mode == EPP_TEXT ? !lost : text.n > 0) lex_queue(lx, TOKEN_RENDER_STRING, at, lx->pos - at, text, NULL);
  lx->epp_open = mode != EPP_TEXT;
  if (mode == EPP_TEXT) return;
  if (mode == EPP_EXPRESSION) lex_queue(lx, TOKEN_RENDER_EXPR, at, 0, STR_EMPTY, NULL);
  lx->epp_mode = mode;
}

void lexer_begin_epp(struct lexer *lx)
{
  lx->epp_mode = EPP_TEXT;
  lex_queue(lx, TOKEN_EPP_START, 0, 0, STR_EMPTY, NULL);
  lex_epp_text(lx, false);
}

/* -- byte order marks -- */

/* Byte order marks with the names in Puppet's message. Longer ones first: that of UTF-32 begins like that of UTF-16. */
static const struct {
  const char *name;
  unsigned char bytes[4];
  uint8_t n;
} marks[] = {
  {"UTF-32", {0x00, 0x00, 0xFE, 0xFF}, 4},
  {"UTF-32", {0xFF, 0xFE, 0x00, 0x00}, 4},
  {"GB-18030", {0x84, 0x31, 0x95, 0x33}, 4},
  {"UTF-EBCDIC", {0xDD, 0x73, 0x66, 0x73}, 4},
  {"SCSU", {0x0E, 0xFE, 0xFF}, 3},
  {"UTF-8", {0xEF, 0xBB, 0xBF}, 3},
  {"UTF-1", {0xF7, 0x64, 0x4C}, 3},
  {"BOCU", {0xFB, 0xEE, 0x28}, 3},
  {"UTF-16", {0xFE, 0xFF}, 2},
  {"UTF-16", {0xFF, 0xFE}, 2},
};

void lex_check_bom(struct lexer *lx)
{
  if (lx->n == 0 || LEX_IS(lx->text[0], C_WORD | C_BLANK)) return;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    if (lx->n < marks[i].n || memcmp(lx->text, marks[i].bytes, marks[i].n) != 0) continue;
    struct buf b = BUF_IN(lx->cx->arena);
    for (unsigned k = 0; k < marks[i].n; k++) buf_printf(&b, "%s%X", k > 0 ? " " : "[", marks[i].bytes[k]);
    buf_char(&b, ']');
    struct diag_list *diags = lx->cx->diags;
    diag_add(diags, ISSUE_ILLEGAL_BOM, SEVERITY_ERROR, lx->cx->source, 0, marks[i].n, STR_FMT(str_of(marks[i].name)),
             STR_FMT(buf_view(&b)));
    diags->items[diags->n - 1].place = PLACE_NONE;
    longjmp(*lx->cx->fail, 1);
  }
}
