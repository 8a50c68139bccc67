/* Records and targets of a format are kept for the whole run (ral_memory). A resource changes its record in memory.
 * When the last changed resource of a target is flushed, the file is written; before the first change a copy is put
 * into the bucket. */
#include "agent/providers/parsed/parsed.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "agent/system/bucket.h"
#include "base/file.h"
#include "base/utf8.h"
#include "compiler/values/ruby_text.h"

enum { TARGET_LIMIT = 256 << 20 };

/* A file, or a user's crontab. */
struct target {
  str name;
  str text;    /* as last read */
  str failure; /* why it could not be read; empty: no error */
  bool modified, backed_up;
  struct ptrvec read; /* the records that were read from it */
};

/* All data about a format in this run. */
struct store {
  struct ptrvec targets;
  struct ptrvec records;     /* of all targets */
  struct ptrmap of_resource; /* struct ral_resource * -> its record */
  bool made;
};

static struct store *store_of(struct ral *ral, const struct parsed_format *f)
{
  struct store *s = ral_memory(ral, f, sizeof *s);
  if (!s->made) ptrmap_init(&s->of_resource, ral->arena);
  s->made = true;
  return s;
}

/* --- records --- */

static uint32_t count_of(const struct ral_type *t)
{
  uint32_t n = 0;
  while (t->attributes[n].name != NULL) n++;
  return n;
}

/* Makes a record with room for the values of the type. */
static struct parsed_record *parsed_record_new(struct ral *ral, const struct parsed_format *f)
{
  struct parsed_record *record = ARENA_NEW(ral->arena, struct parsed_record);
  record->type = ral_type_in_c(ral, str_of(f->type));
  assert(record->type != NULL);
  record->values = arena_array(ral->arena, count_of(record->type), sizeof *record->values);
  return record;
}

value parsed_get(const struct parsed_record *record, const char *attribute)
{
  const int i = ral_index(record->type, attribute);
  return i >= 0 ? record->values[i] : VALUE_UNDEF;
}

void parsed_put(struct parsed_record *record, const char *attribute, value v)
{
  const int i = ral_index(record->type, attribute);
  if (i >= 0) record->values[i] = v;
}

bool parsed_is_absent(value v)
{
  if (v.kind == V_ARRAY && v.array->n == 1) v = v.array->items[0];
  return v.kind == V_UNDEF || ral_is(v, "absent");
}

str parsed_text(struct ral *ral, value v, const char *missing)
{
  return parsed_is_absent(v) ? str_of(missing) : ral_to_s(ral->arena, v);
}

/* --- text --- */

/* Removes Puppet's header lines, wherever they are. */
static str without_header(struct ral *ral, str text)
{
  static const str mark = {"# HEADER", 8};
  struct buf out = BUF_IN(ral->arena);
  size_t at = 0;
  for (size_t found; (found = str_find(text, mark, at)) != SIZE_MAX;) {
    const size_t end = str_index(text, '\n', found);
    if (end == SIZE_MAX) break;
    buf_str(&out, str_sub(text, at, found - at));
    at = end + 1;
  }
  if (at == 0) return text;
  buf_str(&out, str_from(text, at));
  return buf_view(&out);
}

bool parsed_read(struct ral *ral, const struct parsed_format *f, str text, const char *target, struct ptrvec *records)
{
  text = without_header(ral, text);
  while (text.n > 0 && text.p[text.n - 1] == '\n') text.n--; /* like Ruby's split: removes empty lines at the end */
  const uint32_t first = records->n;
  uint32_t count = 1; /* Puppet's count is one too high */
  for (str rest = text; rest.n > 0;) {
    const str line = str_cut(&rest, '\n');
    count++;
    struct parsed_record *record = parsed_record_new(ral, f);
    ral->error = STR_EMPTY;
    if (!f->parse(ral, line, record)) {
      if (ral->error.n > 0) return false;
      struct buf shown = BUF_IN(ral->arena);
      ruby_inspect(&shown, value_str(line));
      return ral_fail(ral, "Could not parse line %.*s (file: %s, line: %u)", STR_FMT(buf_view(&shown)), target, count);
    }
    record->line = line;
    record->on_disk = true;
    record->target = str_of(target);
    record->ensure = RAL_WORD(present);
    ptrvec_push(records, ral->arena, record);
  }
  if (f->finish != NULL && records->n > first)
    f->finish(ral, (struct parsed_record **)records->items + first, records->n - first);
  uint32_t kept = first;
  for (uint32_t i = first; i < records->n; i++) {
    struct parsed_record *record = records->items[i];
    if (!record->skip) records->items[kept++] = record;
  }
  records->n = kept;
  return true;
}

