/* Collectors and their queries; relationships (-> and ~>). A query becomes a small tree that the catalog evaluates
 * repeatedly for each resource (collector.c). Its values are evaluated here, once. */
#include "compiler/catalog/catalog.h"
#include "compiler/evaluator/eval_internal.h"
#include "compiler/values/ruby_text.h"

/* --- queries --- */

static const struct query *query_of(struct compilation *c, struct scope *s, const ast *node);

static const struct query *query_pair(struct compilation *c, struct scope *s, const ast *node, enum query_op op)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  struct query *q = ARENA_NEW(c->arena, struct query);
  q->op = op;
  q->left = query_of(c, s, n->left);
  q->right = query_of(c, s, n->right);
  q->names = q->left->names | q->right->names;
  /* Tags that all matches need: those of both sides; for `or` the bits that both have in common. */
  const struct tag_bits a = q->left->needs, b = q->right->needs;
  q->needs = op == QUERY_AND ? tag_bits_both(a, b) : (struct tag_bits){a.low & b.low, a.high & b.high};
  return q;
}

static void add_tag(struct compilation *c, struct query *q, value v)
{
  if (value_is_number(v)) fail_error(CTX(c), FAILURE_EVALUATION, "Cannot transform a number to a tag");
  q->tags[q->ntags++] = catalog_tag(c, text_downcase(c->arena, ruby_text_of(c->arena, v)), true);
}

/* A value in a query, where Puppet supports only a few kinds of expressions. Its message names the class of the
 * expression. */
static value operand(struct compilation *c, struct scope *s, const ast *node)
{
  node = eval_unwrap(node);
  switch (node->kind) {
  case AST_ACCESS:
  case AST_VARIABLE:
  case AST_LITERAL_BOOLEAN:
  case AST_LITERAL_STRING:
  case AST_CONCATENATED_STRING:
  case AST_LITERAL_INTEGER:
  case AST_LITERAL_FLOAT:
  case AST_LITERAL_UNDEF:
  case AST_QUALIFIED_NAME: return eval(c, s, node);
  default:
    fail_error(CTX(c), FAILURE_EVALUATION, "Cannot transform object of class Puppet::Pops::Model::%s",
               ast_kind_name((enum ast_kind)node->kind));
  }
}

static const struct query *query_comparison(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  struct query *q = ARENA_NEW(c->arena, struct query);
  value left = operand(c, s, n->left);
  value right = operand(c, s, n->right);
  str name = left.kind == V_STRING ? value_text(left) : value_to_str(c->arena, left);
  q->op = node->op == OP_EQ ? QUERY_EQUAL : QUERY_NOT_EQUAL;
  q->name = sym_intern(name);
  q->names = symbol_mask(q->name);
  q->value = right;
  /* Only `tag ==` compares tags; `tag !=` compares the metaparameter `tag`. */
  if (q->op == QUERY_EQUAL && str_eqz(name, "tag")) {
    q->op = QUERY_TAG;
    const struct value_list tags = value_list_of(&right);
    q->tags = arena_array(c->arena, tags.n, sizeof *q->tags);
    for (uint32_t i = 0; i < tags.n; i++) add_tag(c, q, tags.items[i]);
    /* Of several tags one is enough, so none is needed. */
    if (tags.n == 1) q->needs = q->tags[0]->bits;
  }
  return q;
}

static const struct query *query_of(struct compilation *c, struct scope *s, const ast *node)
{
  node = eval_unwrap(node);
  const struct query *q;
  context_enter(CTX(c));
  switch (node->kind) {
  case AST_AND: q = query_pair(c, s, node, QUERY_AND); break;
  case AST_OR: q = query_pair(c, s, node, QUERY_OR); break;
  case AST_COMPARISON: q = query_comparison(c, s, node); break;
  default: {
    struct query *constant = ARENA_NEW(c->arena, struct query);
    constant->op = value_truthy(operand(c, s, node)) ? QUERY_ALWAYS : QUERY_NEVER;
    q = constant;
    break;
  }
  }
  context_leave(CTX(c));
  return q;
}

static struct collector *collect(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_collect *n = AST_AS(ast_collect, node);
  bool exported = n->query->kind == AST_EXPORTED_QUERY;
  if (exported && !c->settings->storeconfigs) eval_report(c, SEVERITY_WARNING, node, ISSUE_RT_NO_STORECONFIGS);
  if (n->type_expr->kind != AST_QUALIFIED_REFERENCE) fail_error(CTX(c), FAILURE_EVALUATION, "LHS is not a type");
  str type_name = text_downcase(c->arena, ast_reference_text(n->type_expr));
  catalog_check_collectable(c, type_name);
  struct parameter_list overrides = {0};
  eval_attributes(c, s, &n->operations, NULL, &overrides);
  const ast *expr = AST_AS(ast_unary, n->query)->expr;
  const struct query *q = expr == NULL || expr->kind == AST_NOP ? NULL : query_of(c, s, expr);
  if (q != NULL && q->op == QUERY_NEVER) q = NULL; /* in Puppet a query that is false matches everything */
  return catalog_collect(c, s, node, type_name, exported ? COLLECT_EXPORTED : COLLECT_VIRTUAL, q, overrides.items,
                         overrides.n);
}

