/* Prints FICELLE-MIB, made from collectors/stats.def, so that names, types, units and descriptions are
 * written once.
 *
 *   build/tests/genmib [ROOT] >mibs/FICELLE-MIB
 *
 * ROOT is a dotted identifier, by default the one the build was made for. */
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "collectors/stats_table.h"
#include "subagent/oid.h"
#include "subagent/oid_root.h"

/* Where a root may lie, the longest first, and where the name of that place is imported from. */
struct place {
  const char *prefix, *name, *import_smi, *import_other;
};
static const struct place places[] = {
  {"1.3.6.1.4.1.8072.9999.9999.", "netSnmpPlaypen", "", "\n    netSnmpPlaypen\n        FROM NET-SNMP-MIB"},
  {"1.3.6.1.4.1.", "enterprises", ", enterprises", ""},
  {"1.3.6.1.3.", "experimental", ", experimental", ""},
};

/* The newest first; a date is never later than the day it was written. */
static const struct {
  const char *date, *text;
} revisions[] = {
  {"202611212100Z",
   "What is done in Ruby, by native functions and by templates: ficRuby, ficRubyKindTable, ficTplTable, "
   "ficEnvRubyCalls, ficEnvRubyFailed, ficEnvRubyTimeSum and ficEnvNative; 5 as a value of ficHistMetric. "
   "ficCompliance2 takes the place of ficCompliance."},
  {"202611210000Z", "ficCmpFromCache."},
  {"202611200000Z", "First version."},
};

/* Objects that came later to a group of objects: such a group must not change, so they make one of their own. */
static const struct late_group {
  enum stats_group of;
  uint32_t from;           /* sub-identifier of the first of them */
  const char *name;
  uint32_t number;         /* under ficGroups */
  const char *description;
} late_groups[] = {
  {STATS_ENV, 13, "ficEnvRuby", 14, "Ruby and native functions for each environment."},
};
enum { LATE_GROUPS = sizeof late_groups / sizeof late_groups[0] };

/* Groups of the first compliance statement; those that are not came with the second one. */
static bool is_first(const struct stats_group_info *g)
{
  return g->number <= 10;
}

static const char *const type_text[] = {
  [STATS_COUNTER64] = "Counter64",     [STATS_GAUGE32] = "Gauge32",        [STATS_UNSIGNED32] = "Unsigned32",
  [STATS_INTEGER32] = "Integer32",     [STATS_TIMETICKS] = "TimeTicks",    [STATS_TIMESTAMP] = "TimeStamp",
  [STATS_DATEANDTIME] = "DateAndTime", [STATS_STRING] = "SnmpAdminString", [STATS_RATIO] = "FicRatio",
  [STATS_TRUTHVALUE] = "TruthValue",   [STATS_OID] = "OBJECT IDENTIFIER",
};

static const char *type_of(const struct stats_info *o)
{
  if (o->syntax != STATS_ENUMERATED) return type_text[o->syntax];
  const char *convention = stats_list.enums[o->enumeration].convention;
  return *convention != '\0' ? convention : "INTEGER";
}

static bool has_syntax(enum stats_syntax syntax)
{
  for (size_t i = 0; i < STATS_IDS; i++) {
    if (stats_table[i].syntax == syntax) return true;
  }
  return false;
}

static const char header[] =
  "-- FICELLE-MIB: what ficelle measures while it compiles Puppet manifests, for SNMP managers.\n"
  "-- Made by tests/tools/genmib.c from collectors/stats.def: change those, then run `make "
  "mibs/FICELLE-MIB`.\n"
  "--\n"
  "-- Copyright the ficelle authors. Licensed under the Apache License, Version 2.0.\n"
  "\n"
  "FICELLE-MIB DEFINITIONS ::= BEGIN\n"
  "\n"
  "IMPORTS\n"
  "    MODULE-IDENTITY, OBJECT-TYPE, Integer32, Unsigned32, Gauge32, Counter64,\n"
  "    TimeTicks%s\n"
  "        FROM SNMPv2-SMI\n"
  "    TEXTUAL-CONVENTION, DateAndTime, TimeStamp%s\n"
  "        FROM SNMPv2-TC\n"
  "    MODULE-COMPLIANCE, OBJECT-GROUP\n"
  "        FROM SNMPv2-CONF\n"
  "    SnmpAdminString\n"
  "        FROM SNMP-FRAMEWORK-MIB%s;\n"
  "\n";

