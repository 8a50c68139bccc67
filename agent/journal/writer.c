/* Writes the journal of a run while it runs. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/journal/journal.h"
#include "base/base64.h"
#include "base/file.h"
#include "base/json_write.h"
#include "compiler/types/value_json.h"

struct journal {
  struct ral *ral;
  const struct report *report;
  struct journal_about about;
  struct journal_keep keep;
  int64_t runs, most;    /* limits: how many runs are kept, and how many bytes */
  int fd;                /* -1: not created yet */
  bool failed;           /* writing has failed, which was logged; no more records are written */
  struct buf waiting;    /* records that are written only if others follow */
  struct strmap files;   /* paths whose old state is in the journal; NULL: without their contents */
  struct valuevec paths; /* the paths of the resource that is being changed; there is one at a time */
};

static struct arena *arena_of(const struct journal *j) { return j->ral->arena; }

static void put(const struct journal *j, struct hash *h, const char *key, value v)
{
  hash_put_str(h, arena_of(j), str_of(key), v);
}

static void put_text(const struct journal *j, struct hash *h, const char *key, str text)
{
  if (text.n > 0) put(j, h, key, value_str(text));
}

struct journal *journal_new(struct ral *ral, const struct report *rep, const struct journal_about *about)
{
  const int64_t runs = settings_int(ral->settings, SETTING_journal_runs);
  const int64_t megabytes = settings_int(ral->settings, SETTING_journal_megabytes);
  if (runs <= 0 || megabytes <= 0) return NULL;
  struct journal *j = ARENA_NEW(ral->arena, struct journal);
  *j = (struct journal){.ral = ral,
                        .report = rep,
                        .about = *about,
                        .runs = runs,
                        .fd = -1,
                        .most = megabytes > INT64_MAX >> 20 ? INT64_MAX : megabytes << 20};
  j->keep = (struct journal_keep){.arena = ral->arena, .directory = -1, .room = j->most};
  j->waiting.arena = ral->arena;
  strmap_init(&j->files, ral->arena);
  return j;
}

/* --- records --- */

static void give_up(struct journal *j, const char *what, int why)
{
  j->failed = true;
  ral_log_run(j->ral, LOG_LEVEL_WARNING, "Could not %s: %s; further changes of this run cannot be undone", what,
              strerror(why));
}

/* Writes records completely or not at all; with `safe` they are synced to disk. */
static void append(struct journal *j, str lines, bool safe)
{
  struct stat st;
  if (fstat(j->fd, &st) != 0) st.st_size = -1;
  const ssize_t n = write(j->fd, lines.p, lines.n);
  if (n == (ssize_t)lines.n && (!safe || fdatasync(j->fd) == 0)) return;
  const int why = n >= 0 && n < (ssize_t)lines.n ? ENOSPC : errno;
  if (st.st_size >= 0) (void)!ftruncate(j->fd, st.st_size);
  give_up(j, "write the journal of the run", why);
}

/* False: its texts contain bytes that JSON cannot represent, and nothing was written. */
static bool write_record(struct journal *j, const struct hash *record, bool safe)
{
  struct arena *a = arena_of(j);
  struct buf line = BUF_IN(a);
  struct json_writer w;
  char hash[17];
  const unsigned long before = json_replaced();
  buf_z(&line, "0000000000000000 ");
  json_init(&w, &line, false);
  value_write_json(&w, value_hash(record), JSON_RICH);
  if (json_replaced() != before) return false;
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)journal_hash(str_from(buf_view(&line), 17)));
  memcpy(line.p, hash, 16);
  buf_char(&line, '\n');
  if (j->fd >= 0) append(j, buf_view(&line), safe);
  else buf_str(&j->waiting, buf_view(&line));
  return true;
}

static struct hash *record_new(struct journal *j, const char *kind, const struct ral_resource *r)
{
  struct hash *h = hash_new(arena_of(j), 24);
  put_text(j, h, "is", str_of(kind));
  if (r != NULL) put_text(j, h, "resource", r->ref);
  return h;
}

