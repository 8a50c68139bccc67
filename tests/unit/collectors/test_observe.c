/* The compile collector: nested phases, parses in and outside of compilations, aborted compilations. */
#include "collectors/observe.h"
#include "store_test.h"

static const struct observer_begin begin = {
  .environment = "production", .environment_length = 10, .node = "web1", .node_length = 4};

static struct observer_summary summary(enum failure_class failure)
{
  static const struct observer_type_count types[] = {{"file", 4, 2}, {"notify", 6, 1}};
  return (struct observer_summary){
    .environment = "production",
    .environment_length = 10,
    .node = "web1",
    .node_length = 4,
    .failure = failure,
    .resources = 3,
    .edges = 2,
    .warnings = 1,
    .deprecations = 4,
    .peak_bytes = 4096,
    .types = types,
    .type_count = 2,
  };
}

/* Lets time pass. */
static void spend_ms(unsigned ms) { usleep(ms * 1000); }

static void test_a_compilation_is_counted_at_its_end(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  struct observe *observe = observe_new(s);
  const struct observer *o = observe_observer(observe);
  struct stats_reader *r = open_reader();
  assert_null(observe_last(observe));
  observer_compile_begin(o, &begin);
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficCmpActive), 1);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 0);
  struct observer_summary end = summary(FAILURE_DUPLICATE);
  observer_compile_end(o, &end);
  observer_compile_end(o, &end); /* a second end is ignored */
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficCmpActive), 0);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 1);
  assert_int_equal(scalar(r, STAT_ficFailDuplicate), 1);
  assert_int_equal(scalar(r, STAT_ficCmpDeprecated), 4);
  assert_int_equal(scalar(r, STAT_ficCmpLastMem), 4);
  assert_int_equal(cell(r, STAT_ficTypeCompiled, "file"), 2);
  assert_int_equal(cell(r, STAT_ficNodeCmpTotal, "web1"), 1);
  assert_int_equal(observe_last(observe)->failure, FAILURE_DUPLICATE);
  stats_reader_free(r);
  observe_free(observe);
  stats_close(s);
}

static void test_time_counts_for_the_innermost_phase(void **state)
{
  (void)state;
  struct observe *observe = observe_new(NULL);
  const struct observer *o = observe_observer(observe);
  struct observer_summary end = summary(FAILURE_NONE);
  observer_compile_begin(o, &begin);
  observer_phase_begin(o, PHASE_INIT);
  observer_phase_next(o, PHASE_EVALUATE_MAIN);
  spend_ms(2);
  observer_phase_begin(o, PHASE_PARSE);
  spend_ms(20);
  observer_phase_end(o);
  observer_phase_begin(o, PHASE_PARSE);
  observer_phase_end(o);
  observer_phase_next(o, PHASE_FINISH);
  spend_ms(1);
  observer_phase_end(o);
  observer_compile_end(o, &end);
  const struct stats_compile *c = observe_last(observe);
  assert_non_null(c);
  assert_int_equal(c->phase_count[PHASE_PARSE], 2);
  assert_int_equal(c->phase_count[PHASE_EVALUATE_MAIN], 1);
  assert_true(c->phase_us[PHASE_PARSE] >= 20000);
  assert_true(c->phase_us[PHASE_EVALUATE_MAIN] >= 2000);
  assert_true(c->phase_us[PHASE_EVALUATE_MAIN] < c->phase_us[PHASE_PARSE]);
  assert_true(c->phase_us[PHASE_FINISH] >= 1000);
  uint64_t sum = 0;
  for (int p = 0; p < STATS_PHASES; p++) {
    sum += c->phase_us[p];
  }
  assert_true(sum <= c->wall_us + STATS_PHASES); /* rounding */
  assert_true(sum >= c->wall_us * 9 / 10);
  observe_free(observe);
}

static void test_open_phases_of_an_aborted_compilation_are_ended(void **state)
{
  (void)state;
  struct observe *observe = observe_new(NULL);
  const struct observer *o = observe_observer(observe);
  struct observer_summary end = summary(FAILURE_EVALUATION);
  observer_compile_begin(o, &begin);
  observer_phase_begin(o, PHASE_EVALUATE_GENERATORS);
  observer_phase_begin(o, PHASE_PARSE);
  spend_ms(2);
  observer_compile_end(o, &end);
  assert_true(observe_last(observe)->phase_us[PHASE_PARSE] >= 2000);
  observer_compile_begin(o, &begin);
  observer_phase_end(o); /* no phase is open */
  observer_compile_end(o, &end);
  assert_int_equal(observe_last(observe)->phase_us[PHASE_PARSE], 0);
  observe_free(observe);
}

