/* Zabbix 6.0: a template in YAML. Items have the units people read (seconds, bytes, percent); counters are rates per
 * second. A table with names is a discovery rule with prototypes. Quotients and sums in graphs are calculated items.
 *
 * Zabbix identifies imported elements by UUIDs, which are derived from names, so that a newer template changes the
 * existing elements. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "managers/generate.h"

static FILE *out;

/* The position of a part of the template in its lists: the indentation of its lines. */
struct place {
  const char *indent;                   /* of the items of the list */
  const struct stats_group_info *group; /* of prototypes; NULL: values of the host */
};

static void uuid(const char *kind, const char *name)
{
  char key[200];
  snprintf(key, sizeof key, "%s/%s", subject->stem, name);
  const uint64_t high = generate_hash(kind, key, 14695981039346656037u),
                 low = generate_hash(kind, key, 0x7a6162626978u);
  fprintf(out, "uuid: \"%012" PRIx64 "4%03" PRIx64 "%x%015" PRIx64 "\"\n", high >> 16, high & 0xfff,
          8 + (unsigned)(low >> 62), low & 0xfffffffffffffff);
}

static void field(const char *indent, const char *key, const char *value)
{
  fprintf(out, "%s%s: ", indent, key);
  generate_quoted(out, value);
  fprintf(out, "\n");
}

/* "ficelle by SNMP" */
static const char *template(void)
{
  static char name[64];
  snprintf(name, sizeof name, "%s by SNMP", subject->stem);
  return name;
}

/* --- items --- */

/* The factor of a number, and the resulting unit. */
struct scale {
  const char *units, *factor;
  double by;
};

static struct scale scale_of(const struct stats_info *s)
{
  static const struct {
    const char *units;
    struct scale scale;
  } known[] = {
    {"microseconds", {"s", "0.000001", 1e-6}},
    {"seconds", {"s", "", 1}},
    {"kibibytes", {"B", "1024", 1024}},
    {"bytes", {"B", "", 1}},
    {"percent", {"%", "", 1}},
  };
  if (s->syntax == STATS_RATIO) return (struct scale){"%", "0.01", 0.01};
  if (s->syntax == STATS_TIMETICKS) return (struct scale){"s", "0.01", 0.01};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(s->units, known[i].units) == 0) return known[i].scale;
  }
  return (struct scale){"", "", 1};
}

/* The unit of a sum or rate: "s" per second is not a unit. */
static const char *units_of(const struct stats_info *s)
{
  const char *units = scale_of(s).units;
  if (!stats_is_counter(s)) return units;
  return strcmp(units, "B") == 0 ? "Bps" : "";
}

/* The key of the item with a value: "ficCmpTotal", "ficPhaseCount[parse]", "ficHistCount[1,4]",
 * "ficEnvNodes[{#NAME}]". */
static void key_of(const struct value *v, char key[80])
{
  char row[40];
  snprintf(row, sizeof row, "%s", v->row != NULL ? v->row->name : v->instance);
  for (char *p = row; *p != '\0'; p++) {
    if (*p == '.') *p = ',';
  }
  if (group_has_names(stat_group(v->stat))) snprintf(key, 80, "%s[{#NAME}]", v->stat->name);
  else if (stats_is_table(stat_group(v->stat))) snprintf(key, 80, "%s[%s]", v->stat->name, row);
  else snprintf(key, 80, "%s", v->stat->name);
}

static const char *value_type(const struct stats_info *s)
{
  if (s->syntax == STATS_STRING || s->syntax == STATS_OID) return "CHAR";
  return stats_is_counter(s) || *scale_of(s).factor != '\0' ? "FLOAT" : "UNSIGNED";
}

static void preprocessing(const char *indent, const struct stats_info *s)
{
  const char *factor = scale_of(s).factor;
  if (!stats_is_counter(s) && *factor == '\0') return;
  fprintf(out, "%spreprocessing:\n", indent);
  if (stats_is_counter(s))
    fprintf(out, "%s  - type: CHANGE_PER_SECOND\n%s    parameters:\n%s      - \"\"\n", indent, indent, indent);
  if (*factor != '\0')
    fprintf(out, "%s  - type: MULTIPLIER\n%s    parameters:\n%s      - \"%s\"\n", indent, indent, indent, factor);
}

