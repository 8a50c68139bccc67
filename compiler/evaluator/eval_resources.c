/* Resource expressions, resource defaults, overrides. Puppet evaluates the type, then titles and attributes of each
 * body in order, and only then makes the resources; each step can fail, so this order decides which error is reported.
 * The catalog then checks and adds the resources. */
#include "base/array.h"
#include "base/check.h"
#include "compiler/catalog/catalog.h"
#include "compiler/evaluator/eval_internal.h"
#include "compiler/values/runtime.h"

/* --- attributes --- */

static void add_parameter(struct compilation *c, struct parameter_list *l, const struct parameter *p)
{
  ARENA_ROOM(c->arena, l->items, l->n, l->cap, 8);
  l->items[l->n++] = *p;
}

/* Converts a value in place and returns whether it changed. Only a pointer can change, which all these kinds have in
 * the same place. */
static bool convert(struct compilation *c, value *v)
{
  if (v->kind != V_TYPE && v->kind != V_ARRAY && v->kind != V_HASH && v->kind != V_ITERATOR && v->kind != V_RUNTIME) {
    return false;
  }
  const struct type *before = v->type;
  *v = eval_as_attribute(c, *v);
  return v->type != before;
}

static value items_as_attribute(struct compilation *c, value v)
{
  struct array *a = NULL;
  for (uint32_t i = 0; i < v.array->n; i++) {
    value item = v.array->items[i];
    if (!convert(c, &item)) continue;
    if (a == NULL) {
      a = array_new(c->arena, v.array->n);
      memcpy(a->items, v.array->items, v.array->n * sizeof a->items[0]);
    }
    a->items[i] = item;
  }
  return a != NULL ? value_array(a) : v;
}

static value entries_as_attribute(struct compilation *c, value v)
{
  const struct hash *from = v.hash;
  struct hash *h = NULL;
  for (uint32_t i = 0; i < from->n; i++) {
    value key = from->entries[i].key, item = from->entries[i].value;
    const bool changed = convert(c, &key);
    if (!convert(c, &item) && !changed && h == NULL) continue;
    if (h == NULL) {
      h = hash_new(c->arena, from->n);
      for (uint32_t k = 0; k < i; k++) hash_put(h, c->arena, from->entries[k].key, from->entries[k].value);
    }
    hash_put(h, c->arena, key, item);
  }
  return h != NULL ? value_hash(h) : v;
}

/* Returns a copy of an array or hash with converted elements, or the same one if nothing must be converted, the usual
 * case. */
static value contents_as_attribute(struct compilation *c, value v)
{
  context_enter(CTX(c));
  value out = v.kind == V_ARRAY ? items_as_attribute(c, v) : entries_as_attribute(c, v);
  context_leave(CTX(c));
  return out;
}

static value reference_as_attribute(struct compilation *c, const struct type *from)
{
  /* The two messages are those of Puppet's Ruby code that fails here. */
  if (from->kind == T_CLASS && from->class.name == NULL) {
    fail_error(CTX(c), FAILURE_EVALUATION, "No title provided and \"class\" is not a valid resource reference");
  }
  if (from->kind == T_RESOURCE && from->resource.type_name == NULL) {
    fail_error(CTX(c), FAILURE_EVALUATION, "undefined method `include?' for nil:NilClass");
  }
  struct type *t = ARENA_NEW(c->arena, struct type);
  *t = *from;
  t->as_resource = true;
  if (t->kind == T_CLASS) {
    /* Class['a::b'] becomes the resource Class[A::B], which is not an instance of Type[Class]. */
    struct buf title = BUF_IN(c->arena);
    type_capitalize(&title, sym_str(from->class.name));
    t->kind = T_RESOURCE;
    t->resource.type_name = compilation_name.class;
    t->resource.title = buf_view(&title);
  } else if (!from->resource.has_title) {
    t->resource.title = STR_EMPTY;
  }
  t->resource.has_title = true;
  if (t->resource.title.n == 0 && c->catalog != NULL) c->catalog->has_untitled = true;
  return value_type(t);
}

