/* Creates a compilation, and remembers which messages it has logged: Puppet logs some warnings only once, here once per
 * compilation, since a process may run many. */
#include <assert.h>

#include "compiler/compilation/call.h"

#include "base/check.h"

struct compilation_names compilation_name;

static void names_init(void)
{
  if (compilation_name.facts != NULL) return;
  compilation_name = (struct compilation_names){
    .facts = sym_z("facts"),
    .trusted = sym_z("trusted"),
    .server_facts = sym_z("server_facts"),
    .module_name = sym_z("module_name"),
    .caller_module_name = sym_z("caller_module_name"),
    .title = sym_z("title"),
    .name = sym_z("name"),
    .class = sym_z("class"),
    .node = sym_z("node"),
    .stage = sym_z("stage"),
    .main = sym_z("main"),
    .settings = sym_z("settings"),
    .tag = sym_z("tag"),
    .alias = sym_z("alias"),
    .before = sym_z("before"),
    .notify = sym_z("notify"),
    .require = sym_z("require"),
    .subscribe = sym_z("subscribe"),
    .empty = sym_z(""),
    .is_default = sym_z("default"),
  };
}

void compilation_init(struct compilation *c, struct arena *a)
{
  assert(c != NULL && a != NULL);
  names_init();
  context_init(&c->context, a);
  c->arena = a;
  strmap_init(&c->told, a);
  strmap_init(&c->told_deprecations, a);
  strmap_init(&c->qualified, a);
  ptrmap_init(&c->class_scopes, a);
  ptrmap_init(&c->type_aliases, a);
}

static bool add_once(struct compilation *c, struct strmap *seen, str what)
{
  if (strmap_find(seen, what) != NULL) return false;
  strmap_put(seen, arena_str(c->arena, what), c);
  return true;
}

bool compile_first_time(struct compilation *c, str what)
{
  assert(what.n > 0);
  return add_once(c, &c->told, what);
}

bool compile_new_deprecation(struct compilation *c, str key)
{
  assert(key.n > 0);
  /* The same limit as in Puppet. */
  enum { MOST = 100 };
  if (c->settings->without_deprecations) return false;
  return c->told_deprecations.n < MOST && add_once(c, &c->told_deprecations, key);
}

value call_by_name(struct compilation *c, struct scope *s, str name, const value *args, uint32_t n,
                   const struct closure *block)
{
  return call_from(c, s, STR_EMPTY, name, args, n, block);
}

value call_from(struct compilation *c, struct scope *s, str file, str name, const value *args, uint32_t n,
                const struct closure *block)
{
  assert(c->ops != NULL && (args != NULL || n == 0));
  const struct function *f = c->ops->find(c, name, file);
  if (f == NULL) fail_error(CTX(c), FAILURE_EVALUATION, "Unknown function '%.*s'", STR_FMT(name));
  return c->ops->function(c, s, f, args, n, block == NULL ? VALUE_UNDEF : (value){.kind = V_CLOSURE, .closure = block});
}
