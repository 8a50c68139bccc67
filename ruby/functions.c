/* Calling functions of modules, and what data functions ask of their Puppet::LookupContext most often: in C, because a look-up
 * asks a back end in Ruby for each key and most of them have no value for it. All else of functions is in
 * ruby/lib/ficelle/functions.rb and ruby/lib/puppet/functions.rb. */
#include "ruby/plugin.h"

#include <string.h>

static ID id_functions, id_dispatches, id_method, id_weaving, id_weave, id_seen, id_watch, id_remembered,
    id_explain_now, id_remember;
static VALUE no_such_key, next, not_found;
static VALUE features;                   /* $LOADED_FEATURES, the same array always */
static VALUE world;                      /* the Ficelle::World that is there */
static bool explaining;

/* --- signatures that were called --- */

enum { CALLED = 64 };                    /* a power of two */

struct called {
  VALUE number, i;                       /* 0: none */
  VALUE instance, dispatch;
  ID method;
  bool weaving;
};

static struct called called[CALLED];

static void mark_called(void *unused)
{
  (void)unused;
  for (size_t i = 0; i < CALLED; i++) {
    if (called[i].number == 0) continue;
    rb_gc_mark(called[i].instance);
    rb_gc_mark(called[i].dispatch);
  }
}

static const rb_data_type_t called_type = {.wrap_struct_name = "Ficelle::Called", .function = {.dmark = mark_called}};

static VALUE element(VALUE list, VALUE i)
{
  Check_Type(list, T_ARRAY);
  return rb_ary_entry(list, NUM2LONG(i));
}

/* The signature `i` of the function `number`. */
static const struct called *signature(VALUE number, VALUE i)
{
  struct called *s = &called[((size_t)NUM2LONG(number) * 4 + (size_t)NUM2LONG(i)) & (CALLED - 1)];
  if (s->number == number && s->i == i) return s;
  const VALUE instance = element(rb_ivar_get(world, id_functions), number);
  const VALUE dispatch = element(rb_ivar_get(rb_obj_class(instance), id_dispatches), i);
  const VALUE name = rb_ivar_get(dispatch, id_method);
  const ID method = rb_sym2id(RB_SYMBOL_P(name) ? name : rb_to_symbol(name));
  *s = (struct called){number, i, instance, dispatch, method, !NIL_P(rb_ivar_get(dispatch, id_weaving))};
  return s;
}

/* --- files that were loaded meanwhile --- */

static long features_seen;               /* how many there were when they were looked at last; -1: not yet */

/* They are watched for changes (Ficelle::World#watch). */
static VALUE watch(VALUE unused)
{
  const long n = RARRAY_LEN(features);
  if (n == features_seen) return unused;
  if (rb_ivar_get(world, id_seen) != LONG2FIX(n)) rb_funcall(world, id_watch, 0);
  features_seen = n;
  return unused;
}

/* Ficelle.entered(world): another one is there from now on. */
static VALUE entered(VALUE self, VALUE to)
{
  world = to;
  features_seen = -1;
  memset(called, 0, sizeof called);
  return self;
}

/* --- calling --- */

struct call {
  struct called to;                      /* a copy: what is called may call others */
  VALUE block;
  int argc;
  const VALUE *argv;
  VALUE result;
};

/* Methods may be private. */
static VALUE send_method(const struct call *call, int argc, const VALUE *argv)
{
  if (NIL_P(call->block)) return rb_funcallv(call->to.instance, call->to.method, argc, argv);
  return rb_method_call_with_block(argc, argv, rb_obj_method(call->to.instance, ID2SYM(call->to.method)), call->block);
}

/* catch(:next) { … } */
static VALUE run_method(RB_BLOCK_CALL_FUNC_ARGLIST(tag, data))
{
  (void)tag, (void)argc, (void)argv, (void)blockarg;
  const struct call *call = (const struct call *)data;
  if (!call->to.weaving) return send_method(call, call->argc, call->argv);
  VALUE woven = rb_funcall(call->to.dispatch, id_weave, 1, rb_ary_new_from_values(call->argc, call->argv));
  const VALUE v = send_method(call, (int)RARRAY_LEN(woven), RARRAY_CONST_PTR(woven));
  RB_GC_GUARD(woven);
  return v;
}

/* catch(:no_such_key) { … }: what the data function has found. */
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

VALUE functions_call(const VALUE *args, int n, VALUE block)
{
  rb_check_arity(n, 2, UNLIMITED_ARGUMENTS);
  struct call call = {
    .to = *signature(args[0], args[1]), .block = block, .argc = n - 2, .argv = args + 2, .result = not_found};
  return rb_ensure(run_catching, (VALUE)&call, watch, Qnil);
}

/* --- Ficelle::DataContext: what a data function asks --- */

/* Whether look-ups are being explained from now on. */
static VALUE set_explaining(VALUE self, VALUE on)
{
  (void)self;
  explaining = RTEST(on);
  return Qnil;
}

static VALUE asked, asked_memory;        /* the context whose memory was looked for last, and its memory */

void functions_forget(void)
{
  explaining = false;
  asked = asked_memory = Qnil;
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
  if (self == asked) return asked_memory;
  const VALUE known = rb_attr_get(self, id_remembered);
  asked_memory = NIL_P(known) ? rb_funcall(self, id_remember, 0) : known;
  asked = self;
  return asked_memory;
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
  id_functions = rb_intern("@functions");
  id_dispatches = rb_intern("@dispatches");
  id_method = rb_intern("@method");
  id_weaving = rb_intern("@weaving");
  id_weave = rb_intern("weave");
  id_seen = rb_intern("@seen");
  id_watch = rb_intern("watch");
  id_remembered = rb_intern("@remembered");
  id_explain_now = rb_intern("explain_now");
  id_remember = rb_intern("remembered");
  no_such_key = ID2SYM(rb_intern("no_such_key"));
  next = ID2SYM(rb_intern("next"));
  features = rb_gv_get("$LOADED_FEATURES");
  rb_gc_register_mark_object(features);
  world = asked = asked_memory = Qnil;
  rb_global_variable(&world);
  rb_global_variable(&asked);
  rb_global_variable(&asked_memory);
  rb_gc_register_mark_object(TypedData_Wrap_Struct(rb_cObject, &called_type, called));
  rb_define_singleton_method(plugin_module, "entered", entered, 1);
  rb_define_singleton_method(plugin_module, "explaining", set_explaining, 1);
  define_data_context();
}
