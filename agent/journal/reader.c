/* Reads journals. Their contents are not trusted: members that are missing or have the wrong type are read as empty. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/journal/journal.h"
#include "base/file.h"

enum { MOST_BELOW = 100000 };

static int64_t integer_of(value v, const char *name)
{
  const value m = value_member(v, name);
  return m.kind == V_INT ? m.integer : 0;
}

static const struct hash *hash_of(value v, const char *name)
{
  const value m = value_member(v, name);
  return m.kind == V_HASH ? m.hash : &hash_empty;
}

static const struct array *array_in(value v, const char *name)
{
  const value m = value_member(v, name);
  return m.kind == V_ARRAY ? m.array : &array_empty;
}

/* The texts in an array. */
static const struct array *texts_in(struct arena *a, value v, const char *name)
{
  const struct array *all = array_in(v, name);
  struct valuevec out = {0};
  for (uint32_t i = 0; i < all->n; i++) {
    if (all->items[i].kind == V_STRING) valuevec_push(&out, a, all->items[i]);
  }
  return valuevec_array(&out, a).array;
}

/* --- files --- */

/* Whether it is the name of a saved file: a number. */
static bool is_object(str name)
{
  for (size_t i = 0; i < name.n; i++) {
    if (!ascii_is_digit((unsigned char)name.p[i])) return false;
  }
  return name.n > 0 && name.n < 10;
}

static struct journal_file one_file(value v)
{
  struct journal_file f = {.path = value_member_text(v, "path"),
                           .kind = value_member_text(v, "kind"),
                           .uid = integer_of(v, "uid"),
                           .gid = integer_of(v, "gid"),
                           .target = value_member_text(v, "target"),
                           .sum = value_member_text(v, "sum"),
                           .object = value_member_text(v, "object"),
                           .lost = value_member_text(v, "lost")};
  const str mode = value_member_text(v, "mode");
  for (size_t i = 0; i < mode.n && i < 4 && mode.p[i] >= '0' && mode.p[i] <= '7'; i++)
    f.mode = f.mode * 8 + (unsigned)(mode.p[i] - '0');
  if (!is_object(f.object)) f.object = STR_EMPTY;
  return f;
}

/* Valid paths are absolute and contain no NUL. */
static bool is_path(str path) { return path.n > 0 && path.p[0] == '/' && memchr(path.p, '\0', path.n) == NULL; }

static uint32_t read_files(struct arena *a, const struct array *list, struct journal_file **out)
{
  uint32_t n = 0;
  *out = arena_array(a, (size_t)list->n + 1, sizeof **out);
  for (uint32_t i = 0; i < list->n; i++) {
    struct journal_file *f = &(*out)[n];
    *f = one_file(list->items[i]);
    if (!is_path(f->path)) continue;
    const struct array *below = array_in(list->items[i], "below");
    f->below = arena_array(a, (size_t)below->n + 1, sizeof *f->below);
    for (uint32_t k = 0; k < below->n && k < MOST_BELOW; k++) {
      f->below[f->nbelow] = one_file(below->items[k]);
      f->nbelow += is_path(f->below[f->nbelow].path);
    }
    n++;
  }
  return n;
}

struct journal_file journal_file_of(struct arena *a, value v)
{
  struct journal_file *files;
  const struct array *one = array_of(a, &v, 1).array;
  return read_files(a, one, &files) == 1 ? files[0] : (struct journal_file){0};
}

/* --- records --- */

struct reading {
  struct arena *arena;
  struct journal_run *run;
  struct ptrvec changes;
  struct strmap by_ref;
};

static struct journal_change *change_new(struct reading *x, value v)
{
  struct journal_change *c = ARENA_NEW(x->arena, struct journal_change);
  const str rule = value_member_text(v, "rule");
  *c = (struct journal_change){.ref = value_member_text(v, "resource"),
                               .type = value_member_text(v, "type"),
                               .title = value_member_text(v, "title"),
                               .path = value_member_text(v, "path"),
                               .file = value_member_text(v, "file"),
                               .line = integer_of(v, "line"),
                               .checked = integer_of(v, "checked"),
                               .lost = value_member_text(v, "lost"),
                               .present = value_is_true(value_member(v, "present")),
                               .was = hash_of(v, "was"),
                               .wanted = hash_of(v, "wanted"),
                               .params = hash_of(v, "params"),
                               .sensitive = texts_in(x->arena, v, "sensitive")};
  c->rule = str_eqz(rule, "files")      ? RAL_UNDO_FILES
            : str_eqz(rule, "values")   ? RAL_UNDO_VALUES
            : str_eqz(rule, "needless") ? RAL_UNDO_NEEDLESS
                                        : RAL_UNDO_NOTHING;
  ptrvec_push(&x->changes, x->arena, c);
  strmap_put(&x->by_ref, c->ref, c);
  return c;
}

