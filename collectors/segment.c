#include "collectors/segment.h"

#include <string.h>

#define WORDS(type) ((uint32_t)(sizeof(type) / sizeof(uint64_t)))
#define NUMBERS(type) ((uint32_t)(offsetof(type, name) / sizeof(uint64_t)))
#define WORDS_BEFORE(type, member) ((uint32_t)(offsetof(type, member) / sizeof(uint64_t)))

_Static_assert(sizeof(struct seg_header) <= SEG_PAGE, "the header is one page");
_Static_assert(sizeof(struct seg_core) % 8 == 0 && sizeof(struct seg_sample) % 8 == 0, "whole words");
_Static_assert(sizeof(struct seg_env) % 8 == 0 && sizeof(struct seg_node) % 8 == 0, "whole words");
_Static_assert(WORDS(struct seg_core) <= SEG_JOURNAL_ENTRY_MAX, "a block is one journal entry");

const struct seg_table_info seg_tables[SEG_TABLES] = {
  [SEG_ENV] = {"environment", WORDS(struct seg_env), NUMBERS(struct seg_env), SEG_NAME},
  [SEG_NODE] = {"node", WORDS(struct seg_node), NUMBERS(struct seg_node), SEG_LABEL - 1},
  [SEG_TYPE] = {"type", WORDS(struct seg_type), NUMBERS(struct seg_type), SEG_NAME},
};

static const struct seg_table_info first_tables[SEG_TABLES] = {
  [SEG_ENV] = {"environment", WORDS_BEFORE(struct seg_env, ruby_calls) + SEG_NAME / sizeof(uint64_t),
               WORDS_BEFORE(struct seg_env, ruby_calls), SEG_NAME},
  [SEG_NODE] = {"node", WORDS(struct seg_node), NUMBERS(struct seg_node), SEG_LABEL - 1},
  [SEG_TYPE] = {"type", WORDS(struct seg_type), NUMBERS(struct seg_type), SEG_NAME},
};

const struct seg_table_info *seg_tables_of(uint32_t version)
{
  return version == SEG_VERSION_FIRST ? first_tables : seg_tables;
}

uint32_t seg_core_words(uint32_t version)
{
  return version == SEG_VERSION_FIRST ? WORDS_BEFORE(struct seg_core, work) : WORDS(struct seg_core);
}

/* Fixed for ever: a manager subtracts counts of the same bound over months. */
const uint64_t seg_bounds_us[SEG_BUCKETS] = {
  100,     200,     500,     1000,    2000,     5000,     10000,    20000,    50000,     100000,
  200000,  500000,  1000000, 2000000, 5000000,  10000000, 20000000, 50000000, 100000000, UINT64_MAX,
};

uint32_t seg_bucket(uint64_t time_us)
{
  uint32_t b = 0;
  while (time_us > seg_bounds_us[b]) {
    b++;
  }
  return b;
}

static uint64_t align_up(uint64_t n, uint64_t to)
{
  return (n + to - 1) / to * to;
}

