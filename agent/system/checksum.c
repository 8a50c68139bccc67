/* Checksums have the form "{sha256}…". The "lite" variants digest the first LITE_BYTES; mtime and ctime are times of
 * the file as text. */
#include "agent/system/checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"

enum { LITE_BYTES = 512 };

bool checksum_is_time(str algorithm) { return str_eqz(algorithm, "mtime") || str_eqz(algorithm, "ctime"); }

/* "sha256lite" -> "sha256", with a limit of bytes. */
static const char *digest_name(struct arena *a, str algorithm, size_t *limit)
{
  const bool lite = str_ends(algorithm, STR("lite"));
  *limit = lite ? LITE_BYTES : SIZE_MAX;
  return arena_strz(a, lite ? str_sub(algorithm, 0, algorithm.n - 4) : algorithm);
}

str checksum_of(struct ral *ral, str algorithm, str bytes)
{
  size_t limit;
  str hex = STR_EMPTY;
  const char *name = digest_name(ral->arena, algorithm, &limit);
  if (bytes.n > limit) bytes.n = limit;
  digest_hex(ral->arena, name, bytes, &hex);
  return arena_printf(ral->arena, "{%.*s}%.*s", STR_FMT(algorithm), STR_FMT(hex));
}

static str time_checksum(struct arena *a, str algorithm, const struct stat *st)
{
  const struct timespec t = str_eqz(algorithm, "mtime") ? st->st_mtim : st->st_ctim;
  struct tm tm;
  char text[64];
  localtime_r(&t.tv_sec, &tm);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &tm);
  return arena_printf(a, "{%.*s}%s", STR_FMT(algorithm), text);
}

bool checksum_file(struct ral *ral, str algorithm, const char *path, str *out)
{
  struct stat st;
  size_t limit = SIZE_MAX;
  str hex;
  if (str_eqz(algorithm, "none")) {
    *out = STR("{none}");
    return true;
  }
  const char *name = digest_name(ral->arena, algorithm, &limit);
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  bool ok = fd >= 0 && fstat(fd, &st) == 0;
  /* Reads at most the present size of the file, so no further read is needed to detect its end. Files of /proc report
   * size 0, and are read to their end. */
  if (ok && S_ISREG(st.st_mode) && st.st_size > 0 && (uint64_t)st.st_size < limit) limit = (size_t)st.st_size;
  if (ok && checksum_is_time(algorithm)) *out = time_checksum(ral->arena, algorithm, &st);
  else if (ok && (ok = digest_fd(ral->arena, name, fd, limit, &hex))) {
    *out = arena_printf(ral->arena, "{%.*s}%.*s", STR_FMT(algorithm), STR_FMT(hex));
  }
  if (!ok) ral_fail(ral, "%s @ rb_sysopen - %s", strerror(errno), path);
  if (fd >= 0) close(fd);
  return ok;
}