static void valuemap(const char *indent, const struct stats_info *s)
{
  if (s->syntax == STATS_ENUMERATED)
    fprintf(out, "%svaluemap:\n%s  name: %s\n", indent, indent, subject->list->enums[s->enumeration].symbol);
  else if (s->syntax == STATS_TRUTHVALUE) fprintf(out, "%svaluemap:\n%s  name: TRUTHVALUE\n", indent, indent);
}

static void tags(const char *indent, const char *component, bool row)
{
  fprintf(out, "%stags:\n%s  - tag: component\n%s    value: %s\n", indent, indent, indent, component);
  if (row) fprintf(out, "%s  - tag: name\n%s    value: \"{#NAME}\"\n", indent, indent);
}

static void item(const struct place *p, const struct stats_info *s, const char *key, const char *oid, const char *what)
{
  const char *type = value_type(s);
  char indent[24], name[160];
  snprintf(indent, sizeof indent, "%s  ", p->indent);
  snprintf(name, sizeof name, p->group != NULL ? "%s {#NAME}: %s" : "%s%s", p->group != NULL ? group_tag(p->group) : "",
           what);
  fprintf(out, "%s- ", p->indent);
  uuid(p->group != NULL ? "prototype" : "item", key);
  field(indent, "name", name);
  fprintf(out, "%stype: SNMP_AGENT\n%ssnmp_oid: %s%s\n", indent, indent, oid, p->group != NULL ? ".{#SNMPINDEX}" : "");
  field(indent, "key", key);
  field(indent, "delay", "{$FICELLE.INTERVAL}");
  fprintf(out, "%shistory: 7d\n", indent);
  if (strcmp(type, "CHAR") == 0) fprintf(out, "%strends: \"0\"\n", indent);
  fprintf(out, "%svalue_type: %s\n", indent, type);
  if (*units_of(s) != '\0') field(indent, "units", units_of(s));
  field(indent, "description", s->description);
  valuemap(indent, s);
  preprocessing(indent, s);
  tags(indent, group_tag(stat_group(s)), p->group != NULL);
}

static void value_item(const struct place *p, const struct value *v)
{
  char key[80], oid[OID_TEXT + 48];
  key_of(v, key);
  snprintf(oid, sizeof oid, "%s%s%s", v->oid, *v->instance != '\0' ? "." : "", v->instance);
  item(p, v->stat, key, oid, v->what);
}

static bool is_text(const struct stats_info *s)
{
  return (s->syntax == STATS_STRING || s->syntax == STATS_OID) && s->access == STATS_ACCESS_RO &&
         left_out("zabbix", s) == NULL;
}

static void text_items(const struct place *p)
{
  for (size_t i = 0; i < subject->list->stat_count; i++) {
    const struct stats_info *s = &subject->list->stats[i];
    const struct stats_group_info *g = stat_group(s);
    char key[80], oid[OID_TEXT + 4];
    if (!is_text(s) || (p->group == NULL ? stats_is_table(g) : g != p->group)) continue;
    stat_oid(s, oid);
    if (p->group == NULL) strcat(oid, ".0");
    snprintf(key, sizeof key, p->group != NULL ? "%s[{#NAME}]" : "%s", s->name);
    item(p, s, key, oid, s->name);
  }
}

/* --- calculated items --- */

/* A value without an item: a sum, a mean or a share. */
static bool is_calculated(const struct series *s) { return s->of.count > 0 || s->value.count > 1; }

static void calculated_key(const struct graph *g, size_t series, char key[80])
{
  snprintf(key, 80, "%s.%s.%zu%s", subject->stem, g->name, series + 1, g->group != NULL ? "[{#NAME}]" : "");
}

static void sum(struct buf *b, const struct terms *terms)
{
  buf_printf(b, "(");
  for (size_t i = 0; i < terms->count; i++) {
    char key[80];
    key_of(&subject->values.v[terms->t[i].value], key);
    buf_printf(b, "%slast(//%s)", i == 0 ? "" : terms->t[i].minus ? "-" : "+", key);
  }
  buf_printf(b, ")");
}

