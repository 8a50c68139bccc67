/* The lock of a run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/run/lock.h"
#include "base/log.h"

static char dir[64], path[96], said[512];
static struct settings *settings;

static void listen(void *ctx, const struct log_event *e)
{
  (void)ctx;
  snprintf(said, sizeof said, "%.*s", (int)e->message_len, e->message);
}

static int setup(void **state)
{
  struct buf error = BUF_HEAP;
  (void)state;
  strcpy(dir, "/tmp/ficelle-lock.XXXXXX");
  assert_non_null(mkdtemp(dir));
  snprintf(path, sizeof path, "%s/lock", dir);
  settings = settings_new();
  settings_set(settings, SETTING_agent_catalog_run_lockfile, str_of(path), &error);
  settings_set(settings, SETTING_waitforlock, STR("1"), &error);
  settings_set(settings, SETTING_maxwaitforlock, STR("1"), &error);
  log_set_hook(listen, NULL);
  log_set_destinations("/dev/null", said, sizeof said);
  said[0] = '\0';
  buf_free(&error);
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  log_set_hook(NULL, NULL);
  unlink(path);
  rmdir(dir);
  settings_free(settings);
  return 0;
}

static void write_lock(const char *text)
{
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static void read_lock(char *out, size_t size)
{
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  assert_non_null(fgets(out, (int)size, f));
  fclose(f);
}

static void test_no_lock(void **state)
{
  char text[32], own[32];
  (void)state;
  assert_int_equal(run_lock_take(settings, NULL), RUN_LOCK_TAKEN);
  read_lock(text, sizeof text);
  snprintf(own, sizeof own, "%d", (int)getpid());
  assert_string_equal(text, own);
  assert_int_equal(run_lock_take(settings, NULL), RUN_LOCK_TAKEN); /* it is already ours */
  run_lock_release(settings);
  assert_int_not_equal(access(path, F_OK), 0);
}

/* Locks of a dead process, of a process that is not an agent, and without a process id. */
static void test_stale(void **state)
{
  char text[32];
  (void)state;
  const pid_t pid = fork();
  if (pid == 0) _exit(0);
  waitpid(pid, NULL, 0);
  snprintf(text, sizeof text, "%d", (int)pid);
  const char *const stale[] = {text, "1", "text", "", "-5", "99999999999999999999"};
  for (size_t i = 0; i < sizeof stale / sizeof *stale; i++) {
    write_lock(stale[i]);
    assert_int_equal(run_lock_take(settings, NULL), RUN_LOCK_TAKEN);
    run_lock_release(settings);
    assert_int_not_equal(access(path, F_OK), 0);
  }
}

/* Starts a process with a name like an agent's. */
static pid_t other_run(void)
{
  int fds[2];
  char text[32];
  assert_int_equal(pipe(fds), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    prctl(PR_SET_NAME, "puppet-agent");
    close(fds[0]);
    if (write(fds[1], "x", 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  assert_int_equal(read(fds[0], text, 1), 1);
  close(fds[0]);
  close(fds[1]);
  snprintf(text, sizeof text, "%d", (int)pid);
  write_lock(text);
  return pid;
}

static void test_busy(void **state)
{
  struct buf error = BUF_HEAP;
  (void)state;
  const pid_t pid = other_run();
  assert_int_equal(run_lock_take(settings, NULL), RUN_LOCK_BUSY);
  assert_string_equal(said, "Exiting now because the maxwaitforlock timeout has been exceeded.");
  settings_set(settings, SETTING_waitforlock, STR("0"), &error);
  assert_int_equal(run_lock_take(settings, NULL), RUN_LOCK_BUSY);
  assert_non_null(strstr(said, "already in progress; skipping  ("));
  run_lock_release(settings);
  assert_int_equal(access(path, F_OK), 0); /* it belongs to the other process */
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
  assert_int_equal(run_lock_take(settings, NULL), RUN_LOCK_TAKEN);
  run_lock_release(settings);
  buf_free(&error);
}

/* The other process ends while this one waits. */
static void test_waiting(void **state)
{
  struct buf error = BUF_HEAP;
  (void)state;
  settings_set(settings, SETTING_maxwaitforlock, STR("60"), &error);
  const pid_t pid = other_run();
  const pid_t killer = fork();
  if (killer == 0) {
    usleep(300000);
    kill(pid, SIGKILL);
    unlink(path);
    _exit(0);
  }
  assert_int_equal(run_lock_take(settings, NULL), RUN_LOCK_TAKEN);
  run_lock_release(settings);
  waitpid(pid, NULL, 0);
  waitpid(killer, NULL, 0);
  buf_free(&error);
}

static void test_unwritable_directory_of_the_lock(void **state)
{
  struct buf error = BUF_HEAP;
  (void)state;
  settings_set(settings, SETTING_agent_catalog_run_lockfile, STR("/dev/null/lock"), &error);
  assert_int_equal(run_lock_take(settings, NULL), RUN_LOCK_FAILED);
  assert_string_equal(said, "Could not run Puppet configuration client: Not a directory @ rb_sysopen - /dev/null/lock");
  settings_set(settings, SETTING_agent_catalog_run_lockfile, STR("/tmp/nosuch-directory/lock"), &error);
  assert_int_equal(run_lock_take(settings, NULL), RUN_LOCK_FAILED);
  assert_string_equal(said, "Could not run Puppet configuration client: No such file or directory @ rb_sysopen - "
                            "/tmp/nosuch-directory/lock");
  buf_free(&error);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_no_lock, setup, teardown),
    cmocka_unit_test_setup_teardown(test_stale, setup, teardown),
    cmocka_unit_test_setup_teardown(test_busy, setup, teardown),
    cmocka_unit_test_setup_teardown(test_waiting, setup, teardown),
    cmocka_unit_test_setup_teardown(test_unwritable_directory_of_the_lock, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
