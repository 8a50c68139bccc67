#include "syntax_test.h"

#include "compiler/syntax/external_syntax.h"

struct bad {
  const char *text, *message;
};

static void assert_all(const struct bad *cases, size_t n)
{
  for (size_t i = 0; i < n; i++) assert_error(cases[i].text, cases[i].message);
}
#define ASSERT_ALL(cases) assert_all((cases), sizeof(cases) / sizeof *(cases))

static void test_assignments(void **state)
{
  (void)state;
  static const struct bad cases[] = {
    {"$0 = 1", "Illegal attempt to assign to the numeric match result variable '$0'. Numeric variables are not "
               "assignable (line: 1, column: 1)"},
    {"$a::b = 1",
     "Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces (line: 1, column: 1)"},
    {"1 = 2", "Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference (line: 1, column: 1)"},
    {"$a[1] = 2", "Illegal attempt to assign via [index/key]. Not an assignable reference (line: 1, column: 1)"},
    {"$a += 1",
     "The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals (line: 1, column: 4)"},
    {"define f($a = ($b = 1)) { }", "Assignment not allowed here (line: 1, column: 19)"},
  };
  ASSERT_ALL(cases);
  assert_good("[$a, [$b]] = [1, [2]]");
  assert_good("define f($a = g() |$x| { $y = $x }) { }");
}

static void test_definitions(void **state)
{
  (void)state;
  static const struct bad cases[] = {
    {"if true { class a { } }",
     "Classes, definitions, and nodes may only appear at toplevel or inside other classes (line: 1, column: 11)"},
    {"class a { function f() { } }", "A Function Definition may only appear at toplevel (line: 1, column: 11)"},
    {"class A { }",
     "Unacceptable name. The name 'A' is unacceptable as the name of a Host Class Definition (line: 1, column: 1)"},
    {"define integer { }", "The name: 'integer' is already defined by Puppet and can not be used as the name of a "
                           "'define' expression. (line: 1, column: 1)"},
    {"class a($x, $x) { }", "The parameter 'x' is declared more than once in the parameter list (line: 1, column: 13)"},
    {"class a($title) { }",
     "The parameter $title redefines a built in parameter in the Host Class Definition (line: 1, column: 9)"},
    {"class a(*$x) { }",
     "Parameter $x has 'captures rest' - not supported in a Host Class Definition (line: 1, column: 10)"},
    {"f() |*$x, $y| { }", "Parameter $x is not last, and has 'captures rest' (line: 1, column: 7)"},
    {"class a { 1 }", "This Literal Integer has no effect. A Host Class Definition can not end with a value-producing "
                      "expression without other effect (line: 1, column: 11)"},
    {"node 'a b' { }", "The hostname 'a b' contains illegal characters (only letters, digits, '_', '-', and '.' are "
                       "allowed) (line: 1, column: 6)"},
    {"node \"a${b}\" { }", "An interpolated expression is not allowed in a hostname of a node (line: 1, column: 10)"},
    {"type Runtime[ruby, 'X'] = [/c/, 'd']",
     "Illegal type mapping. Expected a Type on the left side, got A Type Mapping (line: 1, column: 6)"},
  };
  ASSERT_ALL(cases);
  assert_good("class a { class b { node c { } } define d { } }");
}

static void test_values_queries_and_resources(void **state)
{
  (void)state;
  static const struct bad cases[] = {
    {"$a = 1 + File<| |>", "Invalid use of expression. A Virtual Query does not produce a value (line: 1, column: 10)"},
    {"File<| a > 1 |>", "Illegal query expression. A '>' expression cannot be used in a query (line: 1, column: 10)"},
    {"$x<| |>", "Illegal expression. A Variable is unacceptable as type name in a Virtual Query (line: 1, column: 1)"},
    {"File { a +> 1 }", "Illegal +> operation on attribute a. This operator can not be used in a Resource Defaults "
                        "Expression (line: 1, column: 8)"},
    {"@class { 'a': }", "Classes are not virtualizable (line: 1, column: 1)"},
    {"file { a => 1 }",
     "This expression is invalid. Did you try declaring a 'file' resource without a title? (line: 1, column: 1)"},
    {"f { 'a': * => 1, * => 2 }",
     "Unfolding of attributes from Hash can only be used once per resource body (line: 1, column: 18)"},
    {"1 notice(2)", "This Literal Integer has no effect. A value was produced and then forgotten (one or more "
                    "preceding expressions may have the wrong form) (line: 1, column: 1)"},
    {"$a = private",
     "Use of reserved word: private, must be quoted if intended to be a String value (line: 1, column: 6)"},
    {"case 1 { default: { } default: { } }",
     "This 'case' statement already has a 'default' entry - this is a duplicate (line: 1, column: 23)"},
    {"$a = 9223372036854775808", "A Literal Integer resulted in a value outside of Puppet Integer max range, got "
                                 "'+0x8000000000000000' (line: 1, column: 6)"},
    {"$a = $", "Illegal variable name, The given name '' does not conform to the naming rule "
               "/^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/ (line: 1, column: 6)"},
    {"'a'(1)", "Illegal expression. A String is unacceptable as function name in a Function Call (line: 1, column: 1)"},
  };
  ASSERT_ALL(cases);
}

