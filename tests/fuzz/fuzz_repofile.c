/* Files of yum repositories: any bytes. A written file has the same sections. */
#include <stdint.h>

#include "agent/providers/yumrepo/repofile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct ral ral = {.arena = arena_new()};
  struct repo_files first = {.ral = &ral}, second = {.ral = &ral};
  struct buf out = BUF_IN(ral.arena);
  const str text = arena_str(ral.arena, str_n((const char *)data, size)), k = STR("k"), v = STR("v");
  if (repo_parse(&first, STR("/a"), text)) {
    const struct repo_file *f = first.files.items[0];
    for (uint32_t i = 0; i < f->sections.n; i++) repo_set(&first, f->sections.items[i], k, &v);
    repo_text(f, &out);
    if (!repo_parse(&second, STR("/a"), arena_str(ral.arena, buf_view(&out)))) __builtin_trap();
    const struct repo_file *g = second.files.items[0];
    if (g->sections.n != f->sections.n) __builtin_trap();
  }
  arena_free(ral.arena);
  return 0;
}
