/* POST /puppet/v4/catalog: a catalog for whoever names the node, its facts and its trusted data. POST /puppet/v3/compile, which is
 * Bolt's. */
#include <time.h>

#include "base/log.h"
#include "compiler/types/value_json.h"
#include "indirector/node.h"
#include "server/routes/catalog.h"
#include "server/routes/code.h"
#include "server/routes/routes.h"

/* --- what a request has to have --- */

enum wanted { WANTED_STRING, WANTED_BOOLEAN, WANTED_MAP, WANTED_ANY };
struct wanted_key {
  const char *name;
  enum wanted kind;
  bool needed;
  const struct wanted_key *members;  /* of a map; NULL: any */
};

static const struct wanted_key persistence_keys[] = {{"facts", WANTED_BOOLEAN, true, NULL}, {"catalog", WANTED_BOOLEAN, true, NULL}, {0}};
static const struct wanted_key values_keys[] = {{"values", WANTED_MAP, true, NULL}, {0}};
static const struct wanted_key option_keys[] = {{"prefer_requested_environment", WANTED_BOOLEAN, false, NULL},
                                                {"capture_logs", WANTED_BOOLEAN, false, NULL},
                                                {"log_level", WANTED_STRING, false, NULL}, {0}};
static const struct wanted_key catalog_keys[] = {{"certname", WANTED_STRING, true, NULL},
                                                 {"persistence", WANTED_MAP, true, persistence_keys},
                                                 {"environment", WANTED_STRING, true, NULL},
                                                 {"facts", WANTED_MAP, false, values_keys},
                                                 {"trusted_facts", WANTED_MAP, false, values_keys},
                                                 {"transaction_uuid", WANTED_STRING, false, NULL},
                                                 {"job_id", WANTED_STRING, false, NULL},
                                                 {"options", WANTED_MAP, false, option_keys}, {0}};

static void put_json(struct buf *out, value v)
{
  struct json_writer w;
  json_init(&w, out, false);
  value_write_json(&w, v, JSON_PLAIN);
}

static void begin_fault(struct buf *out, size_t from, const char *name)
{
  buf_printf(out, "%s\"%s\" ", out->n > from ? ", " : "", name);
}

/* Appends what is wrong with each key, as the server's schemas tell it: `"certname" missing-required-key, …`. */
static void check_map(struct buf *out, value given, const struct wanted_key *keys)
{
  const size_t from = out->n;
  for (const struct wanted_key *k = keys; k->name != NULL; k++) {
    const value *v = hash_get_str(given.hash, str_of(k->name));
    if (v == NULL) {
      if (k->needed) begin_fault(out, from, k->name), buf_z(out, "missing-required-key");
      continue;
    }
    const bool right = k->kind == WANTED_STRING ? v->kind == V_STRING : k->kind == WANTED_BOOLEAN ? v->kind == V_BOOL : v->kind == V_HASH;
    if (right && k->members == NULL) continue;
    struct buf inner = BUF_IN(out->arena);
    if (right) check_map(&inner, *v, k->members);
    if (right && inner.n == 0) continue;
    begin_fault(out, from, k->name);
    if (right) {
      buf_printf(out, "{%.*s}", STR_FMT(buf_view(&inner)));
    } else {
      buf_z(out, k->kind == WANTED_STRING    ? "(not (instance? java.lang.String "
                 : k->kind == WANTED_BOOLEAN ? "(not (instance? java.lang.Boolean "
                                             : "(not (map? ");
      put_json(out, *v);
      buf_z(out, "))");
    }
  }
  for (uint32_t i = 0; i < given.hash->n; i++) {
    const str name = value_to_str(out->arena, given.hash->entries[i].key);
    bool known = false;
    for (const struct wanted_key *k = keys; k->name != NULL && !known; k++) known = str_eqz(name, k->name);
    if (!known) begin_fault(out, from, arena_strz(out->arena, name)), buf_z(out, "disallowed-key");
  }
}

