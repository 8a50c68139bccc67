/* Nodes: which of them failed or are no longer seen, in a list parallel to the rows of the source. */
#include <stdlib.h>

#include "subagent/alarm/alarms_internal.h"

void alarm_nodes_free(struct node_watch *w)
{
  for (size_t i = 0; i < w->count; i++) free(w->node[i].name);
  free(w->node);
  *w = (struct node_watch){0};
}

/* SNMP's order of names. */
static int compare(const char *a, size_t m, const char *b, size_t n)
{
  return m != n ? (m < n ? -1 : 1) : memcmp(a, b, n);
}

struct watched_node *alarm_nodes_find(struct alarms *a, str name)
{
  size_t from = 0, to = a->nodes.count;
  while (from < to) {
    const size_t middle = (from + to) / 2;
    struct watched_node *n = &a->nodes.node[middle];
    const int order = compare(name.p, name.n, n->name, n->length);
    if (order == 0) return n;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return NULL;
}

/* Updates the list to the source's rows; both are sorted, so one pass is enough. */
static void merge_rows(struct alarms *a)
{
  const struct alarm_source *source = a->options.source;
  struct node_watch *w = &a->nodes;
  const size_t n = source->nodes(source->ctx);
  struct watched_node *fresh = n == 0 ? NULL : xcalloc(n, sizeof *fresh);
  size_t old = 0, count = 0;
  for (size_t i = 0; i < n; i++) {
    struct alarm_node node;
    source->node(source->ctx, i, &node);
    while (old < w->count && compare(w->node[old].name, w->node[old].length, node.name.p, node.name.n) < 0) {
      /* A removed row loses its states. */
      for (int b = 0; b < NODE_BITS; b++) {
        const struct subject *s = &w->node[old].subject[b];
        a->dirty = a->dirty || s->now || s->told || s->confirmed;
      }
      free(w->node[old++].name);
    }
    if (old < w->count && compare(w->node[old].name, w->node[old].length, node.name.p, node.name.n) == 0) {
      fresh[count++] = w->node[old++];
      continue;
    }
    fresh[count] = (struct watched_node){.name = xmalloc(node.name.n + 1), .length = node.name.n};
    memcpy(fresh[count].name, node.name.p, node.name.n);
    fresh[count++].name[node.name.n] = '\0';
  }
  for (; old < w->count; old++) {
    for (int b = 0; b < NODE_BITS; b++) {
      const struct subject *s = &w->node[old].subject[b];
      a->dirty = a->dirty || s->now || s->told || s->confirmed;
    }
    free(w->node[old].name);
  }
  free(w->node);
  w->node = fresh;
  w->count = count;
  w->cursor = 0;
}

/* Updates the states of a node; unknown bits are unchanged. */
static void look_at(struct alarms *a, struct watched_node *n, const struct alarm_node *node, uint64_t *next_s,
                    uint64_t now_s)
{
  const uint32_t limit = a->config.node_stale_s;
  const bool stale = limit != 0 && node->has_age && node->age_s >= limit;
  const enum alarm_result result[2] = {node->compile, node->run};
  for (int b = 0; b < 2; b++) {
    if (result[b] != ALARM_RESULT_NONE) subject_set(a, &n->subject[b], result[b] == ALARM_RESULT_FAILED);
  }
  subject_set(a, &n->subject[2], stale);
  if (limit != 0 && node->has_age && !stale) {
    const uint64_t then = now_s + (limit - node->age_s);
    if (then < *next_s) *next_s = then;
  }
  for (int b = 0; b < NODE_BITS; b++) {
    struct subject *s = &n->subject[b];
    /* Without earlier states there is nothing new to report. */
    if (!a->nodes.known) s->told = s->confirmed = s->now;
    a->nodes.due += s->now != s->told;
  }
}

void alarm_nodes_look(struct alarms *a, struct alarms_now now)
{
  const struct alarm_source *source = a->options.source;
  struct node_watch *w = &a->nodes;
  const uint64_t rows = source->rows_generation(source->ctx), generation = source->generation(source->ctx),
                 now_s = now.monotonic_us / SECOND_US;
  /* While the store cannot be read, its last values are kept, but they are meaningless here. */
  if (source->store(source->ctx) > ALARM_STORE_STALE) return;
  if (w->rows_known && rows == w->rows_generation && generation == w->generation && now_s < w->next_s) return;
  if (!w->rows_known || rows != w->rows_generation) merge_rows(a);
  w->rows_known = true;
  w->rows_generation = rows;
  w->generation = generation;
  w->next_s = UINT64_MAX;
  w->due = 0;
  for (size_t i = 0; i < w->count; i++) {
    struct alarm_node node;
    source->node(source->ctx, i, &node);
    look_at(a, &w->node[i], &node, &w->next_s, now_s);
  }
  if (!w->known) a->dirty = true;
  w->known = true;
}

void alarm_nodes_tell(struct alarms *a, struct alarms_now now)
{
  struct node_watch *w = &a->nodes;
  if (w->due == 0 || a->options.source->store(a->options.source->ctx) > ALARM_STORE_STALE) return;
  /* Round robin, so that the last ones get their turn, too. */
  size_t left = 0;
  for (size_t step = 0; step < w->count; step++) {
    if (w->cursor >= w->count) w->cursor = 0;
    struct watched_node *n = &w->node[w->cursor];
    for (unsigned b = 0; b < NODE_BITS; b++) {
      struct subject *s = &n->subject[b];
      if (s->now != s->told && !alarm_notice_node(a, n, w->cursor, b, s, now)) return;
      left += s->now != s->told;
    }
    w->cursor++;
  }
  w->due = left;
}

/* --- saved state ---------------------------------------------------------------------------------- */

static int by_index(const void *x, const void *y)
{
  const struct watched_node *a = x, *b = y;
  return compare(a->name, a->length, b->name, b->length);
}

/* Restores the states from the file before the rows are known, so that rows find their old states. */
void alarm_nodes_restore(struct alarms *a)
{
  struct node_watch *w = &a->nodes;
  const struct alarm_saved *s = &a->kept;
  w->known = s->nodes_known;
  w->node = s->node_count == 0 ? NULL : xcalloc(s->node_count, sizeof *w->node);
  for (size_t i = 0; i < s->node_count; i++) {
    const struct alarm_saved_node *from = &s->node[i];
    struct watched_node *n = &w->node[w->count++];
    n->name = xmalloc(from->length + 1);
    n->length = from->length;
    memcpy(n->name, from->name, from->length + 1);
    for (int b = 0; b < NODE_BITS; b++) {
      n->subject[b].now = (from->bad & 1u << b) != 0;
      n->subject[b].told = n->subject[b].confirmed = (from->told & 1u << b) != 0;
    }
  }
  if (w->count > 0) qsort(w->node, w->count, sizeof *w->node, by_index);
}

void alarm_nodes_save(const struct alarms *a, struct alarm_saved *s)
{
  const struct node_watch *w = &a->nodes;
  s->nodes_known = w->known;
  for (size_t i = 0; i < w->count; i++) {
    unsigned bad = 0, confirmed = 0;
    for (int b = 0; b < NODE_BITS; b++) {
      bad |= (unsigned)w->node[i].subject[b].now << b;
      confirmed |= (unsigned)w->node[i].subject[b].confirmed << b;
    }
    if (bad == 0 && confirmed == 0) continue;
    struct alarm_saved_node *n = alarm_saved_add_node(s, str_n(w->node[i].name, w->node[i].length));
    n->bad = bad;
    n->told = confirmed;
  }
}
