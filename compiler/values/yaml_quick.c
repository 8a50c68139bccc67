/* Line breaks and blanks depend on the state of the emitter: the column, the indentation, and the preceding
 * characters. */
#include "compiler/values/yaml_quick.h"

#include <assert.h>
#include <string.h>

enum { INDENT = 2, WIDTH = 80, MOST_KEY = 128 };

/* --- characters --- */

static void put(struct yaml_quick *q, char c)
{
  buf_char(q->out, c);
  q->column++;
}

static void put_break(struct yaml_quick *q)
{
  buf_char(q->out, '\n');
  q->column = 0;
}

/* Moves to the column of the indentation, on a new line unless this one has only indentation. */
static void indent(struct yaml_quick *q)
{
  static const char blanks[] = "                                ";
  const unsigned to = q->indent > 0 ? (unsigned)q->indent : 0;
  if (!q->indention || q->column > to || (q->column == to && !q->whitespace)) put_break(q);
  while (q->column < to) {
    const unsigned n = to - q->column < sizeof blanks - 1 ? to - q->column : (unsigned)sizeof blanks - 1;
    buf_append(q->out, blanks, n);
    q->column += n;
  }
  q->whitespace = q->indention = true;
}

static void indicator(struct yaml_quick *q, char c, bool needs_blank, bool is_indention)
{
  if (needs_blank && !q->whitespace) put(q, ' ');
  put(q, c);
  q->whitespace = false;
  q->indention = q->indention && is_indention;
}

/* --- the possible styles of a text --- */

enum { ORDINARY, BLANK, BREAK, COLON, HASH, QUOTE, ESCAPED, FOREIGN };

/* Most characters have no properties. */
static unsigned char kinds[256];

static void make_kinds(void)
{
  for (int c = 0; c < 256; c++) kinds[c] = c < ' ' || c > '~' ? FOREIGN : ORDINARY;
  kinds[' '] = BLANK;
  kinds['\n'] = BREAK;
  kinds[':'] = COLON;
  kinds['#'] = HASH;
  kinds['\''] = QUOTE;
  kinds['"'] = kinds['\\'] = ESCAPED;
}

static unsigned kind_at(str s, size_t i) { return kinds[(unsigned char)s.p[i]]; }

struct analysis {
  bool plain, single, block; /* allowed styles */
  bool multiline;
  bool quotes, escapes; /* contains '; contains ", \ or line feeds */
};

static bool is_blank_at(str s, size_t i) { return i >= s.n || s.p[i] == ' ' || s.p[i] == '\n'; }

/* Whether a text begins with an indicator, so that it cannot be plain. */
static bool begins_with_indicator(str s)
{
  if (kind_at(s, 0) == ORDINARY && ascii_is_word((unsigned char)s.p[0])) return false;
  if (s.n >= 3 && (memcmp(s.p, "---", 3) == 0 || memcmp(s.p, "...", 3) == 0)) return true;
  if (strchr("#,[]{}&*!|>'\"%@`", s.p[0]) != NULL) return true;
  return strchr("?:-", s.p[0]) != NULL && is_blank_at(s, 1);
}

/* False: a character is not supported. */
static bool analyze(str s, struct analysis *out)
{
  bool break_space = false, space_break = false, indicators = false;
  *out = (struct analysis){.plain = true, .single = true};
  if (s.n == 0) return true;
  for (size_t i = 0; i < s.n; i++) {
    switch (kind_at(s, i)) {
    case ORDINARY: break;
    case BLANK: break_space = break_space || (i > 0 && s.p[i - 1] == '\n'); break;
    case BREAK:
      out->multiline = out->escapes = true;
      space_break = space_break || (i > 0 && s.p[i - 1] == ' ');
      break;
    case COLON: indicators = indicators || (i > 0 && is_blank_at(s, i + 1)); break;
    case HASH: indicators = indicators || (i > 0 && is_blank_at(s, i - 1)); break;
    case QUOTE: out->quotes = true; break;
    case ESCAPED: out->escapes = true; break;
    default: return false;
    }
  }
  const char first = s.p[0], last = s.p[s.n - 1];
  out->block = last != ' ' && !space_break;
  out->single = !break_space && !space_break;
  out->plain = !out->multiline && !indicators && first != ' ' && last != ' ' && !begins_with_indicator(s);
  return true;
}

/* --- scalars --- */

/* A single blank may be replaced by a line break if the line is too long. */
static bool breaks_at(const struct yaml_quick *q, bool after_blank)
{
  return !q->is_key && !after_blank && q->column > WIDTH;
}

static bool fits(const struct yaml_quick *q, str s) { return q->is_key || q->column + s.n + 2 <= WIDTH; }

static void put_all(struct yaml_quick *q, str s)
{
  buf_str(q->out, s);
  q->column += (unsigned)s.n;
}

/* Writes the characters from i on that are not blanks and not changed by quotes; returns the position after them. */
static size_t put_run(struct yaml_quick *q, str s, size_t i)
{
  const size_t from = i;
  while (i < s.n && kind_at(s, i) != BLANK && kind_at(s, i) != BREAK && kind_at(s, i) < QUOTE) i++;
  put_all(q, str_sub(s, from, i - from));
  return i;
}