static void test_deeply_nested_phases_do_not_overflow(void **state)
{
  (void)state;
  struct observe *observe = observe_new(NULL);
  const struct observer *o = observe_observer(observe);
  struct observer_summary end = summary(FAILURE_LIMIT);
  observer_compile_begin(o, &begin);
  for (int i = 0; i < 100000; i++) {
    observer_phase_begin(o, PHASE_PARSE);
  }
  for (int i = 0; i < 100000; i++) {
    observer_phase_end(o);
  }
  observer_compile_end(o, &end);
  assert_int_equal(observe_last(observe)->phase_count[PHASE_PARSE], 100000);
  observe_free(observe);
}

static void test_parses_count_in_and_outside_of_compilations(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  struct observe *observe = observe_new(s);
  const struct observer *o = observe_observer(observe);
  struct observer_parse miss = {.bytes = 100, .cache_used = true};
  struct observer_parse hit = {.cache_used = true, .cache_hit = true};
  struct observer_parse bad = {.bytes = 10, .failed = true};
  struct observer_summary end = summary(FAILURE_SYNTAX);
  observer_parsed(o, &bad);
  observer_compile_begin(o, &begin);
  observer_parsed(o, &miss);
  observer_parsed(o, &hit);
  observer_parsed(o, &hit);
  observer_compile_end(o, &end);
  observer_parsed(o, &bad);
  observe_free(observe);
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficParseFiles), 3);
  assert_int_equal(scalar(r, STAT_ficParseFailed), 2);
  assert_int_equal(scalar(r, STAT_ficParseBytes), 120);
  assert_int_equal(scalar(r, STAT_ficCacheHits), 2);
  assert_int_equal(scalar(r, STAT_ficCacheMisses), 1);
  stats_reader_free(r);
  stats_close(s);
}

/* Time of a nested call counts once; a template that Ruby renders counts as both. */
static void test_calls_into_ruby_and_templates_nest(void **state)
{
  (void)state;
  struct observe *observe = observe_new(NULL);
  const struct observer *o = observe_observer(observe);
  struct observer_summary end = summary(FAILURE_NONE);
  end.native_calls = 7;
  end.ruby_bytes = 5000;
  observer_compile_begin(o, &begin);
  observer_phase_begin(o, PHASE_EVALUATE_MAIN);
  unsigned tpl = observer_template_begin(o, TEMPLATE_WAY_ERB_RUBY);
  unsigned outer = observer_ruby_begin(o, RUBY_KIND_TEMPLATE);
  spend_ms(2);
  unsigned inner = observer_ruby_begin(o, RUBY_KIND_FUNCTION);
  spend_ms(20);
  observer_span_end(o, inner, OBSERVED_STOPPED);
  observer_span_end(o, outer, OBSERVED_DONE);
  observer_span_end(o, tpl, OBSERVED_DONE);
  observer_ruby_started(o, 300);
  observer_phase_end(o);
  observer_compile_end(o, &end);
  const struct stats_work *w = &observe_last(observe)->work;
  assert_int_equal(w->ruby[RUBY_KIND_FUNCTION].count, 1);
  assert_int_equal(w->ruby[RUBY_KIND_FUNCTION].failed, 1);
  assert_int_equal(w->ruby_stopped, 1);
  assert_true(w->ruby[RUBY_KIND_FUNCTION].us >= 20000);
  assert_int_equal(w->ruby[RUBY_KIND_TEMPLATE].count, 1);
  assert_int_equal(w->ruby[RUBY_KIND_TEMPLATE].failed, 0);
  assert_true(w->ruby[RUBY_KIND_TEMPLATE].us >= 2000);
  assert_true(w->ruby[RUBY_KIND_TEMPLATE].us < w->ruby[RUBY_KIND_FUNCTION].us);
  assert_int_equal(w->ruby[0].count, 2);
  assert_int_equal(w->ruby[0].failed, 1);
  assert_int_equal(w->ruby[0].us, w->ruby[RUBY_KIND_FUNCTION].us + w->ruby[RUBY_KIND_TEMPLATE].us);
  assert_int_equal(w->templates[TEMPLATE_WAY_ERB_RUBY].count, 1);
  assert_int_equal(w->templates[TEMPLATE_WAY_ERB_RUBY].failed, 0);
  /* Each span is rounded to microseconds separately. */
  assert_true(w->templates[0].us + 2 >= w->ruby[0].us);
  uint64_t calls = 0;
  for (size_t b = 0; b < STATS_BUCKETS; b++) {
    calls += w->ruby_histogram[b];
  }
  assert_int_equal(calls, 2);
  assert_int_equal(w->ruby_histogram[stats_bucket(100)], 0);
  assert_int_equal(w->ruby_starts, 1);
  assert_int_equal(w->ruby_start_us, 300);
  assert_int_equal(w->ruby_last_start_us, 300);
  const struct stats_compile *c = observe_last(observe);
  assert_int_equal(c->native_calls, 7);
  assert_int_equal(c->ruby_bytes, 5000);
  assert_int_equal(c->phase_count[PHASE_RUBY], 2);
  assert_int_equal(c->phase_count[PHASE_TEMPLATE], 1);
  assert_true(c->phase_us[PHASE_RUBY] >= 22000);
  assert_true(c->phase_us[PHASE_EVALUATE_MAIN] < 10000);
  observe_free(observe);
}

