/* Starting programs. */
#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct ended {
  int status;
  char said[256];
};

static struct ended run(struct program p)
{
  struct ended e = {0};
  int ends[2];
  assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
  p.out = p.err = ends[1];
  const pid_t pid = program_start(&p);
  close(ends[1]);
  assert_true(pid > 0);
  size_t n = 0;
  for (ssize_t got; (got = read(ends[0], e.said + n, sizeof e.said - 1 - n)) > 0;) n += (size_t)got;
  close(ends[0]);
  assert_int_equal(waitpid(pid, &e.status, 0), pid);
  return e;
}

static struct program shell(const char *text)
{
  static char sh[] = "/bin/sh", option[] = "-c", *argv[] = {sh, option, NULL, NULL};
  argv[2] = (char *)(uintptr_t)text;
  return (struct program){.argv = argv};
}

static void test_output_directory_and_environment(void **state)
{
  (void)state;
  char *const environment[] = {(char[]){"A=b c"}, NULL};
  struct program p = shell("pwd; echo \"$A\"; echo err >&2; read line || echo nothing");
  p.directory = "/usr";
  p.environment = environment;
  const struct ended e = run(p);
  assert_string_equal(e.said, "/usr\nb c\nerr\nnothing\n");
  assert_int_equal(e.status, 0);
}

static void test_input_and_group(void **state)
{
  (void)state;
  int ends[2];
  assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
  assert_int_equal(write(ends[1], "line\n", 5), 5);
  struct program p = shell("read line; echo \"$line\"; test \"$(cut -d' ' -f5 /proc/$$/stat)\" = $$ && echo leads");
  p.in = ends[0];
  p.group = true;
  const struct ended e = run(p);
  assert_string_equal(e.said, "line\nleads\n");
  close(ends[0]);
  close(ends[1]);
}

static void test_programs_that_cannot_be_executed(void **state)
{
  (void)state;
  char *missing[] = {(char[]){"/nowhere/at/all"}, NULL}, *directory[] = {(char[]){"/etc"}, NULL};
  assert_int_equal(program_start(&(struct program){.argv = missing, .out = -1, .err = -1}), 0);
  assert_int_equal(errno, ENOENT);
  assert_int_equal(program_start(&(struct program){.argv = directory, .out = -1, .err = -1}), 0);
  assert_int_equal(errno, EACCES);
  struct program moves = shell("exit 0");
  moves.out = moves.err = -1;
  moves.directory = "/nowhere";
  assert_int_equal(program_start(&moves), 0);
  assert_int_equal(errno, ENOENT);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child remains */
  assert_int_equal(errno, ECHILD);
}

static void on_signal(int signal) { (void)signal; }

static unsigned long signals_in(const char *said, const char *name)
{
  const char *at = strstr(said, name);
  assert_non_null(at);
  return strtoul(at + strlen(name), NULL, 16);
}

/* Handlers are reset, ignored signals stay ignored except SIGPIPE, and the mask is that of this process. */
static void test_signals(void **state)
{
  (void)state;
  sigset_t blocked, before, after;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  signal(SIGUSR1, on_signal);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGWINCH, SIG_IGN);
  sigprocmask(SIG_SETMASK, &blocked, &before);
  char *argv[] = {(char[]){"/bin/grep"}, (char[]){"^Sig"}, (char[]){"/proc/self/status"}, NULL};
  const struct ended e = run((struct program){.argv = argv});
  sigprocmask(SIG_SETMASK, &before, &after);
  assert_true(sigismember(&after, SIGUSR2) && !sigismember(&after, SIGTERM));
  assert_int_equal(signals_in(e.said, "SigBlk:\t"), 1ul << (SIGUSR2 - 1));
  const unsigned long ignored = signals_in(e.said, "SigIgn:\t");
  assert_true((ignored & 1ul << (SIGWINCH - 1)) != 0);
  assert_true((ignored & (1ul << (SIGPIPE - 1) | 1ul << (SIGUSR1 - 1))) == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_output_directory_and_environment),
    cmocka_unit_test(test_input_and_group),
    cmocka_unit_test(test_programs_that_cannot_be_executed),
    cmocka_unit_test(test_signals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
