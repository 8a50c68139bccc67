/* Records: built in memory as a list of steps, then executed in one transaction. */
#include "collectors/store_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"

enum step_kind {
  STEP_ADD,
  STEP_SET,
  STEP_FORGET,
  STEP_ADD_EACH,
  STEP_TEXT,
  STEP_ROW,
  STEP_REMOVE_ROW,
  STEP_OBSERVE,
  STEP_SAMPLE,
  STEP_SAMPLE_SET,
  STEP_SAMPLE_SET_EACH,
};

struct step {
  uint8_t kind;    /* enum step_kind */
  uint16_t number; /* of the fixed row or bucket; for EACH the count */
  uint32_t id;
  uint64_t n; /* the number to add or set; for a text its offset << 16 | length; for EACH the first of `words` */
};

struct stats_record {
  struct stats_store *store;
  const struct stats_list *list;
  uint64_t at_us;
  struct step *steps;
  size_t count, room;
  char *texts;
  size_t text_bytes, text_room;
  uint64_t *words;
  size_t word_count, word_room;
  bool broken; /* out of memory */
};

/* --- names ---------------------------------------------------------------------------------------------- */

/* Length of the character at `i`, 0 if it is invalid. */
static size_t character(str s, size_t i)
{
  unsigned char c = (unsigned char)s.p[i];
  uint32_t codepoint;
  if (c < 0x80) {
    return c >= 0x20 && c != 0x7f;
  }
  return utf8_decode(s, i, &codepoint);
}

/* Cuts at `most` bytes between characters; invalid bytes become '?', so that SNMP and JSON can contain the text. */
static size_t clean_slowly(str raw, size_t most, bool lower, char *out)
{
  size_t n = 0;
  for (size_t i = 0; i < raw.n;) {
    size_t length = character(raw, i);
    size_t stored = length == 0 ? 1 : length;
    if (n + stored > most) {
      break;
    }
    if (length == 0) {
      out[n] = '?';
    } else {
      memcpy(out + n, raw.p + i, length);
      if (lower && raw.p[i] >= 'A' && raw.p[i] <= 'Z') {
        out[n] = (char)(raw.p[i] + 32);
      }
    }
    n += stored;
    i += stored;
  }
  return n;
}

/* Whether all of eight bytes are printable ASCII and, with `lower`, no capital letters. */
static bool plain_word(uint64_t w, bool lower)
{
  const uint64_t ones = 0x0101010101010101ull;
  const uint64_t tops = ones << 7;
  uint64_t del = w ^ ones * 0x7f;
  uint64_t bad = w | (w - ones * 0x20) | (del - ones);
  if (lower) {
    /* Valid because all top bits are clear: from 'A' to 'Z'. */
    bad |= ((w | tops) - ones * 'A') & ~((w | tops) - ones * ('Z' + 1));
  }
  return (bad & tops) == 0;
}

/* Copies typical names a word at a time. Returns the length. */
static size_t clean(str raw, size_t most, bool lower, char *out)
{
  bool plain = raw.n <= most;
  size_t i = 0;
  for (; plain && i + 8 <= raw.n; i += 8) {
    uint64_t w;
    memcpy(&w, raw.p + i, 8);
    memcpy(out + i, &w, 8);
    plain = plain_word(w, lower);
  }
  if (plain && i < raw.n) {
    uint64_t w = 0x3030303030303030ull;
    memcpy(&w, raw.p + i, raw.n - i);
    memcpy(out + i, &w, raw.n - i);
    plain = plain_word(w, lower);
  }
  return plain ? raw.n : clean_slowly(raw, most, lower, out);
}

/* --- tables --------------------------------------------------------------------------------------------- */

#define NO_ROW UINT64_MAX
#define ROW_DAMAGED (UINT64_MAX - 1)

struct name {
  const char *p;
  size_t n;
  uint64_t hash;
};

