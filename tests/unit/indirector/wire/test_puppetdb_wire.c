/* PuppetDB's commands from objects, for cases that the recorded ones (tests/puppetdb) do not cover. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/stack.h"
#include "indirector/wire/wire.h"

static struct arena *arena;
static struct wire_sender sender;
static struct wire_command command;
static str error;

static int setup(void **state)
{
  (void)state;
  setenv("TZ", "UTC", 1);
  arena = arena_new();
  sender = (struct wire_sender){
    .arena = arena, .producer = STR("server1"), .environment = STR("production"), .now = {1764097200, 123987654}};
  error = STR_EMPTY;
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

static value json(const char *text)
{
  value v;
  str why;
  if (!value_read_json(arena, str_of(text), &v, &why)) fail_msg("%.*s", STR_FMT(why));
  return v;
}

static void assert_text(str got, const char *want) { assert_string_equal(arena_strz(arena, got), want); }

static const char *later(const char *text, double seconds)
{
  str out;
  return wire_time_later(arena, str_of(text), seconds, &out) ? arena_strz(arena, out) : "none";
}

static void test_times(void **state)
{
  (void)state;
  assert_text(wire_time(arena, sender.now), "2025-11-25T19:00:00.123+00:00");
  assert_text(wire_time_utc(arena, sender.now), "2025-11-25T19:00:00.123Z");
  assert_string_equal(later("2026-11-22T19:00:04.388990426+00:00", 0), "2026-11-22T19:00:04.388+00:00");
  assert_string_equal(later("2026-11-22T23:59:59.9999+01:30", 0.0002), "2026-11-23T00:00:00.000+01:30");
  assert_string_equal(later("2026-11-22 19:00:04 -0500", 61.5), "2026-11-22T19:01:05.500-05:00");
  assert_string_equal(later("2026-11-22T19:00:04Z", 0), "2026-11-22T19:00:04.000Z");
  assert_string_equal(later("2026-11-22T19:00:04", 0), "2026-11-22T19:00:04.000+00:00");
  static const char *const bad[] = {"",
                                    "2026",
                                    "2026-13-22T19:00:04Z",
                                    "2026-11-22T19:00:04+1:00",
                                    "2026-11-22T19:00:04.Z",
                                    "2026-11-22X19:00:04Z",
                                    "2026-11-22T19:00:04 CET"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_string_equal(later(bad[i], 0), "none");
}

static void test_names(void **state)
{
  (void)state;
  assert_int_equal(wire_kind_named(STR("replace facts")), WIRE_REPLACE_FACTS);
  assert_int_equal(wire_kind_named(STR("store_report")), WIRE_STORE_REPORT);
  assert_int_equal(wire_kind_named(STR("store report ")), WIRE_KIND_COUNT);
}

static void test_facts(void **state)
{
  (void)state;
  const value facts = json(
    "{\"name\":\"n1\",\"values\":{\"a\":1,\"_puppet_inventory_1\":{\"packages\":[[\"p\",\"1\",\"apt\"]]},"
    "\"b\":null},\"timestamp\":\"x\"}");
  assert_true(wire_facts(&sender, facts, &command, &error));
  assert_text(
    wire_text(arena, command.payload),
    "{\"certname\":\"n1\",\"values\":{\"a\":1,\"b\":null,\"trusted\":{\"authenticated\":\"local\",\"certname\":null,"
    "\"extensions\":{},\"hostname\":null,\"domain\":null,\"external\":{}}},\"environment\":\"production\","
    "\"producer_timestamp\":\"2025-11-25T19:00:00.123+00:00\",\"producer\":\"server1\","
    "\"package_inventory\":[[\"p\",\"1\",\"apt\"]]}");
  assert_text(command.timestamp, "2025-11-25T19:00:00.123Z");
  assert_false(wire_facts(&sender, json("{\"values\":{}}"), &command, &error));
  assert_text(error, "The facts have no name, or no values");
}

static void test_deactivate(void **state)
{
  (void)state;
  wire_deactivate(&sender, STR("n1"), &command);
  assert_text(wire_text(arena, command.payload),
              "{\"certname\":\"n1\",\"producer_timestamp\":\"2025-11-25T19:00:00.123+00:00\"}");
}

static const char *plain(const char *text)
{
  uint32_t secrets = 0;
  return arena_strz(arena, wire_text(arena, wire_plain(arena, json(text), &secrets, &error)));
}

/* [[[…{"__ptype":"Default"}…]]] */
static value nested(uint32_t levels)
{
  value v = json("{\"__ptype\":\"Default\"}");
  for (uint32_t i = 0; i < levels; i++) v = array_of(arena, &v, 1);
  return v;
}

static void test_nesting(void **state)
{
  uint32_t secrets = 0;
  (void)state;
  value v = wire_plain(arena, nested(1000), &secrets, &error);
  assert_int_equal(error.n, 0);
  for (int i = 0; i < 1000; i++) v = v.array->items[0];
  assert_true(v.kind == V_STRING && str_eqz(value_text(v), "default"));
  wire_plain(arena, nested(NESTING_LEVELS + 10), &secrets, &error);
  assert_non_null(strstr(arena_strz(arena, error), "Nesting too deep: more than 3000 levels"));
  struct hash *values = hash_new(arena, 1), *facts = hash_new(arena, 2);
  hash_put_str(values, arena, STR("deep"), nested(NESTING_LEVELS + 10));
  hash_put_str(facts, arena, STR("name"), value_str(STR("n1")));
  hash_put_str(facts, arena, STR("values"), value_hash(values));
  assert_false(wire_facts(&sender, value_hash(facts), &command, &error));
}

