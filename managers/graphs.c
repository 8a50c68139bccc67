/* graphs.def, resolved: objects become values that are collected, and mistakes are found. */
#include <stdlib.h>
#include <string.h>

#include "managers/generate.h"

enum colour {
#define COLOUR(symbol, hex) COLOUR_##symbol,
#include "managers/graphs.def"
  COLOURS
};
static const char *const colours[] = {
#define COLOUR(symbol, hex) hex,
#include "managers/graphs.def"
};

enum unit_number {
#define UNIT(symbol, ...) UNIT_##symbol,
#include "managers/graphs.def"
  UNITS
};
static const struct unit units[] = {
#define UNIT(symbol, factor, text, decimals) {#symbol, factor, text, decimals},
#include "managers/graphs.def"
};

enum graph_number {
#define GRAPH(symbol, ...) GRAPH_##symbol,
#include "managers/graphs.def"
  GRAPHS
};
enum { GROUP_HOST = -1 };
#define STATS_GROUP(symbol, ...) GROUP_##symbol,
enum group_number {
#include "collectors/stats.def"
  GROUPS
};
static const struct {
  const char *name, *axis, *title;
  int group;
} listed[] = {
#define GRAPH(symbol, name, rows, axis, title) {name, axis, title, GROUP_##rows},
#include "managers/graphs.def"
};

/* In the order of the list; `each` has a series for each row. */
static const struct {
  enum graph_number graph;
  bool each;
  enum series_kind kind;
  enum colour colour;
  const char *label;
  enum unit_number unit;
  const char *value, *of;
} lines[] = {
#define SERIES(graph, kind, colour, label, unit, value, of) \
  {GRAPH_##graph, false, KIND_##kind, COLOUR_##colour, label, UNIT_##unit, value, of},
#define EACH(graph, kind, unit, value, of) {GRAPH_##graph, true, KIND_##kind, COLOUR_PART1, "", UNIT_##unit, value, of},
#include "managers/graphs.def"
};

static const struct {
  enum graph_number graph;
  const char *alarm;
} limits[] = {
#define THRESHOLD(graph, alarm) {GRAPH_##graph, alarm},
#include "managers/graphs.def"
};

struct graphs graphs;

const char *colour_raise(void)
{
  return colours[COLOUR_RAISE];
}

const char *colour_clear(void)
{
  return colours[COLOUR_CLEAR];
}

static void terms_read(const char *text, struct terms *out)
{
  out->count = 0;
  bool minus = false;
  while (*text != '\0') {
    const char *end = strstr(text, " + "), *less = strstr(text, " - ");
    bool next = less != NULL && (end == NULL || less < end);
    if (next) end = less;
    size_t n = end != NULL ? (size_t)(end - text) : strlen(text);
    char name[96];
    if (n >= sizeof name || out->count == TERMS_MAX) generate_die("%s: too long", text);
    memcpy(name, text, n);
    name[n] = '\0';
    out->t[out->count++] = (struct term){minus, values_find(name)};
    minus = next;
    text += end != NULL ? n + 3 : n;
  }
}

static void use(struct graph *g, const struct terms *terms)
{
  for (size_t i = 0; i < terms->count; i++) {
    size_t value = terms->t[i].value;
    const struct stats_group_info *group = &stats_groups[values.v[value].stat->group];
    if (g->group != NULL ? group != g->group : group_has_names(group))
      generate_die("graph %s: %s is of other rows", g->name, values.v[value].alias);
    bool known = false;
    for (size_t k = 0; k < g->used_count; k++) known = known || g->used[k] == value;
    if (known) continue;
    if (g->used_count == USED_MAX) generate_die("graph %s: more than %d values", g->name, USED_MAX);
    g->used[g->used_count++] = value;
  }
}

static struct series *add(struct graph *g)
{
  if (g->series_count == SERIES_MAX) generate_die("graph %s: more than %d series", g->name, SERIES_MAX);
  return &g->series[g->series_count++];
}

static void add_each(struct graph *g, size_t line)
{
  int object = stats_find(lines[line].value);
  if (object < 0) generate_die("graph %s: no object %s", g->name, lines[line].value);
  unsigned part = 0;
  for (size_t i = 0; i < values.count; i++) {
    const struct value *v = &values.v[i];
    if (v->stat != &stats_table[object] || v->row == NULL) continue;
    struct series *s = add(g);
    *s = (struct series){.kind = part == 0 && lines[line].kind == KIND_STACK ? KIND_AREA : lines[line].kind,
                         .colour = colours[COLOUR_PART1 + part % 10], .label = v->row->name,
                         .unit = &units[lines[line].unit]};
    part++;
    s->value.t[0] = (struct term){false, i};
    s->value.count = 1;
    terms_read(lines[line].of, &s->of);
    use(g, &s->value);
    use(g, &s->of);
  }
}

enum { AXIS_MAX = 24, TITLE_MAX = 48, LABEL_MAX = 24 };  /* what managers show without cutting it off */

static void check(const struct graph *g)
{
  char axis[96];
  if (g->series_count == 0) generate_die("graph %s has no series", g->name);
  graph_axis(g, axis, sizeof axis);
  if (strlen(axis) > AXIS_MAX || strlen(g->title) > TITLE_MAX) generate_die("graph %s: axis or title too long", g->name);
  for (size_t i = 0; i < g->series_count; i++) {
    const struct series *s = &g->series[i];
    if (strcmp(s->unit->text, graph_unit(g)->text) != 0) generate_die("graph %s: two units at one axis", g->name);
    if (strlen(s->label) > LABEL_MAX) generate_die("graph %s: %s is too long", g->name, s->label);
    if (s->kind == KIND_STACK && i == 0) generate_die("graph %s: nothing to stack on", g->name);
    for (size_t k = 0; k < i; k++) {
      if (strcmp(g->series[k].colour, s->colour) == 0) generate_die("graph %s: two series of one colour", g->name);
    }
  }
}

void graphs_make(void)
{
  graphs.g = calloc(GRAPHS, sizeof *graphs.g);
  if (graphs.g == NULL) generate_die("no memory");
  graphs.count = GRAPHS;
  for (size_t i = 0; i < GRAPHS; i++) {
    struct graph *g = &graphs.g[i];
    g->name = listed[i].name;
    g->axis = listed[i].axis;
    g->title = listed[i].title;
    g->group = listed[i].group == GROUP_HOST ? NULL : &stats_groups[listed[i].group];
  }
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    struct graph *g = &graphs.g[lines[i].graph];
    if (lines[i].each) {
      add_each(g, i);
      continue;
    }
    struct series *s = add(g);
    *s = (struct series){.kind = lines[i].kind, .colour = colours[lines[i].colour], .label = lines[i].label,
                         .unit = &units[lines[i].unit]};
    terms_read(lines[i].value, &s->value);
    terms_read(lines[i].of, &s->of);
    use(g, &s->value);
    use(g, &s->of);
  }
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
    for (size_t k = 0; k < alarms.count; k++) {
      if (strcmp(alarms.a[k].name, limits[i].alarm) == 0) graphs.g[limits[i].graph].alarm = &alarms.a[k];
    }
    if (graphs.g[limits[i].graph].alarm == NULL) generate_die("no alarm %s", limits[i].alarm);
  }
  for (size_t i = 0; i < GRAPHS; i++) check(&graphs.g[i]);
}

