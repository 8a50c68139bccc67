/* Reading catalogs: the result is a catalog or a message; a catalog can be drawn, searched for cycles and compared with
 * itself, without differences. */
#include <stdint.h>
#include <stdlib.h>

#include "cli/catalog_compare.h"
#include "compiler/catalog/graph.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void draw(struct arena *a, const struct catalog_doc *doc)
{
  for (int kind = 0; kind < GRAPH_KIND_COUNT; kind++) {
    struct graph *g = graph_new(a, doc, (enum graph_kind)kind);
    struct graph_cycle *cycles;
    struct buf out = BUF_IN(a);
    const uint32_t n = graph_cycles(g, 3, &cycles);
    graph_write_dot(&out, g, str_of(graph_names[kind]));
    graph_write_cycles(&out, cycles, n);
    graph_cycles_text(&out, cycles, n);
    for (uint32_t i = 0; i < n; i++) {
      if (cycles[i].nwalks == 0 || cycles[i].walks[0].n == 0) abort();
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  struct catalog_doc doc;
  struct catalog_diff diff;
  const struct catalog_diff_options all = {.tags = true, .order = true};
  str error = STR_EMPTY;
  const bool ok = catalog_read(a, str_n((const char *)data, size), &doc, &error);
  if (ok == (error.n != 0)) abort();
  if (ok && size < 20000) {
    struct buf out = BUF_IN(a);
    draw(a, &doc);
    catalog_write_dot(a, &out, &doc);
    catalog_compare(a, &doc, &doc, &all, &diff);
    if (!diff.same && str_find(str_n((const char *)data, size), STR("nan"), 0) == SIZE_MAX &&
        str_find(str_n((const char *)data, size), STR("NaN"), 0) == SIZE_MAX &&
        str_find(str_n((const char *)data, size), STR("NAN"), 0) == SIZE_MAX) {
      abort();
    }
  }
  arena_free(a);
  return 0;
}
