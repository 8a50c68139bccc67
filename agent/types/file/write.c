/* Creates, replaces and removes the file of a resource. Readers see either the old or the new contents; a new file has
 * its mode and owner from the start. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "agent/ral/munge.h"
#include "agent/system/command.h"
#include "agent/types/file/file.h"
#include "base/bucket.h"
#include "base/file.h"
#include "compiler/values/ruby_text.h"

enum { DEFAULT_MODE = 0644 };

static bool failed(struct ral *ral, const char *path) { return ral_fail_system(ral, "%s - %s", strerror(errno), path); }

/* As Ruby's Dir.tmpdir, whose warnings are no log messages. */
static bool is_for_temporary_files(const char *variable, const char *directory)
{
  struct stat st;
  const char *fault = NULL;
  if (stat(directory, &st) != 0) return false;
  if (!S_ISDIR(st.st_mode)) fault = "not a directory";
  else if (faccessat(AT_FDCWD, directory, W_OK, AT_EACCESS) != 0) fault = "not writable";
  else if ((st.st_mode & S_IWOTH) != 0 && (st.st_mode & S_ISVTX) == 0) fault = "world-writable";
  if (fault != NULL) fprintf(stderr, "%s is %s: %s\n", variable, fault, directory);
  return fault == NULL;
}

str file_temporary_prefix(struct arena *a, const char *name)
{
  static const char *const variables[] = {"TMPDIR", "TMP", "TEMP"};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    const char *given = getenv(variables[i]);
    if (given == NULL) continue;
    const char *directory = arena_strz(a, file_expand_path(a, str_of(given)));
    if (is_for_temporary_files(variables[i], directory)) return arena_printf(a, "%s/%s", directory, name);
  }
  return arena_printf(a, "/tmp/%s", name);
}

