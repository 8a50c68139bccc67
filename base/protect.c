/* Protects private keys from programs and code of others that run as the same user, in three ways: a list of protected
 * paths for files that the process opens for others (protect_forbids), a mount namespace in which empty files cover
 * them (protect_hide), and Landlock rules for programs that the process starts (protect_ruleset). */
#include "base/protect.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"

/* Under any ruleset, moving a file to another directory is refused unless LANDLOCK_ACCESS_FS_REFER is handled and
 * granted, which needs ABI 2. */
enum { LEAST_ABI = 2, MOST_ABOVE = 64, MOST_KEY = 1 << 20 };

static struct {
  char *paths[PROTECT_MOST];
  unsigned n;
  /* The identity of a covered file. */
  struct hidden {
    dev_t device;
    ino_t inode;
  } hidden[PROTECT_MOST];
  unsigned nhidden;
  /* A file that was read before that. */
  struct kept {
    char *path;
    struct buf text;
  } kept[PROTECT_MOST];
  unsigned nkept;
  /* The ruleset, valid while these directories do not change. */
  int ruleset; /* 0: not made */
  struct above {
    dev_t device;
    ino_t inode;
    struct timespec changed;
  } above[MOST_ABOVE];
  char *above_paths[MOST_ABOVE];
  unsigned nabove;
} protected;

void protect_path(const char *path)
{
  assert(protected.n < PROTECT_MOST);
  protected.paths[protected.n++] = xstrdup(path);
}

/* --- files that the process opens --- */

static bool is_below(const char *path, const char *directory)
{
  const size_t n = strlen(directory);
  return strncmp(path, directory, n) == 0 && path[n] == '/';
}

bool protect_forbids(int fd)
{
  struct stat st, other;
  char link[32], path[PATH_MAX], real[PATH_MAX];
  if (protected.n == 0) return false;
  if (fstat(fd, &st) != 0) return true;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t n = readlink(link, path, sizeof path - 1);
  path[n > 0 ? n : 0] = '\0';
  for (unsigned i = 0; i < protected.n; i++) {
    if (stat(protected.paths[i], &other) != 0) continue;
    if (other.st_dev == st.st_dev && other.st_ino == st.st_ino) return true;
    if (S_ISDIR(other.st_mode) && realpath(protected.paths[i], real) != NULL && is_below(path, real)) return true;
  }
  for (unsigned i = 0; i < protected.nhidden; i++)
    if (protected.hidden[i].device == st.st_dev && protected.hidden[i].inode == st.st_ino) return true;
  return false;
}

/* The protected paths that exist, without symbolic links. */
struct real {
  char paths[PROTECT_MOST][PATH_MAX];
  unsigned n;
};

static void find_real(struct real *r)
{
  r->n = 0;
  for (unsigned i = 0; i < protected.n; i++)
    if (realpath(protected.paths[i], r->paths[r->n]) != NULL) r->n++;
}

/* --- keys that the process still uses --- */

void protect_keep(const char *path)
{
  struct buf text = BUF_HEAP;
  assert(protected.nkept < PROTECT_MOST);
  if (file_read(path, MOST_KEY, &text) == 0) protected.kept[protected.nkept++] = (struct kept){xstrdup(path), text};
  else buf_free(&text); }

str protect_kept(const char *path)
{
  for (unsigned i = 0; i < protected.nkept; i++)
    if (strcmp(protected.kept[i].path, path) == 0) return buf_view(&protected.kept[i].text);
  return STR_EMPTY;
}

/* --- covering keys --- */

/* A tmpfs with an empty file and an empty directory that only root can open. They are bound over the protected paths.
 * The tmpfs itself is temporarily mounted on /proc, a directory that always exists and has nothing to protect. */
#define SCRATCH "/proc"

static bool mount_scratch(void)
{
  char options[64];
  snprintf(options, sizeof options, "mode=0700,uid=%u,gid=%u,size=64k", (unsigned)geteuid(), (unsigned)getegid());
  if (mount("tmpfs", SCRATCH, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options) != 0) return false;
  const int fd = open(SCRATCH "/file", O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0);
  if (fd < 0 || mkdir(SCRATCH "/directory", 0) != 0) {
    const int why = errno;
    if (fd >= 0) close(fd);
    umount2(SCRATCH, MNT_DETACH);
    return errno = why, false;
  }
  close(fd);
  return true;
}

/* Makes the cover read-only: otherwise the owner could change its mode and its contents. */
static bool cover(const char *path)
{
  struct stat st;
  if (stat(path, &st) != 0) return errno == ENOENT || errno == EACCES; /* already covered */
  const char *with = S_ISDIR(st.st_mode) ? SCRATCH "/directory" : SCRATCH "/file";
  if (mount(with, path, NULL, MS_BIND, NULL) != 0 ||
      mount(NULL, path, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0)
    return false;
  protected.hidden[protected.nhidden++] = (struct hidden){st.st_dev, st.st_ino};
  return true;
}

bool protect_hide(void)
{
  int why = 0;
  struct real *r = xmalloc(sizeof *r);
  find_real(r);
  /* Later mounts of other namespaces are visible here, but not ours in theirs. */
  bool good = unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) == 0 && mount_scratch();
  if (!good) why = errno;
  for (unsigned i = 0; good && i < r->n; i++)
    if (!cover(r->paths[i])) why = errno;
  if (good) umount2(SCRATCH, MNT_DETACH);
  free(r);
  return errno = why, why == 0;
}

