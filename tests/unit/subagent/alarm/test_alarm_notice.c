/* Notifications about nodes and the store, their limits, and pending ones after a restart. */
#include "alarm_test.h"

static char names[FAKE_ROWS_MAX][32];

static void make_nodes(size_t n)
{
  for (size_t i = 0; i < n; i++) {
    snprintf(names[i], sizeof names[i], "n%06zu", i);
    fake.node[i] = (struct alarm_node){.name = str_of(names[i]),
                                       .label = str_of(names[i]),
                                       .environment = STR("prod"),
                                       .compile = ALARM_RESULT_OK,
                                       .run = ALARM_RESULT_OK,
                                       .has_age = true};
  }
  fake.nodes = n;
  fake.rows_generation++;
  fake.generation++;
}

static void compiled(size_t node, enum alarm_result result)
{
  fake.node[node].compile = result;
  fake.node[node].age_s = 0;
  fake.generation++;
}

static void assert_sent(size_t i, enum notice_kind kind, const char *subject, const char *text)
{
  assert_true(i < sent_count);
  assert_int_equal(sent[i].kind, kind);
  assert_int_equal(sent[i].sequence, i + 1);
  assert_string_equal(sent[i].subject, subject);
  assert_string_equal(sent[i].text, text);
}

static void test_node_fails_and_recovers(void **state)
{
  (void)state;
  struct alarms *a = start();
  make_nodes(3);
  turn(a, 1);
  compiled(1, ALARM_RESULT_FAILED);
  turn(a, 1);
  for (int i = 0; i < 5; i++) { /* fails repeatedly */
    compiled(1, ALARM_RESULT_FAILED);
    turn(a, 100);
  }
  compiled(1, ALARM_RESULT_NONE); /* a run has no result of compiling */
  fake.node[1].run = ALARM_RESULT_FAILED;
  turn(a, 1);
  compiled(1, ALARM_RESULT_OK);
  fake.node[1].run = ALARM_RESULT_OK;
  turn(a, 1);
  assert_int_equal(sent_count, 4);
  assert_sent(0, NOTICE_COMPILE_FAILED, "n000001", "n000001 could not be compiled");
  assert_sent(1, NOTICE_RUN_FAILED, "n000001", "n000001 has a failed run");
  assert_sent(2, NOTICE_COMPILE_OK, "n000001", "n000001 compiled again");
  assert_sent(3, NOTICE_RUN_OK, "n000001", "n000001 has a run without failures again");
  stop(a);
}

static void test_node_is_stale_and_recovers(void **state)
{
  (void)state;
  write_file(fake_conf, "[notifications]\nnode_stale = 1000 s\n");
  struct alarms *a = start();
  make_nodes(2);
  turn(a, 1);
  for (uint64_t t = 1; t < 1000; t++) { /* nothing is recorded: only ages grow */
    fake.node[1].age_s = t;
    turn(a, 1);
  }
  assert_int_equal(sent_count, 0);
  fake.node[1].age_s = 1000;
  turn(a, 1);
  assert_sent(0, NOTICE_NODE_STALE, "n000001", "n000001 has not been seen for 1000 s");
  compiled(1, ALARM_RESULT_OK);
  turn(a, 1);
  assert_sent(1, NOTICE_NODE_BACK, "n000001", "n000001 has been seen again");
  stop(a);
}

static void test_first_evaluation_sends_nothing_but_a_new_node_does(void **state)
{
  (void)state;
  struct alarms *a = start();
  make_nodes(2);
  fake.node[0].compile = ALARM_RESULT_FAILED;
  turn(a, 1);
  assert_int_equal(sent_count, 0);
  make_nodes(3);
  fake.node[0].compile = fake.node[2].compile = ALARM_RESULT_FAILED;
  turn(a, 1);
  assert_int_equal(sent_count, 1);
  assert_sent(0, NOTICE_COMPILE_FAILED, "n000002", "n000002 could not be compiled");
  a = restart(a, 1);
  turn(a, 1);
  assert_int_equal(sent_count, 1);
  compiled(0, ALARM_RESULT_OK);
  turn(a, 1);
  assert_sent(1, NOTICE_COMPILE_OK, "n000000", "n000000 compiled again");
  /* A removed row loses its state. */
  fake.nodes = 2;
  fake.rows_generation++;
  turn(a, 1);
  assert_int_equal(sent_count, 2);
  stop(a);
}

