/* Grafana: a dashboard on the metrics of the snmp_exporter. A chapter of the list of graphs is a row; a variable
 * selects rows of a table, and the dashboard row is repeated for each selected one. */
#include <string.h>

#include "managers/generate.h"

enum { PANEL_WIDTH = 12, PANEL_HEIGHT = 8 };

static FILE *out;
static unsigned panel_id, grid_x, grid_y;

#define DATASOURCE "\"datasource\": {\"type\": \"prometheus\", \"uid\": \"${datasource}\"}"

static void text(const char *key, const char *value)
{
  fprintf(out, "\"%s\": ", key);
  generate_quoted(out, value);
}

/* Grafana's name of a unit. */
static const char *unit_of(const struct graph *g)
{
  static const struct {
    const char *text, *name;
  } known[] = {{"percent", "percent"}, {"milliseconds", "ms"}, {"seconds", "s"}, {"minutes", "m"}, {"MiB", "mbytes"}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(graph_unit(g)->text, known[i].text) == 0) return known[i].name;
  }
  return "short";
}

static void override(const struct graph *g, size_t i)
{
  const struct series *s = &g->series[i];
  const bool below = i + 1 < g->series_count && g->series[i + 1].kind == KIND_STACK;
  const bool stacked = s->kind == KIND_STACK || (s->kind == KIND_AREA && below);
  fprintf(out, "%s\n          {\"matcher\": {\"id\": \"byName\", ", i == 0 ? "" : ",");
  text("options", s->label);
  fprintf(out,
          "}, \"properties\": [{\"id\": \"color\", \"value\": {\"mode\": \"fixed\", \"fixedColor\": \"#%s\"}}, "
          "{\"id\": \"custom.fillOpacity\", \"value\": %d}, {\"id\": \"custom.lineWidth\", \"value\": %d}, "
          "{\"id\": \"custom.stacking\", \"value\": {\"mode\": \"%s\", \"group\": \"A\"}}]}",
          s->colour, s->kind < KIND_LINE ? 60 : 0, s->kind == KIND_LINE ? 2 : 1, stacked ? "normal" : "none");
}

static void steps(const struct graph *g)
{
  fprintf(out, "\"thresholds\": {\"mode\": \"absolute\", \"steps\": [{\"color\": \"transparent\", \"value\": null}");
  if (g->alarm != NULL) {
    const double rising = g->alarm->rising * graph_factor(g), falling = g->alarm->falling * graph_factor(g);
    const bool high = rising > falling;
    fprintf(out, ", {\"color\": \"#%s\", \"value\": %.10g}, {\"color\": \"#%s\", \"value\": %.10g}",
            high ? colour_clear() : colour_raise(), high ? falling : rising, high ? colour_raise() : colour_clear(),
            high ? rising : falling);
  }
  fprintf(out, "]}");
}

static void settings(const struct graph *g)
{
  char axis[96];
  graph_axis(g, axis, sizeof axis);
  fprintf(out, "      \"fieldConfig\": {\n        \"defaults\": {\"unit\": \"%s\", \"min\": 0, %s", unit_of(g),
          graph_is_whole(g) ? "\"max\": 100, " : "");
  fprintf(out, "\"decimals\": %d, \"custom\": {", graph_unit(g)->decimals);
  text("axisLabel", axis);
  fprintf(out,
          ", \"drawStyle\": \"line\", \"showPoints\": \"never\", \"spanNulls\": false, "
          "\"thresholdsStyle\": {\"mode\": \"%s\"}}, ",
          g->alarm != NULL ? "line" : "off");
  steps(g);
  fprintf(out, "},\n        \"overrides\": [");
  for (size_t i = 0; i < g->series_count; i++) override(g, i);
  fprintf(
    out,
    "\n        ]\n      },\n      \"options\": {\"legend\": {\"displayMode\": \"table\", \"placement\": \"bottom\", "
    "\"calcs\": [\"lastNotNull\", \"mean\", \"min\", \"max\"]}, \"tooltip\": {\"mode\": \"multi\"}},\n");
}

static void target(const struct graph *g, size_t i)
{
  char row[40] = "";
  if (g->group != NULL) snprintf(row, sizeof row, "$%s", group_tag(g->group));
  struct buf expression = BUF_HEAP;
  promql_series(&expression, &g->series[i],
                &(struct promql){.selector = "instance=\"$host\"", .row = row, .range = "$__rate_interval"});
  fprintf(out, "%s\n        {\"refId\": \"%c\", " DATASOURCE ", ", i == 0 ? "" : ",", (int)('A' + i));
  text("expr", expression.p);
  fprintf(out, ", ");
  text("legendFormat", g->series[i].label);
  fprintf(out, "}");
  buf_free(&expression);
}