/* One paragraph an entry; NULL ends. */
static const char *const module_text[] = {
  "Statistics of ficelle, a compiler, agent and server for the Puppet language: how many catalogs were "
  "compiled, for "
  "which environments and nodes, how long each phase took, what failed and why.",
  "Counters: every counter has 64 bits and is kept in a file that outlives the processes that count, so that "
  "neither "
  "a restart of the program nor one of the SNMP agent sets it back. When that file is lost or damaged, "
  "counters begin "
  "again at zero and ficDiscontinuity changes; ficEnvDiscont and ficNodeDiscont say the same of a single "
  "row. "
  "Managers that speak SNMPv1 cannot read 64-bit counters; SNMPv2c or SNMPv3 is needed for them.",
  "Means are not published: a mean over a polling interval is the difference of a sum divided by the "
  "difference of "
  "its count, for instance delta(ficCmpTimeSum) / delta(ficCmpTotal), and it can be aggregated over many "
  "agents. "
  "Percentiles are gauges over a sliding window, whose length is ficCmpWinSecs; when the window holds no "
  "sample, they "
  "have no instance. A time that has never come, such as the end of the last compilation before there was "
  "one, has no "
  "instance either. Times that are gauges are cut at 4294967295 microseconds, about 71 minutes.",
  "Rows: names of environments, nodes and types are indices encoded as their length followed by their "
  "octets. A row "
  "is created when something is first recorded for its name; the number of rows is limited, and the row that "
  "was not "
  "used for longest makes room for a new one. Nothing is renumbered by a restart.",
  "Security: no object can be written. What can be read tells the names of nodes, environments and resource "
  "types, "
  "the version of the program, and the rhythm at which configurations change and fail, all of which may help "
  "an "
  "attacker to find his way or his moment. Access should therefore be given to managers only, preferably by "
  "SNMPv3 "
  "with authentication and privacy (the User-based Security Model and the View-based Access Control Model), "
  "not by "
  "SNMPv1 or SNMPv2c over networks that others can listen to.",
  NULL,
};

static const char ratio_convention[] =
  "FicRatio ::= TEXTUAL-CONVENTION\n"
  "    DISPLAY-HINT \"d-2\"\n"
  "    STATUS      current\n"
  "    DESCRIPTION\n"
  "        \"A share in hundredths of a percent: 10000 is all.\"\n"
  "    SYNTAX      Unsigned32 (0..10000)\n"
  "\n";

/* Prints text in lines of at most 72 columns, each indented; `column` is where the first one begins. */
static void wrap(const char *text, int indent, int column)
{
  const char *begin = text;
  while (*text != '\0') {
    size_t word = strcspn(text, " ");
    if (text > begin && column + 1 + (int)word > 72) {
      printf("\n%*s", indent, "");
      column = indent;
    } else if (text > begin && text[-1] == ' ') {
      putchar(' ');
      column++;
    }
    printf("%.*s", (int)word, text);
    column += (int)word;
    text += word;
    if (*text == ' ') text++;
  }
}

static void description(const char *text)
{
  printf("    DESCRIPTION\n        \"");
  wrap(text, 8, 9);
  printf("\"\n");
}

/* The value of ficMIB: `numbers` below the place. All but the last get a name of their own, since smilint
 * wants none to be implicit; they come after the module's identity, which must be the first definition. */
static void print_arcs(const struct place *place, const char *numbers)
{
  struct buf arcs = BUF_HEAP;
  const char *parent = place->name;
  char name[16];
  for (unsigned level = 1; strchr(numbers, '.') != NULL; level++) {
    size_t n = strcspn(numbers, ".");
    buf_printf(&arcs, "ficArc%u OBJECT IDENTIFIER ::= { %s %.*s }\n", level, parent, (int)n, numbers);
    snprintf(name, sizeof name, "ficArc%u", level);
    parent = name;
    numbers += n + 1;
  }
  printf("    ::= { %s %s }\n\n%s%s", parent, numbers, arcs.n > 0 ? arcs.p : "", arcs.n > 0 ? "\n" : "");
  buf_free(&arcs);
}

static void module_identity(const struct place *place, const char *root)
{
  printf("ficMIB MODULE-IDENTITY\n"
         "    LAST-UPDATED \"%s\"\n"
         "    ORGANIZATION \"The ficelle project\"\n"
         "    CONTACT-INFO\n"
         "        \"The ficelle project. Questions and defects: the issue tracker\n"
         "        named in the file README.md of the source distribution.\"\n"
         "    DESCRIPTION\n        \"",
         revisions[0].date);
  for (const char *const *paragraph = module_text; *paragraph != NULL; paragraph++) {
    if (paragraph != module_text) printf("\n\n        ");
    wrap(*paragraph, 8, paragraph == module_text ? 9 : 8);
  }
  printf("\"\n");
  for (size_t i = 0; i < sizeof revisions / sizeof revisions[0]; i++) {
    printf("    REVISION     \"%s\"\n", revisions[i].date);
    description(revisions[i].text);
  }
  print_arcs(place, root + strlen(place->prefix));
}

