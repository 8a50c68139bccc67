/* Calls functions of modules, and implements the methods of Puppet::LookupContext that data functions call most. They
 * are in C because a Hiera back end in Ruby is called for every key, and has no value for most keys. The rest of
 * functions is in ruby/lib/ficelle/functions.rb and ruby/lib/puppet/functions.rb. */
#include "ruby/plugin.h"

#include <assert.h>
#include <string.h>

static ID id_functions, id_dispatches, id_method, id_weaving, id_weave, id_watch, id_send, id_remembered,
  id_explain_now, id_remember;
static VALUE no_such_key, next, not_found;
static bool explaining;

/* --- the current world (ruby/lib/ficelle/world.rb) --- */

static VALUE world;           /* Qnil: none */
static VALUE features;        /* $LOADED_FEATURES: always the same array */
static long features_watched; /* how many of them World#watch has examined */

/* Dispatches of the world's functions that were called, cached so that a call need not look them up in Ruby. The world
 * keeps the objects alive. */
struct dispatch {
  VALUE instance; /* of the function; 0: the slot is free */
  VALUE dispatch; /* Ficelle::Dispatch */
  ID method;      /* name of its method */
  bool is_woven;  /* it has injected arguments */
  long function, number;
};
enum { DISPATCHES = 256 };
static struct dispatch dispatches[DISPATCHES];

/* Ficelle.world = */
static VALUE set_world(VALUE self, VALUE to)
{
  (void)self;
  world = to;
  trees_forget();
  memset(dispatches, 0, sizeof dispatches);
  return to;
}

static VALUE get_world(VALUE self)
{
  (void)self;
  return world;
}

/* Ficelle.features_watched = */
static VALUE set_features_watched(VALUE self, VALUE n)
{
  (void)self;
  features_watched = NUM2LONG(n);
  return n;
}

static VALUE get_features_watched(VALUE self)
{
  (void)self;
  return LONG2NUM(features_watched);
}

static VALUE element(VALUE list, long i)
{
  Check_Type(list, T_ARRAY);
  return rb_ary_entry(list, i);
}

static const struct dispatch *find_dispatch(long function, long number)
{
  struct dispatch *const d = &dispatches[((size_t)function * 4 + (size_t)number) % DISPATCHES];
  if (d->instance != 0 && d->function == function && d->number == number) return d;
  const VALUE instance = element(rb_ivar_get(world, id_functions), function);
  const VALUE dispatch = element(rb_ivar_get(rb_obj_class(instance), id_dispatches), number);
  *d = (struct dispatch){.instance = instance,
                         .dispatch = dispatch,
                         .method = rb_to_id(rb_ivar_get(dispatch, id_method)),
                         .is_woven = !NIL_P(rb_ivar_get(dispatch, id_weaving)),
                         .function = function,
                         .number = number};
  return d;
}

/* --- calls --- */

struct call {
  VALUE instance, dispatch, block;
  ID method;
  bool is_woven;
  int argc;
  const VALUE *argv;
  VALUE result;
};

/* Calls private methods, too. */
static VALUE send_method(struct call *call, int argc, const VALUE *argv)
{
  if (NIL_P(call->block)) return rb_funcallv(call->instance, call->method, argc, argv);
  VALUE holder = 0;
  VALUE *all = ALLOCV_N(VALUE, holder, (size_t)argc + 1);
  all[0] = ID2SYM(call->method);
  memcpy(all + 1, argv, (size_t)argc * sizeof *argv);
  const VALUE v = rb_funcall_with_block(call->instance, id_send, argc + 1, all, call->block);
  ALLOCV_END(holder);
  return v;
}

/* catch(:next) { … } */
static VALUE run_method(RB_BLOCK_CALL_FUNC_ARGLIST(tag, data))
{
  (void)tag, (void)argc, (void)argv, (void)blockarg;
  struct call *call = (struct call *)data;
  if (!call->is_woven) return send_method(call, call->argc, call->argv);
  VALUE woven = rb_funcall(call->dispatch, id_weave, 1, rb_ary_new_from_values(call->argc, call->argv));
  const VALUE v = send_method(call, (int)RARRAY_LEN(woven), RARRAY_CONST_PTR(woven));
  RB_GC_GUARD(woven);
  return v;
}

/* catch(:no_such_key) { … }: the result is only set if the data function does not throw. */
static VALUE run_data_function(RB_BLOCK_CALL_FUNC_ARGLIST(tag, data))
{
  (void)tag, (void)argc, (void)argv, (void)blockarg;
  struct call *call = (struct call *)data;
  call->result = rb_catch_obj(next, run_method, data);
  return Qnil;
}

static VALUE run_catching(VALUE data)
{
  struct call *call = (struct call *)data;
  rb_catch_obj(no_such_key, run_data_function, data);
  return call->result;
}

