/* The spool: stored commands, the order in which they are sent, and those dropped without space. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <cmocka.h>

#include "indirector/puppetdb/spool.h"

static struct arena *arena;
static char directory[64];
static struct spool spool;
static struct buf seen;
static str error;
static const char *refused, *away; /* payloads that contain these are rejected, or get no answer */

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  strcpy(directory, "/tmp/ficelle-spool-XXXXXX");
  assert_non_null(mkdtemp(directory));
  spool = (struct spool){arena_printf(arena, "%s/a/b", directory), 1 << 20};
  seen = BUF_IN(arena);
  refused = away = NULL;
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  char command[128];
  snprintf(command, sizeof command, "rm -r '%s'", directory);
  assert_int_equal(system(command), 0);
  arena_free(arena);
  return 0;
}

static struct spool_gone gone; /* those dropped by the last put */

static uint32_t put(enum wire_kind kind, const char *certname, const char *payload)
{
  const struct spool_command c = {kind, 5, str_of(certname), STR("2026-01-01T00:00:00.000Z"), str_of(payload)};
  if (!spool_put(&spool, arena, &c, &gone, &error)) fail_msg("%.*s", STR_FMT(error));
  return gone.for_room;
}

static enum spool_sent take(void *ctx, struct arena *a, const struct spool_command *c)
{
  (void)ctx;
  (void)a;
  if (away != NULL && str_find(c->payload, str_of(away), 0) != SIZE_MAX) return SPOOL_AWAY;
  if (refused != NULL && str_find(c->payload, str_of(refused), 0) != SIZE_MAX) return SPOOL_REFUSED;
  buf_printf(&seen, "%s %d %.*s %.*s %.*s\n", wire_name(c->kind), c->version, STR_FMT(c->certname),
             STR_FMT(c->timestamp), STR_FMT(c->payload));
  return SPOOL_SENT;
}

static void broken(void *ctx, str file, str why)
{
  (void)ctx;
  (void)file;
  buf_printf(&seen, "broken: %.*s\n", STR_FMT(why));
}

static uint32_t send_all(void)
{
  buf_clear(&seen);
  return spool_send(&spool, take, broken, NULL, 0);
}

static void assert_seen(const char *want) { assert_string_equal(arena_strz(arena, buf_view(&seen)), want); }

static void test_empty(void **state)
{
  (void)state;
  assert_int_equal(spool_depth(&spool).commands, 0);
  assert_int_equal(send_all(), 0);
  assert_false(spool_was_away(&spool, 60));
}

static void test_order(void **state)
{
  (void)state;
  put(WIRE_STORE_REPORT, "b", "{1}");
  put(WIRE_REPLACE_FACTS, "a+b/..", "{2}");
  put(WIRE_STORE_REPORT, "b", "{3}");
  const struct spool_depth depth = spool_depth(&spool);
  assert_int_equal(depth.commands, 3);
  assert_true(depth.bytes > 9 && depth.oldest > 1700000000);
  assert_int_equal(send_all(), 3);
  assert_seen("store report 5 b 2026-01-01T00:00:00.000Z {1}\n"
              "replace facts 5 a+b/.. 2026-01-01T00:00:00.000Z {2}\n"
              "store report 5 b 2026-01-01T00:00:00.000Z {3}\n");
  assert_int_equal(spool_depth(&spool).commands, 0);
}

static void test_newer_facts_replace_older(void **state)
{
  (void)state;
  put(WIRE_REPLACE_FACTS, "a", "{1}");
  put(WIRE_REPLACE_FACTS, "b", "{2}");
  put(WIRE_REPLACE_CATALOG, "a", "{3}");
  assert_int_equal(gone.outdated, 0);
  put(WIRE_REPLACE_FACTS, "a", "{4}");
  assert_int_equal(gone.outdated, 1);
  assert_int_equal(gone.for_room, 0);
  assert_int_equal(send_all(), 3);
  assert_seen("replace facts 5 b 2026-01-01T00:00:00.000Z {2}\nreplace catalog 5 a 2026-01-01T00:00:00.000Z {3}\n"
              "replace facts 5 a 2026-01-01T00:00:00.000Z {4}\n");
}