static void test_failure_while_the_subagent_did_not_run(void **state)
{
  (void)state;
  struct alarms *a = start();
  make_nodes(2);
  turn(a, 1);
  stop(a);
  compiled(1, ALARM_RESULT_FAILED);
  a = start();
  turn(a, 1);
  assert_int_equal(sent_count, 1);
  stop(a);
}

static void test_store_state(void **state)
{
  (void)state;
  struct alarms *a = start();
  turn(a, 1);
  fake.store = ALARM_STORE_MISSING;
  turn(a, 1);
  a = restart(a, 1);
  turn(a, 1);
  fake.store = ALARM_STORE_OK;
  turn(a, 100);
  assert_int_equal(sent_count, 2);
  assert_sent(0, NOTICE_STORE_STATE, "", "the statistics store is missing or may not be read");
  assert_sent(1, NOTICE_STORE_STATE, "", "the statistics store is read again");
  stop(a);
}

static void test_minimum_gap_and_what_is_never_sent(void **state)
{
  (void)state;
  struct alarms *a = start(); /* a gap of 60 s */
  struct alarms_figures figures;
  make_nodes(1);
  turn(a, 1);
  for (int i = 0; i < 10; i++) { /* one second each */
    compiled(0, i % 2 == 0 ? ALARM_RESULT_FAILED : ALARM_RESULT_OK);
    turn(a, 1);
  }
  /* failed, ok; then in the gap failed-ok four times */
  assert_int_equal(sent_count, 2);
  alarms_figures(a, &figures);
  assert_int_equal(figures.dropped, 8);
  assert_int_equal(figures.sent, 2);
  compiled(0, ALARM_RESULT_FAILED);
  turn(a, 1);
  assert_int_equal(sent_count, 2);
  turn(a, 49);
  assert_int_equal(sent_count, 2);
  turn(a, 1); /* 60 s after the first */
  assert_int_equal(sent_count, 3);
  assert_sent(2, NOTICE_COMPILE_FAILED, "n000000", "n000000 could not be compiled");
  stop(a);
}

static void test_burst_is_bounded_and_all_is_sent_finally(void **state)
{
  (void)state;
  struct alarms *a = start(); /* 100 at once, 10 a second */
  struct alarms_figures figures;
  make_nodes(10000);
  turn(a, 1);
  for (size_t i = 0; i < 10000; i++) compiled(i, ALARM_RESULT_FAILED);
  turn(a, 1);
  assert_int_equal(sent_count, 100);
  turn(a, 1);
  assert_int_equal(sent_count, 110);
  for (size_t i = 0; i < 5000; i++) compiled(i, ALARM_RESULT_OK); /* half of them before their turn */
  for (int i = 0; i < 2000; i++) turn(a, 1);
  alarms_figures(a, &figures);
  assert_int_equal(figures.sent, sent_count);
  assert_int_equal(sent_count + figures.dropped, 10000 + 5000);
  assert_int_equal(sent_count, 110 + 110 + 5000);
  for (size_t i = 0; i < sent_count; i++) assert_int_equal(sent[i].sequence, i + 1);
  stop(a);
}

static void test_full_sink(void **state)
{
  (void)state;
  struct alarms *a = start();
  make_nodes(2);
  turn(a, 1);
  sink_full = true;
  compiled(0, ALARM_RESULT_FAILED);
  for (int i = 0; i < 10; i++) turn(a, 1);
  sink_full = false;
  turn(a, 1);
  assert_int_equal(sent_count, 1);
  assert_int_equal(sent[0].sequence, 1);
  stop(a);
}

