/* Checks of literals: integers in range, and hashes without duplicate keys. Two keys are equal if Ruby treats them as
 * the same key. As for Puppet 8, the name of a type is its text, X[1, 2] has the literal [1, 2], whatever X is. */
#include "compiler/syntax/check.h"

#include "base/map.h"
#include "compiler/syntax/float_text.h"

/* -- duplicate keys -- */

static void append_counted(struct buf *b, char tag, str s)
{
  buf_char(b, tag);
  buf_int(b, (int64_t)s.n);
  buf_char(b, ':');
  buf_str(b, s);
}

/* Takes off minus signs: `negative` tells whether their number is odd. */
static const ast *without_sign(const ast *n, bool *negative)
{
  for (*negative = false; n->kind == AST_UNARY_MINUS; n = AST_AS(ast_unary, n)->expr) *negative = !*negative;
  return n;
}

static struct ast_list_of parts_of(const ast *n)
{
  return n->kind == AST_ACCESS ? AST_AS(ast_access, n)->keys : AST_AS(ast_list, n)->list;
}

/* Appends a text that two literals have in common exactly if they are the same hash key in Ruby. False if the node is
 * not a literal. */
static bool append_identity(struct buf *b, const ast *n)
{
  bool negative;
  n = without_sign(n, &negative);
  switch (n->kind) {
  case AST_LITERAL_STRING: append_counted(b, 's', ast_string_text(n)); return true;
  case AST_QUALIFIED_NAME: append_counted(b, 's', ast_name_text(n)); return true;
  case AST_QUALIFIED_REFERENCE: append_counted(b, 's', ast_reference_text(n)); return true;
  case AST_LITERAL_REGULAR_EXPRESSION: append_counted(b, 'r', AST_AS(ast_regex, n)->pattern); return true;
  case AST_LITERAL_FLOAT: buf_printf(b, "f%a", AST_AS(ast_float, n)->value * (negative ? -1 : 1) + 0.0); return true;
  case AST_LITERAL_BOOLEAN: buf_char(b, AST_AS(ast_boolean, n)->value ? 't' : 'n'); return true;
  case AST_LITERAL_UNDEF: buf_char(b, 'u'); return true;
  case AST_LITERAL_DEFAULT: buf_char(b, 'd'); return true;
  case AST_LITERAL_INTEGER: {
    const struct ast_integer *i = AST_AS(ast_integer, n);
    if (i->overflow != NULL) append_counted(b, negative ? 'O' : 'o', *i->overflow);
    else buf_printf(b, "i%lld", (long long)(negative ? -i->value : i->value));
    return true;
  }
  case AST_ACCESS:
  case AST_LITERAL_LIST:
  case AST_LITERAL_HASH: {
    struct ast_list_of list = parts_of(n);
    if (n->kind == AST_ACCESS && list.n == 1 && list.items[0]->kind == AST_LITERAL_LIST) return false;
    buf_char(b, n->kind == AST_LITERAL_HASH ? '{' : '[');
    for (uint32_t i = 0; i < list.n; i++)
      if (!append_identity(b, list.items[i])) return false;
    buf_char(b, ']');
    return true;
  }
  case AST_KEYED_ENTRY: {
    const struct ast_pair *p = AST_AS(ast_pair, n);
    return p->value != NULL && append_identity(b, p->key) && append_identity(b, p->value);
  }
  default: return false;
  }
}

/* Appends a string as Ruby's inspect shows it in an array. */
static void append_inspected(struct buf *b, str s)
{
  buf_char(b, '"');
  for (size_t i = 0; i < s.n; i++) {
    char c = s.p[i];
    if (c == '"' || c == '\\') buf_char(b, '\\');
    if (c == '#' && i + 1 < s.n && strchr("{$@", s.p[i + 1]) != NULL) buf_char(b, '\\');
    if (c == '\n') buf_z(b, "\\n");
    else if (c == '\t') buf_z(b, "\\t");
    else if (c == '\r') buf_z(b, "\\r");
    else buf_char(b, c);
  }
  buf_char(b, '"');
}

