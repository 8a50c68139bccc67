/* The table of all objects satisfies the rules on which managers rely. */
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

static void test_numbers_are_unchanged(void **state)
{
  /* The meaning of a number never changes: some of each group. */
  static const struct {
    const char *name;
    uint32_t group, number;
  } published[] = {
    {"ficVersion", 1, 1},       {"ficNodeEvicted", 1, 8},   {"ficTypeEvicted", 1, 10},     {"ficTypeDiscont", 8, 7},
    {"ficCmpTotal", 2, 1},      {"ficCmpFailRatio", 2, 20}, {"ficFailSyntax", 2, 26},      {"ficCmpMaxMem", 2, 35},
    {"ficCmpFromCache", 2, 36}, {"ficEnvName", 4, 1},       {"ficEnvNodes", 4, 10},        {"ficNodeName", 5, 1},
    {"ficNodeCmpTime", 5, 8},   {"ficNodeDiscont", 5, 16},  {"ficPhaseIndex", 6, 1},       {"ficPhaseMax", 6, 6},
    {"ficHistMetric", 7, 1},    {"ficHistCount", 7, 4},     {"ficTypeCompiled", 8, 3},     {"ficEnvNative", 4, 16},
    {"ficRubyCalls", 11, 1},    {"ficNativeCalls", 11, 10}, {"ficRubyKindTimeSum", 12, 5}, {"ficTplIndex", 13, 1},
    {"ficTplTimeSum", 13, 5},
  };
  (void)state;
  for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
    int id = stats_find(published[i].name);
    assert_true(id >= 0);
    assert_int_equal(stats_table[id].number, published[i].number);
    assert_int_equal(stats_groups[stats_table[id].group].number, published[i].group);
  }
}

/* A row that can be removed and come back has the time when its counters began, and removals are counted. */
static void test_tables_with_names_have_stamps_and_evictions(void **state)
{
  size_t tables = 0;
  (void)state;
  for (size_t g = 0; g < STATS_GROUPS; g++) {
    size_t stamps = 0, evictions = 0;
    for (size_t i = 0; i < STATS_IDS; i++) {
      const struct stats_from *from = &stats_table[i].from;
      stamps += stats_table[i].group == g && from->source == STATS_SOURCE_STAMP;
      evictions += from->source == STATS_SOURCE_EVICTED && from->of == g;
    }
    if (stats_groups[g].rows == STATS_ROWS_NAMED) {
      assert_int_equal(stamps, 1);
      assert_int_equal(evictions, 1);
      tables++;
    }
  }
  assert_true(tables >= 3);
}

static bool has_text(const char *text) { return strlen(text) > 3 && text[strlen(text) - 1] == '.'; }

static void test_texts_and_ranges_fit_the_syntax(void **state)
{
  (void)state;
  for (size_t i = 0; i < STATS_IDS; i++) {
    const struct stats_info *s = &stats_table[i];
    const bool index = s->from.source == STATS_SOURCE_INDEX;
    assert_true(has_text(s->description));
    if (s->syntax == STATS_STRING || s->syntax == STATS_INTEGER32) {
      assert_true(s->max > 0 && s->max >= s->min);
    } else if (s->syntax != STATS_UNSIGNED32) {
      assert_int_equal(s->max, 0);
    }
    if (stats_is_counter(s) || s->syntax == STATS_GAUGE32 || s->syntax == STATS_GAUGE64 || s->syntax == STATS_RATIO) {
      assert_true(s->units[0] != '\0');
    }
    assert_int_equal(index, s->access == STATS_ACCESS_NONE);
    assert_true(s->access == STATS_ACCESS_RW || s->initial[0] == '\0');
  }
}

