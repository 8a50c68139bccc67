/* What is written when a compilation is counted: the core, a sample of the window, and rows of the three
 * tables. */
#include "collectors/store_internal.h"

#include <string.h>
#include <time.h>

#include "base/utf8.h"
#include "collectors/stats_table.h"

#define FAILURE_OTHER 8u   /* compiler/failure.def: internal; for a class this store does not know */

/* A name as it is stored. */
struct clean_name {
  char p[SEG_LABEL];
  size_t n;
  uint64_t hash;
};

/* --- names ---------------------------------------------------------------------------------------------- */

/* Length of the character at `i`, 0 when it is no text. */
static size_t character(str s, size_t i)
{
  unsigned char c = (unsigned char)s.p[i];
  uint32_t codepoint;
  if (c < 0x80) {
    return c >= 0x20 && c != 0x7f;
  }
  return utf8_decode(s, i, &codepoint);
}

/* Cuts at `most` bytes between characters; what is no text becomes '?', so that SNMP and JSON can carry it.
 */
static void clean_slowly(str raw, size_t most, bool lower, struct clean_name *out)
{
  size_t n = 0;
  for (size_t i = 0; i < raw.n;) {
    size_t length = character(raw, i);
    size_t stored = length == 0 ? 1 : length;
    if (n + stored > most) {
      break;
    }
    if (length == 0) {
      out->p[n] = '?';
    } else {
      memcpy(out->p + n, raw.p + i, length);
      if (lower && raw.p[i] >= 'A' && raw.p[i] <= 'Z') {
        out->p[n] = (char)(raw.p[i] + 32);
      }
    }
    n += stored;
    i += stored;
  }
  out->n = n;
}

/* Whether all of eight bytes are printable ASCII and, if so wished, no capital letters. */
static bool plain_word(uint64_t w, bool lower)
{
  const uint64_t ones = 0x0101010101010101ull;
  const uint64_t tops = ones << 7;
  uint64_t del = w ^ ones * 0x7f;
  uint64_t bad = w | (w - ones * 0x20) | (del - ones);
  if (lower) {
    /* With all tops clear: at least 'A' and at most 'Z'. */
    bad |= ((w | tops) - ones * 'A') & ~((w | tops) - ones * ('Z' + 1));
  }
  return (bad & tops) == 0;
}

/* The usual name is copied a word at a time. */
static void clean(str raw, size_t most, bool lower, uint64_t seed, struct clean_name *out)
{
  bool plain = raw.n <= most;
  size_t i = 0;
  for (; plain && i + 8 <= raw.n; i += 8) {
    uint64_t w;
    memcpy(&w, raw.p + i, 8);
    memcpy(out->p + i, &w, 8);
    plain = plain_word(w, lower);
  }
  if (plain && i < raw.n) {
    uint64_t w = 0x3030303030303030ull;
    memcpy(&w, raw.p + i, raw.n - i);
    memcpy(out->p + i, &w, raw.n - i);
    plain = plain_word(w, lower);
  }
  out->n = raw.n;
  if (!plain) {
    clean_slowly(raw, most, lower, out);
  }
  out->hash = seg_hash(seed, out->p, out->n);
}

/* --- tables --------------------------------------------------------------------------------------------- */

#define NO_ROW UINT64_MAX
#define ROW_DAMAGED (UINT64_MAX - 1)

static uint64_t find_row(const struct store_table *t, uint64_t used, const struct clean_name *name)
{
  uint64_t link = t->heads[name->hash & t->mask];
  for (uint64_t steps = 0; link != 0; steps++) {
    if (link > used || steps > t->rows) {
      return ROW_DAMAGED;
    }
    struct seg_row *row = store_row(t, link - 1);
    if (row->hash == name->hash && row->name_length == name->n &&
        memcmp(store_row_name(t, row), name->p, name->n) == 0) {
      return link - 1;
    }
    link = t->nexts[link - 1];
  }
  return NO_ROW;
}