bool parsed_write(struct ral *ral, const struct parsed_format *f, struct parsed_record *const *records, uint32_t n,
                  struct buf *out)
{
  bool first = true;
  for (uint32_t i = 0; i < n; i++) {
    if (ral_is(records[i]->ensure, "absent")) continue;
    if (!first) buf_char(out, '\n');
    first = false;
    if (records[i]->is_text) buf_str(out, records[i]->line);
    else if (!f->write(ral, records[i], out)) return false;
  }
  buf_char(out, '\n');
  return true;
}

/* --- targets --- */

/* Puppet first logs why a file or crontab cannot be read, and then fails with the same message. */
static bool cannot_read(struct ral *ral, const struct parsed_format *f, str name, const char *why)
{
  ral_fail(ral, "%s could not read %.*s: %s",
           f->read != NULL ? "Puppet::Provider::Cron::FileType::FileTypeCrontab"
                           : "Puppet::Util::FileType::FileTypeFlat",
           STR_FMT(name), why);
  ral_log_run(ral, LOG_LEVEL_ERR, "%.*s", STR_FMT(ral->error));
  return false;
}

static bool read_target(struct ral *ral, const struct parsed_format *f, struct target *t, struct buf *out)
{
  const char *path = arena_strz(ral->arena, t->name);
  if (f->read != NULL) return f->read(ral, path, out);
  if (path[0] == '\0' || access(path, F_OK) != 0) return true;
  const int reason = file_read(path, TARGET_LIMIT, out);
  if (reason == 0) return true;
  return cannot_read(
    ral, f, t->name,
    arena_printf(ral->arena, "%s @ %s - %s", file_reason(reason), reason == EISDIR ? "io_fread" : "rb_sysopen", path)
      .p);
}

static struct target *target_of(struct ral *ral, struct store *s, str name)
{
  for (uint32_t i = 0; i < s->targets.n; i++) {
    struct target *t = s->targets.items[i];
    if (str_eq(t->name, name)) return t;
  }
  struct target *t = ARENA_NEW(ral->arena, struct target);
  t->name = arena_str(ral->arena, name);
  ptrvec_push(&s->targets, ral->arena, t);
  return t;
}

/* If the text has not changed, the target keeps its records and the names that were generated for them. */
static bool load_target(struct ral *ral, const struct parsed_format *f, struct target *t)
{
  struct buf text = BUF_IN(ral->arena);
  t->failure = STR_EMPTY;
  if (!read_target(ral, f, t, &text)) {
    if (f->read == NULL) return false;
    t->failure = ral->error; /* the flush will fail if there is one */
  } else if (t->text.p != NULL && str_eq(t->text, buf_view(&text))) {
    return true;
  } else if (utf8_invalid_at(buf_view(&text)) != SIZE_MAX) {
    return cannot_read(ral, f, t->name, "invalid byte sequence in UTF-8");
  }
  t->text = t->failure.n > 0 ? STR_EMPTY : buf_view(&text);
  t->read.n = 0;
  return parsed_read(ral, f, t->text, arena_strz(ral->arena, t->name), &t->read);
}

