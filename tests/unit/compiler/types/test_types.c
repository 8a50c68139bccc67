/* Types: parsing, printing, instances, inference and messages about mismatches. Expectations were recorded from Puppet
 * 7.23. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "compiler/types/type.h"
#include "tests/unit/base/arena_test.h"

static struct context context;

static const char *text_of(const type *t)
{
  struct buf out = BUF_IN(arena);
  type_format(&out, t);
  buf_char(&out, '\0');
  return out.p;
}

static const type *parse(const char *text) { return type_from_text(&context, NULL, str_of(text)); }

static void printing(void **state)
{
  (void)state;
  static const struct {
    const char *text, *shown;
  } table[] = {
    {"Integer", "Integer"},
    {"Integer[1]", "Integer[1]"},
    {"Integer[default, 5]", "Integer[default, 5]"},
    {"Float[1,2.5]", "Float[1.0, 2.5]"},
    {"String[0]", "String[0]"},
    {"Enum['b','a','a']", "Enum['a', 'b']"},
    {"Enum['a',true]", "Enum['a', true]"},
    {"Pattern[/a\\/b/, 'c']", "Pattern[/a\\/b/, /c/]"},
    {"Array[Any]", "Array"},
    {"Array[Any,1]", "Array[Any, 1]"},
    {"Array[0,0]", "Array[0, 0]"},
    {"Array[1,3]", "Array[Any, 1, 3]"},
    {"Hash[String,Integer,1]", "Hash[String, Integer, 1]"},
    {"Tuple[String,1,3]", "Tuple[String, 1, 3]"},
    {"Struct[{a=>Integer,'b c'=>Optional[String],Optional[c]=>Integer,NotUndef[d]=>Optional[String]}]",
     "Struct[{'a' => Integer, 'b c' => Optional[String], Optional['c'] => Integer, NotUndef['d'] => "
     "Optional[String]}]"},
    {"Variant[String,Variant[Integer,String]]", "Variant[String, Integer]"},
    {"Variant[String]", "String"},
    {"Callable[0,0]", "Callable[0, 0]"},
    {"Callable[1,2]", "Callable[1, 2]"},
    {"Callable[String,1,2]", "Callable[String, 1, 2]"},
    {"Callable[[String],Integer]", "Callable[[String], Integer]"},
    {"Callable[String,Callable[Integer]]", "Callable[String, Callable[Integer]]"},
    {"Optional['x']", "Optional['x']"},
    {"Sensitive[String[1]]", "Sensitive[String]"},
    {"Class['::A::b']", "Class[a::b]"},
    {"Resource['file','x']", "File['x']"},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    assert_string_equal(text_of(parse(table[i].text)), table[i].shown);
  }
}

static void parse_step(struct context *c, void *arg) { type_from_text(c, NULL, str_of(arg)); }

static void bad_texts(void **state)
{
  (void)state;
  static const struct {
    const char *text, *error;
  } table[] = {
    {"Array[1,2,3]", "The expression <Array[1,2,3]> is not a valid type specification."},
    {"Hash[String]", "Invalid number of type parameters specified: Hash requires 2 to 4, 1 provided"},
    {"Any[1]", "Not a parameterized type <Any>"},
    {"Integer[5,1]", "'from' must be less or equal to 'to'. Got (5, 1"},
    {"Enum[1]", "Enum parameters must be identifiers or strings"},
    {"String[", "Syntax error at end of input"},
    {"Boolean[1]", "Boolean parameter must be true or false"},
    {"integer", "The expression <integer> is not a valid type specification."},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    assert_false(context_protect(&context, parse_step, (void *)table[i].text));
    assert_true(str_eqz(context_message(&context), table[i].error));
  }
  char *deep = arena_alloc(arena, 700001);
  for (int i = 0; i < 100000; i++) memcpy(deep + i * 6, "Array[", 6);
  deep[600000] = '\0';
  assert_false(context_protect(&context, parse_step, deep));
  assert_int_equal(context.failure.class, FAILURE_LIMIT);
}

static value pair_of(value x, value y)
{
  const value items[] = {x, y};
  return array_of(arena, items, 2);
}

static void instances(void **state)
{
  (void)state;
  value s = value_str(STR("é")), mixed = pair_of(value_int(1), value_str(STR("a")));
  assert_true(type_instance(parse("String[1,1]"), s));
  assert_false(type_instance(parse("Float"), value_int(1)));
  assert_true(type_instance(parse("Tuple[Integer,String]"), mixed));
  assert_false(type_instance(parse("Array[Integer]"), mixed));
  assert_true(type_instance(parse("Data"), mixed));
  assert_false(type_instance(parse("Data"), pair_of(VALUE_DEFAULT, s)));
  assert_true(type_instance(parse("Enum['A',true]"), value_str(STR("a"))));
  assert_true(type_instance(parse("Type[Numeric]"), value_type(parse("Integer"))));
  assert_true(type_assignable(parse("Data"), parse("Array[Data]")));
  assert_true(type_assignable(parse("RichData"), parse("Data")));
  assert_false(type_assignable(parse("Data"), parse("RichData")));
}

static void inference(void **state)
{
  (void)state;
  value mixed = pair_of(value_int(1), value_str(STR("a")));
  assert_string_equal(text_of(type_infer_set(arena, mixed)), "Tuple[Integer[1, 1], String]");
  assert_string_equal(text_of(type_infer(arena, mixed)), "Array[ScalarData, 2, 2]");
  assert_string_equal(text_of(type_infer(arena, pair_of(value_int(1), value_int(5)))), "Array[Integer[1, 5], 2, 2]");
  assert_string_equal(text_of(type_generalize(arena, type_infer(arena, mixed))), "Array[ScalarData]");
  assert_string_equal(text_of(type_infer(arena, value_array(&array_empty))), "Array[0, 0]");
}

static void mismatches(void **state)
{
  (void)state;
  static const struct {
    const char *type, *text;
  } table[] = {
    {"Integer", "x expects an Integer value, got Tuple"},
    {"Optional[Enum['a']]", "x expects an undef value or a match for Enum['a'], got Tuple"},
    {"Tuple[Integer,Integer]", "x index 1 expects an Integer value, got String"},
    {"Array[Integer,3]", "x expects size to be at least 3, got 2"},
    {"Variant[Integer,String]", "x expects a value of type Integer or String, got Tuple"},
    {"Optional[Integer]", "x expects a value of type Undef or Integer, got Tuple"},
  };
  const type *actual = type_infer_set(arena, pair_of(value_int(1), value_str(STR("a"))));
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const str text = type_describe_mismatch(arena, STR("x"), parse(table[i].type), actual);
    assert_string_equal(arena_strz(arena, text), table[i].text);
  }
}

static void aliases(void **state)
{
  (void)state;
  type *tree = type_alias_new(arena, STR("Tree"));
  const type *both[] = {type_simple(T_INTEGER), type_array(arena, tree, NULL), tree};
  type_alias_resolve(&context, tree, type_variant(arena, both, 3));
  value leaf = value_int(1), text = value_str(STR("x"));
  assert_true(type_instance(tree, pair_of(leaf, pair_of(leaf, leaf))));
  assert_false(type_instance(tree, pair_of(leaf, pair_of(leaf, text))));
  assert_true(type_assignable(tree, tree));
  assert_true(type_assignable(tree, parse("Array[Array[Integer]]")));
}

static int setup(void **state)
{
  arena_setup(state);
  context_init(&context, arena);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(printing),  cmocka_unit_test(bad_texts),  cmocka_unit_test(instances),
    cmocka_unit_test(inference), cmocka_unit_test(mismatches), cmocka_unit_test(aliases),
  };
  return cmocka_run_group_tests(tests, setup, arena_teardown);
}
