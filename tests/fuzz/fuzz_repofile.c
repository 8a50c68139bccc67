/* Files of yum repositories: any bytes. A written file has the same sections. */
#include <stdint.h>

#include "agent/providers/yumrepo/repofile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As in Puppet, changed sections are written without indentation, so such a key becomes the name of a section. */
static bool has_key_like_section(const struct repo_file *f)
{
  for (uint32_t i = 0; i < f->sections.n; i++) {
    const struct repo_section *s = f->sections.items[i];
    for (uint32_t j = 0; j < s->n; j++) {
      if (s->entries[j].key.n > 0 && s->entries[j].key.p[0] == '[') return true;
    }
  }
  return false;
}

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
    const bool again = repo_parse(&second, STR("/a"), arena_str(ral.arena, buf_view(&out)));
    const struct repo_file *g = again ? second.files.items[0] : NULL;
    if ((!again || g->sections.n != f->sections.n) && !has_key_like_section(f)) __builtin_trap();
  }
  arena_free(ral.arena);
  return 0;
}
