/* The layout of a statistics file: header, directory of cells, checksums, and where each cell is. */
#include "collectors/segment.h"

#include <string.h>

_Static_assert(sizeof(struct seg_header) <= SEG_PAGE, "the header is one page");
_Static_assert(offsetof(struct seg_header, checksum) == 56, "as in all versions");

/* Must never change: managers subtract counts of the same bound over months. */
const uint64_t seg_bounds_us[STATS_BUCKETS] = {
  100,    200,    500,     1000,    2000,    5000,     10000,    20000,    50000,     100000,
  200000, 500000, 1000000, 2000000, 5000000, 10000000, 20000000, 50000000, 100000000, UINT64_MAX,
};

static uint64_t align_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }

/* --- layout ---------------------------------------------------------------------------------------------- */

bool seg_add_container(struct seg_layout *layout, enum seg_container_kind kind, uint32_t number, uint32_t items,
                       uint32_t name_bytes)
{
  if (layout->count == SEG_CONTAINERS) {
    return false;
  }
  layout->containers[layout->count++] = (struct seg_container){
    .kind = kind, .number = number, .items = items, .name_bytes = name_bytes, .first = layout->cell_count};
  return true;
}

bool seg_add_cell(struct seg_layout *layout, uint32_t id, enum seg_kind kind, uint32_t count)
{
  if (layout->cell_count == SEG_CELLS || count > UINT16_MAX) {
    return false;
  }
  layout->cells[layout->cell_count++] = (struct seg_cell){
    .id = id, .count = (uint16_t)count, .kind = (uint8_t)kind, .step = 1};
  layout->containers[layout->count - 1].count++;
  return true;
}

/* Words of the cell in an item. */
static uint32_t seg_cell_words(const struct seg_cell *cell)
{
  switch (cell->kind) {
  case SEG_COUNTERS:
  case SEG_GAUGES: return cell->count;
  case SEG_TEXT: return (cell->count + 7u) / 8;
  case SEG_HALVES: return (cell->count + 1u) / 2;
  default: return 1;
  }
}

/* Places the cells of text, or all others, from word `at` on; returns the word after them. */
static uint64_t place_cells(struct seg_layout *layout, const struct seg_container *c, uint64_t at, bool text)
{
  for (uint32_t i = c->first; i < c->first + c->count; i++) {
    struct seg_cell *cell = &layout->cells[i];
    if ((cell->kind == SEG_TEXT) == text) {
      cell->at = (uint32_t)at;
      at += seg_cell_words(cell);
    }
  }
  return at;
}

static bool place_item(struct seg_layout *layout, uint32_t index)
{
  struct seg_container *c = &layout->containers[index];
  uint64_t at = c->kind == SEG_CORE     ? SEG_CORE_STATES + 2 * (layout->count - 1)
                : c->kind == SEG_WINDOW ? SEG_SAMPLE_CELLS
                                        : sizeof(struct seg_row) / 8;
  at = place_cells(layout, c, at, false);
  c->number_words = (uint32_t)at;
  if (c->kind == SEG_TABLE) {
    at += (c->name_bytes + 7u) / 8;
  }
  at = place_cells(layout, c, at, true);
  c->item_words = (uint32_t)at;
  c->salt = 32 + 2 * index;
  c->name_salt = 33 + 2 * index;
  for (uint32_t i = 0; index > 0 && i < 2; i++) {
    c->state[i] = SEG_CORE_STATES + 2 * (index - 1) + i;
  }
  return at <= SEG_ITEM_WORDS;
}

bool seg_place_containers(struct seg_layout *layout, uint64_t journal_words)
{
  uint64_t at = align_up(layout->directory + layout->directory_words * 8, 64);
  for (uint32_t i = 0; i < layout->count; i++) {
    struct seg_container *c = &layout->containers[i];
    if (c->items == 0 || c->items > SEG_ITEMS) {
      return false;
    }
    c->at = at;
    at = align_up(at + (uint64_t)c->items * c->item_words * 8, 64);
    if (c->kind == SEG_TABLE) {
      c->head_count = 16;
      while (c->head_count < c->items) {
        c->head_count *= 2;
      }
      c->uses = at;
      at += c->items * 8ull;
      c->nexts = at;
      at += c->items * 8ull;
      c->heads = at;
      at = align_up(at + c->head_count * 8ull, 64);
    }
  }
  layout->journal = at;
  layout->journal_words = journal_words;
  layout->bytes = align_up(at + journal_words * 8, SEG_PAGE);
  return layout->bytes < (uint64_t)1 << 40;
}

