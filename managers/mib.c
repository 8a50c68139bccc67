/* FICELLE-MIB (RFC 2578 to 2580), reviewed by the list of RFC 4181. */
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "base/buf.h"
#include "managers/generate.h"
#include "base/oid.h"
#include "subagent/oid_root.h"

/* The day of the last change to names, types or meanings; never later than the day it was written. */
#define REVISION "202611221900Z"

/* Where a root may be, the longest last, and the module that defines its name. */
struct place {
  const char *prefix, *name, *import_smi, *import_other;
};
static const struct place places[] = {
  {"1.3.6.1.3.", "experimental", "experimental", ""},
  {"1.3.6.1.4.1.", "enterprises", "enterprises", ""},
  {"1.3.6.1.4.1.8072.9999.9999.", "netSnmpPlaypen", "", "\n    netSnmpPlaypen\n        FROM NET-SNMP-MIB"},
};

static FILE *out;

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vfprintf(out, format, args);
  va_end(args);
}

/* Text in lines of at most 72 columns, each indented; `column`: where the first one begins. */
/* Each further line begins with `margin`. */
static void wrap(const char *text, const char *margin, int column)
{
  const char *begin = text;
  while (*text != '\0') {
    size_t word = strcspn(text, " \n");
    if (text > begin && text[-1] == '\n') {
      put("\n%s", margin);
      column = (int)strlen(margin);
    } else if (text > begin && column + 1 + (int)word > 72) {
      put("\n%s", margin);
      column = (int)strlen(margin);
    } else if (text > begin && text[-1] == ' ') {
      put(" ");
      column++;
    }
    /* A text of SMI has no double quotes inside. */
    for (size_t i = 0; i < word; i++) put("%c", text[i] == '"' ? '\'' : text[i]);
    column += (int)word;
    text += word;
    if (*text == '\n' && text[1] == '\n') {
      put("\n");
      text++;
    }
    if (*text == ' ' || *text == '\n') text++;
  }
}

static void description(const char *text)
{
  put("    DESCRIPTION\n        \"");
  wrap(text, "        ", 9);
  put("\"\n");
}

/* --- types --- */

static const char *const type_text[] = {
  [STATS_COUNTER64] = "Counter64",         [STATS_GAUGE32] = "Gauge32",        [STATS_UNSIGNED32] = "Unsigned32",
  [STATS_INTEGER32] = "Integer32",         [STATS_TIMETICKS] = "TimeTicks",    [STATS_TIMESTAMP] = "TimeStamp",
  [STATS_DATEANDTIME] = "DateAndTime",     [STATS_STRING] = "SnmpAdminString", [STATS_RATIO] = "FicRatio",
  [STATS_TRUTHVALUE] = "TruthValue",       [STATS_OID] = "OBJECT IDENTIFIER",  [STATS_COUNTER32] = "Counter32",
  [STATS_GAUGE64] = "CounterBasedGauge64",
};

static bool is_index(const struct stats_info *o) { return o->from.source == STATS_SOURCE_INDEX; }

/* Whether it is the index of a table with fixed rows, or the number of a histogram: these have named numbers, which
 * snmpwalk shows. */
static bool is_row_number(const struct stats_info *o)
{
  const struct stats_group_info *g = &subject->list->groups[o->group];
  if (!is_index(o)) return false;
  return g->rows == STATS_ROWS_FIXED || (g->rows == STATS_ROWS_HISTOGRAMS && o == &subject->list->stats[g->first]);
}

static const char *type_of(const struct stats_info *o)
{
  if (is_row_number(o)) return "INTEGER";
  if (o->syntax != STATS_ENUMERATED) return type_text[o->syntax];
  const char *convention = subject->list->enums[o->enumeration].convention;
  return *convention != '\0' ? convention : "INTEGER";
}

static void label(const char *name, uint32_t number, bool first)
{
  char text[33];
  stats_mib_label(name, text);
  put("%s\n                    %s(%u)", first ? " {" : ",", text, number);
}

