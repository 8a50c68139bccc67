/* Common parts of daemons: log, background, pid file, signals, systemd. */
#include "base/service.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Whether standard error is connected to the journal: systemd passes the identity of its file. */
static bool stderr_is_journal(void)
{
  unsigned long long device, inode;
  struct stat st;
  const char *stream = getenv("JOURNAL_STREAM");
  return stream != NULL && sscanf(stream, "%llu:%llu", &device, &inode) == 2 && fstat(STDERR_FILENO, &st) == 0 &&
         st.st_dev == device && st.st_ino == inode;
}

bool service_set_up_log(const struct service_log *log, struct buf *why)
{
  char error[256];
  enum log_level level = LOG_LEVEL_NOTICE;
  const char *where = log->destination;
  if (*where == '\0') where = !log->foreground ? "syslog" : stderr_is_journal() ? "journal" : "stderr";
  log_set_ident(log->ident);
  log_set_facility(log->facility);
  log_level_parse(log->level, strlen(log->level), &level);
  log_set_level(level);
  if (!log_set_categories(log->categories, error, sizeof error)) {
    buf_printf(why, "log_categories: %s", error);
    return false;
  }
  log_close();
  if (!log_add_destination(where, error, sizeof error)) {
    buf_printf(why, "log_destination: %s", error);
    return false;
  }
  return true;
}

bool service_to_background(struct buf *why)
{
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  pid_t pid = null < 0 ? -1 : fork();
  if (pid > 0) _exit(0);
  if (pid < 0 || setsid() < 0 || chdir("/") < 0) {
    buf_printf(why, "cannot go to the background: %s", strerror(errno));
    return false;
  }
  for (int fd = 0; fd <= 2; fd++) dup2(null, fd);
  if (null > 2) close(null);
  log_after_fork();
  return true;
}

int service_open_pid_file(const char *path, const char *ident, struct buf *why)
{
  const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (fd < 0) {
    buf_printf(why, "pid_file: %s: %s", path, strerror(errno));
  } else if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
    buf_printf(why, "pid_file: %s is held by another %s", path, ident);
    close(fd);
    return -1;
  }
  return fd;
}

bool service_write_pid(int fd) { return ftruncate(fd, 0) == 0 && dprintf(fd, "%ld\n", (long)getpid()) > 0; }

int service_open_signals(const int *signals)
{
  sigset_t set;
  sigemptyset(&set);
  for (; *signals != 0; signals++) sigaddset(&set, *signals);
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGPIPE, SIG_IGN);
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int service_take_signal(int fd)
{
  struct signalfd_siginfo info;
  return read(fd, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

void service_notify_systemd(const char *fmt, ...)
{
  char text[512];
  const char *path = getenv("NOTIFY_SOCKET");
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  size_t n = path == NULL ? 0 : strlen(path);
  if (n < 2 || n >= sizeof to.sun_path || (path[0] != '/' && path[0] != '@')) return;
  memcpy(to.sun_path, path, n);
  if (path[0] == '@') to.sun_path[0] = '\0'; /* an abstract socket */
  va_list ap;
  va_start(ap, fmt);
  int length = vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  if (length < 0) return;
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return;
  sendto(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&to,
         (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n));
  close(fd);
}
