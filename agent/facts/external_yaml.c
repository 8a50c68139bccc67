/* External facts in YAML, with the types that Ruby's YAML 1.1 gives to words without quotes. Dates and times
 * stay text, as Facter leaves them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "agent/facts/external.h"
#include "base/arena.h"

/* Aliases can make a small file a huge or endless tree. */
enum { NODE_LIMIT = 1000000, DEPTH_LIMIT = 500 };

struct yaml_walk {
  struct arena *arena;
  yaml_document_t *document;
  const char *error;
  size_t nodes;
};

static bool is_one_of(str s, const char *const *words)
{
  for (; *words; words++)
    if (str_eqz(s, *words))
      return true;
  return false;
}

/* true, True and TRUE, and so on. */
static bool is_word(str s, const char *const *words)
{
  char lower[8];
  if (s.n == 0 || s.n >= sizeof lower)
    return false;
  bool all_upper = true, rest_lower = true;
  for (size_t i = 0; i < s.n; i++) {
    all_upper = all_upper && ascii_is_upper((unsigned char)s.p[i]);
    rest_lower = rest_lower && (i == 0 || !ascii_is_upper((unsigned char)s.p[i]));
    lower[i] = (char)ascii_lower((unsigned char)s.p[i]);
  }
  return (all_upper || rest_lower) && is_one_of(str_n(lower, s.n), words);
}

/* Decimal, 0x, 0b, 0o or 0 octal; underscores and commas between digits do not count. */
static bool parse_int(str s, int64_t *value)
{
  char digits[72];
  size_t n = 0, at = s.n > 0 && (s.p[0] == '-' || s.p[0] == '+');
  int base = 10;
  if (at < s.n && s.p[0] == '-')
    digits[n++] = '-';
  if (at + 1 < s.n && s.p[at] == '0') {
    base = s.p[at + 1] == 'x' ? 16 : s.p[at + 1] == 'b' ? 2 : 8;
    at += base == 8 ? 1 : 2;
  }
  if (at >= s.n || s.n - at > 64 || s.p[at] == '_' || s.p[at] == ',')
    return false;
  for (; at < s.n; at++) {
    if (s.p[at] == '_' || s.p[at] == ',')
      continue;
    if (base == 16 ? !strchr("0123456789abcdefABCDEF", s.p[at]) : s.p[at] < '0' || s.p[at] - '0' >= base)
      return false;
    digits[n++] = s.p[at];
  }
  digits[n] = '\0';
  errno = 0;
  *value = strtoll(digits, NULL, base);
  return errno == 0;
}

/* Digits with a point, perhaps an exponent. */
static bool parse_real(str s, double *value)
{
  char text[64];
  size_t digits = 0, points = 0, exponent = 0;
  if (s.n >= sizeof text)
    return false;
  for (size_t i = 0; i < s.n; i++) {
    char c = s.p[i];
    bool sign = (c == '-' || c == '+') && (i == 0 || s.p[i - 1] == 'e' || s.p[i - 1] == 'E');
    digits += ascii_is_digit((unsigned char)c);
    points += c == '.';
    exponent += digits > 0 && (c == 'e' || c == 'E');
    if (!sign && !ascii_is_digit((unsigned char)c) && c != '.' && c != 'e' && c != 'E')
      return false;
  }
  if (digits == 0 || points != 1 || exponent > 1 || s.p[s.n - 1] == 'e' || s.p[s.n - 1] == 'E')
    return false;
  memcpy(text, s.p, s.n);
  text[s.n] = '\0';
  *value = strtod(text, NULL);
  return true;
}

static void put_scalar(struct arena *a, struct fact *parent, const char *key, const yaml_node_t *node)
{
  static const char *const yes[] = {"true", "yes", "on", NULL};
  static const char *const no[] = {"false", "no", "off", NULL};
  static const char *const null[] = {"null", NULL};
  str s = str_n((const char *)node->data.scalar.value, node->data.scalar.length);
  int64_t integer;
  double real;
  bool plain = node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  if (!plain)
    fact_put_str(a, parent, key, s);
  else if (s.n == 0 || str_eqz(s, "~") || is_word(s, null))
    fact_put(a, parent, key, FACT_NULL);
  else if (is_word(s, yes))
    fact_put_bool(a, parent, key, true);
  else if (is_word(s, no))
    fact_put_bool(a, parent, key, false);
  else if (parse_int(s, &integer))
    fact_put_int(a, parent, key, integer);
  else if (parse_real(s, &real))
    fact_put_float(a, parent, key, real);
  else
    fact_put_str(a, parent, key, s);
}

static bool put_node(struct yaml_walk *w, struct fact *parent, const char *key, int index, unsigned depth);

static bool put_pairs(struct yaml_walk *w, struct fact *hash, const yaml_node_t *node, bool top,
                      unsigned depth)
{
  for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top; p++) {
    const yaml_node_t *k = yaml_document_get_node(w->document, p->key);
    if (k->type != YAML_SCALAR_NODE) {
      w->error = "not supported: a key that is no text";
      return false;
    }
    str name = str_n((const char *)k->data.scalar.value, k->data.scalar.length);
    const char *key = top ? facts__external_name(w->arena, name) : arena_strz(w->arena, name);
    if (!put_node(w, hash, key, p->value, depth))
      return false;
  }
  return true;
}

static bool put_node(struct yaml_walk *w, struct fact *parent, const char *key, int index, unsigned depth)
{
  const yaml_node_t *node = yaml_document_get_node(w->document, index);
  if (depth > DEPTH_LIMIT || ++w->nodes > NODE_LIMIT) {
    w->error = depth > DEPTH_LIMIT ? "it is nested too deep" : "it holds too many values";
    return false;
  }
  switch (node->type) {
  case YAML_MAPPING_NODE:
    return put_pairs(w, fact_put(w->arena, parent, key, FACT_HASH), node, false, depth + 1);
  case YAML_SEQUENCE_NODE: {
    struct fact *array = fact_put(w->arena, parent, key, FACT_ARRAY);
    for (yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top; i++)
      if (!put_node(w, array, NULL, *i, depth + 1))
        return false;
    return true;
  }
  case YAML_SCALAR_NODE: put_scalar(w->arena, parent, key, node); return true;
  case YAML_NO_NODE: break;
  }
  w->error = "an empty node";
  return false;
}

/* The facts go into a hash of their own first: a file that turns out wrong half-way must leave nothing
 * behind. */
const char *facts__external_yaml(struct arena *a, str text, struct fact *out)
{
  yaml_parser_t parser;
  yaml_document_t document;
  struct yaml_walk w = {a, &document, NULL, 0};
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, (const unsigned char *)text.p, text.n);
  if (!yaml_parser_load(&parser, &document)) {
    w.error = arena_printf(a, "%s (line %zu, column %zu)", parser.problem ? parser.problem : "it is not YAML",
                           parser.problem_mark.line + 1, parser.problem_mark.column + 1)
                  .p;
    yaml_parser_delete(&parser);
    return w.error;
  }
  const yaml_node_t *root = yaml_document_get_root_node(&document);
  if (!root || root->type != YAML_MAPPING_NODE)
    w.error = "it does not hold a hash";
  else
    put_pairs(&w, out, root, true, 0);
  yaml_document_delete(&document);
  yaml_parser_delete(&parser);
  return w.error;
}
