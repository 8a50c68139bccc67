/* The values that managers collect: the objects of stats.def; each cell of rows with fixed indices. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "managers/generate.h"

/* A histogram has a bucket for each 1-2-5 bound from 100 us to 100 s, and one without bound. */
enum { BUCKETS = 20 };

bool value_is_number(const struct stats_info *s)
{
  switch (s->syntax) {
  case STATS_COUNTER64:
  case STATS_COUNTER32:
  case STATS_GAUGE64:
  case STATS_GAUGE32:
  case STATS_UNSIGNED32:
  case STATS_INTEGER32:
  case STATS_TIMETICKS:
  case STATS_TRUTHVALUE:
  case STATS_RATIO:
  case STATS_ENUMERATED: return s->access == STATS_ACCESS_RO || s->access == STATS_ACCESS_RW;
  case STATS_TIMESTAMP:
  case STATS_DATEANDTIME:
  case STATS_STRING:
  case STATS_OID: break;
  }
  return false;
}

bool group_has_names(const struct stats_group_info *g)
{
  return g->rows == STATS_ROWS_NAMED || g->rows == STATS_ROWS_CONFIGURED;
}

const struct stats_info *group_label(const struct stats_group_info *g)
{
  const struct stats_info *text = NULL;
  for (size_t i = 0; i < g->count; i++) {
    const struct stats_info *s = &subject->list->stats[g->first + i];
    if (s->from.source == STATS_SOURCE_LABEL) return s;
    if (text == NULL && s->syntax == STATS_STRING && s->access == STATS_ACCESS_RO) text = s;
  }
  if (text == NULL) generate_die("%sTable has no column with the name of the row", g->name);
  return text;
}

const struct stats_info *group_names(const struct stats_group_info *g)
{
  return stats_is_table(g) && g->rows != STATS_ROWS_HISTOGRAMS ? group_label(g) : NULL;
}

const char *group_tag(const struct stats_group_info *g)
{
  static char tag[32];
  size_t n = 0;
  for (const char *p = g->symbol; *p != '\0' && n + 1 < sizeof tag; p++) tag[n++] = (char)tolower((unsigned char)*p);
  tag[n] = '\0';
  return tag;
}

const struct stats_group_info *stat_group(const struct stats_info *s) { return &subject->list->groups[s->group]; }

void stat_oid(const struct stats_info *s, char out[OID_TEXT])
{
  char group[OID_TEXT];
  group_oid(stat_group(s), group);
  int n = snprintf(out, OID_TEXT, "%s%s.%u", group, stats_is_table(stat_group(s)) ? ".1" : "", s->number);
  if (n >= OID_TEXT) generate_die("%s: identifier too long", s->name);
}

void group_oid(const struct stats_group_info *g, char out[OID_TEXT])
{
  char number[16] = "";
  if (g->number != 0) snprintf(number, sizeof number, ".%u", g->number);
  int n = snprintf(out, OID_TEXT, "%s%s%s", subject->root, subject->below, number);
  if (n >= OID_TEXT) generate_die("%s: identifier too long", g->name);
}

enum { ALIAS_MAX = 19 };

/* Removes vowels from the end of names that are too long, like the files of mysql-snmp and redis-snmp for OpenNMS, so
 * that existing data continues. One object has an error in its name that its alias lacks. */
static void alias_of(const char *name, char alias[24])
{
  char text[64];
  snprintf(text, sizeof text, "%s", strcmp(name, "myInooDBSemWaitTime") == 0 ? "myInnoDBSemWaitTime" : name);
  for (size_t n = strlen(text), i = n; n > ALIAS_MAX && i > 0; i--) {
    if (strchr("aeiou", text[i - 1]) == NULL) continue;
    memmove(text + i - 1, text + i, n - i + 1);
    n--;
  }
  snprintf(alias, 24, "%.23s", text);
}

static struct value *add(const struct stats_info *s)
{
  if ((subject->values.count & (subject->values.count - 1)) == 0) {
    size_t room = subject->values.count == 0 ? 1 : subject->values.count * 2;
    subject->values.v = realloc(subject->values.v, room * sizeof *subject->values.v);
    if (subject->values.v == NULL) generate_die("no memory");
  }
  struct value *v = &subject->values.v[subject->values.count++];
  *v = (struct value){.stat = s};
  stat_oid(s, v->oid);
  alias_of(s->name, v->alias);
  snprintf(v->what, sizeof v->what, "%s", s->name);
  return v;
}

