/* fileserver.conf up to the first NUL, then a path to be found: MOUNT/REST. */
#include <stdint.h>

#include "base/mounts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void say(void *ctx, enum log_level level, str message) { (void)ctx, (void)level, (void)message; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  const str text = str_n((const char *)data, size);
  const size_t nul = str_index(text, '\0', 0);
  const str key = nul == SIZE_MAX ? STR_EMPTY : str_from(text, nul + 1);
  const size_t slash = str_index(key, '/', 0);
  const struct mounts_asker who = {.arena = a, .host = STR("h"), .domain = STR("d"), .say = say};
  bool known, flat;
  str error, path, *paths;
  uint32_t n;
  const struct mounts *m = mounts_parse(&who, "F", str_sub(text, 0, nul), &error);
  const str mount = str_sub(key, 0, slash), rest = slash == SIZE_MAX ? STR_EMPTY : str_from(key, slash + 1);
  mounts_find(m, &who, mount, rest, &known, &path, &error);
  mounts_search(m, &who, mount, rest, &known, &paths, &n, &flat, &error);
  arena_free(a);
  return 0;
}
