/* The table of all objects obeys the rules that managers rely on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <string.h>

#include "collectors/stats_table.h"

static void test_names_have_the_prefix_and_at_most_19_characters(void **state)
{
  (void)state;
  for (size_t i = 0; i < STATS_IDS; i++) {
    const char *name = stats_table[i].name;
    assert_int_equal(strncmp(name, "fic", 3), 0);
    if (strlen(name) > 19) {
      fail_msg("%s has %zu characters", name, strlen(name));
    }
    for (const char *p = name; *p != '\0'; p++) {
      assert_true(isalnum((unsigned char)*p));
    }
    assert_int_equal(stats_find(name), i);
  }
  assert_int_equal(stats_find("ficNoSuchObject"), -1);
}

static void test_groups_hold_their_objects_in_ascending_order(void **state)
{
  (void)state;
  size_t covered = 0;
  for (size_t g = 0; g < STATS_GROUPS; g++) {
    const struct stats_group_info *info = &stats_groups[g];
    assert_int_equal(info->first, covered);
    assert_true(info->count > 0);
    for (size_t i = 0; i < info->count; i++) {
      const struct stats_info *object = &stats_table[info->first + i];
      assert_int_equal(object->group, g);
      if (i > 0) {
        assert_true(object->number > object[-1].number);
      }
    }
    if (g > 0) {
      assert_true(info->number > info[-1].number);
    }
    covered += info->count;
  }
  assert_int_equal(covered, STATS_IDS);
}

static void test_numbers_are_those_published(void **state)
{
  /* A number never changes its meaning; some of each group, written down. */
  static const struct {
    const char *name;
    uint32_t group, number;
  } published[] = {
    {"ficVersion", 1, 1},     {"ficEvicted", 1, 8},      {"ficCmpTotal", 2, 1},    {"ficCmpFailRatio", 2, 20},
    {"ficFailSyntax", 2, 26}, {"ficCmpMaxMem", 2, 35},   {"ficCmpFromCache", 2, 36}, {"ficEnvName", 4, 1},     {"ficEnvNodes", 4, 10},
    {"ficNodeName", 5, 1},    {"ficNodeCmpTime", 5, 8},  {"ficNodeDiscont", 5, 16}, {"ficPhaseIndex", 6, 1},
    {"ficPhaseMax", 6, 6},    {"ficHistMetric", 7, 1},   {"ficHistCount", 7, 4},   {"ficTypeCompiled", 8, 3},
    {"ficEnvNative", 4, 16},  {"ficRubyCalls", 11, 1},   {"ficNativeCalls", 11, 10}, {"ficRubyKindTime", 12, 5},
    {"ficTplIndex", 13, 1},   {"ficTplTime", 13, 5},
  };
  (void)state;
  for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
    int id = stats_find(published[i].name);
    assert_true(id >= 0);
    assert_int_equal(stats_table[id].number, published[i].number);
    assert_int_equal(stats_groups[stats_table[id].group].number, published[i].group);
  }
}

static void test_texts_and_ranges_fit_the_syntax(void **state)
{
  (void)state;
  for (size_t i = 0; i < STATS_IDS; i++) {
    const struct stats_info *s = &stats_table[i];
    assert_true(strlen(s->description) > 10);
    assert_int_equal(s->description[strlen(s->description) - 1], '.');
    if (s->syntax == STATS_STRING || s->syntax == STATS_INTEGER32) {
      assert_true(s->max > 0 && s->max >= s->min);
    } else {
      assert_int_equal(s->max, 0);
    }
    if (s->syntax == STATS_COUNTER64 || s->syntax == STATS_GAUGE32) {
      assert_true(s->units[0] != '\0');
    }
    if (s->source == STATS_SOURCE_INDEX) {
      assert_int_equal(stats_groups[s->group].kind, STATS_KIND_TABLE);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_names_have_the_prefix_and_at_most_19_characters),
    cmocka_unit_test(test_groups_hold_their_objects_in_ascending_order),
    cmocka_unit_test(test_numbers_are_those_published),
    cmocka_unit_test(test_texts_and_ranges_fit_the_syntax),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
