/* Prometheus: configuration of the snmp_exporter, which makes a metric from each object; of its generator, which
 * generates the same from the MIB; and alerting rules. The format of both configurations changed with version 0.23. */
#include <ctype.h>
#include <string.h>

#include "managers/generate.h"

enum format { BEFORE_023, SINCE_023 };

static FILE *out;

/* --- the generator --- */

/* The prefix of each line below. */
static void walked(const char *indent)
{
  for (size_t i = 0; i < subject->list->group_count; i++) {
    const struct stats_group_info *g = &subject->list->groups[i];
    char oid[OID_TEXT];
    group_oid(g, oid);
    fprintf(out, "%s- %s # %s%s\n", indent, oid, g->name, stats_is_table(g) ? "Table" : "");
  }
}

static void generator_lookups(void)
{
  fprintf(out, "    lookups:\n");
  for (size_t i = 0; i < subject->list->group_count; i++) {
    const struct stats_group_info *g = &subject->list->groups[i];
    const struct stats_info *first = &subject->list->stats[g->first];
    if (group_names(g) != NULL)
      fprintf(out, "      - source_indexes: [%s]\n        lookup: %s\n        drop_source_indexes: true\n", first->name,
              group_names(g)->name);
    else if (g->rows == STATS_ROWS_HISTOGRAMS)
      fprintf(out, "      - source_indexes: [%s, %s]\n        lookup: %s\n", first->name, first[1].name, first[2].name);
  }
}

static bool has_tables(void)
{
  for (size_t i = 0; i < subject->list->group_count; i++) {
    if (stats_is_table(&subject->list->groups[i])) return true;
  }
  return false;
}

static void generator(enum format format)
{
  out = generate_open("prometheus/generator%s.yml", format == BEFORE_023 ? "-0.22" : "");
  fprintf(out,
          "# For the generator of the snmp_exporter %s. It makes the modules of snmp%s.yml from the MIB modules.\n",
          format == BEFORE_023 ? "up to version 0.22" : "since version 0.23", format == BEFORE_023 ? "-0.22" : "");
  if (format == SINCE_023) fprintf(out, "auths:\n  public_v2:\n    version: 2\n    community: public\n");
  fprintf(out, "modules:\n");
  for (subject = subjects; subject < subjects + subject_count; subject++) {
    fprintf(out, "  %s:\n    walk:\n", subject->stem);
    walked("      ");
    fprintf(out, "    max_repetitions: 50\n");
    if (format == BEFORE_023) fprintf(out, "    version: 2\n    auth:\n      community: public\n");
    if (has_tables()) generator_lookups();
    const char *head = "    overrides:\n";
    for (size_t i = 0; i < subject->list->stat_count; i++) {
      const struct stats_info *s = &subject->list->stats[i];
      const bool absent = left_out("prometheus", s) != NULL;
      if (!absent && s->syntax != STATS_GAUGE64) continue;
      /* A number that the MIB can only declare with a counter type is not a counter. */
      fprintf(out, "%s      %s:\n        %s\n", head, s->name, absent ? "ignore: true" : "type: gauge");
      head = "";
    }
  }
  generate_close(out);
}

/* --- the modules --- */

static void enum_values(const char *indent, const struct stats_enum_info *e)
{
  fprintf(out, "%senum_values:\n", indent);
  for (size_t i = 0; i < e->count; i++) {
    char name[33];
    stats_mib_label(subject->list->labels[e->first + i].name, name);
    fprintf(out, "%s  %u: \"%s\"\n", indent, subject->list->labels[e->first + i].number, name);
  }
}

static const char *type_of(const struct stats_info *s)
{
  switch (s->syntax) {
  case STATS_COUNTER64:
  case STATS_COUNTER32: return "counter";
  case STATS_STRING: return "DisplayString";
  case STATS_DATEANDTIME: return "DateAndTime";
  case STATS_OID: return "OctetString";
  default: return "gauge";
  }
}

