/* The host that is the machine itself: its file system, clocks, environment and commands. Texts of the compiler have a
 * length; those of the system are NUL-terminated. */
#include "compiler/compilation/host_internal.h"
#include "base/check.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"

enum { MAX_FILE_BYTES = 256 * 1024 * 1024, PATH_BYTES = 4096 };

/* Makes a path NUL-terminated; false if it is too long or contains a NUL byte, so that it cannot exist. */
static bool path_z(str path, char out[PATH_BYTES], str *error)
{
  const bool null = memchr(path.p, 0, path.n) != NULL;
  if (null || path.n >= PATH_BYTES) {
    *error = null ? STR("The path has a NUL byte") : str_of(strerror(ENAMETOOLONG));
    return false;
  }
  memcpy(out, path.p, path.n);
  out[path.n] = '\0';
  return true;
}

static struct host_stat real_stat(void *ctx, str path)
{
  (void)ctx;
  struct stat st;
  str kept, error;
  char z[PATH_BYTES];
  if (!path_z(path, z, &error) || stat(z, &st) != 0) return (struct host_stat){.kind = HOST_NOTHING};
  /* A pipe from the command line can be read only once: its text was stored, and it is treated like a file. */
  if (file_kept(&st, &kept)) return (struct host_stat){.kind = HOST_FILE, .size = kept.n};
  return (struct host_stat){.kind = S_ISREG(st.st_mode)   ? HOST_FILE
                                    : S_ISDIR(st.st_mode) ? HOST_DIRECTORY
                                                          : HOST_OTHER,
                            .size = (uint64_t)st.st_size,
                            .mtime_ns = timespec_ns(st.st_mtim),
                            .inode = (uint64_t)st.st_ino,
                            .device = (uint64_t)st.st_dev};
}

static bool real_read_link(void *ctx, struct arena *a, str path, str *to)
{
  (void)ctx;
  str error;
  char z[PATH_BYTES], text[PATH_BYTES];
  const ssize_t n = path_z(path, z, &error) ? readlink(z, text, sizeof text) : -1;
  /* A text that fills the buffer may be truncated. */
  if (n <= 0 || (size_t)n == sizeof text) return false;
  *to = arena_str(a, str_n(text, (size_t)n));
  return true;
}

static bool real_is_link(void *ctx, str path)
{
  (void)ctx;
  struct stat st;
  str error;
  char z[PATH_BYTES];
  return path_z(path, z, &error) && lstat(z, &st) == 0 && S_ISLNK(st.st_mode);
}

static bool real_read_file(void *ctx, struct arena *a, str path, str *text, str *error)
{
  (void)ctx;
  char z[PATH_BYTES];
  struct buf content = BUF_IN(a);
  if (!path_z(path, z, error)) return false;
  const int reason = file_read(z, MAX_FILE_BYTES, &content);
  if (reason == EFBIG) *error = arena_printf(a, "The file is larger than %d MiB", MAX_FILE_BYTES / (1024 * 1024));
  else if (reason != 0) *error = str_of(file_reason(reason));
  *text = buf_finish(&content);
  return reason == 0;
}

static void close_directory(void *held)
{
  DIR **d = held;
  if (*d != NULL) closedir(*d);
  *d = NULL;
}

static bool real_list_directory(void *ctx, struct arena *a, str path, str **names, uint32_t *n)
{
  (void)ctx;
  str error;
  char z[PATH_BYTES];
  DIR **d = ARENA_NEW(a, DIR *);
  arena_defer(a, close_directory, d); /* closes it if there is no memory for a name */
  *d = path_z(path, z, &error) ? opendir(z) : NULL;
  *n = 0;
  *names = NULL;
  if (*d == NULL) return false;
  uint32_t cap = 0;
  for (const struct dirent *e; (e = readdir(*d)) != NULL;) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
    ARENA_ROOM(a, *names, *n, cap, 16);
    (*names)[(*n)++] = arena_str(a, str_of(e->d_name));
  }
  close_directory(d);
  /* The system's order differs between machines; results must not. */
  if (*n > 1) qsort(*names, *n, sizeof **names, str_order);
  return true;
}

static int64_t real_now(void *ctx)
{
  (void)ctx;
  return clock_time(CLOCK_REALTIME).tv_sec;
}

static int64_t real_now_nanoseconds(void *ctx)
{
  (void)ctx;
  return clock_ns(CLOCK_REALTIME);
}

static uint64_t real_clock_us(void *ctx)
{
  (void)ctx;
  return (uint64_t)clock_us(CLOCK_MONOTONIC);
}

static const char *real_variable(void *ctx, const char *name)
{
  (void)ctx;
  return getenv(name);
}

uint64_t host_clock_us(const struct host *host) { return host->clock_us != NULL ? host->clock_us(host->ctx) : 0; }

const char *host_variable(const struct host *host, const char *name)
{
  return host->variable != NULL ? host->variable(host->ctx, name) : NULL;
}

static void real_random(void *ctx, void *out, size_t n)
{
  (void)ctx;
  unsigned char *p = out;
  while (n > 0) {
    ssize_t got = getrandom(p, n, 0);
    if (got < 0 && errno == EINTR) continue;
    /* Without random bytes the UUIDs of catalogs would repeat; the kernel always has them. */
    if (got <= 0) abort();
    p += got;
    n -= (size_t)got;
  }
}

struct host host_real(host_log_fn *log, void *ctx)
{
  assert(log != NULL);
  return (struct host){.ctx = ctx,
                       .stat = real_stat,
                       .is_link = real_is_link,
                       .read_link = real_read_link,
                       .read_file = real_read_file,
                       .list_directory = real_list_directory,
                       .now_seconds = real_now,
                       .now_nanoseconds = real_now_nanoseconds,
                       .clock_us = real_clock_us,
                       .variable = real_variable,
                       .random_bytes = real_random,
                       .run = host_run_command,
                       .run_program = host_run_program,
                       .log = log};
}