bool seg_layout(uint32_t version, const struct seg_sizes *sizes, struct seg_layout *layout)
{
  const struct seg_table_info *tables = seg_tables_of(version);
  static const uint32_t most[SEG_TABLES] = {STATS_MAX_ENVIRONMENTS, STATS_MAX_NODES, STATS_MAX_TYPES};
  if (sizes->samples == 0 || sizes->samples > STATS_MAX_SAMPLES) {
    return false;
  }
  uint64_t at = SEG_PAGE;
  layout->version = version;
  layout->slots = at;
  at += SEG_SLOTS * sizeof(uint64_t);
  layout->core = at;
  at = align_up(at + seg_core_words(version) * sizeof(uint64_t), 64);
  layout->samples = at;
  at = align_up(at + sizes->samples * sizeof(struct seg_sample), 64);
  for (int t = 0; t < SEG_TABLES; t++) {
    uint64_t rows = sizes->rows[t];
    if (rows == 0 || rows > most[t]) {
      return false;
    }
    uint32_t heads = 16;
    while (heads < rows) {
      heads *= 2;
    }
    layout->head_count[t] = heads;
    layout->rows[t] = at;
    at = align_up(at + rows * tables[t].row_words * 8, 64);
    layout->uses[t] = at;
    at += rows * 8;
    layout->nexts[t] = at;
    at += rows * 8;
    layout->heads[t] = at;
    at = align_up(at + heads * 8, 64);
  }
  layout->journal = at;
  /* The worst transaction changes the core, one sample, one environment and node, and every type row, each
   * with its last use and, when a row is taken from another name, four words of hash chains (each two words
   * here). */
  layout->journal_words = seg_core_words(version) + WORDS(struct seg_sample) + tables[SEG_ENV].row_words +
                          WORDS(struct seg_node) + 64 +
                          (uint64_t)sizes->rows[SEG_TYPE] * (WORDS(struct seg_type) + 16);
  layout->bytes = align_up(at + layout->journal_words * 8, SEG_PAGE);
  return true;
}

/* Both halves of the product: every bit of either factor reaches the result. */
static uint64_t fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
  unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
  uint64_t low = (a & 0xffffffff) * (b & 0xffffffff);
  uint64_t cross = (a >> 32) * (b & 0xffffffff) + (low >> 32);
  uint64_t middle = (a & 0xffffffff) * (b >> 32) + (cross & 0xffffffff);
  uint64_t high = (a >> 32) * (b >> 32) + (cross >> 32) + (middle >> 32);
  return (middle << 32 | (low & 0xffffffff)) ^ high;
#endif
}

uint64_t seg_checksum(uint64_t salt, const uint64_t *words, size_t n)
{
  /* Pairs of words with keys of their place; no multiplication waits for the one before. */
  uint64_t key = salt ^ 0x9e3779b97f4a7c15ull;
  uint64_t sum = key + n;
  size_t i = 0;
  for (; i + 1 < n; i += 2) {
    sum += fold(words[i] ^ key, words[i + 1] ^ (key + 0xd6e8feb86659fd93ull));
    key += 0xa0761d6478bd642full;
  }
  if (i < n) {
    sum += fold(words[i] ^ key, key + 0xd6e8feb86659fd93ull);
  }
  return sum;
}

uint64_t seg_header_checksum(const struct seg_header *h)
{
  return seg_checksum(SEG_MAGIC, (const uint64_t *)(const void *)h,
                      offsetof(struct seg_header, checksum) / 8);
}

bool seg_check_header(const void *p, size_t size, uint64_t file_bytes, struct seg_layout *layout,
                      const char **reason)
{
  struct seg_header h;
  if (size < sizeof h) {
    *reason = "it is too short to have a header";
    return false;
  }
  memcpy(&h, p, sizeof h);
  if (h.magic != SEG_MAGIC) {
    *reason = "it is not a statistics file";
    return false;
  }
  if (h.byte_order != SEG_BYTE_ORDER) {
    *reason = "it was written by a machine of the other byte order";
    return false;
  }
  if (h.version < SEG_VERSION_FIRST || h.version > SEG_VERSION) {
    *reason = "it has another layout version";
    return false;
  }
  if (h.checksum != seg_header_checksum(&h) || !seg_layout(h.version, &h.sizes, layout) ||
      h.file_bytes != layout->bytes) {
    *reason = "its header is damaged";
    return false;
  }
  if (file_bytes != h.file_bytes) {
    *reason = file_bytes < h.file_bytes ? "it is truncated" : "it is longer than it says";
    return false;
  }
  return true;
}

static uint64_t core_sum(uint64_t instance, uint32_t version, const struct seg_core *core)
{
  return seg_checksum(instance ^ 1, &core->commits, seg_core_words(version) - 1);
}