/* A failure skips the ends: the next outer end, or that of the compilation, counts them. */
static void test_open_spans_of_a_failure_count_as_failed(void **state)
{
  (void)state;
  struct observe *observe = observe_new(NULL);
  const struct observer *o = observe_observer(observe);
  struct observer_summary end = summary(FAILURE_EVALUATION);
  observer_compile_begin(o, &begin);
  observer_phase_begin(o, PHASE_EVALUATE_MAIN);
  unsigned outer = observer_ruby_begin(o, RUBY_KIND_FUNCTION);
  observer_ruby_begin(o, RUBY_KIND_DATA);
  observer_phase_begin(o, PHASE_PARSE);
  observer_template_begin(o, TEMPLATE_WAY_EPP);
  observer_span_end(o, outer, OBSERVED_DONE);
  observer_span_end(o, outer, OBSERVED_FAILED); /* a second end is ignored */
  spend_ms(20);                                 /* in evaluate_main again */
  observer_phase_next(o, PHASE_EVALUATE_GENERATORS);
  observer_template_begin(o, TEMPLATE_WAY_EPP);
  spend_ms(2);
  observer_compile_end(o, &end);
  const struct stats_compile *c = observe_last(observe);
  assert_int_equal(c->work.ruby[RUBY_KIND_FUNCTION].failed, 0);
  assert_int_equal(c->work.ruby[RUBY_KIND_DATA].failed, 1);
  assert_int_equal(c->work.templates[TEMPLATE_WAY_EPP].count, 2);
  assert_int_equal(c->work.templates[TEMPLATE_WAY_EPP].failed, 2);
  assert_true(c->work.templates[TEMPLATE_WAY_EPP].us >= 2000);
  assert_true(c->phase_us[PHASE_EVALUATE_MAIN] >= 20000);
  assert_true(c->phase_us[PHASE_PARSE] < 10000);
  observer_compile_begin(o, &begin);
  observer_compile_end(o, &end);
  assert_int_equal(observe_last(observe)->work.templates[0].count, 0);
  observe_free(observe);
}

static void test_deeply_nested_spans_do_not_overflow(void **state)
{
  (void)state;
  struct observe *observe = observe_new(NULL);
  const struct observer *o = observe_observer(observe);
  struct observer_summary end = summary(FAILURE_NONE);
  unsigned marks[2000];
  observer_compile_begin(o, &begin);
  for (int i = 0; i < 2000; i++) {
    marks[i] = observer_ruby_begin(o, RUBY_KIND_FUNCTION);
  }
  for (int i = 2000; i-- > 0;) {
    observer_span_end(o, marks[i], OBSERVED_DONE);
  }
  observer_compile_end(o, &end);
  assert_int_equal(observe_last(observe)->work.ruby[0].count, 2000);
  assert_int_equal(observe_last(observe)->work.ruby[0].failed, 0);
  observe_free(observe);
}

