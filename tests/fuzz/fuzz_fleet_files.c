/* A server's metadata of files, and the lock file of other tools: any JSON. */
#include <stdint.h>
#include <stdlib.h>

#include "agent/types/file/file.h"
#include "fleet/fleet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_record(struct arena *a, value v)
{
  struct ral ral = {.arena = a, .facts = &hash_empty};
  struct file_source s = {0};
  if (!remote_record(&ral, v, &s)) {
    if (ral.error.n == 0) abort();
  } else if ((s.st.st_mode & S_IFMT) == 0 || (S_ISLNK(s.st.st_mode) && s.link.n == 0)) {
    abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  const str text = str_n((const char *)data, size);
  value v;
  str why, reason;
  if (value_read_json(a, text, &v, &why)) {
    read_record(a, v);
    for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) read_record(a, v.array->items[i]);
  }
  disabled_read(a, text, &reason);
  arena_free(a);
  return 0;
}
