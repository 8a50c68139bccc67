/* The destinations: console, stderr, syslog, the journal and files, each in its own format (log_format.c). Nothing here
 * may fail, or block a daemon for long: a destination that cannot be written is reported once and tried again. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log_internal.h"

enum dest_kind { DEST_CONSOLE, DEST_STDERR, DEST_SYSLOG, DEST_JOURNAL, DEST_FILE, DEST_JSON, DEST_JSONL };

struct dest {
  enum dest_kind kind;
  char *path;  /* files only */
  int fd;      /* -1: not open */
  bool comma;  /* DEST_JSON: the file already contains an object */
  bool failed; /* a failure was reported */
};

enum { DEST_MAX = 8 };

static struct dest dests[DEST_MAX];
static size_t dests_len;
static char ident[64] = "ficelle";
static int facility = LOG_DAEMON;
static enum log_color color = LOG_COLOR_AUTO;

const char *log__journal_path = "/run/systemd/journal/socket";

void log_set_ident(const char *name) { str_copy(ident, sizeof ident, str_of(name)); }

bool log_set_facility(const char *name)
{
  static const struct {
    const char *name;
    int value;
  } table[] = {
    {"auth", LOG_AUTH},     {"authpriv", LOG_AUTHPRIV}, {"cron", LOG_CRON},     {"daemon", LOG_DAEMON},
    {"ftp", LOG_FTP},       {"kern", LOG_KERN},         {"lpr", LOG_LPR},       {"mail", LOG_MAIL},
    {"news", LOG_NEWS},     {"syslog", LOG_SYSLOG},     {"user", LOG_USER},     {"uucp", LOG_UUCP},
    {"local0", LOG_LOCAL0}, {"local1", LOG_LOCAL1},     {"local2", LOG_LOCAL2}, {"local3", LOG_LOCAL3},
    {"local4", LOG_LOCAL4}, {"local5", LOG_LOCAL5},     {"local6", LOG_LOCAL6}, {"local7", LOG_LOCAL7},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    if (strcasecmp(table[i].name, name) == 0) {
      facility = table[i].value;
      return true;
    }
  }
  return false;
}

void log_set_color(enum log_color value) { color = value; }

/* The colours for a stream; AUTO means only for terminals. */
static enum log_color color_of(int fd)
{
  if (color == LOG_COLOR_AUTO) return isatty(fd) ? LOG_COLOR_ANSI : LOG_COLOR_OFF;
  return color;
}

const char *log_color_begin(enum log_level level, int fd)
{
  const enum log_color shown = color_of(fd);
  return shown == LOG_COLOR_ANSI ? log__levels[level].ansi : shown == LOG_COLOR_HTML ? log__levels[level].html : "";
}

const char *log_color_end(int fd)
{
  const enum log_color shown = color_of(fd);
  return shown == LOG_COLOR_ANSI ? "\033[0m" : shown == LOG_COLOR_HTML ? "</span>" : "";
}

/* How long to wait for a reader when a non-blocking pipe is full. */
enum { PATIENCE_MS = 1000 };

static bool wait_for_room(int fd, int patience_ms)
{
  struct pollfd p = {.fd = fd, .events = POLLOUT};
  if (poll(&p, 1, patience_ms) > 0) return true;
  errno = EAGAIN;
  return false;
}

static bool write_all(int fd, const char *data, size_t len, int patience_ms)
{
  while (len > 0) {
    ssize_t n = write(fd, data, len);
    if (n < 0 && (errno == EINTR || (errno == EAGAIN && wait_for_room(fd, patience_ms)))) continue;
    if (n < 0) return false;
    data += n;
    len -= (size_t)n;
  }
  return true;
}

static void deliver_console(const struct log_event *e)
{
  struct log_line line;
  int fd = e->level <= LOG_LEVEL_NOTICE ? STDOUT_FILENO : STDERR_FILENO;
  log__line_init(&line);
  log__format_console(&line, e, log_color_begin(e->level, fd), log_color_end(fd), color != LOG_COLOR_OFF);
  /* Earlier output must come first. */
  fflush(stdout);
  if (!write_all(fd, line.data, line.len, PATIENCE_MS) && fd == STDOUT_FILENO) {
    static bool told;
    if (!told) dprintf(STDERR_FILENO, "Error: Could not write to standard output: %s\n", strerror(errno));
    told = true;
  }
  log__line_free(&line);
}