static void labels(const struct stats_enum_info *e)
{
  char label[33];
  for (size_t i = 0; i < e->count; i++) {
    stats_mib_label(stats_list.labels[e->first + i].name, label);
    printf("%s%s(%u)", i == 0 ? " { " : i % 4 == 0 ? ",\n                  " : ", ", label, stats_list.labels[e->first + i].number);
  }
  printf(" }");
}

/* Enumerations with a name of their own. */
static void conventions(void)
{
  for (size_t i = 0; i < STATS_ENUMS; i++) {
    const struct stats_enum_info *e = &stats_list.enums[i];
    if (*e->convention == '\0') continue;
    printf("%s ::= TEXTUAL-CONVENTION\n    STATUS      current\n", e->convention);
    description(e->description);
    printf("    SYNTAX      INTEGER");
    labels(e);
    printf("\n\n");
  }
}

static void syntax(const struct stats_info *o)
{
  printf("    SYNTAX      %s", type_of(o));
  if (o->syntax == STATS_STRING) printf(" (SIZE (%u..%u))", o->min, o->max);
  if (o->syntax == STATS_INTEGER32) printf(" (%u..%u)", o->min, o->max);
  if (o->syntax == STATS_ENUMERATED && strcmp(type_of(o), "INTEGER") == 0) labels(&stats_list.enums[o->enumeration]);
  printf("\n");
}

static const char *const access_text[] = {
  [STATS_ACCESS_RO] = "read-only",
  [STATS_ACCESS_RW] = "read-write",
  [STATS_ACCESS_NOTIFY] = "accessible-for-notify",
  [STATS_ACCESS_NONE] = "not-accessible",
};

static void object(const struct stats_info *o, const char *parent)
{
  printf("%s OBJECT-TYPE\n", o->name);
  syntax(o);
  if (*o->units != '\0') printf("    UNITS       \"%s\"\n", o->units);
  printf("    MAX-ACCESS  %s\n    STATUS      current\n",
         access_text[o->access]);
  description(o->description);
  printf("    ::= { %s %u }\n\n", parent, o->number);
}

static void table(const struct stats_group_info *g)
{
  const char *first = "", *stem = g->name + 1; /* the row's type is the name with a capital */
  printf("%sTable OBJECT-TYPE\n    SYNTAX      SEQUENCE OF F%sEntry\n    MAX-ACCESS  not-accessible\n"
         "    STATUS      current\n",
         g->name, stem);
  description(g->description);
  printf("    ::= { ficObjects %u }\n\n", g->number);
  printf(
    "%sEntry OBJECT-TYPE\n    SYNTAX      F%sEntry\n    MAX-ACCESS  not-accessible\n    STATUS      current\n"
    "    DESCRIPTION\n        \"A row of %sTable.\"\n    INDEX       { ",
    g->name, stem, g->name);
  for (size_t i = 0; i < g->count; i++) {
    const struct stats_info *o = &stats_table[g->first + i];
    if (o->from.source != STATS_SOURCE_INDEX) continue;
    printf("%s%s", first, o->name);
    first = ", ";
  }
  printf(" }\n    ::= { %sTable 1 }\n\nF%sEntry ::= SEQUENCE {", g->name, stem);
  for (size_t i = 0; i < g->count; i++) {
    const struct stats_info *o = &stats_table[g->first + i];
    printf("%s\n    %-20s %s", i == 0 ? "" : ",", o->name, type_of(o));
  }
  printf("\n}\n\n");
}

static void print_group(const struct stats_group_info *g)
{
  struct buf parent = BUF_HEAP;
  buf_printf(&parent, stats_is_table(g) ? "%sEntry" : "%s", g->name);
  if (stats_is_table(g)) {
    table(g);
  } else {
    printf("-- ");
    wrap(g->description, 3, 3);
    printf("\n%s OBJECT IDENTIFIER ::= { ficObjects %u }\n\n", g->name, g->number);
  }
  for (size_t i = 0; i < g->count; i++) object(&stats_table[g->first + i], parent.p);
  buf_free(&parent);
}