static void enumeration(const struct stats_enum_info *e)
{
  for (size_t i = 0; i < e->count; i++)
    label(subject->list->labels[e->first + i].name, subject->list->labels[e->first + i].number, i == 0);
  put("\n                }");
}

static void syntax(const struct stats_info *o)
{
  const struct stats_group_info *g = &subject->list->groups[o->group];
  put("    SYNTAX      %s", type_of(o));
  if (is_row_number(o)) {
    if (g->rows == STATS_ROWS_FIXED) {
      enumeration(&subject->list->enums[g->enumeration]);
    } else {
      for (size_t i = 0; i < subject->list->histogram_count; i++)
        label(subject->list->histograms[i].name, subject->list->histograms[i].number, i == 0);
      put("\n                }");
    }
  } else if (o->syntax == STATS_STRING) {
    put(" (SIZE (%u..%u))", o->min, o->max);
  } else if ((o->syntax == STATS_INTEGER32 || o->syntax == STATS_UNSIGNED32) && o->max > 0) {
    put(" (%u..%u)", o->min, o->max);
  } else if (o->syntax == STATS_ENUMERATED && strcmp(type_of(o), "INTEGER") == 0) {
    enumeration(&subject->list->enums[o->enumeration]);
  }
  put("\n");
}

/* Whether the objects are right below one identifier, that of the group. */
static bool is_flat(void) { return subject->list->groups[0].number == 0; }

static bool syntax_used(enum stats_syntax wanted)
{
  for (size_t i = 0; i < subject->list->stat_count; i++) {
    if (subject->list->stats[i].syntax == wanted && !is_row_number(&subject->list->stats[i])) return true;
  }
  return false;
}

/* --- objects --- */

static const char *const access_text[] = {
  [STATS_ACCESS_RO] = "read-only",
  [STATS_ACCESS_RW] = "read-write",
  [STATS_ACCESS_NOTIFY] = "accessible-for-notify",
  [STATS_ACCESS_NONE] = "not-accessible",
};

const char *mib_discontinuity(const struct stats_group_info *g)
{
  for (size_t i = 0; i < g->count; i++) {
    if (subject->list->stats[g->first + i].from.source == STATS_SOURCE_STAMP)
      return subject->list->stats[g->first + i].name;
  }
  for (size_t i = 0; i < subject->list->stat_count; i++) {
    const struct stats_info *s = &subject->list->stats[i];
    if (s->from.source == STATS_SOURCE_STAMP && !stats_is_table(stat_group(s))) return s->name;
  }
  return NULL;
}

static const char *evictions(const struct stats_group_info *g)
{
  for (size_t i = 0; i < subject->list->stat_count; i++) {
    const struct stats_from *from = &subject->list->stats[i].from;
    if (from->source == STATS_SOURCE_EVICTED && &subject->list->groups[from->of] == g)
      return subject->list->stats[i].name;
  }
  return NULL;
}

/* Enumerations without a textual convention are described at the object. */
static void meanings(struct buf *text, const struct stats_info *o)
{
  const struct stats_enum_info *e = NULL;
  if (is_row_number(o) && subject->list->groups[o->group].rows == STATS_ROWS_FIXED)
    e = &subject->list->enums[subject->list->groups[o->group].enumeration];
  else if (o->syntax == STATS_ENUMERATED && strcmp(type_of(o), "INTEGER") == 0)
    e = &subject->list->enums[o->enumeration];
  for (size_t i = 0; e != NULL && i < e->count; i++) {
    const struct stats_label_info *l = &subject->list->labels[e->first + i];
    char name[33];
    stats_mib_label(l->name, name);
    size_t n = strlen(l->description);
    buf_printf(text, "\n%s(%u): %s%s", name, l->number, l->description,
               n > 0 && l->description[n - 1] == '.' ? "" : ".");
  }
}

