/* Ficelle::Core: data for templates that Ruby renders. */
#include "compiler/catalog/catalog.h"
#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"

struct variables {
  struct scope *scope;
  struct arena *arena;
  struct hash *found;
};

static void add_variable(struct variables *all, str name)
{
  const value *v = scope_template_variable(all->scope, name);
  if (v != NULL) hash_put_str(all->found, all->arena, name, *v);
}

static void add_name(void *ctx, const symbol *name)
{
  struct variables *all = ctx;
  char *seen = arena_strz(all->arena, sym_str(name));
  for (size_t i = 0; i < name->length; i++) seen[i] = (char)(ascii_is_word(seen[i]) ? seen[i] : '_');
  if (hash_get_str(all->found, str_n(seen, name->length)) == NULL) add_variable(all, str_n(seen, name->length));
}

/* Argument: a list of names without @, or undef for all variables. Returns {name => value}. */
static value template_variables_row(const struct ruby_args *a)
{
  struct variables all = {ruby_arg_scope(a), a->c->arena, hash_new(a->c->arena, 16)};
  const value names = a->n > 0 ? a->args[0] : VALUE_UNDEF;
  if (names.kind != V_ARRAY) scope_each_template_name(all.scope, add_name, &all);
  for (uint32_t i = 0; names.kind == V_ARRAY && i < names.array->n; i++) {
    if (names.array->items[i].kind == V_STRING) add_variable(&all, value_text(names.array->items[i]));
  }
  return value_hash(all.found);
}

/* Returns the tags of the catalog itself; those of its resources are not among them. */
static value template_tags_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  struct valuevec all = {0};
  const struct resource *holder = &c->catalog->tag_holder;
  for (uint32_t i = 0; i < holder->tags.n; i++) valuevec_push(&all, c->arena, value_str(holder->tags.items[i]->text));
  return valuevec_array(&all, c->arena);
}

const struct ruby_row core_template_rows[] = {
  {"template_variables", template_variables_row},
  {"template_tags", template_tags_row},
  {0},
};
