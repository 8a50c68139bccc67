/* Calling functions of modules, and the methods of Puppet::LookupContext that data functions call most. They are in C because a
 * back end of Hiera in Ruby is called for every key, and has no value for most of them. The rest of functions is in
 * ruby/lib/ficelle/functions.rb and ruby/lib/puppet/functions.rb. */
#include "ruby/plugin.h"

#include <string.h>

static ID id_world, id_functions, id_dispatches, id_method, id_weaving, id_weave, id_seen, id_watch, id_send, id_remembered,
    id_explain_now, id_remember;
static VALUE no_such_key, next, not_found;
static VALUE features;                   /* $LOADED_FEATURES, the same array always */
static bool explaining;

/* --- calling --- */

struct call {
  VALUE instance, dispatch, block;
  int argc;
  const VALUE *argv;
  VALUE result;
};

/* Private methods can be called, too. */
static VALUE send_method(struct call *call, VALUE name, int argc, const VALUE *argv)
{
  if (NIL_P(call->block)) return rb_funcallv(call->instance, rb_sym2id(name), argc, argv);
  VALUE holder = 0;
  VALUE *all = ALLOCV_N(VALUE, holder, (size_t)argc + 1);
  all[0] = name;
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
  VALUE name = rb_ivar_get(call->dispatch, id_method);
  if (!RB_SYMBOL_P(name)) name = rb_to_symbol(name);
  if (NIL_P(rb_ivar_get(call->dispatch, id_weaving))) return send_method(call, name, call->argc, call->argv);
  VALUE woven = rb_funcall(call->dispatch, id_weave, 1, rb_ary_new_from_values(call->argc, call->argv));
  const VALUE v = send_method(call, name, (int)RARRAY_LEN(woven), RARRAY_CONST_PTR(woven));
  RB_GC_GUARD(woven);
  return v;
}

/* catch(:no_such_key) { … }: the result is set unless the data function throws. */
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

/* Files that were loaded meanwhile are watched (Ficelle::World#watch). */
static VALUE watch(VALUE unused)
{
  const VALUE world = rb_ivar_get(plugin_module, id_world);
  if (rb_ivar_get(world, id_seen) != LONG2FIX(RARRAY_LEN(features))) rb_funcall(world, id_watch, 0);
  return unused;
}

static VALUE element(VALUE list, VALUE i)
{
  Check_Type(list, T_ARRAY);
  return rb_ary_entry(list, NUM2LONG(i));
}

/* Ficelle.call_function(number, dispatch, *args, &block): NOT_FOUND when a data function throws :no_such_key. */
static VALUE call_function(int argc, VALUE *argv, VALUE self)
{
  rb_check_arity(argc, 2, UNLIMITED_ARGUMENTS);
  struct call call = {.argc = argc - 2, .argv = argv + 2, .result = not_found, .block = Qnil};
  if (rb_block_given_p()) call.block = rb_block_proc();
  call.instance = element(rb_ivar_get(rb_ivar_get(self, id_world), id_functions), argv[0]);
  call.dispatch = element(rb_ivar_get(rb_obj_class(call.instance), id_dispatches), argv[1]);
  return rb_ensure(run_catching, (VALUE)&call, watch, Qnil);
}

/* --- Ficelle::DataContext: methods of Puppet::LookupContext --- */

/* Whether look-ups are being explained from now on. */
static VALUE set_explaining(VALUE self, VALUE on)
{
  (void)self;
  explaining = RTEST(on);
  return Qnil;
}

void functions_forget(void)
{
  explaining = false;
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

static VALUE remembered(VALUE self)
{
  const VALUE known = rb_attr_get(self, id_remembered);
  return NIL_P(known) ? rb_funcall(self, id_remember, 0) : known;
}

static VALUE context_cache_has_key(VALUE self, VALUE key)
{
  return rb_hash_lookup2(remembered(self), key, Qundef) == Qundef ? Qfalse : Qtrue;
}

static VALUE context_cached_value(VALUE self, VALUE key)
{
  return rb_hash_aref(remembered(self), key);
}

static VALUE context_cache(VALUE self, VALUE key, VALUE v)
{
  return rb_hash_aset(remembered(self), key, v);
}

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
  id_world = rb_intern("@world");
  id_functions = rb_intern("@functions");
  id_dispatches = rb_intern("@dispatches");
  id_method = rb_intern("@method");
  id_weaving = rb_intern("@weaving");
  id_weave = rb_intern("weave");
  id_seen = rb_intern("@seen");
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
  rb_define_singleton_method(plugin_module, "explaining", set_explaining, 1);
  define_data_context();
}
