/* Writes the graph files. Errors are logged and do not fail the run, since only people read these files. */
#include "agent/transaction/graphs.h"

#include <sys/stat.h>

#include "base/file.h"

static str write(struct ral *ral, const char *name, str text)
{
  const str path = arena_printf(ral->arena, "%s/%s.dot", settings_strz(ral->settings, SETTING_graphdir), name);
  str error;
  /* Otherwise it would be made with the mode of state files. */
  (void)!mkdir(settings_strz(ral->settings, SETTING_graphdir), 0755);
  if (file_replace(ral->arena, path, text, 0644, &error)) return path;
  ral_log_run(ral, LOG_LEVEL_ERR, "Could not write graph %.*s", STR_FMT(error));
  return STR_EMPTY;
}

void graphs_write(struct ral *ral, const struct catalog_doc *doc)
{
  if (!settings_bool(ral->settings, SETTING_graph)) return;
  for (int kind = 0; kind < GRAPH_KIND_COUNT; kind++) {
    struct buf out = BUF_IN(ral->arena);
    char *name = arena_strz(ral->arena, str_of(graph_names[kind]));
    name[0] = (char)ascii_upper((unsigned char)name[0]);
    graph_write_dot(&out, graph_new(ral->arena, doc, (enum graph_kind)kind), str_of(name));
    write(ral, graph_names[kind], buf_view(&out));
  }
}

str graphs_write_cycles(struct ral *ral, const struct graph_cycle *cycles, uint32_t n)
{
  struct buf out = BUF_IN(ral->arena);
  graph_write_cycles(&out, cycles, n);
  return write(ral, "cycles", buf_view(&out));
}