static void index_of(const struct stats_group_info *g, const struct stats_info *s)
{
  fprintf(out, "%s- labelname: %s\n%s  type: %s\n", "        ", s->name, "        ", type_of(s));
  if (g->rows == STATS_ROWS_FIXED) enum_values("          ", &subject->list->enums[g->enumeration]);
  if (g->rows != STATS_ROWS_HISTOGRAMS || s != &subject->list->stats[g->first]) return;
  fprintf(out, "          enum_values:\n");
  for (size_t i = 0; i < subject->list->histogram_count; i++) {
    char name[33];
    stats_mib_label(subject->list->histograms[i].name, name);
    fprintf(out, "            %u: \"%s\"\n", subject->list->histograms[i].number, name);
  }
}

/* The labels of a metric: the row's name instead of its index. */
static void labels(const struct stats_group_info *g)
{
  const struct stats_info *first = &subject->list->stats[g->first], *name = group_names(g);
  const size_t indices = g->rows == STATS_ROWS_HISTOGRAMS ? 2 : 1;
  char oid[OID_TEXT];
  fprintf(out, "      indexes:\n");
  for (size_t i = 0; i < indices; i++) index_of(g, &first[i]);
  fprintf(out, "      lookups:\n        - labels:\n");
  for (size_t i = 0; i < indices; i++) fprintf(out, "            - %s\n", first[i].name);
  if (name == NULL) name = &first[2];
  stat_oid(name, oid);
  fprintf(out, "          labelname: %s\n          oid: %s\n          type: %s\n", name->name, oid, type_of(name));
  if (indices == 1) fprintf(out, "        - labels: []\n          labelname: %s\n", first->name);
}

/* The first sentence, like the generator's: it ends with the period of the last one. */
static void help(const struct stats_info *s, const char *oid)
{
  char text[1024];
  const char *end = strstr(s->description, ". ");
  size_t n = end != NULL ? (size_t)(end - s->description) : strlen(s->description);
  const bool more = (stats_is_counter(s) && mib_discontinuity(stat_group(s)) != NULL) ||
                    (s->syntax == STATS_ENUMERATED && *subject->list->enums[s->enumeration].convention == '\0');
  if (end == NULL && more && n > 0 && s->description[n - 1] == '.') n--;
  snprintf(text, sizeof text, "%.*s - %s", (int)n, s->description, oid);
  for (char *p = strchr(text, '"'); p != NULL; p = strchr(p, '"')) *p = '\''; /* as in the MIB */
  fprintf(out, "      help: ");
  generate_quoted(out, text);
  fprintf(out, "\n");
}

static void metric(const struct stats_info *s)
{
  const struct stats_group_info *g = stat_group(s);
  char oid[OID_TEXT];
  if (left_out("prometheus", s) != NULL) return;
  stat_oid(s, oid);
  fprintf(out, "    - name: %s\n      oid: %s\n      type: %s\n", s->name, oid, type_of(s));
  help(s, oid);
  if (stats_is_table(g)) labels(g);
  if (s->syntax == STATS_ENUMERATED) enum_values("      ", &subject->list->enums[s->enumeration]);
  if (s->syntax == STATS_TRUTHVALUE) fprintf(out, "      enum_values:\n        1: \"true\"\n        2: \"false\"\n");
}

/* In YAML a list may have the same indentation as its key, so both formats have the same lines, except for the
 * module's. */
static void modules(enum format format)
{
  out = generate_open("prometheus/snmp%s.yml", format == BEFORE_023 ? "-0.22" : "");
  fprintf(out, "# Modules for the snmp_exporter %s. Made by ficelle-generate from the lists of objects.\n",
          format == BEFORE_023 ? "up to version 0.22" : "since version 0.23");
  if (format == SINCE_023)
    fprintf(out,
            "auths:\n  public_v2:\n    community: public\n    security_level: noAuthNoPriv\n    auth_protocol: MD5\n"
            "    priv_protocol: DES\n    version: 2\nmodules:\n");
  for (subject = subjects; subject < subjects + subject_count; subject++) {
    fprintf(out, "%s%s:\n    walk:\n", format == BEFORE_023 ? "" : "  ", subject->stem);
    walked("      ");
    fprintf(out, "    max_repetitions: 50\n");
    if (format == BEFORE_023) fprintf(out, "    version: 2\n    auth:\n      community: public\n");
    fprintf(out, "    metrics:\n");
    for (size_t i = 0; i < subject->list->stat_count; i++) metric(&subject->list->stats[i]);
  }
  generate_close(out);
}

