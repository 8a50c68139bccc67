/* Collects the core facts, adds external and custom ones, and chooses the value with the highest weight for each name.
 * Cached groups of facts (facter.conf) are read before a collector is called, and written after it. */
#include "agent/facts/facts.h"

#include <errno.h>
#include <stdio.h>

#include "agent/facts/external.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/double.h"
#include "base/file.h"
#include "base/log.h"

bool facts__read(struct facts_host *h, const char *path, str *text)
{
  struct buf content = BUF_IN(h->arena);
  const str name = arena_printf(h->arena, "%s%s", h->root, path);
  const int reason = file_read(name.p, FACTS_FILE_LIMIT, &content);
  if (reason == EFBIG)
    log_warning(&log_facts, "%s is larger than %d MiB and is not read", name.p, FACTS_FILE_LIMIT >> 20);
  *text = buf_finish(&content);
  return reason == 0;
}

str facts__read_line(struct facts_host *h, const char *path)
{
  str text;
  return facts__read(h, path, &text) ? str_trim(text) : STR_EMPTY;
}

bool facts__next_line(str *text, str *line)
{
  if (text->n == 0) return false;
  size_t end = str_index(*text, '\n', 0);
  *line = str_sub(*text, 0, end);
  *text = end == SIZE_MAX ? STR_EMPTY : str_from(*text, end + 1);
  return true;
}

str facts__next_word(str *line)
{
  size_t n = 0;
  while (line->n > 0 && ascii_is_space((unsigned char)line->p[0])) *line = str_from(*line, 1);
  while (n < line->n && !ascii_is_space((unsigned char)line->p[n])) n++;
  str word = str_sub(*line, 0, n);
  *line = str_from(*line, n);
  return word;
}

int64_t facts__number(str text)
{
  int64_t n = 0;
  for (size_t i = 0; i < text.n && ascii_is_digit((unsigned char)text.p[i]) && n < INT64_MAX / 10 - 1; i++)
    n = n * 10 + (text.p[i] - '0');
  return n;
}

str facts__human_bytes(struct arena *a, uint64_t bytes)
{
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return arena_printf(a, "%u bytes", (unsigned)bytes);
  double number = (double)bytes / 1024.0;
  size_t unit = 0;
  while (number >= 1024.0 && unit + 1 < sizeof units / sizeof units[0]) {
    number /= 1024.0;
    unit++;
  }
  number = double_round(number * 100.0) / 100.0;
  if (number >= 1024.0 && unit + 1 < sizeof units / sizeof units[0]) {
    number = 1.0;
    unit++;
  }
  return arena_printf(a, "%.2f %s", number, units[unit]);
}

str facts__percent(struct arena *a, uint64_t used, uint64_t total)
{
  if (used == total) return STR("100%");
  if (used == 0 || total == 0) return STR("0%");
  return arena_printf(a, "%.2f%%", (double)used / (double)total * 100.0);
}

/* The version of Puppet's own agent package, such as "7.23.0". */
static void agent_version(struct facts_host *h)
{
  str version = facts__read_line(h, "/opt/puppetlabs/puppet/VERSION");
  size_t n = 0;
  while (n < version.n && (ascii_is_digit((unsigned char)version.p[n]) || version.p[n] == '.')) n++;
  if (n > 0) fact_put_str(h->arena, h->facts, "aio_agent_version", str_sub(version, 0, n));
}

void facts__versions(struct facts_host *h)
{
  agent_version(h);
  fact_put_strz(h->arena, h->facts, "facterversion", FACTS_FACTER_VERSION);
  fact_put_strz(h->arena, h->facts, "ficelleversion", FICELLE_VERSION);
}

/* The facts of each collector. A collector is not called if all its facts are blocked: it may hang (a dead network
 * disk). */
static const struct {
  const char *names; /* separated by blanks */
  facts_fn *collect;
} collectors[] = {
  {"os", facts__os},
  {"kernel kernelrelease kernelversion kernelmajversion", facts__kernel},
  {"networking", facts__networking},
  {"memory", facts__memory},
  {"processors", facts__processors},
  {"load_averages", facts__load},
  {"system_uptime", facts__uptime},
  {"filesystems", facts__filesystems},
  {"mountpoints", facts__mountpoints},
  {"disks", facts__disks},
  {"partitions", facts__partitions},
  {"identity", facts__identity},
  {"path timezone", facts__environment},
  {"dmi", facts__dmi},
  {"virtual is_virtual hypervisors", facts__virtual},
  {"fips_enabled", facts__fips},
  {"ssh", facts__ssh},
  {"augeas", facts__augeas},
  {"facterversion ficelleversion aio_agent_version", facts__versions},
};