/* Without any events the divisor is 0; then the value is 0. */
static void calculated_item(const struct place *p, const struct graph *g, size_t i)
{
  const struct series *s = &g->series[i];
  const bool share = strcmp(s->unit->symbol, "SHARE") == 0;
  const struct stats_info *first = subject->values.v[s->value.t[0].value].stat;
  struct buf formula = BUF_HEAP;
  char key[80], indent[24], name[160];
  calculated_key(g, i, key);
  snprintf(indent, sizeof indent, "%s  ", p->indent);
  snprintf(name, sizeof name, "%s%s%s: %s", p->group != NULL ? group_tag(p->group) : "",
           p->group != NULL ? " {#NAME}: " : "", g->title, s->label);
  sum(&formula, &s->value);
  if (s->of.count > 0) {
    struct buf of = BUF_HEAP;
    sum(&of, &s->of);
    buf_printf(&formula, "/(%s+(%s=0))%s", of.p, of.p, share ? "*100" : "");
    buf_free(&of);
  }
  fprintf(out, "%s- ", p->indent);
  uuid(p->group != NULL ? "prototype" : "item", key);
  field(indent, "name", name);
  fprintf(out, "%stype: CALCULATED\n", indent);
  field(indent, "key", key);
  field(indent, "delay", "{$FICELLE.INTERVAL}");
  fprintf(out, "%shistory: 7d\n%svalue_type: FLOAT\n", indent, indent);
  if (share || (s->of.count > 0 && *scale_of(first).units != '\0'))
    field(indent, "units", share ? "%" : scale_of(first).units);
  field(indent, "params", formula.p);
  tags(indent, group_tag(stat_group(first)), p->group != NULL);
  buf_free(&formula);
}

static void calculated_items(const struct place *p)
{
  for (size_t i = 0; i < subject->graphs.count; i++) {
    const struct graph *g = &subject->graphs.g[i];
    for (size_t k = 0; k < g->series_count && g->group == p->group; k++) {
      if (is_calculated(&g->series[k])) calculated_item(p, g, k);
    }
  }
}

/* --- triggers --- */

static const char *priority(const char *severity)
{
  static const struct {
    const char *severity, *name;
  } known[] = {{"warning", "WARNING"}, {"minor", "AVERAGE"}, {"major", "HIGH"}, {"critical", "DISASTER"}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(known[i].severity, severity) == 0) return known[i].name;
  }
  generate_die("no severity %s", severity);
}

/* "{$FICELLE.COMPILE.P95.RAISE}" */
static void macro_of(const char *name, const char *what, char macro[80])
{
  int n = snprintf(macro, 80, "{$FICELLE.%s.%s}", name, what);
  for (int i = 0; i < n; i++) macro[i] = macro[i] == '-' ? '.' : (char)toupper((unsigned char)macro[i]);
}

struct trigger {
  const char *name, *severity, *description, *problem, *recovery;
  bool disabled;
};

static void trigger(const struct place *p, const struct trigger *t)
{
  char indent[24];
  snprintf(indent, sizeof indent, "%s  ", p->indent);
  fprintf(out, "%s- ", p->indent);
  uuid("trigger", t->name);
  field(indent, "expression", t->problem);
  if (t->recovery != NULL) {
    fprintf(out, "%srecovery_mode: RECOVERY_EXPRESSION\n", indent);
    field(indent, "recovery_expression", t->recovery);
  }
  field(indent, "name", t->name);
  if (t->disabled) fprintf(out, "%sstatus: DISABLED\n", indent);
  fprintf(out, "%spriority: %s\n", indent, priority(t->severity));
  field(indent, "description", t->description);
}

/* The condition that the value has been beyond the threshold for the hold time; without one, that the last value is. */
static void alarm_side(struct buf *b, const struct alarm *a, bool raise)
{
  char threshold[80], hold[80], key[80];
  const bool up = (a->rising > a->falling) == raise;
  macro_of(a->name, raise ? "RAISE" : "CLEAR", threshold);
  macro_of(a->name, "HOLD", hold);
  key_of(&subject->values.v[values_find(a->stat->name)], key);
  if (a->hold > 0) buf_printf(b, "%s(/%s/%s,%s)", up ? "min" : "max", template(), key, hold);
  else buf_printf(b, "last(/%s/%s)", template(), key);
  buf_printf(b, "%s%s", up ? ">=" : "<=", threshold);
}

static void alarm_trigger(const struct place *p, const struct alarm *a)
{
  struct buf problem = BUF_HEAP, recovery = BUF_HEAP;
  alarm_side(&problem, a, true);
  alarm_side(&recovery, a, false);
  char name[160];
  snprintf(name, sizeof name, "%s: %s%s", subject->stem, a->name, p->group != NULL ? " of {#NAME}" : "");
  trigger(p, &(struct trigger){name, a->severity, a->description, problem.p, recovery.p, false});
  buf_free(&problem);
  buf_free(&recovery);
}

