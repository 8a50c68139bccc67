#include "syntax_test.h"

static void append(void *ctx, const struct token_view *t)
{
  struct buf *b = ctx;
  if (strcmp(t->kind, "EOF") == 0) return;
  if (b->n > 0) buf_char(b, ' ');
  buf_z(b, t->kind);
  if (t->value.n > 0) buf_printf(b, "'%.*s'", STR_FMT(t->value));
  buf_printf(b, "@%u:%u", t->line, t->column);
}

static void assert_tokens_of(const char *text, const char *wanted, bool epp)
{
  struct parse_options o = {.epp = epp};
  arena_free(test_arena);
  test_arena = arena_new();
  diag_list_init(&test_diags, test_arena);
  struct buf b = BUF_IN(test_arena);
  if (!tokens_each(test_arena, STR_EMPTY, str_of(text), &o, &test_diags, append, &b))
    fail_msg("%s: %s", text, test_message());
  assert_string_equal(b.n > 0 ? b.p : "", wanted);
}

static void assert_tokens(const char *text, const char *wanted) { assert_tokens_of(text, wanted, false); }

static void test_names_words_and_types(void **state)
{
  (void)state;
  assert_tokens("a::b ::c a-b _x A::B",
                "NAME'a::b'@1:1 NAME'::c'@1:6 WORD'a-b'@1:10 WORD'_x'@1:14 CLASSREF'A::B'@1:17");
  assert_tokens("foo::Bar a-", "NAME'foo'@1:1 CLASSREF'::Bar'@1:4 NAME'a'@1:10 MINUS'-'@1:11");
}

static void test_brackets_and_parentheses_depend_on_the_token_before(void **state)
{
  (void)state;
  assert_tokens("a[1] [2]",
                "NAME'a'@1:1 LBRACK'['@1:2 NUMBER'1'@1:3 RBRACK']'@1:4 LISTSTART'['@1:6 NUMBER'2'@1:7 RBRACK']'@1:8");
  assert_tokens("a(1)\n (2)",
                "NAME'a'@1:1 LPAREN'('@1:2 NUMBER'1'@1:3 RPAREN')'@1:4 WSLPAREN'('@2:2 NUMBER'2'@2:3 RPAREN')'@2:4");
  assert_tokens("a\xc2\xa0[", "NAME'a'@1:1 LISTSTART'['@1:3");
}

static void test_slash_divides_after_values_only(void **state)
{
  (void)state;
  assert_tokens("$a / 2 / 3", "VARIABLE'a'@1:1 DIV'/'@1:4 NUMBER'2'@1:6 DIV'/'@1:8 NUMBER'3'@1:10");
  assert_tokens("} /a\\/b/", "RBRACE'}'@1:1 REGEX'a/b'@1:3");
}

static void test_interpolation(void **state)
{
  (void)state;
  assert_tokens("\"a${b}c$d-\"", "DQPRE'a'@1:1 VARIABLE'b'@1:5 DQMID'c'@1:7 VARIABLE'd'@1:8 DQPOST'-'@1:10");
  assert_tokens("\"${b + 1}\"", "DQPRE@1:1 NAME'b'@1:4 PLUS'+'@1:6 NUMBER'1'@1:8 DQPOST@1:10");
  assert_tokens("\"${b[1]}\"", "DQPRE@1:1 VARIABLE'b'@1:4 LBRACK'['@1:5 NUMBER'1'@1:6 RBRACK']'@1:7 DQPOST@1:9");
  assert_tokens("\"a $ b\"", "STRING'a $ b'@1:1");
}

static void test_escapes(void **state)
{
  (void)state;
  assert_tokens("\"\\u0041\\u{1F600}\\\\\\$\"", "STRING'A\xf0\x9f\x98\x80\\$'@1:1");
  assert_tokens("'a\\'b\\c'", "STRING'a'b\\c'@1:1");
  /* Unicode escapes come first: the result may be part of another escape. */
  assert_tokens("\"\\u005cn\"", "STRING'\n'@1:1");
  assert_tokens("\"a\\qb\"", "STRING'a\\qb'@1:1");
  assert_int_equal(test_diags.warnings, 1);
}

static void test_heredocs_keep_their_places(void **state)
{
  (void)state;
  assert_tokens("$a = @(\"X\")\n   b ${c d}\n   | X\n$e",
                "VARIABLE'a'@1:1 EQUALS'='@1:4 HEREDOC@1:6 SUBLOCATE'   b ${c d}\n'@2:1 DQPRE'b '@2:1 NAME'c'@2:8 "
                "NAME'd'@2:10 DQPOST'\n'@2:12 VARIABLE'e'@4:1");
  assert_tokens("[@(A), @(B)]\na\nA\nb\n|- B\n1",
                "LISTSTART'['@1:1 HEREDOC@1:2 SUBLOCATE'a\n'@2:1 STRING'a\n'@2:1 COMMA','@1:6 HEREDOC@1:8 "
                "SUBLOCATE'b\n'@4:1 STRING'b'@4:1 RBRACK']'@1:12 NUMBER'1'@6:1");
}

static void test_epp(void **state)
{
  (void)state;
  assert_tokens_of("a <%= $x -%> \nb<%% c",
                   "EPP_START@1:1 RENDER_STRING'a '@1:1 RENDER_EXPR@1:1 VARIABLE'x'@1:7 "
                   "EPP_END_TRIM'-%>'@1:10 RENDER_STRING'b<% c'@1:13",
                   true);
}

static void test_invalid_numbers(void **state)
{
  (void)state;
  assert_error("08", "Not a valid octal number 08 (line: 1, column: 1)");
  assert_error("0xg", "Not a valid hex number 0xg (line: 1, column: 1)");
  assert_error("1x", "Illegal number '1x' (line: 1, column: 1)");
  assert_error("$a = 1.5x", "Not a valid decimal number 1.5x (line: 1, column: 6)");
}

static void test_lexing_errors(void **state)
{
  (void)state;
  assert_error("$a = 'x", "Unclosed quote after \"'\" followed by 'x...' (line: 1, column: 7)");
  assert_error("\"x ${foo", "Unclosed quote after 'foo' followed by '<eof>' (line: 1, column: 9)");
  assert_error("/* x", "Unclosed multiline comment (line: 1, column: 1)");
  assert_error("@(X)\nfoo\n", "Heredoc without end-tagged line (line: 2, column: 1)");
  assert_error("@(X/tt)\n", "An escape char for @() may only appear once. Got 't, t' (line: 1, column: 8)");
  assert_error("\xef\xbb\xbf$a",
               "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source");
  assert_error("a\n \xff", "invalid byte sequence in UTF-8 (line: 2, column: 2)");
  assert_error("$a = /[/", "premature end of char-class: /[/");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(test_names_words_and_types, test_teardown),
    cmocka_unit_test_teardown(test_brackets_and_parentheses_depend_on_the_token_before, test_teardown),
    cmocka_unit_test_teardown(test_slash_divides_after_values_only, test_teardown),
    cmocka_unit_test_teardown(test_interpolation, test_teardown),
    cmocka_unit_test_teardown(test_escapes, test_teardown),
    cmocka_unit_test_teardown(test_heredocs_keep_their_places, test_teardown),
    cmocka_unit_test_teardown(test_epp, test_teardown),
    cmocka_unit_test_teardown(test_invalid_numbers, test_teardown),
    cmocka_unit_test_teardown(test_lexing_errors, test_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