static bool read_input(struct request *r, struct answer *a, value *out)
{
  str why;
  struct buf faults = BUF_IN(r->arena);
  if (!route_read_json(r->arena, r->body, out, &why)) {
    answer_text(r, a, 400, "Error parsing JSON: %.*s", STR_FMT(why));
    return false;
  }
  if (out->kind != V_HASH) {
    answer_text(r, a, 400, "Invalid input: the body is not a map");
    return false;
  }
  check_map(&faults, *out, catalog_keys);
  if (faults.n == 0) return true;
  answer_text(r, a, 400, "Invalid input: {%.*s}", STR_FMT(buf_view(&faults)));
  return false;
}

/* --- the log of a compilation --- */

/* Compilations of a process come one after the other, so one place is enough. */
static struct captured {
  struct json_writer *out;
  enum log_level least;
  struct arena *arena;
} captured;

static void put_time(struct json_writer *w, struct arena *a)
{
  struct timespec now;
  struct tm tm;
  char text[32];
  clock_gettime(CLOCK_REALTIME, &now);
  gmtime_r(&now.tv_sec, &tm);
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
  json_kstr(w, STR("time"), arena_printf(a, "%s.%09ld+00:00", text, now.tv_nsec));
}

/* " (file: F, line: N, column: C)" taken apart. */
static void put_place(struct json_writer *w, str place)
{
  const size_t file = str_find(place, STR("(file: "), 0), line = str_find(place, STR("line: "), 0);
  size_t end = file == SIZE_MAX ? 0 : str_find(place, STR(", line: "), file);
  if (end == SIZE_MAX) end = str_index(place, ')', file);
  json_key(w, STR("file"));
  if (file == SIZE_MAX || end == SIZE_MAX) json_null(w);
  else json_str(w, str_sub(place, file + 7, end - file - 7));
  int64_t n = 0;
  for (size_t i = line == SIZE_MAX ? place.n : line + 6; i < place.n && ascii_is_digit(place.p[i]); i++) n = n * 10 + (place.p[i] - '0');
  json_key(w, STR("line"));
  if (n == 0) json_null(w);
  else json_int(w, n);
}

static void capture(enum log_level level, str source, str message, str place)
{
  struct json_writer *w = captured.out;
  if (w == NULL || level < captured.least) return;
  const str name = str_of(log_level_name(level));
  json_begin_object(w);
  json_kstr(w, STR("level"), name);
  json_kstr(w, STR("message"), message);
  json_kstr(w, STR("source"), source.n > 0 ? source : STR("Puppet"));
  json_key(w, STR("tags"));
  json_begin_array(w);
  json_str(w, name);
  json_end_array(w);
  put_time(w, captured.arena);
  put_place(w, place);
  json_end_object(w);
}

static void capture_log(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message, str place)
{
  capture((enum log_level)level, source, message, place);
  compile_cli_log(ctx, category, level, source, message, place);
}

static bool wants_debug(void *ctx, struct log_category *category)
{
  (void)ctx;
  return captured.least == LOG_LEVEL_DEBUG || log_enabled(category, LOG_LEVEL_DEBUG);
}

/* --- the request --- */

static value member(value data, const char *name)
{
  const value *v = data.kind == V_HASH ? hash_get_str(data.hash, str_of(name)) : NULL;
  return v != NULL ? *v : VALUE_UNDEF;
}

static bool flag(value data, const char *name)
{
  const value v = member(data, name);
  return v.kind == V_BOOL && v.boolean;
}

/* The facts that came, or those that are kept; trusted data of the request, or among the facts. */
static bool find_facts(struct worker *w, struct request *r, value input, struct catalog_asked *asked, struct ind_object *room, str *error)
{
  const value given = member(member(input, "facts"), "values"), trusted = member(member(input, "trusted_facts"), "values");
  if (given.kind == V_HASH) {
    *room = facts_object(r->arena, asked->certname, given.hash);
  } else {
    struct ind_request find = {.in = w->indirector, .arena = r->arena, .indirection = IND_FACTS, .key = asked->certname,
                               .environment = asked->environment, .ignore_cache = true};
    const enum ind_result found = indirector_find(&find);
    if (found == IND_FAILED) return *error = find.error, false;
    *room = found == IND_OK ? find.result : facts_object(r->arena, asked->certname, &hash_empty);
  }
  asked->facts = room;
  const value among = member(member(room->data, "values"), "trusted");
  asked->trusted = trusted.kind == V_HASH ? trusted.hash : among.kind == V_HASH ? among.hash : &hash_empty;
  return true;
}