int file_temporary(struct arena *a, str prefix, char **name)
{
  const time_t now = time(NULL);
  struct tm tm;
  char day[16];
  int fd = -1;
  localtime_r(&now, &tm);
  strftime(day, sizeof day, "%Y%m%d", &tm);
  for (int tries = 0; fd < 0 && tries < 100; tries++) {
    unsigned char chance[6];
    char end[7] = {0};
    if (getrandom(chance, sizeof chance, 0) != (ssize_t)sizeof chance) return -1;
    for (size_t i = 0; i < sizeof chance; i++) end[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[chance[i] % 36];
    *name = arena_strz(a, arena_printf(a, "%.*s%s-%d-%s", STR_FMT(prefix), day, (int)getpid(), end));
    fd = open(*name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0 && errno != EEXIST) return -1;
  }
  return fd;
}

static const char *directory_of(struct arena *a, const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash == path ? "/" : arena_strz(a, str_n(path, (size_t)(slash - path)));
}

/* --- removing --- */

static bool remove_tree(int parent, const char *name)
{
  const int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
  const struct dirent *e;
  bool ok = d != NULL;
  while (ok && (e = readdir(d)) != NULL) {
    struct stat st;
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
    ok = fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
         (S_ISDIR(st.st_mode) ? remove_tree(fd, e->d_name) : unlinkat(fd, e->d_name, 0) == 0);
  }
  if (d != NULL) closedir(d);
  else if (fd >= 0) close(fd);
  return ok && unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

bool file_remove_existing(struct ral_resource *r, const char *wanted)
{
  const struct stat *st = file_stat(r);
  const char *path = file_path(r);
  if (st == NULL) return true;
  const char *kind = file_kind(st->st_mode);
  const bool directory = S_ISDIR(st->st_mode);
  if (ral_value(r, "backup").kind == V_STRING) {
    if (S_ISREG(st->st_mode) || S_ISLNK(st->st_mode) || (directory && ral_flag(r, "force"))) {
      if (!file_back_up(r)) return false;
    } else {
      ral_log(r, LOG_LEVEL_WARNING, "Could not back up file of type %s", kind);
    }
  }
  if (strcmp(wanted, "link") != 0 && strcmp(wanted, kind) == 0) return true;
  if (directory) {
    if (!ral_flag(r, "force")) {
      ral_log(r, LOG_LEVEL_NOTICE, "Not removing directory; use 'force' to override");
      return true;
    }
    ral_log(r, LOG_LEVEL_DEBUG, "Removing existing directory for replacement with %s", wanted);
    (void)!remove_tree(AT_FDCWD, path); /* as in Puppet, a file that cannot be removed is not an error */
  } else if (S_ISLNK(st->st_mode) || S_ISREG(st->st_mode) || S_ISFIFO(st->st_mode) || S_ISSOCK(st->st_mode)) {
    ral_log(r, LOG_LEVEL_DEBUG, "Removing existing %s for replacement with %s", kind, wanted);
    if (unlink(path) != 0) return ral_fail_system(r->ral, "%s @ apply2files - %s", strerror(errno), path);
  } else {
    return ral_fail(r->ral, "Could not remove files of type %s", kind);
  }
  file_forget(r);
  return true;
}

/* --- the temporary file --- */

static bool id_of(const struct ral_resource *r, const char *name, uid_t *id)
{
  const value v = ral_value(r, name);
  if (v.kind == V_INT) *id = (uid_t)v.integer;
  return v.kind == V_INT;
}

static bool copy_contents(const struct file_state *s, int fd)
{
  if (s->source == NULL) return file_write_all(fd, s->content);
  const int from = open(s->source->path, O_RDONLY | O_CLOEXEC);
  char block[65536];
  ssize_t n = -1;
  bool ok = from >= 0;
  while (ok && (n = read(from, block, sizeof block)) > 0) ok = file_write_all(fd, str_n(block, (size_t)n));
  const int why = errno;
  if (from >= 0) close(from);
  errno = why;
  return ok && n == 0;
}

static bool put_contents(struct ral_resource *r, int fd, const char *temporary)
{
  const struct file_state *s = file_state(r);
  if (s->source != NULL && s->source->remote) return remote_put(r->ral, s->source, fd);
  return copy_contents(s, fd) || ral_fail_system(r->ral, "%s @ io_write - %s", strerror(errno), temporary);
}

/* Sets mode and owner: the wanted ones, else those of the old file. */
static bool put_properties(struct ral_resource *r, int fd, const struct stat *old)
{
  const str mode = ral_value_text(r, "mode");
  unsigned bits = old != NULL ? old->st_mode & 07777 : DEFAULT_MODE;
  /* Otherwise a new file keeps the group that it gets from its directory. */
  uid_t uid = old != NULL ? old->st_uid : (uid_t)-1, gid = old != NULL ? old->st_gid : (gid_t)-1;
  if (mode.n > 0 && old == NULL && !mode_bits(r->ral, mode, DEFAULT_MODE, false, &bits)) return false;
  id_of(r, "owner", &uid);
  id_of(r, "group", &gid);
  if (geteuid() == 0 && fchown(fd, uid, gid) != 0) return failed(r->ral, file_path(r));
  return fchmod(fd, (mode_t)bits) == 0 || failed(r->ral, file_path(r));
}

/* validate_cmd must accept the new file before it replaces the old one. */
static bool validate(struct ral_resource *r, const char *path)
{
  const value command = ral_value(r, "validate_cmd");
  const str line = ral_text(command), mark = ral_value_text(r, "validate_replacement");
  struct buf text = BUF_IN(r->ral->arena);
  struct command_result out;
  if (command.kind == V_UNDEF) return true;
  if (command.kind != V_STRING) { /* Ruby's error for other values */
    return ral_fail_system(r->ral, "undefined method `gsub' for %.*s:%s", STR_FMT(ral_inspect(r->ral->arena, command)),
                           ruby_class(command));
  }
  if (line.n == 0) {
    return ral_fail(r->ral, "Execution of '' returned 1: Error: Could not execute posix command: No such file or "
                            "directory - ");
  }
  for (size_t at = 0; at < line.n;) {
    const size_t found = mark.n > 0 ? str_find(line, mark, at) : SIZE_MAX;
    buf_str(&text, str_sub(line, at, (found == SIZE_MAX ? line.n : found) - at));
    if (found == SIZE_MAX) break;
    buf_z(&text, path);
    at = found + mark.n;
  }
  const struct command c = {.shell = text.p, .umask = -1};
  if (!command_run(r->ral, &c, &out)) return false;
  if (out.end == COMMAND_EXITED && out.status == 0) return true;
  return ral_fail(r->ral, "Execution of '%s' returned %d: %.*s", text.p, out.status, STR_FMT(str_trim(out.output)));
}

/* Compares the checksum of what was written: a source may change while it is copied. */
static bool check_written(struct ral_resource *r, const char *path)
{
  const struct file_state *s = file_state(r);
  const str algorithm = checksum_algorithm(r);
  const value sum = ral_value(r, "checksum_value");
  str wanted = s->source != NULL ? s->source->checksum : STR_EMPTY, have;
  if (sum.kind != V_UNDEF && s->source != NULL)
    wanted = arena_printf(r->ral->arena, "{%.*s}%.*s", STR_FMT(algorithm), STR_FMT(ral_text(sum)));
  if (wanted.n == 0 || str_eqz(algorithm, "none") || str_eqz(algorithm, "mtime") || str_eqz(algorithm, "ctime"))
    return true;
  if (!checksum_file(r->ral, algorithm, path, &have)) return false;
  if (str_eq(have, wanted)) return true;
  return ral_fail(r->ral, "File written to disk did not match desired checksum; discarding changes (%.*s vs %.*s)",
                  STR_FMT(have), STR_FMT(wanted));
}

/* Puppet's error for a directory that cannot be written: it tries to create a lock file there. */
static bool cannot_make(struct ral_resource *r, const char *temporary)
{
  const int why = errno != 0 ? errno : EACCES;
  if (why == ENOENT) {
    return ral_fail_system(r->ral,
                           "No such file or directory - A directory component in %s does not exist or is a "
                           "dangling symbolic link",
                           temporary);
  }
  return ral_fail_system(r->ral, "%s @ dir_s_mkdir - %s.lock", strerror(why), temporary);
}

static bool replace(struct ral_resource *r)
{
  struct arena *a = r->ral->arena;
  const char *path = file_path(r), *slash = strrchr(path, '/');
  const str staging = ral_value_text(r, "staging_location");
  struct stat old;
  const bool there = lstat(path, &old) == 0 && !S_ISLNK(old.st_mode);
  const char *directory = staging.n > 0 ? arena_strz(a, staging) : slash == path ? "" : directory_of(a, path);
  char *temporary;
  const int fd = file_temporary(a, arena_printf(a, "%s/%s", directory, slash + 1), &temporary);
  if (fd < 0) return cannot_make(r, temporary);
  if (there) file_copy_attributes(path, fd);
  bool ok = put_contents(r, fd, temporary);
  ok = ok && put_properties(r, fd, there ? &old : NULL);
  ok = ok && (fsync(fd) == 0 || failed(r->ral, path));
  if (close(fd) != 0 && ok) ok = failed(r->ral, path);
  ok = ok && check_written(r, temporary) && validate(r, temporary);
  if (ok && there && S_ISDIR(old.st_mode)) ok = ral_fail_system(r->ral, "Is a directory - Is a directory: %s", path);
  if (ok && rename(temporary, path) == 0) return true;
  if (ok) failed(r->ral, path);
  unlink(temporary);
  return false;
}

/* Creates or truncates the file. */
static bool make_empty(struct ral_resource *r)
{
  const str mode = ral_value_text(r, "mode");
  const bool follow = ral_is(ral_value(r, "links"), "follow");
  unsigned bits = 0666;
  if (mode.n > 0 && !mode_bits(r->ral, mode, DEFAULT_MODE, false, &bits)) return false;
  const mode_t before = umask(mode.n > 0 ? 0 : 022);
  const int fd = open(file_path(r), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW), (mode_t)bits);
  umask(before);
  if (fd < 0) return ral_fail_system(r->ral, "%s @ rb_sysopen - %s", strerror(errno), file_path(r));
  const bool ok = fsync(fd) == 0;
  return (close(fd) == 0 && ok) || failed(r->ral, file_path(r));
}

bool file_write(struct ral_resource *r)
{
  const struct file_state *s = file_state(r);
  if (!file_fetch_content(r) || !file_remove_existing(r, "file")) return false;
  if (s->has_content || s->source != NULL ? !replace(r) : !make_empty(r)) return false;
  file_forget(r);
  return file_fix(r);
}

static bool may_write(const struct passwd *u, const struct stat *st)
{
  gid_t groups[1024]; /* further groups are ignored */
  int n = sizeof groups / sizeof *groups;
  if (st->st_uid == u->pw_uid) return (st->st_mode & S_IWUSR) != 0;
  if (getgrouplist(u->pw_name, u->pw_gid, groups, &n) < 0) n = sizeof groups / sizeof *groups;
  for (int i = 0; i < n; i++) {
    if (st->st_gid == groups[i]) return (st->st_mode & S_IWGRP) != 0;
  }
  return (st->st_mode & S_IWOTH) != 0;
}

/* Puppet creates a link as the user `owner` if that user may write to the directory, so the link gets the user's group.
 */
static void take_group_of_owner(struct ral_resource *r, const char *path, const struct stat *directory)
{
  const struct ral_attribute *a = &r->type->attributes[ral_index(r->type, "owner")];
  int64_t uid;
  const value owner = ral_value(r, "owner");
  bool exists;
  if (owner.kind == V_UNDEF || !file_id_of(r->ral, a, owner, &uid, &exists) || !exists) return;
  const struct passwd *u = getpwuid((uid_t)uid);
  if (u == NULL || geteuid() != 0 || (directory->st_mode & S_ISGID) != 0 || !may_write(u, directory)) return;
  (void)!lchown(path, (uid_t)-1, u->pw_gid); /* the group that the manifest wants is set afterwards */
}

bool file_make_link(struct ral_resource *r)
{
  const char *path = file_path(r), *target = arena_strz(r->ral->arena, ral_value_to_s(r, "target"));
  struct stat st;
  const value given = ral_value(r, "target");
  if (!file_remove_existing(r, "link")) return false;
  if (given.kind != V_STRING) { /* Ruby's error for other values */
    return ral_fail_system(r->ral, "FileSystem implementation expected Pathname, got: '%s'", ruby_class(given));
  }
  if (stat(path, &st) == 0) return ral_fail(r->ral, "Could not remove existing file");
  const char *directory = directory_of(r->ral->arena, path);
  if (stat(directory, &st) != 0) return ral_fail_system(r->ral, "%s @ dir_chdir - %s", strerror(errno), directory);
  if (symlink(target, path) != 0) {
    return ral_fail_system(r->ral, "%s @ rb_file_s_symlink - (%s, %s)", strerror(errno), target, path);
  }
  take_group_of_owner(r, path, &st);
  file_forget(r);
  return file_fix(r);
}

bool file_fix(struct ral_resource *r)
{
  static const char *const names[] = {"owner", "group", "mode"};
  for (size_t i = 0; i < 3; i++) {
    const struct ral_attribute *a = &r->type->attributes[ral_index(r->type, names[i])];
    value is = VALUE_UNDEF;
    bool in = true;
    if (!ral_setting(r, names[i])->set) continue;
    file_forget(r);
    if (!a->retrieve(r, a, &is) || !ral_insync(r, a, is, &in) || (!in && !ral_sync(r, a))) return false;
  }
  file_forget(r);
  return true;
}

/* --- backups --- */

static bool copy_file(const char *from, const char *to, const struct stat *st)
{
  struct buf bytes = BUF_HEAP;
  const int reason = file_read(from, SIZE_MAX / 4, &bytes);
  const int fd = reason == 0 ? open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
  bool ok = fd >= 0;
  if (reason > 0) errno = reason;
  for (size_t at = 0; ok && at < bytes.n;) {
    const ssize_t n = write(fd, bytes.p + at, bytes.n - at);
    ok = n > 0;
    at += ok ? (size_t)n : 0;
  }
  const struct timespec times[2] = {st->st_atim, st->st_mtim};
  ok = ok && (geteuid() != 0 || fchown(fd, st->st_uid, st->st_gid) == 0) && fchmod(fd, st->st_mode & 07777) == 0 &&
       futimens(fd, times) == 0 && fsync(fd) == 0;
  if (fd >= 0) close(fd);
  buf_free(&bytes);
  return ok;
}

/* Copies the file, for a link the file that it points to, as Puppet does. */
static bool back_up_beside(struct ral_resource *r, str suffix)
{
  const char *path = file_path(r);
  const char *to = arena_printf(r->ral->arena, "%s%.*s", path, STR_FMT(suffix)).p;
  const bool follow = ral_is(ral_value(r, "links"), "follow");
  struct stat old, st;
  if ((follow ? stat : lstat)(to, &old) == 0) {
    if (S_ISDIR(old.st_mode)) {
      return ral_fail(r->ral, "Will not remove directory backup %s; use a filebucket", to);
    }
    ral_log(r, LOG_LEVEL_INFO, "Removing old backup of type %s", file_kind(old.st_mode));
    if (unlink(to) != 0) return ral_fail(r->ral, "Could not remove old backup: %s - %s", strerror(errno), to);
  }
  if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
    const char *const argv[] = {"cp", "-a", "-H", "--", path, to, NULL};
    return command_must(r->ral, argv, NULL) ||
           ral_fail(r->ral, "Could not back %s up: %.*s", path, STR_FMT(r->ral->error));
  }
  return copy_file(path, to, &st) || ral_fail(r->ral, "Could not back %s up: %s", path, strerror(errno));
}