/* An expression of thresholds.def over its polls: for counters the mean, for others the minimum (or the maximum, for
 * the end). */
static void threshold_side(struct buf *b, const struct threshold *t, bool raise)
{
  char macro[80];
  bool divided = false;
  for (const char *text = t->expression; *text != '\0'; text += strcspn(text, " "), text += *text == ' ') {
    char word[64], value[400], key[80];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " "), text);
    const int object = subject_find(word);
    if (object < 0) {
      buf_printf(b, "%s", word);
      divided = strcmp(word, "/") == 0;
      continue;
    }
    const struct stats_info *s = &subject->list->stats[object];
    const char *how = stats_is_counter(s) ? "avg" : raise ? "min" : "max";
    key_of(&subject->values.v[values_find(word)], key);
    snprintf(value, sizeof value, "%s(/%s/%s,%um)", how, template(), key, t->trigger * 5);
    if (divided) buf_printf(b, "(%s+(%s=0))", value, value);
    else if (*scale_of(s).factor != '\0') buf_printf(b, "(%s/%s)", value, scale_of(s).factor);
    else buf_printf(b, "%s", value);
    divided = false;
  }
  macro_of(t->name, raise ? "RAISE" : "CLEAR", macro);
  buf_printf(b, "%s%s", raise ? ">=" : "<=", macro);
}

static void threshold_trigger(const struct place *p, const struct threshold *t)
{
  struct buf problem = BUF_HEAP, recovery = BUF_HEAP;
  char name[160];
  threshold_side(&problem, t, true);
  threshold_side(&recovery, t, false);
  snprintf(name, sizeof name, "%s: %s%s", subject->stem, t->name, p->group != NULL ? " of {#NAME}" : "");
  trigger(p, &(struct trigger){name, t->severity, t->description, problem.p, recovery.p, false});
  buf_free(&problem);
  buf_free(&recovery);
}

/* The table whose rows an alarm watches; NULL for a scalar. */
static const struct stats_group_info *alarm_rows(const struct alarm *a)
{
  return group_has_names(stat_group(a->stat)) ? stat_group(a->stat) : NULL;
}

static const struct stats_group_info *rows_of(const struct threshold *t)
{
  return *t->label != '\0' ? stat_group(&subject->list->stats[subject_find(t->label)]) : NULL;
}

/* The first scalar, which shows whether the agent answers. */
static const char *pulse(void)
{
  for (size_t i = 0; i < subject->values.count; i++) {
    if (!stats_is_table(stat_group(subject->values.v[i].stat))) return subject->values.v[i].stat->name;
  }
  generate_die("%s does not contain a scalar", subject->stem);
}

static void triggers(const struct place *p)
{
  if (p->group == NULL) {
    char name[160], problem[200];
    snprintf(name, sizeof name, "%s: no data", subject->stem);
    snprintf(problem, sizeof problem, "nodata(/%s/%s,15m)=1", template(), pulse());
    trigger(p, &(struct trigger){name, "major", "Check whether snmpd and ficelle-subagent run.", problem, NULL, false});
  }
  for (size_t i = 0; i < subject->alarms.count; i++) {
    if (alarm_rows(&subject->alarms.a[i]) == p->group) alarm_trigger(p, &subject->alarms.a[i]);
  }
  for (size_t i = 0; i < subject->thresholds.count; i++) {
    if (rows_of(&subject->thresholds.t[i]) == p->group) threshold_trigger(p, &subject->thresholds.t[i]);
  }
  const int state = subject_find("ficAlarmState");
  if (p->group == NULL || state < 0 || stat_group(&subject->list->stats[state]) != p->group) return;
  char problem[200];
  snprintf(problem, sizeof problem, "last(/%s/ficAlarmState[{#NAME}])=%d", template(), STATS_ALARMSTATE_RAISED);
  trigger(p, &(struct trigger){
               "ficelle: the host raised the alarm {#NAME}", "major",
               "Uses the thresholds that are set on the host. Enable it instead of the triggers of the shipped alarms.",
               problem, NULL, true});
}