/* Watches the files that the call has loaded (Ficelle::World#watch). */
static VALUE watch(VALUE unused)
{
  if (features_watched != RARRAY_LEN(features)) rb_funcall(world, id_watch, 0);
  return unused;
}

static VALUE call_dispatch(int argc, const VALUE *argv, VALUE block)
{
  rb_check_arity(argc, 2, UNLIMITED_ARGUMENTS);
  const struct dispatch *const d = find_dispatch(NUM2LONG(argv[0]), NUM2LONG(argv[1]));
  assert(d->instance != 0 && d->method != 0);
  struct call call = {.instance = d->instance,
                      .dispatch = d->dispatch,
                      .method = d->method,
                      .is_woven = d->is_woven,
                      .block = block,
                      .argc = argc - 2,
                      .argv = argv + 2,
                      .result = not_found};
  return rb_ensure(run_catching, (VALUE)&call, watch, Qnil);
}

VALUE functions_call(int argc, const VALUE *argv) { return call_dispatch(argc, argv, Qnil); }

/* Ficelle.call_function: with a block, __send__ needs the frame of this method. */
static VALUE call_function(int argc, VALUE *argv, VALUE self)
{
  (void)self;
  return call_dispatch(argc, argv, rb_block_given_p() ? rb_block_proc() : Qnil);
}

/* --- Ficelle::DataContext: methods of Puppet::LookupContext --- */

/* Whether lookups are explained from now on. */
static VALUE set_explaining(VALUE self, VALUE on)
{
  (void)self;
  explaining = RTEST(on);
  return Qnil;
}

static VALUE context_not_found(VALUE self)
{
  rb_throw_obj(no_such_key, Qnil);
  return self;
}

static VALUE context_explain(VALUE self)
{
  return explaining ? rb_funcall(self, id_explain_now, 1, rb_yield_values(0)) : Qnil;
}

/* The cache of the context that was used last. A context keeps its cache until the compilation ends. */
static struct {
  VALUE context, remembered; /* context: Qnil: none */
} last_asked;

static VALUE remembered(VALUE self)
{
  if (last_asked.context == self) return last_asked.remembered;
  const VALUE known = rb_attr_get(self, id_remembered), v = NIL_P(known) ? rb_funcall(self, id_remember, 0) : known;
  last_asked.remembered = v;
  last_asked.context = self;
  return v;
}

void functions_forget(void)
{
  explaining = false;
  last_asked.context = last_asked.remembered = Qnil;
}

static VALUE context_cache_has_key(VALUE self, VALUE key)
{
  return rb_hash_lookup2(remembered(self), key, Qundef) == Qundef ? Qfalse : Qtrue;
}

static VALUE context_cached_value(VALUE self, VALUE key) { return rb_hash_aref(remembered(self), key); }

static VALUE context_cache(VALUE self, VALUE key, VALUE v) { return rb_hash_aset(remembered(self), key, v); }

static void define_data_context(void)
{
  const VALUE mod = rb_define_module_under(plugin_module, "DataContext");
  rb_define_method(mod, "not_found", context_not_found, 0);
  rb_define_method(mod, "explain", context_explain, 0);
  rb_define_method(mod, "cache", context_cache, 2);
  rb_define_method(mod, "cache_has_key", context_cache_has_key, 1);
  rb_define_method(mod, "cached_value", context_cached_value, 1);
}

void functions_init(VALUE nothing_found)
{
  not_found = nothing_found;
  id_functions = rb_intern("@functions");
  id_dispatches = rb_intern("@dispatches");
  id_method = rb_intern("@method");
  id_weaving = rb_intern("@weaving");
  id_weave = rb_intern("weave");
  id_watch = rb_intern("watch");
  id_send = rb_intern("__send__");
  id_remembered = rb_intern("@remembered");
  id_explain_now = rb_intern("explain_now");
  id_remember = rb_intern("remembered");
  no_such_key = ID2SYM(rb_intern("no_such_key"));
  next = ID2SYM(rb_intern("next"));
  features = rb_gv_get("$LOADED_FEATURES");
  rb_gc_register_mark_object(features);
  rb_define_singleton_method(plugin_module, "call_function", call_function, -1);
  world = Qnil;
  rb_gc_register_address(&world);
  last_asked.context = last_asked.remembered = Qnil;
  rb_gc_register_address(&last_asked.context);
  rb_gc_register_address(&last_asked.remembered);
  rb_define_singleton_method(plugin_module, "world=", set_world, 1);
  rb_define_singleton_method(plugin_module, "world", get_world, 0);
  rb_define_singleton_method(plugin_module, "features_watched=", set_features_watched, 1);
  rb_define_singleton_method(plugin_module, "features_watched", get_features_watched, 0);
  rb_define_singleton_method(plugin_module, "explaining", set_explaining, 1);
  define_data_context();
}
