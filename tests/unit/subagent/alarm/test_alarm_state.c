/* alarms.state: what is written is read back; anything else is rejected. */
#include "alarm_test.h"

static void test_state_is_read_back(void **state)
{
  (void)state;
  struct alarm_saved s, again;
  struct buf text = BUF_HEAP, why = BUF_HEAP;
  alarm_saved_init(&s);
  alarm_saved_init(&again);
  s.saved_us = UINT64_MAX;
  s.sequence = 4294967295u;
  s.sent = 7;
  s.dropped = 8;
  s.store = ALARM_STORE_CORRUPT;
  s.nodes_known = true;
  s.changed_us = 9;
  s.changed_uid = 10;
  snprintf(s.changed_user, sizeof s.changed_user, "a b=%%");
  s.control = (struct alarm_settings){.mask = 1u << CONTROL_MIN_GAP, .value = {[CONTROL_MIN_GAP] = 5}};
  *alarm_saved_get(&s, "compile-p95") = (struct alarm_saved_alarm){
    "compile-p95", true, false, ALARM_UNKNOWN, 1, 2, 3, 4, {.mask = 0x1f, .value = {5, 6, 7, 4, 2}}};
  alarm_saved_get(&s, "other");
  struct alarm_saved_node *n = alarm_saved_add_node(&s, STR("w\xc3\xa9"
                                                            "b 1\n"));
  n->bad = 5;
  n->told = 2;
  alarm_saved_print(&s, &text);
  if (!alarm_saved_parse(&again, buf_view(&text), &why)) fail_msg("%s", why.p);
  assert_int_equal(again.saved_us, UINT64_MAX);
  assert_int_equal(again.sequence, 4294967295u);
  assert_int_equal(again.sent, 7);
  assert_int_equal(again.dropped, 8);
  assert_int_equal(again.store, ALARM_STORE_CORRUPT);
  assert_true(again.nodes_known);
  assert_string_equal(again.changed_user, "a b=%");
  assert_int_equal(again.control.mask, 1u << CONTROL_MIN_GAP);
  assert_int_equal(again.alarm_count, 2);
  assert_memory_equal(&again.alarm[0], &s.alarm[0], sizeof s.alarm[0]);
  assert_int_equal(again.node_count, 1);
  assert_string_equal(again.node[0].name, "w\xc3\xa9"
                                          "b 1\n");
  assert_int_equal(again.node[0].bad, 5);
  assert_int_equal(again.node[0].told, 2);
  alarm_saved_free(&s);
  alarm_saved_free(&again);
  buf_free(&text);
  buf_free(&why);
}

/* Changes each byte and reads each prefix: the checksum detects it. */
static void test_damage_is_detected(void **state)
{
  (void)state;
  struct alarm_saved s;
  struct buf text = BUF_HEAP, why = BUF_HEAP;
  alarm_saved_init(&s);
  alarm_saved_get(&s, "compile-p95")->raised = true;
  alarm_saved_print(&s, &text);
  alarm_saved_free(&s);
  for (size_t i = 0; i < text.n; i++) {
    assert_false(alarm_saved_parse(&s, str_n(text.p, i), &why));
    text.p[i] ^= 1;
    assert_false(alarm_saved_parse(&s, buf_view(&text), &why));
    text.p[i] ^= 1;
  }
  assert_true(alarm_saved_parse(&s, buf_view(&text), &why));
  alarm_saved_free(&s);
  buf_free(&text);
  buf_free(&why);
}

static void test_links_are_not_followed(void **state)
{
  (void)state;
  char path[96], target[96];
  struct alarm_saved s;
  struct buf why = BUF_HEAP;
  snprintf(path, sizeof path, "%s/alarms.state", fake_state);
  snprintf(target, sizeof target, "%s/target", fake_dir);
  write_file(target, "precious");
  assert_int_equal(symlink(target, path), 0);
  alarm_saved_init(&s);
  const int fd = alarm_state_lock(fake_state, true);
  assert_int_equal(alarm_state_read(fd, &s, &why), ALARM_STATE_DAMAGED);
  assert_true(alarm_state_write(fd, &s, &why));
  assert_int_equal(alarm_state_read(fd, &s, &why), ALARM_STATE_OK);
  close(fd);
  struct stat st;
  assert_int_equal(stat(target, &st), 0);
  assert_int_equal(st.st_size, 8);
  buf_free(&why);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void)
{
  const struct CMUnitTest tests[] = {TEST(state_is_read_back), TEST(damage_is_detected), TEST(links_are_not_followed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