static bool load_all(struct ral *ral, const struct parsed_format *f, struct ral_resource **resources, uint32_t n)
{
  struct store *s = store_of(ral, f);
  struct valuevec more = {0};
  (void)target_of(ral, s, str_of(f->target));
  for (uint32_t i = 0; i < n; i++) {
    const value v = ral_value(resources[i], "target");
    if (v.kind != V_UNDEF && v.kind != V_STRING && f->read == NULL) {
      const str why = arena_printf(ral->arena, "FileSystem implementation expected Pathname, got: '%s'", ruby_class(v));
      return cannot_read(ral, f, ral_to_s(ral->arena, v), why.p);
    }
    if (v.kind != V_UNDEF) (void)target_of(ral, s, ral_to_s(ral->arena, v));
  }
  if (f->targets != NULL) f->targets(ral, &more);
  for (uint32_t i = 0; i < more.n; i++) (void)target_of(ral, s, value_text(more.items[i]));
  s->records.n = 0;
  for (uint32_t i = 0; i < s->targets.n; i++) {
    struct target *t = s->targets.items[i];
    if (!load_target(ral, f, t)) return false;
    for (uint32_t k = 0; k < t->read.n; k++) ptrvec_push(&s->records, ral->arena, t->read.items[k]);
  }
  return true;
}

/* --- providers --- */

struct parsed_record *parsed_of(struct ral_resource *r, const struct parsed_format *f)
{
  struct store *s = store_of(r->ral, f);
  struct parsed_record *record = ptrmap_get(&s->of_resource, r);
  if (record != NULL) return record;
  record = parsed_record_new(r->ral, f);
  record->ensure = RAL_WORD(absent);
  ptrmap_put(&s->of_resource, r, record);
  return record;
}

static str key_of(const struct parsed_format *f, struct ral_resource *r)
{
  return f->key != NULL ? f->key(r) : ral_value_text(r, "name");
}

struct parsed_record *parsed_find(struct ral *ral, const struct parsed_format *f, str name)
{
  const struct store *s = store_of(ral, f);
  for (uint32_t i = 0; i < s->records.n; i++) {
    struct parsed_record *record = s->records.items[i];
    if (!record->is_text && str_eq(record->name, name)) return record;
  }
  return NULL;
}

static struct ral_resource *resource_of(const struct parsed_format *f, struct strmap *by_name,
                                        struct parsed_record *record)
{
  struct ral_resource *r = record->name.n > 0 ? strmap_get(by_name, record->name) : NULL;
  return r != NULL && (f->belongs == NULL || f->belongs(r, record)) ? r : NULL;
}

/* The first resource that adopts a record without a name. */
static struct ral_resource *adopter(const struct parsed_format *f, struct ral_resource **resources, uint32_t n,
                                    bool *taken, const struct parsed_record *record)
{
  for (uint32_t k = 0; f->adopts != NULL && k < n; k++) {
    if (taken[k] || resources[k]->purging || !f->adopts(resources[k], record)) continue;
    taken[k] = true;
    return resources[k];
  }
  return NULL;
}

bool parsed_prefetch(struct ral *ral, const struct parsed_format *f, struct ral_resource **resources, uint32_t n)
{
  struct store *s = store_of(ral, f);
  struct strmap by_name;
  bool *taken = arena_array(ral->arena, n + 1, sizeof *taken);
  if (!load_all(ral, f, resources, n)) return false;
  strmap_init(&by_name, ral->arena);
  for (uint32_t i = 0; i < n; i++) strmap_put(&by_name, key_of(f, resources[i]), resources[i]);
  for (uint32_t i = 0; i < s->records.n; i++) {
    struct parsed_record *record = s->records.items[i];
    if (record->is_text) continue;
    struct ral_resource *r = resource_of(f, &by_name, record);
    struct ral_resource *other = r == NULL || r->purging ? adopter(f, resources, n, taken, record) : NULL;
    if (other != NULL) {
      if (r != NULL) { /* the record will be purged */
        struct parsed_record *apart = ARENA_NEW(ral->arena, struct parsed_record);
        *apart = *record;
        ptrmap_put(&s->of_resource, r, apart);
      }
      r = other;
      record->name = key_of(f, r);
    }
    if (r == NULL || (r->listed && ptrmap_get(&s->of_resource, r) != NULL)) continue; /* the first is listed */
    ptrmap_put(&s->of_resource, r, record);
  }
  return true;
}