/* --- programs that the process starts --- */

static bool is_protected(const struct real *r, const char *path)
{
  for (unsigned i = 0; i < r->n; i++)
    if (strcmp(r->paths[i], path) == 0) return true;
  return false;
}

static bool is_above(const struct real *r, const char *path)
{
  for (unsigned i = 0; i < r->n; i++)
    if (is_below(r->paths[i], path)) return true;
  return false;
}

static bool add_rule(int ruleset, int fd, uint64_t access)
{
  const struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = fd};
  return syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

static bool is_same(const struct real *r, const struct stat *st)
{
  struct stat other;
  for (unsigned i = 0; i < r->n; i++)
    if (stat(r->paths[i], &other) == 0 && other.st_dev == st->st_dev && other.st_ino == st->st_ino) return true;
  return false;
}

/* Grants reading of a path. No rule is needed if it is missing, or is a link, whose target has its own rule. Another
 * hard link to a protected file must not get one, since a rule applies to the file and not to its name. */
static bool grant(int ruleset, const struct real *r, const char *path)
{
  struct stat st;
  const int fd = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT || errno == EACCES;
  const bool none = fstat(fd, &st) != 0 || S_ISLNK(st.st_mode) ||
                    (S_ISREG(st.st_mode) && st.st_nlink > 1 && is_same(r, &st));
  const bool granted = none || add_rule(ruleset, fd, LANDLOCK_ACCESS_FS_READ_FILE);
  close(fd);
  return granted;
}

static bool note_above(const char *path)
{
  struct stat st;
  if (protected.nabove == MOST_ABOVE || stat(path, &st) != 0) return false;
  protected.above[protected.nabove] = (struct above){st.st_dev, st.st_ino, st.st_mtim};
  protected.above_paths[protected.nabove++] = xstrdup(path);
  return true;
}

/* Landlock can only grant access. So everything in the directories above a protected path is granted, except the path
 * itself. */
static bool grant_all_but(int ruleset, const struct real *r, const char *path)
{
  char inner[PATH_MAX];
  bool good = true;
  const char *shown = path[0] != '\0' ? path : "/";
  if (!note_above(shown)) return false;
  DIR *d = opendir(shown);
  if (d == NULL) return false;
  for (const struct dirent *e; good && (e = readdir(d)) != NULL;) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
    const int n = snprintf(inner, sizeof inner, "%s/%s", path, e->d_name);
    if (n >= (int)sizeof inner || is_protected(r, inner)) continue;
    good = is_above(r, inner) ? grant_all_but(ruleset, r, inner) : grant(ruleset, r, inner);
  }
  closedir(d);
  return good;
}

static void forget_ruleset(void)
{
  if (protected.ruleset > 0) close(protected.ruleset);
  protected.ruleset = 0;
  for (unsigned i = 0; i < protected.nabove; i++) free(protected.above_paths[i]);
  protected.nabove = 0;
}

/* New files in a directory above would have no rule, so the ruleset is made again if one of the directories has
 * changed. */
static bool is_current(void)
{
  if (protected.ruleset <= 0) return false;
  for (unsigned i = 0; i < protected.nabove; i++) {
    const struct above *a = &protected.above[i];
    struct stat st;
    if (stat(protected.above_paths[i], &st) != 0 || st.st_dev != a->device || st.st_ino != a->inode ||
        st.st_mtim.tv_sec != a->changed.tv_sec || st.st_mtim.tv_nsec != a->changed.tv_nsec)
      return false;
  }
  return true;
}

static bool fill(int ruleset)
{
  struct real *r = xmalloc(sizeof *r);
  find_real(r);
  const int root = open("/", O_PATH | O_CLOEXEC);
  const bool good = root >= 0 && add_rule(ruleset, root, LANDLOCK_ACCESS_FS_REFER) && grant_all_but(ruleset, r, "");
  if (root >= 0) close(root);
  free(r);
  return good;
}

int protect_ruleset(void)
{
  const struct landlock_ruleset_attr attr = {.handled_access_fs = LANDLOCK_ACCESS_FS_READ_FILE |
                                                                  LANDLOCK_ACCESS_FS_REFER};
  if (protected.n == 0) return errno = 0, -1;
  if (is_current()) return protected.ruleset;
  forget_ruleset();
  if (syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) < LEAST_ABI)
    return errno = ENOSYS, -1;
  const int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
  if (ruleset < 0) return -1;
  protected.ruleset = ruleset;
  if (fill(ruleset)) return ruleset;
  const int why = errno;
  forget_ruleset();
  return errno = why, -1;
}

bool protect_confine(int ruleset) { return syscall(SYS_landlock_restrict_self, ruleset, 0) == 0; }
