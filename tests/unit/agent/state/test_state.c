/* The text of state.yaml: usual entries, which are read and written without libyaml, and all others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "agent/state/state.h"
#include "compiler/values/runtime.h"

static struct arena *arena;

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  setenv("TZ", "UTC", 1);
  tzset();
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

static struct agent_state empty(void) { return (struct agent_state){.arena = arena, .resources = hash_new(arena, 4)}; }

static struct agent_state parsed(const char *text)
{
  struct agent_state s = empty();
  bool is_state = false;
  str error = STR_EMPTY;
  assert_true(state_parse(&s, str_of(text), STR("/state.yaml"), &is_state, &error));
  assert_true(is_state);
  return s;
}

static void assert_time(const struct agent_state *s, const char *ref, const char *name, int64_t seconds, uint32_t nanos)
{
  const struct hash *own = state_of(s, str_of(ref));
  assert_non_null(own);
  const value *v = hash_get_str(own, str_of(name));
  assert_non_null(v);
  assert_int_equal(v->kind, V_TIMESTAMP);
  assert_int_equal(v->integer, seconds);
  assert_int_equal(v->length, nanos);
}

static const char *text_of(struct agent_state *s, int64_t ttl, int64_t now)
{
  struct buf out = BUF_IN(arena);
  assert_true(state_text(s, ttl, now, &out));
  return arena_strz(arena, buf_view(&out));
}

/* The text that libyaml alone writes for the same state. */
static const char *by_libyaml(const struct agent_state *s)
{
  struct hash *all = hash_new(arena, 4);
  struct buf out = BUF_IN(arena);
  for (uint32_t i = 0; i < s->resources->n; i++) {
    const struct hash *own = s->resources->entries[i].value.hash;
    struct hash *shown = hash_new(arena, 4);
    for (uint32_t k = 0; k < own->n; k++) {
      hash_put(shown, arena, value_runtime_symbol(arena, value_text(own->entries[k].key)), own->entries[k].value);
    }
    hash_put(all, arena, s->resources->entries[i].key, value_hash(shown));
  }
  assert_true(value_write_yaml_state(arena, &out, value_hash(all)));
  return arena_strz(arena, buf_view(&out));
}

static void usual_entries(void **state)
{
  (void)state;
  static const char text[] = "---\nFile[/etc/motd]:\n  :checked: 2026-11-22 19:00:57.182461960 +00:00\n"
                             "  :synced: 2024-02-29 23:59:59.000000001 +00:00\nClass[Main]:\n"
                             "  :checked: 1970-01-01 00:00:00.000000000 +00:00\n";
  struct agent_state s = parsed(text);
  assert_int_equal(s.resources->n, 2);
  assert_time(&s, "File[/etc/motd]", "checked", 1795374057, 182461960);
  assert_time(&s, "File[/etc/motd]", "synced", 1709251199, 1);
  assert_time(&s, "Class[Main]", "checked", 0, 0);
  assert_string_equal(text_of(&s, 0, 0), text);
}

/* Every day of four centuries is computed as by the C library. */
static void days(void **state)
{
  (void)state;
  for (int64_t day = -3000; day < 365 * 400; day += 7) {
    const time_t at = (time_t)(day * 86400 + 3661);
    char text[128], when[40];
    struct tm tm;
    gmtime_r(&at, &tm);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &tm);
    snprintf(text, sizeof text, "---\nA[b]:\n  :checked: %s.000000000 +00:00\n", when);
    struct agent_state s = parsed(text);
    assert_time(&s, "A[b]", "checked", at, 0);
  }
}

/* The times of a file that is audited are texts, and remain quoted. */
static void texts_like_times(void **state)
{
  (void)state;
  static const char text[] = "---\nFile[/f]:\n  :checked: 2026-11-22 19:00:57.182461960 +00:00\n"
                             "  :ctime: '2026-11-22 19:00:57 +0000'\n";
  struct agent_state s = parsed(text);
  const value *v = hash_get_str(state_of(&s, STR("File[/f]")), STR("ctime"));
  assert_int_equal(v->kind, V_STRING);
  assert_string_equal(text_of(&s, 0, 0), text);
}

static void zones(void **state)
{
  (void)state;
  struct agent_state s = parsed("---\nA[b]:\n  :checked: 2026-11-22 19:00:57.000000000 +01:30\n"
                                "A[c]:\n  :checked: 2026-11-22 19:00:57.000000000 -09:30\n");
  assert_time(&s, "A[b]", "checked", 1795374057 - 5400, 0);
  assert_time(&s, "A[c]", "checked", 1795374057 + 34200, 0);
  setenv("TZ", "XYZ-5:30", 1);
  tzset();
  assert_string_equal(text_of(&s, 0, 0), "---\nA[b]:\n  :checked: 2026-11-22 23:00:57.000000000 +05:30\n"
                                         "A[c]:\n  :checked: 2026-11-23 10:00:57.000000000 +05:30\n");
}