bool parsed_instances(struct ral *ral, const struct parsed_format *f, struct valuevec *names)
{
  struct store *s = store_of(ral, f);
  if (!load_all(ral, f, NULL, 0)) return false;
  for (uint32_t i = 0; i < s->records.n; i++) {
    const struct parsed_record *record = s->records.items[i];
    if (!record->is_text) valuevec_push(names, ral->arena, value_str(record->name));
  }
  return true;
}

static bool is_field(const struct parsed_format *f, const char *name)
{
  const size_t n = strlen(name);
  for (const char *at = f->fields; *at != '\0';) {
    const size_t m = strcspn(at, " ");
    if (m == n && memcmp(at, name, n) == 0) return true;
    at += m + (at[m] == ' ');
  }
  return false;
}

bool parsed_get_property(struct ral_resource *r, const struct parsed_format *f, const struct ral_attribute *a,
                         value *is)
{
  const struct parsed_record *record = parsed_of(r, f);
  if (strcmp(a->name, "ensure") == 0) {
    *is = record->ensure.kind == V_UNDEF ? RAL_WORD(absent) : record->ensure;
    return true;
  }
  *is = record->values[a - r->type->attributes];
  if (strcmp(a->name, "target") == 0 && is->kind == V_UNDEF && record->target.n > 0) *is = value_str(record->target);
  if (is->kind != V_UNDEF) return true;
  *is = is_field(f, a->name) ? RAL_WORD(absent) : ral_should(r, a);
  return true;
}

void parsed_modified(struct ral_resource *r, const struct parsed_format *f)
{
  struct store *s = store_of(r->ral, f);
  const struct parsed_record *record = parsed_of(r, f);
  const value should = ral_value(r, "target");
  const str wanted = should.kind != V_UNDEF ? ral_to_s(r->ral->arena, should) : STR_EMPTY;
  if (wanted.n > 0 && !str_eq(wanted, record->target)) target_of(r->ral, s, wanted)->modified = true;
  if (record->target.n > 0) target_of(r->ral, s, record->target)->modified = true;
}

bool parsed_set_property(struct ral_resource *r, const struct parsed_format *f, const struct ral_attribute *a,
                         value should)
{
  struct parsed_record *record = parsed_of(r, f);
  parsed_modified(r, f);
  if (strcmp(a->name, "ensure") == 0) record->ensure = should;
  else if (strcmp(a->name, "target") == 0) record->target = arena_str(r->ral->arena, ral_to_s(r->ral->arena, should));
  else record->values[a - r->type->attributes] = should;
  return true;
}

void parsed_create(struct ral_resource *r, const struct parsed_format *f)
{
  struct parsed_record *record = parsed_of(r, f);
  for (const struct ral_attribute *a = r->type->attributes; a->name != NULL; a++) {
    const value should = a->flags & RAL_PROPERTY ? ral_should(r, a) : VALUE_UNDEF;
    if (should.kind == V_UNDEF) continue;
    if (strcmp(a->name, "ensure") == 0) record->ensure = should;
    else if (strcmp(a->name, "target") == 0) record->target = arena_str(r->ral->arena, ral_to_s(r->ral->arena, should));
    else record->values[a - r->type->attributes] = should;
  }
  parsed_modified(r, f);
}

void parsed_destroy(struct ral_resource *r, const struct parsed_format *f)
{
  parsed_modified(r, f);
  parsed_of(r, f)->ensure = RAL_WORD(absent);
}

/* --- writing --- */

static void put_header(struct buf *out)
{
  char now[64];
  const time_t t = time(NULL);
  struct tm tm;
  strftime(now, sizeof now, "%Y-%m-%d %H:%M:%S %z", localtime_r(&t, &tm));
  buf_printf(out,
             "# HEADER: This file was autogenerated at %s\n"
             "# HEADER: by puppet.  While it can still be managed manually, it\n"
             "# HEADER: is definitely not recommended.\n",
             now);
}