value eval_as_attribute(struct compilation *c, value v)
{
  switch (v.kind) {
  case V_TYPE:
    if (v.type->kind == T_CATALOG_ENTRY) {
      fail_error(
        CTX(c), FAILURE_EVALUATION,
        "Cannot split the type Puppet::Pops::Types::PCatalogEntryType, it represents neither a PClassType, nor a "
        "PResourceType.");
    }
    return (v.type->kind == T_RESOURCE || v.type->kind == T_CLASS) && !v.type->as_resource
             ? reference_as_attribute(c, v.type)
             : v;
  case V_ARRAY:
  case V_HASH: return contents_as_attribute(c, v);
  case V_ITERATOR: fail_error(CTX(c), FAILURE_EVALUATION, "Use of an Iterator is not supported here");
  case V_RUNTIME:
    if (value_is_big(v)) {
      fail_error(CTX(c), FAILURE_EVALUATION, "Use of a Ruby Integer outside of Puppet Integer %s range, got '%.*s'",
                 v.runtime->text.p[0] == '-' ? "min" : "max", STR_FMT(v.runtime->hex));
    }
    return v;
  default: return v;
  }
}

/* Each attribute gets its own copies of arrays and hashes, because arrows append to them, and Ruby code may change
 * those of variables. */
static value attribute_value(struct compilation *c, value v)
{
  if (value_is_simple(v)) return v;
  return value_unshared(CTX(c), eval_as_attribute(c, v));
}

static void add_attribute(struct compilation *c, struct scope *s, struct parameter_list *l, const ast *op,
                          const ast *whole, const symbol *name, value v)
{
  for (uint32_t i = 0; whole != NULL && i < l->n; i++) {
    if (l->items[i].name == name) FAIL(c, whole, ISSUE_DUPLICATE_ATTRIBUTE, STR_FMT(sym_str(name)));
  }
  struct parameter p = {.name = name,
                        .value = attribute_value(c, v),
                        .append = op->op == OP_ADD_TO,
                        .source = c->context.source,
                        .offset = op->offset,
                        .setter = s};
  add_parameter(c, l, &p);
}

static void unfold_attributes(struct compilation *c, struct scope *s, struct parameter_list *l, const ast *op,
                              const ast *whole)
{
  const ast *expr = AST_AS(ast_unary, op)->expr;
  value v = eval(c, s, expr);
  if (v.kind != V_HASH) FAIL(c, expr, ISSUE_TYPE_MISMATCH, STR_FMT(STR("Hash")), STR_FMT(eval_type_name(c, v)));
  for (uint32_t i = 0; i < v.hash->n; i++) {
    value key = v.hash->entries[i].key;
    str name = key.kind == V_STRING ? value_text(key) : value_to_str(c->arena, key);
    add_attribute(c, s, l, op, whole, sym_intern(name), v.hash->entries[i].value);
  }
}

void eval_attributes(struct compilation *c, struct scope *s, const struct ast_list_of *operations, const ast *whole,
                     struct parameter_list *out)
{
  assert(out != NULL);
  if (out->items == NULL && operations->n > 0) {
    out->items = arena_alloc(c->arena, operations->n * sizeof *out->items);
    out->cap = operations->n;
  }
  for (uint32_t i = 0; i < operations->n; i++) {
    const ast *op = operations->items[i];
    const ast *outer = c->context.node;
    c->context.node = op;
    if (op->kind == AST_ATTRIBUTES_OPERATION) {
      unfold_attributes(c, s, out, op, whole);
    } else {
      const struct ast_attribute *a = AST_AS(ast_attribute, op);
      add_attribute(c, s, out, op, whole, a->name, eval_operand(c, s, a->value));
    }
    c->context.node = outer;
  }
}

/* --- titles --- */

/* Up to this number the attributes of an expression with one body are on the stack: resources copy theirs. */
enum { FEW_PARAMETERS = 12 };

struct body {
  str *titles, only; /* titles: &only at first */
  uint32_t ntitles, cap;
  struct parameter_list params;
};

/* `index` is that of the title, for messages. `only`: no other title can be equal to it. */
static void check_title(struct compilation *c, const ast *whole, const ast *place, value title, uint32_t index,
                        struct strmap *seen, bool only)
{
  if (value_is_undef(title)) FAIL(c, place, ISSUE_MISSING_TITLE_AT, (int)index);
  if (title.kind != V_STRING && title.kind != V_DEFAULT) {
    FAIL(c, place, ISSUE_ILLEGAL_TITLE_TYPE_AT, (int)index, STR_FMT(eval_type_name(c, title)));
  }
  if (title.kind == V_STRING && title.length == 0) FAIL(c, place, ISSUE_EMPTY_STRING_TITLE_AT, (int)index);
  if (title.kind != V_STRING || only) return;
  bool made;
  strmap_slot(seen, value_text(title), &made);
  if (!made) FAIL(c, whole, ISSUE_DUPLICATE_TITLE, STR_FMT(value_text(title)));
}