/* --- rules --- */

/* The time range of rates in rules: three polls of five minutes. */
#define RANGE "15m"

/* "FicelleCompileP95" of "ficelle" and "compile-p95". */
static void alert_name(const char *name, char *to, size_t size)
{
  char both[96];
  size_t n = 0;
  snprintf(both, sizeof both, "%s-%s", subject->stem, name);
  for (const char *p = both; *p != '\0' && n + 1 < size; p++) {
    if (*p == '-') continue;
    to[n++] = p == both || p[-1] == '-' ? (char)toupper((unsigned char)*p) : *p;
  }
  to[n] = '\0';
}

static void rule(const char *alert, const char *expression, unsigned hold, const char *severity, const char *summary,
                 const char *description)
{
  fprintf(out, "      - alert: %s\n        expr: ", alert);
  generate_quoted(out, expression);
  if (hold > 0) fprintf(out, "\n        for: %us", hold);
  fprintf(out, "\n        labels:\n          severity: %s\n        annotations:\n          summary: ", severity);
  generate_quoted(out, summary);
  fprintf(out, "\n          description: ");
  generate_quoted(out, description);
  fprintf(out, "\n");
}

struct two_thresholds {
  const char *name, *value; /* value: an expression */
  const char *row;          /* the label that names the row; "" for a scalar */
  double rising, falling;
  unsigned hold; /* seconds */
  const char *severity, *summary, *units;
};

/* Writes a rule that is raised at one value and cleared at another; between them a firing alert continues. */
static void write_thresholds(const struct two_thresholds *t)
{
  struct buf expression = BUF_HEAP, text = BUF_HEAP;
  char alert[96];
  const char side = t->rising > t->falling ? '>' : '<';
  const bool in_row = *t->row != '\0';
  alert_name(t->name, alert, sizeof alert);
  buf_printf(&expression,
             "%s %c= %.15g or %s %c %.15g and on (job, instance%s%s) ALERTS{alertname=\"%s\",alertstate=\"firing\"}",
             t->value, side, t->rising, t->value, side, t->falling, in_row ? ", " : "", t->row, alert);
  buf_printf(&text,
             "{{ $labels.instance }}%s%s%s: the value is {{ $value }}%s%s. It is raised at %.15g and cleared at %.15g.",
             in_row ? ", {{ $labels." : "", t->row, in_row ? " }}" : "", *t->units != '\0' ? " " : "", t->units,
             t->rising, t->falling);
  rule(alert, expression.p, t->hold, t->severity, t->summary, text.p);
  buf_free(&expression);
  buf_free(&text);
}

static void gone(void)
{
  const struct value *first = NULL;
  for (size_t i = 0; i < subject->values.count && first == NULL; i++) {
    if (!stats_is_table(stat_group(subject->values.v[i].stat))) first = &subject->values.v[i];
  }
  if (first == NULL) generate_die("%s does not contain a scalar", subject->stem);
  struct buf expression = BUF_HEAP;
  char alert[96];
  const char *name = first->stat->name;
  alert_name("gone", alert, sizeof alert);
  buf_printf(&expression, "last_over_time(%s[1d]) unless %s", name, name);
  rule(alert, expression.p, 600, "major", "The objects are no longer published.",
       "{{ $labels.instance }}: check whether snmpd and ficelle-subagent run.");
  buf_free(&expression);
}

