/* The screen of ficelle top at several sizes, and the last hour. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "monitor/top/history.h"
#include "monitor/top/screen.h"

static void no_history(void *ctx, uint32_t *count, size_t n)
{
  (void)ctx;
  for (size_t i = 0; i < n; i++) count[i] = i < n / 2 ? HISTORY_UNKNOWN : (uint32_t)(i == n - 1 ? 80 : i % 2);
}

static void add_node(struct snapshot *s, unsigned number, uint64_t state, uint64_t run)
{
  char name[40];
  const int n = snprintf(name, sizeof name, "node%05u.example.org", number);
  const struct snapshot_index index = {.name = str_n(name, (size_t)n)};
  size_t row = 0;
  assert_true(snapshot_row(s, STATS_NODE, &index, &row));
  snapshot_put_text(s, STAT_ficNodeLabel, row, index.name);
  snapshot_put_text(s, STAT_ficNodeEnv, row, STR("production"));
  snapshot_put(s, STAT_ficNodeState, row, state);
  snapshot_put(s, STAT_ficNodeCmpTime, row, 1000 * number);
  snapshot_put(s, STAT_ficNodeAge, row, 100 + number);
  if (run != 0) snapshot_put(s, STAT_ficNodeRunState, row, run);
}

static void add_scalars(struct snapshot *s)
{
  static const struct {
    uint32_t id;
    uint64_t number;
  } values[] = {
    {STAT_ficStatsState, STATS_STATE_OK},
    {STAT_ficCmpTotal, 1234567},
    {STAT_ficCmpWinCount, 1024},
    {STAT_ficCmpWinSecs, 3600},
    {STAT_ficCmpP50, 12345},
    {STAT_ficCmpP95, 234567},
    {STAT_ficCmpP99, 3456789},
    {STAT_ficCmpFailRatio, 125},
    {STAT_ficRunLastState, STATS_RUNRESULT_CHANGED},
    {STAT_ficRunLastAge, 75},
    {STAT_ficAgtDisabled, 1},
    {STAT_ficNodesTotal, 30},
    {STAT_ficNodesFailed, 2},
    {STAT_ficNodesStale, 1},
  };
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    size_t row = 0;
    const struct snapshot_index none = {.name = STR_EMPTY};
    assert_true(snapshot_row(s, stats_table[values[i].id].group, &none, &row));
    snapshot_put(s, values[i].id, row, values[i].number);
  }
}

static void add_alarm(struct snapshot *s, const char *name, uint64_t state, uint64_t severity)
{
  const struct snapshot_index index = {.name = str_of(name)};
  size_t row = 0;
  assert_true(snapshot_row(s, STATS_ALARM, &index, &row));
  snapshot_put(s, STAT_ficAlarmState, row, state);
  snapshot_put(s, STAT_ficAlarmSeverity, row, severity);
  snapshot_put(s, STAT_ficAlarmEnabled, row, 1);
}

static void add_source(struct snapshot *s, const char *name, uint64_t state)
{
  const struct snapshot_index index = {.name = str_of(name)};
  size_t row = 0;
  assert_true(snapshot_row(s, STATS_SOURCE, &index, &row));
  snapshot_put(s, STAT_ficSrcState, row, state);
  snapshot_put_text(s, STAT_ficSrcKind, row, STR("redis"));
  snapshot_put_text(s, STAT_ficSrcReason, row, STR("connection \x1b[31mrefused\n"));
}

static struct snapshot *site(unsigned nodes)
{
  struct snapshot *s = snapshot_new();
  screen_want(s);
  snapshot_set_time(s, 1700000000000000);
  add_scalars(s);
  for (unsigned i = 0; i < nodes; i++)
    add_node(s, i,
             i == 3   ? STATS_RESULT_FAILED
             : i == 4 ? STATS_RESULT_CACHED
                      : STATS_RESULT_OK,
             i == 5 ? STATS_RUNRESULT_FAILED : 0);
  add_alarm(s, "compile-p95", STATS_ALARMSTATE_RAISED, STATS_SEVERITY_MAJOR);
  add_alarm(s, "run-age", STATS_ALARMSTATE_CLEARED, STATS_SEVERITY_MINOR);
  add_source(s, "cache", STATS_SOURCESTATE_REFUSED);
  return s;
}

static struct screen screen_of(const struct snapshot *s)
{
  return (struct screen){.s = s,
                         .from = "/var/lib/ficelle/stats",
                         .trouble = "",
                         .store_reason = "",
                         .alarms_reason = "",
                         .clock = "12:34:56",
                         .has_rate = true,
                         .rate = 0.5,
                         .history = no_history,
                         .interval_s = 2,
                         .keys = true};
}

/* The lines of a screen; the caller frees the buffer. */
static struct buf drawn(struct screen *t, int width, int height, bool utf8)
{
  struct buf out = BUF_HEAP;
  struct grid *g = grid_new(width, height, utf8);
  screen_draw(t, g);
  grid_print(g, &out);
  grid_free(g);
  return out;
}

