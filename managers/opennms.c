/* OpenNMS: data collection, graphs, thresholds with their packages, events. */
#include <ctype.h>
#include <string.h>

#include "managers/generate.h"

#define UEI "uei.opennms.org/vendor/ficelle/"

static const char *collected_type(const struct stats_info *s)
{
  switch (s->syntax) {
  case STATS_COUNTER64: return "Counter64";
  case STATS_COUNTER32: return "Counter32";
  case STATS_GAUGE64: return "Gauge64"; /* transferred as a Counter64 */
  case STATS_GAUGE32:
  case STATS_UNSIGNED32:
  case STATS_RATIO: return "Gauge32";
  case STATS_TIMETICKS: return "TimeTicks";
  default: return "Integer32";
  }
}

static void head(FILE *f, const char *what)
{
  fprintf(f, "<?xml version=\"1.0\"?>\n<!-- %s. Made by ficelle-generate. -->\n", what);
}

/* --- data collection --- */

/* A histogram is a separate group in OpenNMS: a collection polls all objects of a group together. */
static void collect_group(FILE *f, const struct stats_group_info *g)
{
  bool named = group_has_names(g);
  fprintf(f, "  <group name=\"%s-%s\" ifType=\"%s\">\n", subject->stem, group_tag(g), named ? "all" : "ignore");
  if (named) {
    char oid[OID_TEXT];
    stat_oid(group_label(g), oid);
    fprintf(f, "    <mibObj oid=\".%s\" instance=\"%sIndex\" alias=\"%s\" type=\"string\"/>\n", oid, g->name,
            group_label(g)->name);
  }
  for (size_t i = 0; i < subject->values.count; i++) {
    const struct value *v = &subject->values.v[i];
    if (&subject->list->groups[v->stat->group] != g || left_out("opennms", v->stat) != NULL) continue;
    char instance[64];
    snprintf(instance, sizeof instance, named ? "%sIndex" : "%s", named ? g->name : v->instance);
    const char *dot = strrchr(instance,
                              '.'); /* a row with two numbers: the first one belongs to the object's identifier */
    fprintf(f, "    <mibObj oid=\".%s%s%.*s\" instance=\"%s\" alias=\"%s\" type=\"%s\"/>\n", v->oid,
            dot != NULL ? "." : "", dot != NULL ? (int)(dot - instance) : 0, instance, dot != NULL ? dot + 1 : instance,
            v->alias, collected_type(v->stat));
  }
  fprintf(f, "  </group>\n");
}

static void collection(void)
{
  FILE *f = generate_open("opennms/datacollection/%s.xml", subject->stem);
  char name[32];
  snprintf(name, sizeof name, "%s", subject->stem);
  for (char *p = name; *p != '\0'; p++) *p = (char)toupper((unsigned char)*p);
  head(f, "What OpenNMS collects");
  fprintf(f, "<datacollection-group xmlns=\"http://xmlns.opennms.org/xsd/config/datacollection\" name=\"%s\">\n", name);
  for (size_t i = 0; i < subject->list->group_count; i++) {
    const struct stats_group_info *g = &subject->list->groups[i];
    if (!group_has_names(g)) continue;
    const char *label = group_label(g)->name;
    fprintf(f,
            "  <resourceType name=\"%sIndex\" label=\"%s %s\" resourceLabel=\"${%s}\">\n"
            "    <persistenceSelectorStrategy "
            "class=\"org.opennms.netmgt.collection.support.PersistAllSelectorStrategy\"/>\n"
            "    <storageStrategy class=\"org.opennms.netmgt.dao.support.SiblingColumnStorageStrategy\">\n"
            "      <parameter key=\"sibling-column-name\" value=\"%s\"/>\n"
            "      <parameter key=\"replace-all\" value=\"s/[^A-Za-z0-9_.-]/_/\"/>\n"
            "    </storageStrategy>\n"
            "  </resourceType>\n",
            g->name, subject->stem, group_tag(g), label, label);
  }
  for (size_t i = 0; i < subject->list->group_count; i++) collect_group(f, &subject->list->groups[i]);
  fprintf(f,
          "  <systemDef name=\"%s on Net-SNMP\">\n    <sysoidMask>.1.3.6.1.4.1.8072.3.</sysoidMask>\n"
          "    <collect>\n",
          subject->stem);
  for (size_t i = 0; i < subject->list->group_count; i++)
    fprintf(f, "      <includeGroup>%s-%s</includeGroup>\n", subject->stem, group_tag(&subject->list->groups[i]));
  fprintf(f, "    </collect>\n  </systemDef>\n</datacollection-group>\n");
  generate_close(f);
}