/* Groups that an agent may leave out: their rows cost memory in proportion to the site. */
static bool is_optional(const struct stats_group_info *g)
{
  return strcmp(g->symbol, "NODE") == 0 || strcmp(g->symbol, "TYPE") == 0;
}

static void compliance(const char *name, int number, const char *status, const char *text, bool all)
{
  const char *comma = "";
  printf("%s MODULE-COMPLIANCE\n    STATUS      %s\n", name, status);
  description(text);
  printf("    MODULE      -- this module\n    MANDATORY-GROUPS {");
  for (size_t i = 0; i < STATS_GROUPS; i++) {
    const struct stats_group_info *g = &stats_groups[i];
    if (is_optional(g) || (!all && !is_first(g))) continue;
    printf("%s\n        %sGroup", comma, g->name);
    comma = ",";
  }
  for (size_t i = 0; all && i < LATE_GROUPS; i++) printf(",\n        %sGroup", late_groups[i].name);
  printf("\n    }\n");
  for (size_t i = 0; i < STATS_GROUPS; i++) {
    if (!is_optional(&stats_groups[i])) continue;
    printf("    GROUP       %sGroup\n    DESCRIPTION\n"
           "        \"Optional: for agents that keep a row for each of them.\"\n",
           stats_groups[i].name);
  }
  printf("    ::= { ficCompliances %d }\n\n", number);
}

/* The objects of a group numbered `from` and above, and below `to`. */
static void object_group(const struct stats_group_info *g, uint32_t from, uint32_t to, const char *name,
                         uint32_t number, const char *text)
{
  const char *comma = "";
  printf("%sGroup OBJECT-GROUP\n    OBJECTS     {", name);
  for (size_t k = 0; k < g->count; k++) {
    const struct stats_info *o = &stats_table[g->first + k];
    if (o->from.source == STATS_SOURCE_INDEX || o->number < from || o->number >= to) continue;
    printf("%s\n        %s", comma, o->name);
    comma = ",";
  }
  printf("\n    }\n    STATUS      current\n");
  description(text);
  printf("    ::= { ficGroups %u }\n\n", number);
}

static void conformance(void)
{
  printf("ficCompliances OBJECT IDENTIFIER ::= { ficConformance 1 }\n"
         "ficGroups OBJECT IDENTIFIER ::= { ficConformance 2 }\n\n");
  compliance("ficCompliance", 1, "deprecated",
             "What an agent that publishes statistics of ficelle implemented before it could call Ruby.", false);
  compliance("ficCompliance2", 2, "current", "What an agent that publishes statistics of ficelle implements.", true);
  for (size_t i = 0; i < STATS_GROUPS; i++) {
    const struct stats_group_info *g = &stats_groups[i];
    uint32_t to = UINT32_MAX;
    for (size_t k = 0; k < LATE_GROUPS; k++) {
      if (late_groups[k].of == (enum stats_group)i) to = late_groups[k].from;
    }
    object_group(g, 0, to, g->name, g->number, g->description);
  }
  for (size_t i = 0; i < LATE_GROUPS; i++) {
    const struct late_group *l = &late_groups[i];
    object_group(&stats_groups[l->of], l->from, UINT32_MAX, l->name, l->number, l->description);
  }
}

int main(int argc, char **argv)
{
  const char *root = argc > 1 ? argv[1] : FICELLE_OID_ROOT;
  const struct place *place = NULL;
  struct oid parsed;
  for (size_t i = sizeof places / sizeof places[0]; i-- > 0;) {
    if (strncmp(root, places[i].prefix, strlen(places[i].prefix)) == 0) place = &places[i];
  }
  if (place == NULL || !oid_parse(root, &parsed) || parsed.n > OID_ROOT_MAX) {
    fprintf(stderr, "genmib: %s is no root: 1.3.6.1.4.1.N... or 1.3.6.1.3.N..., at most %d numbers\n", root,
            OID_ROOT_MAX);
    return 2;
  }
  printf(header, place->import_smi, has_syntax(STATS_TRUTHVALUE) ? ", TruthValue" : "", place->import_other);
  module_identity(place, root);
  printf("%s", ratio_convention);
  conventions();
  printf("ficObjects OBJECT IDENTIFIER ::= { ficMIB 1 }\n"
         "ficConformance OBJECT IDENTIFIER ::= { ficMIB 2 }\n\n");
  for (size_t i = 0; i < STATS_GROUPS; i++) print_group(&stats_groups[i]);
  conformance();
  printf("END\n");
  return fflush(stdout) == 0 ? 0 : 1;
}
