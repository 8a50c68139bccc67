/* Catalogs: resources, tags, overrides, collectors, relationships, JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "compiler/restypes/restype.h"
#include "tests/unit/compiler/in_memory.h"

static void fails(const char *manifest, const char *expected)
{
  struct in_memory m;
  in_memory_compile(&m, "%s", manifest);
  assert_string_equal(m.outcome, expected);
  in_memory_free(&m);
}

/* Checks that the catalog's JSON contains (or does not contain) the text. */
static void json_has(const char *manifest, const char *expected, bool has)
{
  struct in_memory m;
  in_memory_compile(&m, "%s", manifest);
  assert_true(m.result.ok);
  struct buf out = BUF_HEAP;
  struct json_writer w;
  json_init(&w, &out, false);
  catalog_write_json(m.result.compilation, &w, false);
  if ((strstr(out.p, expected) != NULL) != has) fail_msg("%s in %s", has ? expected : "unexpected text", out.p);
  buf_free(&out);
  in_memory_free(&m);
}

static void test_first_resources_and_their_order(void **state)
{
  (void)state;
  json_has("notify { 'x': message => 'y' }",
           "\"resources\":[{\"type\":\"Stage\",\"title\":\"main\",\"tags\":[\"stage\"],\"exported\":false,"
           "\"kind\":\"compilable_type\",\"parameters\":{\"name\":\"main\"}},{\"type\":\"Class\",\"title\":"
           "\"Settings\"",
           true);
  json_has("notify { 'x': message => 'y' }",
           "{\"type\":\"Notify\",\"title\":\"x\",\"tags\":[\"notify\",\"x\",\"class\"],\"file\":\"\",\"line\":1,"
           "\"exported\":false,\"kind\":\"compilable_type\",\"parameters\":{\"message\":\"y\"}}",
           true);
  json_has("class a { notify { 'x': } } include a", "{\"source\":\"Class[A]\",\"target\":\"Notify[x]\"}", true);
}

static void test_parameters_as_puppet_writes_them(void **state)
{
  (void)state;
  json_has("file { '/tmp/x/': mode => undef }", "\"parameters\":{\"path\":\"/tmp/x\"}", true);
  json_has("file { '/tmp/x': path => '/tmp/x' }", "\"path\"", false);
  json_has("exec { 'x': name => 'y' }", "\"parameters\":{\"command\":\"y\"}", true);
  json_has("notify { 'x': message => Sensitive('s') }", "\"message\":\"s\"},\"sensitive_parameters\":[\"message\"]",
           true);
  json_has("notify { 'x': require => [[File['/a']], undef] } file { '/a': }", "\"require\":[\"File[/a]\"]", true);
}

static void test_virtual_resources_are_omitted(void **state)
{
  (void)state;
  json_has("@notify { 'x': }", "Notify", false);
  json_has("@notify { 'x': tag => 't' } Notify<| tag == 't' |> { message => 'm' }", "\"message\":\"m\"", true);
  json_has("@notify { 'x': } realize(Notify['x'])", "\"title\":\"x\"", true);
  fails("realize(Notify['x'])", "! Failed to realize virtual resources Notify[x]");
  fails("Class<| |>", "! Evaluation Error: Error while evaluating a Virtual Query, Classes cannot be collected "
                      "(line: 1, column: 1)");
}

static void test_duplicates_and_aliases(void **state)
{
  (void)state;
  fails("notify { 'x': }\nnotify { 'x': }",
        "! Evaluation Error: Error while evaluating a Resource Statement, Duplicate declaration: Notify[x] "
        "is already "
        "declared at (line: 1); cannot redeclare (line: 2) (line: 2, column: 1)");
  fails("package { 'x': }\npackage { 'y': name => 'x' }",
        "! Evaluation Error: Error while evaluating a Resource Statement, Cannot alias Package[y] to [nil, "
        "\"x\", nil] at "
        "(line: 2); resource [\"Package\", nil, \"x\", nil] already declared (line: 1) (line: 2, column: 1)");
  fails("exec { 'x': command => '/a' } exec { 'y': command => '/a' }", "");
}