static void answer_catalog(struct request *r, struct answer *a, str json, const struct buf *logs)
{
  struct buf out = BUF_IN(r->arena);
  buf_reserve_exactly(&out, json.n + (logs != NULL ? logs->n : 0) + 32);
  buf_z(&out, "{\"catalog\":");
  buf_str(&out, json);
  if (logs != NULL) buf_printf(&out, ",\"logs\":%.*s", STR_FMT(buf_view(logs)));
  buf_char(&out, '}');
  a->status = 200;
  a->content_type = "application/json";
  a->body = buf_view(&out);
}

static bool make(struct worker *w, struct request *r, value input, struct catalog_asked *asked, str *json, str *error)
{
  struct ind_object room;
  if (!route_is_environment_name(asked->environment)) {
    *error = arena_printf(r->arena, "The environment must be purely alphanumeric, not '%.*s'", STR_FMT(asked->environment));
    return false;
  }
  struct site *site = environments_use(w->environments, r->arena, asked->environment, NULL, error);
  environments_done(w->environments, site);
  if (site == NULL || !find_facts(w, r, input, asked, &room, error) ||
      !code_id_of(w, r->arena, asked->environment, &asked->code_id, &asked->code_serial, error))
    return false;
  if (flag(member(input, "persistence"), "facts") &&
      !catalog_save_facts(w, r->arena, asked->certname, asked->environment, asked->facts,
                          asked->trusted != NULL ? asked->trusted : node_trusted(r->arena, &asked->who), error))
    return false;
  return catalog_make(w, r, asked, json, error);
}

static str text_or_empty(value v) { return v.kind == V_STRING ? value_text(v) : STR_EMPTY; }

void route_catalog_v4(struct worker *w, struct request *r, struct answer *a)
{
  value input;
  str json, error;
  struct buf logs = BUF_IN(r->arena);
  struct json_writer out;
  if (!read_input(r, a, &input)) return;
  const value options = member(input, "options"), level = member(options, "log_level");
  struct catalog_asked asked = {.certname = value_text(member(input, "certname")),
                                .environment = value_text(member(input, "environment")),
                                .transaction_uuid = text_or_empty(member(input, "transaction_uuid")),
                                .job_id = text_or_empty(member(input, "job_id")),
                                .prefer_requested = flag(options, "prefer_requested_environment"),
                                .keep = flag(member(input, "persistence"), "catalog"),
                                .done = "using the v4 catalog endpoint"};
  const bool captures = flag(options, "capture_logs");
  r->node = asked.certname;
  json_init(&out, &logs, false);
  json_begin_array(&out);
  if (captures) {
    captured = (struct captured){.out = &out, .least = LOG_LEVEL_NOTICE, .arena = r->arena};
    if (level.kind == V_STRING && !log_level_parse(level.text, level.length, &captured.least)) {
      captured = (struct captured){0};
      answer_text(r, a, 500, "Internal Server Error: Invalid loglevel %.*s", STR_FMT(value_text(level)));
      return;
    }
    asked.log = capture_log;
    asked.debugs = wants_debug;
  }
  const bool ok = make(w, r, input, &asked, &json, &error);
  captured = (struct captured){0};
  json_end_array(&out);
  if (ok) answer_catalog(r, a, json, captures ? &logs : NULL);
  else answer_text(r, a, 500, "Internal Server Error: %.*s", STR_FMT(error));
}

/* --- Bolt's --- */

void route_compile(struct worker *w, struct request *r, struct answer *a)
{
  (void)w;
  answer_text(r, a, 501, "not supported: compiling an apply block of Bolt (/puppet/v3/compile)");
}