static void fixed(const struct stats_group_info *g, const struct stats_info *s)
{
  const struct stats_enum_info *e = &subject->list->enums[g->enumeration];
  for (size_t i = 0; i < e->count; i++) {
    struct value *v = add(s);
    v->row = &subject->list->labels[e->first + i];
    snprintf(v->instance, sizeof v->instance, "%u", v->row->number);
    snprintf(v->alias, sizeof v->alias, "%s%u", s->name, v->row->number);
    snprintf(v->what, sizeof v->what, "%s of %s", s->name, v->row->name);
  }
}

static void histograms(const struct stats_info *s)
{
  for (size_t h = 0; h < subject->list->histogram_count; h++) {
    for (unsigned b = 1; b <= BUCKETS; b++) {
      struct value *v = add(s);
      snprintf(v->instance, sizeof v->instance, "%u.%u", subject->list->histograms[h].number, b);
      snprintf(v->alias, sizeof v->alias, "ficHist%uLe%u", subject->list->histograms[h].number, b);
      snprintf(v->what, sizeof v->what, "%s of %s, bucket %u", s->name, subject->list->histograms[h].name, b);
    }
  }
}

void values_make(void)
{
  for (size_t i = 0; i < subject->list->stat_count; i++) {
    const struct stats_info *s = &subject->list->stats[i];
    const struct stats_group_info *g = &subject->list->groups[s->group];
    if (!value_is_number(s)) continue;
    switch (g->rows) {
    case STATS_ROWS_FIXED: fixed(g, s); break;
    case STATS_ROWS_HISTOGRAMS:
      if (s->from.source == STATS_SOURCE_BUCKET_COUNT) histograms(s);
      break;
    case STATS_ROWS_SCALARS: snprintf(add(s)->instance, sizeof subject->values.v->instance, "0"); break;
    case STATS_ROWS_NAMED:
    case STATS_ROWS_CONFIGURED: add(s); break;
    }
  }
  for (size_t i = 0; i < subject->values.count; i++) {
    if (strlen(subject->values.v[i].alias) > ALIAS_MAX)
      generate_die("%s has more than %d characters", subject->values.v[i].alias, ALIAS_MAX);
    for (size_t k = 0; k < i; k++) {
      if (strcmp(subject->values.v[i].alias, subject->values.v[k].alias) == 0)
        generate_die("duplicate value %s", subject->values.v[i].alias);
    }
  }
}

/* The number of the bucket with that bound, in microseconds. */
static unsigned bucket_of(const char *bound)
{
  static const unsigned steps[] = {1, 2, 5};
  if (strcmp(bound, "inf") == 0) return BUCKETS;
  unsigned long wanted = strtoul(bound, NULL, 10), decade = 100;
  for (unsigned b = 1; b < BUCKETS; b++) {
    if (steps[(b - 1) % 3] * decade == wanted) return b;
    if (b % 3 == 0) decade *= 10;
  }
  generate_die("no histogram has the bound %s", bound);
}

size_t values_find(const char *name)
{
  char object[32], row[64];
  size_t n = strcspn(name, ".");
  if (n >= sizeof object) generate_die("no object %s", name);
  memcpy(object, name, n);
  object[n] = '\0';
  if (subject_find(object) < 0) generate_die("no object %s", object);
  const struct stats_info *s = &subject->list->stats[subject_find(object)];
  snprintf(row, sizeof row, "%s", name[n] == '.' ? name + n + 1 : "");
  char instance[sizeof subject->values.v->instance] = "";
  if (subject->list->groups[s->group].rows == STATS_ROWS_HISTOGRAMS) {
    char *dot = strchr(row, '.');
    if (dot == NULL) generate_die("%s: no bound", name);
    *dot = '\0';
    for (size_t h = 0; h < subject->list->histogram_count; h++) {
      if (strcmp(subject->list->histograms[h].symbol, row) == 0)
        snprintf(instance, sizeof instance, "%u.%u", subject->list->histograms[h].number, bucket_of(dot + 1));
    }
    if (instance[0] == '\0') generate_die("%s: no such histogram", name);
  }
  for (size_t i = 0; i < subject->values.count; i++) {
    const struct value *v = &subject->values.v[i];
    if (v->stat != s || (instance[0] != '\0' && strcmp(v->instance, instance) != 0)) continue;
    if (v->row == NULL ? instance[0] != '\0' || row[0] == '\0' : strcmp(v->row->name, row) == 0) return i;
  }
  generate_die("%s is not collected, or has no such row", name);
}
