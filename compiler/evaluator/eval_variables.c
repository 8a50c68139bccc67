/* Variables, assignment, interpolation. An unknown variable is undef, with an error or warning by the settings
 * strict_variables and strict. A string with few parts is built in one allocation of the right size. */
#include <stdlib.h>

#include "compiler/catalog/catalog.h"
#include "compiler/evaluator/eval_internal.h"
#include "compiler/syntax/external_syntax.h"
#include "compiler/values/runtime.h"
#include "compiler/values/ruby_text.h"

/* --- reading --- */

static enum severity unknown_variable_severity(const struct compilation *c)
{
  return c->settings->strict_variables ? SEVERITY_ERROR : c->settings->strict;
}

static value variable_value(struct compilation *c, const ast *node, const value *found, str name)
{
  if (found != NULL) return *found;
  str leaf = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  /* Puppet never warns about these two, which top scope does not have. */
  if (!str_eqz(leaf, "module_name") && !str_eqz(leaf, "caller_module_name")) {
    eval_report(c, unknown_variable_severity(c), node, ISSUE_UNKNOWN_VARIABLE, STR_FMT(name));
  }
  return VALUE_UNDEF;
}

/* The variable with an evaluated name: ${'name'}, or digits for a match. */
static value variable_by_text(struct compilation *c, struct scope *s, const ast *node, str name)
{
  if (str_is_digits(name)) {
    /* No regular expression has so many groups, and the number fits an int. */
    return value_or_undef(name.n > 6 ? NULL : scope_match_variable(s, atoi(arena_strz(c->arena, name))));
  }
  return variable_value(c, node, scope_lookup(s, name), name);
}

static str name_as_written(const struct ast_variable *v)
{
  return v->expr != NULL && v->expr->kind == AST_QUALIFIED_NAME ? ast_name_text(v->expr) : sym_str(v->name);
}

void eval_split_variable(struct compilation *c, struct ast_variable *v)
{
  const unsigned qualified = AST_FLAG_QUALIFIED | AST_FLAG_ABSOLUTE;
  if (v->resolved == NULL && v->name != NULL && (v->h.flags & qualified) != 0 && c->context.source != NULL)
    v->resolved = scope_split(c->context.source->arena, sym_str(v->name));
}

/* $a::b. Its two parts are found once and cached in the node. Not every qualified name is in the scope of a class:
 * scope_find_qualified finds the others, such as $settings::x. */
static const value *qualified_value(struct compilation *c, struct scope *s, struct ast_variable *v)
{
  if (v->resolved == NULL) eval_split_variable(c, v);
  const value *found = v->resolved == NULL ? NULL : scope_find_split(s, v->resolved);
  return found != NULL ? found : scope_find_qualified(s, sym_str(v->name), NULL);
}

value eval_node_variable(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_variable *v = AST_AS(ast_variable, node);
  if (v->numeric >= 0) {
    return value_or_undef(scope_match_variable(s, v->numeric));
  }
  if (v->name != NULL && (v->h.flags & (AST_FLAG_QUALIFIED | AST_FLAG_ABSOLUTE)) == 0) {
    const value *found = scope_find(s, v->name);
    return found != NULL ? *found : variable_value(c, node, NULL, name_as_written(v));
  }
  if (v->name != NULL) {
    return variable_value(c, node, qualified_value(c, s, (struct ast_variable *)v), name_as_written(v));
  }
  value name = eval(c, s, v->expr);
  if (name.kind == V_STRING) return variable_by_text(c, s, node, value_text(name));
  if (!value_is_number(name)) FAIL(c, v->expr, ISSUE_ILLEGAL_VARIABLE_EXPRESSION, STR_FMT(ast_A_An(c->arena, v->expr)));
  return variable_by_text(c, s, node, value_to_str(c->arena, name));
}

/* --- assignment --- */

static void assign(struct compilation *c, struct scope *s, const struct ast_binary *whole, const ast *target, value v);

/* The variable that is assigned; fails for other targets. */
static const struct ast_variable *target_variable(struct compilation *c, const ast *target)
{
  if (target->kind != AST_VARIABLE) FAIL(c, target, ISSUE_ILLEGAL_ASSIGNMENT, STR_FMT(ast_a_an(c->arena, target)));
  return AST_AS(ast_variable, target);
}

/* The key of a target in the hash of [$a, $b] = {…}: the variable's name; for a nested list the list of its names. */
static value target_key(struct compilation *c, const ast *target)
{
  if (target->kind != AST_LITERAL_LIST) return value_str(name_as_written(target_variable(c, target)));
  const struct ast_list_of *list = &AST_AS(ast_list, target)->list;
  struct array *a = array_new(c->arena, list->n);
  context_enter(CTX(c));
  for (uint32_t i = 0; i < list->n; i++) a->items[i] = target_key(c, list->items[i]);
  context_leave(CTX(c));
  return value_array(a);
}

