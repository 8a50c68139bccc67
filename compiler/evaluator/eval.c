/* Dispatch by node kind; literals, blocks and conditionals. eval() calls the function of the node's kind through a
 * table that is made from ast.def. It also counts the depth and stores the node for error messages; leaves and
 * variables that are found directly need neither. */

#include "base/check.h"
#include "compiler/evaluator/eval_internal.h"
#include "compiler/values/ruby_text.h"

struct eval_state *eval_state_new(struct compilation *c)
{
  struct eval_state *st = ARENA_NEW(c->arena, struct eval_state);
  ptrmap_init(&st->types, c->arena);
  c->eval = st;
  return st;
}

/* Not inlined into eval(): it would save the registers of these functions for every leaf, too. */
#define APART static __attribute__((noinline))

/* Evaluates kinds without nested evaluation, whose errors set their own place. */
APART value eval_leaf(const ast *node)
{
  switch (node->kind) {
  case AST_LITERAL_STRING: return value_str(ast_string_text(node));
  case AST_QUALIFIED_NAME: return value_str(ast_name_text(node));
  case AST_LITERAL_INTEGER: return value_int(AST_AS(ast_integer, node)->value);
  case AST_LITERAL_FLOAT: return value_float(AST_AS(ast_float, node)->value);
  case AST_LITERAL_BOOLEAN: return value_bool(AST_AS(ast_boolean, node)->value);
  case AST_LITERAL_REGULAR_EXPRESSION: return value_regex(AST_AS(ast_regex, node)->regex);
  case AST_LITERAL_DEFAULT: return VALUE_DEFAULT;
  default: return VALUE_UNDEF; /* also of no node */
  }
}

static value eval_nothing(struct compilation *c, struct scope *s, const ast *node)
{
  (void)c;
  (void)s;
  (void)node;
  return VALUE_UNDEF;
}

static value eval_part(struct compilation *c, struct scope *s, const ast *node)
{
  (void)s;
  fail_error(CTX(c), FAILURE_INTERNAL, "%s is not an expression", ast_kind_name((enum ast_kind)node->kind));
}

/* NULL: a leaf. */
static eval_fn *const eval_table[AST_KIND_COUNT] = {
#define LEAF(suffix) NULL
#define OWN(suffix) eval_node_##suffix
#define DEFINITION(suffix) eval_nothing
#define PART(suffix) eval_part
#define X(kind, suffix, payload, evaluation, name, label) [AST_##kind] = evaluation(suffix),
#include "compiler/syntax/ast.def"
#undef X
#undef LEAF
#undef OWN
#undef DEFINITION
#undef PART
};

APART value eval_deeper(struct compilation *c, struct scope *s, const ast *node)
{
  const ast *outer = c->context.node;
  context_enter_node(CTX(c));
  c->context.node = node;
  value v = eval_table[node->kind](c, s, node);
  c->context.node = outer;
  context_leave(CTX(c));
  return v;
}

APART value eval_variable(struct compilation *c, struct scope *s, const ast *node)
{
  const value *known = eval_known_variable(s, AST_AS(ast_variable, node));
  return known != NULL ? *known : eval_deeper(c, s, node);
}

value eval(struct compilation *c, struct scope *s, const ast *node)
{
  if (node == NULL) return VALUE_UNDEF;
  if (eval_table[node->kind] == NULL) return eval_leaf(node);
  return node->kind == AST_VARIABLE ? eval_variable(c, s, node) : eval_deeper(c, s, node);
}

/* --- texts and definitions --- */

value eval_program(struct compilation *c, struct scope *s, const struct ast_program *p)
{
  assert(p != NULL && p->source != NULL);
  struct source *outer = c->context.source;
  c->context.source = p->source;
  /* Counts programs for break(): outside of them the error is different (jump.c). */
  c->dynamic.programs++;
  struct call_frame frame;
  call_frame_enter(c, &frame, NULL);
  value v = eval(c, s, p->body);
  call_frame_leave(c, &frame);
  c->dynamic.programs--;
  c->context.source = outer;
  return v;
}

struct body_step {
  struct scope *scope;
  struct source *source;
  const ast *body;
  value v;
};

static void run_body(struct compilation *c, void *arg)
{
  struct body_step *b = arg;
  struct source *outer = c->context.source;
  c->context.source = b->source;
  b->v = eval(c, b->scope, b->body);
  c->context.source = outer;
}

