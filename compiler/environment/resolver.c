/* Names in type expressions: aliases and resource types of the environment. */
#include "compiler/environment/internal.h"

#include "compiler/catalog/catalog.h"
#include "compiler/evaluator/eval.h"

/* The alias exists before its right side is looked at: types may speak of themselves. Errors are told at the
 * place where the alias is used. */
static const struct type *make_alias(struct compilation *c, const struct definition *d)
{
  struct type *t = type_alias_new(c->arena, d->written);
  struct type_resolver resolver = environment_resolver(c);
  ptrmap_put(&c->catalog->aliases, d->name, t);
  type_alias_resolve(&c->context, t,
                     type_from_ast(&c->context, &resolver, d->program->source->text, d->body));
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
