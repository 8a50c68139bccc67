/* Reads with read(2) until it returns 0, into a buffer whose first size is that of fstat(2). Opening does not wait
 * (O_NONBLOCK), and only regular files are read. */
#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/protect.h"

/* --- kept pipes --- */

struct kept {
  dev_t device;
  ino_t inode;
  struct buf text;
  struct kept *next;
};

static struct kept *all_kept;

static bool may_be_kept(const struct stat *st) { return S_ISFIFO(st->st_mode) || S_ISCHR(st->st_mode); }

bool file_kept(const struct stat *st, str *text)
{
  *text = STR_EMPTY;
  if (S_ISCHR(st->st_mode) && st->st_rdev == makedev(1, 3)) return true; /* /dev/null */
  for (const struct kept *k = may_be_kept(st) ? all_kept : NULL; k != NULL; k = k->next) {
    if (k->device != st->st_dev || k->inode != st->st_ino) continue;
    *text = buf_view(&k->text);
    return true;
  }
  return false;
}

int file_keep(const char *path, size_t limit)
{
  struct stat st;
  str known;
  if (stat(path, &st) != 0 || !may_be_kept(&st) || file_kept(&st, &known)) return 0;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return errno;
  struct buf text = BUF_HEAP;
  const int reason = file_read_fd(fd, limit, &text);
  close(fd);
  if (reason != 0) {
    buf_free(&text);
    return reason;
  }
  struct kept *k = xmalloc(sizeof *k);
  *k = (struct kept){st.st_dev, st.st_ino, text, all_kept};
  all_kept = k;
  return 0;
}

/* --- reading --- */

enum { PART = 16384 };

/* Reads up to the end. The size from fstat(2) is only an estimate: files of /proc have size 0, and others may
 * grow. */
static int read_rest(int fd, size_t limit, struct buf *text)
{
  const size_t from = text->n;
  for (;;) {
    if (text->cap - text->n < 2) buf_reserve(text, PART);
    const ssize_t n = read(fd, text->p + text->n, text->cap - text->n - 1);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) break;
    text->n += (size_t)n;
    if (text->n - from > limit) return EFBIG;
  }
  text->p[text->n] = '\0';
  return 0;
}

int file_read_fd(int fd, size_t limit, struct buf *text)
{
  char part[PART];
  ssize_t n;
  do n = read(fd, part, sizeof part);
  while (n < 0 && errno == EINTR);
  if (n < 0) return errno;
  buf_append(text, part, (size_t)n);
  if ((size_t)n > limit) return EFBIG;
  return n == 0 ? 0 : read_rest(fd, limit - (size_t)n, text);
}

static int read_regular(int fd, const struct stat *st, size_t limit, struct buf *text)
{
  if (st->st_size <= 0) return file_read_fd(fd, limit, text);
  if ((uint64_t)st->st_size > limit) return EFBIG;
  buf_reserve_exactly(text, (size_t)st->st_size + 1); /* one more, to detect the end */
  return read_rest(fd, limit, text);
}

static void close_file(void *held)
{
  int *fd = held;
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

int file_read(const char *path, size_t limit, struct buf *text)
{
  assert(path != NULL && text != NULL);
  struct stat st;
  str known;
  int heap = -1, *fd = &heap, reason;
  if (text->arena != NULL) {
    /* Without memory for the text, the arena's failure handler leaves by longjmp. */
    fd = ARENA_NEW(text->arena, int);
    *fd = -1;
    arena_defer(text->arena, close_file, fd);
  }
  *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (*fd < 0 || fstat(*fd, &st) != 0) reason = errno;
  else if (protect_forbids(*fd)) reason = EACCES;
  else if (file_kept(&st, &known)) reason = (buf_str(text, known), known.n > limit ? EFBIG : 0);
  else if (S_ISDIR(st.st_mode)) reason = EISDIR;
  else if (!S_ISREG(st.st_mode)) reason = FILE_NOT_REGULAR;
  else reason = read_regular(*fd, &st, limit, text);
  close_file(fd);
  return reason;
}

const char *file_reason(int reason) { return reason == FILE_NOT_REGULAR ? "Not a regular file" : strerror(reason); }

/* --- names --- */

void file_append_expanded(struct buf *out, str path)
{
  const size_t start = out->n;
  for (str rest = path; rest.n > 0;) {
    const str step = str_cut(&rest, '/');
    if (str_eqz(step, "..")) {
      while (out->n > start && out->p[--out->n] != '/') {
      }
    } else if (step.n > 0 && !str_eqz(step, ".")) {
      buf_char(out, '/');
      buf_str(out, step);
    }
  }
  if (out->n == start) buf_char(out, '/');
  out->p[out->n] = '\0';
}

str file_expand_path(struct arena *a, str path)
{
  struct buf out = BUF_IN(a);
  file_append_expanded(&out, path);
  return buf_view(&out);
}
