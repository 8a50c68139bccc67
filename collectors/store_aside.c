/* Renames damaged files, and limits their number. */
#include "collectors/store_internal.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define STAMP "%Y%m%dT%H%M%SZ"
enum { STAMP_LENGTH = 16, MOST_BAD = 1000 };

/* --- present files -------------------------------------------------------------------------------- */

/* NAME.bad-TIME, or NAME.bad-TIME-NUMBER for further ones of the same second. */
struct bad_file {
  char stamp[STAMP_LENGTH + 1];
  long number;
};

static bool is_stamp(const char *p)
{
  static const char pattern[] = "ddddddddTddddddZ";
  for (size_t i = 0; i < STAMP_LENGTH; i++) {
    if (pattern[i] == 'd' ? p[i] < '0' || p[i] > '9' : p[i] != pattern[i]) {
      return false;
    }
  }
  return true;
}

static bool is_bad_file(const char *name, const char *base, struct bad_file *out)
{
  size_t n = strlen(base);
  if (strncmp(name, base, n) != 0 || strncmp(name + n, ".bad-", 5) != 0 || !is_stamp(name + n + 5)) {
    return false;
  }
  const char *rest = name + n + 5 + STAMP_LENGTH;
  char *end = (char *)(uintptr_t)rest;
  memcpy(out->stamp, rest - STAMP_LENGTH, STAMP_LENGTH);
  out->stamp[STAMP_LENGTH] = '\0';
  out->number = rest[0] == '-' ? strtol(rest + 1, &end, 10) : 1;
  return *end == '\0' && out->number > 0;
}

static int newest_first(const void *a, const void *b)
{
  const struct bad_file *x = a, *y = b;
  int order = strcmp(y->stamp, x->stamp);
  return order != 0 ? order : x->number < y->number ? 1 : x->number > y->number ? -1 : 0;
}

/* Lists those of a store, newest first; returns their number. */
static size_t list_bad(const char *path, struct bad_file files[MOST_BAD])
{
  const char *slash = strrchr(path, '/');
  char *directory = slash == NULL ? strdup(".") : strndup(path, slash == path ? 1 : (size_t)(slash - path));
  DIR *d = directory == NULL ? NULL : opendir(directory);
  size_t n = 0;
  for (struct dirent *e; d != NULL && n < MOST_BAD && (e = readdir(d)) != NULL;) {
    n += is_bad_file(e->d_name, slash == NULL ? path : slash + 1, &files[n]);
  }
  if (d != NULL) {
    closedir(d);
  }
  free(directory);
  if (n > 1) {
    qsort(files, n, sizeof *files, newest_first);
  }
  return n;
}

static bool bad_name(const char *path, const struct bad_file *f, char *out, size_t size)
{
  int length = f->number == 1 ? snprintf(out, size, "%s.bad-%s", path, f->stamp)
                              : snprintf(out, size, "%s.bad-%s-%ld", path, f->stamp, f->number);
  if (length > 0 && (size_t)length < size) {
    return true;
  }
  errno = ENAMETOOLONG;
  return false;
}

/* --- another one -------------------------------------------------------------------------------------------- */

/* The maintenance lock excludes other processes. */
static bool rename_away(const char *path, struct bad_file files[MOST_BAD], size_t n, char *aside, size_t size)
{
  time_t now = time(NULL);
  struct tm tm;
  struct bad_file new = {.number = 1};
  gmtime_r(&now, &tm);
  strftime(new.stamp, sizeof new.stamp, STAMP, &tm);
  if (n > 0 && strcmp(files[0].stamp, new.stamp) == 0) {
    new.number = files[0].number + 1;
  }
  return bad_name(path, &new, aside, size) && rename(path, aside) == 0;
}

bool store_rename_bad(struct stats_store *s, const char *reason)
{
  char aside[PATH_MAX + 64], old[PATH_MAX + 64];
  static struct bad_file files[MOST_BAD];
  const size_t n = list_bad(s->path, files);
  uint64_t how = SEG_RETIRED_BAD;
  if (!rename_away(s->path, files, n, aside, sizeof aside)) {
    log_error(&log_store, "STORE_ASIDE", "Give the user who compiles write access to the directory, or set statsfile.",
              "statistics file %s is unusable (%s) and cannot be renamed: %s", s->path, reason, strerror(errno));
    return false;
  }
  if (s->map != NULL) {
    store_guarded(s, store_mark_retired, &how);
  }
  log_error(&log_store, "STORE_DAMAGED",
            "Counting continues in a new file; remove the old one after you have examined it.",
            "statistics file %s is unusable (%s) and was renamed to %s", s->path, reason, aside);
  for (size_t i = STATS_BAD_KEPT - 1; i < n; i++) {
    if (bad_name(s->path, &files[i], old, sizeof old) && unlink(old) == 0) {
      log_info(&log_store, "removed %s; the newest %d are kept", old, STATS_BAD_KEPT);
    }
  }
  return true;
}
