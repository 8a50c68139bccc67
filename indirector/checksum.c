#include "indirector/checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/protect.h"

enum { LITE_BYTES = 512 };

/* Checksums of contents; the second name is for the first 512 bytes only. */
static const struct {
  const char *name, *algorithm;
  bool lite;
} digests[] = {{"sha256", "sha256", false}, {"sha256lite", "sha256", true}, {"md5", "md5", false},
               {"md5lite", "md5", true},    {"sha1", "sha1", false},        {"sha1lite", "sha1", true},
               {"sha512", "sha512", false}, {"sha384", "sha384", false},    {"sha224", "sha224", false}};
enum { DIGESTS = sizeof digests / sizeof *digests };
static const char *const times[] = {"mtime", "ctime", "none"};

static int digest_number(const char *type)
{
  for (int i = 0; i < DIGESTS; i++) {
    if (strcmp(digests[i].name, type) == 0) return i;
  }
  return -1;
}

const char *checksum_type_named(str name)
{
  for (size_t i = 0; i < DIGESTS; i++) {
    if (str_eqz(name, digests[i].name)) return digests[i].name;
  }
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    if (str_eqz(name, times[i])) return times[i];
  }
  return NULL;
}

/* A set-associative cache: a new entry replaces the least recently used one of its set. */
enum { SETS = 4096, WAYS = 4, MOST_HEX = 128 };
struct remembered {
  uint64_t device, inode, size, used;
  int64_t mtime_ns, ctime_ns;
  uint8_t digest, length;
  char hex[MOST_HEX];
};
static struct remembered *memory; /* SETS * WAYS */
static uint64_t uses;

static struct remembered *set_of(const struct stat *st, int digest)
{
  if (memory == NULL) memory = xcalloc((size_t)SETS * WAYS, sizeof *memory);
  uint64_t h = (uint64_t)st->st_ino * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)st->st_dev ^ (uint64_t)digest << 7;
  h ^= h >> 29;
  return memory + (h % SETS) * WAYS;
}

static struct remembered identity_of(const struct stat *st, int digest)
{
  return (struct remembered){.device = st->st_dev,
                             .inode = st->st_ino,
                             .size = (uint64_t)st->st_size,
                             .mtime_ns = timespec_ns(st->st_mtim),
                             .ctime_ns = timespec_ns(st->st_ctim),
                             .digest = (uint8_t)digest};
}

static bool is_same(const struct remembered *r, const struct stat *st)
{
  return r->inode == st->st_ino && r->device == st->st_dev && r->size == (uint64_t)st->st_size &&
         r->mtime_ns == timespec_ns(st->st_mtim) && r->ctime_ns == timespec_ns(st->st_ctim);
}

static bool is_it(const struct remembered *r, const struct stat *st, int digest)
{
  return r->length > 0 && r->digest == digest && is_same(r, st);
}

static bool recall(struct arena *a, const struct stat *st, int digest, str *hex)
{
  struct remembered *set = set_of(st, digest);
  for (int i = 0; i < WAYS; i++) {
    if (!is_it(&set[i], st, digest)) continue;
    set[i].used = ++uses;
    *hex = arena_str(a, str_n(set[i].hex, set[i].length));
    return true;
  }
  return false;
}

static void remember(const struct stat *st, int digest, str hex)
{
  const int64_t last = timespec_ns(st->st_ctim) > timespec_ns(st->st_mtim) ? timespec_ns(st->st_ctim)
                                                                           : timespec_ns(st->st_mtim);
  if (clock_ns(CLOCK_REALTIME) - last < INT64_C(1000000000)) return;
  struct remembered *set = set_of(st, digest), *to = set;
  for (int i = 1; i < WAYS; i++) {
    if (set[i].used < to->used) to = &set[i];
  }
  *to = identity_of(st, digest);
  to->used = ++uses;
  to->length = (uint8_t)hex.n;
  memcpy(to->hex, hex.p, hex.n);
}

/* The digest of the first bytes only. */
static bool digest_of_head(struct arena *a, const char *algorithm, int fd, str *hex)
{
  char head[LITE_BYTES];
  size_t n = 0;
  for (ssize_t more; n < sizeof head; n += (size_t)more) {
    more = read(fd, head + n, sizeof head - n);
    if (more < 0) return false;
    if (more == 0) break;
  }
  return digest_hex(a, algorithm, str_n(head, n), hex);
}

/* --- large files --- */

/* A process that reads a file. It writes one byte, an errno or 0, and the digest in hexadecimal. */
enum { MOST_READERS = 8, MOST_SECONDS = 3600 };
struct reader {
  struct remembered file; /* as it was when reading began; with the digest when it has ended */
  pid_t pid;              /* 0: this place is free */
  int pipe;               /* 0: it has ended */
  int error;              /* errno when it has ended; 0: none */
  bool again;             /* the file changed while it was read for the first time */
};
static struct reader readers[MOST_READERS];

static _Noreturn void read_in_child(int file, int out, int digest)
{
  sigset_t none;
  str hex = STR_EMPTY;
  sigemptyset(&none);
  for (int s = 1; s < NSIG; s++) signal(s, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  /* Connections of the worker must not stay open until this ends. */
  if (dup2(file, 0) != 0 || dup2(out, 1) != 1) _exit(1);
  close_range(3, ~0U, 0);
  alarm(MOST_SECONDS);
  (void)!nice(10);
  unsigned char error = 0;
  if (!digest_fd(arena_new(), digests[digest].algorithm, 0, SIZE_MAX, &hex)) error = (unsigned char)errno;
  _exit(write(1, &error, 1) == 1 && write(1, hex.p, hex.n) == (ssize_t)hex.n ? 0 : 1);
}

static bool start_reader(struct reader *r, int fd, const struct stat *st, int digest)
{
  int ends[2];
  const bool again = r->again;
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  const pid_t pid = fork();
  if (pid == 0) read_in_child(fd, ends[1], digest);
  const int why = errno;
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    errno = why;
    return false;
  }
  *r = (struct reader){.file = identity_of(st, digest), .pid = pid, .pipe = ends[0], .again = again};
  return true;
}