/* Takes a row out of its hash chain. */
static bool unlink_row(struct stats_store *s, const struct store_table *t, uint64_t index)
{
  uint64_t *at = &t->heads[store_row(t, index)->hash & t->mask];
  for (uint64_t steps = 0; *at != index + 1; steps++) {
    if (*at == 0 || *at > t->rows || steps > t->rows) {
      return false;
    }
    at = &t->nexts[*at - 1];
  }
  store_journal(s, at, 1);
  *at = t->nexts[index];
  return true;
}

/* A row for a new name: an unused one, or the one used least recently. NO_ROW when all were used by this very
 * transaction. */
static uint64_t take_row(struct stats_store *s, const struct store_table *t)
{
  struct seg_core *core = s->core;
  if (core->used[t->id] < t->rows) {
    return core->used[t->id]++;
  }
  uint64_t oldest = 0;
  for (uint64_t i = 1; i < t->rows; i++) {
    if (t->uses[i] < t->uses[oldest]) {
      oldest = i;
    }
  }
  core->evicted[t->id]++;
  if (t->uses[oldest] >= core->commits) {
    return NO_ROW;
  }
  return unlink_row(s, t, oldest) ? oldest : ROW_DAMAGED;
}

static void init_row(struct stats_store *s, const struct store_table *t, uint64_t index,
                     const struct clean_name *name, uint64_t now_us)
{
  struct seg_row *row = store_row(t, index);
  uint64_t *head = &t->heads[name->hash & t->mask];
  store_journal(s, row, t->info->row_words);
  store_journal(s, head, 1);
  store_journal(s, &t->nexts[index], 1);
  memset(row, 0, t->row_bytes);
  memcpy(store_row_name(t, row), name->p, name->n);
  row->id = ++s->core->row_ids;
  row->created_us = now_us;
  row->hash = name->hash;
  row->name_length = name->n;
  t->nexts[index] = *head;
  *head = index + 1;
  s->core->rows_changed = s->core->commits;
  seg_row_seal(s->instance, t->id, row, true);
}

/* The row of that name, made when there is none, its numbers in the journal. NULL when the table is full of
 * rows of this transaction, or (then *damaged) the table is damaged. */
static struct seg_row *change_row(struct stats_store *s, enum seg_table id, const struct clean_name *name,
                                  uint64_t now_us, bool *damaged)
{
  struct store_table t = store_table(s->map, &s->layout, s->file_sizes.rows[id], id);
  uint64_t index = find_row(&t, s->core->used[id], name);
  if (index < t.rows) {
    if (!seg_row_ok(s->instance, id, store_row(&t, index), false)) {
      index = ROW_DAMAGED;
    } else {
      store_journal(s, store_row(&t, index), seg_tables[id].number_words);
    }
  } else if (index == NO_ROW) {
    index = take_row(s, &t);
    if (index < t.rows) {
      init_row(s, &t, index, name, now_us);
    }
  }
  if (index >= t.rows) {
    *damaged = index == ROW_DAMAGED;
    if (*damaged) {
      s->reason = "a row of a table is damaged";
    }
    return NULL;
  }
  store_journal(s, &t.uses[index], 1);
  t.uses[index] = s->core->commits;
  struct seg_row *row = store_row(&t, index);
  row->changed = s->core->commits;
  return row;
}

/* --- one compilation ------------------------------------------------------------------------------------ */

struct record {
  const struct stats_compile *compile;
  uint64_t now_us;
  uint32_t failure;
  uint64_t env_id;
};

static void count_parses(struct seg_core *core, const struct stats_parses *parses)
{
  core->parse_files += parses->files;
  core->parse_errors += parses->errors;
  core->parse_bytes += parses->bytes;
  core->cache_hits += parses->cache_hits;
  core->cache_misses += parses->cache_misses;
}

