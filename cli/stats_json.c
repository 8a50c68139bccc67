#include <stdio.h>
#include <time.h>

#include "base/json_write.h"
#include "cli/stats_text.h"

const char *stats_state_name(unsigned state) { return stats_label_name(STATS_ENUM_STATE, state); }

static void json_moment(struct json_writer *w, uint64_t us)
{
  char text[48];
  time_t seconds = (time_t)(us / 1000000);
  struct tm tm;
  size_t n = gmtime_r(&seconds, &tm) == NULL ? 0 : strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
  n += (size_t)snprintf(text + n, sizeof text - n, ".%06uZ", (unsigned)(us % 1000000));
  json_str(w, str_n(text, n));
}

static void json_value(struct json_writer *w, enum stats_id id, const struct stats_value *v)
{
  switch (stats_table[id].syntax) {
  case STATS_STRING: json_str(w, str_n(v->text, v->length)); break;
  case STATS_DATEANDTIME:
  case STATS_TIMESTAMP: json_moment(w, v->number); break;
  case STATS_ENUMERATED:
    json_str(w, str_of(stats_label_name((enum stats_enum)stats_table[id].enumeration, v->number)));
    break;
  case STATS_TRUTHVALUE: json_bool(w, v->number == 1); break;
  case STATS_OID: break;
  case STATS_COUNTER64:
  case STATS_COUNTER32:
  case STATS_GAUGE64:
  case STATS_GAUGE32:
  case STATS_UNSIGNED32:
  case STATS_INTEGER32:
  case STATS_TIMETICKS:
  case STATS_RATIO: json_uint(w, v->number); break;
  }
}

static void json_scalars(struct json_writer *w, const struct stats_reader *r, const struct stats_group_info *g)
{
  struct stats_value v;
  json_begin_object(w);
  for (size_t i = g->first; i < g->first + g->count; i++) {
    if (stats_reader_scalar(r, (enum stats_id)i, &v)) {
      json_key(w, str_of(stats_table[i].name));
      json_value(w, (enum stats_id)i, &v);
    }
  }
  json_end_object(w);
}

static void json_table(struct json_writer *w, const struct stats_reader *r, enum stats_group group)
{
  const struct stats_group_info *g = &stats_groups[group];
  struct stats_value v;
  json_begin_array(w);
  for (size_t row = 0; row < stats_reader_rows(r, group); row++) {
    json_begin_object(w);
    for (size_t i = g->first; i < g->first + g->count; i++) {
      if (stats_reader_cell(r, (enum stats_id)i, row, &v)) {
        json_key(w, str_of(stats_table[i].name));
        json_value(w, (enum stats_id)i, &v);
      }
    }
    json_end_object(w);
  }
  json_end_array(w);
}

/* The sizes of tables and the number of evicted rows, by name of the group. */
static void json_tables(struct json_writer *w, const struct stats_reader *r)
{
  struct stats_table_figures f;
  json_key(w, STR("tables"));
  json_begin_object(w);
  for (int g = 0; g < STATS_GROUPS; g++) {
    if (stats_groups[g].rows != STATS_ROWS_NAMED) {
      continue;
    }
    stats_reader_table(r, (uint32_t)g, &f);
    json_key(w, str_of(stats_groups[g].name));
    json_begin_object(w);
    json_kuint(w, STR("rows"), f.rows);
    json_kuint(w, STR("capacity"), f.capacity);
    json_kuint(w, STR("evicted"), f.evicted);
    json_end_object(w);
  }
  json_end_object(w);
}

static void json_store(struct json_writer *w, const struct stats_reader *r, const char *path)
{
  struct stats_store_figures f;
  stats_reader_figures(r, &f);
  json_begin_object(w);
  json_kstr(w, STR("file"), str_of(path));
  json_kstr(w, STR("state"), str_of(stats_state_name(stats_reader_state(r))));
  if (stats_reader_reason(r)[0] != '\0') {
    json_kstr(w, STR("reason"), str_of(stats_reader_reason(r)));
  }
  json_kuint(w, STR("bytes"), f.file_bytes);
  json_kuint(w, STR("records"), f.records);
  json_tables(w, r);
  json_kuint(w, STR("sample_rows"), stats_reader_window_capacity(r, STATS_WINDOW_COMPILE));
  json_end_object(w);
}

void stats_json(const struct stats_reader *r, const char *path, bool pretty, struct buf *out)
{
  struct json_writer w;
  json_init(&w, out, pretty);
  json_begin_object(&w);
  json_key(&w, STR("store"));
  json_store(&w, r, path);
  for (int g = 0; g < STATS_GROUPS; g++) {
    json_key(&w, str_of(stats_groups[g].name));
    if (!stats_is_table(&stats_groups[g])) {
      json_scalars(&w, r, &stats_groups[g]);
    } else {
      json_table(&w, r, (enum stats_group)g);
    }
  }
  json_end_object(&w);
}