/* --- graphs --- */

static void variable(void *arg, size_t value, char out[24])
{
  const struct graph *g = arg;
  for (size_t i = 0; i < g->used_count; i++) {
    if (g->used[i] == value) snprintf(out, 24, "v%zu", i + 1);
  }
}

/* The text after a curve: last, mean, minimum and maximum. */
static void figures(FILE *f, const char *name, int decimals)
{
  static const char *const what[] = {"LAST", "AVERAGE", "MIN", "MAX"};
  for (size_t i = 0; i < 4; i++)
    fprintf(f, " GPRINT:%s:%s:\"%%10.%dlf%s\"%s", name, what[i], decimals, i == 3 ? "\\\\n" : "", " \\\n");
}

enum { LABEL_WIDTH = 24 };

/* Areas and stacks first, then outlines, then lines, so that nothing hides a more important part. The outline of a
 * zero value is omitted, because it would cover that of the series below. */
static void curves(FILE *f, const struct graph *g)
{
  size_t below = 0;
  for (size_t i = 0; i < g->series_count; i++) {
    const struct series *s = &g->series[i];
    if (s->kind < KIND_LINE) {
      if (s->kind == KIND_STACK)
        fprintf(f, " CDEF:t%zu=t%zu,s%zu,ADDNAN \\\n CDEF:o%zu=s%zu,0,GT,t%zu,UNKN,IF \\\n", i, below, i, i, i, i);
      else fprintf(f, " CDEF:t%zu=s%zu \\\n CDEF:o%zu=s%zu,0,GT,s%zu,UNKN,IF \\\n", i, i, i, i, i);
      below = i;
    }
  }
  for (size_t i = 0; i < g->series_count; i++) {
    const struct series *s = &g->series[i];
    if (s->kind >= KIND_LINE) continue;
    fprintf(f, " AREA:s%zu#%sb0:\"%-*s\"%s \\\n", i, s->colour, LABEL_WIDTH, s->label,
            s->kind == KIND_STACK ? ":STACK" : "");
    char name[24];
    snprintf(name, sizeof name, "s%zu", i);
    figures(f, name, s->unit->decimals);
  }
  for (size_t i = 0; i < g->series_count; i++) {
    if (g->series[i].kind < KIND_LINE) fprintf(f, " LINE1:o%zu#%s \\\n", i, g->series[i].colour);
  }
  for (size_t i = 0; i < g->series_count; i++) {
    const struct series *s = &g->series[i];
    if (s->kind < KIND_LINE) continue;
    fprintf(f, " LINE%d:s%zu#%s:\"%-*s\" \\\n", s->kind == KIND_LINE ? 2 : 1, i, s->colour, LABEL_WIDTH, s->label);
    char name[24];
    snprintf(name, sizeof name, "s%zu", i);
    figures(f, name, s->unit->decimals);
  }
}