static bool has_triggers(const struct stats_group_info *g)
{
  const int state = subject_find("ficAlarmState");
  if (g == NULL || (state >= 0 && stat_group(&subject->list->stats[state]) == g)) return true;
  for (size_t i = 0; i < subject->thresholds.count; i++) {
    if (rows_of(&subject->thresholds.t[i]) == g) return true;
  }
  for (size_t i = 0; i < subject->alarms.count; i++) {
    if (alarm_rows(&subject->alarms.a[i]) == g) return true;
  }
  return false;
}

/* --- graphs --- */

static void graph(const struct place *p, const struct graph *g)
{
  static const char *const kinds[] = {[KIND_AREA] = "FILLED_REGION",
                                      [KIND_STACK] = "FILLED_REGION",
                                      [KIND_LINE] = "BOLD_LINE",
                                      [KIND_THIN] = "SINGLE_LINE"};
  char indent[24], name[160];
  const bool stacked = g->series_count > 1 && g->series[1].kind == KIND_STACK;
  snprintf(indent, sizeof indent, "%s  ", p->indent);
  snprintf(name, sizeof name, "%s: %s%s%s", subject->stem, p->group != NULL ? group_tag(p->group) : "",
           p->group != NULL ? " {#NAME}: " : "", g->title);
  fprintf(out, "%s- ", p->indent);
  uuid("graph", g->name);
  field(indent, "name", name);
  if (stacked) fprintf(out, "%stype: STACKED\n", indent);
  fprintf(out, "%symin_type_1: FIXED\n%sgraph_items:\n", indent, indent);
  for (size_t i = 0; i < g->series_count; i++) {
    char key[80], deep[32];
    if (is_calculated(&g->series[i])) calculated_key(g, i, key);
    else key_of(&subject->values.v[g->series[i].value.t[0].value], key);
    snprintf(deep, sizeof deep, "%s      ", indent);
    fprintf(out, "%s  - sortorder: \"%zu\"\n", indent, i);
    if (!stacked && g->series[i].kind != KIND_THIN)
      fprintf(out, "%s    drawtype: %s\n", indent, kinds[g->series[i].kind]);
    fprintf(out, "%s    color: \"%06lX\"\n%s    item:\n", indent, strtoul(g->series[i].colour, NULL, 16), indent);
    field(deep, "host", template());
    field(deep, "key", key);
  }
}

static void graphs_of(const struct place *p)
{
  for (size_t i = 0; i < subject->graphs.count; i++) {
    if (subject->graphs.g[i].group == p->group) graph(p, &subject->graphs.g[i]);
  }
}

/* --- the template --- */

static void discovery(const struct stats_group_info *g)
{
  char oid[OID_TEXT], tag[32];
  const struct place below = {"            ", g};
  stat_oid(group_label(g), oid);
  snprintf(tag, sizeof tag, "%s", group_tag(g));
  for (char *p = tag; *p != '\0'; p++) *p = (char)toupper((unsigned char)*p);
  fprintf(out, "        - ");
  uuid("discovery", g->name);
  fprintf(out,
          "          name: %s\n          type: SNMP_AGENT\n          snmp_oid: \"discovery[{#NAME},%s]\"\n"
          "          key: %s.discovery\n          delay: 1h\n          filter:\n            conditions:\n"
          "              - macro: \"{#NAME}\"\n                value: \"{$FICELLE.%s.MATCHES}\"\n"
          "                formulaid: A\n          lifetime: 30d\n",
          g->name, oid, g->name, tag);
  field("          ", "description", g->description);
  fprintf(out, "          item_prototypes:\n");
  for (size_t i = 0; i < subject->values.count; i++) {
    const struct value *v = &subject->values.v[i];
    if (stat_group(v->stat) == g && left_out("zabbix", v->stat) == NULL) value_item(&below, v);
  }
  text_items(&below);
  calculated_items(&below);
  if (has_triggers(g)) {
    fprintf(out, "          trigger_prototypes:\n");
    triggers(&below);
  }
  if (!group_is_drawn(g)) return;
  fprintf(out, "          graph_prototypes:\n");
  graphs_of(&below);
}

static void macro(const char *name, const char *value, const char *description)
{
  fprintf(out, "        - macro: \"%s\"\n", name);
  field("          ", "value", value);
  field("          ", "description", description);
}