/* --- the beginning --- */

static bool make_directory(struct journal *j, const char *all, int parent)
{
  struct arena *a = arena_of(j);
  struct valuevec names = {0};
  if (!journal_names(a, all, &names)) return false;
  const int64_t last = names.n > 0 ? journal_number(value_text(names.items[names.n - 1])) : 0;
  const str uuid = j->report->transaction_uuid.n > 0 ? j->report->transaction_uuid : journal_uuid(a);
  const str name = arena_printf(a, "%lld-%.*s", (long long)last + 1, STR_FMT(uuid));
  if (memchr(name.p, '/', name.n) != NULL) errno = EINVAL;
  if (memchr(name.p, '/', name.n) != NULL || mkdirat(parent, name.p, 0700) != 0) return false;
  j->keep.directory = openat(parent, name.p, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  return j->keep.directory >= 0;
}

/* Whether the directory belongs to us: another user may have created it. */
static bool is_own(int fd)
{
  struct stat st;
  if (fstat(fd, &st) != 0) return false;
  if (st.st_uid != geteuid()) errno = EPERM;
  return st.st_uid == geteuid() && ((st.st_mode & 077) == 0 || fchmod(fd, 0700) == 0);
}

static bool make_all(char *all)
{
  if (mkdir(all, 0700) == 0 || errno == EEXIST) return true;
  return file_make_parents(all) && (mkdir(all, 0700) == 0 || errno == EEXIST);
}

/* The lock protects the choice of the number. */
static bool make_numbered(struct journal *j)
{
  char *all = arena_strz(arena_of(j), settings_str(j->ral->settings, SETTING_journaldir));
  const int fd = make_all(all) ? open(all, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
  const bool ok = fd >= 0 && is_own(fd) && flock(fd, LOCK_EX) == 0 && make_directory(j, all, fd) && fsync(fd) == 0;
  const int why = errno;
  if (fd >= 0) close(fd);
  errno = why;
  return ok;
}

static void write_run(struct journal *j)
{
  const struct report *rep = j->report;
  struct hash *h = record_new(j, "run", NULL);
  put(j, h, "format", value_int(JOURNAL_FORMAT));
  put_text(j, h, "transaction", rep->transaction_uuid);
  put_text(j, h, "time", report_time_text(arena_of(j), rep->began));
  put_text(j, h, "host", rep->host);
  put_text(j, h, "environment", rep->environment);
  put_text(j, h, "version", rep->configuration_version);
  put_text(j, h, "undoes", j->about.undoes);
  put_text(j, h, "manifest", j->about.manifest);
  if (!write_record(j, h, false)) give_up(j, "write the journal of the run", EILSEQ);
  if (!j->failed && j->waiting.n > 0) append(j, buf_view(&j->waiting), false);
}

static bool begin(struct journal *j)
{
  if (j->failed || j->fd >= 0) return !j->failed;
  bool ok = make_numbered(j);
  if (ok)
    j->fd = openat(j->keep.directory, "journal", O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
  ok = ok && j->fd >= 0 && flock(j->fd, LOCK_EX) == 0 && fsync(j->keep.directory) == 0;
  if (ok) write_run(j);
  else give_up(j, "create the journal of the run", errno);
  return !j->failed;
}

/* --- before a change --- */

/* A resource that follows links may change the link's target, or replace the link by a file. */
static bool add_path(struct ral_resource *r, str path, struct valuevec *out)
{
  char real[PATH_MAX];
  struct arena *a = r->ral->arena;
  const bool manages = strcmp(r->type->name, "file") == 0 && !ral_is(ral_value(r, "links"), "follow");
  if (path.n == 0 || path.p[0] != '/' || memchr(path.p, '\0', path.n) != NULL) return false;
  valuevec_push(out, a, value_str(path));
  if (manages || realpath(arena_strz(a, path), real) == NULL || str_eqz(path, real)) return true;
  valuevec_push(out, a, value_str(arena_str(a, str_of(real))));
  return true;
}

static bool paths_of(struct ral_resource *r, struct valuevec *out)
{
  const struct ral_undo *undo = &r->type->undo;
  struct valuevec found = {0};
  if (undo->attribute != NULL) valuevec_push(&found, r->ral->arena, value_str(ral_value_to_s(r, undo->attribute)));
  else if (!undo->files(r, &found)) return false;
  for (uint32_t i = 0; i < found.n; i++) {
    if (!add_path(r, value_text(found.items[i]), out)) return false;
  }
  return out->n > 0;
}

/* Other attributes change the contents of a file, or its existence. */
static bool changes_contents(const struct ral_attribute *a)
{
  static const char *const others[] = {"owner", "group", "mode"};
  for (size_t i = 0; i < 3; i++) {
    if (strcmp(a->name, others[i]) == 0) return false;
  }
  return true;
}

/* The contents of a directory are saved only if the resource may remove it (force). */
static bool keeps_contents(struct ral_resource *r, const struct ral_attribute *a, const char *path)
{
  struct stat st;
  if (!changes_contents(a)) return false;
  return lstat(path, &st) != 0 || !S_ISDIR(st.st_mode) || (ral_index(r->type, "force") >= 0 && ral_flag(r, "force"));
}

/* Adds the files that are not in the journal yet, and those that are there without the contents that this change
 * affects. */
static bool put_files(struct journal *j, struct ral_resource *r, const struct ral_attribute *a, struct hash *h)
{
  struct valuevec files = {0};
  j->paths.n = 0;
  if (!paths_of(r, &j->paths)) return false;
  for (uint32_t i = 0; i < j->paths.n; i++) {
    const str path = value_text(j->paths.items[i]);
    const char *z = arena_strz(arena_of(j), path);
    const bool contents = keeps_contents(r, a, z);
    bool made;
    void **known = strmap_slot(&j->files, path, &made);
    if (!made && (*known != NULL || !contents)) continue;
    *known = contents ? j : NULL;
    valuevec_push(&files, arena_of(j), journal_file(&j->keep, z, contents));
  }
  put(j, h, "files", valuevec_array(&files, arena_of(j)));
  return true;
}

static bool is_gone(value v) { return ral_is(v, "absent") || ral_is(v, "purged"); }

static bool was_present(const struct ral_resource *r, const value *current)
{
  const int ensure = ral_index(r->type, "ensure");
  return r->type->present != NULL ? r->type->present(r, current) : ensure < 0 || !is_gone(current[ensure]);
}

/* All properties if the resource will be removed, otherwise the ones that were read. */
static const value *values_before(struct ral_resource *r, const struct ral_attribute *a, const value *current)
{
  uint32_t n = 0;
  if (strcmp(a->name, "ensure") != 0 || !is_gone(ral_should(r, a)) || !was_present(r, current)) return current;
  while (r->type->attributes[n].name != NULL) n++;
  value *all = arena_array(r->ral->arena, n + 1, sizeof *all);
  const value audit = r->audit;
  const str error = r->ral->error;
  ral_audit_all(r);
  const bool ok = ral_retrieve(r, all);
  r->audit = audit;
  r->ral->error = error;
  return ok ? all : NULL;
}

static bool has_secret(value v)
{
  if (v.kind == V_SENSITIVE) return true;
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    if (has_secret(v.array->items[i])) return true;
  }
  for (uint32_t i = 0; v.kind == V_HASH && i < v.hash->n; i++) {
    if (has_secret(v.hash->entries[i].value)) return true;
  }
  return false;
}

/* In the form of a catalog, secrets included. */
static value given_value(struct arena *a, value v)
{
  if (v.kind == V_SENSITIVE) {
    struct hash *h = hash_new(a, 2);
    hash_put_str(h, a, STR("__ptype"), value_str(STR("Sensitive")));
    hash_put_str(h, a, STR("__pvalue"), given_value(a, *v.sensitive));
    return value_hash(h);
  }
  if (!has_secret(v)) return report_plain(a, v);
  if (v.kind == V_ARRAY) {
    struct array *out = array_new(a, v.array->n);
    for (uint32_t i = 0; i < v.array->n; i++) out->items[i] = given_value(a, v.array->items[i]);
    return value_array(out);
  }
  struct hash *out = hash_new(a, v.hash->n);
  for (uint32_t i = 0; i < v.hash->n; i++) {
    hash_put(out, a, report_plain(a, v.hash->entries[i].key), given_value(a, v.hash->entries[i].value));
  }
  return value_hash(out);
}

/* `secrets`: include secret values. They are needed to undo a change, but not to explain it. */
static struct hash *wanted_properties(struct journal *j, struct ral_resource *r, bool secrets)
{
  struct arena *a = arena_of(j);
  struct hash *wanted = hash_new(a, 8);
  for (const struct ral_attribute *at = r->type->attributes; at != NULL && at->name != NULL; at++) {
    const struct ral_setting *s = &r->settings[at - r->type->attributes];
    if (!(at->flags & RAL_PROPERTY) || !s->set || (s->sensitive && !secrets)) continue;
    if (has_secret(s->value) && !secrets) continue;
    hash_put_str(wanted, a, str_of(at->name), given_value(a, s->value));
  }
  return wanted;
}

static void put_properties(struct journal *j, struct ral_resource *r, const value *current, struct hash *h)
{
  struct arena *a = arena_of(j);
  struct hash *was = hash_new(a, 8);
  for (const struct ral_attribute *at = r->type->attributes; at->name != NULL; at++) {
    const value is = current[at - r->type->attributes];
    if (at->flags & RAL_PROPERTY && is.kind != V_UNDEF) hash_put_str(was, a, str_of(at->name), report_plain(a, is));
  }
  put(j, h, "was", value_hash(was));
  put(j, h, "present", value_bool(was_present(r, current)));
}

/* Stores parameters as the catalog gives them, because munging a munged value again may change it. */
static void put_parameters(struct journal *j, struct ral_resource *r, struct hash *h)
{
  struct arena *a = arena_of(j);
  struct hash *params = hash_new(a, 8);
  struct valuevec secrets = {0};
  for (const struct ral_attribute *at = r->type->attributes; at->name != NULL; at++) {
    const struct ral_setting *s = &r->settings[at - r->type->attributes];
    const value *given = r->item != NULL && !s->later ? hash_get_str(r->item->params, str_of(at->name)) : NULL;
    const value now = given != NULL ? *given : s->value;
    if (s->sensitive || at->flags & RAL_SECRET || has_secret(now))
      valuevec_push(&secrets, a, value_str(str_of(at->name)));
    if (at->flags & RAL_PROPERTY || (!s->set && given == NULL)) continue;
    if (r->item != NULL && given == NULL && !s->later && !(at->flags & RAL_NAMEVAR)) continue; /* it is a default */
    hash_put_str(params, a, str_of(at->name), given_value(a, now));
  }
  if (r->provider != NULL && ral_index(r->type, "provider") >= 0) {
    hash_put_str(params, a, STR("provider"), value_str(str_of(r->provider->name)));
  }
  put(j, h, "params", value_hash(params));
  put(j, h, "sensitive", valuevec_array(&secrets, a));
}

static void put_resource(struct journal *j, const struct ral_resource *r, struct hash *h)
{
  put_text(j, h, "type", str_of(r->type->name));
  put_text(j, h, "title", r->title);
  put_text(j, h, "path", r->path);
  put_text(j, h, "file", r->file);
  if (r->line > 0) put(j, h, "line", value_int(r->line));
}

static void put_rule(struct journal *j, struct ral_resource *r, const struct ral_attribute *a, const value *current,
                     struct hash *h)
{
  const struct ral_undo *undo = &r->type->undo;
  const char *rule = undo->rule == RAL_UNDO_NEEDLESS ? "needless" : "nothing", *lost = undo->lost;
  if (undo->rule == RAL_UNDO_NOTHING && lost == NULL) lost = "its type cannot be undone";
  if (undo->rule == RAL_UNDO_FILES) {
    if (put_files(j, r, a, h)) rule = "files";
    else lost = "the files that it changes are unknown";
  } else if (undo->rule == RAL_UNDO_VALUES) {
    const value *before = values_before(r, a, current);
    if (before != NULL) {
      rule = "values";
      put_properties(j, r, before, h);
      put_parameters(j, r, h);
    } else {
      lost = "its state could not be read";
    }
  }
  put_text(j, h, "rule", str_of(rule));
  if (lost != NULL) put_text(j, h, "lost", str_of(lost));
}

/* For a resource with texts that JSON cannot represent: records that it was changed, without details. */
static void write_unknown(struct journal *j, const struct ral_resource *r)
{
  struct hash *h = record_new(j, "before", NULL);
  put_text(j, h, "resource", arena_printf(arena_of(j), "%.*s[?]", STR_FMT(r->type_name)));
  put_text(j, h, "rule", STR("nothing"));
  put_text(j, h, "lost", STR("its name or values are not UTF-8"));
  (void)write_record(j, h, true);
}

void journal_before(struct journal *j, struct ral_resource *r, const struct ral_attribute *a, const value *current,
                    int64_t checked)
{
  const bool again = r->status->journaled;
  if (again && (r->type->undo.rule != RAL_UNDO_FILES || j->failed)) return;
  if (j->failed || (r->type->undo.rule != RAL_UNDO_NEEDLESS && !begin(j))) return;
  r->status->journaled = true;
  struct hash *h = record_new(j, "before", r);
  put_resource(j, r, h);
  if (checked > 0) put(j, h, "checked", value_int(checked));
  put_rule(j, r, a, current, h);
  put(j, h, "wanted", value_hash(wanted_properties(j, r, r->type->undo.rule == RAL_UNDO_VALUES)));
  const value *files = hash_get_str(h, STR("files"));
  if (again && (files == NULL || files->array->n == 0)) return;
  if (!write_record(j, h, r->type->undo.rule >= RAL_UNDO_VALUES)) write_unknown(j, r);
}

/* --- after a change --- */

/* Reports contain binary values as base64 (RAL_BINARY); the journal contains them as text. */
static value desired_value(struct journal *j, const struct ral_resource *r, const struct ral_event *e)
{
  struct arena *a = arena_of(j);
  const int at = ral_index(r->type, arena_strz(a, e->property));
  const bool binary = at >= 0 && r->type->attributes[at].flags & RAL_BINARY && e->desired.kind == V_STRING;
  return report_plain(a, binary ? value_str(base64_decode(a, value_text(e->desired))) : e->desired);
}

static value event_record(struct journal *j, const struct ral_resource *r, const struct ral_event *e)
{
  static const char *const statuses[] = {"success", "failure", "noop", "audit"};
  struct arena *a = arena_of(j);
  struct hash *h = hash_new(a, 8);
  put_text(j, h, "property", e->property);
  put_text(j, h, "name", e->name);
  put_text(j, h, "status", str_of(statuses[e->status]));
  put_text(j, h, "message", e->message);
  put_text(j, h, "time", report_time_text(a, e->time));
  if (!e->redacted) {
    put(j, h, "previous", report_plain(a, e->previous));
    put(j, h, "desired", desired_value(j, r, e));
  }
  if (e->corrective) put(j, h, "corrective", value_bool(true));
  return value_hash(h);
}

void journal_changed(struct journal *j, struct ral_resource *r)
{
  struct arena *a = arena_of(j);
  struct valuevec events = {0}, files = {0};
  if (!r->status->journaled || j->failed) return;
  for (const struct ral_event *e = r->status->first; e != NULL; e = e->next)
    valuevec_push(&events, a, event_record(j, r, e));
  for (uint32_t i = 0; r->type->undo.rule == RAL_UNDO_FILES && i < j->paths.n; i++) {
    valuevec_push(&files, a, journal_file_now(a, arena_strz(a, value_text(j->paths.items[i]))));
  }
  struct hash *h = record_new(j, "changed", r);
  put(j, h, "events", valuevec_array(&events, a));
  if (files.n > 0) put(j, h, "files", valuevec_array(&files, a));
  if (!write_record(j, h, false)) {
    put(j, h, "events", value_array(&array_empty));
    (void)write_record(j, h, false);
  }
  if (r->type->undo.rule == RAL_UNDO_FILES) j->paths.n = 0;
  r->status->journaled = false;
}

void journal_refreshed(struct journal *j, struct ral_resource *r, const struct array *by, bool ok)
{
  if (!begin(j)) return;
  struct hash *h = record_new(j, "refreshed", r);
  put_resource(j, r, h);
  put(j, h, "by", value_array(by));
  put(j, h, "ok", value_bool(ok));
  put_text(j, h, "lost",
           str_of(r->type->undo.lost != NULL && r->type->undo.rule == RAL_UNDO_NOTHING ? r->type->undo.lost : ""));
  if (r->type->undo.rule == RAL_UNDO_VALUES) put_parameters(j, r, h);
  (void)write_record(j, h, false);
}

/* --- the end of the run --- */

/* Handles only regular files, as in a journal: follows no links and enters no directories. */
static int64_t size_or_remove(const char *path, bool gone)
{
  DIR *d = opendir(path);
  const struct dirent *e;
  int64_t size = 0;
  while (d != NULL && (e = readdir(d)) != NULL) {
    struct stat st;
    if (fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode)) continue;
    size += st.st_size;
    if (gone) unlinkat(dirfd(d), e->d_name, 0);
  }
  if (d != NULL) closedir(d);
  if (gone) rmdir(path);
  return size;
}

/* Whether a run writes it, or an undo reads it. */
static bool is_in_use(struct arena *a, const char *path)
{
  const int fd = open(arena_printf(a, "%s/journal", path).p, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  const bool locked = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0;
  if (fd >= 0) close(fd);
  return locked;
}

static void remove_old(struct journal *j)
{
  struct arena *a = arena_of(j);
  const char *all = settings_strz(j->ral->settings, SETTING_journaldir);
  struct valuevec names = {0};
  int64_t bytes = 0;
  if (!journal_names(a, all, &names)) return;
  for (uint32_t i = names.n; i > 0; i--) {
    const char *path = arena_printf(a, "%s/%.*s", all, STR_FMT(value_text(names.items[i - 1]))).p;
    bytes += size_or_remove(path, false);
    const bool newest = i == names.n;
    if (!newest && (names.n - i >= (uint64_t)j->runs || bytes > j->most) && !is_in_use(a, path))
      size_or_remove(path, true);
  }
}

void journal_end(struct journal *j, const struct report *rep)
{
  if (j->fd >= 0 && !j->failed) {
    struct hash *h = record_new(j, "end", NULL);
    put_text(j, h, "status", str_of(rep->status));
    put(j, h, "changed", value_int(rep->changes));
    put(j, h, "failed", value_int(rep->failed));
    put(j, h, "seconds", value_float(report_seconds_since(rep->began)));
    (void)write_record(j, h, true);
    remove_old(j);
  }
  if (j->fd >= 0) close(j->fd);
  if (j->keep.directory >= 0) close(j->keep.directory);
  j->fd = j->keep.directory = -1;
}