/* A bucket. */
struct bucket {
  const char *directory; /* NULL: it is on a server */
  str host;              /* empty: the server of the run */
  int64_t port;          /* 0: the default port of that server */
};

bool file_put_on_server(struct ral *ral, str host, int64_t port, const char *path, str *sum)
{
  const str algorithm = settings_str(ral->settings, SETTING_digest_algorithm);
  struct buf bytes = BUF_HEAP;
  str typed;
  ral_log_run(ral, LOG_LEVEL_INFO, "Computing checksum on file %s", path);
  if (!checksum_file(ral, algorithm, path, &typed)) return false;
  *sum = str_from(typed, algorithm.n + 2);
  const int reason = file_read(path, SIZE_MAX / 4, &bytes);
  const bool ok = reason == 0
                    ? ral->server->bucket_put(ral, host, port, bucket_listed_path(ral, path), *sum, buf_view(&bytes))
                    : ral_fail(ral, "%s", file_reason(reason));
  buf_free(&bytes);
  if (ok) return true;
  ral_fail(ral, "Could not back up %s: %.*s", path, STR_FMT(ral->error));
  ral_log_run(ral, LOG_LEVEL_ERR, "%.*s", STR_FMT(ral->error));
  return false;
}

static bool put_in_bucket(struct ral_resource *r, const struct bucket *bucket, const char *name, const char *path)
{
  str sum;
  if (bucket->directory == NULL ? !file_put_on_server(r->ral, bucket->host, bucket->port, path, &sum)
                                : !bucket_store_file(r->ral, bucket->directory, path, &sum))
    return false;
  ral_log(r, LOG_LEVEL_INFO, "Filebucketed %s to %s with sum %.*s", path, name, STR_FMT(sum));
  return true;
}

