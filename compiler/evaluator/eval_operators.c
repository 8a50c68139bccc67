/* Operators: arithmetic, collections, comparison, matching, logic. Arithmetic gives the results of Ruby's operators:
 * division rounds down. Integers beyond 64 bits are an error, and comparing strings ignores case. */
#include <math.h>

#include "compiler/evaluator/eval_internal.h"
#include "base/check.h"
#include "compiler/values/ruby_format.h"
#include "compiler/values/ruby_text.h"

/* --- numbers --- */

/* Reports a result beyond 64 bits. The message shows it in hexadecimal: v, followed by `zeroes` digits 0. */
_Noreturn static void overflow(struct compilation *c, const ast *node, bool negative, unsigned __int128 v,
                               uint64_t zeroes)
{
  char digits[40];
  int at = (int)sizeof digits;
  digits[--at] = '\0';
  do {
    digits[--at] = "0123456789abcdef"[(unsigned)(v & 15)];
    v >>= 4;
  } while (v != 0);
  struct buf hex = BUF_IN(c->arena);
  buf_printf(&hex, "%c0x%s", negative ? '-' : '+', digits + at);
  for (uint64_t i = 0; i < zeroes; i++) buf_char(&hex, '0');
  FAIL(c, node, negative ? ISSUE_NUMERIC_OVERFLOW_MIN : ISSUE_NUMERIC_OVERFLOW_MAX, STR_FMT(ast_A_An(c->arena, node)),
       STR_FMT(buf_view(&hex)));
}

static value checked(struct compilation *c, const ast *node, __int128 r)
{
  if (r > INT64_MAX || r < INT64_MIN) overflow(c, node, r < 0, r < 0 ? -(unsigned __int128)r : (unsigned __int128)r, 0);
  return value_int((int64_t)r);
}