static void graph(FILE *f, const struct graph *g)
{
  char axis[96];
  graph_axis(g, axis, sizeof axis);
  fprintf(f, "\nreport.%s.%s.name=%s: %s\nreport.%s.%s.columns=", subject->stem, g->name, subject->title, g->title,
          subject->stem, g->name);
  for (size_t i = 0; i < g->used_count; i++) fprintf(f, "%s%s", i == 0 ? "" : ",", subject->values.v[g->used[i]].alias);
  fprintf(f, "\nreport.%s.%s.type=", subject->stem, g->name);
  if (g->group == NULL) fprintf(f, "nodeSnmp\n");
  else
    fprintf(f, "%sIndex\nreport.%s.%s.propertiesValues=%s\n", g->group->name, subject->stem, g->name,
            group_label(g->group)->name);
  fprintf(f, "report.%s.%s.command=--title=\"%s", subject->stem, g->name, g->title);
  if (g->group != NULL) fprintf(f, ": {%s}", group_label(g->group)->name);
  fprintf(f, "\" \\\n --vertical-label=\"%s\" --lower-limit 0 --units-exponent 0 --units-length 8%s \\\n", axis,
          graph_is_whole(g) ? " --upper-limit 100 --rigid" : "");
  for (size_t i = 0; i < g->used_count; i++)
    fprintf(f, " DEF:v%zu={rrd%zu}:%s:AVERAGE \\\n", i + 1, i + 1, subject->values.v[g->used[i]].alias);
  for (size_t i = 0; i < g->series_count; i++) {
    char rpn[900];
    series_rpn(&g->series[i], variable, (void *)g, rpn, sizeof rpn);
    fprintf(f, " CDEF:s%zu=%s \\\n", i, rpn);
  }
  fprintf(f, " COMMENT:\"%-*s%11s%11s%11s%11s\\\\n\" \\\n", LABEL_WIDTH + 2, "", "last", "mean", "least", "most");
  curves(f, g);
  if (g->alarm != NULL) {
    double factor = graph_factor(g);
    fprintf(f, " HRULE:%g#%s:\"alarm %s (as shipped) is raised at %.*f\\\\n\" \\\n", g->alarm->rising * factor,
            colour_raise(), g->alarm->name, graph_unit(g)->decimals, g->alarm->rising * factor);
    fprintf(f, " HRULE:%g#%s:\"and cleared at %.*f\\\\n\":dashes \\\n", g->alarm->falling * factor, colour_clear(),
            graph_unit(g)->decimals, g->alarm->falling * factor);
  }
  fprintf(f, " COMMENT:\" \"\n");
}

static void graph_file(void)
{
  FILE *f = generate_open("opennms/snmp-graph.properties.d/%s-graph.properties", subject->stem);
  fprintf(f, "# Graphs of what ficelle-subagent publishes. Made by ficelle-generate.\n\nreports=");
  for (size_t i = 0; i < subject->graphs.count; i++)
    fprintf(f, "%s.%s%s", subject->stem, subject->graphs.g[i].name, i + 1 < subject->graphs.count ? ", \\\n " : "\n");
  for (size_t i = 0; i < subject->graphs.count; i++) graph(f, &subject->graphs.g[i]);
  generate_close(f);
}

/* --- thresholds --- */

static void limits(FILE *f, const char *type, double value, double rearm, unsigned trigger, const char *name,
                   const char *text)
{
  fprintf(f, " type=\"%s\" value=\"%.1f\" rearm=\"%.1f\" trigger=\"%u\"\n                 description=\"", type, value,
          rearm, trigger);
  generate_xml(f, text);
  fprintf(f,
          "\"\n                 triggeredUEI=\"" UEI "threshold/%s/exceeded\"\n"
          "                 rearmedUEI=\"" UEI "threshold/%s/rearmed\"/>\n",
          name, name);
}

static void thresholds(void)
{
  FILE *f = generate_open("opennms/thresholds/ficelle-thresholds.xml");
  fprintf(f, "    <group name=\"ficelle\" rrdRepository=\"${install.share.dir}/rrd/snmp/\">\n");
  for (size_t i = 0; i < subject->alarms.count; i++) {
    const struct alarm *a = &subject->alarms.a[i];
    const struct stats_group_info *g = stat_group(a->stat);
    if (group_has_names(g))
      fprintf(f, "      <threshold ds-type=\"%sIndex\" ds-label=\"%s\" ds-name=\"%s\"", g->name, group_label(g)->name,
              a->stat->name);
    else fprintf(f, "      <threshold ds-type=\"node\" ds-name=\"%s\"", a->stat->name);
    limits(f, a->rising > a->falling ? "high" : "low", a->rising, a->falling, 1 + (a->hold + 299) / 300, a->name,
           a->description);
  }
  for (size_t i = 0; i < subject->thresholds.count; i++) {
    const struct threshold *t = &subject->thresholds.t[i];
    fprintf(f, "      <expression ds-type=\"%s\"", t->rows);
    if (*t->label != '\0') fprintf(f, " ds-label=\"%s\"", t->label);
    fprintf(f, " expression=\"%s\"", t->expression);
    limits(f, "high", t->value, t->rearm, t->trigger, t->name, t->description);
  }
  fprintf(f, "    </group>\n");
  generate_close(f);
}

