/* The interface between the core and Ruby: values in both directions, failures, limits. Skipped without the plug-in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "compiler/compile.h"
#include "compiler/evaluator/eval_internal.h"
#include "compiler/ruby/ruby.h"
#include "compiler/values/binary.h"
#include "compiler/values/runtime.h"
#include "compiler/values/semver.h"
#include "compiler/values/uri.h"
#include "tests/unit/compiler/ruby_test.h"

struct world {
  struct compilation c;
  struct compile_settings settings;
  const char *entry, *code;
  value args[4], result;
  uint32_t n;
  char message[512];
};

static int begin(void **state)
{
  ruby_find_plugin();
  struct world *w = calloc(1, sizeof *w);
  w->c.arena = arena_new();
  compile_prepare(&w->c, w->c.arena);
  static const struct host nothing;
  w->c.host = &nothing;
  w->c.settings = &w->settings;
  w->settings.ruby_time_limit_ms = 300;
  *state = w;
  return 0;
}

static int end(void **state)
{
  struct world *w = *state;
  ruby_end(&w->c);
  arena_free(w->c.arena);
  free(w);
  return 0;
}

static void step(struct context *context, void *arg)
{
  struct world *w = arg;
  w->result = ruby_call((struct compilation *)context, NULL, w->entry, w->args, w->n, VALUE_UNDEF);
}

static bool call(struct world *w, const char *entry, uint32_t n)
{
  w->entry = entry;
  w->n = n;
  const bool ok = context_protect(&w->c.context, step, w);
  if (!ok) snprintf(w->message, sizeof w->message, "%.*s", STR_FMT(context_message(&w->c.context)));
  return ok;
}

static bool run(struct world *w, const char *code)
{
  if (!ruby_installed()) skip();
  w->args[0] = value_str(str_of(code));
  return call(w, "instance_eval", 1);
}

static value echo(struct world *w, value v)
{
  assert_true(run(w, "def self.echo(v) = v"));
  w->args[0] = v;
  if (!call(w, "echo", 1)) fail_msg("%s", w->message);
  return w->result;
}

static void values_are_returned_unchanged(void **state)
{
  struct world *w = *state;
  struct arena *a = w->c.arena;
  str why;
  struct hash *h = hash_new(a, 4);
  hash_put_str(h, a, STR("k"), VALUE_DEFAULT);
  hash_put(h, a, value_int(3), VALUE_UNDEF);
  const value all[] = {
    VALUE_UNDEF,
    VALUE_DEFAULT,
    value_bool(true),
    value_bool(false),
    value_int(INT64_MIN),
    value_int(INT64_MAX),
    value_float(0.1),
    value_str(STR("h\xc3\xa9\0llo")),
    value_array(&array_empty),
    value_hash(h),
    value_regex(regex_compile(a, STR("^a/b$"), &why)),
    value_type(type_integer(a, 1, 2)),
    value_sensitive(a, value_int(1)),
    value_binary(STR("\xff\0x")),
    value_semver(semver_parse(a, STR("1.2.3-rc1+b5"), &why)),
    value_uri(uri_parse(a, STR("http://a/b"), &why)),
    (value){.kind = V_TIMESTAMP, .integer = -5, .length = 999999999},
    (value){.kind = V_TIMESPAN, .integer = 86400, .length = 1},
    value_runtime_integer(a, STR("1180591620717411303424"), STR("0x400000000000000000")),
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const value back = echo(w, all[i]);
    if (!value_same(all[i], back)) fail_msg("%zu: %.*s", i, STR_FMT(value_to_str(a, back)));
  }
}

static void ruby_objects_are_returned_identical(void **state)
{
  struct world *w = *state;
  assert_true(run(w, "$thing = Object.const_set(:Thing, Struct.new(:a)).new(1)"));
  assert_int_equal(w->result.kind, V_RUNTIME);
  struct buf out = BUF_IN(w->c.arena);
  type_format(&out, type_infer(w->c.arena, w->result));
  assert_string_equal(out.p, "Runtime[ruby, 'Thing']");
  assert_true(run(w, "def self.same(v) = v.equal?($thing)"));
  assert_true(run(w, "$thing"));
  w->args[0] = w->result;
  assert_true(call(w, "same", 1));
  assert_true(w->result.boolean);
}

static void exceptions_are_failures(void **state)
{
  static const char *const codes[][2] = {
    {"raise 'no way'", "no way"},
    {"raise Puppet::ParseError, 'p'", "p"},
    {"exit 3", "exit"},
    {"abort", "exit"},
    {"throw :x", "uncaught throw :x"},
    {"1.foo", "undefined method `foo'"},
    {"raise Exception, 'e'", "e (Exception)"},
    {"def self.d = d; d", "stack level too deep"},
    {"a = []; a << a; a", "contains itself"},
    {"1 +", "syntax error"},
    {"require 'nothing/here'", "cannot load such file -- nothing/here"},
    {"loop { }", "takes longer than 0.300 s"},
    {"sleep", "takes longer"},
    {"begin; sleep; rescue => e; 1; end", "takes longer"},
    {"('a' * 40) =~ /^(a|a)*(b|c)\\1$/ ; loop {}", "takes longer"},
    {"Ficelle::Core.type_parse('Integer[')", "Syntax error"},
    {"Ficelle::Core.type_text", "wrong number"},
  };
  struct world *w = *state;
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    w->settings.ruby_time_limit_ms = strstr(codes[i][1], "takes longer") != NULL ? 300 : 20000;
    if (run(w, codes[i][0])) fail_msg("%s did not fail", codes[i][0]);
    if (strstr(w->message, codes[i][1]) == NULL) fail_msg("%s: %s", codes[i][0], w->message);
  }
  assert_true(run(w, "1 + 1"));
  assert_int_equal(w->result.integer, 2);
}

static value give(struct world *w, const char *entry, value v)
{
  w->args[0] = v;
  if (!call(w, entry, 1)) fail_msg("%s", w->message);
  return w->result;
}

/* The same array or hash is one object on each side, whichever made it, and changes by Ruby are visible. */
static void containers_are_the_same_on_both_sides(void **state)
{
  struct world *w = *state;
  struct arena *a = w->c.arena;
  const value one = value_int(1), inner = array_of(a, &one, 1), list = array_of(a, (value[]){inner, inner}, 2);
  assert_true(run(w, "def self.echo(v) = v; def self.grow(v) = (v << 2; nil); def self.keep(v) = @keep ||= v;"
                     "def self.keep_again(v) = @keep.equal?(v) && v[0].equal?(v[1])"));
  assert_ptr_equal(give(w, "echo", list).array, list.array);
  give(w, "keep", list);
  assert_true(give(w, "keep_again", list).boolean);
  give(w, "grow", inner);
  assert_int_equal(inner.array->n, 2);
  assert_int_equal(list.array->items[1].array->n, 2);
  assert_true(run(w, "@made = {'k' => ['x']}"));
  const value made = w->result;
  assert_true(run(w, "@made['k'] << 'y'; @made['k'][0] << 'z'; @made['l'] = @made['k']; nil"));
  assert_int_equal(made.hash->n, 2);
  assert_ptr_equal(made.hash->entries[0].value.array, made.hash->entries[1].value.array);
  assert_string_equal(value_to_str(a, made).p, "{k => [xz, y], l => [xz, y]}");
  assert_false(run(w, "@made['k'] << @made; nil"));
  assert_non_null(strstr(w->message, "contains itself"));
}

