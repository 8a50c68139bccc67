/* The access log: `%h %l %u [%t] "%r" %s %b "%i{Referer}" "%i{User-Agent}" %D %i{Content-Length} wait`, one write(2)
 * per line. The last column is the time in milliseconds that the request waited for its turn; puppetserver writes the
 * wait for a JRuby there. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "server/http/head.h"
#include "server/process/process.h"

struct access_log {
  int fd;
  time_t at;
  char date[32];
};

struct access_log *access_log_open(struct settings *s)
{
  const char *path = settings_strz(s, SETTING_server_access_log);
  if (*path == '\0' || strcmp(path, "none") == 0) return NULL;
  char *own = xstrdup(path);
  const int fd = file_make_parents(own) ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640) : -1;
  if (fd < 0) log_warning(&log_server, "no access log: %s: %s", path, strerror(errno));
  free(own);
  if (fd < 0) return NULL;
  struct access_log *l = xcalloc(1, sizeof *l);
  l->fd = fd;
  return l;
}

void access_log_close(struct access_log *l)
{
  if (l == NULL) return;
  close(l->fd);
  free(l);
}

static const char *date(struct access_log *l)
{
  const time_t now = time(NULL);
  struct tm tm;
  if (now != l->at) {
    l->at = now;
    strftime(l->date, sizeof l->date, "%d/%b/%Y:%H:%M:%S %z", localtime_r(&now, &tm));
  }
  return l->date;
}

/* Escapes quotes, backslashes and characters that are not printable, so that each entry is one line. */
static void put_quoted(struct buf *out, str text)
{
  buf_char(out, '"');
  if (text.n == 0) buf_char(out, '-');
  for (size_t i = 0; i < text.n; i++) {
    const unsigned char c = (unsigned char)text.p[i];
    if (c == '"' || c == '\\') buf_printf(out, "\\%c", c);
    else if (c < ' ' || c == 127) buf_printf(out, "\\x%02x", c);
    else buf_char(out, (char)c);
  }
  buf_char(out, '"');
}

void access_log_write(struct access_log *l, const struct request *r, int status, uint64_t bytes, uint64_t us,
                      uint64_t wait_us)
{
  if (l == NULL) return;
  struct buf out = BUF_HEAP;
  const struct head *h = r->head;
  const str length = h == NULL ? STR_EMPTY : head_field(h, "Content-Length");
  buf_printf(&out, "%.*s - - [%s] ", STR_FMT(r->peer.address), date(l));
  put_quoted(&out, h == NULL ? STR_EMPTY : h->line);
  buf_printf(&out, " %d ", status);
  if (bytes > 0) buf_printf(&out, "%llu ", (unsigned long long)bytes);
  else buf_z(&out, "- ");
  put_quoted(&out, h == NULL ? STR_EMPTY : head_field(h, "Referer"));
  buf_char(&out, ' ');
  put_quoted(&out, h == NULL ? STR_EMPTY : head_field(h, "User-Agent"));
  buf_printf(&out, " %llu ", (unsigned long long)(us / 1000));
  if (length.n > 0) buf_str(&out, length);
  else buf_char(&out, '-');
  buf_printf(&out, " %llu\n", (unsigned long long)(wait_us / 1000));
  if (write(l->fd, out.p, out.n) < 0) log_debug(&log_server, "access log: %s", strerror(errno));
  buf_free(&out);
}
