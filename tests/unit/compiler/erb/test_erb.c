/* ERB without Ruby: what is translated, what requires Ruby, and the results. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/erb/erb_internal.h"

struct run {
  struct context context; /* first */
  struct hash *variables;
  const struct erb_template *template;
  struct erb_result result;
  uint32_t calls;
};

static value *find(void *ctx, str name)
{
  return (value *)(uintptr_t)hash_get_str(((struct run *)ctx)->variables, name);
}

static const value *lookup(void *ctx, str name, bool quiet)
{
  (void)quiet;
  return find(ctx, name);
}

static bool call(void *ctx, const struct erb_function *f, bool older, const value *args, uint32_t n, value *result)
{
  struct run *r = ctx;
  (void)older;
  r->calls++;
  if (str_eqz(f->name, "fail")) fail_error(&r->context, FAILURE_EVALUATION, "it failed");
  *result = n > 0 ? args[0] : VALUE_UNDEF;
  return !str_eqz(f->name, "str2bool");
}

static void step(struct context *c, void *arg)
{
  struct run *r = arg;
  const struct erb_world w = {.ctx = r, .instance_variable = find, .lookup = lookup, .call = call};
  erb_render(c, r->template, &w, &r->result);
}

static void begin(struct run *r)
{
  *r = (struct run){.variables = NULL};
  struct arena *a = arena_new();
  context_init(&r->context, a);
  r->variables = hash_new(a, 8);
  const value items[] = {value_str(STR("b")), value_str(STR("a"))};
  struct hash *h = hash_new(a, 2);
  hash_put_str(h, a, STR("k"), value_int(1));
  hash_put_str(r->variables, a, STR("s"), value_str(STR("text")));
  hash_put_str(r->variables, a, STR("a"), array_of(a, items, 2));
  hash_put_str(r->variables, a, STR("h"), value_hash(h));
}

/* Returns "LEFT line: reason", "FAILED message", or the text; to be freed. */
static char *outcome(struct run *r, const char *text)
{
  char *out = NULL;
  int n;
  r->template = erb_parse(r->context.arena, str_of(text));
  if (!context_protect(&r->context, step, r)) {
    n = asprintf(&out, "FAILED %.*s", STR_FMT(context_message(&r->context)));
  } else if (r->result.left) {
    n = asprintf(&out, "LEFT %u: %.*s", r->result.line, STR_FMT(r->result.reason));
  } else {
    n = asprintf(&out, "%.*s", STR_FMT(r->result.text));
  }
  if (n < 0) abort();
  return out;
}

static void check(const char *text, const char *expected)
{
  struct run r;
  begin(&r);
  char *got = outcome(&r, text);
  assert_string_equal(got, expected);
  free(got);
  arena_free(r.context.arena);
}

static void test_text_and_trimming(void **state)
{
  (void)state;
  check("", "");
  check("a\n  <%- 1 -%>\nb <%= 2 %> <%% %>\n", "a\nb 2 <% %>\n");
  check("<%= 1 %>  <%- 2 -%>\nx", "1x");
  check("a<% # gone %>b\nc", "a");
  check("a<%# kept? %>b\r\n<% 1 -%>\r\nc", "ab\r\nc");
}

static void test_values_are_printed_as_in_ruby(void **state)
{
  (void)state;
  check("<%= @a %> <%= @h %> <%= @none.inspect %> <%= 1e20 %> <%= :s %>", "[\"b\", \"a\"] {\"k\"=>1} nil 1.0e+20 s");
  check("<%= 7 / -2 %> <%= -7 % 3 %> <%= 2 ** 62 %>", "-4 2 4611686018427387904");
}

static void test_templates_that_require_ruby(void **state)
{
  (void)state;
  check("a\n<%= @s.unknown_thing %>", "LEFT 2: the method 'unknown_thing' of String with 0 arguments");
  check("<%= @none.length %>", "LEFT 1: the method 'length' of nil with 0 arguments");
  check("\n\n<% retry %>", "LEFT 3: the word 'retry'");
  check("<%= Time.now %>", "LEFT 1: the constant 'Time'");
  check("<%= 9223372036854775807 + 1 %>", "LEFT 1: '+' beyond 64 bits");
  check("<%= 1 / 0 %>", "LEFT 1: a division by zero");
  check("<%= 'open", "LEFT 1: a tag that does not end");
  check("<% @s << 'x' %>", "LEFT 1: a change of a string of Puppet");
  check("<%= foo -1 %>", "LEFT 1: '-' behind a method's name");
  check("\xff", "LEFT 1: text that is not UTF-8");
  check("<%= scope.function_absent([1]) %>", "LEFT 1: the function 'absent'");
  check("<%= scope.function_str2bool([1]) %>", "LEFT 1: the function 'str2bool'");
}

/* Also syntax that is never evaluated, since the template is rejected when it is parsed. */
static void test_effects_require_ruby(void **state)
{
  (void)state;
  check("<% scope.setvar('a', 1) %>", "LEFT 1: the method 'setvar' of Puppet::Parser::Scope with 2 arguments");
  check("a\n<% if @none; def helper(x) x end; end %>", "LEFT 2: the word 'def'");
  check("<% if @none; begin; 1; rescue; 2; end; end %>", "LEFT 1: the word 'begin'");
  check("<% return %>", "LEFT 1: the word 'return'");
  check("<% if @s; scope.function_warning(['x']); end %>", "LEFT 1: the function 'warning'");
  check("<% if @none; scope.function_warning(['x']); end %>fine", "fine");
}

static void test_unreached_code_is_ignored(void **state)
{
  (void)state;
  check("<% if @none %><%= Time.now.foo %><% end %>fine", "fine");
}

static void test_failures_of_functions_are_passed_on(void **state)
{
  (void)state;
  check("<% scope.function_fail(['x']) %>", "FAILED it failed");
}

static void test_limits(void **state)
{
  (void)state;
  char deep[2048];
  memset(deep, '(', sizeof deep);
  memcpy(deep, "<%= ", 4);
  memcpy(deep + sizeof deep - 4, " %>", 4);
  check(deep, "LEFT 1: nesting of more than 200 levels");
  check("<%= 'abc' * 999999999 %>", "LEFT 1: '*' with 999999999");
  check("<% a = []; a << a %><%= a.flatten %>", "FAILED Evaluation Error: Nesting too deep: more than 3000 levels");
}

static void test_changing_puppets_values_requires_ruby(void **state)
{
  (void)state;
  check("<% @a << 'c' %>", "LEFT 1: a change of what is a value of Puppet");
  check("<% @h.delete('k') %>", "LEFT 1: a change of what is a value of Puppet");
  check("<% own = @a.map { |x| x }; own << 'c' %><%= own.length %>", "3");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_text_and_trimming),
    cmocka_unit_test(test_values_are_printed_as_in_ruby),
    cmocka_unit_test(test_templates_that_require_ruby),
    cmocka_unit_test(test_effects_require_ruby),
    cmocka_unit_test(test_unreached_code_is_ignored),
    cmocka_unit_test(test_failures_of_functions_are_passed_on),
    cmocka_unit_test(test_limits),
    cmocka_unit_test(test_changing_puppets_values_requires_ruby),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