static bool all_blocked(struct arena *a, const struct facts_options *o, const char *names)
{
  str rest = str_of(names);
  for (str name; (name = facts__next_word(&rest)).n > 0;)
    if (!facts__blocked(o, arena_strz(a, name))) return false;
  return true;
}

/* Adds all these facts from the cache; false if one is missing there. */
static bool from_cache(struct facts_host *h, const struct facts_options *o, const char *names)
{
  str rest = str_of(names);
  if (o->ttl_count == 0) return false;
  for (str name; (name = facts__next_word(&rest)).n > 0;) {
    const struct fact *kept = facts__cached(h->arena, o, arena_strz(h->arena, name));
    if (!kept) return false;
    for (const struct fact *f = kept->first; f; f = f->next) fact_copy(h->arena, h->facts, f->key, f);
  }
  return true;
}

static void to_cache(struct facts_host *h, const struct facts_options *o, const char *names)
{
  str rest = str_of(names);
  for (str name; o->ttl_count > 0 && (name = facts__next_word(&rest)).n > 0;) {
    const struct fact *found = fact_entry(h->facts, name);
    struct fact *one = fact_new(h->arena, FACT_HASH);
    if (found) {
      fact_copy(h->arena, one, name, found);
      facts__keep(h->arena, o, arena_strz(h->arena, name), one);
    }
  }
}

static void tell_time(const struct facts_options *o, const char *names, double seconds, bool cached)
{
  str rest = str_of(names);
  for (str name; o->timing && (name = facts__next_word(&rest)).n > 0; seconds = 0)
    o->timing(o->timing_ctx, name, seconds, cached);
}

static void collect_core(struct facts_host *h, const struct facts_options *o)
{
  for (size_t i = 0; i < sizeof collectors / sizeof collectors[0]; i++) {
    const double start = clock_seconds(CLOCK_MONOTONIC);
    if (all_blocked(h->arena, o, collectors[i].names)) continue;
    bool cached = from_cache(h, o, collectors[i].names);
    if (!cached) {
      collectors[i].collect(h);
      to_cache(h, o, collectors[i].names);
    }
    tell_time(o, collectors[i].names, clock_seconds(CLOCK_MONOTONIC) - start, cached);
  }
}

/* Chooses the value with the highest weight that is not null; the first of equal ones. */
static void heaviest(struct arena *a, const struct facts_found *found, struct fact *out)
{
  static const int weights[] = {FACTS_WEIGHT_CACHED, FACTS_WEIGHT_ENVIRONMENT, FACTS_WEIGHT_EXTERNAL};
  for (size_t w = 0; w < sizeof weights / sizeof weights[0]; w++)
    for (size_t i = 0; i < found->count; i++) {
      const struct fact *f = found->item[i].fact;
      if (found->item[i].weight == weights[w] && f->kind != FACT_NULL && !fact_entry(out, f->key))
        fact_copy(a, out, f->key, f);
    }
}

static void misfit(struct arena *a, str name)
{
  str text = arena_printf(a,
                          "Custom fact `%.*s` cannot be added to collection. The format of this fact is incompatible "
                          "with other facts that belong to `%.*s` group",
                          STR_FMT(name), STR_FMT(str_sub(name, 0, str_index(name, '.', 0))));
  log_emit(&(struct log_event){
    .level = LOG_LEVEL_ERR, .category = &log_facts, .source = "Facter", .message = text.p, .message_len = text.n});
}

/* Adds a value at the path of its dotted name. */
static void bury(struct arena *a, struct fact *facts, const struct fact *value)
{
  str rest = value->key;
  struct fact *at = facts;
  for (size_t dot; (dot = str_index(rest, '.', 0)) != SIZE_MAX; rest = str_from(rest, dot + 1)) {
    str part = str_sub(rest, 0, dot);
    struct fact *next = fact_entry(at, part);
    if (next && next->kind != FACT_HASH) {
      misfit(a, value->key);
      return;
    }
    at = next ? next : fact_put(a, at, arena_strz(a, part), FACT_HASH);
  }
  fact_copy(a, at, rest, value);
}

/* External and custom facts replace core facts. */
static void override(struct facts_host *h, const struct facts_options *o, const struct fact *over)
{
  for (const struct fact *f = over->first; f; f = f->next) {
    if (f->kind == FACT_NULL || facts__blocked(o, arena_strz(h->arena, f->key))) continue;
    if (o->dots && str_index(f->key, '.', 0) != SIZE_MAX) bury(h->arena, h->facts, f);
    else fact_copy(h->arena, h->facts, f->key, f);
  }
}