static void add_spans(struct stats_spans *to, const struct stats_spans *from, size_t n)
{
  for (size_t i = 0; from[0].count != 0 && i < n; i++) {
    to[i].count += from[i].count;
    to[i].failed += from[i].failed;
    to[i].us += from[i].us;
  }
}

static void count_work(struct stats_work *to, const struct stats_work *work)
{
  add_spans(to->ruby, work->ruby, STATS_RUBY_KINDS);
  add_spans(to->templates, work->templates, STATS_TEMPLATE_WAYS);
  for (size_t i = 0; work->ruby[0].count != 0 && i < STATS_BUCKETS; i++) {
    to->ruby_histogram[i] += work->ruby_histogram[i];
  }
  to->ruby_stopped += work->ruby_stopped;
  to->ruby_starts += work->ruby_starts;
  to->ruby_start_us += work->ruby_start_us;
  if (work->ruby_starts > 0) {
    to->ruby_last_start_us = work->ruby_last_start_us;
  }
}

static void record_core(struct stats_store *s, const struct record *r)
{
  const struct stats_compile *c = r->compile;
  struct seg_core *core = s->core;
  core->total++;
  core->failed += r->failure != 0;
  core->failures[r->failure]++;
  core->time_us += c->wall_us;
  core->resources += c->resources;
  core->edges += c->edges;
  core->warnings += c->warnings;
  core->deprecated += c->deprecations;
  core->last_at_us = r->now_us;
  core->last_time_us = c->wall_us;
  core->last_resources = c->resources;
  core->last_state = r->failure != 0 ? STATS_RESULT_FAILED : STATS_RESULT_OK;
  core->last_mem_kib = (c->peak_bytes + 1023) / 1024;
  core->histogram[seg_bucket(c->wall_us)]++;
  core->native_calls += c->native_calls;
  core->ruby_compiles += c->work.ruby[0].count > 0;
  if (c->ruby_bytes > 0) {
    core->ruby_mem_kib = (c->ruby_bytes + 1023) / 1024;
  }
  count_parses(core, &c->parses);
  count_work(&core->work, &c->work);
  for (int p = 1; p < STATS_PHASES; p++) {
    core->phase_count[p] += c->phase_count[p];
    core->phase_us[p] += c->phase_us[p];
  }
}

static void record_sample(struct stats_store *s, const struct record *r)
{
  const struct stats_compile *c = r->compile;
  struct seg_sample *sample = (struct seg_sample *)(void *)(s->map + s->layout.samples);
  sample += s->core->samples % s->file_sizes.samples;
  store_journal(s, sample, sizeof *sample / 8);
  s->core->samples++;
  sample->end_us = r->now_us;
  sample->time_us = c->wall_us;
  sample->env_id = r->env_id;
  sample->mem_kib = s->core->last_mem_kib;
  sample->failed = r->failure != 0;
  for (int p = 0; p < STATS_PHASES; p++) {
    sample->phase_us[p] = c->phase_us[p] > UINT32_MAX ? UINT32_MAX : (uint32_t)c->phase_us[p];
  }
  seg_sample_seal(s->instance, sample);
}

static bool record_env(struct stats_store *s, struct record *r, const struct clean_name *name)
{
  bool damaged = false;
  struct seg_env *env = (struct seg_env *)(void *)change_row(s, SEG_ENV, name, r->now_us, &damaged);
  if (env == NULL) {
    return !damaged;
  }
  env->row.count++;
  env->failed += r->failure != 0;
  env->time_us += r->compile->wall_us;
  env->resources += r->compile->resources;
  env->last_at_us = r->now_us;
  env->ruby_calls += r->compile->work.ruby[0].count;
  env->ruby_failed += r->compile->work.ruby[0].failed;
  env->ruby_us += r->compile->work.ruby[0].us;
  env->native_calls += r->compile->native_calls;
  r->env_id = env->row.id;
  seg_row_seal(s->instance, SEG_ENV, &env->row, false);
  return true;
}

