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

#define REVISION_DATE "202611210000Z"
#define FIRST_DATE "202611200000Z"

static const char *const type_text[] = {
  [STATS_COUNTER64] = "Counter64",     [STATS_GAUGE32] = "Gauge32",        [STATS_UNSIGNED32] = "Unsigned32",
  [STATS_INTEGER32] = "Integer32",     [STATS_TIMETICKS] = "TimeTicks",    [STATS_TIMESTAMP] = "TimeStamp",
  [STATS_DATEANDTIME] = "DateAndTime", [STATS_STRING] = "SnmpAdminString", [STATS_RESULT] = "FicResult",
  [STATS_STATE] = "INTEGER",           [STATS_RATIO] = "FicRatio",
};

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
  "    TEXTUAL-CONVENTION, DateAndTime, TimeStamp\n"
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

static const char result_convention[] =
  "FicRatio ::= TEXTUAL-CONVENTION\n"
  "    DISPLAY-HINT \"d-2\"\n"
  "    STATUS      current\n"
  "    DESCRIPTION\n"
  "        \"A share in hundredths of a percent: 10000 is all.\"\n"
  "    SYNTAX      Unsigned32 (0..10000)\n"
  "\n"
  "FicResult ::= TEXTUAL-CONVENTION\n"
  "    STATUS      current\n"
  "    DESCRIPTION\n"
  "        \"The result of a compilation or of an agent run. A compilation gives\n"
  "        none(1) when there was none yet, unchanged(2) when it succeeded and\n"
  "        failed(5) when it failed. The other values are those of agent runs:\n"
  "        changed(3) when something was changed, noop(4) when changes were only\n"
  "        noted, noCatalog(6) when no catalog could be had, skipped(7) when the\n"
  "        run was not made.\"\n"
  "    SYNTAX      INTEGER {\n"
  "                    none(1),\n"
  "                    unchanged(2),\n"
  "                    changed(3),\n"
  "                    noop(4),\n"
  "                    failed(5),\n"
  "                    noCatalog(6),\n"
  "                    skipped(7)\n"
  "                }\n"
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
         "    LAST-UPDATED \"" REVISION_DATE "\"\n"
         "    ORGANIZATION \"The ficelle project\"\n"
         "    CONTACT-INFO\n"
         "        \"The ficelle project. Questions and defects: the issue tracker\n"
         "        named in the file README.md of the source distribution.\"\n"
         "    DESCRIPTION\n        \"");
  for (const char *const *paragraph = module_text; *paragraph != NULL; paragraph++) {
    if (paragraph != module_text) printf("\n\n        ");
    wrap(*paragraph, 8, paragraph == module_text ? 9 : 8);
  }
  printf("\"\n    REVISION     \"" REVISION_DATE "\"\n    DESCRIPTION\n        \"ficCmpFromCache.\"\n"
         "    REVISION     \"" FIRST_DATE "\"\n    DESCRIPTION\n        \"First version.\"\n");
  print_arcs(place, root + strlen(place->prefix));
}

static void syntax(const struct stats_info *o)
{
  printf("    SYNTAX      %s", type_text[o->syntax]);
  if (o->syntax == STATS_STRING) printf(" (SIZE (%u..%u))", o->min, o->max);
  if (o->syntax == STATS_INTEGER32) printf(" (%u..%u)", o->min, o->max);
  if (o->syntax == STATS_STATE) printf(" { ok(1), stale(2), missing(3), corrupt(4) }");
  printf("\n");
}

static void object(const struct stats_info *o, const char *parent)
{
  printf("%s OBJECT-TYPE\n", o->name);
  syntax(o);
  if (*o->units != '\0') printf("    UNITS       \"%s\"\n", o->units);
  printf("    MAX-ACCESS  %s\n    STATUS      current\n",
         o->source == STATS_SOURCE_INDEX ? "not-accessible" : "read-only");
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
    if (o->source != STATS_SOURCE_INDEX) continue;
    printf("%s%s", first, o->name);
    first = ", ";
  }
  printf(" }\n    ::= { %sTable 1 }\n\nF%sEntry ::= SEQUENCE {", g->name, stem);
  for (size_t i = 0; i < g->count; i++) {
    const struct stats_info *o = &stats_table[g->first + i];
    printf("%s\n    %-20s %s", i == 0 ? "" : ",", o->name, type_text[o->syntax]);
  }
  printf("\n}\n\n");
}

static void print_group(const struct stats_group_info *g)
{
  struct buf parent = BUF_HEAP;
  buf_printf(&parent, g->kind == STATS_KIND_TABLE ? "%sEntry" : "%s", g->name);
  if (g->kind == STATS_KIND_TABLE) {
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

static void conformance(void)
{
  const char *comma = "";
  printf("ficCompliances OBJECT IDENTIFIER ::= { ficConformance 1 }\n"
         "ficGroups OBJECT IDENTIFIER ::= { ficConformance 2 }\n\n"
         "ficCompliance MODULE-COMPLIANCE\n    STATUS      current\n    DESCRIPTION\n"
         "        \"What an agent that publishes statistics of ficelle implements.\"\n"
         "    MODULE      -- this module\n    MANDATORY-GROUPS {");
  for (size_t i = 0; i < STATS_GROUPS; i++) {
    if (is_optional(&stats_groups[i])) continue;
    printf("%s\n        %sGroup", comma, stats_groups[i].name);
    comma = ",";
  }
  printf("\n    }\n");
  for (size_t i = 0; i < STATS_GROUPS; i++) {
    if (!is_optional(&stats_groups[i])) continue;
    printf("    GROUP       %sGroup\n    DESCRIPTION\n"
           "        \"Optional: for agents that keep a row for each of them.\"\n",
           stats_groups[i].name);
  }
  printf("    ::= { ficCompliances 1 }\n");
  for (size_t i = 0; i < STATS_GROUPS; i++) {
    const struct stats_group_info *g = &stats_groups[i];
    comma = "";
    printf("\n%sGroup OBJECT-GROUP\n    OBJECTS     {", g->name);
    for (size_t k = 0; k < g->count; k++) {
      if (stats_table[g->first + k].source == STATS_SOURCE_INDEX) continue;
      printf("%s\n        %s", comma, stats_table[g->first + k].name);
      comma = ",";
    }
    printf("\n    }\n    STATUS      current\n");
    description(g->description);
    printf("    ::= { ficGroups %u }\n", g->number);
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
  printf(header, place->import_smi, place->import_other);
  module_identity(place, root);
  printf("%s", result_convention);
  printf("ficObjects OBJECT IDENTIFIER ::= { ficMIB 1 }\n"
         "ficConformance OBJECT IDENTIFIER ::= { ficMIB 2 }\n\n");
  for (size_t i = 0; i < STATS_GROUPS; i++) print_group(&stats_groups[i]);
  conformance();
  printf("\nEND\n");
  return fflush(stdout) == 0 ? 0 : 1;
}