/* Writes text in quotes; `quote` NUL: without. */
static void put_flow(struct yaml_quick *q, str s, const struct analysis *a, char quote)
{
  const bool changes = quote == '"' ? a->escapes : quote == '\'' && (a->quotes || a->multiline);
  if (quote != '\0') indicator(q, quote, true, false);
  else if (!q->whitespace && s.n > 0) put(q, ' ');
  const bool whole = fits(q, s) && !changes;
  if (whole) put_all(q, s);
  for (size_t i = 0; !whole && (i = put_run(q, s, i)) < s.n; i++) {
    const char c = s.p[i], before = i > 0 ? s.p[i - 1] : '\0', after = i + 1 < s.n ? s.p[i + 1] : '\0';
    if (c == '\n' && quote == '\'') {
      if (before != '\n') put_break(q);
      put_break(q);
      q->indention = true;
      if (after != '\n') indent(q);
    } else if (c == ' ' && before != '\0' && after != '\0' && (after != ' ' || quote == '"') &&
               breaks_at(q, before == ' ')) {
      indent(q);
      if (after == ' ') put(q, '\\');
    } else {
      if (quote == '"' && (c == '"' || c == '\\' || c == '\n')) put(q, '\\');
      if (quote == '\'' && c == quote) put(q, c);
      put(q, c == '\n' ? 'n' : c);
    }
  }
  if (quote != '\0') indicator(q, quote, false, false);
  else q->whitespace = q->indention = false;
}

/* Writes a literal block, with an indicator for its end: "-" if it has no line feed. */
static void put_literal(struct yaml_quick *q, str s)
{
  indicator(q, '|', true, false);
  if (s.p[s.n - 1] != '\n') put(q, '-');
  put_break(q);
  q->indention = q->whitespace = true;
  while (s.n > 0) {
    const size_t end = str_index(s, '\n', 0);
    const str line = str_sub(s, 0, end);
    if (line.n > 0) {
      indent(q);
      put_all(q, line);
      q->indention = false;
    }
    if (end == SIZE_MAX) break;
    put_break(q);
    q->indention = true;
    s = str_from(s, end + 1);
  }
}

/* A line feed at the beginning, or two at the end, change the indicators and the end of the document. */
static bool is_ordinary_block(str s)
{
  const bool two = s.n >= 2 && s.p[s.n - 1] == '\n' && s.p[s.n - 2] == '\n';
  return s.n > 1 && s.p[0] != ' ' && s.p[0] != '\n' && !two;
}

static yaml_scalar_style_t style_of(const struct yaml_quick *q, str s, const struct analysis *a,
                                    yaml_scalar_style_t style)
{
  if (style == YAML_ANY_SCALAR_STYLE) style = YAML_PLAIN_SCALAR_STYLE;
  if (style == YAML_PLAIN_SCALAR_STYLE && (!a->plain || (s.n == 0 && q->is_key)))
    style = YAML_SINGLE_QUOTED_SCALAR_STYLE;
  if (style == YAML_SINGLE_QUOTED_SCALAR_STYLE && !a->single) style = YAML_DOUBLE_QUOTED_SCALAR_STYLE;
  if (style == YAML_LITERAL_SCALAR_STYLE && !a->block) style = YAML_DOUBLE_QUOTED_SCALAR_STYLE;
  return style;
}

void yaml_quick_scalar(struct yaml_quick *q, str text, bool plain, bool quoted, yaml_scalar_style_t style)
{
  struct analysis a;
  const int before = q->indent;
  q->undecided = q->undecided || !analyze(text, &a) || (q->is_key && (a.multiline || text.n > MOST_KEY)) ||
                 style == YAML_FOLDED_SCALAR_STYLE;
  if (q->undecided) return;
  style = style_of(q, text, &a, style);
  /* Other scalars need the tag "!". */
  q->undecided = (style == YAML_PLAIN_SCALAR_STYLE ? !plain : !quoted) ||
                 (style == YAML_LITERAL_SCALAR_STYLE && !is_ordinary_block(text));
  if (q->undecided) return;
  q->indent = q->indent < 0 ? INDENT : q->indent + INDENT;
  const bool single = style == YAML_SINGLE_QUOTED_SCALAR_STYLE;
  if (style == YAML_LITERAL_SCALAR_STYLE) put_literal(q, text);
  else put_flow(q, text, &a, single ? '\'' : style == YAML_DOUBLE_QUOTED_SCALAR_STYLE ? '"' : '\0');
  q->indent = before;
}

/* --- collections --- */

void yaml_quick_empty(struct yaml_quick *q, const char *brackets)
{
  q->undecided = q->undecided || q->is_key;
  indicator(q, brackets[0], true, false);
  indicator(q, brackets[1], false, false);
}

int yaml_quick_collection(struct yaml_quick *q, bool mapping)
{
  const int before = q->indent;
  q->undecided = q->undecided || q->is_key;
  if (q->indent < 0) q->indent = 0;
  else if (mapping || !q->in_mapping || q->indention) q->indent += INDENT;
  return before;
}

void yaml_quick_collection_end(struct yaml_quick *q, int before) { q->indent = before; }

void yaml_quick_key(struct yaml_quick *q)
{
  indent(q);
  q->in_mapping = q->is_key = true;
}

void yaml_quick_value(struct yaml_quick *q)
{
  indicator(q, ':', false, false);
  q->is_key = false;
  q->in_mapping = true;
}

void yaml_quick_item(struct yaml_quick *q)
{
  indent(q);
  indicator(q, '-', true, true);
  q->in_mapping = q->is_key = false;
}

/* --- the document --- */

void yaml_quick_begin(struct yaml_quick *q, struct buf *out, const char *tag)
{
  assert(q != NULL && out != NULL);
  if (kinds[' '] != BLANK) make_kinds();
  *q = (struct yaml_quick){.out = out, .indent = -1};
  put_all(q, STR("---"));
  if (tag == NULL) return;
  put(q, ' ');
  put_all(q, str_of(tag));
}

void yaml_quick_end(struct yaml_quick *q)
{
  assert(q->indent == -1 || q->undecided);
  indent(q);
}
