/* Numbers are addressed by paths such as "a/b[name=x]/d|e": steps into objects, an item of a list by one of its
 * members, and alternatives for names that changed between versions. */
#include "collectors/sources/status_json.h"

#include <string.h>

#include "collectors/sources/decimal.h"

/* --- paths --- */

static str next_part(str *path)
{
  size_t end = 0;
  bool inside = false;
  while (end < path->n && (inside || path->p[end] != '/')) {
    if (path->p[end] == '[') inside = true;
    if (path->p[end] == ']') inside = false;
    end++;
  }
  const str part = str_sub(*path, 0, end);
  *path = str_from(*path, end + 1);
  return part;
}

/* The member with the first existing name of several. */
static const json_t *member(const json_t *object, str names)
{
  while (names.n > 0) {
    size_t end = str_index(names, '|', 0);
    if (end == SIZE_MAX) end = names.n;
    const json_t *found = json_object_getn(object, names.p, end);
    if (found != NULL) return found;
    names = str_from(names, end + 1);
  }
  return NULL;
}

static const json_t *item(const json_t *list, str name, str text)
{
  size_t i;
  const json_t *one;
  json_array_foreach(list, i, one)
  {
    const json_t *said = json_object_getn(one, name.p, name.n);
    if (json_is_string(said) && str_eq(str_n(json_string_value(said), json_string_length(said)), text)) return one;
  }
  return NULL;
}

static const json_t *step(const json_t *at, str part)
{
  const size_t open = str_index(part, '[', 0);
  if (open == SIZE_MAX) return member(at, part);
  const size_t equals = str_index(part, '=', open);
  const json_t *list = member(at, str_sub(part, 0, open));
  if (equals == SIZE_MAX || part.p[part.n - 1] != ']') return NULL;
  return item(list, str_sub(part, open + 1, equals - open - 1), str_sub(part, equals + 1, part.n - equals - 2));
}

const json_t *status_json_at(const json_t *root, const char *path)
{
  str rest = str_of(path);
  while (root != NULL && rest.n > 0) root = step(root, next_part(&rest));
  return root;
}

/* --- numbers --- */

bool status_json_number(const json_t *value, double *number)
{
  if (json_is_number(value)) {
    *number = json_number_value(value);
    return true;
  }
  return json_is_string(value) && decimal_parse(str_n(json_string_value(value), json_string_length(value)), number);
}

bool status_json_scaled(const json_t *root, const char *path, double scale, uint64_t *to)
{
  double number;
  return status_json_number(status_json_at(root, path), &number) && decimal_scale(number, scale, to);
}

void status_json_record(const json_t *root, const struct status_json_row *rows, size_t n, struct stats_record *record)
{
  uint64_t number;
  for (size_t i = 0; i < n; i++) {
    if (status_json_scaled(root, rows[i].path, rows[i].scale, &number)) stats_set(record, rows[i].id, number);
  }
}

/* --- the Java machine --- */

/* Each garbage collector has its own numbers. */
static void record_gc(const json_t *all, const struct status_json_jvm *ids, struct stats_record *record)
{
  uint64_t count = 0, time_ms = 0, number;
  const char *name;
  const json_t *one;
  if (!json_is_object(all)) return;
  json_object_foreach((json_t *)all, name, one)
  {
    if (status_json_scaled(one, "count", 1, &number)) count += number;
    if (status_json_scaled(one, "total-time-ms", 1, &number)) time_ms += number;
  }
  stats_set(record, ids->gc_count, count);
  stats_set(record, ids->gc_time, time_ms * 1000);
}

void status_json_record_jvm(const json_t *services, const struct status_json_jvm *ids, struct stats_record *record)
{
  const json_t *jvm = status_json_at(services, "status-service/status/experimental/jvm-metrics");
  const struct status_json_row rows[] = {
    {"up-time-ms", ids->up_s, 0.001},
    {"start-time-ms", ids->started_at, 1000},
    {"heap-memory/used", ids->heap_used, 1.0 / 1024},
    {"heap-memory/max", ids->heap_most, 1.0 / 1024},
    {"non-heap-memory/used", ids->other_used, 1.0 / 1024},
    {"file-descriptors/used", ids->files, 1},
    {"file-descriptors/max", ids->files_most, 1},
    {"cpu-usage", ids->cpu, 100},
    {"gc-cpu-usage", ids->gc_cpu, 100},
    {"threading/thread-count", ids->threads, 1},
  };
  status_json_record(jvm, rows, sizeof rows / sizeof *rows, record);
  record_gc(status_json_at(jvm, "gc-stats"), ids, record);
}

/* --- services --- */

/* States in ascending order of severity. */
static uint32_t state_of(const char *text)
{
  static const struct {
    const char *name;
    uint32_t state;
  } states[] = {{"running", STATS_SERVICESTATE_RUNNING},
                {"starting", STATS_SERVICESTATE_STARTING},
                {"stopping", STATS_SERVICESTATE_STOPPING},
                {"error", STATS_SERVICESTATE_ERROR}};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    if (strcmp(text, states[i].name) == 0) return states[i].state;
  }
  return STATS_SERVICESTATE_UNKNOWN;
}

bool status_json_services(const json_t *services, struct status_json_services *to)
{
  const char *name;
  const json_t *one;
  *to = (struct status_json_services){.state = 0, .worst = ""};
  if (!json_is_object(services)) return false;
  json_object_foreach((json_t *)services, name, one)
  {
    const json_t *said = json_object_get(one, "state");
    if (!json_is_string(said)) return false;
    const uint32_t state = state_of(json_string_value(said));
    to->alerts += json_array_size(json_object_get(one, "active_alerts"));
    if (state <= to->state) continue;
    to->state = state;
    to->worst = name;
  }
  return to->state != 0;
}

bool status_json_record_services(const json_t *services, const char *own, uint32_t state, uint32_t alerts,
                                 struct stats_record *record, struct source_outcome *outcome)
{
  struct status_json_services found;
  if (!status_json_services(services, &found)) {
    outcome->state = STATS_SOURCESTATE_CORRUPT;
    buf_z(outcome->reason, "JSON, but not that of a status service; is the address correct?");
    return false;
  }
  if (status_json_at(services, own) == NULL) {
    outcome->state = STATS_SOURCESTATE_CORRUPT;
    buf_printf(outcome->reason, "the status of another program: the service %.*s is missing", (int)strcspn(own, "|"),
               own);
    return false;
  }
  outcome->state = STATS_SOURCESTATE_OK;
  if (found.state != STATS_SERVICESTATE_RUNNING) {
    buf_printf(outcome->reason, "the service %s is not running: %s", found.worst,
               stats_label_name(STATS_ENUM_SERVICESTATE, found.state));
  }
  stats_set(record, state, found.state);
  stats_set(record, alerts, found.alerts);
  return true;
}

void status_json_text(const json_t *root, const char *path, uint32_t id, struct stats_record *record)
{
  const json_t *text = status_json_at(root, path);
  if (json_is_string(text)) stats_set_text(record, id, str_n(json_string_value(text), json_string_length(text)));
}