static void read_run(struct reading *x, value v)
{
  struct journal_run *run = x->run;
  run->transaction = value_member_text(v, "transaction");
  run->time = value_member_text(v, "time");
  run->host = value_member_text(v, "host");
  run->environment = value_member_text(v, "environment");
  run->version = value_member_text(v, "version");
  run->undoes = value_member_text(v, "undoes");
  run->manifest = value_member_text(v, "manifest");
}

/* A resource can have several such records, if another property changes another file or needs more of it. */
static void read_before(struct reading *x, value v)
{
  struct journal_change *known = strmap_get(&x->by_ref, value_member_text(v, "resource"));
  struct journal_file *files;
  const uint32_t n = read_files(x->arena, array_in(v, "files"), &files);
  if (known == NULL || known->type.n == 0) known = change_new(x, v);
  if (known->nbefore == 0) {
    known->before = files;
  } else {
    struct journal_file *all = arena_array(x->arena, (size_t)known->nbefore + n + 1, sizeof *all);
    memcpy(all, known->before, known->nbefore * sizeof *all);
    if (n > 0) memcpy(all + known->nbefore, files, n * sizeof *all);
    known->before = all;
  }
  known->nbefore += n;
}

static void read_events(struct reading *x, struct journal_change *c, const struct array *list)
{
  struct journal_event *all = arena_array(x->arena, (size_t)list->n + 1, sizeof *all);
  for (uint32_t i = 0; i < list->n; i++) {
    const value v = list->items[i];
    all[i] = (struct journal_event){.property = value_member_text(v, "property"),
                                    .name = value_member_text(v, "name"),
                                    .status = value_member_text(v, "status"),
                                    .message = value_member_text(v, "message"),
                                    .time = value_member_text(v, "time"),
                                    .previous = value_member(v, "previous"),
                                    .desired = value_member(v, "desired"),
                                    .corrective = value_is_true(value_member(v, "corrective"))};
  }
  c->events = all;
  c->nevents = list->n;
}

static void read_changed(struct reading *x, value v)
{
  struct journal_change *c = strmap_get(&x->by_ref, value_member_text(v, "resource"));
  if (c == NULL) return;
  read_events(x, c, array_in(v, "events"));
  c->nafter = read_files(x->arena, array_in(v, "files"), &c->after);
  c->finished = true;
}

static void read_refreshed(struct reading *x, value v)
{
  struct journal_change *c = strmap_get(&x->by_ref, value_member_text(v, "resource"));
  if (c == NULL) c = change_new(x, v);
  c->refreshed_by = texts_in(x->arena, v, "by");
  c->refresh_failed = !value_is_true(value_member(v, "ok"));
}

static void read_end(struct reading *x, value v)
{
  const value seconds = value_member(v, "seconds");
  x->run->ended = true;
  x->run->status = value_member_text(v, "status");
  x->run->changed = integer_of(v, "changed");
  x->run->failed = integer_of(v, "failed");
  x->run->seconds = seconds.kind == V_FLOAT ? seconds.number : 0;
}

static bool read_record(struct reading *x, value v, bool first, str *error)
{
  static const struct {
    const char *is;
    void (*read)(struct reading *x, value v);
  } kinds[] = {{"before", read_before}, {"changed", read_changed}, {"refreshed", read_refreshed}, {"end", read_end}};
  const str is = value_member_text(v, "is");
  if (first != str_eqz(is, "run")) {
    *error = first ? STR("the first record is not 'run'") : STR("there is more than one record 'run'");
    return false;
  }
  if (first && integer_of(v, "format") != JOURNAL_FORMAT) {
    *error = arena_printf(x->arena, "not supported: format %lld of journals", (long long)integer_of(v, "format"));
    return false;
  }
  if (first) read_run(x, v);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (str_eqz(is, kinds[i].is)) kinds[i].read(x, v);
  }
  return true;
}

/* --- lines --- */

static bool is_whole(str line)
{
  char hash[17];
  if (line.n < 18 || line.p[16] != ' ') return false;
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)journal_hash(str_from(line, 17)));
  return memcmp(line.p, hash, 16) == 0;
}

bool journal_parse(struct arena *a, str text, struct journal_run *out, str *error)
{
  struct reading x = {.arena = a, .run = out};
  unsigned number = 0;
  str why = STR_EMPTY;
  strmap_init(&x.by_ref, a);
  for (size_t at = 0; at < text.n;) {
    const size_t end = str_index(text, '\n', at);
    const str line = str_sub(text, at, (end == SIZE_MAX ? text.n : end) - at);
    value v = VALUE_UNDEF;
    number++;
    const bool whole = end != SIZE_MAX && is_whole(line);
    const bool last = end == SIZE_MAX || end + 1 == text.n;
    if (!whole && last && number > 1) { /* the run was killed while it wrote this line */
      out->cut = true;
      break;
    }
    if (!whole) why = STR("the record is damaged");
    else if (value_read_json(a, str_from(line, 17), &v, &why))
      why = read_record(&x, v, number == 1, &why) ? STR_EMPTY : why;
    if (why.n > 0) {
      *error = arena_printf(a, "line %u: %.*s", number, STR_FMT(why));
      return false;
    }
    at = end + 1;
  }
  if (number == 0) *error = STR("it is empty");
  out->changes = (struct journal_change **)x.changes.items;
  out->nchanges = x.changes.n;
  return number > 0;
}