/* The text names an existing source, which matches the object. */
static void check_source(const struct stats_info *s)
{
  const struct stats_group_info *g = &stats_groups[s->group];
  const struct stats_from *from = &s->from;
  const bool number = s->syntax == STATS_GAUGE32 || s->syntax == STATS_UNSIGNED32;
  switch (from->source) {
  case STATS_SOURCE_STORE:
    assert_true(s->syntax != STATS_OID && g->rows != STATS_ROWS_HISTOGRAMS);
    assert_true(g->rows != STATS_ROWS_FIXED || s->syntax == STATS_COUNTER64 || s->syntax == STATS_GAUGE32);
    break;
  case STATS_SOURCE_MIRROR:
    assert_true(s->syntax != STATS_OID && (g->rows == STATS_ROWS_NAMED || g->rows == STATS_ROWS_SCALARS));
    break;
  case STATS_SOURCE_INDEX: assert_true(stats_is_table(g)); break;
  case STATS_SOURCE_LABEL:
    assert_true(g->rows == STATS_ROWS_NAMED || g->rows == STATS_ROWS_FIXED);
    assert_int_equal(s->syntax, STATS_STRING);
    break;
  case STATS_SOURCE_AGE:
  case STATS_SOURCE_LEFT:
    assert_true(number && stats_table[from->of].group == s->group);
    assert_int_equal(stats_table[from->of].syntax, STATS_DATEANDTIME);
    break;
  case STATS_SOURCE_STAMP: assert_int_equal(s->syntax, STATS_TIMESTAMP); break;
  case STATS_SOURCE_EVICTED:
  case STATS_SOURCE_ROWS:
    assert_int_equal(s->syntax, from->source == STATS_SOURCE_EVICTED ? STATS_COUNTER64 : STATS_GAUGE32);
    assert_int_equal(stats_groups[from->of].rows, STATS_ROWS_NAMED);
    assert_int_equal(stats_groups[from->of].segment, g->segment);
    break;
  case STATS_SOURCE_WINDOW:
    assert_int_equal(g->segment, STATS_SEGMENT_STORE);
    assert_int_equal(s->syntax, from->number == STATS_WHAT_SHARE ? STATS_RATIO : STATS_GAUGE32);
    assert_true(from->sample - stats_list.windows[from->of].first < stats_list.windows[from->of].count);
    if (g->rows == STATS_ROWS_FIXED) {
      assert_int_equal(stats_list.samples[from->sample].of, STATS_SAMPLE_OF_EACH);
      assert_int_equal(stats_list.samples[from->sample].enumeration, g->enumeration);
    } else {
      assert_int_equal(stats_list.samples[from->sample].of, STATS_SAMPLE_OF_VALUE);
    }
    break;
  case STATS_SOURCE_COUNT:
  case STATS_SOURCE_COUNT_OLDER:
    assert_true(number && stats_groups[stats_table[from->of].group].rows == STATS_ROWS_NAMED);
    assert_int_equal(stats_groups[stats_table[from->of].group].segment, g->segment);
    assert_int_equal(stats_table[from->of].syntax,
                     from->source == STATS_SOURCE_COUNT ? STATS_ENUMERATED : STATS_DATEANDTIME);
    if (from->source == STATS_SOURCE_COUNT_OLDER) {
      assert_int_equal(stats_table[from->number].syntax, STATS_DATEANDTIME);
      assert_int_equal(stats_table[from->number].group, stats_table[from->of].group);
    }
    break;
  case STATS_SOURCE_COUNT_NAME:
    assert_true(number && g->rows == STATS_ROWS_NAMED && stats_table[from->of].syntax == STATS_STRING);
    break;
  case STATS_SOURCE_BUCKET_BOUND:
  case STATS_SOURCE_BUCKET_COUNT: assert_int_equal(g->rows, STATS_ROWS_HISTOGRAMS); break;
  case STATS_SOURCE_READER:
  case STATS_SOURCE_PUBLISHER: break;
  }
}

static void test_sources_fit(void **state)
{
  (void)state;
  for (size_t i = 0; i < STATS_IDS; i++) {
    check_source(&stats_table[i]);
  }
  for (size_t g = 0; g < STATS_GROUPS; g++) {
    assert_true(has_text(stats_groups[g].description));
    assert_true(stats_groups[g].rows != STATS_ROWS_NAMED ||
                (stats_groups[g].usual > 0 && stats_groups[g].usual <= stats_groups[g].most));
  }
}

static void test_enumerations_have_labels_of_a_mib(void **state)
{
  (void)state;
  for (size_t e = 0; e < STATS_ENUMS; e++) {
    const struct stats_enum_info *info = &stats_list.enums[e];
    assert_true(info->count > 0 && has_text(info->description));
    for (size_t i = info->first; i < info->first + info->count; i++) {
      const struct stats_label_info *l = &stats_list.labels[i];
      char label[33];
      assert_true(l->number >= 1 && l->number <= 255 && strlen(l->name) <= 32);
      assert_true(i == info->first || l->number > l[-1].number);
      stats_mib_label(l->name, label);
      assert_true(label[0] >= 'a' && label[0] <= 'z');
      for (const char *p = label; *p != '\0'; p++) {
        assert_true(isalnum((unsigned char)*p));
      }
      assert_ptr_equal(stats_label(&stats_list, e, l->number), l);
    }
  }
  char label[33];
  stats_mib_label("evaluate_ast_node", label);
  assert_string_equal(label, "evaluateAstNode");
  assert_string_equal(stats_label_name(STATS_ENUM_RESULT, STATS_RESULT_OK), "ok");
  assert_string_equal(stats_label_name(STATS_ENUM_RESULT, 99), "");
}

static void test_windows_and_histograms(void **state)
{
  (void)state;
  for (size_t w = 0; w < STATS_WINDOWS; w++) {
    const struct stats_window_info *info = &stats_list.windows[w];
    assert_true(info->count > 0 && info->seconds > 0 && info->samples > 0 && info->samples <= info->most);
    assert_true(w == 0 || info->number > info[-1].number);
    for (size_t i = info->first; i < info->first + info->count; i++) {
      const struct stats_sample_info *s = &stats_list.samples[i];
      assert_true(i == info->first || s->number > s[-1].number);
      assert_true(s->of != STATS_SAMPLE_OF_ROW || stats_groups[s->group].rows == STATS_ROWS_NAMED);
    }
  }
  for (size_t h = 1; h < STATS_HISTOGRAMS; h++) {
    assert_true(stats_list.histograms[h].number > stats_list.histograms[h - 1].number);
  }
  for (size_t n = 0; n < stats_list.notification_count; n++) {
    assert_true(stats_list.notifications[n].count > 0 && has_text(stats_list.notifications[n].description));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_names_have_the_prefix_and_at_most_19_characters),
    cmocka_unit_test(test_groups_hold_their_objects_in_ascending_order),
    cmocka_unit_test(test_numbers_are_unchanged),
    cmocka_unit_test(test_tables_with_names_have_stamps_and_evictions),
    cmocka_unit_test(test_texts_and_ranges_fit_the_syntax),
    cmocka_unit_test(test_sources_fit),
    cmocka_unit_test(test_enumerations_have_labels_of_a_mib),
    cmocka_unit_test(test_windows_and_histograms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
