/* The methods of `scope` and of the template itself. A template may call only functions without effects (the table
 * below), because Ruby may have to repeat a rendering from the beginning. The hash of scope.to_hash is filled only if
 * more than single variables are read from it. */
#include "compiler/erb/erb_internal.h"

#include "base/check.h"

static erv m_lookupvar(struct erb_call *c)
{
  return erb_of_home(c->e, c->e->world->lookup(c->e->world->ctx, erb_string_arg(c, 0), false));
}

/* --- scope.to_hash --- */

static erv scope_hash(struct erb *e, bool around, bool with_undef)
{
  struct erb_variables *v = ARENA_NEW(e->arena, struct erb_variables);
  *v = (struct erb_variables){.around = around, .with_undef = with_undef};
  erv made = erv_hash(e);
  made.hash->variables = v;
  return made;
}

void erb_scope_fill(struct erb *e, struct erb_hash *h, const struct erb_variables *variables)
{
  assert(variables != NULL && h->variables == NULL);
  struct strmap all;
  strmap_init(&all, e->arena);
  e->world->all_shown(e->world->ctx, variables->around, variables->with_undef, &all);
  for (uint32_t i = 0; i < all.n; i++) {
    const struct strmap_entry *one = &all.entries[i];
    if (!one->removed) erb_hash_set(e, h, erv_str(e, one->key), erb_of_home(e, one->value));
  }
}

const erv *erb_scope_find(struct erb *e, const struct erb_variables *variables, erv key)
{
  assert(variables != NULL);
  if (key.kind != E_STRING) return NULL;
  const value *home = e->world->shown(e->world->ctx, erv_text(key), variables->around, variables->with_undef);
  if (home == NULL) return NULL;
  erv *found = arena_alloc(e->arena, sizeof *found);
  *found = erb_of_home(e, home);
  return found;
}

static bool flag(struct erb_call *c, uint32_t i, bool otherwise) { return i < c->n ? erv_true(c->args[i]) : otherwise; }

static erv m_to_hash(struct erb_call *c)
{
  if (c->e->world->all_shown == NULL) erb_leave(c->e, "the variables of the scope");
  return scope_hash(c->e, flag(c, 0, true), flag(c, 1, false));
}

/* Whether the variable exists and is not undef. */
static erv m_has_variable(struct erb_call *c)
{
  const value *home = c->e->world->lookup(c->e->world->ctx, erb_text(c->e, c->args[0]), true);
  return erv_bool(home != NULL && home->kind != V_UNDEF);
}

static erv m_include(struct erb_call *c)
{
  erb_string_arg(c, 0);
  return m_has_variable(c);
}

/* Functions without effects. Those of stdlib for which a version logs a deprecation warning are missing, since a
 * warning is an effect. */
static const char functions[] =
  "any2array base64 bool2num bool2str compare dig flatten has_key join keys length member num2bool pick prefix "
  "regsubst size "
  "sort split stdlib::to_json stdlib::to_json_pretty stdlib::to_yaml str2bool suffix to_bytes unique values";
/* Functions that Puppet itself also provides as scope.function_NAME. */
static const char older_functions[] =
  "digest fail file fqdn_rand inline_template md5 scanf sha1 sha256 shellquote sprintf template versioncmp";

/* Calls the function with the elements of the list. As with Ruby's `*`, call_function() also accepts a single value
 * instead of a list; functions of the 3.x API do not. */
static erv call(struct erb_call *c, str name, bool older, erv list)
{
  struct erb *e = c->e;
  if (!older && (list.kind == E_NIL || list.kind == E_STRING || list.kind == E_BOOL || list.kind == E_INT)) {
    erv made = erv_array(e, 1);
    if (list.kind != E_NIL) erb_push(e, made.array, list);
    list = made;
  }
  if (list.kind != E_ARRAY) erb_leave(e, "a function with a %s", erb_class_name(list));
  const struct erb_array *a = erb_items(e, list);
  value *args = arena_array(e->arena, a->n, sizeof *args), result;
  for (uint32_t i = 0; i < a->n; i++) args[i] = erv_to_value(e, a->items[i]);
  const struct erb_function f = {.name = name, .older = str_among(name, older_functions)};
  if ((!f.older && !str_among(name, functions)) || !e->world->call(e->world->ctx, &f, older, args, a->n, &result))
    erb_leave(e, "the function '%.*s'", STR_FMT(name));
  return erv_of_value(e, result);
}