/* Appends the key as messages show it: Ruby's to_s, or inspect inside an array or hash. */
static void append_shown(struct buf *b, const ast *n, bool inside)
{
  bool negative;
  n = without_sign(n, &negative);
  if (negative && (n->kind == AST_LITERAL_INTEGER || n->kind == AST_LITERAL_FLOAT)) buf_char(b, '-');
  switch (n->kind) {
  case AST_LITERAL_STRING:
  case AST_QUALIFIED_REFERENCE:
  case AST_QUALIFIED_NAME: {
    str s = n->kind == AST_LITERAL_STRING   ? ast_string_text(n)
            : n->kind == AST_QUALIFIED_NAME ? ast_name_text(n)
                                            : ast_reference_text(n);
    if (inside) append_inspected(b, s);
    else buf_str(b, s);
    break;
  }
  case AST_LITERAL_REGULAR_EXPRESSION:
    buf_z(b, inside ? "/" : "(?-mix:");
    buf_str(b, AST_AS(ast_regex, n)->pattern);
    buf_z(b, inside ? "/" : ")");
    break;
  case AST_LITERAL_FLOAT: float_text(b, AST_AS(ast_float, n)->value); break;
  case AST_LITERAL_INTEGER: {
    const struct ast_integer *i = AST_AS(ast_integer, n);
    if (i->overflow != NULL) buf_str(b, *i->overflow);
    else buf_int(b, i->value);
    break;
  }
  case AST_LITERAL_BOOLEAN: buf_z(b, AST_AS(ast_boolean, n)->value ? "true" : "false"); break;
  case AST_LITERAL_UNDEF: buf_z(b, inside ? "nil" : ""); break;
  case AST_LITERAL_DEFAULT: buf_z(b, inside ? ":default" : "default"); break;
  case AST_KEYED_ENTRY:
    append_shown(b, AST_AS(ast_pair, n)->key, true);
    buf_z(b, "=>");
    append_shown(b, AST_AS(ast_pair, n)->value, true);
    break;
  default: {
    struct ast_list_of list = parts_of(n);
    buf_char(b, n->kind == AST_LITERAL_HASH ? '{' : '[');
    for (uint32_t i = 0; i < list.n; i++) {
      if (i > 0) buf_z(b, ", ");
      append_shown(b, list.items[i], true);
    }
    buf_char(b, n->kind == AST_LITERAL_HASH ? '}' : ']');
  }
  }
}

/* Whether there are few keys and all are different strings: the usual hash, whose check needs no memory. */
static bool plainly_different(struct ast_list_of entries)
{
  enum { FEW = 16 };
  str texts[FEW];
  if (entries.n > FEW) return false;
  for (uint32_t i = 0; i < entries.n; i++) {
    const ast *key = AST_AS(ast_pair, entries.items[i])->key;
    if (key->kind == AST_LITERAL_STRING) texts[i] = ast_string_text(key);
    else if (key->kind == AST_QUALIFIED_NAME) texts[i] = ast_name_text(key);
    else return false;
    for (uint32_t k = 0; k < i; k++) {
      if (str_eq(texts[k], texts[i])) return false;
    }
  }
  return true;
}

void check_literal_hash(struct checker *c, const ast *node)
{
  struct ast_list_of entries = AST_AS(ast_list, node)->list;
  if (entries.n < 2 || plainly_different(entries)) return;
  struct strmap seen;
  strmap_init(&seen, c->a);
  for (uint32_t i = 0; i < entries.n; i++) {
    const ast *key = AST_AS(ast_pair, entries.items[i])->key;
    struct buf identity = BUF_IN(c->a);
    bool made;
    if (!append_identity(&identity, key)) continue;
    strmap_slot(&seen, buf_view(&identity), &made);
    if (made) continue;
    struct buf shown = BUF_IN(c->a);
    append_shown(&shown, key, false);
    check_issue_as(c, c->o->strict, ISSUE_DUPLICATE_KEY, entries.items[i], STR_FMT(buf_view(&shown)));
  }
}

/* -- numbers that are too large -- */

/* Converts digits of any radix to hexadecimal, which Puppet's message prints with %x. */
static str hexadecimal(struct arena *a, str digits, unsigned radix)
{
  size_t start = radix == 16 ? 2 : 0, n = 0, cap = digits.n + 1;
  unsigned char *nibbles = arena_zalloc(a, cap); /* least significant first */
  for (size_t i = start; i < digits.n; i++) {
    int c = ascii_lower(digits.p[i]);
    unsigned carry = (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
    for (size_t k = 0; k < n; k++) {
      carry += nibbles[k] * radix;
      nibbles[k] = carry & 15;
      carry >>= 4;
    }
    while (carry != 0 && n < cap) {
      nibbles[n++] = carry & 15;
      carry >>= 4;
    }
  }
  struct buf b = BUF_IN(a);
  buf_z(&b, "+0x");
  while (n > 0) buf_char(&b, "0123456789abcdef"[nibbles[--n]]);
  return buf_view(&b);
}

/* Beyond this the hexadecimal value, which takes quadratic time, is not computed. */
enum { MAX_SHOWN_DIGITS = 2000 };

void check_literal_integer(struct checker *c, const ast *node)
{
  const struct ast_integer *n = AST_AS(ast_integer, node);
  if (n->overflow == NULL) return;
  const str digits = *n->overflow;
  str value = digits.n <= MAX_SHOWN_DIGITS ? hexadecimal(c->a, digits, (unsigned)n->radix) : digits;
  check_issue(c, ISSUE_NUMERIC_OVERFLOW_MAX, node, STR_FMT(ast_A_An(c->a, node)), STR_FMT(value));
}
