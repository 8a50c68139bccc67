/* alarms.conf: its contents, and the messages about errors. */
#include "alarm_test.h"

static struct alarm_config config;

static void reads(const char *text)
{
  alarm_config_free(&config);
  alarm_config_read_text(&config, &fake_source, str_of(text), "t.conf");
}

static const struct alarm_definition *definition(const char *name)
{
  const long i = alarm_config_find(&config, str_of(name));
  return i < 0 ? NULL : &config.alarm[i];
}

static void assert_mistake(const char *text, const char *message)
{
  struct buf expected = BUF_HEAP;
  reads(text);
  buf_printf(&expected, "t.conf:%s\n", message);
  assert_int_equal(config.mistake_count, 1);
  assert_string_equal(config.mistakes.p, expected.p);
  buf_free(&expected);
}

static void test_every_shipped_value_can_be_read(void **state)
{
  (void)state;
  static const struct {
    const char *name, *object, *value[ALARM_KEYS];
    enum alarm_unit unit;
  } shipped[] = {
#define ALARM(name, object, rows, rising, falling, hold, severity, enabled, description) \
  {name, object, {rising, falling, hold, severity, enabled}, 0},
#include "subagent/alarm/alarms.def"
#undef ALARM
  };
  for (size_t i = 0; i < sizeof shipped / sizeof shipped[0]; i++) {
    uint32_t value[ALARM_KEYS];
    struct buf why = BUF_HEAP;
    enum alarm_unit unit = ALARM_UNIT_SECONDS;
    if (strchr(shipped[i].value[0], '%') != NULL) unit = ALARM_UNIT_RATIO;
    if (strcmp(shipped[i].value[0], "true") == 0) unit = ALARM_UNIT_TRUTH;
    assert_true(alarm_name_valid(str_of(shipped[i].name)));
    for (int key = 0; key < ALARM_KEYS; key++) {
      if (!alarm_value_parse((enum alarm_key)key, unit, str_of(shipped[i].value[key]), &value[key], &why))
        fail_msg("%s: %s", shipped[i].name, why.p);
    }
    assert_int_not_equal(value[ALARM_RISING], value[ALARM_FALLING]);
    buf_free(&why);
  }
  reads("");
  assert_int_equal(config.mistake_count, 0);
  assert_int_equal(config.count, 5); /* those on objects of the fake source */
  assert_null(definition("run-age"));
  assert_int_equal(definition("compile-p95")->value[ALARM_RISING], 30000000);
  assert_int_equal(definition("compile-p95")->value[ALARM_SEVERITY], ALARM_MAJOR);
  for (size_t i = 1; i < config.count; i++)
    assert_true(strlen(config.alarm[i - 1].name) <= strlen(config.alarm[i].name));
}

static void test_sections_keys_comments(void **state)
{
  (void)state;
  reads(
    "\xef\xbb\xbf# note\r\n\r\n[ compile-p95 ]\r\n rising\t=  10 s \nhold=2min\nenabled = off\nseverity = critical\n"
    "description = \"slow\"\n[own]\nobject = ficEnvCmpP95\nrows = prod*\nrising = 1.5 s\nfalling = 500ms\n"
    "[notifications]\nmin_gap = 1 min\nrate = 5\nburst=7\nenabled = no\nnode_stale = 1 h\n");
  assert_int_equal(config.mistake_count, 0);
  const struct alarm_definition *p = definition("compile-p95"), *own = definition("own");
  assert_int_equal(p->value[ALARM_RISING], 10000000);
  assert_int_equal(p->value[ALARM_FALLING], 20000000); /* too low now */
  assert_int_equal(p->value[ALARM_HOLD], 120);
  assert_int_equal(p->value[ALARM_ENABLED], ALARM_FALSE);
  assert_int_equal(p->value[ALARM_SEVERITY], ALARM_CRITICAL);
  assert_string_equal(p->description, "slow");
  assert_int_equal(own->value[ALARM_RISING], 1500000);
  assert_int_equal(own->value[ALARM_FALLING], 500000);
  assert_int_equal(own->value[ALARM_HOLD], 0);
  assert_int_equal(own->value[ALARM_SEVERITY], ALARM_MINOR);
  assert_string_equal(own->rows, "prod*");
  assert_int_equal(config.control[CONTROL_MIN_GAP], 60);
  assert_int_equal(config.control[CONTROL_ENABLED], ALARM_FALSE);
  assert_int_equal(config.rate, 5);
  assert_int_equal(config.burst, 7);
  assert_int_equal(config.node_stale_s, 3600);
}