/* Stores the files in the order of their names; links to files are followed. */
static bool put_tree_in_bucket(struct ral_resource *r, const struct bucket *bucket, const char *name, const char *path)
{
  struct dirent **entries = NULL;
  const int n = scandir(path, &entries, NULL, alphasort);
  bool ok = n >= 0 || failed(r->ral, path);
  for (int i = 0; i < n; i++) {
    struct stat st, target;
    const char *child = arena_printf(r->ral->arena, "%s/%s", path, entries[i]->d_name).p;
    const bool itself = strcmp(entries[i]->d_name, ".") == 0 || strcmp(entries[i]->d_name, "..") == 0;
    free(entries[i]);
    if (itself || !ok || lstat(child, &st) != 0) continue;
    if (S_ISDIR(st.st_mode)) ok = put_tree_in_bucket(r, bucket, name, child);
    else if (stat(child, &target) == 0 && S_ISREG(target.st_mode)) ok = put_in_bucket(r, bucket, name, child);
  }
  free(entries);
  return ok;
}

/* The catalog must contain the bucket, even if nothing will be saved. */
bool file_find_bucket(struct ral_resource *r)
{
  const value backup = ral_value(r, "backup");
  if (backup.kind != V_STRING || (backup.length > 0 && backup.text[0] == '.') ||
      str_eqz(value_text(backup), "puppet") || ral_find(r->ral, "filebucket", value_text(backup)) != NULL)
    return true;
  return ral_fail(r->ral, "Could not find filebucket %.*s specified in backup", STR_FMT(value_text(backup)));
}