static unsigned find_external(struct arena *a, const struct facts_options *o, struct facts_list *list)
{
  unsigned problems = 0;
  if (o->environment) facts__external_environment(a, list);
  for (const char *const *dir = o->external_dirs; dir && *dir; dir++) problems += facts__external(a, o, *dir, list);
  return problems;
}

/* Core and legacy facts, for the code that resolves custom facts. */
static struct fact *with_legacy(struct arena *a, const struct fact *core, const struct fact *legacy)
{
  struct fact *all = fact_new(a, FACT_HASH);
  for (const struct fact *f = core->first; f; f = f->next) fact_copy(a, all, f->key, f);
  for (const struct fact *f = legacy->first; f; f = f->next) fact_copy(a, all, f->key, f);
  return all;
}

static bool is_core(const char *name)
{
  for (size_t i = 0; i < sizeof collectors / sizeof collectors[0]; i++) {
    str rest = str_of(collectors[i].names);
    for (str one; (one = facts__next_word(&rest)).n > 0;)
      if (str_eqz(one, name)) return true;
  }
  return false;
}

/* Adds cached custom facts to the external ones. */
static void find_cached(struct arena *a, const struct facts_options *o, struct facts_list *list)
{
  for (size_t i = 0; i < o->ttl_count; i++) {
    const char *name = o->ttls[i].name;
    struct fact *kept = is_core(name) ? NULL : facts__cached(a, o, name),
                *f = kept ? fact_entry(kept, str_of(name)) : NULL;
    if (f) facts__found(a, list, f, arena_printf(a, "%s/%s", o->cache_dir, name).p, FACTS_WEIGHT_CACHED);
  }
}

static bool was_cached(const struct facts_found *found, str name)
{
  for (size_t i = 0; i < found->count; i++)
    if (found->item[i].weight == FACTS_WEIGHT_CACHED && str_eq(found->item[i].fact->key, name)) return true;
  return false;
}

static void keep_custom(struct arena *a, const struct facts_options *o, const struct facts_found *found,
                        const struct fact *over)
{
  for (const struct fact *f = over->first; o->ttl_count > 0 && f; f = f->next) {
    const char *name = arena_strz(a, f->key);
    if (f->kind == FACT_NULL || is_core(name) || facts__ttl(o, name) < 0 || was_cached(found, f->key)) continue;
    struct fact *one = fact_new(a, FACT_HASH);
    fact_copy(a, one, f->key, f);
    facts__keep(a, o, name, one);
  }
}

/* False: custom facts are not resolved. */
static bool resolve_custom(struct facts_host *h, const struct facts_options *o, const struct facts_found *found,
                           const struct fact *legacy, struct fact *over)
{
  const struct facts_custom *custom = o->custom;
  if (!custom || !custom->resolve(custom->ctx, h->arena, with_legacy(h->arena, h->facts, legacy), found, over))
    return false;
  keep_custom(h->arena, o, found, over);
  return true;
}

struct fact *facts_collect(struct arena *a, const struct facts_options *options, unsigned *problems)
{
  struct facts_host h = {a, options->root ? options->root : "", fact_new(a, FACT_HASH), options->cache_dir};
  struct fact *legacy = fact_new(a, FACT_HASH), *over = fact_new(a, FACT_HASH);
  struct facts_list list = {0};
  collect_core(&h, options);
  log_debug(&log_facts, "Collected %u core facts", h.facts->count);
  for (const struct fact *f = options->own ? options->own->first : NULL; f; f = f->next)
    fact_copy(a, h.facts, f->key, f);
  facts__legacy(&h, legacy);
  facts__take_blocked(options, h.facts, legacy);
  unsigned bad = find_external(a, options, &list);
  if (options->custom) find_cached(a, options, &list);
  log_debug(&log_facts, "Found %zu external and cached facts", list.count);
  const struct facts_found found = {list.item, list.count};
  if (!resolve_custom(&h, options, &found, legacy, over)) {
    over = fact_new(a, FACT_HASH);
    heaviest(a, &found, over);
  }
  if (options->legacy) h.facts = with_legacy(a, h.facts, legacy);
  override(&h, options, over);
  if (problems) *problems = bad;
  fact_sort(h.facts);
  return h.facts;
}

str facts_core_json(struct arena *a)
{
  static struct buf text = BUF_HEAP;
  if (text.n == 0) {
    const struct facts_options options = {.legacy = true};
    fact_print_json(facts_collect(a, &options, NULL), false, &text);
  }
  return buf_view(&text);
}

struct fact *facts_networking(struct arena *a)
{
  struct facts_host h = {a, "", fact_new(a, FACT_HASH)};
  facts__networking(&h);
  return h.facts;
}