static void object(const struct stats_info *o, const char *parent)
{
  struct buf text = BUF_HEAP;
  put("%s OBJECT-TYPE\n", o->name);
  syntax(o);
  if (*o->units != '\0') put("    UNITS       \"%s\"\n", o->units);
  put("    MAX-ACCESS  %s\n    STATUS      current\n", access_text[o->access]);
  buf_printf(&text, "%s", o->description);
  meanings(&text, o);
  if (stats_is_counter(o) && mib_discontinuity(stat_group(o)) != NULL)
    buf_printf(&text, "\nDiscontinuities are indicated by %s.", mib_discontinuity(stat_group(o)));
  description(text.p);
  if (*o->initial != '\0') {
    const bool number = isdigit((unsigned char)o->initial[0]) || o->syntax == STATS_ENUMERATED ||
                        o->syntax == STATS_TRUTHVALUE;
    put(number ? "    DEFVAL      { %s }\n" : "    DEFVAL      { \"%s\" }\n", o->initial);
  }
  put("    ::= { %s %u }\n\n", parent, o->number);
  buf_free(&text);
}

/* Describes when rows of a table are added and removed. */
static void row_life(struct buf *text, const struct stats_group_info *g)
{
  switch (g->rows) {
  case STATS_ROWS_NAMED:
    buf_printf(
      text,
      "A row is added when something is first counted under its name, and survives restarts. There are up to %u rows "
      "unless the program is configured otherwise, and at most %u. When all are in use, a new row replaces the least "
      "recently used one",
      g->usual, g->most);
    if (evictions(g) != NULL) buf_printf(text, ", and %s counts it", evictions(g));
    buf_printf(text, ". A row that is added again starts at zero, with a new value of %s.", mib_discontinuity(g));
    break;
  case STATS_ROWS_FIXED: buf_printf(text, "The table always has a row for each value of the index."); break;
  case STATS_ROWS_HISTOGRAMS:
    buf_printf(text, "The table always has a row for each bucket of each histogram, and bounds never change.");
    break;
  case STATS_ROWS_CONFIGURED:
    buf_printf(text, "The configuration of the publisher defines the rows; SNMP cannot add or remove rows.");
    break;
  case STATS_ROWS_SCALARS: break;
  }
}

static void table(const struct stats_group_info *g)
{
  struct buf life = BUF_HEAP;
  const char *first = "", *stem = g->name + 1; /* the row's type is the name with a capital */
  put("%sTable OBJECT-TYPE\n    SYNTAX      SEQUENCE OF F%sEntry\n    MAX-ACCESS  not-accessible\n"
      "    STATUS      current\n",
      g->name, stem);
  description(g->description);
  put("    ::= { %s %u }\n\n", subject->names->objects, g->number);
  put("%sEntry OBJECT-TYPE\n    SYNTAX      F%sEntry\n    MAX-ACCESS  not-accessible\n    STATUS      current\n",
      g->name, stem);
  row_life(&life, g);
  description(life.p);
  put("    INDEX       { ");
  for (size_t i = 0; i < g->count; i++) {
    if (!is_index(&subject->list->stats[g->first + i])) continue;
    put("%s%s", first, subject->list->stats[g->first + i].name);
    first = ", ";
  }
  put(" }\n    ::= { %sTable 1 }\n\nF%sEntry ::= SEQUENCE {", g->name, stem);
  for (size_t i = 0; i < g->count; i++)
    put("%s\n    %-20s %s", i == 0 ? "" : ",", subject->list->stats[g->first + i].name,
        type_of(&subject->list->stats[g->first + i]));
  put("\n}\n\n");
  buf_free(&life);
}

static void group(const struct stats_group_info *g)
{
  char parent[64];
  snprintf(parent, sizeof parent, stats_is_table(g) ? "%sEntry" : "%s", g->name);
  if (stats_is_table(g)) {
    table(g);
  } else {
    put("-- ");
    wrap(g->description, "-- ", 3);
    if (is_flat())
      put("\n%s OBJECT IDENTIFIER ::= { %s %s }\n\n", g->name, subject->names->identity, subject->below + 1);
    else put("\n%s OBJECT IDENTIFIER ::= { %s %u }\n\n", g->name, subject->names->objects, g->number);
  }
  for (size_t i = 0; i < g->count; i++) object(&subject->list->stats[g->first + i], parent);
}