/* Finds the bucket that `backup` names. False after ral_fail. */
static bool bucket_of(struct ral_resource *r, str backup, struct bucket *out)
{
  const struct ral *ral = r->ral;
  const struct ral_resource *bucket = ral_find(r->ral, "filebucket", backup);
  const str path = bucket != NULL ? ral_value_text(bucket, "path") : STR_EMPTY;
  *out = (struct bucket){.host = STR_EMPTY};
  if (path.n > 0) out->directory = arena_strz(ral->arena, path);
  else if (bucket == NULL) out->directory = settings_strz(ral->settings, SETTING_clientbucketdir);
  if (out->directory != NULL) return true;
  if (ral->server == NULL) return ral_fail(r->ral, "not supported: Filebucket[%.*s] is on a server", STR_FMT(backup));
  out->host = ral_value_text(bucket, "server");
  out->port = atoll(arena_strz(ral->arena, ral_value_to_s(bucket, "port")));
  return true;
}

bool file_back_up(struct ral_resource *r)
{
  const str backup = ral_value_text(r, "backup");
  const struct stat *st = file_stat(r);
  /* A missing file or dangling link needs no backup. */
  if (st == NULL || backup.n == 0 || access(file_path(r), F_OK) != 0) return true;
  if (backup.p[0] == '.') return back_up_beside(r, backup);
  struct bucket bucket;
  if (!bucket_of(r, backup, &bucket)) return false;
  const char *name = arena_strz(r->ral->arena, backup);
  if (S_ISREG(st->st_mode)) return put_in_bucket(r, &bucket, name, file_path(r));
  if (!S_ISDIR(st->st_mode) || ral_flag(r, "recurse")) return true;
  ral_log(r, LOG_LEVEL_INFO, "Recursively backing up to filebucket");
  return put_tree_in_bucket(r, &bucket, name, file_path(r));
}