/* Values that outlive the compilation are restored at its end. */
static void changes_end_with_the_compilation(void **state)
{
  struct world *w = *state;
  assert_true(run(w, "def self.grow(v) = (v << 2; nil)")); /* skips without Ruby, before anything is allocated */
  struct arena *outer = arena_new();
  const value one = value_int(1), list = array_of(outer, &one, 1);
  give(w, "grow", list);
  assert_int_equal(list.array->n, 2);
  ruby_end(&w->c);
  assert_int_equal(list.array->n, 1);
  assert_int_equal(list.array->items[0].integer, 1);
  arena_free(outer);
}

struct told {
  unsigned begun[RUBY_KIND_COUNT], outcomes[OBSERVED_STOPPED + 1], open;
};

static unsigned told_begin(void *ctx, enum ruby_kind kind)
{
  struct told *t = ctx;
  t->begun[kind]++;
  return t->open++;
}

static void told_end(void *ctx, unsigned mark, enum observer_outcome outcome)
{
  struct told *t = ctx;
  t->open = mark;
  t->outcomes[outcome]++;
}

static void calls_are_reported_to_the_observer(void **state)
{
  struct world *w = *state;
  struct told told = {0};
  const struct observer observer = {.ctx = &told, .ruby_begin = told_begin, .span_end = told_end};
  assert_true(run(w, "1")); /* Ruby is already running */
  w->c.observer = &observer;
  assert_true(run(w, "2"));
  assert_false(run(w, "raise 'no'"));
  assert_false(run(w, "loop { }"));
  w->args[0] = value_int(3);
  assert_true(call(w, "text_of", 1));
  assert_int_equal(told.begun[RUBY_KIND_OTHER], 3);
  assert_int_equal(told.begun[RUBY_KIND_OBJECT], 1);
  assert_int_equal(told.outcomes[OBSERVED_DONE], 2);
  assert_int_equal(told.outcomes[OBSERVED_FAILED], 1);
  assert_int_equal(told.outcomes[OBSERVED_STOPPED], 1);
  assert_int_equal(told.open, 0);
  assert_false(run(w, "Ficelle::NOT_FOUND")); /* a back end of Hiera: neither a value nor a failure */
  assert_string_equal(w->message, "uncaught throw :no_such_key");
  assert_int_equal(told.outcomes[OBSERVED_DONE], 3);
  assert_int_equal(told.outcomes[OBSERVED_FAILED], 1);
  assert_true(ruby_memory_bytes() > 100000);
  w->c.observer = NULL;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(values_are_returned_unchanged, begin, end),
    cmocka_unit_test_setup_teardown(ruby_objects_are_returned_identical, begin, end),
    cmocka_unit_test_setup_teardown(exceptions_are_failures, begin, end),
    cmocka_unit_test_setup_teardown(containers_are_the_same_on_both_sides, begin, end),
    cmocka_unit_test_setup_teardown(changes_end_with_the_compilation, begin, end),
    cmocka_unit_test_setup_teardown(calls_are_reported_to_the_observer, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