static int64_t floor_div(int64_t a, int64_t b)
{
  int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

/* Ruby's <<: a negative count shifts right. A shift by more than 65536 digits is limited: it would only make the
 * message longer, whose length is limited. */
static value shift(struct compilation *c, const ast *node, int64_t a, int64_t count)
{
  if (count < 0) return value_int(count <= -64 ? (a < 0 ? -1 : 0) : a >> -count);
  if (a == 0 || count < 64) return a == 0 ? value_int(0) : checked(c, node, (__int128)a * ((__int128)1 << count));
  unsigned __int128 magnitude = a < 0 ? -(unsigned __int128)a : (unsigned __int128)a;
  overflow(c, node, a < 0, magnitude << (count % 4), (uint64_t)(count / 4 < 65536 ? count / 4 : 65536));
}

static value integer_op(struct compilation *c, const struct ast_binary *n, int64_t a, int64_t b)
{
  __int128 r = 0;
  switch (n->h.op) {
  case OP_ADD: r = (__int128)a + b; break;
  case OP_SUB: r = (__int128)a - b; break;
  case OP_MUL: r = (__int128)a * b; break;
  case OP_SHIFT_LEFT: return shift(c, &n->h, a, b);
  /* INT64_MIN cannot be negated. */
  case OP_SHIFT_RIGHT: return shift(c, &n->h, a, b == INT64_MIN ? INT64_MAX : -b);
  case OP_DIV:
  case OP_MOD:
    if (b == 0) FAIL(c, n->right, ISSUE_DIV_BY_ZERO);
    /* The processor traps for INT64_MIN / -1. */
    if (b == -1) {
      r = n->h.op == OP_DIV ? -(__int128)a : 0;
    } else {
      r = n->h.op == OP_DIV ? floor_div(a, b) : a - floor_div(a, b) * b;
    }
    break;
  default: break;
  }
  return checked(c, &n->h, r);
}

static double as_double(value v) { return v.kind == V_INT ? (double)v.integer : v.number; }

static value float_op(struct compilation *c, const struct ast_binary *n, value left, value right)
{
  double a = as_double(left), b = as_double(right), r = 0;
  switch (n->h.op) {
  case OP_ADD: r = a + b; break;
  case OP_SUB: r = a - b; break;
  case OP_MUL: r = a * b; break;
  case OP_DIV: r = a / b; break;
  case OP_MOD:
    if (left.kind == V_INT) eval_not_applicable_when(c, n, left, right);
    /* fall through */
  default:
    /* Ruby converts a Float count. */
    if (left.kind == V_INT && (n->h.op == OP_SHIFT_LEFT || n->h.op == OP_SHIFT_RIGHT)) {
      return integer_op(c, n, left.integer, (int64_t)right.number);
    }
    eval_not_applicable(c, n, left);
  }
  /* Puppet rejects infinite results, but not a NaN. */
  if (isinf(r)) FAIL(c, n->left, ISSUE_RESULT_IS_INFINITY, STR_FMT(eval_op_text(&n->h)));
  return value_float(r);
}

/* --- arrays and hashes --- */

static value array_concat(struct compilation *c, const struct array *a, const value *items, uint32_t n)
{
  struct array *r = array_new(c->arena, a->n + n);
  memcpy(r->items, a->items, a->n * sizeof r->items[0]);
  memcpy(r->items + a->n, items, n * sizeof r->items[0]);
  return value_array(r);
}

/* Ruby's Hash[pairs] when every element is an array, else Hash[*list]. */
static value hash_from_array(struct compilation *c, const struct ast_binary *n, const struct array *list)
{
  bool pairs = list->n > 0;
  for (uint32_t i = 0; i < list->n && pairs; i++) {
    pairs = list->items[i].kind == V_ARRAY;
  }
  struct hash *h = hash_new(c->arena, list->n);
  if (!pairs) {
    if (list->n == 1 && list->items[0].kind == V_HASH) return list->items[0];
    if (list->n % 2 != 0) eval_fail_inside(c, &n->h, STR("odd number of arguments for Hash"));
    for (uint32_t i = 0; i + 1 < list->n; i += 2) hash_put(h, c->arena, list->items[i], list->items[i + 1]);
    return value_hash(h);
  }
  for (uint32_t i = 0; i < list->n; i++) {
    const struct array *pair = list->items[i].array;
    if (pair->n != 1 && pair->n != 2) {
      eval_fail_inside(c, &n->h, arena_printf(c->arena, "invalid number of elements (%u for 1..2)", pair->n));
    }
    hash_put(h, c->arena, pair->items[0], pair->n == 2 ? pair->items[1] : VALUE_UNDEF);
  }
  return value_hash(h);
}

static value concatenate(struct compilation *c, const struct ast_binary *n, value left, value right)
{
  /* array + hash appends the pairs; array << value appends the value as it is. */
  if (left.kind == V_ARRAY) {
    if (right.kind == V_HASH) {
      right = hash_pairs(c->arena, right.hash);
    }
    return right.kind == V_ARRAY ? array_concat(c, left.array, right.array->items, right.array->n)
                                 : array_concat(c, left.array, &right, 1);
  }
  if (right.kind == V_ARRAY) {
    right = hash_from_array(c, n, right.array);
  }
  if (right.kind != V_HASH) eval_fail_inside(c, &n->h, STR("Can only append Array or Hash to a Hash"));
  return hash_merged(c->arena, left.hash, right.hash);
}

/* Strings and integers, which a hash finds as Ruby's == does. */
static bool is_plain_element(value v) { return v.kind == V_INT || (v.kind == V_STRING && !v.bytes); }

static value delete (struct compilation *c, value left, value right)
{
  if (right.kind == V_HASH && left.kind == V_ARRAY) right = hash_pairs(c->arena, right.hash);
  const struct value_list gone = value_list_of(&right);
  if (left.kind == V_HASH) {
    struct hash *h = hash_new(c->arena, left.hash->n);
    for (uint32_t i = 0; i < left.hash->n; i++) {
      const struct hash_entry *e = &left.hash->entries[i];
      /* A hash removes its keys from a hash, an array its elements. */
      bool drop = right.kind == V_HASH && hash_get(right.hash, e->key) != NULL;
      for (uint32_t k = 0; right.kind != V_HASH && k < gone.n && !drop; k++) {
        deadline_step();
        drop = value_same(e->key, gone.items[k]);
      }
      if (!drop) hash_put(h, c->arena, e->key, e->value);
    }
    return value_hash(h);
  }
  /* Ruby's ==, not Puppet's: strings must be the same, but 1 and 1.0 are equal, at every depth. */
  struct hash *plain = hash_new(c->arena, gone.n);
  struct valuevec kept = {0}, others = {0};
  for (uint32_t k = 0; k < gone.n; k++) {
    if (is_plain_element(gone.items[k])) hash_put(plain, c->arena, gone.items[k], VALUE_UNDEF);
    else valuevec_push(&others, c->arena, gone.items[k]);
  }
  for (uint32_t i = 0; i < left.array->n; i++) {
    const value v = left.array->items[i];
    const bool is_plain = is_plain_element(v);
    const struct value_list from = is_plain ? (struct value_list){others.items, others.n} : gone;
    bool drop = is_plain && hash_get(plain, v) != NULL;
    for (uint32_t k = 0; k < from.n && !drop; k++) {
      deadline_step();
      drop = value_ruby_equal(v, from.items[k]);
    }
    if (!drop) valuevec_push(&kept, c->arena, v);
  }
  return valuevec_array(&kept, c->arena);
}

value eval_node_arithmetic(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  value left = eval(c, s, n->left);
  value right = eval(c, s, n->right);
  if (left.kind == V_INT && right.kind == V_INT) return integer_op(c, n, left.integer, right.integer);
  /* Collections come first, since the conversion to numbers below would reject them. */
  if (left.kind == V_ARRAY || left.kind == V_HASH) {
    switch (node->op) {
    case OP_ADD: return concatenate(c, n, left, right);
    case OP_SUB: return delete (c, left, right);
    case OP_SHIFT_LEFT:
      if (left.kind != V_ARRAY) eval_not_applicable(c, n, left);
      return array_concat(c, left.array, &right, 1);
    default: break;
    }
  }
  if (value_is_rich(left) || value_is_rich(right)) return eval_rich_arithmetic(c, n, left, right);
  left = eval_coerce_number(c, n->left, left);
  right = eval_coerce_number(c, n->right, right);
  if (left.kind == V_INT && right.kind == V_INT) return integer_op(c, n, left.integer, right.integer);
  return float_op(c, n, left, right);
}

value eval_node_unary_minus(struct compilation *c, struct scope *s, const ast *node)
{
  value v = eval(c, s, AST_AS(ast_unary, node)->expr);
  if (v.kind == V_TIMESPAN || v.kind == V_TIMESTAMP) return eval_rich_minus(c, node, v);
  v = eval_coerce_number(c, node, v);
  if (v.kind == V_FLOAT) return value_float(-v.number);
  if (v.integer == INT64_MIN) {
    fail_error(CTX(c), FAILURE_EVALUATION,
               "Use of a Ruby Integer outside of Puppet Integer max range, got '0x8000000000000000'");
  }
  return value_int(-v.integer);
}

/* --- logic --- */

value eval_node_not(struct compilation *c, struct scope *s, const ast *node)
{
  return value_bool(!value_truthy(eval(c, s, AST_AS(ast_unary, node)->expr)));
}

value eval_node_and(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  return value_bool(value_truthy(eval(c, s, n->left)) && value_truthy(eval(c, s, n->right)));
}

value eval_node_or(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  return value_bool(value_truthy(eval(c, s, n->left)) || value_truthy(eval(c, s, n->right)));
}

/* --- comparison --- */

/* A value that is not a type is neither equal, less nor greater. */
static bool types_compare(enum ast_op op, const struct type *a, value right)
{
  const struct type *b = right.kind == V_TYPE ? right.type : NULL;
  switch (op) {
  case OP_EQ: return b != NULL && type_equivalent(a, b);
  case OP_NE: return b == NULL || !type_equivalent(a, b);
  case OP_LT: return b != NULL && type_assignable(b, a) && !type_equivalent(a, b);
  case OP_LE: return b != NULL && type_assignable(b, a);
  case OP_GT: return b != NULL && type_assignable(a, b) && !type_equivalent(a, b);
  default: return b != NULL && type_assignable(a, b);
  }
}

_Noreturn static void not_comparable(struct compilation *c, const ast *node, value left, value right, str detail)
{
  FAIL(c, node, ISSUE_COMPARISON_NOT_POSSIBLE, STR_FMT(label_of_value(c->arena, left)), STR_FMT(eval_op_text(node)),
       STR_FMT(label_of_value(c->arena, right)), STR_FMT(detail));
}

/* -1, 0, 1; 2 with a NaN, which is neither less, equal nor greater. */
static int compare(struct compilation *c, const ast *node, value left, value right)
{
  if (value_is_number(left) && value_is_number(right)) return value_compare_numbers(left, right);
  if (left.kind == V_STRING) {
    if (right.kind != V_STRING) not_comparable(c, node, left, right, STR("A String is not comparable to a non String"));
    return str_casecmp(value_text(left), value_text(right));
  }
  if (left.kind == V_DEFAULT) {
    if (right.kind != V_DEFAULT) not_comparable(c, node, left, right, STR("Symbol not comparable to non Symbol"));
    return 0;
  }
  const char *why;
  int order = eval_rich_compare(left, right, &why);
  if (why != NULL) not_comparable(c, node, left, right, str_of(why));
  return order;
}

struct type_question {
  enum ast_op op;
  const struct type *left;
  value right;
  bool answer;
};

static void ask_types(struct context *c, void *arg)
{
  (void)c;
  struct type_question *q = arg;
  q->answer = types_compare(q->op, q->left, q->right);
}

/* Comparing a type Init may reveal that its type has no constructor, which is an error of the comparison. */
static bool compare_types(struct compilation *c, const ast *node, value left, value right)
{
  struct type_question q = {.op = (enum ast_op)node->op, .left = left.type, .right = right};
  const uint32_t depth = CTX(c)->depth;
  if (context_protect(CTX(c), ask_types, &q)) return q.answer;
  CTX(c)->depth = depth;
  const struct failure *f = &CTX(c)->failure;
  if (f->wrap != WRAP_LABEL || !failure_is_catchable(f, RESCUE_STANDARD_ERROR)) fail_again(CTX(c));
  not_comparable(c, node, left, right, f->text);
}

value eval_node_comparison(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  value left = eval(c, s, n->left);
  value right = eval(c, s, n->right);
  /* Types are compared by what they accept: a < b if b accepts all that a does. */
  if (left.kind == V_TYPE) return value_bool(compare_types(c, node, left, right));
  switch (node->op) {
  case OP_EQ: return value_bool(value_equal(left, right));
  case OP_NE: return value_bool(!value_equal(left, right));
  case OP_LT: return value_bool(compare(c, node, left, right) < 0);
  case OP_LE: return value_bool(compare(c, node, left, right) <= 0);
  case OP_GT: return value_bool(compare(c, node, left, right) == 1);
  default: {
    int r = compare(c, node, left, right);
    return value_bool(r == 0 || r == 1);
  }
  }
}

/* --- matching --- */

/* Sets $0 … in s when it matches. */
static bool regex_matches(struct scope *s, const struct regex *re, str subject)
{
  struct regex_match m;
  if (!context_search(re, subject, 0, &m)) return false;
  scope_push_match(s, &m, subject);
  return true;
}

value eval_node_match(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  value left = eval(c, s, n->left);
  value pattern = eval(c, s, n->right);
  bool positive = node->op == OP_MATCH;
  if (pattern.kind == V_TYPE) return value_bool(type_instance(pattern.type, left) == positive);
  if (pattern.kind == V_SEMVER_RANGE) return value_bool(eval_rich_matches(c, left, pattern) == positive);
  const struct regex *re = pattern.kind == V_REGEX ? pattern.regex : NULL;
  /* A string on the right is a regular expression, which may be different each time. */
  if (pattern.kind == V_STRING) {
    str error = STR_EMPTY;
    re = regex_compile(c->arena, value_text(pattern), &error);
    if (re == NULL) FAIL(c, n->right, ISSUE_MATCH_NOT_REGEXP, STR_FMT(error));
  } else if (re == NULL) {
    str detail = arena_printf(c->arena, "no implicit conversion of %s into String", ruby_conversion_name(pattern));
    FAIL(c, n->right, ISSUE_MATCH_NOT_REGEXP, STR_FMT(detail));
  }
  if (left.kind != V_STRING) FAIL(c, n->left, ISSUE_MATCH_NOT_STRING, STR_FMT(eval_labelled(c, left)));
  return value_bool(regex_matches(s, re, value_text(left)) == positive);
}

static bool array_matches(struct compilation *c, struct scope *s, value left, const struct array *patterns)
{
  bool yes = left.kind == V_ARRAY && left.array->n == patterns->n;
  context_enter(CTX(c));
  for (uint32_t i = 0; yes && i < patterns->n; i++) {
    yes = eval_matches(c, s, left.array->items[i], patterns->items[i]);
  }
  context_leave(CTX(c));
  return yes;
}

/* A hash matches if its values match those of the pattern's keys; other keys are ignored. */
static bool hash_matches(struct compilation *c, struct scope *s, value left, const struct hash *patterns)
{
  bool yes = left.kind == V_HASH;
  context_enter(CTX(c));
  for (uint32_t i = 0; yes && i < patterns->n; i++) {
    const value found = value_or_undef(hash_get(left.hash, patterns->entries[i].key));
    yes = eval_matches(c, s, found, patterns->entries[i].value);
  }
  context_leave(CTX(c));
  return yes;
}

bool eval_matches(struct compilation *c, struct scope *s, value left, value pattern)
{
  switch (pattern.kind) {
  case V_DEFAULT: return true;
  case V_TYPE: return type_instance(pattern.type, left);
  case V_REGEX: return left.kind == V_STRING && regex_matches(s, pattern.regex, value_text(left));
  case V_ARRAY: return array_matches(c, s, left, pattern.array);
  case V_HASH: return hash_matches(c, s, left, pattern.hash);
  case V_SEMVER:
  case V_SEMVER_RANGE: return eval_rich_matches(c, left, pattern);
  default: return value_equal(left, pattern);
  }
}

/* --- in --- */

/* Searching a string ignores case; searching a regular expression does not. */
static bool string_includes(struct compilation *c, struct scope *s, value text, value item)
{
  if (item.kind == V_STRING) {
    return str_find(text_downcase(c->arena, value_text(text)), text_downcase(c->arena, value_text(item)), 0) !=
           SIZE_MAX;
  }
  if (item.kind == V_REGEX) return regex_matches(s, item.regex, value_text(text));
  return false;
}

static bool array_includes(struct compilation *c, struct scope *s, const value *items, uint32_t n, uint32_t step,
                           value item)
{
  for (uint32_t i = 0; i < n; i++) {
    value element = items[(size_t)i * step];
    bool found = false;
    deadline_step();
    switch (item.kind) {
    case V_REGEX: found = element.kind == V_STRING && regex_matches(s, item.regex, value_text(element)); break;
    /* The elements are the patterns here: 'x' in [/x/] is true. */
    case V_STRING:
    case V_SEMVER: found = eval_matches(c, s, item, element); break;
    case V_TYPE: found = type_instance(item.type, element); break;
    default: found = value_equal(element, item); break;
    }
    if (found) return true;
  }
  return false;
}

/* The `in` operator: whether `item` is in `collection`. */
static bool eval_includes(struct compilation *c, struct scope *s, value collection, value item)
{
  switch (collection.kind) {
  case V_STRING: return string_includes(c, s, collection, item);
  case V_ARRAY: return array_includes(c, s, collection.array->items, collection.array->n, 1, item);
  /* Keys and values alternate in the entries: a step of 2 compares keys only. */
  case V_HASH:
    return collection.hash->n > 0 &&
           array_includes(c, s, &collection.hash->entries[0].key, collection.hash->n, 2, item);
  default: return eval_rich_includes(collection, item);
  }
}

value eval_node_in(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  value left = eval(c, s, n->left);
  value right = eval(c, s, n->right);
  return value_bool(eval_includes(c, s, right, left));
}