/* The nodes: by the sysObjectID of Net-SNMP, or those of the category "ficelle". */
static void packages(void)
{
  static const struct {
    const char *file, *filter;
  } by[] = {
    {"", "IPADDR != '0.0.0.0' &amp; (nodeSysOID LIKE '.1.3.6.1.4.1.8072.%')"},
    {"-category", "IPADDR != '0.0.0.0' &amp; (categoryName == 'ficelle')"},
  };
  static const char range[] = "      <include-range begin=\"1.1.1.1\" end=\"254.254.254.254\"/>\n"
                              "      <include-range begin=\"::1\" end=\"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff\"/>\n";
  for (size_t i = 0; i < 2; i++) {
    FILE *f = generate_open("opennms/thresholds/ficelle-threshd-package%s.xml", by[i].file);
    fprintf(f,
            "   <package name=\"ficelle\">\n      <filter>%s</filter>\n%s"
            "      <service name=\"SNMP\" interval=\"300000\" user-defined=\"false\" status=\"on\">\n"
            "         <parameter key=\"thresholding-group\" value=\"ficelle\"/>\n      </service>\n   </package>\n",
            by[i].filter, range);
    generate_close(f);
  }
  FILE *f = generate_open("opennms/collectd/ficelle-collectd-package.xml");
  fprintf(f,
          "   <package name=\"ficelle\" remote=\"false\">\n      <filter>%s</filter>\n%s"
          "      <service name=\"SNMP\" interval=\"300000\" user-defined=\"false\" status=\"on\">\n"
          "         <parameter key=\"collection\" value=\"ficelle\"/>\n"
          "         <parameter key=\"thresholding-enabled\" value=\"true\"/>\n      </service>\n   </package>\n",
          by[1].filter, range);
  generate_close(f);
}

/* --- events --- */

static const struct notice {
  const char *name, *severity, *clears, *keys;
} notices[] = {
#define EVENT(name, severity, clears, keys) {name, severity, clears, keys},
#include "managers/events.def"
};

/* Values of an enumerated object that lead to different events of one notification. */
static const struct state {
  const char *name, *object, *label, *severity;
} states[] = {
#define STATE(name, object, label, severity) {name, object, label, severity},
#include "managers/events.def"
};
enum { STATES = sizeof states / sizeof states[0] };

static const struct notice *notice_of(const char *name)
{
  for (size_t i = 0; i < sizeof notices / sizeof notices[0]; i++) {
    if (strcmp(notices[i].name, name) == 0) return &notices[i];
  }
  generate_die("managers/events.def has no %s", name);
}

/* "%parm[#2]%:%parm[#7]%": the parameters that identify the subject of an event. `as`: the notification that defines
 * their order. */
static void keys(FILE *f, const struct stats_notification_info *n, const char *names)
{
  for (const char *p = names; *p != '\0';) {
    size_t length = strcspn(p, " ");
    size_t at = n->count;
    for (size_t i = 0; i < n->count; i++) {
      const char *name = subject->list->stats[subject->list->notified[n->first + i]].name;
      if (strlen(name) == length && strncmp(name, p, length) == 0) at = i;
    }
    if (at == n->count) generate_die("%s does not carry %.*s", n->name, (int)length, p);
    fprintf(f, ":%%parm[#%zu]%%", at + 1);
    p += length + (p[length] == ' ');
  }
}

/* The effect of an object's value on a notification. */
struct level {
  size_t position; /* of the object in the notification; 0: none */
  const struct stats_label_info *value;
  const char *severity;
  bool begins, ends; /* an alarm, or the one begun by another value */
};

static bool is_severity(const struct stats_info *s)
{
  size_t length = strlen(s->name);
  return s->syntax == STATS_ENUMERATED && length >= 8 && strcmp(s->name + length - 8, "Severity") == 0;
}

/* Whether the values of that object are states, which managers/events.def lists. */
static bool is_state(const struct stats_notification_info *n, const struct stats_info *s)
{
  for (size_t i = 0; i < STATES; i++) {
    if (strcmp(states[i].name, n->name) == 0 && strcmp(states[i].object, s->name) == 0) return true;
  }
  return false;
}