static const char *line(const struct buf *b, const char *begin)
{
  static char text[1024];
  for (size_t at = 0; at < b->n;) {
    const size_t end = str_index(buf_view(b), '\n', at);
    const str l = str_sub(buf_view(b), at, end - at);
    if (str_starts(l, str_of(begin))) {
      snprintf(text, sizeof text, "%.*s", STR_FMT(l));
      return text;
    }
    at = end + 1;
  }
  return "";
}

static void test_the_small_screen(void **state)
{
  (void)state;
  struct snapshot *s = site(30);
  struct screen t = screen_of(s);
  struct buf b = drawn(&t, 80, 24, false);
  assert_string_equal(line(&b, "compile"),
                      "compile   30.0/min  1,024 in 1h00m  1.25 % failed  0 active  1,234,567 total");
  assert_string_equal(line(&b, "time"), "time      p50 12.3 ms  p95 234.6 ms  p99 3.46 s  max -");
  assert_string_equal(line(&b, "last hour"),
                      "last hour                           _._._._._._._._._._._._._# peak 69.3/min");
  assert_string_equal(line(&b, "runs"), "runs      DISABLED  last changed 1m15s ago  0.00 % failed  0 total");
  assert_string_equal(line(&b, "nodes"), "nodes     30  2 failed  1 stale");
  assert_string_equal(line(&b, "alarms"), "alarms    1 raised  2 watched  compile-p95");
  assert_string_equal(line(&b, "NODE"),
                      "NODE 1-11/30              CATALOG     TIME    AGE RUN           TIME    AGE FAIL");
  assert_string_equal(line(&b, "node00003"),
                      "node00003.example.org     failed    3.0 ms  1m43s -                -      -    -");
  assert_true(str_find(buf_view(&b), STR("q quit  s sort (state)  p pause"), 0) != SIZE_MAX);
  /* Order: failed, failed before, cached before, the slowest. */
  const size_t a = str_find(buf_view(&b), STR("\nnode00003"), 0), r = str_find(buf_view(&b), STR("\nnode00005"), 0),
               c = str_find(buf_view(&b), STR("\nnode00004"), 0), d = str_find(buf_view(&b), STR("\nnode00029"), 0);
  assert_true(a < r && r < c && c < d && d != SIZE_MAX);
  buf_free(&b);
  snapshot_free(s);
}

static void test_the_large_screen_has_two_columns(void **state)
{
  (void)state;
  struct snapshot *s = site(30);
  struct screen t = screen_of(s);
  struct buf b = drawn(&t, 200, 60, false);
  assert_true(strstr(line(&b, "NODE"), "ALARM") != NULL);
  assert_true(str_find(buf_view(&b), STR("RUN PHASE"), 0) != SIZE_MAX);
  assert_true(str_find(buf_view(&b), STR("ENVIRONMENT"), 0) != SIZE_MAX);
  assert_true(str_find(buf_view(&b), STR("connection ?[31mrefused?"), 0) !=
              SIZE_MAX); /* nothing is written to the terminal */
  assert_true(str_find(buf_view(&b), STR("node00000.example.org"), 0) != SIZE_MAX);
  buf_free(&b);
  snapshot_free(s);
}

static void test_no_size_draws_outside(void **state)
{
  (void)state;
  struct snapshot *s = site(300);
  for (int width = 1; width <= 240; width += 7) {
    for (int height = 1; height <= 70; height += 3) {
      struct screen t = screen_of(s);
      struct buf b = drawn(&t, width, height, false);
      const bool small = width < SCREEN_MIN_WIDTH || height < SCREEN_MIN_HEIGHT;
      size_t lines = 0, longest = 0;
      for (size_t at = 0; at < b.n; lines++) {
        const size_t end = str_index(buf_view(&b), '\n', at);
        if (end - at > longest) longest = end - at;
        at = end + 1;
      }
      assert_true(lines <= (size_t)height && longest <= (size_t)width);
      if (width >= 10 && small != (str_find(buf_view(&b), STR("too small"), 0) == 0)) fail_msg("%dx%d", width, height);
      buf_free(&b);
    }
  }
  snapshot_free(s);
}