/* --- all journals --- */

/* A run that was killed before it wrote its first record has changed nothing. */
static void read_one(struct arena *a, const char *all, str name, struct journal_run *run)
{
  struct buf text = BUF_IN(a);
  *run = (struct journal_run){.number = journal_number(name),
                              .directory = arena_printf(a, "%s/%.*s", all, STR_FMT(name))};
  const char *path = arena_printf(a, "%.*s/journal", STR_FMT(run->directory)).p;
  const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  int why = fd < 0 ? errno : 0;
  if (fd >= 0) run->running = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (fd >= 0) why = file_read_fd(fd, JOURNAL_MAX_BYTES, &text);
  if (fd >= 0) close(fd);
  str error = STR_EMPTY;
  if (why == ENOENT || (why == 0 && text.n == 0)) run->cut = true;
  else if (why != 0) run->error = arena_printf(a, "%s: %s", path, file_reason(why));
  else if (!journal_parse(a, buf_view(&text), run, &error))
    run->error = arena_printf(a, "%s: %.*s", path, STR_FMT(error));
  if (run->transaction.n == 0) run->transaction = str_from(name, str_index(name, '-', 0) + 1);
}

bool journal_list(struct arena *a, struct settings *s, struct journal_run **runs, uint32_t *n, str *error)
{
  const char *all = settings_strz(s, SETTING_journaldir);
  struct valuevec names = {0};
  *n = 0;
  if (!journal_names(a, all, &names)) {
    *error = arena_printf(a, "%s: %s", all, strerror(errno));
    return false;
  }
  *runs = arena_array(a, (size_t)names.n + 1, sizeof **runs);
  for (uint32_t i = 0; i < names.n; i++) read_one(a, all, value_text(names.items[i]), &(*runs)[(*n)++]);
  return true;
}

struct journal_run *journal_find(struct arena *a, struct journal_run *runs, uint32_t n, str name, str *error)
{
  struct journal_run *found = NULL;
  bool number = name.n > 0 && name.n < 10;
  for (size_t i = 0; i < name.n; i++) number = number && ascii_is_digit((unsigned char)name.p[i]);
  for (uint32_t i = 0; number && i < n; i++) {
    if (runs[i].number == atoll(arena_strz(a, name))) return &runs[i];
  }
  for (uint32_t i = 0; i < n; i++) {
    if (!str_starts(runs[i].transaction, name) || name.n < 4) continue;
    if (found != NULL) {
      *error = arena_printf(a, "More than one run begins with %.*s", STR_FMT(name));
      return NULL;
    }
    found = &runs[i];
  }
  if (found == NULL) *error = arena_printf(a, "No journal of run %.*s was found", STR_FMT(name));
  return found;
}

bool journal_hold(struct arena *a, const struct journal_run *run)
{
  const char *path = arena_printf(a, "%.*s/journal", STR_FMT(run->directory)).p;
  struct stat st;
  const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  const bool held = fd >= 0 && flock(fd, LOCK_SH) == 0 && fstat(fd, &st) == 0 && st.st_nlink > 0;
  if (fd >= 0 && !held) close(fd);
  return held;
}

/* The text between the brackets, without quotes. */
static str inside(str ref, size_t open)
{
  str in = str_sub(ref, open + 1, ref.n - open - 2);
  const bool quoted = in.n > 1 && (in.p[0] == '\'' || in.p[0] == '"') && in.p[in.n - 1] == in.p[0];
  return quoted ? str_sub(in, 1, in.n - 2) : in;
}

struct journal_change *journal_change_of(const struct journal_run *run, str ref)
{
  const size_t open = str_index(ref, '[', 0);
  if (open == SIZE_MAX || ref.n < open + 2 || ref.p[ref.n - 1] != ']') return NULL;
  const str title = inside(ref, open);
  for (uint32_t i = 0; i < run->nchanges; i++) {
    const str own = run->changes[i]->ref;
    const size_t at = str_index(own, '[', 0);
    if (at == SIZE_MAX || own.p[own.n - 1] != ']') continue;
    if (str_caseeq(str_sub(own, 0, at), str_sub(ref, 0, open)) && str_eq(inside(own, at), title))
      return run->changes[i];
  }
  return NULL;
}