value eval_body(struct compilation *c, struct scope *s, struct source *source, const ast *body, unsigned kinds)
{
  struct body_step b = {.scope = s, .source = source, .body = body, .v = VALUE_UNDEF};
  value jumped;
  return eval_catch(c, kinds, run_body, &b, &jumped) ? b.v : jumped;
}

value eval_definition_body(struct compilation *c, struct scope *s, struct source *source, const ast *body, bool ends)
{
  assert(s != NULL);
  if (body == NULL) return VALUE_UNDEF;
  /* return() and next() end the body of a class or define, but not that of a node. */
  return eval_body(c, s, source, body, ends ? 1u << JUMP_NEXT | 1u << JUMP_RETURN : 0);
}

/* --- reporting --- */

void eval_report(struct compilation *c, enum severity severity, const ast *node, enum issue issue, ...)
{
  assert(issue < ISSUE_COUNT);
  if (severity == SEVERITY_IGNORE) return;
  va_list ap;
  va_start(ap, issue);
  struct buf text = BUF_IN(c->arena);
  buf_vprintf(&text, issue_format(issue), ap);
  va_end(ap);
  if (severity == SEVERITY_ERROR) {
    fail_with(
      CTX(c),
      (struct failure){
        .class = FAILURE_EVALUATION, .issue = issue, .wrap = WRAP_EVALUATION, .text = buf_view(&text), .node = node});
  }
  struct buf place = BUF_IN(c->arena);
  context_place(CTX(c), node == NULL ? c->context.node : node, &place);
  compile_log_at(c, CLOG_WARNING, buf_view(&text), buf_view(&place));
}

/* --- names and literals --- */

value eval_node_reserved_word(struct compilation *c, struct scope *s, const ast *node)
{
  (void)s;
  str word = ast_name_text(node);
  if ((node->flags & AST_FLAG_FUTURE) == 0) FAIL(c, node, ISSUE_RESERVED_WORD, STR_FMT(word));
  return value_str(word);
}

value eval_node_qualified_reference(struct compilation *c, struct scope *s, const ast *node)
{
  (void)s;
  struct ast_reference *n = (struct ast_reference *)node;
  /* Puppet's own types are the same in every compilation, and are cached in the node. Others may differ, and are cached
   * in the compilation. */
  if (n->resolved != NULL) return value_type(n->resolved);
  const struct type *t = ptrmap_get(&eval_state(c)->types, n->symbol);
  if (t != NULL) return value_type(t);
  const str name = ast_cased_text(node);
  n->resolved = (void *)type_builtin(name);
  if (n->resolved != NULL) return value_type(n->resolved);
  t = type_named(CTX(c), &c->resolver, name);
  if (t == NULL || t->kind == T_REFERENCE) FAIL(c, node, ISSUE_UNKNOWN_RESOURCE_TYPE, STR_FMT(name));
  ptrmap_put(&c->eval->types, n->symbol, (void *)t);
  return value_type(t);
}

value eval_node_literal_list(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_list_of *list = &AST_AS(ast_list, node)->list;
  for (uint32_t i = 0; i < list->n; i++) {
    /* The number of elements differs only if the list contains *splat. */
    if (eval_unwrap(list->items[i])->kind == AST_UNFOLD) {
      struct valuevec v = {0};
      eval_unfold(c, s, list, &v);
      return valuevec_array(&v, c->arena);
    }
  }
  struct array *a = array_new(c->arena, list->n);
  for (uint32_t i = 0; i < list->n; i++) a->items[i] = eval(c, s, eval_unwrap(list->items[i]));
  return value_array(a);
}

value eval_node_literal_hash(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_list_of *list = &AST_AS(ast_list, node)->list;
  struct hash *h = hash_new(c->arena, list->n);
  for (uint32_t i = 0; i < list->n; i++) {
    const struct ast_pair *entry = AST_AS(ast_pair, list->items[i]);
    value key = eval_operand(c, s, entry->key);
    value v = eval_operand(c, s, entry->value);
    hash_put(h, c->arena, key, v);
  }
  return value_hash(h);
}

/* --- blocks --- */

value eval_node_block(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_list_of *list = &AST_AS(ast_list, node)->list;
  value v = VALUE_UNDEF;
  for (uint32_t i = 0; i < list->n; i++) {
    /* The value of a statement before the last is not used, so a resource expression need not make references. */
    if (list->items[i]->kind == AST_RESOURCE && i + 1 < list->n) eval_state(c)->unused = list->items[i];
    v = eval(c, s, list->items[i]);
  }
  return v;
}

