/* Scopes, frames, jumps and limits of the evaluator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "compiler/evaluator/eval.h"
#include "tests/unit/compiler/in_memory.h"

static void check(const char *manifest, const char *expected)
{
  struct in_memory m;
  in_memory_compile(&m, "%s", manifest);
  assert_string_equal(m.outcome, expected);
  in_memory_free(&m);
}

static void test_classes_see_top_scope_and_inherited_classes(void **state)
{
  (void)state;
  check("$x = 'top' class a { $y = 'a' notice($x, $y) } class b inherits a { notice($y) $y = 'b' notice($y, "
        "$a::y) } "
        "class c { include b notice($y) notice($::x, $::b::y) } include c",
        "top a | a | b a |  | top b");
}

static void test_variables_are_set_once(void **state)
{
  (void)state;
  check("$x = 1 $x = 2", "! Evaluation Error: Cannot reassign variable '$x' (line: 1, column: 11)");
  check("$x = 1 [1].each |$i| { $x = $i + 1 notice($x) } notice($x)", "2 | 1");
  check("[1].each |$x| { $x = 2 }", "! Evaluation Error: Cannot reassign variable '$x' (line: 1, column: 20)");
}

static void test_match_variables_are_local_to_their_block(void **state)
{
  (void)state;
  check("if 'abc' =~ /a(.)/ { if 'x' =~ /y/ { } notice($1) if 'de' =~ /(d)/ { notice($1) } notice($1) } "
        "notice($1)",
        "b | d | b | ");
}

static void test_defaults_of_parameters_see_earlier_ones(void **state)
{
  (void)state;
  check("class c($a, $b = $a, $c = \"${b}!\") { notice($c) } class { 'c': a => 1 }", "1!");
  check("class c($a = $b, $b = 1) { } include c",
        "! Evaluation Error: Error while evaluating a Function Call, Class[C]: default expression for $a "
        "tries to "
        "illegally access not yet evaluated $b (line: 1, column: 30)");
  check("function f($a, $b = $a + 1, *$rest) { [$a, $b, $rest] } notice(f(1), f(1, 5, 6, 7))",
        "[1, 2, []] [1, 5, [6, 7]]");
}

static void test_functions_see_no_scope_but_top(void **state)
{
  (void)state;
  check("$t = 'top' function f() { \"${t}-${l}\" } class a { $l = 'local' notice(f()) } include a", "top-");
}

static void test_jumps(void **state)
{
  (void)state;
  check("function f($x) { [1, 2].each |$i| { if $i == $x { return(\"found ${i}\") } } 'none' } notice(f(2), "
        "f(5))",
        "found 2 none");
  check("class a { notice(1) return() notice(2) } include a notice(3)", "1 | 3");
  check("define d { notice(1) next() notice(2) } d { 'x': }", "1");
  check("notice([1, 2, 3].map |$x| { [4, 5].each |$y| { break() } next($x * 2) })", "[2, 4, 6]");
  check("$r = [1].map |$x| { function_that_breaks() } function function_that_breaks() { break() } notice($r, "
        "$x)",
        "[] ");
  check("return(1)", "! return() from context where this is illegal (file: unknown, line: 1)");
}

/* A break out of a function called from a lambda must remove the frames of both. */
static void test_a_jump_restores_the_frames_it_crosses(void **state)
{
  (void)state;
  check("function f($p) { $q = $p [1].each |$z| { } break() } [1, 2].each |$i| { f($i) } $q = 'free' "
        "notice($q, $p, $i)",
        "free  ");
}

static void test_templates_have_their_own_scope(void **state)
{
  (void)state;
  check("$v = 'top' class a { $v = 'local' notice(inline_epp('<%= $v %>'), inline_epp('<%= $v %>', { v => "
        "'given' })) "
        "notice(inline_epp('<%- |$w = 1| -%><%= $w %>')) } include a",
        "local given | 1");
  check("notice(inline_epp('<%= Sensitive(x) %>'))", "Sensitive [value redacted]");
}

static void test_nesting_is_limited(void **state)
{
  (void)state;
  struct in_memory m;
  in_memory_compile(&m, "%s", "function f($x) { f($x + 1) } f(1)");
  assert_int_equal(m.result.failure.class, FAILURE_LIMIT);
  in_memory_free(&m);
}

static void test_a_slow_regular_expression_is_stopped(void **state)
{
  (void)state;
  struct in_memory m;
  in_memory_compile(&m, "notice('%s' =~ /^(a+)+$/)", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
  assert_int_equal(m.result.failure.class, FAILURE_LIMIT);
  in_memory_free(&m);
}

static void test_missing_names_are_reported(void **state)
{
  (void)state;
  check("lookup('x')", "! Function lookup() did not find a value for the name 'x'");
  check("nope('x')", "! Evaluation Error: Unknown function: 'nope'. (line: 1, column: 1)");
}

static void test_order_of_evaluation(void **state)
{
  (void)state;
  check("class a { notice 'in a'; duck { 'donald': } include b duck { 'daisy': } } "
        "class b { notice 'in b' duck { ['huey', 'dewey', 'louie']: } } "
        "class c { notice 'in c' duck { 'mc scrooge': } } define duck { notice \"duck $name\" include c } "
        "include a",
        "in a | in b | duck donald | in c | duck huey | duck dewey | duck louie | duck daisy | duck mc "
        "scrooge");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_classes_see_top_scope_and_inherited_classes),
    cmocka_unit_test(test_variables_are_set_once),
    cmocka_unit_test(test_match_variables_are_local_to_their_block),
    cmocka_unit_test(test_defaults_of_parameters_see_earlier_ones),
    cmocka_unit_test(test_functions_see_no_scope_but_top),
    cmocka_unit_test(test_jumps),
    cmocka_unit_test(test_a_jump_restores_the_frames_it_crosses),
    cmocka_unit_test(test_templates_have_their_own_scope),
    cmocka_unit_test(test_nesting_is_limited),
    cmocka_unit_test(test_a_slow_regular_expression_is_stopped),
    cmocka_unit_test(test_missing_names_are_reported),
    cmocka_unit_test(test_order_of_evaluation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
