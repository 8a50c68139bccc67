/* PromQL for the graphs of graphs.def, with the metrics of the snmp_exporter. */
#include <string.h>

#include "managers/generate.h"

/* The time series of a value. */
static void selector(struct buf *b, const struct value *v, const struct promql *q)
{
  const struct stats_group_info *g = stat_group(v->stat);
  buf_printf(b, "%s{%s", v->stat->name, q->selector);
  if (v->row != NULL) {
    buf_printf(b, ",%s=\"%s\"", group_names(g)->name, v->row->name);
  } else if (g->rows == STATS_ROWS_HISTOGRAMS) {
    unsigned histogram = 0, bucket = 0;
    sscanf(v->instance, "%u.%u", &histogram, &bucket);
    buf_printf(b, ",%s=\"%u\",%s=\"%u\"", subject->list->stats[g->first].name, histogram,
               subject->list->stats[g->first + 1].name, bucket);
  } else if (group_has_names(g)) {
    buf_printf(b, ",%s=~\"%s\"", group_label(g)->name, q->row);
  }
  buf_printf(b, "}");
}

static void term(struct buf *b, const struct value *v, const struct promql *q)
{
  const bool counter = stats_is_counter(v->stat);
  if (counter) buf_printf(b, "rate(");
  selector(b, v, q);
  if (counter) buf_printf(b, "[%s])", q->range);
}

/* Parts have different labels, so only those of the host and the row are compared. */
static void matching(struct buf *b, const struct terms *terms)
{
  const struct stats_group_info *g = stat_group(subject->values.v[terms->t[0].value].stat);
  buf_printf(b, " on (job, instance%s%s) ", group_has_names(g) ? ", " : "",
             group_has_names(g) ? group_label(g)->name : "");
}

static void sum(struct buf *b, const struct terms *terms, const struct promql *q)
{
  for (size_t i = 0; i < terms->count; i++) {
    if (i > 0) {
      buf_printf(b, terms->t[i].minus ? " -" : " +");
      matching(b, terms);
    }
    term(b, &subject->values.v[terms->t[i].value], q);
  }
}

void promql_series(struct buf *b, const struct series *s, const struct promql *q)
{
  const bool group = s->value.count > 1;
  if (group) buf_printf(b, "(");
  sum(b, &s->value, q);
  if (group) buf_printf(b, ")");
  if (s->of.count > 0) {
    buf_printf(b, " /");
    matching(b, &s->value);
    buf_printf(b, s->of.count > 1 ? "((" : "(");
    sum(b, &s->of, q);
    buf_printf(b, s->of.count > 1 ? ") > 0)" : " > 0)");
  }
  if (strcmp(s->unit->factor, "1") != 0) buf_printf(b, " * %s", s->unit->factor);
}

/* Names of counters in it become their rates. */
void promql_expression(struct buf *b, const char *text, const char *range)
{
  while (*text != '\0') {
    size_t n = strcspn(text, " ");
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)n, text);
    int object = subject_find(word);
    if (object >= 0 && stats_is_counter(&subject->list->stats[object])) buf_printf(b, "rate(%s[%s])", word, range);
    else buf_printf(b, "%s", word);
    text += n;
    if (*text == ' ') {
      buf_printf(b, " ");
      text++;
    }
  }
}
