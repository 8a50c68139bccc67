/* Functions of modules in Ruby. Ruby loads the file and describes the function: its signatures and, for each, the name
 * of the method. The core parses the types, chooses the signature and checks the result; Ruby only calls the method.
 * Functions of the 3.x API (`old`) have only a number of arguments. A function that defines `call` itself
 * (`calls_itself`) gets all calls unchecked. */
#include <assert.h>

#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"

/* --- the description of a function from Ruby --- */

static const value *member(struct compilation *c, value description, const char *name)
{
  static const value none = VALUE_UNDEF;
  if (description.kind != V_HASH)
    fail_error(CTX(c), FAILURE_EVALUATION, "The description of a function must be a Hash");
  const value *v = hash_get_str(description.hash, str_of(name));
  return v != NULL ? v : &none;
}

static int64_t integer_of(const value *v, int64_t otherwise) { return v->kind == V_INT ? v->integer : otherwise; }

static uint32_t length_of(const value *v) { return v->kind == V_ARRAY ? v->array->n : 0; }

/* --- types, including those that the function defines itself (local_types) --- */

struct local_types {
  struct compilation *c;
  const struct ruby_function *function;
  uint32_t n;
  str *names, *definitions;
  struct type **types;
  struct type_resolver resolver;
};

static const type *local_alias(void *ctx, str name)
{
  struct local_types *l = ctx;
  for (uint32_t i = 0; i < l->n; i++) {
    if (!str_eq(name, l->names[i])) continue;
    if (l->types[i] == NULL) {
      l->types[i] = type_alias_new(l->c->arena, l->names[i]);
      type_alias_resolve(CTX(l->c), l->types[i], type_from_text(CTX(l->c), &l->resolver, l->definitions[i]));
    }
    return l->types[i];
  }
  return l->c->resolver.alias(l->c->resolver.ctx, name);
}

static bool local_resource_type(void *ctx, const symbol *name)
{
  const struct type_resolver *r = &((struct local_types *)ctx)->c->resolver;
  return r->resource_type(r->ctx, name);
}

static void read_locals(struct compilation *c, struct local_types *l, const value *list)
{
  l->c = c;
  l->n = length_of(list);
  l->names = arena_array(c->arena, l->n, sizeof *l->names);
  l->definitions = arena_array(c->arena, l->n, sizeof *l->definitions);
  l->types = arena_array(c->arena, l->n, sizeof *l->types);
  l->resolver = (struct type_resolver){.alias = local_alias, .resource_type = local_resource_type, .ctx = l};
  for (uint32_t i = 0; i < l->n; i++) {
    const str text = value_text_or_empty(list->array->items[i]);
    const size_t eq = str_index(text, '=', 0);
    l->names[i] = str_trim(str_sub(text, 0, eq));
    l->definitions[i] = str_trim(str_from(text, eq == SIZE_MAX ? text.n : eq + 1));
  }
}

struct parse_step {
  struct local_types *locals;
  str text;
  const type *result;
};

static void parse_type(struct context *context, void *arg)
{
  struct parse_step *p = arg;
  p->result = type_from_text(context, &p->locals->resolver, p->text);
}

/* The type of a parameter: a text to be parsed, or a type made in Ruby. */
static const type *type_of(struct compilation *c, struct local_types *l, const value *v)
{
  if (v->kind == V_TYPE) return v->type;
  struct parse_step p = {.locals = l, .text = value_text_or_empty(*v)};
  if (eval_protect(c, parse_type, &p)) return p.result;
  const str why = failure_detail(c->arena, &c->context.failure);
  ruby_fail(c,
            "Function Load Error for function '%.*s': Parsing of type string '\"%.*s\"' failed with message: "
            "<%.*s>.\n",
            STR_FMT(l->function->name), STR_FMT(p.text), STR_FMT(why));
}

/* --- signatures --- */