struct titles {
  const ast *whole, *place;
  struct strmap seen;
  uint32_t index;
  bool only; /* the expression has one title */
  const struct body *default_body;
};

static void add_titles(struct compilation *c, struct titles *t, struct body *b, value v)
{
  if (v.kind == V_ARRAY) {
    context_enter(CTX(c));
    for (uint32_t i = 0; i < v.array->n; i++) add_titles(c, t, b, v.array->items[i]);
    context_leave(CTX(c));
    return;
  }
  check_title(c, t->whole, t->place, v, t->index++, &t->seen, t->only);
  if (v.kind == V_DEFAULT) {
    if (t->default_body != NULL) FAIL(c, t->whole, ISSUE_DUPLICATE_TITLE, STR_FMT(STR("default")));
    t->default_body = b;
    return;
  }
  if (b->ntitles == 0) {
    b->titles = &b->only;
    b->cap = 1;
  } else if (b->ntitles == b->cap) {
    str *more = arena_alloc(c->arena, 2 * (size_t)b->cap * sizeof *more);
    memcpy(more, b->titles, b->cap * sizeof *more);
    b->titles = more;
    b->cap *= 2;
  }
  b->titles[b->ntitles++] = value_text(v);
}

/* --- the expression --- */

_Noreturn static void illegal_type(struct compilation *c, const ast *place, str actual)
{
  FAIL(c, place, ISSUE_ILLEGAL_RESOURCE_TYPE, STR_FMT(actual));
}

static str resource_type_name(struct compilation *c, struct scope *s, const ast *expr)
{
  if (expr->kind == AST_QUALIFIED_NAME) return ast_name_text(expr);
  bool acceptable = expr->kind == AST_QUALIFIED_REFERENCE ||
                    (expr->kind == AST_ACCESS && AST_AS(ast_access, expr)->left->kind == AST_QUALIFIED_REFERENCE);
  value v = eval(c, s, expr);
  if (!acceptable || v.kind != V_TYPE || (v.type->kind != T_CLASS && v.type->kind != T_RESOURCE)) {
    illegal_type(c, expr, eval_type_name(c, v));
  }
  const struct type *t = v.type;
  if (t->kind == T_CLASS) {
    if (t->class.name != NULL) illegal_type(c, expr, value_to_str(c->arena, v));
    return STR("class");
  }
  if (t->resource.has_title) illegal_type(c, expr, value_to_str(c->arena, v));
  if (t->resource.type_name == NULL) return STR_EMPTY;
  struct buf name = BUF_IN(c->arena);
  type_capitalize(&name, sym_str(t->resource.type_name));
  return buf_view(&name);
}

/* Merges the attributes of the `default` body with those of another body, which have priority. As in Ruby's Hash#merge,
 * those of the default body come first. */
static void merge_defaults(struct compilation *c, struct parameter_list *params, const struct parameter_list *defaults)
{
  struct parameter_list merged = {0};
  for (uint32_t i = 0; i < defaults->n; i++) add_parameter(c, &merged, &defaults->items[i]);
  for (uint32_t i = 0; i < params->n; i++) {
    uint32_t k = 0;
    while (k < defaults->n && defaults->items[k].name != params->items[i].name) k++;
    if (k < defaults->n) {
      merged.items[k] = params->items[i];
    } else {
      add_parameter(c, &merged, &params->items[i]);
    }
  }
  *params = merged;
}