/* Titles that need quotes, long ones, with several lines, beyond ASCII; values that are not times. */
static void other_entries(void **state)
{
  (void)state;
  static const char *const titles[] = {"a: b", "a #b", "a:",  "x 'y' \"z\"", "\xc3\xa4", "a\nb", "a\tb", "&a",
                                       "*a",   "",     "- a", "{}",          "!x",       "%x",   "@x",   "`x",
                                       "a:b",  "a#b",  " a",  "a\\n",        "~",        "null"};
  struct agent_state s = empty();
  for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
    state_checked(&s, arena_printf(arena, "Exec[%s]", titles[i]), (struct timespec){1795374057 + (time_t)i, 5});
    state_checked(&s, arena_printf(arena, "File[/%zu]", i), (struct timespec){1795374057, 6});
    state_checked(&s, str_of(titles[i]), (struct timespec){1795374057, 7});
  }
  for (size_t n = 118; n < 128; n++) { /* around the length from which libyaml writes "? key" */
    char *name = arena_strz(arena, arena_printf(arena, "%0*d", (int)n, 1));
    state_checked(&s, arena_printf(arena, "Exec[%s]", name), (struct timespec){1795374057, 8});
  }
  state_remember(&s, STR("File[/audited]"), STR("content"), value_str(STR("{sha256}00 & *x")));
  state_remember(&s, STR("File[/audited]"), STR("mode"), value_str(STR("0644")));
  state_checked(&s, STR("File[/audited]"), (struct timespec){1795374057, 9});
  const char *text = text_of(&s, 0, 0);
  assert_string_equal(text, by_libyaml(&s));
  struct agent_state again = parsed(text);
  assert_int_equal(again.resources->n, s.resources->n);
  for (uint32_t i = 0; i < s.resources->n; i++) {
    assert_true(value_same(again.resources->entries[i].key, s.resources->entries[i].key));
    assert_true(value_same(again.resources->entries[i].value, s.resources->entries[i].value));
  }
}

/* Parts of a text that refer to each other cannot be read separately. */
static void aliases(void **state)
{
  (void)state;
  struct agent_state s = parsed("---\nFile[/a]: &1\n  :checked: 2026-11-22 19:00:57.000000000 +00:00\nFile[/b]: *1\n"
                                "File[/c]:\n  :checked: 2026-11-22 19:00:58.000000000 +00:00\n");
  assert_int_equal(s.resources->n, 3);
  assert_time(&s, "File[/b]", "checked", 1795374057, 0);
  assert_time(&s, "File[/c]", "checked", 1795374058, 0);
}

static void damaged(void **state)
{
  (void)state;
  static const char *const texts[] = {
    "---\nFile[/a]:\n  :checked: [\nFile[/b]:\n  :checked: 2026-11-22 19:00:57.000000000 +00:00\n",
    "---\nFile[/a]:\n  :checked: 2026-11-22 19:00:57.000000000 +00:00\n \"\n", "---\n\t\n- :\n  {"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct agent_state s = empty();
    bool is_state = false;
    str error = STR_EMPTY;
    assert_false(state_parse(&s, str_of(texts[i]), STR("/state.yaml"), &is_state, &error));
    assert_true(str_find(error, STR("(/state.yaml): "), 0) != SIZE_MAX);
  }
}

static void nothing(void **state)
{
  (void)state;
  struct agent_state s = empty();
  assert_string_equal(text_of(&s, 0, 0), "--- {}\n");
  state_checked(&s, STR("File[/a]"), (struct timespec){1000, 0});
  state_touch(&s, STR("File[/b]"));
  assert_string_equal(text_of(&s, 100, 1101), "---\nFile[/b]: {}\n");
  s = parsed("--- {}\n");
  assert_int_equal(s.resources->n, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(usual_entries, setup, teardown),
    cmocka_unit_test_setup_teardown(days, setup, teardown),
    cmocka_unit_test_setup_teardown(texts_like_times, setup, teardown),
    cmocka_unit_test_setup_teardown(zones, setup, teardown),
    cmocka_unit_test_setup_teardown(other_entries, setup, teardown),
    cmocka_unit_test_setup_teardown(aliases, setup, teardown),
    cmocka_unit_test_setup_teardown(damaged, setup, teardown),
    cmocka_unit_test_setup_teardown(nothing, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