/* Puts a file into the bucket before the first change of a run. A file that this user cannot reach counts as missing.
 */
static bool back_up(struct ral *ral, const struct parsed_format *f, struct target *t)
{
  str checksum;
  const char *path = arena_strz(ral->arena, t->name);
  if (t->backed_up || f->store != NULL) return true;
  t->backed_up = faccessat(AT_FDCWD, path, F_OK, AT_EACCESS) != 0 || /* true also for a file that does not exist yet */
                 bucket_store_file(ral, settings_strz(ral->settings, SETTING_clientbucketdir), path, &checksum);
  return t->backed_up;
}

bool parsed_back_up(struct ral_resource *r, const struct parsed_format *f, const char *path)
{
  return back_up(r->ral, f, target_of(r->ral, store_of(r->ral, f), str_of(path)));
}

static bool flush_target(struct ral *ral, const struct parsed_format *f, struct target *t)
{
  struct store *s = store_of(ral, f);
  struct ptrvec of_target = {0};
  struct buf body = BUF_IN(ral->arena), out = BUF_IN(ral->arena);
  const char *path = arena_strz(ral->arena, t->name);
  if (t->failure.n > 0) {
    return ral_fail(ral, "Failed to read %s's records when prefetching them. Reason: %.*s", path, STR_FMT(t->failure));
  }
  if (!back_up(ral, f, t)) return false;
  for (uint32_t i = 0; i < s->records.n; i++) {
    struct parsed_record *record = s->records.items[i];
    if (str_eq(record->target, t->name)) ptrvec_push(&of_target, ral->arena, record);
  }
  if (!parsed_write(ral, f, (struct parsed_record *const *)of_target.items, of_target.n, &body)) return false;
  if (f->header != NULL) f->header(ral, &out);
  else put_header(&out);
  buf_str(&out, f->finish_text != NULL ? f->finish_text(ral, buf_view(&body)) : buf_view(&body));
  if (f->store != NULL) return f->store(ral, path, buf_view(&out));
  return parsed_store_file(ral, path, buf_view(&out), f->mode != 0 ? f->mode : 0600);
}

static int by_name(const void *a, const void *b)
{
  return str_cmp((*(struct target *const *)a)->name, (*(struct target *const *)b)->name);
}

bool parsed_flush(struct ral_resource *r, const struct parsed_format *f)
{
  struct ral *ral = r->ral;
  struct store *s = store_of(ral, f);
  struct parsed_record *record = parsed_of(r, f);
  if (record->target.n == 0) {
    const value should = ral_value(r, "target");
    record->target = should.kind != V_UNDEF ? arena_str(ral->arena, ral_to_s(ral->arena, should)) : str_of(f->target);
    target_of(ral, s, record->target)->modified = true;
  }
  if (record->name.n == 0) record->name = key_of(f, r);
  for (const struct ral_attribute *a = r->type->attributes; a->name != NULL; a++) {
    value *v = &record->values[a - r->type->attributes];
    if (a->flags & RAL_NAMEVAR && v->kind == V_UNDEF) *v = ral_should(r, a);
  }
  if (!record->on_disk) {
    record->on_disk = true;
    ptrvec_push(&s->records, ral->arena, record);
    target_of(ral, s, record->target)->modified = true;
  }
  struct target **modified = arena_array(ral->arena, s->targets.n + 1, sizeof *modified);
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->targets.n; i++) {
    struct target *t = s->targets.items[i];
    if (t->modified) modified[n++] = t;
  }
  if (n > 1) qsort(modified, n, sizeof *modified, by_name);
  for (uint32_t i = 0; i < n; i++) {
    modified[i]->modified = false;
    ral_log_run(ral, LOG_LEVEL_DEBUG, "Flushing %s provider target %.*s", f->type, STR_FMT(modified[i]->name));
    if (!flush_target(ral, f, modified[i])) return false;
  }
  return true;
}