static void test_errors_have_a_place_and_what_is_expected(void **state)
{
  (void)state;
  assert_mistake("rising = 5\n", "1:1: expected a section \"[name]\" before the first key");
  assert_mistake("[compile-p95\n", "1:13: expected \"]\" at the end of a section's name");
  assert_mistake("[Compile]\nobject = x\n",
                 "1:2: expected a name of 1 to 32 lower case letters, digits, hyphens and underscores");
  assert_mistake("[compile-p95]\n  what = 5\n",
                 "2:3: expected object, rows, rising, falling, hold, severity, enabled or description");
  assert_mistake("[compile-p95]\nwhat\n", "2:1: expected \"[name]\" or \"key = value\"");
  assert_mistake("[compile-p95]\nrising = -5 s\n", "2:10: rising: expected a number of microseconds, or one with us, "
                                                   "ms, s, min, h or d, not a negative number");
  assert_mistake("[compile-p95]\nrising = 5 %\n",
                 "2:10: rising: expected a number of microseconds, or one with us, ms, s, min, h or d");
  assert_mistake("[compile-p95]\nrising =\n",
                 "2:9: rising: expected a number of microseconds, or one with us, ms, s, min, h or d");
  assert_mistake("[compile-p95]\nrising = 2 h\n", "2:10: rising: expected at most 4294967.295 ms");
  assert_mistake("[stats-age]\nrising = 500 ms\n",
                 "2:10: rising: \"500 ms\" is more exact than the object it is "
                 "compared with; expected a number of seconds, or one with s, min, h or d");
  assert_mistake("[compile-p95]\nhold = 2 d\n", "2:8: hold: expected at most 86400 s");
  assert_mistake("[compile-p95]\nseverity = huge\n", "2:12: severity: expected warning, minor, major or critical");
  assert_mistake("[compile-p95]\nenabled = 1\n", "2:11: enabled: expected true or false");
  assert_mistake("[compile-p95]\nenabled = true\nenabled = true\n", "3:1: enabled: expected once in a section");
  assert_mistake("[compile-p95]\n[compile-p95]\n", "2:1: expected each section once");
  assert_mistake(
    "[compile-p95]\nrows = x\n",
    "1:1: alarm \"compile-p95\": the key rows is not allowed, since ficCmpP95 is not an object of a table");
  assert_mistake("[compile-p95]\nobject = ficStatsAge\n",
                 "2:10: object: expected only in an alarm of your own; give it another name");
  assert_mistake("[compile-p95]\nrising = 20 s\n", "1:1: alarm \"compile-p95\": expected rising and falling to differ");
  assert_mistake(
    "[own]\nrising = 5\nfalling = 4\n",
    "1:1: no shipped alarm is named \"own\", so expected a key object; shipped are compile-p95, "
    "compile-failures, run-age, failed-resources, nodes-failed, nodes-stale, stats-age, agent-disabled, "
    "certificate, puppet-state, puppet-failed, puppetserver-queue, puppetdb-queue, source-age, "
    "server-gone, server-workers, server-queue, server-catalogs, server-certificate, ca-certificate, ca-crl, "
    "certificates-expiring, nodes-silent, spool-age");
  assert_mistake("[run-age]\nrising = 5\n",
                 "1:1: alarm \"run-age\" watches an object that this version's MIB does not have");
  assert_mistake("[own]\nobject = nosuch\n", "2:10: object: expected a numeric object of FICELLE-MIB");
  assert_mistake("[own]\nobject = ficCmpP95\n", "1:1: alarm \"own\": expected the keys rising and falling");
  assert_mistake("[own]\nrising = 5\nobject = ficCmpP95\nfalling=4\n",
                 "3:10: object: expected before the thresholds, whose units it decides");
  assert_mistake("[notifications]\nwhat = 5\n", "2:1: expected enabled, min_gap, rate, burst or node_stale");
  assert_mistake("[notifications]\nrate = 0\n", "2:8: rate: expected a whole number from 1 to 10000");
  assert_mistake("[notifications]\nmin_gap = 2 h\n", "2:11: min_gap: expected at most 3600 s");
}

static void test_error_is_stored_with_its_alarm(void **state)
{
  (void)state;
  reads("[compile-p95]\nrising = x\nfalling = y\n[stats-age]\nhold = 1\n[nosuch]\n");
  assert_int_equal(config.mistake_count, 3);
  assert_non_null(strstr(definition("compile-p95")->mistake, "t.conf:2:10: "));
  assert_string_equal(definition("stats-age")->mistake, "");
  assert_int_equal(definition("stats-age")->value[ALARM_HOLD], 1);
  assert_non_null(strstr(definition("nosuch")->mistake, "no shipped alarm"));
}

