/* Rich data: JSON of types and objects, and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/json_write.h"
#include "compiler/types/object.h"
#include "compiler/types/object_type.h"
#include "compiler/types/rich_data.h"
#include "compiler/types/value_json.h"

struct fixture {
  struct context c;
  struct arena *arena;
  str text;
  bool allow_unresolved;
  value v;
};

static const struct type *known(void *ctx, str name)
{
  struct fixture *f = ctx;
  return str_eqz(name, "My::Thing")
           ? object_type_make(
               &f->c, type_value_from_text(
                        &f->c, NULL,
                        STR("{name => 'My::Thing', attributes => {a => Integer, b => {type => Any, value => undef}}}")))
           : NULL;
}

static void read_data(struct context *c, void *arg)
{
  struct fixture *f = arg;
  const struct type_resolver r = {.alias = known, .ctx = f};
  value data;
  str error;
  assert_true(value_read_json(c->arena, f->text, &data, &error));
  f->v = value_from_rich_data(c, &r, data, f->allow_unresolved);
}

static struct fixture begin(const char *json)
{
  struct fixture f = {.arena = arena_new(), .text = str_of(json)};
  return f;
}

static bool try_read(struct fixture *f)
{
  context_init(&f->c, f->arena);
  return context_protect(&f->c, read_data, f);
}

static void expect_json(value v, const char *expected)
{
  struct buf out = BUF_HEAP;
  struct json_writer w;
  json_init(&w, &out, false);
  value_write_json(&w, v, JSON_RICH);
  buf_char(&out, '\0');
  assert_string_equal(out.p, expected);
  buf_free(&out);
}

/* Data that was read is written again unchanged. */
static void round_trips(void **state)
{
  (void)state;
  static const char *const texts[] = {
    "[1,2.5,\"x\",null,true,{\"a\":[]}]",
    "{\"__ptype\":\"Default\"}",
    "{\"__ptype\":\"Regexp\",\"__pvalue\":\"a/b\"}",
    "{\"__ptype\":\"Sensitive\",\"__pvalue\":[1]}",
    "{\"__ptype\":\"Hash\",\"__pvalue\":[1,\"a\",\"__ptype\",2]}",
    "{\"__ptype\":\"Pcore::IntegerType\",\"from\":null,\"to\":2}",
    "{\"__ptype\":\"Pcore::FloatType\",\"from\":1.5}",
    "{\"__ptype\":\"Pcore::StringType\",\"size_type_or_value\":{\"__ptype\":\"Pcore::IntegerType\",\"from\":1}}",
    "{\"__ptype\":\"Pcore::EnumType\",\"values\":[\"a\",\"b\"],\"case_insensitive\":true}",
    "{\"__ptype\":\"Pcore::PatternType\",\"patterns\":[{\"__ptype\":\"Pcore::RegexpType\",\"pattern\":\"a\"}]}",
    "{\"__ptype\":\"Pcore::TupleType\",\"types\":[{\"__ptype\":\"Pcore::AnyType\"}],\"size_type\":"
    "{\"__ptype\":\"Pcore::IntegerType\",\"from\":1,\"to\":2}}",
    "{\"__ptype\":\"Pcore::HashType\",\"key_type\":{\"__ptype\":\"Pcore::StringType\"}}",
    "{\"__ptype\":\"Pcore::HashType\",\"key_type\":{\"__ptype\":\"Pcore::StringType\"},"
    "\"value_type\":{\"__ptype\":\"Pcore::AnyType\"},"
    "\"size_type\":{\"__ptype\":\"Pcore::IntegerType\",\"from\":1}}",
    "{\"__ptype\":\"Pcore::StructType\",\"elements\":[{\"__ptype\":\"Pcore::StructElement\",\"key_type\":"
    "{\"__ptype\":\"Pcore::OptionalType\",\"type\":{\"__ptype\":\"Pcore::StringType\",\"size_type_or_value\":\"a\"}},"
    "\"value_type\":{\"__ptype\":\"Pcore::UndefType\"}}]}",
    "{\"__ptype\":\"Pcore::CallableType\",\"param_types\":{\"__ptype\":\"Pcore::TupleType\",\"types\":[]},"
    "\"block_type\":null,\"return_type\":{\"__ptype\":\"Pcore::UndefType\"}}",
    "{\"__ptype\":\"Pcore::InitType\",\"type\":{\"__ptype\":\"Pcore::IntegerType\"},\"init_args\":[16]}",
    "{\"__ptype\":\"Pcore::RuntimeType\",\"runtime\":\"ruby\",\"name_or_pattern\":\"X\"}",
    "{\"__ptype\":\"Pcore::TypeReferenceType\",\"type_string\":\"Foo\"}",
    "{\"__ptype\":\"Pcore::ObjectType\",\"_pcore_init_hash\":{\"name\":\"A\",\"attributes\":"
    "{\"a\":{\"type\":{\"__ptype\":\"Pcore::IntegerType\"},\"value\":1}},\"equality\":[\"a\"]}}",
    "{\"__ptype\":\"Deferred\",\"name\":\"f\",\"arguments\":[{\"__ptype\":\"Deferred\",\"name\":\"g\"}]}",
    "[{\"__ptype\":\"Timestamp\",\"__pvalue\":\"2020-01-01T00:00:00.000000000 UTC\"},"
    "{\"__ptype\":\"Timespan\",\"__pvalue\":\"0-00:00:01.5\"},{\"__ptype\":\"SemVer\",\"__pvalue\":\"1.2.3\"},"
    "{\"__ptype\":\"SemVerRange\",\"__pvalue\":\"1.x\"},{\"__ptype\":\"Binary\",\"__pvalue\":\"aGVsbG8=\"},"
    "{\"__ptype\":\"URI\",\"__pvalue\":\"http://x.com\"}]",
    "{\"__ptype\":\"Pcore::SemVerType\",\"ranges\":[{\"__ptype\":\"SemVerRange\",\"__pvalue\":\"1.x\"}]}",
    "{\"__ptype\":\"Pcore::TimespanType\",\"from\":null,\"to\":{\"__ptype\":\"Timespan\",\"__pvalue\":"
    "\"0-00:00:01.0\"}}",
    "{\"__ptype\":\"Pcore::URIType\",\"parameters\":{\"scheme\":\"http\",\"port\":3}}",
    "{\"__ptype\":\"My::Thing\",\"a\":1,\"b\":{\"__ptype\":\"Default\"}}",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    struct fixture f = begin(texts[i]);
    if (!try_read(&f)) fail_msg("%s: %s", texts[i], arena_strz(f.arena, context_message(&f.c)));
    expect_json(f.v, texts[i]);
    arena_free(f.arena);
  }
}