value eval_node_resource(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_resource *n = AST_AS(ast_resource, node);
  static const enum resource_form forms[] = {[FORM_REGULAR] = RESOURCE_FORM_REGULAR,
                                             [FORM_VIRTUAL] = RESOURCE_FORM_VIRTUAL,
                                             [FORM_EXPORTED] = RESOURCE_FORM_EXPORTED};
  const bool unused = eval_state(c)->unused == node;
  c->eval->unused = NULL;
  str type_name = resource_type_name(c, s, n->type_name);
  const bool rooted = str_starts(type_name, STR("::"));
  const symbol *known = n->type_name->kind == AST_QUALIFIED_NAME && !rooted ? AST_AS(ast_name, n->type_name)->symbol
                                                                            : NULL;
  if (node->form == FORM_EXPORTED && !c->settings->storeconfigs) {
    eval_report(c, SEVERITY_WARNING, node, ISSUE_RT_NO_STORECONFIGS_EXPORT);
  }
  struct parameter room[FEW_PARAMETERS];
  struct body one = {.params = {.items = room, .cap = FEW_PARAMETERS}}, *bodies = &one;
  if (n->bodies.n != 1) bodies = arena_array(c->arena, n->bodies.n, sizeof *bodies);
  struct titles t = {.whole = node};
  strmap_init(&t.seen, c->arena);
  for (uint32_t i = 0; i < n->bodies.n; i++) {
    const struct ast_resource_body *body = AST_AS(ast_resource_body, n->bodies.items[i]);
    value titles = eval(c, s, body->title);
    if (value_is_undef(titles)) FAIL(c, body->title, ISSUE_MISSING_TITLE);
    t.place = body->title;
    t.only = n->bodies.n == 1 && titles.kind != V_ARRAY;
    t.index = 0;
    add_titles(c, &t, &bodies[i], titles);
    eval_attributes(c, s, &body->operations, node, &bodies[i].params);
  }
  /* ::name must be a define. Puppet checks this when it makes the resources. */
  if (rooted && environment_find_type(c, type_name).kind != RESOURCE_DEFINE) {
    fail_error(CTX(c), FAILURE_MISSING, "Unknown resource type: '%.*s'", STR_FMT(type_name));
  }
  struct valuevec refs = {0};
  for (uint32_t i = 0; i < n->bodies.n; i++) {
    struct body *b = &bodies[i];
    /* The `default` body applies to all others, in any position. */
    if (t.default_body != NULL && b != t.default_body) merge_defaults(c, &b->params, &t.default_body->params);
    /* Also without titles, since the type must exist. */
    const struct resource_request request = {.place = node,
                                             .type_name = type_name,
                                             .known = known,
                                             .form = forms[node->form],
                                             .titles = b->titles,
                                             .ntitles = b->ntitles,
                                             .params = b->params.items,
                                             .nparams = b->params.n,
                                             .refs = unused ? NULL : &refs};
    catalog_create_resources(c, s, &request);
  }
  return unused ? VALUE_UNDEF : valuevec_array(&refs, c->arena);
}

value eval_node_resource_defaults(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_resource_operations *n = AST_AS(ast_resource_operations, node);
  value v = eval(c, s, n->target);
  if (v.kind != V_TYPE || v.type->kind != T_RESOURCE || v.type->resource.type_name == NULL ||
      v.type->resource.has_title) {
    illegal_type(c, n->target, eval_type_name(c, v));
  }
  struct parameter_list params = {0};
  eval_attributes(c, s, &n->operations, NULL, &params);
  catalog_define_defaults(c, s, sym_str(v.type->resource.type_name), params.items, params.n);
  return v;
}

static void override_all(struct compilation *c, struct scope *s, const ast *node, value v,
                         const struct parameter_list *params)
{
  if (v.kind == V_ARRAY) {
    context_enter(CTX(c));
    for (uint32_t i = 0; i < v.array->n; i++) override_all(c, s, node, v.array->items[i], params);
    context_leave(CTX(c));
    return;
  }
  if (v.kind != V_TYPE || v.type->kind != T_RESOURCE || v.type->resource.type_name == compilation_name.class ||
      v.type->resource.type_name == NULL) {
    FAIL(c, node, ISSUE_ILLEGAL_OVERRIDDEN_TYPE, STR_FMT(label_of_value(c->arena, v)));
  }
  catalog_override(c, s, node, v.type, params->items, params->n);
}

value eval_node_resource_override(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_resource_operations *n = AST_AS(ast_resource_operations, node);
  value v = eval(c, s, n->target);
  struct parameter_list params = {0};
  eval_attributes(c, s, &n->operations, NULL, &params);
  override_all(c, s, node, v, &params);
  return v;
}