static void rules(void)
{
  out = generate_open("prometheus/%s.rules.yml", subject->stem);
  fprintf(out,
          "# Alerting rules on the metrics of snmp.yml. Made by ficelle-generate from alarms.def and thresholds.def.\n"
          "groups:\n  - name: %s\n    rules:\n",
          subject->stem);
  gone();
  for (size_t i = 0; i < subject->thresholds.count; i++) {
    const struct threshold *t = &subject->thresholds.t[i];
    struct buf value = BUF_HEAP;
    buf_printf(&value, "(");
    promql_expression(&value, t->expression, RANGE);
    buf_printf(&value, ")");
    write_thresholds(&(struct two_thresholds){.name = t->name,
                                              .value = value.p,
                                              .row = t->label,
                                              .rising = t->value,
                                              .falling = t->rearm,
                                              .hold = (t->trigger - 1) * 300,
                                              .severity = t->severity,
                                              .summary = t->description,
                                              .units = ""});
    buf_free(&value);
  }
  if (subject->alarms.count > 0)
    fprintf(out, "  # The alarms as they are shipped.\n  - name: %s-alarms\n    rules:\n", subject->stem);
  for (size_t i = 0; i < subject->alarms.count; i++) {
    const struct alarm *a = &subject->alarms.a[i];
    const char *row = group_has_names(stat_group(a->stat)) ? group_label(stat_group(a->stat))->name : "";
    write_thresholds(&(struct two_thresholds){.name = a->name,
                                              .value = a->stat->name,
                                              .row = row,
                                              .rising = a->rising,
                                              .falling = a->falling,
                                              .hold = a->hold,
                                              .severity = a->severity,
                                              .summary = a->description,
                                              .units = a->stat->units});
  }
  generate_close(out);
}

/* Rules for the alarms that hosts evaluate themselves, with their own thresholds. */
static void alarm_rules(void)
{
  int state = subject_find("ficAlarmState"), severity = subject_find("ficAlarmSeverity");
  if (state < 0 || severity < 0) return;
  out = generate_open("prometheus/%s-alarms.rules.yml", subject->stem);
  fprintf(
    out,
    "# Alarms as the hosts evaluate them, with their own alarms.conf: use this instead of the group %s-alarms of\n"
    "# %s.rules.yml.\n"
    "groups:\n"
    "  - name: %s-own-alarms\n"
    "    rules:\n",
    subject->stem, subject->stem, subject->stem);
  const struct stats_enum_info *e = &subject->list->enums[subject->list->stats[severity].enumeration];
  for (size_t i = 0; i < e->count; i++) {
    const struct stats_label_info *l = &subject->list->labels[e->first + i];
    struct buf expression = BUF_HEAP;
    buf_printf(&expression, "ficAlarmState == %d and on (job, instance, ficAlarmLabel) ficAlarmSeverity == %u",
               STATS_ALARMSTATE_RAISED, l->number);
    rule("FicelleAlarmRaised", expression.p, 0, l->name, "An alarm of ficelle is raised: {{ $labels.ficAlarmLabel }}",
         "{{ $labels.instance }}: the alarm {{ $labels.ficAlarmLabel }} is raised, by the thresholds set on the host.");
    buf_free(&expression);
  }
  generate_close(out);
}

/* --- a sample --- */

static void scrape(void)
{
  out = generate_open("prometheus/prometheus.yml");
  fprintf(out, "# An example for prometheus.yml.\nrule_files:\n");
  for (subject = subjects; subject < subjects + subject_count; subject++)
    fprintf(out, "  - %s.rules.yml\n", subject->stem);
  fprintf(out, "scrape_configs:\n");
  for (subject = subjects; subject < subjects + subject_count; subject++)
    fprintf(out,
            "  - job_name: %s\n    scrape_interval: 1m\n    scrape_timeout: 30s\n    metrics_path: /snmp\n    params:\n"
            "      module: [%s]\n      # auth: [public_v2] # since version 0.23 of the snmp_exporter\n"
            "    static_configs:\n      - targets: [192.0.2.7] # the host of snmpd\n"
            "    relabel_configs:\n      - source_labels: [__address__]\n        target_label: __param_target\n"
            "      - source_labels: [__param_target]\n        target_label: instance\n"
            "      - target_label: __address__\n        replacement: 127.0.0.1:9116 # the snmp_exporter\n",
            subject->stem, subject->stem);
  generate_close(out);
}

void prometheus_write(void)
{
  generator(BEFORE_023);
  generator(SINCE_023);
  modules(BEFORE_023);
  modules(SINCE_023);
  scrape();
  for (subject = subjects; subject < subjects + subject_count; subject++) {
    rules();
    alarm_rules();
  }
}