bool seg_place(struct seg_layout *layout)
{
  /* The largest transaction changes the core, one sample of each window, and rows of each table, each with its last
   * use and, when a row is taken from another name, four words of hash chains (each two words here). */
  uint64_t journal_words = 64;
  layout->version = SEG_VERSION;
  layout->slots = SEG_PAGE;
  layout->directory = SEG_PAGE + SEG_SLOTS * sizeof(uint64_t);
  layout->directory_words = 2 * layout->count + layout->cell_count;
  for (uint32_t i = 0; i < SEG_CORE_STATES; i++) {
    layout->system[i] = i;
  }
  for (uint32_t i = 0; i < layout->count; i++) {
    const struct seg_container *c = &layout->containers[i];
    if (!place_item(layout, i)) {
      return false;
    }
    uint64_t rows = c->items < SEG_ROWS_AT_ONCE ? c->items : SEG_ROWS_AT_ONCE;
    journal_words += c->kind == SEG_TABLE ? rows * (c->item_words + 16) : c->item_words + 1;
  }
  return seg_place_containers(layout, journal_words);
}

const struct seg_container *seg_find(const struct seg_layout *layout, uint32_t kind, uint32_t number)
{
  for (uint32_t i = 0; i < layout->count; i++) {
    if (layout->containers[i].kind == kind && layout->containers[i].number == number) {
      return &layout->containers[i];
    }
  }
  return NULL;
}

const struct seg_cell *seg_find_cell(const struct seg_layout *layout, const struct seg_container *c, uint32_t id)
{
  for (uint32_t i = c->first; i < c->first + c->count; i++) {
    if (layout->cells[i].id == id) {
      return &layout->cells[i];
    }
  }
  return NULL;
}

/* --- the directory --------------------------------------------------------------------------------------- */

/* Two words per container: kind, number | items, bytes of names, cells. Its cells follow: identifier, kind, count. */
void seg_write_directory(const struct seg_layout *layout, uint64_t *words)
{
  for (uint32_t i = 0; i < layout->count; i++) {
    const struct seg_container *c = &layout->containers[i];
    *words++ = (uint64_t)c->kind << 32 | c->number;
    *words++ = (uint64_t)c->items << 32 | c->name_bytes << 16 | c->count;
    for (uint32_t k = c->first; k < c->first + c->count; k++) {
      *words++ = (uint64_t)layout->cells[k].id << 32 | (uint32_t)layout->cells[k].kind << 16 | layout->cells[k].count;
    }
  }
}

/* Reads a cell; its kind must suit the container, and its identifier must be new. */
static bool read_cell(struct seg_layout *layout, uint64_t word)
{
  const struct seg_container *c = &layout->containers[layout->count - 1];
  const uint32_t id = (uint32_t)(word >> 32), kind = (word >> 16) & 0xffff, count = word & 0xffff;
  const bool vector = kind == SEG_COUNTERS || kind == SEG_GAUGES || kind == SEG_HALVES || kind == SEG_TEXT;
  const bool fits = c->kind == SEG_CORE     ? kind != SEG_HALVES
                    : c->kind == SEG_WINDOW ? kind == SEG_COUNTER || kind == SEG_HALVES
                                            : kind == SEG_COUNTER || kind == SEG_GAUGE || kind == SEG_TEXT;
  return kind > 0 && kind < SEG_KINDS && fits && (vector ? count > 0 : count == 1) &&
         seg_find_cell(layout, c, id) == NULL && seg_add_cell(layout, id, (enum seg_kind)kind, count);
}

static bool read_directory(const uint64_t *words, uint64_t n, struct seg_layout *layout)
{
  layout->count = layout->cell_count = 0;
  for (uint64_t i = 0; i < n;) {
    if (n - i < 2) {
      return false;
    }
    const uint64_t kind = words[i] >> 32, items = words[i + 1] >> 32, cells = words[i + 1] & 0xffff;
    const uint32_t number = (uint32_t)words[i], name_bytes = (words[i + 1] >> 16) & 0xffff;
    i += 2;
    if ((kind == SEG_CORE) != (layout->count == 0) || kind < SEG_CORE || kind > SEG_TABLE || cells > n - i ||
        (kind == SEG_CORE && items != 1) ||
        (kind == SEG_TABLE ? name_bytes == 0 || name_bytes > STATS_NAME_BYTES : name_bytes != 0) ||
        seg_find(layout, (uint32_t)kind, number) != NULL ||
        !seg_add_container(layout, (enum seg_container_kind)kind, number, (uint32_t)items, name_bytes)) {
      return false;
    }
    for (uint64_t k = 0; k < cells; k++) {
      if (!read_cell(layout, words[i++])) {
        return false;
      }
    }
  }
  return layout->count > 0 && seg_place(layout);
}

/* --- checksums ------------------------------------------------------------------------------------------- */

/* Combines both halves of the product, so that every bit of either factor affects the result. */
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
  /* Pairs of words with keys of their place; no multiplication depends on the previous one. */
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
  return seg_checksum(SEG_MAGIC, (const uint64_t *)(const void *)h, offsetof(struct seg_header, checksum) / 8);
}