static void notifications(void)
{
  for (size_t i = 0; i < subject->list->notification_count; i++) {
    const struct stats_notification_info *n = &subject->list->notifications[i];
    put("%s NOTIFICATION-TYPE\n    OBJECTS     {", n->name);
    for (size_t k = 0; k < n->count; k++)
      put("%s\n        %s", k == 0 ? "" : ",", subject->list->stats[subject->list->notified[n->first + k]].name);
    put("\n    }\n    STATUS      current\n");
    description(n->description);
    put("    ::= { ficNotifications %u }\n\n", n->number);
  }
}

/* --- conformance --- */

/* Named rows need memory in proportion to the site. */
static bool is_optional(const struct stats_group_info *g) { return g->rows == STATS_ROWS_NAMED; }

/* Of the OBJECT-GROUP, with "Group" after it. */
static const char *group_name(const struct stats_group_info *g)
{
  return is_flat() ? subject->names->identity : g->name;
}

static void compliance(void)
{
  const char *comma = "";
  put("%s MODULE-COMPLIANCE\n    STATUS      current\n", subject->names->compliance);
  description("Requirements for an agent that publishes these objects.");
  put("    MODULE      -- this module\n    MANDATORY-GROUPS {");
  for (size_t i = 0; i < subject->list->group_count; i++) {
    if (is_optional(&subject->list->groups[i])) continue;
    put("%s\n        %sGroup", comma, group_name(&subject->list->groups[i]));
    comma = ",";
  }
  if (subject->list->notification_count > 0) put(",\n        ficNotificationGroup");
  put("\n    }\n");
  for (size_t i = 0; i < subject->list->group_count; i++) {
    if (!is_optional(&subject->list->groups[i])) continue;
    put(
      "    GROUP       %sGroup\n    DESCRIPTION\n        \"Optional: for agents that keep a row for each of them.\"\n",
      subject->list->groups[i].name);
  }
  for (size_t i = 0; i < subject->list->stat_count; i++) {
    if (subject->list->stats[i].access != STATS_ACCESS_RW) continue;
    put("    OBJECT      %s\n    MIN-ACCESS  read-only\n    DESCRIPTION\n        \"Write access is not required.\"\n",
        subject->list->stats[i].name);
  }
  put("    ::= { %s 1 }\n\n", subject->names->compliances);
}

static void conformance(void)
{
  const struct mib_names *names = subject->names;
  put("%s OBJECT IDENTIFIER ::= { %s 1 }\n%s OBJECT IDENTIFIER ::= { %s 2 }\n\n", names->compliances,
      names->conformance, names->groups, names->conformance);
  compliance();
  for (size_t i = 0; i < subject->list->group_count; i++) {
    const struct stats_group_info *g = &subject->list->groups[i];
    const char *comma = "";
    put("%sGroup OBJECT-GROUP\n    OBJECTS     {", group_name(g));
    for (size_t k = 0; k < g->count; k++) {
      if (subject->list->stats[g->first + k].access == STATS_ACCESS_NONE) continue;
      put("%s\n        %s", comma, subject->list->stats[g->first + k].name);
      comma = ",";
    }
    put("\n    }\n    STATUS      current\n");
    description(g->description);
    put("    ::= { %s %u }\n\n", names->groups, is_flat() ? 1 : g->number);
  }
  if (subject->list->notification_count == 0) return;
  put("ficNotificationGroup NOTIFICATION-GROUP\n    NOTIFICATIONS {");
  for (size_t i = 0; i < subject->list->notification_count; i++)
    put("%s\n        %s", i == 0 ? "" : ",", subject->list->notifications[i].name);
  put("\n    }\n    STATUS      current\n");
  description("Notifications.");
  put("    ::= { ficGroups 128 }\n\n");
}