static const char *severity_of(const struct stats_notification_info *n, const struct stats_info *s,
                               const struct stats_label_info *value)
{
  if (is_severity(s)) return value->name;
  for (size_t i = 0; i < STATES; i++) {
    if (strcmp(states[i].name, n->name) == 0 && strcmp(states[i].object, s->name) == 0 &&
        strcmp(states[i].label, value->name) == 0)
      return states[i].severity;
  }
  generate_die("managers/events.def has no %s for %s of %s", value->name, s->name, n->name);
}

static void event_text(FILE *f, const struct stats_notification_info *n)
{
  fprintf(f, "    <descr>");
  generate_xml(f, n->description);
  for (size_t i = 0; i < n->count; i++)
    fprintf(f, " %s: %%parm[#%zu]%%", subject->list->stats[subject->list->notified[n->first + i]].name, i + 1);
  fprintf(f, "</descr>\n    <logmsg dest=\"logndisplay\">");
  for (size_t i = 0; i < n->count; i++) {
    const struct stats_info *s = &subject->list->stats[subject->list->notified[n->first + i]];
    if (s->syntax == STATS_STRING && s->access == STATS_ACCESS_NOTIFY) fprintf(f, "%%parm[#%zu]%%", i + 1);
  }
  fprintf(f, "</logmsg>\n");
}

static void decode(FILE *f, const struct stats_notification_info *n)
{
  for (size_t i = 0; i < n->count; i++) {
    const struct stats_info *s = &subject->list->stats[subject->list->notified[n->first + i]];
    if (s->syntax != STATS_ENUMERATED) continue;
    const struct stats_enum_info *e = &subject->list->enums[s->enumeration];
    fprintf(f, "    <varbindsdecode>\n      <parmid>parm[#%zu]</parmid>\n", i + 1);
    for (size_t k = 0; k < e->count; k++)
      fprintf(f, "      <decode varbindvalue=\"%u\" varbinddecodedstring=\"%s\"/>\n",
              subject->list->labels[e->first + k].number, subject->list->labels[e->first + k].name);
    fprintf(f, "    </varbindsdecode>\n");
  }
}

/* OpenNMS' names of severities begin with a capital. */
static void severity(FILE *f, const char *name)
{
  fprintf(f, "    <severity>%c%s</severity>\n", name[0] >= 'a' ? name[0] - 'a' + 'A' : name[0], name + 1);
}

/* Whether another notification ends the alarm that this one begins. */
static bool ends(const char *name)
{
  for (size_t i = 0; i < sizeof notices / sizeof notices[0]; i++) {
    if (strcmp(notices[i].clears, name) == 0) return true;
  }
  return false;
}

static void alarm_data(FILE *f, const struct stats_notification_info *n, const struct level *level)
{
  const struct notice *notice = notice_of(n->name);
  bool clears = *notice->clears != '\0' || level->ends;
  /* Events of all severities of a notification are one alarm: the key has no severity. */
  fprintf(f, "    <alarm-data reduction-key=\"" UEI "%s%s%s:%%dpname%%:%%nodeid%%", n->name, level->ends ? "/" : "",
          level->ends ? level->value->name : "");
  keys(f, n, notice->keys);
  fprintf(f, "\" alarm-type=\"%d\"", clears ? 2 : ends(notice->name) || level->begins ? 1 : 3);
  if (clears) {
    fprintf(f, " clear-key=\"" UEI "%s:%%dpname%%:%%nodeid%%", level->ends ? n->name : notice->clears);
    keys(f, n, notice->keys);
    fprintf(f, "\"");
  }
  fprintf(f, " auto-clean=\"false\"/>\n");
}

