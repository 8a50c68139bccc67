/* Resources that are evaluated at the same time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/system/command.h"
#include "agent/system/lanes.h"

static struct arena *arena;
static struct ral ral;
static char said[256];

static void hear(struct ral *r, enum log_level level, str source, str message)
{
  (void)r, (void)level;
  snprintf(said + strlen(said), sizeof said - strlen(said), "%.*s:%.*s ", STR_FMT(source), STR_FMT(message));
}

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  ral = (struct ral){.arena = arena, .log = hear};
  said[0] = '\0';
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

static void say(const char *source, const char *message)
{
  ral.log(&ral, LOG_LEVEL_NOTICE, str_of(source), str_of(message));
}

/* One side of a dialog: writes a byte, waits for the other's, and so on. */
struct talker {
  const char *name;
  int in, out;
  uint32_t turns;
};

static void talk(void *ctx)
{
  struct talker *t = ctx;
  char byte;
  for (uint32_t i = 0; i < t->turns; i++) {
    struct pollfd p = {.fd = t->in, .events = POLLIN};
    assert_int_equal(write(t->out, "x", 1), 1);
    ral_fail(&ral, "%s %u", t->name, i);
    assert_int_equal(lanes_poll(&ral, &p, 1, 10000), 1);
    assert_int_equal(read(t->in, &byte, 1), 1);
    say(t->name, ral.error.p); /* its own error, whatever the other lane did meanwhile */
  }
}

/* Each lane waits for what only the other one can do; their messages appear in the order of lane_finish. */
static void lanes_take_turns(void **state)
{
  int a[2], b[2];
  (void)state;
  assert_int_equal(pipe(a), 0);
  assert_int_equal(pipe(b), 0);
  struct talker one = {"one", a[0], b[1], 2}, two = {"two", b[0], a[1], 2};
  struct lanes *l = lanes_new(&ral, 2);
  struct lane *first = lane_start(l, talk, &one);
  assert_true(lanes_have_room(l));
  struct lane *second = lane_start(l, talk, &two);
  assert_false(lanes_have_room(l));
  ral.error = STR("mine");
  lane_finish(second);
  assert_string_equal(said, "two:two 0 two:two 1 ");
  lane_finish(first);
  assert_string_equal(said, "two:two 0 two:two 1 one:one 0 one:one 1 ");
  assert_string_equal(ral.error.p, "mine");
  assert_true(lanes_have_room(l));
  for (int i = 0; i < 2; i++) close(a[i]), close(b[i]);
}

static void nap(void *ctx)
{
  lanes_sleep(&ral, *(double *)ctx);
  say("nap", "over");
}

static void echo(void *ctx)
{
  const char *const argv[] = {"/bin/sh", "-c", ctx, NULL};
  const struct command c = {.argv = argv, .umask = -1};
  struct command_result out;
  assert_true(command_run(&ral, &c, &out));
  say("echo", arena_strz(arena, out.output));
}

/* While the run itself waits for a program, lanes continue; there are many at once, and each gets its own output. */
static void lanes_continue_while_the_run_waits(void **state)
{
  enum { MANY = 40 };
  struct lane *all[MANY];
  char commands[MANY][64];
  double seconds = 0.01;
  (void)state;
  struct lanes *l = lanes_new(&ral, MANY + 1);
  struct lane *napping = lane_start(l, nap, &seconds);
  for (int i = 0; i < MANY; i++) {
    snprintf(commands[i], sizeof commands[i], "printf 'this is %d'", i);
    all[i] = lane_start(l, echo, commands[i]);
  }
  const char *const argv[] = {"/bin/sleep", "0.1", NULL};
  assert_true(command_run(&ral, &(struct command){.argv = argv, .umask = -1}, &(struct command_result){0}));
  assert_string_equal(said, "");
  lane_finish(napping);
  assert_string_equal(said, "nap:over ");
  for (int i = 0; i < MANY; i++) {
    char expected[64];
    said[0] = '\0';
    lane_finish(all[i]);
    snprintf(expected, sizeof expected, "echo:this is %d ", i);
    assert_string_equal(said, expected);
  }
}

static void without_lanes_it_is_poll(void **state)
{
  (void)state;
  assert_int_equal(lanes_poll(&ral, NULL, 0, 1), 0);
  lanes_new(&ral, 1);
  assert_int_equal(lanes_poll(&ral, NULL, 0, 1), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(lanes_take_turns, setup, teardown),
    cmocka_unit_test_setup_teardown(lanes_continue_while_the_run_waits, setup, teardown),
    cmocka_unit_test_setup_teardown(without_lanes_it_is_poll, setup, teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
