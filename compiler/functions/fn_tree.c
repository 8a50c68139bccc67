/* tree_each. */
#include "compiler/functions/fn.h"
#include "compiler/types/iterator.h"

static const struct type *default_containers(struct fn_call *call)
{
  const struct type *kinds[] = {type_simple(T_ARRAY), type_simple(T_HASH), type_simple(T_OBJECT)};
  return type_variant(call->arena, kinds, 3);
}

/* Reads an option whose default is true. */
static bool option(const struct hash *options, const char *name)
{
  const value v = hash_member(options, name);
  return value_is_undef(v) || value_truthy(v);
}

static struct iterator *tree_of(struct fn_call *call)
{
  const struct hash *h = call->n > 1 ? call->args[1].hash : NULL;
  const value given = hash_member(h, "container_type"), order = hash_member(h, "order");
  const struct type *allowed = default_containers(call);
  struct tree_options options = {.containers = given.kind == V_TYPE ? given.type : allowed,
                                 .include_containers = option(h, "include_containers"),
                                 .include_values = option(h, "include_values")};
  options.references = value_truthy(hash_member(h, "include_refs"));
  options.root = options.include_containers && option(h, "include_root");
  if (!type_assignable(allowed, options.containers)) {
    FN_FAIL(call, "Only Array, Hash, and Object types can be used as container types. Got %.*s",
            STR_FMT(type_to_text(call->arena, options.containers)));
  }
  if (!options.include_containers && !options.include_values)
    FN_FAIL(call, "Options 'include_containers' and 'include_values' cannot both be false");
  bool breadth_first = order.kind == V_STRING && str_eqz(value_text(order), "breadth_first");
  return iterator_tree(call->arena, call->args[0], breadth_first, &options);
}

struct tree_loop {
  struct iterator *it;
  bool with_path;
};

static void tree_step(struct fn_call *call, void *arg)
{
  struct tree_loop *loop = arg;
  value v;
  while (iterator_next(loop->it, &v)) {
    fn_yield(call, v.array->items + !loop->with_path, loop->with_path ? 2 : 1);
  }
}

static value fn_tree_each(struct fn_call *call)
{
  struct tree_loop loop = {.it = tree_of(call), .with_path = call->row->flag};
  fn_stopped(call, tree_step, &loop);
  return call->args[0];
}

static value fn_tree_iterator(struct fn_call *call) { return value_iterator(tree_of(call)); }

#define TREE "Variant[Iterator, Array, Hash, Object] $tree, OptionsType ?$options"

const struct fn_row fn_tree_rows[] = {
  {"tree_each",
   "type OptionsType = Struct[{container_type => Optional[Type], include_root => Optional[Boolean], "
   "include_containers => Optional[Boolean], include_values => Optional[Boolean], "
   "order => Optional[Enum[depth_first, breadth_first]], include_refs => Optional[Boolean]}];" TREE
   ", Callable[2, 2] &$block",
   fn_tree_each, "goes through a tree, with paths", .flag = true},
  {"tree_each", TREE ", Callable[1, 1] &$block", fn_tree_each, "goes through a tree", .flag = false},
  {"tree_each", TREE, fn_tree_iterator, "paths and values of a tree"},
  {0},
};