static void test_duplicate_keys_depend_on_the_setting_strict(void **state)
{
  (void)state;
  const char *text = "$h = {a => 1, [1, 'b'] => 2, 'a' => 3, 1.0 => 4, 1 => 5}";
  assert_error(text, "The key 'a' is declared more than once (line: 1, column: 34)");
  /* As Puppet 8 does; 7.23 knows neither signs nor types as literals. */
  assert_error("$h = {-1 => 1, - -1 => 2, -1 => 3}", "The key '-1' is declared more than once (line: 1, column: 30)");
  assert_error("$h = {Foo::Bar => 1, -foo::bar => 2}",
               "The key 'foo::bar' is declared more than once (line: 1, column: 32)");
  assert_error("$h = {File['/x', -2] => 1, ['/x', -2] => 2}",
               "The key '[\"/x\", -2]' is declared more than once (line: 1, column: 39)");
  assert_error("$h = {Array[Integer] => 1, Set[Integer] => 2}",
               "The key '[\"integer\"]' is declared more than once (line: 1, column: 41)");
  struct parse_options o = {.strict = SEVERITY_ERROR};
  assert_non_null(test_parse("$h = {Optional[[1]] => 1, Optional[[1]] => 2, -(1) => 3, -(1) => 4}", &o));
  o.strict = SEVERITY_WARNING;
  assert_non_null(test_parse(text, &o));
  assert_int_equal(test_diags.warnings, 1);
  o.strict = SEVERITY_IGNORE;
  assert_non_null(test_parse(text, &o));
  assert_int_equal(test_diags.n, 0);
}

static void test_several_errors_are_counted(void **state)
{
  (void)state;
  assert_error("$0 = 1\n$1 = 2\nclass plan { $x }", "Language validation logged 3 errors, and 1 warnings. Giving up");
  assert_int_equal(test_diags.deprecations, 1);
}

static void test_places_in_modules(void **state)
{
  (void)state;
  static const str directories[] = {{"/m", 2}};
  struct parse_options o = {.module_directories = directories, .nmodule_directories = 1, .strict = SEVERITY_ERROR};
  static const struct {
    const char *file, *text;
    bool good;
  } cases[] = {
    {"/m/a/manifests/init.pp", "class a { }", true},    {"/m/a/manifests/b/c.pp", "class a::b::c { }", true},
    {"/m/a/manifests/b/c.pp", "class a::x { }", false}, {"/m/a/manifests/init.pp", "class a { } notice(1)", false},
    {"/m/a/other/x.pp", "class a { }", false},          {"/n/x.pp", "class q { } notice(1)", true},
    {"/m/a/types/b.pp", "type A::B = String", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    arena_free(test_arena);
    diag_list_init(&test_diags, test_arena = arena_new());
    struct ast_program *p = parse_text(test_arena, str_of(cases[i].file), str_of(cases[i].text), &o, &test_diags);
    if ((p != NULL) != cases[i].good) fail_msg("%s: %s", cases[i].file, cases[i].text);
  }
}

static void test_heredoc_syntax(void **state)
{
  (void)state;
  assert_good("$a = @(X:json)\n  {\"a\": [1, 2.5e3, \"\\u0041\", null]}\n  | X\n");
  assert_error("$a = @(X:json)\n[1,]\nX\n",
               "Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON string. "
               "\"451: unexpected token at ']\\n'\" (line: 2, column: 1)");
  assert_error("$a = @(X:pp)\n$a = \nX\n", "Invalid produced text having syntax: 'pp'. PP syntax checker: \"Syntax "
                                           "error at end of input\" (line: 2, column: 1)");
  assert_error(
    "$a = @(X:base64)\nYQ\nX\n",
    "Invalid produced text having syntax: 'base64'. Base64 syntax checker: Cannot parse invalid Base64 string - "
    "padding is not correct (line: 2, column: 1)");
  assert_good("$a = @(X:base64)\nYQ==\nX\n$b = @(Y:unknown)\n{\nY\n");
}

static void assert_deprecated(const char *text, const char *message)
{
  assert_good(text);
  assert_int_equal(test_diags.deprecations, message != NULL ? 1 : 0);
  if (message != NULL) assert_string_equal(arena_strz(test_arena, test_diags.items[0].message), message);
}

static void test_types_of_class_parameters_are_literal(void **state)
{
  (void)state;
  assert_deprecated("class c(Integer[2-1] $port) {}",
                    "The parameter '$port' must be a literal type, not a Puppet::Pops::Model::AccessExpression");
  assert_deprecated("class c(Array[[String]] $a) {}",
                    "The parameter '$a' must be a literal type, not a Puppet::Pops::Model::AccessExpression");
  assert_deprecated("class c(Struct[{a => Integer[-1, 3], Optional[b] => Pattern[/x/]}] $s) {}", NULL);
  assert_deprecated("define d(Integer[2-1] $port) {}", NULL);
}

static void test_every_issue_has_code_and_text(void **state)
{
  (void)state;
  for (int i = ISSUE_NONE + 1; i < ISSUE_COUNT; i++) {
    assert_true(issue_code(i)[0] != '\0');
    assert_true(issue_format(i)[0] != '\0');
  }
  assert_string_equal(issue_code(ISSUE_ILLEGAL_SINGLE_TYPE_MAPPING), "ILLEGAL_TYPE_MAPPING");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(test_assignments, test_teardown),
    cmocka_unit_test_teardown(test_definitions, test_teardown),
    cmocka_unit_test_teardown(test_values_queries_and_resources, test_teardown),
    cmocka_unit_test_teardown(test_duplicate_keys_depend_on_the_setting_strict, test_teardown),
    cmocka_unit_test_teardown(test_several_errors_are_counted, test_teardown),
    cmocka_unit_test_teardown(test_places_in_modules, test_teardown),
    cmocka_unit_test_teardown(test_heredoc_syntax, test_teardown),
    cmocka_unit_test_teardown(test_types_of_class_parameters_are_literal, test_teardown),
    cmocka_unit_test_teardown(test_every_issue_has_code_and_text, test_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