static void assign_from_hash(struct compilation *c, struct scope *s, const struct ast_binary *whole,
                             const struct ast_list_of *targets, const struct hash *h)
{
  for (uint32_t i = 0; i < targets->n; i++) {
    value key = target_key(c, targets->items[i]);
    const value *found = hash_get(h, key);
    if (found == NULL) FAIL(c, &whole->h, ISSUE_MISSING_MULTI_ASSIGNMENT_KEY, STR_FMT(ruby_text_of(c->arena, key)));
    assign(c, s, whole, targets->items[i], *found);
  }
}

static void assign_from_class(struct compilation *c, struct scope *s, const struct ast_binary *whole,
                              const struct ast_list_of *targets, const struct type *t)
{
  str class_name = t->class.name == NULL ? STR_EMPTY : sym_str(t->class.name);
  if (t->class.name == NULL || catalog_find(c, compilation_name.class, class_name) == NULL) {
    FAIL(c, whole->right, ISSUE_UNKNOWN_RESOURCE, STR_FMT(STR("Class")), STR_FMT(class_name));
  }
  for (uint32_t i = 0; i < targets->n; i++) {
    const struct ast_variable *v = target_variable(c, targets->items[i]);
    str name = arena_printf(c->arena, "%.*s::%s", STR_FMT(class_name), v->name->text);
    const value *found = scope_lookup(s, name);
    if (found == NULL) FAIL(c, targets->items[i], ISSUE_MISSING_MULTI_ASSIGNMENT_VARIABLE, STR_FMT(name));
    assign(c, s, whole, targets->items[i], *found);
  }
}

static void assign_list(struct compilation *c, struct scope *s, const struct ast_binary *whole,
                        const struct ast_list_of *targets, value v)
{
  if (v.kind == V_HASH) {
    assign_from_hash(c, s, whole, targets, v.hash);
    return;
  }
  if (v.kind == V_TYPE && v.type->kind == T_CLASS) {
    assign_from_class(c, s, whole, targets, v.type);
    return;
  }
  const struct value_list all = value_list_of(&v);
  if (all.n != targets->n) FAIL(c, &whole->h, ISSUE_ILLEGAL_MULTI_ASSIGNMENT_SIZE, (int)targets->n, (int)all.n);
  for (uint32_t i = 0; i < all.n; i++) assign(c, s, whole, targets->items[i], all.items[i]);
}

static void assign(struct compilation *c, struct scope *s, const struct ast_binary *whole, const ast *target, value v)
{
  if (target->kind == AST_LITERAL_LIST) {
    assign_list(c, s, whole, &AST_AS(ast_list, target)->list, v);
    return;
  }
  const struct ast_variable *var = target_variable(c, target);
  if (var->numeric >= 0) {
    str digits = arena_printf(c->arena, "%d", var->numeric);
    FAIL(c, whole->left, ISSUE_ILLEGAL_NUMERIC_ASSIGNMENT, STR_FMT(digits));
  }
  if ((var->h.flags & (AST_FLAG_QUALIFIED | AST_FLAG_ABSOLUTE)) != 0) {
    FAIL(c, whole->left, ISSUE_CROSS_SCOPE_ASSIGNMENT, STR_FMT(name_as_written(var)));
  }
  scope_set(s, var->name, v);
}

value eval_node_assignment(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  /* A wrong target is an error before the right side is evaluated; as in Puppet, += is an error after that. */
  if (n->left->kind != AST_VARIABLE && n->left->kind != AST_LITERAL_LIST) target_variable(c, n->left);
  value v = eval(c, s, n->right);
  if (node->op != OP_ASSIGN) {
    FAIL(c, node, ISSUE_UNSUPPORTED_OPERATOR, STR_FMT(str_of(ast_op_text((enum ast_op)node->op))));
  }
  assign(c, s, n, n->left, v);
  return v;
}

/* --- interpolation --- */

/* ${name} is the variable, although its node is a name. */
static value text_value(struct compilation *c, struct scope *s, const ast *node)
{
  const ast *expr = AST_AS(ast_unary, node)->expr;
  if (expr != NULL && expr->kind == AST_QUALIFIED_NAME) {
    return variable_by_text(c, s, node, ast_name_text(expr));
  }
  return eval(c, s, expr);
}

value eval_node_text(struct compilation *c, struct scope *s, const ast *node)
{
  value v = text_value(c, s, node);
  return v.kind == V_STRING ? v : value_str(value_to_str(c->arena, v));
}

static void check_length(struct compilation *c, size_t n)
{
  if (n > EVAL_TEXT_MAX) {
    fail_error(CTX(c), FAILURE_LIMIT, "A string of more than %d bytes would take too much memory", EVAL_TEXT_MAX);
  }
}

/* The variable of ${name}, if it is found without a further look-up; otherwise NULL. */
static const value *text_known(struct scope *s, const ast *node)
{
  const ast *expr = AST_AS(ast_unary, node)->expr;
  if (expr == NULL || expr->kind != AST_VARIABLE) return NULL;
  return eval_known_variable(s, AST_AS(ast_variable, expr));
}

static bool has_characters(str s) { return value_str_bytes(s).bytes; }

/* Ruby joins strings of two encodings only if one of them is ASCII. If one part is bytes, the result is bytes
 * (`*bytes`), and characters beyond ASCII cannot be added. */