static void test_work_counts_in_and_outside_of_compilations(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  struct observe *observe = observe_new(s);
  const struct observer *o = observe_observer(observe);
  struct observer_summary end = summary(FAILURE_NONE);
  end.native_calls = 3;
  end.ruby_bytes = 3 << 20;
  observer_ruby_started(o, 12000);
  observer_span_end(o, observer_ruby_begin(o, RUBY_KIND_FACT), OBSERVED_FAILED);
  observer_compile_begin(o, &begin);
  observer_span_end(o, observer_ruby_begin(o, RUBY_KIND_FUNCTION), OBSERVED_DONE);
  observer_compile_end(o, &end);
  observer_ruby_begin(o, RUBY_KIND_FACT); /* never ended */
  observe_free(observe);
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficRubyCalls), 3);
  assert_int_equal(scalar(r, STAT_ficRubyFailed), 2);
  assert_int_equal(scalar(r, STAT_ficRubyCompiles), 1);
  assert_int_equal(scalar(r, STAT_ficRubyStarts), 1);
  assert_int_equal(scalar(r, STAT_ficRubyStartTime), 12000);
  assert_int_equal(scalar(r, STAT_ficRubyMem), 3072);
  assert_int_equal(scalar(r, STAT_ficNativeCalls), 3);
  assert_int_equal(cell(r, STAT_ficEnvRubyCalls, "production"), 1);
  assert_int_equal(cell(r, STAT_ficEnvNative, "production"), 3);
  stats_reader_free(r);
  stats_close(s);
}

static void test_an_abandoned_compilation_is_not_counted(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  struct observe *observe = observe_new(s);
  const struct observer *o = observe_observer(observe);
  observer_compile_begin(o, &begin);
  observer_compile_begin(o, &begin);
  observe_free(observe);
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficCmpActive), 0);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 0);
  stats_reader_free(r);
  stats_close(s);
}

static void test_without_an_observer(void **state)
{
  (void)state;
  static const struct observer silent = {0};
  struct observer_parse parse = {.bytes = 1};
  struct observer_summary end = summary(FAILURE_NONE);
  const struct observer *none[] = {NULL, &silent};
  for (size_t i = 0; i < 2; i++) {
    observer_compile_begin(none[i], &begin);
    observer_phase_begin(none[i], PHASE_INIT);
    observer_phase_next(none[i], PHASE_FINISH);
    observer_phase_end(none[i]);
    observer_parsed(none[i], &parse);
    observer_span_end(none[i], observer_ruby_begin(none[i], RUBY_KIND_FUNCTION), OBSERVED_DONE);
    observer_span_end(none[i], observer_template_begin(none[i], TEMPLATE_WAY_EPP), OBSERVED_DONE);
    observer_ruby_started(none[i], 1);
    observer_compile_end(none[i], &end);
  }
  assert_string_equal(compile_phase_name(PHASE_PARSE), "parse");
  assert_null(compile_phase_name(0));
  assert_null(compile_phase_name(1000));
  assert_string_equal(failure_class_name(FAILURE_CYCLE), "cycle");
  assert_null(failure_class_name(99));
  assert_string_equal(ruby_kind_name(RUBY_KIND_FACT), "fact");
  assert_null(ruby_kind_name(RUBY_KIND_COUNT));
  assert_string_equal(template_way_name(TEMPLATE_WAY_ERB_NATIVE), "erb native");
  assert_null(template_way_name(0));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    STORE_TEST(test_a_compilation_is_counted_at_its_end),
    STORE_TEST(test_time_counts_for_the_innermost_phase),
    STORE_TEST(test_open_phases_of_an_aborted_compilation_are_ended),
    STORE_TEST(test_deeply_nested_phases_do_not_overflow),
    STORE_TEST(test_parses_count_in_and_outside_of_compilations),
    STORE_TEST(test_calls_into_ruby_and_templates_nest),
    STORE_TEST(test_open_spans_of_a_failure_count_as_failed),
    STORE_TEST(test_deeply_nested_spans_do_not_overflow),
    STORE_TEST(test_work_counts_in_and_outside_of_compilations),
    STORE_TEST(test_an_abandoned_compilation_is_not_counted),
    STORE_TEST(test_without_an_observer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