/* --- contents from a bucket --- */

/* Removes the first "{word}" from the text. */
static str without_type(struct arena *a, str s)
{
  for (size_t at = str_index(s, '{', 0); at != SIZE_MAX; at = str_index(s, '{', at + 1)) {
    size_t end = at + 1;
    while (end < s.n && ascii_is_word((unsigned char)s.p[end])) end++;
    if (end == at + 1 || end >= s.n || s.p[end] != '}') continue;
    return arena_printf(a, "%.*s%.*s", STR_FMT(str_sub(s, 0, at)), STR_FMT(str_from(s, end + 1)));
  }
  return s;
}

static bool fetch(struct ral_resource *r, str named, struct buf *bytes)
{
  const str backup = ral_value_text(r, "backup");
  if (backup.n == 0 || backup.p[0] == '.') return ral_fail(r->ral, "Could not get filebucket from file");
  struct bucket bucket;
  const str sum = without_type(r->ral->arena, named);
  if (!bucket_of(r, backup, &bucket)) return false;
  if (bucket.directory == NULL) return r->ral->server->bucket_get(r->ral, bucket.host, bucket.port, sum, bytes);
  const char *path = bucket_find_file(r->ral, bucket.directory, sum);
  if (path == NULL) return false;
  const int reason = file_read(path, SIZE_MAX / 4, bytes);
  return reason == 0 || ral_fail(r->ral, "Could not read %s: %s", path, file_reason(reason));
}

bool file_fetch_content(struct ral_resource *r)
{
  struct file_state *s = file_state(r);
  struct buf bytes = BUF_IN(r->ral->arena);
  if (s->bucket_content.n == 0 || s->has_content) return true;
  if (!fetch(r, s->bucket_content, &bytes)) {
    return ral_fail(r->ral, "Could not retrieve content for %.*s from filebucket: %.*s", STR_FMT(s->bucket_content),
                    STR_FMT(r->ral->error));
  }
  s->content = buf_view(&bytes);
  s->has_content = true;
  return true;
}