static void references(void **state)
{
  (void)state;
  struct fixture f = begin("{\"a\":[1,{\"__ptype\":\"Hash\",\"__pvalue\":[2,[3]]}],"
                           "\"b\":{\"__ptype\":\"LocalRef\",\"__pvalue\":\"$['a'][1][2]\"},"
                           "\"c\":{\"__ptype\":\"LocalRef\",\"__pvalue\":\"$[\\\"a\\\"][0]\"}}");
  assert_true(try_read(&f));
  expect_json(f.v, "{\"a\":[1,{\"__ptype\":\"Hash\",\"__pvalue\":[2,[3]]}],\"b\":[3],\"c\":1}");
  arena_free(f.arena);
}

static void refused(void **state)
{
  (void)state;
  static const struct {
    const char *json, *message;
  } table[] = {
    {"{\"__ptype\":\"No::Such\",\"a\":1}", "No implementation mapping found for Puppet Type No::Such"},
    {"{\"__ptype\":\"Integer\",\"__pvalue\":[]}", "Cannot create a Integer from a Array"},
    {"{\"__ptype\":\"LocalRef\",\"__pvalue\":\"$.a\"}", "Unable to parse jsonpath \"$.a\""},
    {"[{\"__ptype\":\"LocalRef\",\"__pvalue\":\"$\"}]", "The data contains itself"},
    {"{\"__ptype\":{\"a\":1}}", "Unable to deserialize type from {a => 1}"},
    {"{\"__ptype\":\"My::Thing\",\"a\":\"x\"}",
     "My::Thing initializer has wrong type, entry 'a' expects an Integer value, got String"},
    {"{\"__ptype\":\"Pcore::IntegerType\",\"from\":2,\"to\":1}", "'from' must be less or equal to 'to'. Got (2, 1"},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    struct fixture f = begin(table[i].json);
    assert_false(try_read(&f));
    assert_non_null(strstr(arena_strz(f.arena, context_message(&f.c)), table[i].message));
    arena_free(f.arena);
  }
}

static void unknown_kept(void **state)
{
  (void)state;
  struct fixture f = begin("[{\"__ptype\":\"No::Such\",\"a\":1}]");
  f.allow_unresolved = true;
  assert_true(try_read(&f));
  assert_int_equal(f.v.array->items[0].kind, V_HASH);
  assert_int_equal(f.v.array->items[0].hash->n, 2);
  arena_free(f.arena);
}

/* A hash of a thousand levels is read, one beyond the depth of the context is rejected. */
static void deep(void **state)
{
  (void)state;
  struct buf text = BUF_HEAP;
  for (int i = 0; i < 400; i++) buf_z(&text, "{\"__ptype\":\"Sensitive\",\"__pvalue\":[");
  for (int i = 0; i < 400; i++) buf_z(&text, "]}");
  buf_char(&text, '\0');
  struct fixture f = begin(text.p);
  context_init(&f.c, f.arena);
  f.c.max_depth = 300;
  assert_false(context_protect(&f.c, read_data, &f));
  assert_int_equal(f.c.failure.class, FAILURE_LIMIT);
  arena_free(f.arena);
  buf_free(&text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(round_trips),  cmocka_unit_test(references), cmocka_unit_test(refused),
    cmocka_unit_test(unknown_kept), cmocka_unit_test(deep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