static void test_scrolling_stays_in_range(void **state)
{
  (void)state;
  struct snapshot *s = site(30);
  struct screen t = screen_of(s);
  t.scroll = 1000;
  t.sort = SCREEN_BY_NAME;
  struct buf b = drawn(&t, 80, 24, false);
  assert_int_equal(t.page, 11);
  assert_int_equal(t.scroll, 19);
  assert_true(str_starts(str_of(line(&b, "NODE")), STR("NODE 20-30/30 ")));
  assert_string_not_equal(line(&b, "node00029"), "");
  buf_free(&b);
  snapshot_free(s);
}

static void test_problems_are_shown(void **state)
{
  (void)state;
  struct snapshot *s = site(3);
  struct screen t = screen_of(s);
  t.trouble = "puppet.example.org does not answer";
  t.trouble_s = 12;
  struct buf b = drawn(&t, 80, 24, false);
  assert_string_equal(line(&b, "for "), "for 12s: puppet.example.org does not answer");
  buf_free(&b);
  snapshot_free(s);
}

static void test_screen_without_data(void **state)
{
  (void)state;
  struct snapshot *s = snapshot_new();
  screen_want(s);
  struct screen t = screen_of(s);
  struct buf b = drawn(&t, 80, 24, true);
  assert_true(str_find(buf_view(&b), STR("no node yet"), 0) != SIZE_MAX);
  assert_true(str_find(buf_view(&b), STR("none yet"), 0) != SIZE_MAX);
  buf_free(&b);
  snapshot_free(s);
}

static void test_utf8_only_in_utf8_locales(void **state)
{
  (void)state;
  struct grid *g = grid_new(8, 1, false);
  struct buf b = BUF_HEAP;
  grid_text(g, 0, 0, 8, GRID_PLAIN,
            STR("a\xc3\xa9\x01"
                "b\xff"));
  grid_row(g, 0, &b);
  assert_string_equal(b.p, "a??b?");
  grid_text(g, 0, 0, 4, GRID_PLAIN, STR("longer"));
  buf_clear(&b);
  grid_row(g, 0, &b);
  assert_true(str_eqz(buf_view(&b), "lon~?"));
  grid_text(g, 6, 0, 8, GRID_PLAIN, STR("xyz")); /* outside of the grid nothing is drawn */
  grid_text(g, -1, 0, 2, GRID_PLAIN, STR("xy"));
  grid_free(g);
  buf_free(&b);
}

static void test_the_last_hour(void **state)
{
  (void)state;
  static struct history h;
  const uint64_t second = 1000000, now = 10000 * second;
  uint32_t count[6];
  double rate;
  history_counts(&h, now, 10 * second, count, 6);
  assert_int_equal(count[5], HISTORY_UNKNOWN);
  assert_int_equal(history_rate(&h, 60 * second, &rate), 0);
  for (uint64_t i = 0; i <= 20; i++) history_add(&h, now - 40 * second + i * 2 * second, 100 + 5 * i);
  history_counts(&h, now, 10 * second, count, 6);
  assert_int_equal(count[0], HISTORY_UNKNOWN);
  assert_int_equal(count[2] + count[3] + count[4] + count[5], 100);
  assert_int_equal(count[5], 25);
  assert_int_equal(history_rate(&h, 20 * second, &rate), 20 * second);
  assert_int_equal(history_rate(&h, 60 * second, &rate), 40 * second); /* all that is known */
  assert_true(rate == 2.5);
  history_add(&h, now + 2 * second, 3); /* restarted */
  assert_int_equal(history_rate(&h, 60 * second, &rate), 0);
  /* A day of samples, some of them within one second: an hour is kept. */
  for (uint64_t i = 0; i < 100000; i++) history_add(&h, now + i * second * 9 / 10, 10 + i);
  assert_true(h.count <= HISTORY_SAMPLES);
  const uint64_t end = now + 99999 * second * 9 / 10;
  history_counts(&h, end, 600 * second, count, 6);
  for (int i = 0; i < 6; i++) assert_in_range(count[i], 660, 670);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_the_small_screen),          cmocka_unit_test(test_the_large_screen_has_two_columns),
    cmocka_unit_test(test_no_size_draws_outside),     cmocka_unit_test(test_scrolling_stays_in_range),
    cmocka_unit_test(test_problems_are_shown),        cmocka_unit_test(test_screen_without_data),
    cmocka_unit_test(test_utf8_only_in_utf8_locales), cmocka_unit_test(test_the_last_hour),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