static void read_block(struct compilation *c, struct local_types *l, value d, struct signature *g)
{
  const value *block = member(c, d, "block");
  if (block->kind == V_UNDEF) return;
  g->block = type_of(c, l, block);
  g->block_required = !value_truthy(*member(c, d, "block_optional"));
  g->block_name = value_text_or_empty(*member(c, d, "block_name"));
}

static void read_signature(struct compilation *c, struct local_types *l, value d, struct signature *g)
{
  const value *types = member(c, d, "types"), *names = member(c, d, "names"), *result = member(c, d, "result");
  const uint32_t n = length_of(types);
  const type **all = arena_array(c->arena, n, sizeof *all);
  g->names = arena_array(c->arena, n, sizeof *g->names);
  for (uint32_t i = 0; i < n; i++) {
    all[i] = type_of(c, l, &types->array->items[i]);
    g->names[i] = i < length_of(names) ? value_text_or_empty(names->array->items[i]) : STR_EMPTY;
  }
  g->types = (struct type_list){.items = all, .n = n};
  g->required = (uint32_t)integer_of(member(c, d, "min"), 0);
  g->rest = value_truthy(*member(c, d, "rest"));
  if (result->kind != V_UNDEF) g->result = type_of(c, l, result);
  read_block(c, l, d, g);
}

static void read_signatures(struct compilation *c, struct ruby_function *f, value description)
{
  struct local_types *l = ARENA_NEW(c->arena, struct local_types);
  const value *list = member(c, description, "dispatches");
  l->function = f;
  read_locals(c, l, member(c, description, "types"));
  f->n = length_of(list);
  f->signatures = arena_array(c->arena, f->n, sizeof *f->signatures);
  f->mismatch = arena_array(c->arena, f->n, sizeof *f->mismatch);
  f->methods = arena_array(c->arena, f->n, sizeof *f->methods);
  for (uint32_t i = 0; i < f->n; i++) {
    const value d = list->array->items[i];
    read_signature(c, l, d, &f->signatures[i]);
    f->mismatch[i] = value_truthy(*member(c, d, "mismatch"));
    f->methods[i] = value_text_or_empty(*member(c, d, "method"));
  }
}

const struct ruby_function *ruby_function_load(struct compilation *c, const struct ruby_file *file, str name)
{
  assert(name.n > 0 && file->path.n > 0);
  struct ruby_function *f = ARENA_NEW(c->arena, struct ruby_function);
  *f = (struct ruby_function){.name = name, .path = file->path, .old = file->old};
  ruby_need(c, arena_printf(c->arena, "function '%.*s'", STR_FMT(name)), file->path);
  const uint64_t began = compile_debug_clock(c, &log_ruby);
  const value args[] = {value_str(name), value_str(file->path), value_bool(file->old), value_str(file->module)};
  const value description = ruby_call(c, NULL, "load_function", args, 4, VALUE_UNDEF);
  f->number = integer_of(member(c, description, "number"), -1);
  f->arity = integer_of(member(c, description, "arity"), -1);
  f->calls_itself = value_truthy(*member(c, description, "call"));
  if (!f->old) read_signatures(c, f, description);
  compile_debug(c, &log_ruby, "Loaded the function %.*s from %.*s in %.2f ms", STR_FMT(name), STR_FMT(file->path),
                compile_debug_ms(c, began));
  return f;
}

/* --- calling --- */

static value call_old(struct compilation *c, struct scope *s, const struct ruby_function *f, const value *args,
                      uint32_t n)
{
  const uint32_t least = (uint32_t)(f->arity < 0 ? -f->arity - 1 : f->arity);
  value *converted = arena_array(c->arena, n, sizeof *converted);
  for (uint32_t i = 0; i < n; i++) converted[i] = eval_old_argument(c, args[i]);
  if (n < least || (f->arity >= 0 && n > least)) {
    ruby_fail(c, "%.*s(): Wrong number of arguments given (%u for %s%u)", STR_FMT(f->name), n,
              f->arity < 0 ? "minimum " : "", least);
  }
  const value head[] = {value_int(f->number)};
  ruby_state(c)->next_call = f->name;
  return ruby_call_with(c, s, "call_old_function", head, 1, converted, n, VALUE_UNDEF);
}