static uint64_t find_row(const struct store_table *t, uint64_t used, const struct name *name)
{
  uint64_t link = t->heads[name->hash & t->mask];
  for (uint64_t steps = 0; link != 0; steps++) {
    if (link > used || steps > t->c->items) {
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

/* The link of the hash chain that leads to the row; saved to the journal. NULL when the chain is damaged. */
static uint64_t *link_to(struct stats_store *s, const struct store_table *t, uint64_t index)
{
  uint64_t *at = &t->heads[store_row(t, index)->hash & t->mask];
  for (uint64_t steps = 0; *at != index + 1; steps++) {
    if (*at == 0 || *at > t->c->items || steps > t->c->items) {
      return NULL;
    }
    at = &t->nexts[*at - 1];
  }
  store_journal(s, at, 1);
  return at;
}

/* Takes a row out of its hash chain. */
static bool unlink_row(struct stats_store *s, const struct store_table *t, uint64_t index)
{
  uint64_t *at = link_to(s, t, index);
  if (at != NULL) {
    *at = t->nexts[index];
  }
  return at != NULL;
}

/* Moves the row `from`, which is complete and linked, to the place of `to`, which is not linked. */
static bool move_row(struct stats_store *s, const struct store_table *t, uint64_t from, uint64_t to)
{
  uint64_t *at = seg_row_ok(s->instance, t->c, store_row(t, from), true) ? link_to(s, t, from) : NULL;
  if (at == NULL) {
    return false;
  }
  store_journal(s, store_row(t, to), t->c->item_words);
  store_journal(s, &t->nexts[to], 1);
  store_journal(s, &t->uses[to], 1);
  memcpy(store_row(t, to), store_row(t, from), t->c->item_words * 8);
  t->nexts[to] = t->nexts[from];
  t->uses[to] = t->uses[from];
  *at = to + 1;
  return true;
}

/* Takes a row for a new name: an unused one, or the least recently used one. NO_ROW when this very transaction has
 * used all of them. */
static uint64_t take_row(struct stats_store *s, const struct store_table *t)
{
  uint64_t *used = &s->core[t->c->state[0]];
  if (*used < t->c->items) {
    return (*used)++;
  }
  uint64_t oldest = 0;
  for (uint64_t i = 1; i < t->c->items; i++) {
    if (t->uses[i] < t->uses[oldest]) {
      oldest = i;
    }
  }
  s->core[t->c->state[1]]++;
  if (t->uses[oldest] >= s->core[SEG_CORE_COMMITS]) {
    return NO_ROW;
  }
  return unlink_row(s, t, oldest) ? oldest : ROW_DAMAGED;
}

static void init_row(struct stats_store *s, const struct store_table *t, uint64_t index, const struct name *name,
                     uint64_t now_us)
{
  struct seg_row *row = store_row(t, index);
  uint64_t *head = &t->heads[name->hash & t->mask];
  store_journal(s, row, t->c->item_words);
  store_journal(s, head, 1);
  store_journal(s, &t->nexts[index], 1);
  memset(row, 0, t->c->item_words * 8);
  memcpy(store_row_name(t, row), name->p, name->n);
  row->id = ++s->core[SEG_CORE_ROW_IDS];
  row->created_us = now_us;
  row->hash = name->hash;
  row->name_length = name->n;
  t->nexts[index] = *head;
  *head = index + 1;
  s->core[SEG_CORE_ROWS_CHANGED] = s->core[SEG_CORE_COMMITS];
  seg_row_seal(s->instance, t->c, row, true);
}

/* Finds or adds the row of that name and saves its numbers to the journal. NULL when the table is full of rows of this
 * transaction, or (then *damaged) the table is damaged. */
static struct seg_row *change_row(struct stats_store *s, const struct seg_container *c, const struct name *name,
                                  uint64_t now_us, bool *damaged)
{
  struct store_table t = store_table(s->map, c);
  uint64_t index = find_row(&t, s->core[c->state[0]], name);
  if (index < c->items) {
    if (!seg_row_ok(s->instance, c, store_row(&t, index), false)) {
      index = ROW_DAMAGED;
    } else {
      store_journal(s, store_row(&t, index), c->number_words);
    }
  } else if (index == NO_ROW) {
    index = take_row(s, &t);
    if (index < c->items) {
      init_row(s, &t, index, name, now_us);
    }
  }
  if (index >= c->items) {
    *damaged = index == ROW_DAMAGED;
    if (*damaged) {
      s->reason = "a row of a table is damaged";
    }
    return NULL;
  }
  store_journal(s, &t.uses[index], 1);
  t.uses[index] = s->core[SEG_CORE_COMMITS];
  struct seg_row *row = store_row(&t, index);
  row->changed = s->core[SEG_CORE_COMMITS];
  return row;
}

/* --- building -------------------------------------------------------------------------------------------- */

bool store_new_record(struct stats_store *s)
{
  s->record = calloc(1, sizeof *s->record);
  if (s->record != NULL) {
    s->record->store = s;
    s->record->list = s->list;
  }
  return s->record != NULL;
}

void store_free_record(struct stats_store *s)
{
  if (s->record != NULL) {
    free(s->record->steps);
    free(s->record->texts);
    free(s->record->words);
    free(s->record);
  }
}

struct stats_record *stats_begin(struct stats_store *s, uint64_t at_us)
{
  struct stats_record *r = s->record;
  r->count = r->text_bytes = r->word_count = 0;
  r->broken = false;
  r->at_us = at_us != 0 ? at_us : (uint64_t)clock_us(CLOCK_REALTIME);
  return r;
}

uint64_t stats_moment(const struct stats_record *r) { return r->at_us; }

static bool grow(void **p, size_t *room, size_t need, size_t item)
{
  if (need <= *room) {
    return true;
  }
  size_t more = need * 2 + 64;
  void *bigger = realloc(*p, more * item);
  if (bigger == NULL) {
    return false;
  }
  *p = bigger;
  *room = more;
  return true;
}

static __attribute__((noinline)) bool more_steps(struct stats_record *r)
{
  r->broken |= !grow((void **)&r->steps, &r->room, r->count + 1, sizeof *r->steps);
  return r->count < r->room;
}

static inline void step(struct stats_record *r, enum step_kind kind, uint32_t id, uint32_t number, uint64_t n)
{
  if (r->count < r->room || more_steps(r)) {
    r->steps[r->count++] = (struct step){(uint8_t)kind, (uint16_t)(number < UINT16_MAX ? number : UINT16_MAX), id, n};
  }
}

/* Room for `n` words that the next step refers to. */
static uint64_t *more_words(struct stats_record *r, size_t n)
{
  if (!grow((void **)&r->words, &r->word_room, r->word_count + n, sizeof *r->words)) {
    r->broken = true;
    return NULL;
  }
  r->word_count += n;
  return r->words + r->word_count - n;
}

/* Adds a step with a text of at most `most` bytes. False when the text is empty after cleaning. */
static bool text_step(struct stats_record *r, enum step_kind kind, uint32_t id, str raw, size_t most, bool lower)
{
  if (!grow((void **)&r->texts, &r->text_room, r->text_bytes + most, 1)) {
    r->broken = true;
    return false;
  }
  const size_t n = clean(raw, most, lower, r->texts + r->text_bytes);
  step(r, kind, id, 0, (uint64_t)r->text_bytes << 16 | n);
  r->text_bytes += n;
  return n > 0;
}

/* Bytes of the names of a table. */
static size_t name_bytes(const struct stats_list *list, uint32_t group)
{
  const struct stats_group_info *g = &list->groups[group];
  for (size_t i = g->first; i < g->first + g->count; i++) {
    if (list->stats[i].from.source == STATS_SOURCE_LABEL) {
      return list->stats[i].max;
    }
  }
  return 64;
}

static bool row_step(struct stats_record *r, enum step_kind kind, uint32_t group, str name, bool lower)
{
  if (name.n > 0 && text_step(r, kind, group, name, name_bytes(r->list, group), lower)) {
    return true;
  }
  r->count -= name.n > 0 && r->count > 0;
  return false;
}

bool stats_row(struct stats_record *r, uint32_t group, str name) { return row_step(r, STEP_ROW, group, name, false); }

bool stats_row_folded(struct stats_record *r, uint32_t group, str name)
{
  return row_step(r, STEP_ROW, group, name, true);
}

void stats_remove_row(struct stats_record *r, uint32_t group, str name)
{
  row_step(r, STEP_REMOVE_ROW, group, name, false);
}

void stats_add_at(struct stats_record *r, uint32_t id, uint32_t row, uint64_t n)
{
  if (n > 0) {
    step(r, STEP_ADD, id, row, n);
  }
}

void stats_set_at(struct stats_record *r, uint32_t id, uint32_t row, uint64_t n) { step(r, STEP_SET, id, row, n); }

void stats_add(struct stats_record *r, uint32_t id, uint64_t n)
{
  if (n > 0) {
    step(r, STEP_ADD, id, 0, n);
  }
}

void stats_add_each(struct stats_record *r, uint32_t id, const uint64_t *n, uint32_t count)
{
  uint64_t *words = more_words(r, count);
  if (words != NULL) {
    memcpy(words, n, count * sizeof *words);
    step(r, STEP_ADD_EACH, id, count, (uint64_t)(words - r->words));
  }
}

void stats_set(struct stats_record *r, uint32_t id, uint64_t n) { step(r, STEP_SET, id, 0, n); }

void stats_forget(struct stats_record *r, uint32_t id) { step(r, STEP_FORGET, id, 0, 0); }

void stats_set_text(struct stats_record *r, uint32_t id, str text)
{
  text_step(r, STEP_TEXT, id, text, r->list->stats[id].max, false);
}

uint32_t stats_bucket(uint64_t us)
{
  uint32_t b = 0;
  while (us > seg_bounds_us[b]) {
    b++;
  }
  return b;
}

void stats_observe(struct stats_record *r, uint32_t histogram, uint64_t us)
{
  step(r, STEP_OBSERVE, histogram, stats_bucket(us), 1);
}

void stats_observe_bucket(struct stats_record *r, uint32_t histogram, uint32_t bucket, uint64_t n)
{
  if (n > 0) {
    step(r, STEP_OBSERVE, histogram, bucket, n);
  }
}

void stats_sample(struct stats_record *r, uint32_t window) { step(r, STEP_SAMPLE, window, 0, 0); }

void stats_sample_set(struct stats_record *r, uint32_t sample, uint64_t n) { step(r, STEP_SAMPLE_SET, sample, 0, n); }

void stats_sample_set_each(struct stats_record *r, uint32_t sample, const uint64_t *n, const uint64_t *where,
                           uint32_t count)
{
  uint64_t *words = more_words(r, count);
  for (uint32_t i = 0; words != NULL && i < count; i++) {
    words[i] = where[i] == 0 ? 0 : n[i] < UINT32_MAX ? n[i] + 1 : UINT32_MAX;
  }
  if (words != NULL) {
    step(r, STEP_SAMPLE_SET_EACH, sample, count, (uint64_t)(words - r->words));
  }
}

void stats_sample_set_at(struct stats_record *r, uint32_t sample, uint32_t row, uint64_t n)
{
  step(r, STEP_SAMPLE_SET, sample, row, n);
}

/* --- executing ---------------------------------------------------------------------------------------------- */

/* The state of executing a record. */
struct taking {
  struct stats_store *s;
  const struct stats_record *r;
  struct seg_row *row; /* NULL: none, or no room for it */
  bool text_changed;   /* the text of the row changed */
  uint32_t row_container;
  uint64_t *sample;
  uint32_t sample_container;
  /* By container. */
  uint32_t rows[SEG_CONTAINERS];    /* selected of each table */
  uint64_t row_ids[SEG_CONTAINERS]; /* of the last selected row of each table */
};

static void end_row(struct taking *t)
{
  if (t->row != NULL) {
    seg_row_seal(t->s->instance, &t->s->layout.containers[t->row_container], t->row, t->text_changed);
  }
  t->row = NULL;
  t->text_changed = false;
}

static void end_sample(struct taking *t)
{
  if (t->sample != NULL) {
    seg_sample_seal(t->s->instance, &t->s->layout.containers[t->sample_container], t->sample);
  }
  t->sample = NULL;
}

static struct name name_in(const struct taking *t, const struct step *step, const struct seg_container *c)
{
  const char *p = t->r->texts + (step->n >> 16);
  const size_t n = step->n & 0xffff;
  return (struct name){p, n < c->name_bytes ? n : c->name_bytes, seg_hash(t->s->instance, p, n)};
}

/* Whether the journal has room for another row of the table. */
static bool takes_row(struct taking *t, uint32_t container)
{
  const struct seg_container *c = &t->s->layout.containers[container];
  return t->rows[container]++ < (c->items < SEG_ROWS_AT_ONCE ? c->items : SEG_ROWS_AT_ONCE);
}

static bool begin_row(struct taking *t, const struct step *step)
{
  struct stats_store *s = t->s;
  const uint32_t container = s->bind.groups[step->id];
  bool damaged = false;
  end_row(t);
  if (container == SEG_NOWHERE) {
    return true;
  }
  const struct seg_container *c = &s->layout.containers[container];
  const struct name name = name_in(t, step, c);
  t->row_container = container;
  t->row_ids[container] = 0;
  if (!takes_row(t, container)) {
    s->core[c->state[1]]++;
    return true;
  }
  t->row = change_row(s, c, &name, t->r->at_us, &damaged);
  if (t->row != NULL) {
    t->row_ids[container] = t->row->id;
  }
  return !damaged;
}

/* The last row replaces the removed one, so that rows in use stay together. */
static bool remove_row(struct taking *t, const struct step *step)
{
  struct stats_store *s = t->s;
  const uint32_t container = s->bind.groups[step->id];
  end_row(t);
  if (container == SEG_NOWHERE) {
    return true;
  }
  const struct seg_container *c = &s->layout.containers[container];
  const struct store_table table = store_table(s->map, c);
  const struct name name = name_in(t, step, c);
  uint64_t *used = &s->core[c->state[0]];
  const uint64_t index = find_row(&table, *used, &name);
  if (index == NO_ROW || !takes_row(t, container)) {
    return true;
  }
  if (index >= c->items || !unlink_row(s, &table, index) ||
      (index != *used - 1 && !move_row(s, &table, *used - 1, index))) {
    s->reason = "a row of a table is damaged";
    return false;
  }
  (*used)--;
  s->core[SEG_CORE_ROWS_CHANGED] = s->core[SEG_CORE_COMMITS];
  return true;
}

static void begin_sample(struct taking *t, const struct step *step)
{
  struct stats_store *s = t->s;
  const struct stats_window_info *w = &t->r->list->windows[step->id];
  end_sample(t);
  if (s->bind.windows[step->id] == SEG_NOWHERE) {
    return;
  }
  t->sample_container = s->bind.windows[step->id];
  const struct seg_container *c = &s->layout.containers[t->sample_container];
  uint64_t *written = &s->core[c->state[0]];
  t->sample = (uint64_t *)(void *)(s->map + c->at) + (*written % c->items) * c->item_words;
  store_journal(s, t->sample, c->item_words);
  memset(t->sample, 0, c->item_words * 8);
  (*written)++;
  t->sample[SEG_SAMPLE_END_US] = t->r->at_us;
  for (size_t i = w->first; i < w->first + w->count; i++) {
    const struct stats_sample_info *info = &t->r->list->samples[i];
    if (info->of == STATS_SAMPLE_OF_ROW && s->bind.samples[i].container == t->sample_container &&
        s->bind.groups[info->group] != SEG_NOWHERE) {
      t->sample[s->bind.samples[i].at] = t->row_ids[s->bind.groups[info->group]];
    }
  }
}

static void set_sample(struct taking *t, const struct step *step)
{
  const struct seg_spot *spot = &t->s->bind.samples[step->id];
  if (t->sample == NULL || spot->container != t->sample_container || step->number >= spot->count) {
    return;
  }
  if (spot->kind == SEG_HALVES) {
    const uint32_t half = step->n < UINT32_MAX ? (uint32_t)step->n + 1 : UINT32_MAX;
    memcpy((char *)(t->sample + spot->at) + step->number * sizeof half, &half, sizeof half);
  } else {
    t->sample[spot->at] = step->n;
  }
}

/* The values are already stored as gauges. */
static void set_sample_each(struct taking *t, const struct step *step)
{
  const struct seg_spot *spot = &t->s->bind.samples[step->id];
  const uint64_t *from = t->r->words + step->n;
  if (t->sample == NULL || spot->container != t->sample_container || spot->kind != SEG_HALVES) {
    return;
  }
  char *to = (char *)(t->sample + spot->at);
  for (uint32_t i = 0, n = step->number < spot->count ? step->number : spot->count; i < n; i++) {
    const uint32_t half = (uint32_t)from[i];
    memcpy(to + i * sizeof half, &half, sizeof half);
  }
}

/* The words that contain an object: the core, or the selected row. NULL: none. */
static inline uint64_t *words_of(struct taking *t, const struct seg_spot *spot)
{
  return spot->container == 0                                    ? t->s->core
         : t->row != NULL && spot->container == t->row_container ? &t->row->checksum
                                                                 : NULL;
}

static void set_text(struct taking *t, const struct step *step)
{
  const struct seg_spot *spot = &t->s->bind.stats[step->id];
  uint64_t *words = words_of(t, spot);
  const size_t n = step->n & 0xffff, size = ((size_t)spot->count + 7) / 8 * 8;
  if (words == NULL || spot->kind != SEG_TEXT || n > spot->count) {
    return;
  }
  char *to = (char *)(words + spot->at);
  const char *from = n > 0 ? t->r->texts + (step->n >> 16) : "";
  if (memcmp(to, from, n) == 0 && (n == size || to[n] == '\0')) {
    return;
  }
  if (spot->container != 0) {
    store_journal(t->s, to, size / 8);
    t->text_changed = true;
  }
  memset(to, 0, size);
  memcpy(to, from, n);
}

/* Sets numbers to 0, which means "never set", and empties texts. */
static void forget(struct taking *t, const struct step *step)
{
  const struct seg_spot *spot = &t->s->bind.stats[step->id];
  uint64_t *words = words_of(t, spot);
  if (spot->kind == SEG_TEXT) {
    set_text(t, step);
  } else if (words != NULL && spot->kind == SEG_GAUGE) {
    words[spot->at] = 0;
  }
}

static inline void change_word(struct taking *t, const struct step *step, const struct seg_spot *spot)
{
  uint64_t *words = words_of(t, spot);
  if (words == NULL || step->number >= spot->count || spot->kind == SEG_TEXT) {
    return;
  }
  uint64_t *word = words + spot->at + step->number;
  if (step->kind != STEP_SET) {
    *word += step->n;
  } else {
    *word = step->n < UINT64_MAX ? step->n + 1 : step->n;
  }
}

static void add_each(struct taking *t, const struct step *step)
{
  const struct seg_spot *spot = &t->s->bind.stats[step->id];
  const uint64_t *from = t->r->words + step->n;
  if (spot->container == 0 && spot->kind == SEG_COUNTERS) {
    uint64_t *to = t->s->core + spot->at;
    for (uint32_t i = 0, n = step->number < spot->count ? step->number : spot->count; i < n; i++) {
      to[i] += from[i];
    }
  }
}

static bool take_record(struct stats_store *s, void *arg)
{
  struct taking t;
  memset(&t, 0, offsetof(struct taking, rows));
  memset(t.rows, 0, s->layout.count * sizeof t.rows[0]);
  memset(t.row_ids, 0, s->layout.count * sizeof t.row_ids[0]);
  t.s = s;
  t.r = arg;
  s->core[SEG_CORE_RECORDED] = t.r->at_us;
  for (const struct step *step = t.r->steps, *end = step + t.r->count; step < end; step++) {
    switch (step->kind) {
    case STEP_ADD:
    case STEP_SET: change_word(&t, step, &s->bind.stats[step->id]); break;
    case STEP_FORGET: forget(&t, step); break;
    case STEP_OBSERVE: change_word(&t, step, &s->bind.histograms[step->id]); break;
    case STEP_ADD_EACH: add_each(&t, step); break;
    case STEP_TEXT: set_text(&t, step); break;
    case STEP_SAMPLE: begin_sample(&t, step); break;
    case STEP_SAMPLE_SET: set_sample(&t, step); break;
    case STEP_SAMPLE_SET_EACH: set_sample_each(&t, step); break;
    case STEP_ROW:
      if (!begin_row(&t, step)) {
        return false;
      }
      break;
    case STEP_REMOVE_ROW:
      if (!remove_row(&t, step)) {
        return false;
      }
      break;
    }
  }
  end_row(&t);
  end_sample(&t);
  return true;
}

bool stats_commit(struct stats_record *r)
{
  bool recorded = !r->broken && store_transact(r->store, take_record, r);
  log_debug(&log_store, recorded ? "Recorded in %s" : "Not recorded in %s", r->store->path);
  r->count = r->text_bytes = r->word_count = 0;
  return recorded;
}
