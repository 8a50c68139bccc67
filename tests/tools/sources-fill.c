/* Fills the collector's file of foreign sources: each object of each group that is in it gets a value, counters grow
 * with each call. For tests of what publishes and collects them.
 *
 *   sources-fill [-n SOURCES] [-p PREFIX] [-k KIND] [-r ROOT] FOLDER
 *   sources-fill -d NAME FOLDER     removes a source
 *
 * The defaults are 2 sources (source0, source1) of the kind sample, without a root. Each object of a kind with a MIB of
 * its own gets its number as value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collectors/sources/source_mibs.h"
#include "collectors/stats.h"

static void fill_object(struct stats_record *r, uint32_t id, unsigned i)
{
  const struct stats_info *s = &stats_table[id];
  if (!stats_is_stored(s)) return;
  if (s->syntax == STATS_STRING) stats_set_text(r, id, STR("text"));
  else if (stats_is_counter(s) && s->from.source == STATS_SOURCE_STORE) stats_add(r, id, 100 + i);
  else if (s->syntax == STATS_DATEANDTIME || s->syntax == STATS_TIMESTAMP) stats_set(r, id, stats_moment(r));
  else if (stats_is_counter(s)) stats_set(r, id, stats_moment(r) / 100000 + i);
  else if (s->syntax == STATS_ENUMERATED)
    stats_set(r, id, stats_list.labels[stats_list.enums[s->enumeration].first].number);
  else stats_set(r, id, 1 + i);
}

static void fill_group(struct stats_record *r, uint32_t group, const char *name, unsigned i)
{
  const struct stats_group_info *g = &stats_groups[group];
  if (g->segment != STATS_SEGMENT_SOURCES || (g->rows == STATS_ROWS_NAMED && !stats_row(r, group, str_of(name))))
    return;
  for (size_t id = g->first; id < g->first + g->count; id++) fill_object(r, (uint32_t)id, i);
}

/* The source's own file. */
static bool fill_own(const struct source_mib *mib, const char *folder, const char *name)
{
  char path[512], error[256];
  snprintf(path, sizeof path, "%s/%s.stats", folder, name);
  const struct stats_config config = {.path = path, .list = mib->list};
  struct stats_store *store = stats_open(&config, error, sizeof error);
  if (store == NULL) {
    fprintf(stderr, "sources-fill: %s\n", error);
    return false;
  }
  struct stats_record *r = stats_begin(store, 0);
  for (uint32_t id = 0; id < mib->list->stat_count; id++) {
    const struct stats_info *s = &mib->list->stats[id];
    if (s->syntax == STATS_STRING) stats_set_text(r, id, STR("text"));
    else if (stats_is_stored(s)) stats_set(r, id, s->number);
  }
  const bool good = stats_commit(r);
  stats_close(store);
  return good;
}

int main(int argc, char **argv)
{
  unsigned sources = 2;
  const char *kind = "sample", *root = "", *prefix = "source", *gone = NULL;
  char path[512], error[256], name[64];
  int option;
  while ((option = getopt(argc, argv, "n:p:k:r:d:")) != -1) {
    if (option == 'n') sources = (unsigned)strtoul(optarg, NULL, 10);
    else if (option == 'p') prefix = optarg;
    else if (option == 'd') gone = optarg;
    else if (option == 'k') kind = optarg;
    else if (option == 'r') root = optarg;
    else return 2;
  }
  if (optind + 1 != argc) {
    fprintf(stderr, "usage: sources-fill [-n SOURCES] [-p PREFIX] [-k KIND] [-r ROOT] | -d NAME FOLDER\n");
    return 2;
  }
  snprintf(path, sizeof path, "%s/%s", argv[optind], stats_segment_files[STATS_SEGMENT_SOURCES]);
  struct stats_config config = {.path = path, .segment = STATS_SEGMENT_SOURCES};
  struct stats_store *store = stats_open(&config, error, sizeof error);
  if (store == NULL) {
    fprintf(stderr, "sources-fill: %s\n", error);
    return 1;
  }
  if (gone != NULL) {
    struct stats_record *r = stats_begin(store, 0);
    for (uint32_t g = 0; g < STATS_GROUPS; g++) {
      if (stats_groups[g].rows == STATS_ROWS_NAMED) stats_remove_row(r, g, str_of(gone));
    }
    const bool good = stats_commit(r);
    stats_close(store);
    return good ? 0 : 1;
  }
  const struct source_mib *mib = source_mib_find(str_of(kind));
  for (unsigned i = 0; i < sources; i++) {
    snprintf(name, sizeof name, "%s%u", prefix, i);
    if (mib != NULL && !fill_own(mib, argv[optind], name)) return 1;
    struct stats_record *r = stats_begin(store, 0);
    for (uint32_t g = 0; g < STATS_GROUPS; g++) fill_group(r, g, name, i);
    stats_row(r, STATS_SOURCE, str_of(name));
    stats_set_text(r, STAT_ficSrcKind, str_of(kind));
    if (*root == '\0') stats_forget(r, STAT_ficSrcRoot);
    else stats_set_text(r, STAT_ficSrcRoot, str_of(root));
    if (!stats_commit(r)) return 1;
  }
  stats_close(store);
  return 0;
}
