/* Resolves names in type expressions: aliases, object types, type sets and resource types of the environment. A type is
 * made in two steps, declared and then defined, because its right side may name itself or types that name it. Types
 * belong to the compilation, except aliases that are the same in each, which belong to the environment. */
#include "compiler/environment/internal.h"

#include "compiler/compilation/call.h"
#include "compiler/environment/resource_type.h"
#include "compiler/types/object_type.h"
#include "compiler/types/type_set.h"

/* The text that contains a definition, and the names it may use. */
struct place {
  struct compilation *c;
  struct type_resolver resolver;
  struct source *source;
  str text;
};

static struct type *declare(struct compilation *c, str name, const ast *body);
static void define(const struct place *p, struct type *t, const ast *body);

/* --- kinds of right sides --- */

static bool names(const ast *node, const char *name)
{
  return node->kind == AST_QUALIFIED_REFERENCE && str_eqz(ast_cased_text(node), name);
}

/* The left side of Object[{…}], TypeSet[{…}] and Parent {…}; NULL: another kind of body. */
static const ast *body_head(const ast *body)
{
  if (body == NULL) return NULL;
  if (body->kind == AST_ACCESS) return AST_AS(ast_access, body)->left;
  return body->kind == AST_RESOURCE_DEFAULTS ? AST_AS(ast_resource_operations, body)->target : NULL;
}

static bool is_set(const ast *body)
{
  const ast *head = body_head(body);
  return head != NULL && names(head, "TypeSet");
}

/* Inside a type set Parent {…} is an object type, too. */
static bool is_object(const ast *body)
{
  if (body == NULL) return false;
  if (body->kind == AST_LITERAL_HASH) return true;
  const ast *head = body_head(body);
  return head != NULL && (names(head, "Object") || (body->kind == AST_RESOURCE_DEFAULTS && !names(head, "TypeSet")));
}

static value value_of(const struct place *p, const ast *node)
{
  return type_value_from_ast(&p->c->context, &p->resolver, p->text, node);
}

/* In Parent { parent => … } the inner key is used. Puppet reports a duplicate key. */
static void report_parent_twice(const struct place *p, const struct ast_resource_operations *n)
{
  struct compilation *c = p->c;
  struct source *const outer = c->context.source;
  for (uint32_t i = 0; i < n->operations.n; i++) {
    const struct ast_attribute *a = AST_AS(ast_attribute, n->operations.items[i]);
    if (!str_eqz(sym_str(a->name), "parent")) continue;
    struct buf text = BUF_IN(c->arena), place = BUF_IN(c->arena);
    issue_message(&text, ISSUE_DUPLICATE_KEY, STR_FMT(STR("parent")));
    c->context.source = p->source;
    context_place(&c->context, &n->h, &place);
    c->context.source = outer;
    if (c->settings->strict == SEVERITY_ERROR) {
      buf_str(&text, buf_view(&place));
      fail_message(&c->context, FAILURE_EVALUATION, buf_view(&text));
    }
    if (c->settings->strict == SEVERITY_WARNING) compile_log_at(c, CLOG_WARNING, buf_view(&text), buf_view(&place));
    return;
  }
}

static value operations_hash(const struct place *p, const ast *body)
{
  const struct ast_resource_operations *n = AST_AS(ast_resource_operations, body);
  struct hash *h = hash_new(p->c->arena, n->operations.n + 1);
  if (!names(n->target, "Object") && !names(n->target, "TypeSet")) {
    report_parent_twice(p, n);
    hash_put_str(h, p->c->arena, STR("parent"), value_of(p, n->target));
  }
  for (uint32_t i = 0; i < n->operations.n; i++) {
    const struct ast_attribute *a = AST_AS(ast_attribute, n->operations.items[i]);
    hash_put_str(h, p->c->arena, sym_str(a->name), value_of(p, a->value));
  }
  return value_hash(h);
}

/* The hash of features: the argument of Object[{…}] and TypeSet[{…}], otherwise the body itself. */
static const ast *features_node(const ast *body)
{
  if (body->kind != AST_ACCESS) return body;
  const struct ast_access *access = AST_AS(ast_access, body);
  return access->keys.n == 0 ? NULL : access->keys.items[0];
}

/* --- type sets --- */

/* Names inside a type set: outer names have priority over the types of the set. */
struct set_scope {
  struct type_resolver outer;
  const struct type *set;
  struct arena *arena;
};

static bool outer_resource_type(void *ctx, const symbol *name)
{
  const struct set_scope *s = ctx;
  return s->outer.resource_type(s->outer.ctx, name);
}

static const struct type *find_in_set(void *ctx, str name)
{
  const struct set_scope *s = ctx;
  const struct type *t = s->outer.alias(s->outer.ctx, name);
  if (t != NULL || outer_resource_type(ctx, sym_intern_lower(name))) return t;
  return type_set_find(s->set, name);
}

struct set_entries {
  struct type **types;
  const ast **bodies;
  uint32_t n;
};