/* --- the module --- */

static const char *const security_text =
  "Give access to managers only, preferably by SNMPv3 with authentication and privacy (the User-based Security Model "
  "and the "
  "View-based Access Control Model), not by SNMPv1 or SNMPv2c over networks that others can listen to.";

static void security(struct buf *text)
{
  size_t writable = 0;
  for (size_t i = 0; i < subject->list->stat_count; i++) {
    if (subject->list->stats[i].access != STATS_ACCESS_RW) continue;
    buf_printf(text, "%s%s", writable == 0 ? "these objects can be written: " : ", ", subject->list->stats[i].name);
    writable++;
  }
  if (writable == 0) buf_printf(text, "no object can be written. ");
  else buf_printf(text, ". Anyone who can write them can silence alarms. Written values survive restarts. ");
  buf_printf(text, "%s %s", subject->readable, security_text);
}

/* The value of the module: `numbers` below the place. All but the last get a name of their own, because smilint
 * rejects implicit ones; they follow the module's identity, which must be the first definition. */
static void arcs(const struct place *place, const char *numbers)
{
  struct buf text = BUF_HEAP;
  const char *parent = place->name;
  char name[16];
  for (unsigned level = 1; strchr(numbers, '.') != NULL; level++) {
    size_t n = strcspn(numbers, ".");
    buf_printf(&text, "%sArc%u OBJECT IDENTIFIER ::= { %s %.*s }\n", subject->names->arc, level, parent, (int)n,
               numbers);
    snprintf(name, sizeof name, "%sArc%u", subject->names->arc, level);
    parent = name;
    numbers += n + 1;
  }
  put("    ::= { %s %s }\n\n%s%s", parent, numbers, text.n > 0 ? text.p : "", text.n > 0 ? "\n" : "");
  buf_free(&text);
}

static bool has_conventions(void)
{
  for (size_t i = 0; i < subject->list->enum_count; i++) {
    if (*subject->list->enums[i].convention != '\0') return true;
  }
  return syntax_used(STATS_RATIO);
}

/* NULL ends; empty names are left out. Imports only used names, because smilint complains about others. */
static void import(const char *const *names, const char *module)
{
  int column = 4;
  const char *separator = "\n    ";
  for (; *names != NULL; names++) {
    if (**names == '\0') continue;
    if (column > 60) {
      separator = ",\n    ";
      column = 4;
    }
    put("%s%s", separator, *names);
    column += (int)strlen(*names) + 2;
    separator = ", ";
  }
  if (*separator == ',') put("\n        FROM %s", module);
}

static void imports(const struct place *place)
{
  bool notify = subject->list->notification_count > 0;
#define IF_USED(which, name) (syntax_used(which) ? (name) : "")
  put("IMPORTS");
  import((const char *const[]){"MODULE-IDENTITY", "OBJECT-TYPE", notify ? "NOTIFICATION-TYPE" : "",
                               IF_USED(STATS_INTEGER32, "Integer32"),
                               syntax_used(STATS_UNSIGNED32) || syntax_used(STATS_RATIO) ? "Unsigned32" : "",
                               IF_USED(STATS_GAUGE32, "Gauge32"), IF_USED(STATS_COUNTER64, "Counter64"),
                               IF_USED(STATS_COUNTER32, "Counter32"), IF_USED(STATS_TIMETICKS, "TimeTicks"),
                               place->import_smi, NULL},
         "SNMPv2-SMI");
  import((const char *const[]){has_conventions() ? "TEXTUAL-CONVENTION" : "", IF_USED(STATS_DATEANDTIME, "DateAndTime"),
                               IF_USED(STATS_TIMESTAMP, "TimeStamp"), IF_USED(STATS_TRUTHVALUE, "TruthValue"), NULL},
         "SNMPv2-TC");
  import((const char *const[]){"MODULE-COMPLIANCE", "OBJECT-GROUP", notify ? "NOTIFICATION-GROUP" : "", NULL},
         "SNMPv2-CONF");
  import((const char *const[]){IF_USED(STATS_STRING, "SnmpAdminString"), NULL}, "SNMP-FRAMEWORK-MIB");
  if (syntax_used(STATS_GAUGE64)) import((const char *const[]){"CounterBasedGauge64", NULL}, "HCNUM-TC");
#undef IF_USED
  put("%s;\n\n", place->import_other);
}

