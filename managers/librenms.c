/* LibreNMS: sensors, in the format of os_discovery/NAME.yaml: to be added to the file of the operating system on
 * which snmpd runs. Counters are rates; a table gives a sensor for each row. */
#include <string.h>

#include "managers/generate.h"

static FILE *out;

/* The class of a sensor in LibreNMS, and its divisor. */
struct sensor {
  const char *class;
  unsigned divisor;
};

static struct sensor sensor_of(const struct stats_info *s)
{
  if (s->syntax == STATS_ENUMERATED || s->syntax == STATS_TRUTHVALUE) return (struct sensor){"state", 1};
  if (s->syntax == STATS_RATIO) return (struct sensor){"percent", 100};
  if (strcmp(s->units, "percent") == 0) return (struct sensor){"percent", 1};
  if (s->syntax == STATS_TIMETICKS) return (struct sensor){"runtime", 6000};
  if (stats_is_counter(s)) return (struct sensor){"count", 1};
  if (strcmp(s->units, "microseconds") == 0) return (struct sensor){"delay", 1000000};
  if (strcmp(s->units, "seconds") == 0) return (struct sensor){"runtime", 60};
  return (struct sensor){"count", 1};
}

/* LibreNMS' severity of a value: 0 ok, 1 warning, 2 critical, 3 unknown. */
static int generic(const char *label)
{
  static const struct {
    const char *label;
    int generic;
  } known[] = {{"failed", 2},  {"missing", 2},    {"corrupt", 2},   {"raised", 2}, {"refused", 2},
               {"timeout", 2}, {"no_catalog", 2}, {"noCatalog", 2}, {"stale", 1},  {"cached", 1},
               {"skipped", 1}, {"pending", 1},    {"disabled", 1},  {"none", 3},   {"unknown", 3}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(known[i].label, label) == 0) return known[i].generic;
  }
  return 0;
}

static void state(unsigned number, const char *label, int how)
{
  fprintf(out, "            - { value: %u, descr: \"%s\", graph: 1, generic: %d }\n", number, label, how);
}

static void states(const struct stats_info *s)
{
  fprintf(out, "          state_name: %s\n          states:\n", s->name);
  if (s->syntax == STATS_TRUTHVALUE) {
    state(1, "true", 0);
    state(2, "false", 0);
    return;
  }
  const struct stats_enum_info *e = &subject->list->enums[s->enumeration];
  for (size_t i = 0; i < e->count; i++) {
    char name[33];
    const struct stats_label_info *l = &subject->list->labels[e->first + i];
    stats_mib_label(l->name, name);
    state(l->number, name, generic(l->name));
  }
}

static void limits(const struct stats_info *s, unsigned divisor)
{
  for (size_t i = 0; i < subject->alarms.count; i++) {
    const struct alarm *a = &subject->alarms.a[i];
    if (a->stat != s) continue;
    const bool up = a->rising > a->falling;
    fprintf(out, "          %s: %.10g\n", up ? "high_limit" : "low_limit", (a->rising - (up ? 1 : -1)) / divisor);
    fprintf(out, "          %s: %.10g\n", up ? "warn_limit" : "low_warn_limit", a->falling / divisor);
  }
}

static void sensor(const struct stats_info *s)
{
  const struct stats_group_info *g = stat_group(s);
  const struct sensor as = sensor_of(s);
  char oid[OID_TEXT];
  stat_oid(s, oid);
  fprintf(out, "        -\n          oid: %s::%s%s\n", subject->module, stats_is_table(g) ? g->name : s->name,
          stats_is_table(g) ? "Table" : "");
  if (stats_is_table(g)) fprintf(out, "          value: %s::%s\n", subject->module, s->name);
  fprintf(out,
          "          num_oid: \".%s.{{ $index }}\"\n          index: \"%s.{{ $index }}\"\n          group: \"%s %s\"\n",
          oid, s->name, subject->stem, group_tag(g));
  if (stats_is_table(g) && group_names(g) != NULL)
    fprintf(out, "          descr: \"{{ %s::%s }} %s\"\n", subject->module, group_names(g)->name, s->name);
  else fprintf(out, "          descr: \"%s%s\"\n", s->name, stats_is_table(g) ? " {{ $index }}" : "");
  if (strcmp(as.class, "state") == 0) {
    states(s);
    return;
  }
  if (as.divisor != 1) fprintf(out, "          divisor: %u\n", as.divisor);
  if (stats_is_counter(s)) fprintf(out, "          rrd_type: DERIVE\n");
  limits(s, as.divisor);
}

void librenms_write(void)
{
  static const char *const classes[] = {"count", "delay", "percent", "runtime", "state"};
  out = generate_open("librenms/%s.yaml", subject->stem);
  fprintf(
    out,
    "# Sensors for the objects of %s: to be added to resources/definitions/os_discovery/linux.yaml (or that of the\n"
    "# system on which snmpd runs) of LibreNMS. Made by ficelle-generate.\nmodules:\n  sensors:\n",
    subject->module);
  for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
    bool begun = false;
    for (size_t k = 0; k < subject->list->stat_count; k++) {
      const struct stats_info *s = &subject->list->stats[k];
      if (!value_is_number(s) || left_out("librenms", s) != NULL || strcmp(sensor_of(s).class, classes[i]) != 0)
        continue;
      if (!begun) fprintf(out, "    %s:\n      data:\n", classes[i]);
      begun = true;
      sensor(s);
    }
  }
  generate_close(out);
}