static bool record_node(struct stats_store *s, const struct record *r, const struct clean_name *name,
                        const struct clean_name *env)
{
  bool damaged = false;
  struct seg_node *node = (struct seg_node *)(void *)change_row(s, SEG_NODE, name, r->now_us, &damaged);
  if (node == NULL) {
    return !damaged;
  }
  node->row.count++;
  node->failed += r->failure != 0;
  node->last_at_us = r->now_us;
  node->last_time_us = r->compile->wall_us;
  node->last_resources = r->compile->resources;
  node->last_state = s->core->last_state;
  bool moved = node->env_length != env->n || memcmp(node->env, env->p, env->n) != 0;
  if (moved) {
    store_journal(s, node->env, sizeof node->env / 8);
    memset(node->env, 0, sizeof node->env);
    memcpy(node->env, env->p, env->n);
    node->env_length = env->n;
  }
  seg_row_seal(s->instance, SEG_NODE, &node->row, moved);
  return true;
}

static bool record_types(struct stats_store *s, const struct record *r)
{
  const struct stats_compile *c = r->compile;
  struct clean_name name;
  bool damaged = false;
  /* More types than rows could not all be kept anyway, and the journal has room for that many. */
  size_t count = c->type_count < s->file_sizes.rows[SEG_TYPE] ? c->type_count : s->file_sizes.rows[SEG_TYPE];
  s->core->evicted[SEG_TYPE] += c->type_count - count;
  for (size_t i = 0; i < count; i++) {
    clean(c->types[i].name, SEG_NAME, true, s->instance, &name);
    if (name.n == 0 || c->types[i].count == 0) {
      continue;
    }
    struct seg_row *row = change_row(s, SEG_TYPE, &name, r->now_us, &damaged);
    if (damaged) {
      return false;
    }
    if (row != NULL) {
      row->count += c->types[i].count;
      seg_row_seal(s->instance, SEG_TYPE, row, false);
    }
  }
  return true;
}

static bool record_compile(struct stats_store *s, void *arg)
{
  struct record *r = arg;
  struct clean_name env;
  struct clean_name node;
  clean(r->compile->environment, SEG_NAME, false, s->instance, &env);
  clean(r->compile->node, SEG_LABEL - 1, false, s->instance, &node);
  r->env_id = 0;
  record_core(s, r);
  if (env.n > 0 && !record_env(s, r, &env)) {
    return false;
  }
  record_sample(s, r);
  if (node.n > 0 && !record_node(s, r, &node, &env)) {
    return false;
  }
  return record_types(s, r);
}

bool stats_record_compile(struct stats_store *s, const struct stats_compile *compile)
{
  struct record r = {.compile = compile, .now_us = compile->ended_us, .failure = compile->failure};
  if (r.now_us == 0) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    r.now_us = (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
  }
  if (r.failure >= SEG_FAILURES) {
    r.failure = FAILURE_OTHER;
  }
  const bool recorded = store_transact(s, record_compile, &r);
  log_debug(&log_store, recorded ? "Recorded the compilation in %s" : "The compilation was not recorded in %s",
            s->path);
  return recorded;
}

static bool record_parses(struct stats_store *s, void *arg)
{
  count_parses(s->core, arg);
  return true;
}

bool stats_record_parses(struct stats_store *s, const struct stats_parses *parses)
{
  struct stats_parses copy = *parses;
  return store_transact(s, record_parses, &copy);
}

static bool record_work(struct stats_store *s, void *arg)
{
  count_work(&s->core->work, arg);
  return true;
}

bool stats_record_work(struct stats_store *s, const struct stats_work *work)
{
  struct stats_work copy = *work;
  return store_transact(s, record_work, &copy);
}

static bool record_from_cache(struct stats_store *s, void *arg)
{
  (void)arg;
  s->core->phase_count[0]++;
  return true;
}

bool stats_record_from_cache(struct stats_store *s)
{
  return store_transact(s, record_from_cache, NULL);
}