static void add_part(struct compilation *c, const ast *node, str before, str part, bool is_bytes, bool *bytes)
{
  const char *wrong = NULL;
  if (is_bytes && !*bytes && has_characters(before)) wrong = "UTF-8 and ASCII-8BIT";
  if (!is_bytes && *bytes && has_characters(part)) wrong = "ASCII-8BIT and UTF-8";
  *bytes = *bytes || is_bytes;
  if (wrong == NULL) return;
  const str text = arena_printf(c->arena, "incompatible character encodings: %s", wrong);
  eval_fail_inside(c, node, text);
}

static value text_or_bytes(str text, bool bytes)
{
  value v = value_str(text);
  v.bytes = bytes;
  return v;
}

/* The parts of a short string are evaluated first, so that it can be built in one allocation. */
enum { FEW_PARTS = 12 };

static value few_parts(struct compilation *c, struct scope *s, const ast *node, const struct ast_list_of *list)
{
  str parts[FEW_PARTS];
  size_t n = 0;
  uint32_t are_bytes = 0; /* a bit for each part that is bytes; FEW_PARTS bits fit */
  bool bytes = false;
  for (uint32_t i = 0; i < list->n; i++) {
    const ast *part = list->items[i];
    if (part->kind == AST_LITERAL_STRING) {
      parts[i] = ast_string_text(part);
    } else {
      const value *known = part->kind == AST_TEXT ? text_known(s, part) : NULL;
      const value v = known != NULL ? *known : eval(c, s, part);
      parts[i] = v.kind == V_STRING ? value_text(v) : value_to_str(c->arena, v);
      if (v.kind == V_STRING && v.bytes) are_bytes |= 1u << i;
    }
    n += parts[i].n;
  }
  check_length(c, n);
  char *to = arena_alloc(c->arena, n), *at = to;
  for (uint32_t i = 0; i < list->n; i++) {
    if (parts[i].n != 0) memcpy(at, parts[i].p, parts[i].n);
    if (are_bytes != 0) add_part(c, node, str_n(to, (size_t)(at - to)), parts[i], are_bytes >> i & 1, &bytes);
    at += parts[i].n;
  }
  return text_or_bytes(str_n(to, n), bytes);
}

value eval_node_concatenated_string(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_list_of *list = &AST_AS(ast_list, node)->list;
  if (list->n <= FEW_PARTS) return few_parts(c, s, node, list);
  struct buf b = BUF_IN(c->arena);
  bool bytes = false;
  for (uint32_t i = 0; i < list->n; i++) {
    const ast *part = list->items[i];
    const size_t before = b.n;
    value v = part->kind == AST_LITERAL_STRING ? value_str(ast_string_text(part)) : eval(c, s, part);
    if (v.kind == V_STRING) {
      buf_str(&b, value_text(v));
    } else {
      value_render(&b, v);
    }
    const bool is_bytes = v.kind == V_STRING && v.bytes;
    if (bytes || is_bytes) add_part(c, node, str_n(b.p, before), str_from(buf_view(&b), before), is_bytes, &bytes);
  }
  check_length(c, b.n);
  return text_or_bytes(buf_view(&b), bytes);
}

value eval_node_heredoc(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_heredoc *h = AST_AS(ast_heredoc, node);
  value v = eval(c, s, h->text_expr);
  if (h->text_expr->kind == AST_LITERAL_STRING || h->syntax.p == NULL || v.kind != V_STRING) return v;
  /* A heredoc without interpolation was checked when it was parsed. */
  struct external_problem problem;
  struct parse_options o = {.tasks = c->settings->tasks, .strict = c->settings->strict};
  if (external_syntax_check(c->arena, value_text(v), h->syntax, &o, &problem)) return v;
  if (problem.issue == ISSUE_EXTERNAL_SYNTAX_NAME) {
    fail_error(CTX(c), FAILURE_EVALUATION, issue_format(problem.issue), STR_FMT(problem.message));
  }
  struct buf text = BUF_IN(c->arena);
  issue_message(&text, problem.issue, STR_FMT(h->syntax), STR_FMT(problem.message));
  fail_with(CTX(c),
            (struct failure){
              .class = FAILURE_EVALUATION, .issue = problem.issue, .text = buf_view(&text), .node = h->text_expr});
}

/* --- conversion to numbers --- */

value eval_coerce_number(struct compilation *c, const ast *node, value v)
{
  value n;
  if (value_is_number(v)) return v;
  if (value_is_big(v)) fail_not_supported(CTX(c), "integers beyond 64 bits");
  if (v.kind != V_STRING || !text_number(value_text(v), &n))
    FAIL(c, node, ISSUE_NOT_NUMERIC, STR_FMT(ruby_text_of(c->arena, v)));
  eval_report(c, c->settings->strict, node, ISSUE_NUMERIC_COERCION, STR_FMT(value_text(v)),
              STR_FMT(value_to_str(c->arena, n)));
  return n;
}

str eval_type_name(struct compilation *c, value v)
{
  return value_to_str(c->arena, value_type(type_generalize(c->arena, type_infer(c->arena, v))));
}