/* The directory of a file of the present version. */
static bool check_directory(const char *p, size_t size, const struct seg_header *h, struct seg_layout *layout)
{
  const uint64_t at = SEG_PAGE + SEG_SLOTS * sizeof(uint64_t);
  if (h->directory_words > 2 * SEG_CONTAINERS + SEG_CELLS || size < at + h->directory_words * 8) {
    return false;
  }
  uint64_t words[2 * SEG_CONTAINERS + SEG_CELLS];
  memcpy(words, p + at, h->directory_words * 8);
  return seg_checksum(h->instance, words, h->directory_words) == h->directory_sum &&
         read_directory(words, h->directory_words, layout);
}

bool seg_check_header(const void *p, size_t size, uint64_t file_bytes, struct seg_layout *layout, const char **reason)
{
  struct seg_header h;
  uint32_t sizes[4];
  if (size < sizeof h) {
    *reason = "it is too short to have a header";
    return false;
  }
  memcpy(&h, p, sizeof h);
  memcpy(sizes, &h.directory_words, sizeof sizes);
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
  if (h.checksum != seg_header_checksum(&h)) {
    *reason = "its header is damaged";
    return false;
  }
  if (file_bytes != h.file_bytes) {
    *reason = file_bytes < h.file_bytes ? "it is truncated" : "it is longer than its header states";
    return false;
  }
  const bool ok = h.version == SEG_VERSION ? check_directory(p, size, &h, layout)
                                           : seg_old_layout(h.version, sizes, layout);
  if (!ok || layout->bytes != h.file_bytes) {
    *reason = "its directory is damaged";
    return false;
  }
  return true;
}

static uint64_t core_sum(uint64_t instance, const struct seg_layout *layout, const uint64_t *core)
{
  return seg_checksum(instance ^ layout->containers[0].salt, core + 1, layout->containers[0].item_words - 1);
}

bool seg_core_ok(uint64_t instance, const struct seg_layout *layout, const uint64_t *core)
{
  if (core[SEG_CORE_SUM] != core_sum(instance, layout, core)) {
    return false;
  }
  for (uint32_t i = 1; i < layout->count; i++) {
    const struct seg_container *c = &layout->containers[i];
    if (c->kind == SEG_TABLE && core[c->state[0]] > c->items) {
      return false;
    }
  }
  return true;
}

void seg_core_seal(uint64_t instance, const struct seg_layout *layout, uint64_t *core)
{
  core[SEG_CORE_SUM] = core_sum(instance, layout, core);
}

static uint64_t sample_sum(uint64_t instance, const struct seg_container *c, const uint64_t *sample)
{
  return seg_checksum(instance ^ c->salt, sample + 1, c->item_words - 1);
}

bool seg_sample_ok(uint64_t instance, const struct seg_container *c, const uint64_t *sample)
{
  return sample[SEG_SAMPLE_SUM] == sample_sum(instance, c, sample);
}

void seg_sample_seal(uint64_t instance, const struct seg_container *c, uint64_t *sample)
{
  sample[SEG_SAMPLE_SUM] = sample_sum(instance, c, sample);
}

static uint64_t numbers_sum(uint64_t instance, const struct seg_container *c, const struct seg_row *row)
{
  return seg_checksum(instance ^ c->salt, &row->name_sum, c->number_words - 1);
}

static uint64_t names_sum(uint64_t instance, const struct seg_container *c, const struct seg_row *row)
{
  return seg_checksum(instance ^ c->name_salt, &row->checksum + c->number_words, c->item_words - c->number_words);
}

bool seg_row_ok(uint64_t instance, const struct seg_container *c, const struct seg_row *row, bool names_too)
{
  return row->checksum == numbers_sum(instance, c, row) && row->id != 0 && row->name_length > 0 &&
         row->name_length <= c->name_bytes && (!names_too || row->name_sum == names_sum(instance, c, row));
}

void seg_row_seal(uint64_t instance, const struct seg_container *c, struct seg_row *row, bool names_too)
{
  if (names_too) {
    row->name_sum = names_sum(instance, c, row);
  }
  row->checksum = numbers_sum(instance, c, row);
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

bool seg_undo(const struct seg_layout *layout, const uint64_t *journal, uint64_t words, void *p, uint64_t from,
              uint64_t to)
{
  if (words > layout->journal_words) {
    return false;
  }
  while (words > 0) {
    uint64_t entry = journal[--words];
    uint64_t n = entry & 0xffff;
    uint64_t offset = (entry >> 16) * 8;
    if (n == 0 || n > SEG_JOURNAL_ENTRY_MAX || n > words || offset < layout->containers[0].at ||
        offset + n * 8 > layout->journal) {
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