/* Takes the result of a process that has one. An hour without a result ends it by SIGALRM. */
static void finish_reader(struct reader *r)
{
  struct pollfd p = {.fd = r->pipe, .events = POLLIN};
  char text[1 + MOST_HEX];
  size_t n = 0;
  if (r->pid == 0 || r->pipe == 0 || poll(&p, 1, 0) != 1) return;
  while (n < sizeof text) {
    const ssize_t more = read(r->pipe, text + n, sizeof text - n);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    n += (size_t)more;
  }
  close(r->pipe);
  r->pipe = 0;
  waitpid(r->pid, NULL, 0);
  r->error = n == 0 ? ETIMEDOUT : (unsigned char)text[0];
  r->file.length = (uint8_t)(n > 0 ? n - 1 : 0);
  memcpy(r->file.hex, text + 1, r->file.length);
}

static struct reader *reader_of(const struct stat *st, int digest)
{
  struct reader *free_one = NULL;
  for (int i = 0; i < MOST_READERS; i++) {
    struct reader *r = &readers[i];
    finish_reader(r);
    if (r->pid > 0 && r->file.digest == digest && r->file.inode == st->st_ino && r->file.device == st->st_dev) return r;
    /* What has ended and nobody has asked for may go. */
    if (r->pipe == 0 && (free_one == NULL || r->pid == 0)) free_one = r;
  }
  if (free_one != NULL) *free_one = (struct reader){0};
  return free_one;
}

/* Returns what digest_fd returns, or false with *later. A file that changes all the time gets the digest of what was
 * read the second time. */
static bool digest_elsewhere(struct arena *a, int digest, int fd, const struct stat *st, int *later, str *hex)
{
  struct reader *r = reader_of(st, digest);
  if (r == NULL) return *later = fcntl(readers[0].pipe, F_DUPFD_CLOEXEC, 3), false;
  if (r->pid > 0 && r->pipe == 0 && (r->again || is_same(&r->file, st))) {
    const int why = r->error;
    *hex = arena_str(a, str_n(r->file.hex, r->file.length));
    if (why == 0 && is_same(&r->file, st)) remember(st, digest, *hex);
    *r = (struct reader){0};
    errno = why;
    return why == 0;
  }
  if (r->pipe == 0) {
    r->again = r->pid > 0;
    if (!start_reader(r, fd, st, digest)) return *r = (struct reader){0}, false;
  }
  *later = fcntl(r->pipe, F_DUPFD_CLOEXEC, 3);
  return false;
}

/* --- any file --- */

static bool digest_here(struct arena *a, int digest, int fd, const struct stat *st, str *hex)
{
  const char *algorithm = digests[digest].algorithm;
  const struct remembered before = identity_of(st, digest);
  struct stat after;
  if (!(digests[digest].lite ? digest_of_head(a, algorithm, fd, hex) : digest_fd(a, algorithm, fd, SIZE_MAX, hex)))
    return false;
  if (fstat(fd, &after) == 0 && is_same(&before, &after)) remember(st, digest, *hex);
  return true;
}

static bool digest_of_contents(struct arena *a, int number, const char *path, const struct stat *known, int *later,
                               str *hex)
{
  struct stat st;
  if (known != NULL && S_ISREG(known->st_mode) && recall(a, known, number, hex)) return true;
  /* Opening a file that is not regular must not block. */
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  bool ok = fstat(fd, &st) == 0;
  const bool forbidden = protect_forbids(fd);
  if (ok && (forbidden || !S_ISREG(st.st_mode))) {
    errno = forbidden ? EACCES : S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
    ok = false;
  }
  if (ok && !recall(a, &st, number, hex)) {
    const bool large = st.st_size >= CHECKSUM_LARGE && !digests[number].lite;
    ok = large && later != NULL ? digest_elsewhere(a, number, fd, &st, later, hex)
                                : digest_here(a, number, fd, &st, hex);
  }
  const int why = errno;
  close(fd);
  errno = why;
  return ok;
}

static str time_of(struct arena *a, const char *type, struct timespec at)
{
  char text[64];
  struct tm tm;
  localtime_r(&at.tv_sec, &tm);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &tm);
  return arena_printf(a, "{%s}%s", type, text);
}

bool checksum_or_later(struct arena *a, const char *type, const char *path, const struct stat *known, int *later,
                       str *out)
{
  const int number = digest_number(type);
  struct stat st;
  str hex;
  if (number >= 0) {
    if (!digest_of_contents(a, number, path, known, later, &hex)) return false;
    *out = arena_printf(a, "{%s}%.*s", type, STR_FMT(hex));
    return true;
  }
  if (strcmp(type, "none") == 0) {
    *out = STR("{none}");
    return true;
  }
  if (stat(path, &st) != 0) return false;
  *out = time_of(a, type, strcmp(type, "mtime") == 0 ? st.st_mtim : st.st_ctim);
  return true;
}

bool checksum_of_file(struct arena *a, const char *type, const char *path, str *out)
{
  return checksum_or_later(a, type, path, NULL, NULL, out);
}
