/* Contents are written once and never changed, so several processes may use a bucket at the same time: a file that
 * exists is complete, and only the list of paths is appended to under a lock. */
#include "base/bucket.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"

enum { DIRECTORY_MODE = 0770, CONTENTS_MODE = 0440, PATHS_MODE = 0640, LEVELS = 8 };

bool bucket_is_sum(str algorithm, str sum)
{
  const size_t bytes = digest_size(algorithm);
  for (size_t i = 0; i < sum.n; i++) {
    if (!ascii_is_digit(sum.p[i]) && (sum.p[i] < 'a' || sum.p[i] > 'f')) return false;
  }
  return sum.n == 2 * (bytes > 0 ? bytes : digest_size(STR("sha256")));
}

static str directory_of(struct arena *a, const char *bucket, str sum)
{
  struct buf out = BUF_IN(a);
  buf_z(&out, bucket);
  for (size_t i = 0; i < LEVELS; i++) buf_printf(&out, "/%c", sum.p[i]);
  buf_printf(&out, "/%.*s", STR_FMT(sum));
  return buf_view(&out);
}

str bucket_contents(struct arena *a, const char *bucket, str sum)
{
  assert(bucket != NULL);
  return arena_printf(a, "%.*s/contents", STR_FMT(directory_of(a, bucket, sum)));
}

static str bucket_paths(struct arena *a, const char *bucket, str sum)
{
  return arena_printf(a, "%.*s/paths", STR_FMT(directory_of(a, bucket, sum)));
}

bool bucket_has(struct arena *a, const char *bucket, str sum)
{
  return access(bucket_contents(a, bucket, sum).p, F_OK) == 0;
}

static bool lists(str paths, str path)
{
  for (str rest = paths; rest.n > 0;) {
    if (str_eq(str_cut(&rest, '\n'), path)) return true;
  }
  return false;
}

bool bucket_has_path(struct arena *a, const char *bucket, str sum, str path)
{
  struct buf text = BUF_IN(a);
  return file_read(bucket_paths(a, bucket, sum).p, SIZE_MAX / 4, &text) == 0 && lists(buf_view(&text), path);
}

/* --- storing --- */

/* Directories that exist already are not changed. */
static bool make_directories(struct arena *a, str directory, str *error)
{
  char *path = arena_strz(a, directory);
  for (char *at = strchr(path + 1, '/');; at = strchr(at + 1, '/')) {
    if (at != NULL) *at = '\0';
    if (mkdir(path, DIRECTORY_MODE) == 0) {
      (void)!chmod(path, DIRECTORY_MODE);
    } else if (errno != EEXIST && errno != EROFS) {
      *error = arena_printf(a, "%s @ dir_s_mkdir - %s", strerror(errno), path);
      return false;
    }
    if (at == NULL) return true;
    *at = '/';
  }
}

static bool failed(struct arena *a, str *error, str path)
{
  *error = arena_printf(a, "%s @ rb_sysopen - %.*s", strerror(errno), STR_FMT(path));
  return false;
}

/* The list is appended to under a lock, since other processes do the same. */
static bool add_path(struct arena *a, int fd, str paths_file, str path, str *error)
{
  struct buf text = BUF_IN(a);
  if (path.n == 0) return true;
  if (file_read_fd(fd, SIZE_MAX / 4, &text) != 0) return failed(a, error, paths_file);
  if (lists(buf_view(&text), path)) return true;
  const str line = arena_printf(a, "%s%.*s\n", text.n > 0 && text.p[text.n - 1] != '\n' ? "\n" : "", STR_FMT(path));
  return file_write_all(fd, line) || failed(a, error, paths_file);
}

bool bucket_put(struct arena *a, const char *bucket, str sum, str bytes, str path, bool *there, str *error)
{
  assert(there != NULL && error != NULL);
  const str contents = bucket_contents(a, bucket, sum), paths = bucket_paths(a, bucket, sum);
  struct stat st;
  if (!make_directories(a, directory_of(a, bucket, sum), error)) return false;
  const int fd = open(paths.p, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, PATHS_MODE);
  if (fd < 0) return failed(a, error, paths);
  bool ok = flock(fd, LOCK_EX) == 0 || failed(a, error, paths);
  /* Contents of another size are damaged: two texts with the same checksum are not expected. */
  *there = ok && stat(contents.p, &st) == 0 && (size_t)st.st_size == bytes.n;
  if (*there) (void)!utimensat(AT_FDCWD, contents.p, NULL, 0);
  ok = ok && (*there || file_replace(a, contents, bytes, CONTENTS_MODE, error));
  ok = ok && add_path(a, fd, paths, path, error);
  close(fd);
  return ok;
}
