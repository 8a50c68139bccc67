/* Answers of an SNMP agent: the input becomes varbinds, which are added to a snapshot of everything. A step is a byte
 * for the kind, one for the length of the rest of the name, one for that of the value, then both. */
#include <stdlib.h>

#include "monitor/varbind.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t take(const uint8_t **data, size_t *size, size_t n, const uint8_t **part)
{
  if (n > *size) n = *size;
  *part = *data;
  *data += n;
  *size -= n;
  return n;
}

static void put(struct snapshot *s, const struct varbind_context *context, const uint8_t head[3], const uint8_t **data,
                size_t *size, size_t *hint)
{
  struct varbind v = {.type = (enum varbind_type)(head[0] % 7)};
  const uint8_t *part;
  oid_copy(&v.name, context->root);
  const size_t ids = take(data, size, head[1] % OID_MAX, &part);
  for (size_t i = 0; i < ids && v.name.n < OID_MAX; i++) v.name.id[v.name.n++] = part[i] == 255 ? UINT32_MAX : part[i];
  const size_t bytes = take(data, size, head[2], &part);
  v.bytes = str_n((const char *)part, bytes);
  for (size_t i = 0; i < bytes && i < 8; i++) v.number = (int64_t)((uint64_t)v.number << 8 | part[i]);
  varbind_put(s, context, &v, hint);
}

/* Reads everything; rows must ascend. */
static void read_all(const struct snapshot *s)
{
  struct stats_value v;
  for (uint32_t id = 0; id < STATS_IDS; id++) {
    const uint32_t group = stats_table[id].group;
    for (size_t row = 0; row < snapshot_rows(s, group); row++) {
      if (snapshot_cell(s, id, row, &v) && v.text != NULL && v.length > 0 && v.text[v.length] != '\0') abort();
      if (snapshot_row_name(s, group, row).n == 0) abort();
      if (snapshot_find(s, group, snapshot_index_of(s, group, row)) != (long)row) abort();
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const struct oid root = {2, {1, 3}};
  struct varbind_context context = {.root = &root, .now_us = 1700000000000000, .has_uptime = true, .uptime = 5000};
  struct snapshot *s = snapshot_new();
  const uint8_t *head;
  size_t hint = 0;
  for (uint32_t g = 0; g < STATS_GROUPS; g++) snapshot_want_group(s, g);
  while (take(&data, &size, 3, &head) == 3) {
    if (head[0] == 255) hint = head[1];
    put(s, &context, head, &data, &size, &hint);
  }
  read_all(s);
  snapshot_free(s);
  return 0;
}
