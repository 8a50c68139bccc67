/* Finds Puppet's files and locks. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_nesting.h"
#include "collectors/sources/puppet_run.h"

/* --- the places --- */

/* Puppet 7 and later put the summary into publicdir, earlier ones into statedir. */
static const struct {
  const char *publicdir, *statedir;
} places_known[] = {
  {"/opt/puppetlabs/puppet/public", "/opt/puppetlabs/puppet/cache/state"}, /* packages of Puppet and OpenVox */
  {"/var/cache/puppet/public", "/var/cache/puppet/state"},                 /* Debian 12 and later */
  {"/var/lib/puppet/public", "/var/lib/puppet/state"},                     /* Debian 11, other systems */
  {"/var/puppet/public", "/var/puppet/state"},                             /* BSD */
};

static bool is_set(const char *text) { return text[0] != '\0'; }

/* Joins directory and name; an absolute name is used as it is. */
static void join(char to[PATH_MAX], const char *root, const char *directory, const char *name)
{
  if (snprintf(to, PATH_MAX, "%s%s%s%s", root, directory, is_set(directory) ? "/" : "", name) >= PATH_MAX) to[0] = '\0';
}

static bool is_directory(const char *root, const char *path)
{
  char whole[PATH_MAX];
  struct stat st;
  join(whole, root, "", path);
  return stat(whole, &st) == 0 && S_ISDIR(st.st_mode);
}

struct search {
  struct puppet_files *files;
  struct timespec newest;
};

static bool is_newer(struct timespec a, struct timespec b)
{
  return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/* Notes a directory that may not be searched, because it might contain the file. */
static void note_refusal(struct puppet_files *f, const char *path, int reason)
{
  if (f->reason != ENOENT || reason == ENOENT || reason == ENOTDIR) return;
  f->reason = reason;
  snprintf(f->refused, sizeof f->refused, "%s", path);
}

/* Tries a place of the summary. True when it is the newest so far. */
static bool try_summary(struct search *s, const char *root, const char *directory, const char *name)
{
  char path[PATH_MAX];
  struct stat st;
  if (!is_set(directory) && !is_set(name)) return false;
  join(path, root, directory, name);
  if (stat(path, &st) != 0) {
    note_refusal(s->files, path, errno);
    return false;
  }
  if (s->files->found && !is_newer(st.st_mtim, s->newest)) return false;
  s->files->found = true;
  s->newest = st.st_mtim;
  memcpy(s->files->summary, path, sizeof path);
  return true;
}

static void set_state(const struct puppet_places *p, struct puppet_files *f, const char *root, const char *statedir)
{
  static const char *const names[] = {"last_run_report.yaml", "agent_catalog_run.lock", "agent_disabled.lock"};
  const char *const given[] = {p->report, p->run_lock, p->disabled_lock};
  char *const to[] = {f->report, f->run_lock, f->disabled_lock};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (is_set(given[i])) snprintf(to[i], PATH_MAX, "%s", given[i]);
    else if (is_set(statedir)) join(to[i], root, statedir, names[i]);
    else to[i][0] = '\0';
  }
}

/* Searches the directories in the settings. False without any. */
static bool find_given(const struct puppet_places *p, struct search *s)
{
  static const char name[] = "last_run_summary.yaml";
  struct puppet_files *f = s->files;
  if (!is_set(p->summary) && !is_set(p->statedir) && !is_set(p->publicdir)) return false;
  if (is_set(p->summary)) {
    try_summary(s, "", "", p->summary);
    snprintf(f->summary, sizeof f->summary, "%s", p->summary);
  } else {
    if (is_set(p->publicdir)) try_summary(s, "", p->publicdir, name);
    if (is_set(p->statedir)) try_summary(s, "", p->statedir, name);
    if (!f->found) join(f->summary, "", is_set(p->publicdir) ? p->publicdir : p->statedir, name);
  }
  set_state(p, f, "", p->statedir);
  f->installed = f->found || (is_set(p->statedir) && is_directory("", p->statedir)) ||
                 (is_set(p->publicdir) && is_directory("", p->publicdir));
  return true;
}

static void find_known(const struct puppet_places *p, struct search *s)
{
  static const char name[] = "last_run_summary.yaml";
  struct puppet_files *f = s->files;
  for (size_t i = 0; i < sizeof places_known / sizeof *places_known; i++) {
    const char *publicdir = places_known[i].publicdir, *statedir = places_known[i].statedir;
    bool best = try_summary(s, p->root, publicdir, name);
    best = try_summary(s, p->root, statedir, name) || best;
    const bool there = is_directory(p->root, statedir);
    /* Without a summary, the first existing installation. */
    if (best || (!f->found && there && !f->installed)) set_state(p, f, p->root, statedir);
    f->installed = f->installed || there || is_directory(p->root, publicdir);
  }
  if (f->run_lock[0] == '\0') set_state(p, f, p->root, "");
}

void puppet_files_find(const struct puppet_places *places, struct puppet_files *files)
{
  struct search s = {.files = files};
  *files = (struct puppet_files){.reason = ENOENT};
  if (!find_given(places, &s)) find_known(places, &s);
}

/* --- the lock of a run --- */

static bool process_is_puppet(long pid)
{
  char path[64];
  struct buf line = BUF_HEAP;
  snprintf(path, sizeof path, "/proc/%ld/cmdline", pid);
  /* If the process cannot be read, for example in a sandbox, assume that it is an agent. */
  bool is = file_read(path, PUPPET_LOCK_BYTES, &line) != 0 || line.n == 0;
  for (size_t i = 0; i < line.n; i++) {
    if (line.p[i] == '\0') line.p[i] = ' ';
  }
  is = is || str_find(buf_view(&line), STR("puppet"), 0) != SIZE_MAX;
  buf_free(&line);
  return is;
}

bool puppet_lock_held(const char *path, uint64_t *since_s)
{
  struct buf text = BUF_HEAP;
  struct stat st;
  bool held = false;
  if (path[0] != '\0' && stat(path, &st) == 0 && file_read(path, PUPPET_LOCK_BYTES, &text) == 0 && text.n > 0) {
    char *end;
    const long pid = strtol(text.p, &end, 10);
    held = end != text.p && pid > 0 && pid <= INT_MAX && (kill((pid_t)pid, 0) == 0 || errno == EPERM) &&
           process_is_puppet(pid);
    *since_s = st.st_mtime > 0 ? (uint64_t)st.st_mtime : 0;
  }
  buf_free(&text);
  return held;
}

/* --- disabled --- */

void puppet_disabled_message(str text, char message[PUPPET_TEXT])
{
  json_error_t error;
  json_t *root = json_fits_stack(text) ? json_loadb(text.p, text.n, 0, &error) : NULL;
  const json_t *said = json_object_get(root, "disabled_message");
  str found = json_is_string(said) ? str_n(json_string_value(said), json_string_length(said)) : STR_EMPTY;
  if (found.n >= PUPPET_TEXT) found.n = PUPPET_TEXT - 1;
  memcpy(message, found.p, found.n);
  message[found.n] = '\0';
  json_decref(root);
}

int puppet_disabled(const char *path, char message[PUPPET_TEXT])
{
  struct stat st;
  struct buf text = BUF_HEAP;
  message[0] = '\0';
  if (path[0] == '\0') return 0;
  if (stat(path, &st) != 0) return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
  /* Its existence is enough, whatever it contains. */
  if (file_read(path, PUPPET_LOCK_BYTES, &text) == 0) puppet_disabled_message(buf_view(&text), message);
  buf_free(&text);
  return 1;
}