static str entry_name(const struct place *p, const ast *key)
{
  if (key->kind == AST_QUALIFIED_REFERENCE) return ast_cased_text(key);
  value v = value_of(p, key);
  return value_text_or_empty(v);
}

/* Declares the types of a set before any of them is defined, as Set::Name. */
static value declare_entries(const struct place *p, const struct type *set, const ast *node, struct set_entries *out)
{
  const struct ast_list_of *list = &AST_AS(ast_list, node)->list;
  struct hash *h = hash_new(p->c->arena, list->n);
  out->types = arena_array(p->c->arena, list->n, sizeof *out->types);
  out->bodies = arena_array(p->c->arena, list->n, sizeof *out->bodies);
  for (uint32_t i = 0; i < list->n; i++) {
    const struct ast_pair *entry = AST_AS(ast_pair, list->items[i]);
    str name = entry_name(p, entry->key);
    str full = arena_printf(p->c->arena, "%.*s::%.*s", STR_FMT(set->set->name), STR_FMT(name));
    out->types[i] = declare(p->c, full, entry->value);
    out->bodies[i] = entry->value;
    hash_put_str(h, p->c->arena, name, value_type(out->types[i]));
  }
  out->n = list->n;
  return value_hash(h);
}

/* The keys of references are names, not types. */
static value references_hash(const struct place *p, const ast *node)
{
  const struct ast_list_of *list = &AST_AS(ast_list, node)->list;
  struct hash *h = hash_new(p->c->arena, list->n);
  for (uint32_t i = 0; i < list->n; i++) {
    const struct ast_pair *entry = AST_AS(ast_pair, list->items[i]);
    hash_put_str(h, p->c->arena, entry_name(p, entry->key), value_of(p, entry->value));
  }
  return value_hash(h);
}

static void put_feature(const struct place *p, const struct type *t, struct hash *h, str name, const ast *node,
                        struct set_entries *entries)
{
  bool literal = node->kind == AST_LITERAL_HASH;
  value v = literal && str_eqz(name, "types")        ? declare_entries(p, t, node, entries)
            : literal && str_eqz(name, "references") ? references_hash(p, node)
                                                     : value_of(p, node);
  hash_put_str(h, p->c->arena, name, v);
}

static value set_features(const struct place *p, const struct type *t, const ast *body, struct set_entries *entries)
{
  const ast *node = features_node(body);
  if (node == NULL) return value_hash(&hash_empty);
  struct hash *h = hash_new(p->c->arena, 4);
  if (node->kind == AST_RESOURCE_DEFAULTS) {
    const struct ast_list_of *list = &AST_AS(ast_resource_operations, node)->operations;
    for (uint32_t i = 0; i < list->n; i++) {
      const struct ast_attribute *a = AST_AS(ast_attribute, list->items[i]);
      put_feature(p, t, h, sym_str(a->name), a->value, entries);
    }
    return value_hash(h);
  }
  if (node->kind != AST_LITERAL_HASH) return value_of(p, node);
  const struct ast_list_of *list = &AST_AS(ast_list, node)->list;
  for (uint32_t i = 0; i < list->n; i++) {
    const struct ast_pair *entry = AST_AS(ast_pair, list->items[i]);
    put_feature(p, t, h, entry_name(p, entry->key), entry->value, entries);
  }
  return value_hash(h);
}

static void define_set(const struct place *p, struct type *t, const ast *body)
{
  struct set_entries entries = {0};
  struct context *c = &p->c->context;
  type_set_define(c, t, set_features(p, t, body, &entries));
  for (uint32_t i = 0; i < t->set->nreferences; i++) {
    struct type_set_reference *ref = &t->set->references[i];
    const struct type *found = type_named(c, &p->resolver, ref->name);
    type_set_refer(c, t, ref, found->kind == T_REFERENCE ? NULL : found);
  }
  struct set_scope scope = {p->resolver, t, p->c->arena};
  struct place inside = *p;
  inside.resolver = (struct type_resolver){.alias = find_in_set, .resource_type = outer_resource_type, .ctx = &scope};
  context_enter(c);
  for (uint32_t i = 0; i < entries.n; i++) define(&inside, entries.types[i], entries.bodies[i]);
  context_leave(c);
}

/* --- all kinds --- */

/* Declares a type before its right side is evaluated: types may refer to themselves. */
static struct type *declare(struct compilation *c, str name, const ast *body)
{
  struct type *t = is_set(body)      ? type_set_new(c->arena, name)
                   : is_object(body) ? object_type_new(c->arena, name)
                                     : type_alias_new(c->arena, name);
  ptrmap_put(&c->type_aliases, sym_intern_lower(name), t);
  return t;
}

/* Errors are reported at the place where the type is used. */
static void define(const struct place *p, struct type *t, const ast *body)
{
  struct context *c = &p->c->context;
  if (t->kind == T_TYPE_SET) {
    define_set(p, t, body);
  } else if (t->kind == T_OBJECT) {
    const ast *features = features_node(body);
    value v = features == NULL                          ? value_hash(&hash_empty)
              : features->kind == AST_RESOURCE_DEFAULTS ? operations_hash(p, features)
                                                        : value_of(p, features);
    object_type_define(c, t, v);
  } else {
    type_alias_resolve(c, t, type_from_ast(c, &p->resolver, p->text, body));
  }
}

