/* A page of all objects, for people. */
#include <string.h>

#include "managers/generate.h"

static FILE *out;

/* "|" ends a cell of a table. */
static void cell(const char *text)
{
  for (; *text != '\0'; text++) {
    if (*text == '|') fputc('\\', out);
    fputc(*text, out);
  }
}

static const char *source_of(const struct stats_info *s)
{
  switch (s->from.source) {
  case STATS_SOURCE_STORE: return "statistics file";
  case STATS_SOURCE_MIRROR: return "another program";
  case STATS_SOURCE_INDEX:
  case STATS_SOURCE_LABEL: return "name of the row";
  case STATS_SOURCE_AGE:
  case STATS_SOURCE_LEFT: return "clock";
  case STATS_SOURCE_STAMP: return "start of the row or file";
  case STATS_SOURCE_EVICTED: return "statistics file";
  case STATS_SOURCE_WINDOW: return "sliding window";
  case STATS_SOURCE_ROWS:
  case STATS_SOURCE_COUNT:
  case STATS_SOURCE_COUNT_NAME:
  case STATS_SOURCE_COUNT_OLDER: return "count of rows";
  case STATS_SOURCE_BUCKET_BOUND:
  case STATS_SOURCE_BUCKET_COUNT: return "histogram";
  case STATS_SOURCE_READER: return "state of the file";
  case STATS_SOURCE_PUBLISHER: break;
  }
  return "subagent";
}

static const char *type_of(const struct stats_info *s)
{
  static const char *const text[] = {
    [STATS_COUNTER64] = "Counter64",     [STATS_GAUGE32] = "Gauge32",
    [STATS_UNSIGNED32] = "Unsigned32",   [STATS_INTEGER32] = "Integer32",
    [STATS_TIMETICKS] = "TimeTicks",     [STATS_TIMESTAMP] = "TimeStamp",
    [STATS_DATEANDTIME] = "DateAndTime", [STATS_STRING] = "text",
    [STATS_TRUTHVALUE] = "TruthValue",   [STATS_COUNTER32] = "Counter32",
    [STATS_GAUGE64] = "64-bit gauge",    [STATS_RATIO] = "ratio",
    [STATS_OID] = "object identifier",   [STATS_ENUMERATED] = "enumeration",
  };
  return text[s->syntax];
}

static void drawn_in(const struct stats_info *s)
{
  const char *comma = "";
  for (size_t i = 0; i < subject->graphs.count; i++) {
    bool used = false;
    for (size_t k = 0; k < subject->graphs.g[i].used_count; k++)
      used = used || subject->values.v[subject->graphs.g[i].used[k]].stat == s;
    if (!used) continue;
    fprintf(out, "%s%s", comma, subject->graphs.g[i].name);
    comma = ", ";
  }
}

static void labels(const struct stats_enum_info *e)
{
  for (size_t i = 0; i < e->count; i++) {
    char name[33];
    stats_mib_label(subject->list->labels[e->first + i].name, name);
    fprintf(out, "%s%u %s", i == 0 ? " Values: " : ", ", subject->list->labels[e->first + i].number, name);
  }
  fprintf(out, ".");
}

void reference_write(void)
{
  out = generate_open(subject == subjects ? "objects.md" : "objects-%s.md", subject->stem);
  fprintf(out,
          "# Objects of %s\n\nGenerated from the list of objects, like everything that publishes these numbers. The "
          "root is `%s`; objects are below `%s%s`.\nScalars end in `.0`; rows of tables in their index: names as "
          "their length and their octets, numbers unchanged.\n",
          subject->module, subject->root, subject->root, subject->below);
  for (size_t i = 0; i < subject->list->group_count; i++) {
    const struct stats_group_info *g = &subject->list->groups[i];
    fprintf(out, "\n## %s%s\n\n%s\n", g->name, stats_is_table(g) ? "Table" : "", g->description);
    if (g->rows == STATS_ROWS_FIXED) {
      fprintf(out, "\n| Row | Name | |\n|---|---|---|\n");
      const struct stats_enum_info *e = &subject->list->enums[g->enumeration];
      for (size_t k = 0; k < e->count; k++)
        fprintf(out, "| %u | %s | %s |\n", subject->list->labels[e->first + k].number,
                subject->list->labels[e->first + k].name, subject->list->labels[e->first + k].description);
    }
    fprintf(out,
            "\n| Object | Below `.1` | Type | Units | From | Description | Graphs |\n|---|---|---|---|---|---|---|\n");
    for (size_t k = 0; k < g->count; k++) {
      const struct stats_info *s = &subject->list->stats[g->first + k];
      char oid[OID_TEXT];
      stat_oid(s, oid);
      fprintf(out, "| %s | `%s` | %s%s | %s | %s | ", s->name, oid + strlen(subject->root) + strlen(subject->below),
              type_of(s), s->access == STATS_ACCESS_RW ? ", writable" : "", s->units, source_of(s));
      cell(s->description);
      if (s->syntax == STATS_ENUMERATED) labels(&subject->list->enums[s->enumeration]);
      fprintf(out, " | ");
      drawn_in(s);
      fprintf(out, " |\n");
    }
  }
  if (subject->list->notification_count > 0)
    fprintf(out, "\n## Notifications\n\n| Notification | Number | Objects | When |\n|---|---|---|---|\n");
  for (size_t i = 0; i < subject->list->notification_count; i++) {
    const struct stats_notification_info *n = &subject->list->notifications[i];
    fprintf(out, "| %s | `.0.%u` | ", n->name, n->number);
    for (size_t k = 0; k < n->count; k++)
      fprintf(out, "%s%s", k == 0 ? "" : ", ", subject->list->stats[subject->list->notified[n->first + k]].name);
    fprintf(out, " | ");
    cell(n->description);
    fprintf(out, " |\n");
  }
  generate_close(out);
}