static void test_disabled_notifications_are_sent_later(void **state)
{
  (void)state;
  write_file(fake_conf, "[notifications]\nenabled = false\n");
  struct alarms *a = start();
  make_nodes(2);
  set_value(FAKE_AGE, 6000);
  turn(a, 1);
  compiled(0, ALARM_RESULT_FAILED);
  turn(a, 1);
  assert_int_equal(sent_count, 0);
  write_file(fake_conf, "");
  alarms_configure(a, fake_conf, fake.now);
  turn(a, 1);
  assert_int_equal(sent_count, 2);
  stop(a);
}

static void test_restart_repeats_unacknowledged_notifications(void **state)
{
  (void)state;
  struct alarms *a = start_with(&ack_sink);
  struct alarms_figures figures;
  make_nodes(3);
  set_value(FAKE_AGE, 10);
  turn(a, 1);
  set_value(FAKE_AGE, 6000);
  turn(a, 1);
  compiled(1, ALARM_RESULT_FAILED);
  turn(a, 1);
  compiled(2, ALARM_RESULT_FAILED);
  turn(a, 1);
  assert_int_equal(sent_count, 3);
  alarms_acknowledged(a, 1);
  alarms_acknowledged(a, 7); /* never sent */
  alarms_figures(a, &figures);
  assert_int_equal(figures.sent, 1);
  stop(a);
  fake.now.monotonic_us = 1000000;
  a = start_with(&ack_sink);
  turn(a, 1);
  assert_int_equal(sent_count, 5);
  assert_string_equal(sent[3].subject, "n000001");
  assert_int_equal(sent[3].sequence, 2);
  assert_int_equal(sent[4].sequence, 3);
  alarms_acknowledged(a, 2);
  alarms_lost(a, 3);
  alarms_figures(a, &figures);
  assert_int_equal(figures.sent, 2);
  assert_int_equal(figures.dropped, 1);
  stop(a);
  a = start_with(&ack_sink);
  turn(a, 1);
  assert_int_equal(sent_count, 5);
  set_value(FAKE_AGE, 1);
  turn(a, 1);
  assert_int_equal(sent[5].sequence, 4);
  stop(a);
}

static void test_at_most_1024_pending(void **state)
{
  (void)state;
  write_file(fake_conf, "[notifications]\nburst = 10000\nrate = 10000\n");
  struct alarms *a = start_with(&ack_sink);
  make_nodes(3000);
  turn(a, 1);
  for (size_t i = 0; i < 3000; i++) compiled(i, ALARM_RESULT_FAILED);
  for (int i = 0; i < 10; i++) turn(a, 1);
  assert_int_equal(sent_count, 1024);
  for (uint32_t i = 1; i <= 3000; i++) {
    alarms_acknowledged(a, i);
    if (i % 500 == 0) turn(a, 1);
  }
  assert_int_equal(sent_count, 3000);
  stop(a);
}

static void test_each_kind_has_its_objects(void **state)
{
  (void)state;
  for (int kind = NOTICE_ALARM_RAISED; kind < NOTICE_KINDS; kind++) {
    const struct notice_info *info = &notice_infos[kind];
    size_t n = 0;
    assert_non_null(info->name);
    assert_true(strlen(info->name) <= 19);
    while (info->object[n] != NULL) assert_true(strlen(info->object[n++]) <= 19);
    assert_string_equal(info->object[0], "ficNotifySeq");
    assert_string_equal(info->object[n - 1], "ficNotifyText");
  }
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void)
{
  const struct CMUnitTest tests[] = {
    TEST(node_fails_and_recovers),
    TEST(node_is_stale_and_recovers),
    TEST(first_evaluation_sends_nothing_but_a_new_node_does),
    TEST(failure_while_the_subagent_did_not_run),
    TEST(store_state),
    TEST(minimum_gap_and_what_is_never_sent),
    TEST(burst_is_bounded_and_all_is_sent_finally),
    TEST(full_sink),
    TEST(disabled_notifications_are_sent_later),
    TEST(restart_repeats_unacknowledged_notifications),
    TEST(at_most_1024_pending),
    TEST(each_kind_has_its_objects),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
