/* Resolves graphs.def: turns objects into collected values, and finds errors. */
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

/* The contents of a list of graphs, unchanged. */
struct graph_list {
  const struct listed {
    const char *symbol, *name, *rows, *axis, *title;
  } * listed;
  /* In the order of the list; `each` has a series for each row. */
  const struct line {
    const char *graph;
    bool each;
    enum series_kind kind;
    enum colour colour;
    const char *label;
    enum unit_number unit;
    const char *value, *of;
  } * lines;
  const struct limit {
    const char *graph, *alarm;
  } * limits;
  const struct chapter {
    const char *name, *title;
  } * chapters;
  size_t listed_count, line_count, limit_count, chapter_count;
};

#define GRAPH_DEF "managers/graphs.def"
#define GRAPH_LIST ficelle_drawn
#include "managers/graph_list.h"
#define GRAPH_DEF "managers/redis_graphs.def"
#define GRAPH_LIST redis_drawn
#include "managers/graph_list.h"
#define GRAPH_DEF "managers/mysql_graphs.def"
#define GRAPH_LIST mysql_drawn
#include "managers/graph_list.h"

const char *colour_raise(void) { return colours[COLOUR_RAISE]; }

const char *colour_clear(void) { return colours[COLOUR_CLEAR]; }

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
    const struct stats_group_info *group = &subject->list->groups[subject->values.v[value].stat->group];
    if (g->group != NULL ? group != g->group : group_has_names(group))
      generate_die("graph %s: %s is of other rows", g->name, subject->values.v[value].alias);
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

static void add_each(struct graph *g, const struct line *line)
{
  int object = subject_find(line->value);
  if (object < 0) generate_die("graph %s: no object %s", g->name, line->value);
  unsigned part = 0;
  for (size_t i = 0; i < subject->values.count; i++) {
    const struct value *v = &subject->values.v[i];
    if (v->stat != &subject->list->stats[object] || v->row == NULL) continue;
    struct series *s = add(g);
    *s = (struct series){.kind = part == 0 && line->kind == KIND_STACK ? KIND_AREA : line->kind,
                         .colour = colours[COLOUR_PART1 + part % 10],
                         .label = v->row->name,
                         .unit = &units[line->unit]};
    part++;
    s->value.t[0] = (struct term){false, i};
    s->value.count = 1;
    terms_read(line->of, &s->of);
    use(g, &s->value);
    use(g, &s->of);
  }
}

enum { AXIS_MAX = 24, TITLE_MAX = 48, LABEL_MAX = 24 }; /* lengths that managers show without truncation */

