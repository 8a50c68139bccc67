/* Prints opennms/datacollection/ficelle.xml: what OpenNMS collects, made from collectors/stats.def.
 *
 *   build/tests/gen-opennms [ROOT] >opennms/datacollection/ficelle.xml
 *
 * Every numeric object is collected. Scalars and the columns of the name-indexed tables go by their own names. The
 * phases, the kinds of calls into Ruby, the ways of rendering templates and the buckets of the histograms have fixed
 * numbers, so each is collected as a value of the node, ficPhaseTimeN and ficHistLeN: only values of one resource can
 * be drawn in one graph. */
#include <stdio.h>
#include <string.h>

#include "collectors/stats_table.h"
#include "compiler/observer.h"

#ifndef FICELLE_OID_ROOT
#define FICELLE_OID_ROOT "1.3.6.1.4.1.8072.9999.9999.8140"
#endif

/* A histogram has a bucket for each 1-2-5 bound from 100 us to 100 s, and one without bound. */
enum { HIST_COMPILE = 1, HIST_RUBY = 5, HIST_BUCKETS = 20 };

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
  case STATS_TRUTHVALUE:
  case STATS_ENUMERATED: return "Integer32";
  case STATS_TIMETICKS:
  case STATS_TIMESTAMP: return "TimeTicks";
  case STATS_STRING: return "string";
  case STATS_OID:
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
    if (type == NULL || s->from.source == STATS_SOURCE_INDEX) continue;
    snprintf(suffix, sizeof suffix, "%u.1.%u", stats_groups[g].number, s->number);
    object(suffix, resource, s->name, type);
  }
  puts("  </group>");
}

struct numbered_column {
  enum stats_id column;
  const char *alias;
};

/* A table whose rows have the numbers that `name_of` knows, 1 .. count - 1. */
static void numbered(enum stats_group g, const char *tag, const struct numbered_column *columns, size_t n, unsigned count,
                     const char *(*name_of)(unsigned number))
{
  printf("  <group name=\"ficelle-%s\" ifType=\"ignore\">\n", tag);
  for (size_t c = 0; c < n; c++)
    for (unsigned row = 1; row < count; row++) {
      char suffix[32], instance[16], alias[32];
      if (name_of(row) == NULL) continue;
      snprintf(suffix, sizeof suffix, "%u.1.%u", stats_groups[g].number, stats_table[columns[c].column].number);
      snprintf(instance, sizeof instance, "%u", row);
      snprintf(alias, sizeof alias, "%s%u", columns[c].alias, row);
      object(suffix, instance, alias, opennms_type(&stats_table[columns[c].column]));
    }
  puts("  </group>");
}

static void numbered_tables(void)
{
  static const struct numbered_column phases[] = {
    {STAT_ficPhaseCount, "ficPhaseCount"}, {STAT_ficPhaseTimeSum, "ficPhaseTimeSum"},
    {STAT_ficPhaseP95, "ficPhaseP95n"}, {STAT_ficPhaseMax, "ficPhaseMax"},
  };
  static const struct numbered_column kinds[] = {
    {STAT_ficRubyKindCalls, "ficRubyKindCalls"}, {STAT_ficRubyKindFailed, "ficRubyKindFailed"},
    {STAT_ficRubyKindTimeSum, "ficRubyKindTimeSum"},
  };
  static const struct numbered_column templates[] = {
    {STAT_ficTplCount, "ficTplCount"}, {STAT_ficTplFailed, "ficTplFailed"}, {STAT_ficTplTimeSum, "ficTplTimeSum"},
  };
  numbered(STATS_PHASE, "phase", phases, sizeof phases / sizeof phases[0], PHASE_COUNT, compile_phase_name);
  numbered(STATS_KIND, "kind", kinds, sizeof kinds / sizeof kinds[0], RUBY_KIND_COUNT, ruby_kind_name);
  numbered(STATS_TEMPLATE, "template", templates, sizeof templates / sizeof templates[0], TEMPLATE_WAY_COUNT,
           template_way_name);
}

static void histogram(const char *tag, int metric, const char *alias_of)
{
  printf("  <group name=\"ficelle-%s\" ifType=\"ignore\">\n", tag);
  for (unsigned n = 1; n <= HIST_BUCKETS; n++) {
    char suffix[32], instance[16], alias[32];
    snprintf(suffix, sizeof suffix, "%u.1.%u.%d", stats_groups[STATS_HIST].number, stats_table[STAT_ficHistCount].number,
             metric);
    snprintf(instance, sizeof instance, "%u", n);
    snprintf(alias, sizeof alias, "%s%u", alias_of, n);
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
  scalars(STATS_RUBY);
  numbered_tables();
  histogram("hist", HIST_COMPILE, "ficHistLe");
  histogram("rubyhist", HIST_RUBY, "ficRubyLe");
  rows(STATS_ENV);
  rows(STATS_NODE);
  rows(STATS_TYPE);
  puts("  <systemDef name=\"ficelle on Net-SNMP\">\n"
       "    <sysoidMask>.1.3.6.1.4.1.8072.3.</sysoidMask>\n"
       "    <collect>");
  static const char *const groups[] = {"system", "compile", "ruby", "phase", "kind",     "template",
                                       "hist",   "rubyhist", "env", "node", "type"};
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
    printf("      <includeGroup>ficelle-%s</includeGroup>\n", groups[i]);
  puts("    </collect>\n"
       "  </systemDef>\n"
       "</datacollection-group>");
  return 0;
}