static erv m_call_function(struct erb_call *c)
{
  return call(c, erb_string_arg(c, 0), false, c->n > 1 ? c->args[1] : erv_array(c->e, 0));
}

/* Implements scope.function_NAME([…]). */
static erv m_function(struct erb_call *c)
{
  return call(c, str_from(c->name, sizeof "function_" - 1), true, c->args[0]);
}

static erv m_file(struct erb_call *c)
{
  str file = c->e->world->file;
  return file.n == 0 ? ERV_NIL : erv_str(c->e, file);
}

static erv m_classes(struct erb_call *c) { return erv_of_value(c->e, c->e->world->classes(c->e->world->ctx)); }

/* --- methods of Kernel --- */

/* Puppet has loaded these libraries already, so `require` only returns false. */
static erv m_require(struct erb_call *c)
{
  static const char loaded[] =
    "ipaddr json yaml set erb uri time date digest fileutils socket pathname securerandom base64 "
    "ostruct";
  const str name = erb_string_arg(c, 0);
  if (str_among(name, loaded)) return erv_bool(false);
  erb_leave(c->e, "the library '%.*s'", STR_FMT(name));
}

static erv m_array(struct erb_call *c)
{
  erv v = c->args[0];
  if (v.kind == E_ARRAY) return v;
  if (v.kind == E_PUPPET && v.puppet->kind != V_SENSITIVE) erb_leave(c->e, "Array() of a %s", erb_class_name(v));
  if (v.kind == E_MATCH || v.kind == E_SCOPE) erb_leave(c->e, "Array() of a %s", erb_class_name(v));
  erv made = erv_array(c->e, 1);
  if (v.kind == E_NIL) return made;
  if (v.kind == E_HASH || v.kind == E_RANGE) return (erv){.kind = E_ARRAY, .array = erb_list(c->e, v)};
  erb_push(c->e, made.array, v);
  return made;
}

static erv m_string(struct erb_call *c)
{
  return c->args[0].kind == E_STRING ? c->args[0] : erv_str(c->e, erb_text(c->e, c->args[0]));
}

static erv m_integer(struct erb_call *c) { return erb_integer_of(c->e, c->args[0]); }
static erv m_float(struct erb_call *c) { return erb_float_of(c->e, c->args[0]); }

static erv m_format(struct erb_call *c) { return erb_format(c->e, erb_string_arg(c, 0), c->args + 1, c->n - 1); }

const struct erb_method erb_scope_methods[] = {
  {"[] lookupvar", K_SCOPE, 1, 1, NO_BLOCK, m_lookupvar}, {"to_hash", K_SCOPE, 0, 2, NO_BLOCK, m_to_hash},
  {"include?", K_SCOPE, 1, 1, NO_BLOCK, m_include},       {"call_function", K_SCOPE, 1, 2, NO_BLOCK, m_call_function},
  {"function_", K_SCOPE, 1, 1, NO_BLOCK, m_function},     {0},
};

const struct erb_method erb_self_methods[] = {
  {"require", K_SCOPE, 1, 1, NO_BLOCK, m_require},
  {"has_variable?", K_SCOPE, 1, 1, NO_BLOCK, m_has_variable},
  {"file", K_SCOPE, 0, 0, NO_BLOCK, m_file},
  {"classes", K_SCOPE, 0, 0, NO_BLOCK, m_classes},
  {"Array", K_SCOPE, 1, 1, NO_BLOCK, m_array},
  {"String", K_SCOPE, 1, 1, NO_BLOCK, m_string},
  {"Integer", K_SCOPE, 1, 1, NO_BLOCK, m_integer},
  {"Float", K_SCOPE, 1, 1, NO_BLOCK, m_float},
  {"sprintf format", K_SCOPE, 1, 255, NO_BLOCK, m_format},
  {0},
};