static void check(const struct graph *g)
{
  char axis[96];
  if (g->series_count == 0) generate_die("graph %s has no series", g->name);
  graph_axis(g, axis, sizeof axis);
  if (strlen(axis) > AXIS_MAX || strlen(g->title) > TITLE_MAX)
    generate_die("graph %s: axis or title too long", g->name);
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

/* The graph of that symbol. */
static struct graph *graph_of(const char *symbol)
{
  for (size_t i = 0; i < subject->graphs.count; i++) {
    if (strcmp(subject->drawn->listed[i].symbol, symbol) == 0) return &subject->graphs.g[i];
  }
  generate_die("no graph %s", symbol);
}

static const struct stats_group_info *group_of(const char *symbol)
{
  if (strcmp(symbol, "HOST") == 0) return NULL;
  for (size_t i = 0; i < subject->list->group_count; i++) {
    if (strcmp(subject->list->groups[i].symbol, symbol) == 0) return &subject->list->groups[i];
  }
  generate_die("no group %s", symbol);
}

/* The chapter with the longest name that is a prefix of the graph's name. */
static const char *chapter_of(const char *graph)
{
  const struct chapter *found = NULL;
  for (size_t i = 0; i < subject->drawn->chapter_count; i++) {
    const struct chapter *c = &subject->drawn->chapters[i];
    if (strncmp(c->name, graph, strlen(c->name)) == 0 && (found == NULL || strlen(c->name) > strlen(found->name)))
      found = c;
  }
  if (found == NULL) generate_die("graph %s has no chapter", graph);
  return found->title;
}

static void add_line(const struct line *line)
{
  struct graph *g = graph_of(line->graph);
  if (line->each) {
    add_each(g, line);
    return;
  }
  struct series *s = add(g);
  *s = (struct series){
    .kind = line->kind, .colour = colours[line->colour], .label = line->label, .unit = &units[line->unit]};
  terms_read(line->value, &s->value);
  terms_read(line->of, &s->of);
  use(g, &s->value);
  use(g, &s->of);
}

static void add_limit(const struct limit *limit)
{
  struct graph *g = graph_of(limit->graph);
  for (size_t i = 0; i < subject->alarms.count; i++) {
    if (strcmp(subject->alarms.a[i].name, limit->alarm) == 0) g->alarm = &subject->alarms.a[i];
  }
  if (g->alarm == NULL) generate_die("no alarm %s", limit->alarm);
}

void graphs_make(void)
{
  const struct graph_list *drawn = subject->drawn;
  subject->graphs.g = calloc(drawn->listed_count, sizeof *subject->graphs.g);
  if (subject->graphs.g == NULL) generate_die("no memory");
  subject->graphs.count = drawn->listed_count;
  for (size_t i = 0; i < drawn->listed_count; i++) {
    struct graph *g = &subject->graphs.g[i];
    g->name = drawn->listed[i].name;
    g->axis = drawn->listed[i].axis;
    g->title = drawn->listed[i].title;
    g->group = group_of(drawn->listed[i].rows);
    g->chapter = chapter_of(g->name);
  }
  for (size_t i = 0; i < drawn->line_count; i++) add_line(&drawn->lines[i]);
  for (size_t i = 0; i < drawn->limit_count; i++) add_limit(&drawn->limits[i]);
  for (size_t i = 0; i < drawn->listed_count; i++) check(&subject->graphs.g[i]);
}

double graph_factor(const struct graph *g)
{
  return strcmp(graph_unit(g)->symbol, "SHARE") == 0 ? 0.01 : strtod(graph_unit(g)->factor, NULL);
}

bool graph_is_whole(const struct graph *g)
{
  return strcmp(graph_unit(g)->text, "percent") == 0 && g->series_count > 1 && g->series[1].kind == KIND_STACK;
}

const struct unit *graph_unit(const struct graph *g) { return g->series[0].unit; }

bool group_is_drawn(const struct stats_group_info *g)
{
  for (size_t i = 0; i < subject->graphs.count; i++) {
    if (subject->graphs.g[i].group == g) return true;
  }
  return false;
}

void graph_axis(const struct graph *g, char *out, size_t size)
{
  const char *unit = graph_unit(g)->text;
  snprintf(out, size, "%s%s%s", g->axis, *g->axis != '\0' && *unit != '\0' ? " " : "", unit);
}

typedef void name_function(void *arg, size_t value, char out[24]);

/* An unknown part, for example a row that an older agent lacks, counts as 0 unless all parts are unknown. */
static size_t terms_rpn(const struct terms *terms, name_function *name, void *arg, char *out, size_t size)
{
  size_t n = 0;
  for (size_t i = 0; i < terms->count; i++) {
    char variable[24];
    name(arg, terms->t[i].value, variable);
    n += (size_t)snprintf(out + n, n < size ? size - n : 0, "%s%s%s", i == 0 ? "" : ",", variable,
                          i == 0              ? ""
                          : terms->t[i].minus ? ",-"
                                              : ",ADDNAN");
  }
  return n;
}

void series_rpn(const struct series *s, name_function *name, void *arg, char *out, size_t size)
{
  char value[400], of[400];
  size_t n = terms_rpn(&s->value, name, arg, value, sizeof value), m = terms_rpn(&s->of, name, arg, of, sizeof of);
  if (n >= sizeof value || m >= sizeof of) generate_die("series %s: too long", s->label);
  const char *factor = s->unit->factor;
  if (s->of.count > 0) n = (size_t)snprintf(out, size, "%s,0,GT,%s,%s,/,%s,*,UNKN,IF", of, value, of, factor);
  else if (strcmp(factor, "1") == 0) n = (size_t)snprintf(out, size, "%s", value);
  else n = (size_t)snprintf(out, size, "%s,%s,*", value, factor);
  if (n >= size) generate_die("series %s: too long", s->label);
}