static void test_plain(void **state)
{
  (void)state;
  assert_string_equal(plain("[1,2.5,\"a\",null,{\"k\":true}]"), "[1,2.5,\"a\",null,{\"k\":true}]");
  assert_string_equal(plain("{\"__ptype\":\"Default\"}"), "\"default\"");
  assert_string_equal(plain("[{\"__ptype\":\"Regexp\",\"__pvalue\":\"a/b\"}]"), "[\"/a\\\\/b/\"]");
  assert_string_equal(plain("{\"__ptype\":\"Hash\",\"__pvalue\":[1,\"one\",{\"__ptype\":\"Default\"},2]}"),
                      "{\"1\":\"one\",\"default\":2}");
  assert_string_equal(
    plain("{\"a\":[{\"__ptype\":\"Sensitive\",\"__pvalue\":\"x\"},{\"__ptype\":\"Sensitive\",\"__pvalue\":1}]}"),
    "{\"a\":[\"#<Sensitive [value redacted]:1>\",\"#<Sensitive [value redacted]:2>\"]}");
  assert_string_equal(plain("{\"__ptype\":\"Deferred\",\"name\":\"sprintf\",\"arguments\":[\"a\"]}"),
                      "\"Deferred({'name' => 'sprintf', 'arguments' => ['a']})\"");
  assert_string_equal(plain("{\"__ptype\":\"Mine::Own\",\"x\":1}"), "\"Mine::Own({'x' => 1})\"");
  assert_string_equal(plain("{\"__ptype\":\"Timestamp\",\"__pvalue\":\"no time\"}"),
                      "\"Timestamp({'__pvalue' => 'no time'})\"");
}

#define CATALOG(resources) "{\"name\":\"n1\",\"version\":7,\"edges\":[],\"resources\":[" resources "]}"
#define A "{\"type\":\"Notify\",\"title\":\"a\",\"exported\":false,\"tags\":[],\"parameters\":{\"require\":%s}}"

static void refused(const char *reference, const char *others, value handed_over, const char *want)
{
  char text[1000];
  snprintf(text, sizeof text, CATALOG(A "%s"), reference, others);
  error = STR_EMPTY;
  assert_false(wire_catalog(&sender, json(text), handed_over, &command, &error));
  assert_text(error, want);
}

static void test_relationships(void **state)
{
  (void)state;
#define E ",{\"type\":\"Notify\",\"title\":\"e\",\"exported\":true,\"tags\":[],\"parameters\":{}}"
  refused(
    "\"Notify[b]\"", "", VALUE_UNDEF,
    "Invalid relationship: Notify[a] { require => Notify[b] }, because Notify[b] doesn't seem to be in the catalog");
  refused("[[\"notify[b]\"]]", "", VALUE_UNDEF,
          "Invalid relationship: Notify[a] { require => notify[b] }, because notify[b] doesn't seem to be in the "
          "correct format. "
          "Resource references should be formatted as: Classname['title'] or Modulename::Classname['title'] (take "
          "careful note of "
          "the capitalization).");
  refused("\"Notify[e]\"", E, VALUE_UNDEF,
          "Invalid relationship: Notify[a] { require => Notify[e] }, because Notify[e] is exported but not collected");
  refused("\"Notify[e]\"", E, json(CATALOG("{\"type\":\"Notify\",\"title\":\"x\",\"exported\":true}")),
          "Invalid relationship: Notify[a] { require => Notify[e] }, because Notify[e] is exported but not collected");
  char text[1000];
  snprintf(text, sizeof text, CATALOG(A E), "\"Notify[e]\"");
  assert_true(wire_catalog(&sender, json(text),
                           json(CATALOG("{\"type\":\"Notify\",\"title\":\"e\",\"exported\":true}")), &command, &error));
  const value *edges = hash_get_str(command.payload.hash, STR("edges"));
  assert_text(wire_text(arena, *edges),
              "[{\"relationship\":\"required-by\",\"source\":{\"type\":\"Notify\",\"title\":\"e\"},"
              "\"target\":{\"type\":\"Notify\",\"title\":\"a\"}}]");
}

static void test_invalid_catalog(void **state)
{
  (void)state;
  static const char *const bad[] = {"[]",
                                    "{}",
                                    "{\"name\":\"n\"}",
                                    "{\"name\":\"n\",\"resources\":[1]}",
                                    "{\"name\":\"n\",\"resources\":[{\"type\":\"File\"}]}",
                                    "{\"name\":\"n\",\"resources\":[],\"edges\":[{\"source\":\"File\"}]}"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    error = STR_EMPTY;
    assert_false(wire_catalog(&sender, json(bad[i]), VALUE_UNDEF, &command, &error));
    assert_true(error.n > 0);
  }
}

static void test_report_without_optional_parts(void **state)
{
  (void)state;
  assert_false(wire_report(&sender, json("{}"), &command, &error));
  assert_text(error, "The report has no host");
  assert_false(wire_report(&sender, json("{\"host\":\"n1\"}"), &command, &error));
  assert_true(str_starts(error, STR("Environment is nil, unable to submit report.")));
  assert_false(wire_report(&sender, json("{\"host\":\"n1\",\"environment\":\"e\",\"time\":3}"), &command, &error));
  assert_text(error, "The report has no valid time: '3'");
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
    T(test_times),         T(test_names),           T(test_facts),
    T(test_deactivate),    T(test_nesting),         T(test_plain),
    T(test_relationships), T(test_invalid_catalog), T(test_report_without_optional_parts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