bool seg_core_ok(uint64_t instance, uint32_t version, const struct seg_core *core,
                 const struct seg_sizes *sizes)
{
  if (core->checksum != core_sum(instance, version, core)) {
    return false;
  }
  for (int t = 0; t < SEG_TABLES; t++) {
    if (core->used[t] > sizes->rows[t]) {
      return false;
    }
  }
  return true;
}

void seg_core_seal(uint64_t instance, struct seg_core *core)
{
  core->checksum = core_sum(instance, SEG_VERSION, core);
}

static uint64_t sample_sum(uint64_t instance, const struct seg_sample *s)
{
  return seg_checksum(instance ^ 2, &s->end_us, WORDS(struct seg_sample) - 1);
}

bool seg_sample_ok(uint64_t instance, const struct seg_sample *s)
{
  return s->checksum == sample_sum(instance, s);
}

void seg_sample_seal(uint64_t instance, struct seg_sample *s)
{
  s->checksum = sample_sum(instance, s);
}

static uint64_t numbers_sum(uint64_t instance, enum seg_table table, const struct seg_table_info *t,
                            const struct seg_row *row)
{
  return seg_checksum(instance ^ (uint64_t)(3 + table), &row->name_sum, t->number_words - 1);
}

static uint64_t names_sum(uint64_t instance, enum seg_table table, const struct seg_table_info *t,
                          const struct seg_row *row)
{
  return seg_checksum(instance ^ (uint64_t)(9 + table), &row->checksum + t->number_words,
                      t->row_words - t->number_words);
}

static bool row_ok(uint64_t instance, enum seg_table table, const struct seg_table_info *t,
                   const struct seg_row *row, bool names_too)
{
  return row->checksum == numbers_sum(instance, table, t, row) && row->id != 0 && row->name_length > 0 &&
         row->name_length <= t->name_bytes &&
         (table != SEG_NODE || ((const struct seg_node *)row)->env_length <= SEG_NAME) &&
         (!names_too || row->name_sum == names_sum(instance, table, t, row));
}

bool seg_row_ok(uint64_t instance, enum seg_table table, const struct seg_row *row, bool names_too)
{
  return row_ok(instance, table, &seg_tables[table], row, names_too);
}

bool seg_row_ok_in(uint64_t instance, uint32_t version, enum seg_table table, const struct seg_row *row)
{
  return row_ok(instance, table, &seg_tables_of(version)[table], row, true);
}

void seg_row_seal(uint64_t instance, enum seg_table table, struct seg_row *row, bool names_too)
{
  const struct seg_table_info *t = &seg_tables[table];
  if (names_too) {
    row->name_sum = names_sum(instance, table, t, row);
  }
  row->checksum = numbers_sum(instance, table, t, row);
}

uint64_t seg_hash(uint64_t seed, const char *p, size_t n)
{
  uint64_t h = seed ^ (n * 0x9e3779b97f4a7c15ull);
  while (n > 0) {
    uint64_t w = 0;
    size_t step = n < 8 ? n : 8;
    memcpy(&w, p, step);
    h = (h ^ w) * 0xd6e8feb86659fd93ull;
    h ^= h >> 32;
    p += step;
    n -= step;
  }
  h *= 0xd6e8feb86659fd93ull;
  return h ^ h >> 29;
}

bool seg_undo(const struct seg_layout *layout, const uint64_t *journal, uint64_t words, void *p,
              uint64_t from, uint64_t to)
{
  if (words > layout->journal_words) {
    return false;
  }
  while (words > 0) {
    uint64_t entry = journal[--words];
    uint64_t n = entry & 0xffff;
    uint64_t offset = (entry >> 16) * 8;
    if (n == 0 || n > SEG_JOURNAL_ENTRY_MAX || n > words || offset < layout->core ||
        offset > layout->journal - n * 8) {
      return false;
    }
    words -= n;
    uint64_t first = offset < from ? from : offset;
    uint64_t last = offset + n * 8 > to ? to : offset + n * 8;
    if (first < last) {
      memcpy((char *)p + (first - from), (const char *)&journal[words] + (first - offset), last - first);
    }
  }
  return true;
}
