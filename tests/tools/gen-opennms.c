/* Prints opennms/datacollection/ficelle.xml: what OpenNMS collects, made from collectors/stats.def.
 *
 *   build/tests/gen-opennms [ROOT] >opennms/datacollection/ficelle.xml
 *
 * Every numeric object is collected. Scalars and the columns of the name-indexed tables go by their own names. The
 * phases and the buckets of the compile histogram have fixed numbers, so each is collected as a value of the node,
 * ficPhaseTimeN and ficHistLeN: only values of one resource can be drawn in one graph. */
#include <stdio.h>
#include <string.h>

#include "collectors/stats_table.h"
#include "compiler/observer.h"

#ifndef FICELLE_OID_ROOT
#define FICELLE_OID_ROOT "1.3.6.1.4.1.8072.9999.9999.8140"
#endif

/* The histogram of compilations has a bucket for each 1-2-5 bound from 100 us to 100 s, and one without bound. */
enum { HIST_COMPILE = 1, HIST_BUCKETS = 20 };

static const char *root = FICELLE_OID_ROOT;

/* NULL: not collected (times of day, and values that name something). */
static const char *opennms_type(const struct stats_info *s)
{
  switch (s->syntax) {
  case STATS_COUNTER64: return "Counter64";
  case STATS_GAUGE32:
  case STATS_UNSIGNED32: return "Gauge32";
  case STATS_RATIO: return "Gauge32";
  case STATS_INTEGER32:
  case STATS_RESULT:
  case STATS_STATE: return "Integer32";
  case STATS_TIMETICKS:
  case STATS_TIMESTAMP: return "TimeTicks";
  case STATS_STRING: return "string";
  case STATS_DATEANDTIME: break;
  }
  return NULL;
}

static void object(const char *suffix, const char *instance, const char *alias, const char *type)
{
  printf("    <mibObj oid=\".%s.1.%s\" instance=\"%s\" alias=\"%s\" type=\"%s\"/>\n", root, suffix, instance, alias, type);
}

static const char *group_tag(enum stats_group g, char out[32])
{
  snprintf(out, 32, "%s", stats_groups[g].symbol);
  for (char *p = out; *p != '\0'; p++)
    if (*p >= 'A' && *p <= 'Z') *p += 'a' - 'A';
  return out;
}

static void scalars(enum stats_group g)
{
  char tag[32], suffix[32];
  printf("  <group name=\"ficelle-%s\" ifType=\"ignore\">\n", group_tag(g, tag));
  for (size_t i = 0; i < stats_groups[g].count; i++) {
    const struct stats_info *s = &stats_table[stats_groups[g].first + i];
    const char *type = opennms_type(s);
    if (type == NULL) continue;
    snprintf(suffix, sizeof suffix, "%u.%u", stats_groups[g].number, s->number);
    object(suffix, "0", s->name, type);
  }
  puts("  </group>");
}

static void rows(enum stats_group g)
{
  char tag[32], suffix[32], resource[32];
  snprintf(resource, sizeof resource, "%sIndex", stats_groups[g].name);
  printf("  <group name=\"ficelle-%s\" ifType=\"all\">\n", group_tag(g, tag));
  for (size_t i = 0; i < stats_groups[g].count; i++) {
    const struct stats_info *s = &stats_table[stats_groups[g].first + i];
    const char *type = opennms_type(s);
    if (type == NULL || s->source == STATS_SOURCE_INDEX) continue;
    snprintf(suffix, sizeof suffix, "%u.1.%u", stats_groups[g].number, s->number);
    object(suffix, resource, s->name, type);
  }
  puts("  </group>");
}

static void phases(void)
{
  static const struct { enum stats_id column; const char *alias; } columns[] = {
    {STAT_ficPhaseCount, "ficPhaseCount"}, {STAT_ficPhaseTime, "ficPhaseTime"},
    {STAT_ficPhaseP95, "ficPhaseP95n"}, {STAT_ficPhaseMax, "ficPhaseMax"},
  };
  puts("  <group name=\"ficelle-phase\" ifType=\"ignore\">");
  for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++)
    for (unsigned n = 1; n < PHASE_COUNT; n++) {
      char suffix[32], instance[16], alias[32];
      if (compile_phase_name(n) == NULL) continue;
      snprintf(suffix, sizeof suffix, "%u.1.%u", stats_groups[STATS_PHASE].number, stats_table[columns[c].column].number);
      snprintf(instance, sizeof instance, "%u", n);
      snprintf(alias, sizeof alias, "%s%u", columns[c].alias, n);
      object(suffix, instance, alias, opennms_type(&stats_table[columns[c].column]));
    }
  puts("  </group>");
}

static void histogram(void)
{
  puts("  <group name=\"ficelle-hist\" ifType=\"ignore\">");
  for (unsigned n = 1; n <= HIST_BUCKETS; n++) {
    char suffix[32], instance[16], alias[32];
    snprintf(suffix, sizeof suffix, "%u.1.%u.%d", stats_groups[STATS_HIST].number, stats_table[STAT_ficHistCount].number,
             HIST_COMPILE);
    snprintf(instance, sizeof instance, "%u", n);
    snprintf(alias, sizeof alias, "ficHistLe%u", n);
    object(suffix, instance, alias, "Counter64");
  }
  puts("  </group>");
}

static void resource_type(enum stats_group g, const char *label, const char *label_column)
{
  printf("  <resourceType name=\"%sIndex\" label=\"%s\" resourceLabel=\"${%s}\">\n", stats_groups[g].name, label,
         label_column);
  puts("    <persistenceSelectorStrategy class=\"org.opennms.netmgt.collection.support.PersistAllSelectorStrategy\"/>\n"
       "    <storageStrategy class=\"org.opennms.netmgt.dao.support.SiblingColumnStorageStrategy\">");
  printf("      <parameter key=\"sibling-column-name\" value=\"%s\"/>\n", label_column);
  puts("      <parameter key=\"replace-all\" value=\"s/[^A-Za-z0-9_.-]/_/\"/>\n"
       "    </storageStrategy>\n"
       "  </resourceType>");
}

int main(int argc, char **argv)
{
  if (argc > 1) root = argv[1];
  puts("<?xml version=\"1.0\"?>\n"
       "<!-- Made by tests/tools/gen-opennms.c from collectors/stats.def: change those, then `make opennms-files`. -->\n"
       "<datacollection-group xmlns=\"http://xmlns.opennms.org/xsd/config/datacollection\" name=\"FICELLE\">");
  resource_type(STATS_ENV, "ficelle environment", "ficEnvLabel");
  resource_type(STATS_NODE, "ficelle node", "ficNodeLabel");
  resource_type(STATS_TYPE, "ficelle resource type", "ficTypeLabel");
  scalars(STATS_SYSTEM);
  scalars(STATS_COMPILE);
  phases();
  histogram();
  rows(STATS_ENV);
  rows(STATS_NODE);
  rows(STATS_TYPE);
  puts("  <systemDef name=\"ficelle on Net-SNMP\">\n"
       "    <sysoidMask>.1.3.6.1.4.1.8072.3.</sysoidMask>\n"
       "    <collect>");
  static const char *const groups[] = {"system", "compile", "phase", "hist", "env", "node", "type"};
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
    printf("      <includeGroup>ficelle-%s</includeGroup>\n", groups[i]);
  puts("    </collect>\n"
       "  </systemDef>\n"
       "</datacollection-group>");
  return 0;
}