/* Fails with the message about wrong arguments. It omits signatures that only report errors (argument_mismatch). */
_Noreturn static void mismatch(struct compilation *c, const struct ruby_function *f, const value *args, uint32_t n,
                               value block)
{
  struct signature *told = arena_array(c->arena, f->n, sizeof *told);
  uint32_t count = 0;
  for (uint32_t i = 0; i < f->n; i++) {
    if (!f->mismatch[i]) told[count++] = f->signatures[i];
  }
  str text = signature_describe_mismatch(c->arena, f->name, told, count, args, n, block);
  ruby_fail(c, "%.*s", STR_FMT(text));
}

/* Remembers which large arguments were accepted by which type, since modules often pass the same large hash to
 * functions. Invalid after a change in place by Ruby. */
static struct type_known *checked_types(struct compilation *c)
{
  struct ruby_state *st = ruby_state(c);
  if (st->checked_changes != st->changes) st->checked = (struct type_known){0};
  st->checked_changes = st->changes;
  return &st->checked;
}

uint32_t ruby_function_select(struct compilation *c, const struct ruby_function *f, const value *args, uint32_t n,
                              value block)
{
  struct type_known *checked = checked_types(c);
  assert(!f->old);
  for (uint32_t i = 0; i < f->n; i++) {
    if (signature_accepts_knowing(&f->signatures[i], args, n, block, checked)) return i;
  }
  mismatch(c, f, args, n, block);
}

static value dispatch(struct compilation *c, struct scope *s, const struct ruby_function *f, uint32_t i,
                      const value *args, uint32_t n, value block)
{
  assert(i < f->n);
  const value head[] = {value_int(f->number), value_int(i)};
  ruby_state(c)->next_call = f->name;
  const value v = ruby_call_with(c, s, "call_function", head, 2, args, n, block);
  if (f->mismatch[i]) {
    ruby_fail(c, "'%.*s' %.*s", STR_FMT(f->name), STR_FMT(value_to_str(c->arena, v)));
  }
  if (f->signatures[i].result != NULL) {
    type_assert(CTX(c), arena_printf(c->arena, "value returned from function '%.*s'", STR_FMT(f->methods[i])),
                f->signatures[i].result, v);
  }
  return v;
}

static value call_it(struct compilation *c, struct scope *s, const struct ruby_function *f, const value *args,
                     uint32_t n, value block)
{
  if (f->old) return call_old(c, s, f, args, n);
  if (f->calls_itself) {
    const value head[] = {value_int(f->number)};
    return ruby_call_with(c, s, "call_function_itself", head, 1, args, n, block);
  }
  return dispatch(c, s, f, ruby_function_select(c, f, args, n, block), args, n, block);
}

value ruby_function_call(struct compilation *c, struct scope *s, const struct ruby_function *f, const value *args,
                         uint32_t n, value block)
{
  const uint64_t began = compile_debug_clock(c, &log_ruby);
  const value v = call_it(c, s, f, args, n, block);
  compile_debug(c, &log_ruby, "Called the function %.*s in Ruby: %.2f ms", STR_FMT(f->name),
                compile_debug_ms(c, began));
  return v;
}

const struct signature *ruby_function_signature(const struct ruby_function *f, const value *args, uint32_t n)
{
  static const struct signature anything;
  if (f->old) return &anything;
  for (uint32_t i = 0; i < f->n; i++) {
    if (!f->mismatch[i] && signature_accepts(&f->signatures[i], args, n, VALUE_UNDEF)) {
      return &f->signatures[i];
    }
  }
  return NULL;
}
