/* A list of graphs as a table, for graphs.c. Before including it:
 *
 *   #define GRAPH_DEF "managers/graphs.def"
 *   #define GRAPH_LIST ficelle_drawn
 *
 * It defines `const struct graph_list ficelle_drawn`. */
#define GRAPH_JOIN(a, b) a##b
#define GRAPH_NAME(list, what) GRAPH_JOIN(list, what)

static const struct listed GRAPH_NAME(GRAPH_LIST, _listed)[] = {
#define GRAPH(symbol, name, rows, axis, title) {#symbol, name, #rows, axis, title},
#include GRAPH_DEF
};
static const struct line GRAPH_NAME(GRAPH_LIST, _lines)[] = {
#define SERIES(graph, kind, colour, label, unit, value, of) \
  {#graph, false, KIND_##kind, COLOUR_##colour, label, UNIT_##unit, value, of},
#define EACH(graph, kind, unit, value, of) {#graph, true, KIND_##kind, COLOUR_PART1, "", UNIT_##unit, value, of},
#include GRAPH_DEF
};
/* The list may be empty, but an array needs at least one element. */
static const struct limit GRAPH_NAME(GRAPH_LIST, _limits)[] = {
#define THRESHOLD(graph, alarm) {#graph, alarm},
#include GRAPH_DEF
  {NULL, NULL},
};
static const struct chapter GRAPH_NAME(GRAPH_LIST, _chapters)[] = {
#define CHAPTER(name, title) {name, title},
#include GRAPH_DEF
};
#define GRAPH_COUNT(what) (sizeof GRAPH_NAME(GRAPH_LIST, what) / sizeof GRAPH_NAME(GRAPH_LIST, what)[0])
const struct graph_list GRAPH_LIST = {
  .listed = GRAPH_NAME(GRAPH_LIST, _listed),
  .listed_count = GRAPH_COUNT(_listed),
  .lines = GRAPH_NAME(GRAPH_LIST, _lines),
  .line_count = GRAPH_COUNT(_lines),
  .limits = GRAPH_NAME(GRAPH_LIST, _limits),
  .limit_count = GRAPH_COUNT(_limits) - 1,
  .chapters = GRAPH_NAME(GRAPH_LIST, _chapters),
  .chapter_count = GRAPH_COUNT(_chapters),
};
#undef GRAPH_JOIN
#undef GRAPH_NAME
#undef GRAPH_COUNT
#undef GRAPH_DEF
#undef GRAPH_LIST
