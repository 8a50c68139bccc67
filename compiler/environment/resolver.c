/* Names in type expressions: aliases and resource types of the environment. */
#include "compiler/environment/internal.h"

#include "compiler/catalog/catalog.h"
#include "compiler/evaluator/eval.h"
#include "compiler/types/object_type.h"

/* The features in `type X = Object[{…}]`; NULL when the right side is something else. */
static const ast *object_features(const ast *body)
{
  if (body == NULL || body->kind != AST_ACCESS) return NULL;
  const struct ast_access *access = AST_AS(ast_access, body);
  if (access->left->kind != AST_QUALIFIED_REFERENCE || access->keys.n == 0) return NULL;
  return str_eqz(AST_AS(ast_reference, access->left)->cased, "Object") ? access->keys.items[0] : NULL;
}

/* The type exists before its right side is looked at: types may speak of themselves. Errors are told at the
 * place where it is used. */
static const struct type *make_alias(struct compilation *c, const struct definition *d)
{
  struct type_resolver resolver = environment_resolver(c);
  str text = d->program->source->text;
  const ast *features = object_features(d->body);
  struct type *t = features != NULL ? object_type_new(c->arena, d->written) : type_alias_new(c->arena, d->written);
  ptrmap_put(&c->catalog->aliases, d->name, t);
  if (features != NULL) {
    object_type_define(&c->context, t, type_value_from_ast(&c->context, &resolver, text, features));
  } else {
    type_alias_resolve(&c->context, t, type_from_ast(&c->context, &resolver, text, d->body));
  }
  return t;
}

static const struct type *find_alias(void *ctx, str name)
{
  struct compilation *c = ctx;
  const struct definition *d = environment_find_alias(c, name);
  if (d == NULL) return NULL;
  const struct type *t = ptrmap_get(&c->catalog->aliases, d->name);
  return t != NULL ? t : make_alias(c, d);
}

static bool is_resource_type(void *ctx, const symbol *name)
{
  if (catalog_find_type(ctx, sym_str(name)).kind != RESOURCE_UNKNOWN) return true;
  environment_reject_ruby_type(ctx, sym_str(name));
  return false;
}

struct type_resolver environment_resolver(struct compilation *c)
{
  return (struct type_resolver){.alias = find_alias, .resource_type = is_resource_type, .ctx = c};
}