value eval_node_parenthesized(struct compilation *c, struct scope *s, const ast *node)
{
  return eval(c, s, AST_AS(ast_unary, node)->expr);
}

value eval_node_apply(struct compilation *c, struct scope *s, const ast *node)
{
  (void)s;
  (void)node;
  fail_error(CTX(c), FAILURE_EVALUATION, "not supported: apply");
}

value eval_node_apply_block(struct compilation *c, struct scope *s, const ast *node)
{
  return eval_node_apply(c, s, node);
}

/* A lambda outside a call: only in a template's program (see eval_epp). */
value eval_node_lambda(struct compilation *c, struct scope *s, const ast *node)
{
  return (value){.kind = V_CLOSURE, .closure = eval_make_closure(c, s, node)};
}

/* --- conditionals --- */

/* The guard removes the match variables of the test at the end: only the test and the branches can use them. */
static value eval_condition(struct compilation *c, struct scope *s, const struct ast_if *n, bool when)
{
  struct frame_guard g;
  frame_guard_enter(c, &g, s);
  bool test = value_truthy(eval(c, s, n->test));
  value v = eval(c, s, test == when ? n->then_expr : n->else_expr);
  frame_guard_leave(c, &g);
  return v;
}

value eval_node_if(struct compilation *c, struct scope *s, const ast *node)
{
  return eval_condition(c, s, AST_AS(ast_if, node), true);
}

value eval_node_unless(struct compilation *c, struct scope *s, const ast *node)
{
  return eval_condition(c, s, AST_AS(ast_if, node), false);
}

/* Whether `test` matches an option's value; the caller handles `default`. */
static bool option_matches(struct compilation *c, struct scope *s, value test, const ast *option)
{
  if (option->kind != AST_UNFOLD) return eval_matches(c, s, test, eval(c, s, option));
  value v = eval(c, s, option);
  for (uint32_t i = 0; i < v.array->n; i++) {
    if (eval_matches(c, s, test, v.array->items[i])) return true;
  }
  return false;
}

/* `default` is used only if no other option matches, in any position. Options after a match are not evaluated. */
static value case_value(struct compilation *c, struct scope *s, const struct ast_case *n)
{
  value test = eval(c, s, n->test);
  const ast *otherwise = NULL;
  for (uint32_t i = 0; i < n->options.n; i++) {
    const struct ast_case_option *option = AST_AS(ast_case_option, n->options.items[i]);
    for (uint32_t k = 0; k < option->values.n; k++) {
      const ast *pattern = eval_unwrap(option->values.items[k]);
      if (pattern->kind == AST_LITERAL_DEFAULT) {
        otherwise = option->then_expr;
      } else if (option_matches(c, s, test, pattern)) {
        return eval(c, s, option->then_expr);
      }
    }
  }
  return eval(c, s, otherwise);
}

value eval_node_case(struct compilation *c, struct scope *s, const ast *node)
{
  struct frame_guard g;
  frame_guard_enter(c, &g, s);
  value v = case_value(c, s, AST_AS(ast_case, node));
  frame_guard_leave(c, &g);
  return v;
}

static value selector_value(struct compilation *c, struct scope *s, const struct ast_selector *n)
{
  value test = eval(c, s, n->left);
  const ast *otherwise = NULL;
  for (uint32_t i = 0; i < n->selectors.n; i++) {
    const struct ast_pair *entry = AST_AS(ast_pair, n->selectors.items[i]);
    const ast *pattern = eval_unwrap(entry->key);
    if (pattern->kind == AST_LITERAL_DEFAULT) {
      otherwise = entry->value;
    } else if (option_matches(c, s, test, pattern)) {
      return eval(c, s, entry->value);
    }
  }
  if (otherwise == NULL) FAIL(c, n->left, ISSUE_UNMATCHED_SELECTOR, STR_FMT(ruby_text_of(c->arena, test)));
  return eval(c, s, otherwise);
}

value eval_node_selector(struct compilation *c, struct scope *s, const ast *node)
{
  struct frame_guard g;
  frame_guard_enter(c, &g, s);
  value v = selector_value(c, s, AST_AS(ast_selector, node));
  frame_guard_leave(c, &g);
  return v;
}