static bool send_memfd(int sock, const struct sockaddr_un *to, const struct log_line *line)
{
  int fd = memfd_create("ficelle-log", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return false;
  bool ok = write_all(fd, line->data, line->len, 0) &&
            fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) == 0;
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr msg = {.msg_name = (void *)to,
                       .msg_namelen = sizeof *to,
                       .msg_control = control.bytes,
                       .msg_controllen = sizeof control.bytes};
  struct cmsghdr *c = CMSG_FIRSTHDR(&msg);
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN(sizeof fd);
  memcpy(CMSG_DATA(c), &fd, sizeof fd);
  ok = ok && sendmsg(sock, &msg, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0;
  close(fd);
  return ok;
}

static bool deliver_journal(struct dest *d, const struct log_event *e)
{
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  if (strlen(log__journal_path) >= sizeof to.sun_path) {
    errno = ENAMETOOLONG;
    return false;
  }
  memcpy(to.sun_path, log__journal_path, strlen(log__journal_path) + 1);
  struct log_line line;
  log__line_init(&line);
  log__format_journal(&line, e, ident);
  /* Does not wait, so that a journal that hangs does not stop a daemon. */
  bool ok = sendto(d->fd, line.data, line.len, MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&to, sizeof to) >= 0;
  if (!ok && (errno == EMSGSIZE || errno == ENOBUFS)) ok = send_memfd(d->fd, &to, &line);
  log__line_free(&line);
  return ok;
}

static bool deliver_line(struct dest *d, const struct log_event *e, const struct timespec *now)
{
  struct log_line line;
  log__line_init(&line);
  if (d->kind == DEST_JSON && d->comma) log__puts(&line, ",\n");
  if (d->kind == DEST_STDERR) log__format_keyvalue(&line, e, now);
  else if (d->kind == DEST_FILE) log__format_file(&line, e, now);
  else log__format_json(&line, e, now);
  d->comma = true;
  bool ok = write_all(d->kind == DEST_STDERR ? STDERR_FILENO : d->fd, line.data, line.len, d->failed ? 0 : PATIENCE_MS);
  log__line_free(&line);
  return ok;
}

static void deliver_syslog_line(const struct log_event *e)
{
  struct log_line line;
  log__line_init(&line);
  log__format_syslog(&line, e);
  syslog(log__levels[e->level].priority, "%.*s", (int)(line.len > 64000 ? 64000 : line.len), line.data);
  log__line_free(&line);
}

/* In Puppet's format, a message becomes one entry for each line, without empty lines at the end, as in Puppet. */
static void deliver_syslog(const struct log_event *e)
{
  struct log_event line = *e;
  size_t n = e->message_len;
  if (!log__plain) {
    deliver_syslog_line(e);
    return;
  }
  while (n > 0 && e->message[n - 1] == '\n') n--;
  for (size_t at = 0; at < n; at += line.message_len + 1) {
    const char *end = memchr(e->message + at, '\n', n - at);
    line.message = e->message + at;
    line.message_len = end != NULL ? (size_t)(end - line.message) : n - at;
    deliver_syslog_line(&line);
  }
}

static const char *dest_name(const struct dest *d)
{
  return d->path ? d->path : d->kind == DEST_JOURNAL ? log__journal_path : "standard error";
}

void log__deliver(const struct log_event *e)
{
  const struct timespec now = clock_time(CLOCK_REALTIME);
  if (dests_len == 0) deliver_console(e);
  for (size_t i = 0; i < dests_len; i++) {
    struct dest *d = &dests[i];
    bool ok = true;
    switch (d->kind) {
    case DEST_CONSOLE: deliver_console(e); break;
    case DEST_SYSLOG: deliver_syslog(e); break;
    case DEST_JOURNAL: ok = deliver_journal(d, e); break;
    case DEST_STDERR:
    case DEST_FILE:
    case DEST_JSON:
    case DEST_JSONL: ok = deliver_line(d, e, &now); break;
    }
    if (!ok && !d->failed)
      dprintf(STDERR_FILENO, "Error: Could not write to log destination %s: %s\n", dest_name(d),
              errno == EAGAIN ? "No program reads from the pipe" : strerror(errno));
    d->failed = !ok;
  }
}

static bool open_file(struct dest *d)
{
  struct stat st;
  file_make_parents_as(d->path, 0755); /* a failure is reported when the file is opened */
  /* Opening a pipe without a reader is an error (ENXIO). If the reader stops reading, lines are lost, without
   * waiting. */
  int fd = open(d->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, log__plain ? 0644 : 0640);
  if (fd < 0) return false;
  if (fstat(fd, &st) != 0) {
    close(fd);
    return false;
  }
  if (d->kind == DEST_JSON) {
    d->comma = st.st_size > 2;
    if (st.st_size == 0 && !write_all(fd, "[\n", 2, PATIENCE_MS)) {
      close(fd);
      return false;
    }
  }
  if (d->fd >= 0) close(d->fd);
  d->fd = fd;
  return true;
}

static bool open_dest(struct dest *d)
{
  switch (d->kind) {
  case DEST_CONSOLE:
  case DEST_STDERR: return true;
  case DEST_SYSLOG: openlog(ident, LOG_PID | LOG_NDELAY, facility); return true;
  case DEST_JOURNAL:
    d->fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    return d->fd >= 0 && access(log__journal_path, W_OK) == 0;
  case DEST_FILE:
  case DEST_JSON:
  case DEST_JSONL: return open_file(d);
  }
  return false;
}

static bool kind_of(const char *name, size_t len, enum dest_kind *kind)
{
  static const struct {
    const char *name;
    enum dest_kind kind;
  } table[] = {
    {"console", DEST_CONSOLE},
    {"stderr", DEST_STDERR},
    {"syslog", DEST_SYSLOG},
    {"journal", DEST_JOURNAL},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    if (str_eqz(str_n(name, len), table[i].name)) {
      *kind = table[i].kind;
      return true;
    }
  }
  if (len == 0 || name[0] != '/') return false;
  const str path = str_n(name, len);
  *kind = str_ends(path, STR(".jsonl")) ? DEST_JSONL : str_ends(path, STR(".json")) ? DEST_JSON : DEST_FILE;
  return true;
}

static void drop(struct dest *d)
{
  if (d->fd >= 0) close(d->fd);
  free(d->path);
  *d = (struct dest){.fd = -1};
}

static bool already_there(enum dest_kind kind, const char *name, size_t len)
{
  for (size_t i = 0; i < dests_len; i++)
    if (dests[i].kind == kind && (!dests[i].path || str_eqz(str_n(name, len), dests[i].path))) return true;
  return false;
}

static bool add_one(const char *name, size_t len, char *error, size_t error_size)
{
  struct dest d = {.fd = -1};
  if (!kind_of(name, len, &d.kind)) {
    snprintf(error, error_size, "Unknown destination type %.*s", (int)(len > 200 ? 200 : len), name);
    return false;
  }
  if (already_there(d.kind, name, len)) return true;
  if (dests_len == DEST_MAX) {
    snprintf(error, error_size, "More than %d log destinations", DEST_MAX);
    return false;
  }
  if (name[0] == '/' && !(d.path = strndup(name, len))) {
    snprintf(error, error_size, "Out of memory");
    return false;
  }
  if (!open_dest(&d)) {
    snprintf(error, error_size, "%s @ rb_sysopen - %.*s",
             errno == ENXIO ? "It is a pipe that no program reads" : strerror(errno), (int)(len > 200 ? 200 : len),
             name);
    drop(&d);
    return false;
  }
  dests[dests_len++] = d;
  return true;
}

bool log_add_destination(const char *names, char *error, size_t error_size)
{
  for (str rest = str_of(names);;) {
    const size_t comma = str_index(rest, ',', 0);
    const str name = str_trim(str_sub(rest, 0, comma));
    if (!add_one(name.p, name.n, error, error_size)) return false;
    if (comma == SIZE_MAX) return true;
    rest = str_from(rest, comma + 1);
  }
}

bool log_set_destinations(const char *names, char *error, size_t error_size)
{
  struct dest old[DEST_MAX];
  size_t old_len = dests_len;
  memcpy(old, dests, sizeof old);
  dests_len = 0;
  bool ok = names[0] == '\0' || log_add_destination(names, error, error_size);
  if (!ok) {
    log_close();
    memcpy(dests, old, sizeof old);
    dests_len = old_len;
  } else {
    for (size_t i = 0; i < old_len; i++) drop(&old[i]);
  }
  return ok;
}

void log_close(void)
{
  for (size_t i = 0; i < dests_len; i++) {
    if (dests[i].kind == DEST_SYSLOG) closelog();
    drop(&dests[i]);
  }
  dests_len = 0;
}

void log_reconfigure(void)
{
  for (size_t i = 0; i < dests_len; i++) {
    struct dest *d = &dests[i];
    if (d->kind == DEST_SYSLOG) {
      closelog();
      openlog(ident, LOG_PID | LOG_NDELAY, facility);
    } else if (d->path && !open_file(d)) {
      /* The old descriptor remains in use: a message in the rotated file is better than none. */
      dprintf(STDERR_FILENO, "Error: Could not reopen log file %s: %s\n", d->path, strerror(errno));
    }
    d->failed = false;
  }
}

void log_after_fork(void)
{
  for (size_t i = 0; i < dests_len; i++) {
    if (dests[i].kind == DEST_SYSLOG) {
      closelog();
      openlog(ident, LOG_PID | LOG_NDELAY, facility);
    }
  }
}
