/* Names in type expressions: aliases and resource types of the environment. */
#include "compiler/environment/internal.h"

#include "compiler/catalog/catalog.h"
#include "compiler/evaluator/eval.h"

/* The alias exists before its right side is evaluated: types may speak of themselves. */
static const struct type *make_alias(struct compilation *c, const struct definition *d)
{
  struct type *t = ARENA_NEW(c->arena, struct type);
  t->kind = T_ALIAS;
  t->alias.name = d->written;
  ptrmap_put(&c->catalog->aliases, d->name, t);
  struct source *source = c->context.source;
  const ast *node = c->context.node;
  c->context.source = d->program->source;
  value v = eval(c, c->top, d->body);
  c->context.source = source;
  c->context.node = node;
  if (v.kind != V_TYPE) {
    fail_error(&c->context, FAILURE_EVALUATION, "The type alias %.*s does not name a type", STR_FMT(d->written));
  }
  t->alias.target = v.type;
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
  return catalog_find_type(ctx, sym_str(name)).kind != RESOURCE_UNKNOWN;
}

struct type_resolver environment_resolver(struct compilation *c)
{
  return (struct type_resolver){.alias = find_alias, .resource_type = is_resource_type, .ctx = c};
}