static void test_overrides(void **state)
{
  (void)state;
  json_has("class a { notify { 'x': message => 1 } } class b inherits a { Notify['x'] { message +> 2 } } "
           "include b",
           "\"message\":[1,2]", true);
  fails("class a { notify { 'x': } } class b { Notify['x'] { message => 1 } } include a\ninclude b",
        "! Only subclasses can override parameters (line: 1)");
  fails("Notify['x'] { message => 1 }", "! Could not find resource(s) Notify[x] for overriding");
}

static void test_relationships(void **state)
{
  (void)state;
  json_has("notify { ['a', 'b']: } Notify['a'] -> Notify['b']", "\"before\":[\"Notify[b]\"]", true);
  json_has("notify { ['a', 'b']: } Notify['a'] -> Notify<| title == 'q' |> ~> Notify['b']",
           "\"notify\":[\"Notify[b]\"]", true);
  fails("notify { 'a': } Notify['a'] -> Notify['b']",
        "! Could not find resource 'Notify[b]' for relationship from 'Notify[a]'");
  fails("notify { 'a': require => File['/b'] }",
        "! Could not find resource 'File[/b]' in parameter 'require' (line: 1)");
}

static void test_tags(void **state)
{
  (void)state;
  json_has("class a::b { notify { 'x': tag => 'T::u' } } include a::b",
           "\"tags\":[\"t::u\",\"t\",\"u\",\"notify\",\"x\",\"class\",\"a::b\",\"a\",\"b\"]", true);
  fails("notify { 'x': tag => 'a b' }", "! Invalid tag 'a b' (line: 1)");
  assert_true(tag_is_valid(STR("a-b.c:d_1")));
  assert_true(tag_is_valid(STR("\xc3\xa9t\xc3\xa9")));
  assert_false(tag_is_valid(STR("-a")));
  assert_false(tag_is_valid(STR("a b")));
  assert_true(tag_is_valid(STR("\xe6\x97\xa5")));   /* a letter of Japanese */
  assert_false(tag_is_valid(STR("a\xe2\x98\x83"))); /* a snowman */
  assert_false(tag_is_valid(STR("")));
  assert_false(tag_is_valid(STR("a\xff")));
}

static void test_metaparameters_are_inherited(void **state)
{
  (void)state;
  json_has("define d { notify { 'n': } } d { 'x': noop => true }",
           "\"title\":\"n\",\"tags\":[\"notify\",\"n\",\"d\",\"x\","
           "\"class\"],\"file\":\"\",\"line\":1,\"exported\":false,\"kind\":\"compilable_type\","
           "\"parameters\":{\"noop\":true}",
           true);
}

static void test_schemas(void **state)
{
  (void)state;
  const struct restype *file = restype_find(sym_z("file")), *package = restype_find(sym_z("package"));
  assert_non_null(file);
  assert_null(restype_find(sym_z("nothing_of_that_name")));
  assert_true(restype_has_attribute(file, sym_z("mode")));
  assert_true(restype_has_attribute(file, sym_z("require")));
  assert_true(restype_has_attribute(file, sym_z("name")));
  assert_false(restype_has_attribute(file, sym_z("nothing_of_that_name")));
  assert_string_equal(file->namevar->text, "path");
  assert_string_equal(package->namevar->text, "name");
  struct title_parts parts;
  struct arena *a = arena_new();
  assert_int_equal(restype_split_title(file, a, STR("/a/b///"), &parts), TITLE_SPLIT);
  assert_true(parts.n == 1 && str_eqz(value_text(parts.items[0].value), "/a/b"));
  assert_int_equal(restype_split_title(file, a, STR("///"), &parts), TITLE_SPLIT);
  assert_true(str_eqz(value_text(parts.items[0].value), "/"));
  assert_int_equal(restype_split_title(file, a, STR(""), &parts), TITLE_FITS_NONE);
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_first_resources_and_their_order),
    cmocka_unit_test(test_parameters_as_puppet_writes_them),
    cmocka_unit_test(test_virtual_resources_are_omitted),
    cmocka_unit_test(test_duplicates_and_aliases),
    cmocka_unit_test(test_overrides),
    cmocka_unit_test(test_relationships),
    cmocka_unit_test(test_tags),
    cmocka_unit_test(test_metaparameters_are_inherited),
    cmocka_unit_test(test_schemas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