static void panel(const struct graph *g)
{
  char title[160];
  snprintf(title, sizeof title, "%s%s%s", g->title, g->group != NULL ? ": $" : "",
           g->group != NULL ? group_tag(g->group) : "");
  fprintf(out, ",\n    {\n      \"id\": %u, \"type\": \"timeseries\", ", ++panel_id);
  text("title", title);
  fprintf(out, ", " DATASOURCE ",\n      \"gridPos\": {\"x\": %u, \"y\": %u, \"w\": %d, \"h\": %d},\n", grid_x, grid_y,
          PANEL_WIDTH, PANEL_HEIGHT);
  settings(g);
  fprintf(out, "      \"targets\": [");
  for (size_t i = 0; i < g->series_count; i++) target(g, i);
  fprintf(out, "\n      ]\n    }");
  grid_x = grid_x == 0 ? PANEL_WIDTH : 0;
  if (grid_x == 0) grid_y += PANEL_HEIGHT;
}

static void chapter(const struct graph *first)
{
  fprintf(out, "%s\n    {\"id\": %u, \"type\": \"row\", \"collapsed\": false, ", panel_id == 0 ? "" : ",",
          panel_id + 1);
  panel_id++;
  if (first->group != NULL) {
    char title[96];
    snprintf(title, sizeof title, "%s $%s", first->chapter, group_tag(first->group));
    text("title", title);
    fprintf(out, ", \"repeat\": \"%s\"", group_tag(first->group));
  } else {
    text("title", first->chapter);
  }
  fprintf(out, ", \"gridPos\": {\"x\": 0, \"y\": %u, \"w\": 24, \"h\": 1}, \"panels\": []}", grid_y);
  grid_x = 0;
  grid_y++;
  for (size_t i = 0; i < subject->graphs.count; i++) {
    const struct graph *g = &subject->graphs.g[i];
    if (strcmp(g->chapter, first->chapter) != 0) continue;
    if (g->group != first->group) generate_die("chapter %s: graph %s is of other rows", g->chapter, g->name);
    panel(g);
  }
  if (grid_x != 0) grid_y += PANEL_HEIGHT;
}

/* Whether the graph is the first of its chapter. */
static bool begins_chapter(size_t graph)
{
  for (size_t i = 0; i < graph; i++) {
    if (strcmp(subject->graphs.g[i].chapter, subject->graphs.g[graph].chapter) == 0) return false;
  }
  return true;
}

static void query(const char *name, const char *label, const char *values_of, bool several)
{
  fprintf(out, ",\n      {\"type\": \"query\", \"name\": \"%s\", ", name);
  text("label", label);
  fprintf(out, ", " DATASOURCE ", \"refresh\": 2, \"sort\": 1, \"multi\": %s, \"includeAll\": false, ",
          several ? "true" : "false");
  text("definition", values_of);
  fprintf(out, ", \"query\": {\"refId\": \"%s\", ", name);
  text("query", values_of);
  fprintf(out, "}}");
}

static void variables(void)
{
  char values_of[160];
  const struct stats_info *host = NULL;
  fprintf(out, "  \"templating\": {\n    \"list\": [\n      {\"type\": \"datasource\", \"name\": \"datasource\", "
               "\"label\": \"Data source\", \"query\": \"prometheus\", \"refresh\": 1}");
  for (size_t i = 0; i < subject->values.count && host == NULL; i++) {
    if (!stats_is_table(stat_group(subject->values.v[i].stat))) host = subject->values.v[i].stat;
  }
  if (host == NULL) generate_die("%s does not contain a scalar", subject->stem);
  snprintf(values_of, sizeof values_of, "label_values(%s, instance)", host->name);
  query("host", "Host", values_of, false);
  for (size_t i = 0; i < subject->graphs.count; i++) {
    const struct graph *g = &subject->graphs.g[i];
    if (g->group == NULL || !begins_chapter(i)) continue;
    snprintf(values_of, sizeof values_of, "label_values(%s{instance=\"$host\"}, %s)",
             subject->values.v[g->used[0]].stat->name, group_label(g->group)->name);
    query(group_tag(g->group), g->chapter, values_of, true);
  }
  fprintf(out, "\n    ]\n  },\n");
}

void grafana_write(void)
{
  out = generate_open("grafana/%s.json", subject->stem);
  panel_id = grid_x = grid_y = 0;
  fprintf(out, "{\n  \"uid\": \"%s-snmp\", ", subject->stem);
  text("title", subject->title);
  fprintf(out,
          ", \"tags\": [\"%s\", \"snmp\"], \"schemaVersion\": 36, \"version\": 1, \"editable\": true,\n"
          "  \"time\": {\"from\": \"now-24h\", \"to\": \"now\"}, \"refresh\": \"1m\", \"timezone\": \"browser\",\n",
          subject->stem);
  variables();
  fprintf(out, "  \"panels\": [");
  for (size_t i = 0; i < subject->graphs.count; i++) {
    if (begins_chapter(i)) chapter(&subject->graphs.g[i]);
  }
  fprintf(out, "\n  ]\n}\n");
  generate_close(out);
}