bool graph_is_whole(const struct graph *g)
{
  return strcmp(graph_unit(g)->text, "percent") == 0 && g->series_count > 1 && g->series[1].kind == KIND_STACK;
}

const struct unit *graph_unit(const struct graph *g)
{
  return g->series[0].unit;
}

void graph_axis(const struct graph *g, char *out, size_t size)
{
  const char *unit = graph_unit(g)->text;
  snprintf(out, size, "%s%s%s", g->axis, *g->axis != '\0' && *unit != '\0' ? " " : "", unit);
}

typedef void name_function(void *arg, size_t value, char out[24]);

/* A part that is unknown, as a row that an older agent lacks, counts as nothing unless all are. */
static size_t terms_rpn(const struct terms *terms, name_function *name, void *arg, char *out, size_t size)
{
  size_t n = 0;
  for (size_t i = 0; i < terms->count; i++) {
    char variable[24];
    name(arg, terms->t[i].value, variable);
    n += (size_t)snprintf(out + n, n < size ? size - n : 0, "%s%s%s", i == 0 ? "" : ",", variable,
                          i == 0 ? "" : terms->t[i].minus ? ",-" : ",ADDNAN");
  }
  return n;
}

void series_rpn(const struct series *s, name_function *name, void *arg, char *out, size_t size)
{
  char value[400], of[400];
  size_t n = terms_rpn(&s->value, name, arg, value, sizeof value), m = terms_rpn(&s->of, name, arg, of, sizeof of);
  if (n >= sizeof value || m >= sizeof of) generate_die("series %s: too long", s->label);
  const char *factor = s->unit->factor;
  if (s->of.count > 0)
    n = (size_t)snprintf(out, size, "%s,0,GT,%s,%s,/,%s,*,UNKN,IF", of, value, of, factor);
  else if (strcmp(factor, "1") == 0)
    n = (size_t)snprintf(out, size, "%s", value);
  else
    n = (size_t)snprintf(out, size, "%s,%s,*", value, factor);
  if (n >= size) generate_die("series %s: too long", s->label);
}