static void test_printed_numbers_are_read_back(void **state)
{
  (void)state;
  static const struct {
    enum alarm_unit unit;
    uint32_t value;
    const char *text;
  } cases[] = {
    {ALARM_UNIT_MICROSECONDS, 0, "0 s"},
    {ALARM_UNIT_MICROSECONDS, 1, "1 us"},
    {ALARM_UNIT_MICROSECONDS, 1500, "1.5 ms"},
    {ALARM_UNIT_MICROSECONDS, 1500000, "1.5 s"},
    {ALARM_UNIT_MICROSECONDS, 1000001, "1000.001 ms"},
    {ALARM_UNIT_SECONDS, 5400, "5400 s"},
    {ALARM_UNIT_TICKS, 150, "1.5 s"},
    {ALARM_UNIT_RATIO, 500, "5 %"},
    {ALARM_UNIT_RATIO, 250, "2.5 %"},
    {ALARM_UNIT_RATIO, 5, "0.05 %"},
    {ALARM_UNIT_KIBIBYTES, 2048, "2048 KiB"},
    {ALARM_UNIT_TRUTH, 2, "false"},
    {ALARM_UNIT_PLAIN, 4294967295u, "4294967295"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct buf text = BUF_HEAP;
    uint32_t again = 12345;
    alarm_number_print(cases[i].unit, cases[i].value, &text);
    assert_string_equal(text.p, cases[i].text);
    assert_true(alarm_value_parse(ALARM_RISING, cases[i].unit, buf_view(&text), &again, &text));
    assert_int_equal(again, cases[i].value);
    buf_free(&text);
  }
  unsigned seed = 3;
  for (int i = 0; i < 20000; i++) {
    const enum alarm_unit unit = (enum alarm_unit)(rand_r(&seed) % ALARM_UNIT_TRUTH);
    const uint32_t value = ((uint32_t)rand_r(&seed) << 1 ^ (uint32_t)rand_r(&seed)) >> rand_r(&seed) % 32;
    struct buf text = BUF_HEAP;
    uint32_t again = 0;
    alarm_number_print(unit, value, &text);
    if (!alarm_value_parse(ALARM_RISING, unit, buf_view(&text), &again, &text)) fail_msg("%s", text.p);
    assert_int_equal(again, value);
    buf_free(&text);
  }
}

static void test_globs(void **state)
{
  (void)state;
  assert_true(alarm_rows_match("", STR("x")));
  assert_true(alarm_rows_match("*", STR("")));
  assert_true(alarm_rows_match("a*b*c", STR("axxbxbyc")));
  assert_false(alarm_rows_match("a*b*c", STR("axxbxby")));
  assert_true(alarm_rows_match("x,web? , db*", STR("web7")));
  assert_true(alarm_rows_match("x,web? , db*", STR("db")));
  assert_false(alarm_rows_match("x,web? , db*", STR("web10")));
  assert_false(alarm_rows_match("prod", STR("production")));
}

/* A source that has the objects of all shipped alarms, by their units. */
static bool shipped_object(void *ctx, str name, struct alarm_object *o, struct buf *why)
{
  (void)ctx, (void)why;
  *o = (struct alarm_object){.unit = ALARM_UNIT_PLAIN, .units = ""};
  if (str_ends(name, STR("P95"))) o->unit = ALARM_UNIT_MICROSECONDS;
  if (str_eqz(name, "ficCmpFailRatio")) o->unit = ALARM_UNIT_RATIO;
  if (str_ends(name, STR("Age")) || str_ends(name, STR("In"))) o->unit = ALARM_UNIT_SECONDS;
  if (str_eqz(name, "ficAgtDisabled")) o->unit = ALARM_UNIT_TRUTH;
  static const char *const columns[] = {"ficPupState", "ficPupResFailed", "ficPsJrQueue", "ficPdbQueue", "ficSrcAge"};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) o->table = o->table || str_eqz(name, columns[i]);
  return true;
}

/* subagent/alarms.conf shows the defaults: uncommented it changes nothing. */
static void test_shipped_file_shows_the_defaults(void **state)
{
  (void)state;
  const struct alarm_source source = {.object = shipped_object};
  struct alarm_config defaults;
  char text[16384] = "", line[512];
  size_t n = 0, sections = 0;
  FILE *f = fopen("subagent/alarms.conf", "r");
  assert_non_null(f);
  while (fgets(line, sizeof line, f) != NULL) {
    if (line[0] != '#' || !(line[1] == '[' || ascii_is_lower(line[1]))) continue;
    sections += line[1] == '[';
    n += (size_t)snprintf(text + n, sizeof text - n, "%s", line + 1);
  }
  fclose(f);
  alarm_config_read_text(&defaults, &source, STR_EMPTY, "none");
  alarm_config_free(&config);
  alarm_config_read_text(&config, &source, str_of(text), "alarms.conf");
  assert_string_equal(config.mistakes.n == 0 ? "" : config.mistakes.p, "");
  assert_int_equal(sections, defaults.count + 1);
  assert_int_equal(config.count, defaults.count);
  for (size_t i = 0; i < config.count; i++) {
    assert_string_equal(config.alarm[i].name, defaults.alarm[i].name);
    assert_memory_equal(config.alarm[i].value, defaults.alarm[i].value, sizeof config.alarm[i].value);
  }
  assert_memory_equal(config.control, defaults.control, sizeof config.control);
  assert_int_equal(config.rate, defaults.rate);
  assert_int_equal(config.burst, defaults.burst);
  assert_int_equal(config.node_stale_s, defaults.node_stale_s);
  alarm_config_free(&defaults);
}

static int free_config(void **state)
{
  alarm_config_free(&config);
  return teardown(state);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, free_config)
int main(void)
{
  const struct CMUnitTest tests[] = {
    TEST(every_shipped_value_can_be_read),
    TEST(sections_keys_comments),
    TEST(errors_have_a_place_and_what_is_expected),
    TEST(error_is_stored_with_its_alarm),
    TEST(printed_numbers_are_read_back),
    TEST(globs),
    TEST(shipped_file_shows_the_defaults),
  };
  config.mistakes = BUF_HEAP;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