static void test_no_server(void **state)
{
  (void)state;
  put(WIRE_STORE_REPORT, "a", "{1}");
  put(WIRE_STORE_REPORT, "a", "{2}");
  put(WIRE_STORE_REPORT, "a", "{3}");
  away = "2";
  assert_int_equal(send_all(), 1);
  assert_int_equal(spool_depth(&spool).commands, 2);
  assert_false(spool_was_away(&spool, 60));
  spool_note_away(&spool);
  assert_true(spool_was_away(&spool, 60));
  assert_false(spool_was_away(&spool, 0));
  away = NULL;
  refused = "2";
  assert_int_equal(send_all(), 1);
  assert_int_equal(spool_depth(&spool).commands, 0);
  assert_false(spool_was_away(&spool, 60));
}

static void test_full_spool(void **state)
{
  (void)state;
  put(WIRE_STORE_REPORT, "a", "{1}");
  const int64_t one = spool_depth(&spool).bytes;
  spool.limit = 3 * one;
  put(WIRE_STORE_REPORT, "b", "{2}");
  put(WIRE_STORE_REPORT, "b", "{3}");
  assert_int_equal(put(WIRE_STORE_REPORT, "b", "{4}"), 1); /* its own oldest */
  assert_int_equal(put(WIRE_STORE_REPORT, "c", "{5}"), 1); /* the oldest of all */
  assert_true(spool_depth(&spool).bytes <= spool.limit);
  send_all();
  assert_seen("store report 5 b 2026-01-01T00:00:00.000Z {3}\nstore report 5 b 2026-01-01T00:00:00.000Z {4}\n"
              "store report 5 c 2026-01-01T00:00:00.000Z {5}\n");
  const struct spool_command large = {WIRE_STORE_REPORT, 8, STR("a"), STR("t"),
                                      arena_printf(arena, "{%*s}", (int)(3 * one), "")};
  assert_false(spool_put(&spool, arena, &large, &gone, &error));
  assert_true(str_ends(error, STR(" bytes is too large for the spool")));
}

static void write_file(const char *name, const char *text)
{
  FILE *f = fopen(arena_printf(arena, "%.*s/%s", STR_FMT(spool.directory), name).p, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static void test_broken_files(void **state)
{
  (void)state;
  put(WIRE_STORE_REPORT, "a", "{9}");
  write_file("00000000001-1-1+store report+a", "");
  write_file("00000000001-1-2+store report+a", "{\"command\":\"store report\",\"version\":8}\n{}");
  write_file("00000000001-1-3+store report+a",
             "{\"command\":\"store report\",\"version\":8,\"certname\":\"a\",\"producer_timestamp\":\"t\"}\n{\"a\":");
  write_file("00000000001-1-4+store report+a",
             "{\"command\":\"no command\",\"version\":8,\"certname\":\"a\",\"producer_timestamp\":\"t\"}\n{}");
  write_file("other", "{}");
  assert_int_equal(send_all(), 1);
  assert_seen(
    "broken: its first line is not the header of a command\nbroken: its first line is not the header of a command\n"
    "broken: it has no payload\nbroken: its first line is not the header of a command\n"
    "store report 5 a 2026-01-01T00:00:00.000Z {9}\n");
  assert_int_equal(send_all(), 0);
  assert_seen("");
}

/* One process sends at a time. */
static void test_locked(void **state)
{
  (void)state;
  put(WIRE_STORE_REPORT, "a", "{1}");
  const int fd = open(arena_printf(arena, "%.*s/.sending", STR_FMT(spool.directory)).p, O_RDWR | O_CREAT, 0600);
  assert_int_equal(flock(fd, LOCK_EX), 0);
  assert_int_equal(send_all(), 0);
  close(fd);
  assert_int_equal(send_all(), 1);
}

static void test_long_name(void **state)
{
  (void)state;
  const struct spool_command c = {WIRE_STORE_REPORT, 8, arena_printf(arena, "%0250d", 1), STR("t"), STR("{}")};
  assert_false(spool_put(&spool, arena, &c, &gone, &error));
  assert_true(str_ends(error, STR("is too long for the spool")));
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {T(test_empty),     T(test_order),      T(test_newer_facts_replace_older),
                                     T(test_no_server), T(test_full_spool), T(test_broken_files),
                                     T(test_locked),    T(test_long_name)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