value eval_node_collect(struct compilation *c, struct scope *s, const ast *node)
{
  collect(c, s, node);
  return VALUE_UNDEF;
}

/* --- relationships --- */

struct ends {
  struct relationship_end *items;
  value *values; /* the reference of each; undef for a collector */
  uint32_t n, cap;
};

/* Adds an end unless it is in the list: each pair of ends gets one arrow. */
static void add_end(struct compilation *c, struct ends *e, const struct relationship_end *end, value v)
{
  for (uint32_t i = 0; i < e->n; i++) {
    if (relationship_end_same(&e->items[i], end)) return;
  }
  if (e->n == e->cap) {
    uint32_t cap = e->cap == 0 ? 1 : e->cap * 2;
    e->items = arena_regrow(c->arena, e->items, e->cap * sizeof *e->items, cap * sizeof *e->items);
    e->values = arena_regrow(c->arena, e->values, e->cap * sizeof *e->values, cap * sizeof *e->values);
    e->cap = cap;
  }
  e->items[e->n] = *end;
  e->values[e->n++] = v;
}

static void add_operand(struct compilation *c, const ast *node, struct ends *e, value v)
{
  if (v.kind == V_ARRAY) {
    context_enter(CTX(c));
    for (uint32_t i = 0; i < v.array->n; i++) add_operand(c, node, e, v.array->items[i]);
    context_leave(CTX(c));
    return;
  }
  /* 'File[/x]' -> …: a string may be a reference. */
  if (v.kind == V_STRING) v = value_type(type_from_text(CTX(c), &c->resolver, value_text(v)));
  if (v.kind != V_TYPE) {
    FAIL(c, node, ISSUE_ILLEGAL_RELATIONSHIP_OPERAND_TYPE,
         STR_FMT(label_article(c->arena, label_of_value(c->arena, v))));
  }
  const struct type *t = v.type->kind == T_TYPE && v.type->inner != NULL ? v.type->inner : v.type;
  if (t->kind != T_CLASS && t->kind != T_RESOURCE && t->kind != T_CATALOG_ENTRY) {
    struct buf b = BUF_IN(c->arena);
    type_format(&b, v.type);
    FAIL(c, node, ISSUE_NOT_CATALOG_TYPE, STR_FMT(buf_view(&b)));
  }
  struct relationship_end end = relationship_end_of(c, t);
  add_end(c, e, &end, v);
}

/* An evaluated but unchecked operand: a collector, the ends of a chain, or a value. Both operands are evaluated before
 * either is checked. */
struct operand {
  struct collector *collector;
  struct ends ends;
  bool chained;
  value v;
};

static void relate(struct compilation *c, struct scope *s, const ast *node, struct ends *out);

static void operand_eval(struct compilation *c, struct scope *s, const ast *node, struct operand *o)
{
  const ast *inner = eval_unwrap(node);
  if (inner->kind != AST_COLLECT && inner->kind != AST_RELATIONSHIP) {
    o->v = eval(c, s, node);
    return;
  }
  const ast *outer = c->context.node;
  context_enter(CTX(c));
  c->context.node = inner;
  if (inner->kind == AST_COLLECT) {
    o->collector = collect(c, s, inner);
  } else {
    o->chained = true;
    relate(c, s, inner, &o->ends);
  }
  c->context.node = outer;
  context_leave(CTX(c));
}

static void operand_ends(struct compilation *c, const ast *node, struct operand *o, struct ends *out)
{
  if (o->chained) {
    *out = o->ends;
  } else if (o->collector != NULL) {
    struct relationship_end end = {.collector = o->collector};
    add_end(c, out, &end, VALUE_UNDEF);
  } else {
    add_operand(c, node, out, o->v);
  }
}

static void relate(struct compilation *c, struct scope *s, const ast *node, struct ends *out)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  struct operand a = {.v = VALUE_UNDEF}, b = {.v = VALUE_UNDEF};
  operand_eval(c, s, n->left, &a);
  operand_eval(c, s, n->right, &b);
  struct ends left = {0}, right = {0};
  operand_ends(c, node, &a, &left);
  operand_ends(c, node, &b, &right);
  bool reverse = node->op == OP_REQUIRE || node->op == OP_SUBSCRIBE;
  bool notify = node->op == OP_NOTIFY || node->op == OP_SUBSCRIBE;
  const struct ends *source = reverse ? &right : &left, *target = reverse ? &left : &right;
  for (uint32_t i = 0; i < source->n; i++) {
    for (uint32_t k = 0; k < target->n; k++) catalog_relate(c, node, source->items[i], target->items[k], notify);
  }
  /* The value of a relationship is its right side, at which the next arrow of a chain begins. */
  if (right.n == 0) {
    *out = left;
    return;
  }
  /* If the collector finds nothing, the next arrow begins at the left side. */
  if (right.n == 1 && right.items[0].collector != NULL) {
    collector_set_alternative(c, right.items[0].collector, left.items, left.n);
  }
  *out = right;
}

value eval_node_relationship(struct compilation *c, struct scope *s, const ast *node)
{
  struct ends e = {0};
  relate(c, s, node, &e);
  struct valuevec values = {0};
  for (uint32_t i = 0; i < e.n; i++) {
    if (e.items[i].collector == NULL) valuevec_push(&values, c->arena, e.values[i]);
  }
  return valuevec_array(&values, c->arena);
}