struct name_search {
  bool only_own, evaluated;
};

static void look_for_names(void *ctx, ast *node)
{
  struct name_search *s = ctx;
  const struct ast_access *access = AST_AS(ast_access, node);
  switch (node->kind) {
  case AST_QUALIFIED_REFERENCE:
    if (AST_AS(ast_reference, node)->resolved != NULL) return;
    s->only_own = s->only_own && !s->evaluated && type_builtin(ast_cased_text(node)) != NULL;
    return;
  case AST_ACCESS: /* most types: without a call of ast_each_child() */
    look_for_names(s, access->left);
    for (uint32_t i = 0; s->only_own && i < access->keys.n; i++) look_for_names(s, access->keys.items[i]);
    return;
  case AST_LITERAL_LIST:
  case AST_LITERAL_HASH:
  case AST_KEYED_ENTRY:
  case AST_UNARY_MINUS:
  case AST_LITERAL_STRING:
  case AST_LITERAL_INTEGER:
  case AST_LITERAL_FLOAT:
  case AST_LITERAL_DEFAULT:
  case AST_LITERAL_UNDEF:
  case AST_LITERAL_REGULAR_EXPRESSION:
  case AST_LITERAL_BOOLEAN:
  case AST_QUALIFIED_NAME: break;
  default: s->only_own = false;
  }
  if (s->only_own) ast_each_child(node, look_for_names, s);
}

bool environment_is_constant_type(const ast *node, bool evaluated)
{
  struct name_search s = {.only_own = true, .evaluated = evaluated};
  look_for_names(&s, (ast *)node);
  return s.only_own;
}

/* Makes a constant type again, in the memory of the syntax tree, for later compilations. As it was made without an
 * error, only a lack of memory can end this; then compile.c restores the compilation's arena. */
static void keep(struct compilation *c, const struct definition *d)
{
  struct arena *const own = c->arena, *const kept = c->environment->generation;
  struct definition *cache = (struct definition *)d;
  if (d->program->source->arena != kept || is_set(d->body) || is_object(d->body)) return;
  if (!environment_is_constant_type(d->body, false)) return;
  c->arena = c->context.arena = kept;
  struct type *t = type_alias_new(kept, d->written);
  struct type_resolver resolver = environment_resolver(c);
  const str text = d->program->source->text;
  type_alias_resolve(&c->context, t, type_from_ast(&c->context, &resolver, text, d->body));
  c->arena = c->context.arena = own;
  cache->alias = t;
}

static const struct type *make(struct compilation *c, const struct definition *d)
{
  struct place p = {c, environment_resolver(c), d->program->source, d->program->source->text};
  struct type *t = declare(c, d->written, d->body);
  if (d->in_ruby && t->kind == T_OBJECT) ((struct object_type *)t->object.def)->in_ruby = true;
  if (d->ruby_class.n > 0) c->ops->ruby_map_class(c, d->ruby_class, d->written);
  define(&p, t, d->body);
  keep(c, d);
  return t;
}

/* The types of a set are declared with the set, so for Set::Name the set is loaded first. */
static const struct type *find_member(struct compilation *c, str name, const symbol *wanted);

static const struct type *find_alias(void *ctx, str name)
{
  struct compilation *c = ctx;
  const symbol *wanted = sym_intern_lower(name);
  const struct type *t = ptrmap_get(&c->type_aliases, wanted);
  if (t != NULL) return t;
  const struct definition *d = environment_find_alias(c, name);
  if (d != NULL && d->alias != NULL) {
    ptrmap_put(&c->type_aliases, wanted, (void *)d->alias);
    return d->alias;
  }
  return d != NULL ? make(c, d) : find_member(c, name, wanted);
}

static const struct type *find_member(struct compilation *c, str name, const symbol *wanted)
{
  size_t end = name.n;
  while (end > 1 && !(name.p[end - 1] == ':' && name.p[end - 2] == ':')) end--;
  if (end <= 2) return NULL;
  context_enter(&c->context);
  const struct type *set = find_alias(c, str_sub(name, 0, end - 2));
  context_leave(&c->context);
  return set != NULL && set->kind == T_TYPE_SET ? ptrmap_get(&c->type_aliases, wanted) : NULL;
}

static bool is_resource_type(void *ctx, const symbol *name)
{
  return environment_find_type(ctx, sym_str(name)).kind != RESOURCE_UNKNOWN;
}

static value make_instance(void *ctx, const type *t, const struct hash *attributes)
{
  struct compilation *c = ctx;
  const value args[] = {value_type(t), value_hash(attributes)};
  return call_by_name(c, c->top, STR("new"), args, 2, NULL);
}

struct type_resolver environment_resolver(struct compilation *c)
{
  return (struct type_resolver){
    .alias = find_alias, .resource_type = is_resource_type, .ctx = c, .instance = make_instance};
}