static void number_macro(const char *name, const char *what, double value, const char *unit, const char *description)
{
  char macro_name[80], text[40];
  macro_of(name, what, macro_name);
  snprintf(text, sizeof text, "%.10g%s", value, unit);
  macro(macro_name, text, description);
}

static void macros(void)
{
  fprintf(out, "      macros:\n");
  macro("{$FICELLE.INTERVAL}", "1m", "How often values are polled.");
  for (size_t i = 0; i < subject->list->group_count; i++) {
    const struct stats_group_info *g = &subject->list->groups[i];
    char name[80];
    if (!group_has_names(g)) continue;
    macro_of(group_tag(g), "MATCHES", name);
    macro(name, ".*", "Rows whose names match this are discovered.");
  }
  for (size_t i = 0; i < subject->alarms.count; i++) {
    const struct alarm *a = &subject->alarms.a[i];
    const double by = scale_of(a->stat).by;
    number_macro(a->name, "RAISE", a->rising * by, "", a->description);
    number_macro(a->name, "CLEAR", a->falling * by, "", "Value at which the problem ends.");
    if (a->hold > 0) number_macro(a->name, "HOLD", a->hold, "s", "How long the value must be beyond a threshold.");
  }
  for (size_t i = 0; i < subject->thresholds.count; i++) {
    const struct threshold *t = &subject->thresholds.t[i];
    number_macro(t->name, "RAISE", t->value, "", t->description);
    number_macro(t->name, "CLEAR", t->rearm, "", "Value at which the problem ends.");
  }
}

static void mapping(unsigned number, const char *name)
{
  fprintf(out, "            - value: \"%u\"\n              newvalue: %s\n", number, name);
}

static void valuemaps(void)
{
  fprintf(out, "      valuemaps:\n");
  for (size_t i = 0; i < subject->list->enum_count; i++) {
    const struct stats_enum_info *e = &subject->list->enums[i];
    bool used = false;
    for (size_t k = 0; k < subject->list->stat_count; k++)
      used = used || (subject->list->stats[k].syntax == STATS_ENUMERATED && subject->list->stats[k].enumeration == i);
    if (!used) continue;
    fprintf(out, "        - ");
    uuid("valuemap", e->symbol);
    fprintf(out, "          name: %s\n          mappings:\n", e->symbol);
    for (size_t k = 0; k < e->count; k++) {
      char name[33];
      stats_mib_label(subject->list->labels[e->first + k].name, name);
      mapping(subject->list->labels[e->first + k].number, name);
    }
  }
  fprintf(out, "        - ");
  uuid("valuemap", "TRUTHVALUE");
  fprintf(out, "          name: TRUTHVALUE\n          mappings:\n");
  mapping(1, "\"true\"");
  mapping(2, "\"false\"");
}

static bool has_names(void)
{
  for (size_t i = 0; i < subject->list->group_count; i++) {
    if (group_has_names(&subject->list->groups[i])) return true;
  }
  return false;
}

void zabbix_write(void)
{
  static const struct place host = {"        ", NULL}, top = {"    ", NULL};
  out = generate_open("zabbix/%s.yaml", subject->stem);
  /* The UUID of the group "Templates" of every Zabbix. */
  fprintf(out, "zabbix_export:\n  version: \"6.0\"\n  date: \"2022-01-01T00:00:00Z\"\n  groups:\n"
               "    - uuid: 7df96b18c230490a9a0a9e2307226338\n      name: Templates\n  templates:\n    - ");
  uuid("template", subject->stem);
  field("      ", "template", template());
  field("      ", "name", template());
  fprintf(out,
          "      description: \"%s by SNMP. Made by ficelle-generate.\"\n      groups:\n        - name: Templates\n"
          "      items:\n",
          subject->module);
  for (size_t i = 0; i < subject->values.count; i++) {
    const struct value *v = &subject->values.v[i];
    if (!group_has_names(stat_group(v->stat)) && left_out("zabbix", v->stat) == NULL) value_item(&host, v);
  }
  text_items(&host);
  calculated_items(&host);
  if (has_names()) fprintf(out, "      discovery_rules:\n");
  for (size_t i = 0; i < subject->list->group_count; i++) {
    if (group_has_names(&subject->list->groups[i])) discovery(&subject->list->groups[i]);
  }
  macros();
  valuemaps();
  fprintf(out, "  triggers:\n");
  triggers(&top);
  fprintf(out, "  graphs:\n");
  graphs_of(&top);
  generate_close(out);
}
