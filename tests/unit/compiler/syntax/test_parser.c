#include "syntax_test.h"

#include <stdlib.h>

static void test_precedence_is_the_grammars(void **state)
{
  (void)state;
  assert_dump("1 + 2 * 3 =~ 4 in 5", "(+ 1 (* 2 (=~ 3 (in 4 5))))");
  assert_dump("1 < 2 == 3", "(< 1 (== 2 3))");
  assert_dump("!$a in $b", "(in (! (var \"a\")) (var \"b\"))");
  assert_dump("-$a.b", "(- (call-method {:functor (. (var \"a\") (qn \"b\")) :args []}))");
  assert_dump("1 - 2 - 3", "(- (- 1 2) 3)");
  assert_dump("$a = $b = 1", "(= (var \"a\") (= (var \"b\") 1))");
  assert_dump("$a ? 1 => 2 + 3 or 4", "(? (var \"a\") [(=> 1 (or (+ 2 3) 4))])");
}

static void test_statement_calls(void **state)
{
  (void)state;
  assert_dump("notice 1, 2", "(invoke {:functor (qn \"notice\") :args [1 2]})");
  assert_dump("notice(1)", "(invoke {:functor (qn \"notice\") :args [1]})");
  assert_dump("notice {a => 1}", "(invoke {:functor (qn \"notice\") :args [(hash (=> \"a\" 1))]})");
  assert_error("foo 1, 2",
               "attempt to pass argument list to the function 'foo' which cannot be called without parentheses "
               "(line: 1, column: 6)");
  assert_error("1, 2", "illegal comma separated argument list (line: 1, column: 2)");
}

static void test_resources(void **state)
{
  (void)state;
  assert_dump("@file { a: b => 1; default: * => $c }",
              "(resource {:type (qn \"file\") :bodies [{:title (qn \"a\") :ops [(=> \"b\" 1)]} "
              "{:title (default) :ops [(splat-hash (var \"c\"))]}] :form \"virtual\"})");
  assert_dump("File['a'] { b +> 1 }",
              "(resource-override {:resources (access (qr \"File\") \"a\") :ops [(+> \"b\" 1)]})");
  assert_dump("File { if => 1 }", "(resource-defaults {:type (qr \"File\") :ops [(=> \"if\" 1)]})");
  assert_dump("A <| b == 1 |> { c => 2 }",
              "(collect {:type (qr \"A\") :query (virtual-query (== (qn \"b\") 1)) :ops [(=> \"c\" 2)]})");
  assert_dump("a { , b => 1 }", "(block (qn \"a\") (hash (=> \"b\" 1)))");
  assert_error("@notice(1)", "Virtual (@) can only be applied to a Resource Expression (line: 1, column: 1)");
  assert_error("1 { a => 1 }",
               "Expression is not valid as a resource, resource-default, or resource-override (line: 1, column: 1)");
}

static void test_definitions_are_qualified_and_listed_inner_first(void **state)
{
  (void)state;
  struct parse_options o = {.strict = SEVERITY_ERROR};
  struct ast_program *p = test_parse("class a { class b { define c($x = 1) { } } }", &o);
  assert_non_null(p);
  assert_int_equal(p->ndefinitions, 3);
  static const char *const names[] = {"a::b::c", "a::b", "a"};
  for (int i = 0; i < 3; i++) assert_true(str_eqz(AST_AS(ast_definition, p->definitions[i])->name, names[i]));
  assert_dump("function f(Integer[1,2] $a, *$b) >> String { 1 }",
              "(function {:name \"f\" :params {:a {:type (access (qr \"Integer\") 1 2)} :b {:splat true}} :body [1] "
              ":returns (qr \"String\")})");
  assert_dump("type A = B{c => 1}",
              "(type-alias \"A\" (access (qr \"Object\") (hash (=> (qn \"c\") 1) (=> (qn \"parent\") (qr \"B\")))))");
}

static void test_interpolated_names_are_variables(void **state)
{
  (void)state;
  assert_dump(
    "\"${a.b[1]} ${c} ${d + 1} ${1}\"",
    "(concat (str (access (call-method {:functor (. (var \"a\") (qn \"b\")) :args []}) 1)) \" \" (str (var \"c\")) "
    "\" \" (str (+ (qn \"d\") 1)) \" \" (str (var \"1\")))");
}