static void identity(const struct place *place)
{
  struct buf text = BUF_HEAP;
  buf_printf(&text, "%s\n\nSecurity: ", subject->text);
  security(&text);
  put("%s MODULE-IDENTITY\n", subject->names->identity);
  put("    LAST-UPDATED \"" REVISION "\"\n    ORGANIZATION \"The ficelle project\"\n"
      "    CONTACT-INFO\n        \"The ficelle project. The file README.md of the source distribution\n"
      "        contains the address for questions and defects.\"\n");
  description(text.p);
  put("    REVISION     \"" REVISION "\"\n");
  description("First version.");
  arcs(place, subject->root + strlen(place->prefix));
  buf_free(&text);
}

static void conventions(void)
{
  if (syntax_used(STATS_RATIO)) {
    put("FicRatio ::= TEXTUAL-CONVENTION\n    DISPLAY-HINT \"d-2\"\n    STATUS      current\n");
    description("A share in percent with two decimals, in hundredths of a percent: 10000 is 100 percent.");
    put("    SYNTAX      Unsigned32 (0..10000)\n\n");
  }
  for (size_t i = 0; i < subject->list->enum_count; i++) {
    const struct stats_enum_info *e = &subject->list->enums[i];
    if (*e->convention == '\0') continue;
    struct buf text = BUF_HEAP;
    buf_printf(&text, "%s", e->description);
    for (size_t k = 0; k < e->count; k++) {
      char name[33];
      stats_mib_label(subject->list->labels[e->first + k].name, name);
      buf_printf(&text, "\n%s(%u): %s", name, subject->list->labels[e->first + k].number,
                 subject->list->labels[e->first + k].description);
    }
    put("%s ::= TEXTUAL-CONVENTION\n    STATUS      current\n", e->convention);
    description(text.p);
    put("    SYNTAX      INTEGER");
    enumeration(e);
    put("\n\n");
    buf_free(&text);
  }
}

void mib_write(void)
{
  const struct place *place = NULL;
  struct oid parsed;
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    if (strncmp(subject->root, places[i].prefix, strlen(places[i].prefix)) == 0) place = &places[i];
  }
  if (place == NULL || !oid_parse(subject->root, &parsed) || parsed.n > OID_ROOT_MAX)
    generate_die("invalid root %s: must be 1.3.6.1.4.1.N... or 1.3.6.1.3.N..., at most %d numbers", subject->root,
                 OID_ROOT_MAX);
  out = generate_open("%s", subject->module);
  put("-- %s: %s, for SNMP managers.\n-- Made by ficelle-generate.\n--\n"
      "-- Copyright the ficelle authors. Licensed under the Apache License, Version 2.0.\n\n"
      "%s DEFINITIONS ::= BEGIN\n\n",
      subject->module, subject->about, subject->module);
  imports(place);
  identity(place);
  conventions();
  if (subject->list->notification_count > 0) put("ficNotifications OBJECT IDENTIFIER ::= { ficMIB 0 }\n");
  if (!is_flat())
    put("%s OBJECT IDENTIFIER ::= { %s %s }\n", subject->names->objects, subject->names->identity, subject->below + 1);
  put("%s OBJECT IDENTIFIER ::= { %s 2 }\n\n", subject->names->conformance, subject->names->identity);
  for (size_t i = 0; i < subject->list->group_count; i++) group(&subject->list->groups[i]);
  notifications();
  conformance();
  put("END\n");
  generate_close(out);
}