static void event(FILE *f, const struct stats_notification_info *n, const struct level *level)
{
  const struct notice *notice = notice_of(n->name);
  const struct stats_label_info *value = level->value;
  fprintf(f,
          "  <event>\n    <mask>\n      <maskelement><mename>id</mename><mevalue>.%s</mevalue></maskelement>\n"
          "      <maskelement><mename>generic</mename><mevalue>6</mevalue></maskelement>\n"
          "      <maskelement><mename>specific</mename><mevalue>%u</mevalue></maskelement>\n",
          subject->root, n->number);
  if (value != NULL)
    fprintf(f, "      <varbind><vbnumber>%zu</vbnumber><vbvalue>%u</vbvalue></varbind>\n", level->position,
            value->number);
  fprintf(f, "    </mask>\n    <uei>" UEI "%s%s%s</uei>\n    <event-label>ficelle: %s%s%s</event-label>\n", n->name,
          value != NULL ? "/" : "", value != NULL ? value->name : "", n->name, value != NULL ? ", " : "",
          value != NULL ? value->name : "");
  event_text(f, n);
  severity(f, *notice->clears != '\0' ? "normal" : value != NULL ? level->severity : notice->severity);
  decode(f, n);
  alarm_data(f, n, level);
  fprintf(f, "  </event>\n");
}

/* An event for each severity that a notification can have, or each state; else one. */
static void events_of(FILE *f, const struct stats_notification_info *n)
{
  for (size_t i = 0; i < n->count; i++) {
    const struct stats_info *s = &subject->list->stats[subject->list->notified[n->first + i]];
    const bool state = is_state(n, s);
    if (!state && !is_severity(s)) continue;
    const struct stats_enum_info *e = &subject->list->enums[s->enumeration];
    for (size_t k = 0; k < e->count; k++) {
      struct level level = {.position = i + 1, .value = &subject->list->labels[e->first + k]};
      level.severity = severity_of(n, s, level.value);
      level.ends = state && strcmp(level.severity, "normal") == 0;
      level.begins = state && !level.ends;
      event(f, n, &level);
    }
    return;
  }
  event(f, n, &(struct level){0});
}

static void threshold_event(FILE *f, const char *name, const char *level, const char *description)
{
  static const char key[] = ":%dpname%:%nodeid%:%interface%:%parm[ds]%:%parm[label]%";
  for (int rearmed = 0; rearmed < 2; rearmed++) {
    const char *what = rearmed ? "rearmed" : "exceeded";
    fprintf(f,
            "  <event>\n    <uei>" UEI
            "threshold/%s/%s</uei>\n    <event-label>ficelle: threshold %s %s</event-label>\n"
            "    <descr>",
            name, what, name, what);
    generate_xml(f, description);
    fprintf(f,
            " %%parm[ds]%% of %%parm[label]%% is %%parm[value]%%; the threshold is %%parm[threshold]%%, and it is "
            "over at %%parm[rearm]%%.</descr>\n    <logmsg dest=\"logndisplay\">ficelle: %s %s: %%parm[ds]%% is "
            "%%parm[value]%% %%parm[label]%%</logmsg>\n",
            name, what);
    severity(f, rearmed ? "normal" : level);
    fprintf(f, "    <alarm-data reduction-key=\"" UEI "threshold/%s/%s%s\" alarm-type=\"%d\"", name, what, key,
            1 + rearmed);
    if (rearmed) fprintf(f, " clear-key=\"" UEI "threshold/%s/exceeded%s\"", name, key);
    fprintf(f, " auto-clean=\"false\"/>\n  </event>\n");
  }
}

static void events(void)
{
  FILE *f = generate_open("opennms/events/ficelle.events.xml");
  head(f, "Events for ficelle's notifications and thresholds");
  fprintf(f, "<events xmlns=\"http://xmlns.opennms.org/xsd/eventconf\">\n");
  for (size_t i = 0; i < subject->list->notification_count; i++) events_of(f, &subject->list->notifications[i]);
  for (size_t i = 0; i < subject->alarms.count; i++)
    threshold_event(f, subject->alarms.a[i].name, subject->alarms.a[i].severity, subject->alarms.a[i].description);
  for (size_t i = 0; i < subject->thresholds.count; i++)
    threshold_event(f, subject->thresholds.t[i].name, subject->thresholds.t[i].severity,
                    subject->thresholds.t[i].description);
  fprintf(f, "</events>\n");
  generate_close(f);
}

void opennms_write(void)
{
  collection();
  graph_file();
  if (subject->list->notification_count == 0) return; /* and no alarms */
  thresholds();
  packages();
  events();
}