static void test_epp(void **state)
{
  (void)state;
  struct parse_options o = {.epp = true};
  assert_dump_with("<%- |$a| -%>\nx<%= {b => 1} %>",
                   "(lambda {:params {:a {}} :body [(epp (render-s \"x\") (render (hash (=> (qn \"b\") 1))))]})", &o);
  assert_dump_with("<%= {$b $c} %>", "(lambda {:body [(epp (render (block (var \"b\") (var \"c\"))))]})",
                   &(struct parse_options){.epp = true, .skip_validation = true});
  assert_error_with("a <%= $x", "Unbalanced epp tag, reached <eof> without closing tag. (line: 1, column: 9)", &o);
}

static void test_syntax_errors_name_the_token(void **state)
{
  (void)state;
  assert_error("$a = }", "Syntax error at '}' (line: 1, column: 6)");
  assert_error("$a =", "Syntax error at end of input");
  assert_error("$a = 1;", "Syntax error at end of input");
  assert_error("\"a${}b\"", "Syntax error at 'b' (line: 1, column: 6)");
  assert_error("$a.b(1,)", "Syntax error at ')' (line: 1, column: 8)");
  assert_error("$a[]", "Syntax error at ']' (line: 1, column: 4)");
  assert_error("x /a b/", "Syntax error at end of input");
  assert_error("$a = @(\"X\")\n    x ${y z}\n    | X\n", "Syntax error at 'z' (line: 2, column: 11)");
  assert_error("define 'a' { }", "A quoted string is not valid as a name here (line: 1, column: 8)");
}

/* -- limits: the maximum is accepted, one more is rejected -- */

static char *repeated(const char *start, const char *part, size_t n, const char *end)
{
  struct buf b = BUF_HEAP;
  buf_z(&b, start);
  for (size_t i = 0; i < n; i++) buf_z(&b, part);
  buf_z(&b, end);
  return b.p;
}

static bool parses(char *text, uint32_t max_depth)
{
  struct parse_options o = {.max_depth = max_depth, .skip_validation = true};
  bool ok = test_parse(text, &o) != NULL;
  if (!ok) assert_non_null(strstr(test_message(), "Nesting too deep"));
  free(text);
  return ok;
}

static void test_nesting_is_limited(void **state)
{
  (void)state;
  /* A level for the assignment, one for each operator and one for the operand. */
  assert_true(parses(repeated("$a = ", "!", 98, "1"), 100));
  assert_false(parses(repeated("$a = ", "!", 99, "1"), 100));
  /* The height of a tree: here one for each operator, the last operand, the assignment. */
  assert_true(parses(repeated("$a = 1", "+1", 598, ""), 100));
  assert_false(parses(repeated("$a = 1", "+1", 599, ""), 100));
  assert_true(parses(repeated("$a = 1", "+1", 5000, ""), 0));
  static const char *const openers[] = {"(",    "[",  "{a=>",  "- ", "* ",           "if 1 {",
                                        "\"${", "f(", "$a = ", "@",  "case 1 { 1: {"};
  for (size_t i = 0; i < sizeof openers / sizeof *openers; i++)
    assert_false(parses(repeated("", openers[i], 100000, ""), 0));
  assert_false(parses(repeated("if 1 {} ", "elsif 1 {} ", 100000, ""), 0));
  assert_false(parses(repeated("$a", "[1]", 100000, ""), 0));
}

static void test_nul_bytes_are_data_in_strings_and_errors_elsewhere(void **state)
{
  (void)state;
  struct parse_options o = {.skip_validation = true};
  diag_list_init(&test_diags, test_arena = arena_new());
  struct ast_program *p = parse_text(test_arena, STR_EMPTY, STR("'a\0b'"), &o, &test_diags);
  assert_non_null(p);
  assert_int_equal(ast_string_text(p->body).n, 3);
  assert_null(parse_text(test_arena, STR_EMPTY, STR("$a = \0"), &o, &test_diags));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(test_precedence_is_the_grammars, test_teardown),
    cmocka_unit_test_teardown(test_statement_calls, test_teardown),
    cmocka_unit_test_teardown(test_resources, test_teardown),
    cmocka_unit_test_teardown(test_definitions_are_qualified_and_listed_inner_first, test_teardown),
    cmocka_unit_test_teardown(test_interpolated_names_are_variables, test_teardown),
    cmocka_unit_test_teardown(test_epp, test_teardown),
    cmocka_unit_test_teardown(test_syntax_errors_name_the_token, test_teardown),
    cmocka_unit_test_teardown(test_nesting_is_limited, test_teardown),
    cmocka_unit_test_teardown(test_nul_bytes_are_data_in_strings_and_errors_elsewhere, test_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
