/* Prints every object of a snapshot, of the store or over SNMP: tests compare both.
 *
 *   snapshot-print STATSFILE ALARMS_FILE ALARMS_DIR
 *   snapshot-print -H HOST:PORT VERSION COMMUNITY [ROOT]     or, with version 3, USER:PASSWORD:PASSWORD
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "monitor/source.h"

static void print(const struct snapshot *s)
{
  for (uint32_t id = 0; id < STATS_IDS; id++) {
    const struct stats_info *info = &stats_table[id];
    const uint32_t group = info->group;
    struct stats_value v;
    for (size_t row = 0; row < snapshot_rows(s, group); row++) {
      if (!snapshot_cell(s, id, row, &v)) continue;
      const struct snapshot_index *index = snapshot_index_of(s, group, row);
      printf("%s[%.*s %u.%u] = ", info->name, STR_FMT(index->name), index->number[0], index->number[1]);
      if (info->syntax == STATS_STRING) printf("%.*s\n", (int)v.length, v.text);
      else if (info->syntax == STATS_OID) printf("%zu\n", v.length);
      else printf("%" PRIu64 "\n", v.number);
    }
  }
}

int main(int argc, char **argv)
{
  struct monitor_target t = {.retries = -1};
  struct buf why = BUF_HEAP;
  if (argc >= 5 && strcmp(argv[1], "-H") == 0) {
    t.host = argv[2];
    t.version = argv[3];
    t.community = argv[4];
    if (strcmp(t.version, "3") == 0) {
      t.user = strtok(argv[4], ":");
      t.auth_password = strtok(NULL, ":");
      t.priv_password = strtok(NULL, ":");
    }
    t.oid_root = argc > 5 ? argv[5] : NULL;
  } else if (argc == 4) {
    t.statsfile = argv[1];
    t.alarms_file = argv[2];
    t.alarms_dir = argv[3];
  } else {
    fprintf(stderr, "usage: snapshot-print STATSFILE ALARMS_FILE ALARMS_DIR | -H HOST VERSION COMMUNITY [ROOT]\n");
    return 2;
  }
  struct monitor_source *source = monitor_open(&t, &why);
  struct snapshot *s = snapshot_new();
  for (uint32_t g = 0; g < STATS_GROUPS; g++) snapshot_want_group(s, g);
  const enum source_look look = source == NULL ? SOURCE_FAILED : source->look(source, s, &why);
  if (look == SOURCE_LOOKED) print(s);
  else fprintf(stderr, "snapshot-print: %s\n", why.p);
  snapshot_free(s);
  monitor_close(source);
  buf_free(&why);
  return look;
}
