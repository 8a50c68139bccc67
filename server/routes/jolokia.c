/* /metrics/v2: metrics in the format that Jolokia uses for a JVM, under the names that puppetserver and PuppetDB have
 * for them, for programs that query those. A timer has a count, mean, rate, and percentiles as upper bounds of
 * histogram buckets. All values are read-only. */
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/json_write.h"
#include "indirector/internal.h"
#include "indirector/query/pdb.h"
#include "server/config/config.h"
#include "server/board/board.h"
#include "server/routes/input.h"
#include "server/routes/routes.h"

enum { MOST_ATTRIBUTES = 10, MOST_REQUESTS = 1000, MOST_PARTS = 4 };

struct attribute {
  const char *name, *type; /* type: of Java, for lists */
  str json;
};

struct bean {
  str domain, name; /* "puppetserver", "name=puppetlabs.localhost.num-cpus" */
  struct attribute attributes[MOST_ATTRIBUTES];
  unsigned n;
};

struct beans {
  struct worker *worker;
  struct arena *arena;
  struct bean *items;
  uint32_t n, cap;
};

/* --- the beans --- */

static struct bean *add_bean(struct beans *all, str domain, str name)
{
  ARENA_ROOM(all->arena, all->items, all->n, all->cap, 64);
  struct bean *b = &all->items[all->n++];
  *b = (struct bean){.domain = domain, .name = name};
  return b;
}

static void put(struct bean *b, const char *name, const char *java_type, str json)
{
  b->attributes[b->n++] = (struct attribute){name, java_type, json};
}

/* Quotes a name that contains wildcards, like ObjectName.quote. */
static str bean_name(const struct beans *all, const char *name)
{
  struct buf out = BUF_IN(all->arena);
  const str whole = arena_printf(all->arena, "puppetlabs.%.*s.%s", STR_FMT(all->worker->config->metrics_server_id),
                                 name);
  const bool quoted = str_index(whole, '*', 0) != SIZE_MAX || str_index(whole, '?', 0) != SIZE_MAX;
  buf_z(&out, quoted ? "name=\"" : "name=");
  for (size_t i = 0; i < whole.n; i++) {
    if (whole.p[i] == '*' || whole.p[i] == '?') buf_char(&out, '\\');
    buf_char(&out, whole.p[i]);
  }
  if (quoted) buf_char(&out, '"');
  return buf_finish(&out);
}

static struct bean *add_own(struct beans *all, const char *name)
{
  return add_bean(all, STR("puppetserver"), bean_name(all, name));
}

static void add_counter(struct beans *all, const char *name, uint64_t n)
{
  put(add_own(all, name), "Count", "long", arena_printf(all->arena, "%llu", (unsigned long long)n));
}

static void add_gauge(struct beans *all, const char *name, uint64_t n)
{
  put(add_own(all, name), "Value", "java.lang.Object", arena_printf(all->arena, "%llu", (unsigned long long)n));
}

/* The upper bound, in milliseconds, of the bucket that contains the given per-mille rank. */
static double percentile(const struct board_total *t, unsigned thousandth)
{
  uint64_t below = 0;
  unsigned k = 0;
  for (; k < BOARD_BUCKETS - 1; k++) {
    below += t->buckets[k];
    if (below * 1000 >= t->count * thousandth) break;
  }
  return (double)board_bounds[k < BOARD_BUCKETS - 1 ? k : BOARD_BUCKETS - 2] / 1000;
}

static void add_timer(struct beans *all, const char *name, const struct board_total *t)
{
  static const struct {
    const char *name;
    unsigned thousandth;
  } shown[] = {{"50thPercentile", 500}, {"75thPercentile", 750}, {"95thPercentile", 950}, {"99thPercentile", 990}};
  struct bean *b = add_own(all, name);
  const int64_t up = (int64_t)time(NULL) - all->worker->board->started_s;
  const double mean = t->count == 0 ? 0 : (double)t->us / (double)t->count / 1000;
  put(b, "Count", "long", arena_printf(all->arena, "%llu", (unsigned long long)t->count));
  put(b, "Mean", "double", arena_printf(all->arena, "%.3f", mean));
  put(b, "MeanRate", "double", arena_printf(all->arena, "%.6f", up > 0 ? (double)t->count / (double)up : 0));
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
    put(b, shown[i].name, "double",
        arena_printf(all->arena, "%.3f", t->count == 0 ? 0 : percentile(t, shown[i].thousandth)));
  put(b, "DurationUnit", "java.lang.String", STR("\"milliseconds\""));
  put(b, "RateUnit", "java.lang.String", STR("\"events/second\""));
}

static void add_routes(struct beans *all)
{
  const struct board *b = all->worker->board;
  struct board_total sum = {0};
  for (unsigned i = 0; i <= ROUTE_COUNT; i++) {
    const struct board_total t = board_route_total(b, i);
    sum.count += t.count;
    sum.us += t.us;
    for (int k = 0; k < BOARD_BUCKETS; k++) sum.buckets[k] += t.buckets[k];
  }
  add_timer(all, "http.total-requests", &sum);
  for (unsigned i = 0; i <= ROUTE_COUNT; i++) {
    const struct board_total t = board_route_total(b, i);
    const char *name = i == ROUTE_COUNT ? "other" : routes[i].name;
    add_timer(all, arena_printf(all->arena, "http.%s-requests", name).p, &t);
    struct bean *share = add_own(all, arena_printf(all->arena, "http.%s-percentage", name).p);
    put(share, "Value", "java.lang.Object",
        arena_printf(all->arena, "%.6f", sum.count == 0 ? 0 : (double)t.count / (double)sum.count));
  }
}

/* Workers take the place of JRubies. */
static void add_workers(struct beans *all)
{
  const struct board *b = all->worker->board;
  const struct board_http_total t = board_http_total(b);
  add_counter(all, "http.active-requests", t.busy + t.waiting);
  add_counter(all, "jruby.request-count", t.requests);
  add_counter(all, "jruby.borrow-count", t.requests - t.waiting);
  add_counter(all, "jruby.return-count", t.requests - t.waiting - t.busy);
  add_gauge(all, "jruby.num-jrubies", t.workers);
  add_gauge(all, "jruby.num-free-jrubies", t.workers > t.busy ? t.workers - t.busy : 0);
  add_gauge(all, "num-cpus", (uint64_t)sysconf(_SC_NPROCESSORS_ONLN));
  add_gauge(all, "uptime", (uint64_t)((int64_t)time(NULL) - b->started_s) * 1000);
}

/* PuppetDB's metrics, where the store is in use. */
static void add_population(struct beans *all)
{
  static const struct {
    const char *name;
    enum store_number number;
  } gauges[] = {{"num-nodes", STORE_ACTIVE_NODES},
                {"num-active-nodes", STORE_ACTIVE_NODES},
                {"num-inactive-nodes", STORE_HIDDEN_NODES},
                {"num-resources", STORE_RESOURCES}};
  struct ind_request ind = {.in = all->worker->indirector, .arena = all->arena};
  str error;
  int64_t n;
  if (ind_open_store(&ind) != IND_OK) return;
  for (size_t i = 0; i < sizeof gauges / sizeof *gauges; i++) {
    if (!store_count(all->worker->indirector->store, all->arena, gauges[i].number, &n, &error)) return;
    put(add_bean(all, STR("puppetlabs.puppetdb.population"), arena_printf(all->arena, "name=%s", gauges[i].name)),
        "Value", "java.lang.Object", arena_printf(all->arena, "%lld", (long long)n));
  }
}

/* Reads the store only for requests that want its data. */
static void collect(struct beans *all, str pattern)
{
  static const str population = {.p = "puppetlabs.puppetdb.population", .n = 30};
  const size_t colon = str_index(pattern, ':', 0);
  const str domain = str_sub(pattern, 0, colon);
  all->n = 0;
  if (str_eq(domain, population) || str_index(domain, '*', 0) != SIZE_MAX) add_population(all);
  if (str_eq(domain, population)) return;
  add_workers(all);
  add_routes(all);
}

/* --- patterns --- */

/* `*` matches any text, `?` any character; a backslash makes them literal. */
static bool fits(str pattern, str text)
{
  size_t p = 0, t = 0, star = SIZE_MAX, mark = 0;
  while (t < text.n) {
    if (p < pattern.n && pattern.p[p] == '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.n && (pattern.p[p] == '?' || pattern.p[p] == text.p[t])) {
      p++, t++;
    } else if (star != SIZE_MAX) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.n && pattern.p[p] == '*') p++;
  return p == pattern.n;
}

static str full_name(struct arena *a, const struct bean *b)
{
  return arena_printf(a, "%.*s:%.*s", STR_FMT(b->domain), STR_FMT(b->name));
}

static bool is_pattern(str name)
{
  for (size_t i = 0; i < name.n; i++) {
    if ((name.p[i] == '*' || name.p[i] == '?') && (i == 0 || name.p[i - 1] != '\\')) return true;
  }
  return false;
}

/* "domain:*" matches all names of the domain, as in JMX. */
static bool is_asked(struct arena *a, const struct bean *b, str pattern, bool exact)
{
  const str name = full_name(a, b);
  return exact ? str_eq(name, pattern) : fits(pattern, name);
}

/* --- answers --- */

struct asked {
  str type, mbean;
  str attributes[MOST_ATTRIBUTES];
  unsigned n; /* 0: all */
  bool list;  /* the attributes came as a list, so the answer is a map */
};

static void put_request(struct json_writer *w, const struct asked *q)
{
  json_key(w, STR("request"));
  json_begin_object(w);
  if (q->mbean.n > 0) json_kstr(w, STR("mbean"), q->mbean);
  if (q->n > 0) {
    json_key(w, STR("attribute"));
    if (q->n > 1) json_begin_array(w);
    for (unsigned i = 0; i < q->n; i++) json_str(w, q->attributes[i]);
    if (q->n > 1) json_end_array(w);
  }
  json_kstr(w, STR("type"), q->type);
  json_end_object(w);
}

static void put_end(struct json_writer *w)
{
  json_kint(w, STR("timestamp"), (int64_t)time(NULL));
  json_kint(w, STR("status"), 200);
}

static void put_error(struct json_writer *w, int status, const char *class, str text)
{
  json_kstr(w, STR("error_type"), str_of(class));
  json_key(w, STR("error"));
  struct buf both = BUF_IN(w->out->arena);
  buf_printf(&both, "%s : %.*s", class, STR_FMT(text));
  json_str(w, buf_view(&both));
  json_kint(w, STR("status"), status);
}

static void put_raw(struct json_writer *w, const char *key, str json)
{
  json_key(w, str_of(key));
  json_raw(w, json);
}

static bool wants(const struct asked *q, const struct attribute *a)
{
  for (unsigned i = 0; i < q->n; i++)
    if (str_eqz(q->attributes[i], a->name)) return true;
  return q->n == 0;
}

static void put_attributes(struct json_writer *w, const struct bean *b, const struct asked *q)
{
  json_begin_object(w);
  for (unsigned i = 0; i < b->n; i++)
    if (wants(q, &b->attributes[i])) put_raw(w, b->attributes[i].name, b->attributes[i].json);
  json_end_object(w);
}

static void put_bean(struct json_writer *w, const struct bean *b, const struct asked *q)
{
  if (q->n != 1 || q->list) {
    json_key(w, STR("value"));
    put_attributes(w, b, q);
    put_end(w);
    return;
  }
  for (unsigned i = 0; i < b->n; i++) {
    if (!wants(q, &b->attributes[i])) continue;
    put_raw(w, "value", b->attributes[i].json);
    put_end(w);
    return;
  }
  put_error(w, 404, "javax.management.AttributeNotFoundException",
            arena_printf(w->out->arena, "No such attribute: %.*s", STR_FMT(q->attributes[0])));
}

static void read_beans(struct beans *all, struct json_writer *w, const struct asked *q)
{
  const bool pattern = is_pattern(q->mbean);
  uint32_t found = 0;
  collect(all, q->mbean);
  for (uint32_t i = 0; i < all->n; i++) {
    const struct bean *b = &all->items[i];
    if (!is_asked(all->arena, b, q->mbean, !pattern)) continue;
    if (!pattern) {
      put_bean(w, b, q);
      return;
    }
    if (found++ == 0) {
      json_key(w, STR("value"));
      json_begin_object(w);
    }
    json_key(w, full_name(all->arena, b));
    put_attributes(w, b, q);
  }
  if (found == 0) {
    put_error(w, 404, "javax.management.InstanceNotFoundException",
              pattern
                ? arena_printf(all->arena, "No MBean with pattern %.*s found for reading attributes", STR_FMT(q->mbean))
                : q->mbean);
    return;
  }
  json_end_object(w);
  put_end(w);
}

static void search_beans(struct beans *all, struct json_writer *w, const struct asked *q)
{
  collect(all, q->mbean);
  json_key(w, STR("value"));
  json_begin_array(w);
  for (uint32_t i = 0; i < all->n; i++)
    if (is_asked(all->arena, &all->items[i], q->mbean, !is_pattern(q->mbean)))
      json_str(w, full_name(all->arena, &all->items[i]));
  json_end_array(w);
  put_end(w);
}

static void list_attributes(struct json_writer *w, const struct bean *b)
{
  json_begin_object(w);
  json_key(w, STR("attr"));
  json_begin_object(w);
  for (unsigned i = 0; i < b->n; i++) {
    json_key(w, str_of(b->attributes[i].name));
    json_begin_object(w);
    json_kbool(w, STR("rw"), false);
    json_kstr(w, STR("type"), str_of(b->attributes[i].type));
    json_kstr(w, STR("desc"), STR("Attribute exposed for management"));
    json_end_object(w);
  }
  json_end_object(w);
  json_kstr(w, STR("desc"), STR("Information on the management interface of the MBean"));
  json_end_object(w);
}

/* Lists all beans, grouped by domain, in the order of collection. */
static void list_beans(struct beans *all, struct json_writer *w)
{
  collect(all, STR("*"));
  json_key(w, STR("value"));
  json_begin_object(w);
  for (uint32_t i = 0; i < all->n; i++) {
    const bool begins = i == 0 || !str_eq(all->items[i].domain, all->items[i - 1].domain);
    if (begins && i > 0) json_end_object(w);
    if (begins) {
      json_key(w, all->items[i].domain);
      json_begin_object(w);
    }
    json_key(w, all->items[i].name);
    list_attributes(w, &all->items[i]);
  }
  if (all->n > 0) json_end_object(w);
  json_end_object(w);
  put_end(w);
}

static void tell_version(struct json_writer *w)
{
  json_key(w, STR("value"));
  json_begin_object(w);
  json_kstr(w, STR("agent"), STR("1.7.1"));
  json_kstr(w, STR("protocol"), STR("7.2"));
  json_key(w, STR("info"));
  json_begin_object(w);
  json_kstr(w, STR("product"), STR("ficelle"));
  json_kstr(w, STR("version"), STR(FICELLE_VERSION));
  json_end_object(w);
  json_end_object(w);
  put_end(w);
}

static bool is_type(str name)
{
  static const char *const types[] = {"version", "list", "read", "search", "write", "exec", "notification"};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (str_eqz(name, types[i])) return true;
  return false;
}

static void answer_one(struct beans *all, struct json_writer *w, const struct asked *q)
{
  const bool known = is_type(q->type), names = str_eqz(q->type, "read") || str_eqz(q->type, "search");
  json_begin_object(w);
  if (known) put_request(w, q);
  if (!known)
    put_error(w, 400, "java.lang.IllegalArgumentException",
              arena_printf(all->arena, "No type with name '%.*s' exists", STR_FMT(q->type)));
  else if (names && q->mbean.n == 0)
    put_error(w, 400, "java.lang.IllegalArgumentException", STR("No MBean name given"));
  else if (str_eqz(q->type, "version")) tell_version(w);
  else if (str_eqz(q->type, "list")) list_beans(all, w);
  else if (str_eqz(q->type, "read")) read_beans(all, w, q);
  else if (str_eqz(q->type, "search")) search_beans(all, w, q);
  else put_error(w, 403, "java.lang.SecurityException", STR("Only version, list, read and search are allowed"));
  json_end_object(w);
}

/* --- requests --- */

/* Splits a path; `!/` stands for a slash, `!!` for an exclamation mark. */
static void read_path(struct arena *a, str path, struct asked *q)
{
  struct buf parts[MOST_PARTS] = {BUF_IN(a), BUF_IN(a), BUF_IN(a), BUF_IN(a)};
  unsigned n = 0;
  for (size_t i = 0; i < path.n && n < MOST_PARTS; i++) {
    const bool escaped = path.p[i] == '!' && i + 1 < path.n;
    if (path.p[i] == '/') n++;
    else buf_char(&parts[n], path.p[i += escaped]);
  }
  q->type = parts[0].n > 0 ? buf_finish(&parts[0]) : STR("version");
  if (str_eqz(q->type, "list")) return;
  q->mbean = buf_finish(&parts[1]);
  if (parts[2].n > 0) q->attributes[q->n++] = buf_finish(&parts[2]);
}

static void read_object(value v, struct asked *q)
{
  const value attribute = value_member(v, "attribute");
  q->type = input_text(v, "type");
  q->mbean = input_text(v, "mbean");
  if (attribute.kind == V_STRING) q->attributes[q->n++] = value_text(attribute);
  q->list = attribute.kind == V_ARRAY;
  for (uint32_t i = 0; q->list && i < attribute.array->n && q->n < MOST_ATTRIBUTES; i++)
    if (attribute.array->items[i].kind == V_STRING) q->attributes[q->n++] = value_text(attribute.array->items[i]);
}

static void answer_body(struct beans *all, struct json_writer *w, str body)
{
  value v;
  str why;
  if (!route_read_json(all->arena, body, &v, &why) || (v.kind != V_HASH && v.kind != V_ARRAY)) {
    json_begin_object(w);
    put_error(w, 400, "java.lang.IllegalArgumentException", STR("Invalid JSON request"));
    json_end_object(w);
    return;
  }
  if (v.kind == V_ARRAY) json_begin_array(w);
  for (uint32_t i = 0; i < (v.kind == V_ARRAY ? v.array->n : 1) && i < MOST_REQUESTS; i++) {
    struct asked q = {0};
    read_object(v.kind == V_ARRAY ? v.array->items[i] : v, &q);
    answer_one(all, w, &q);
  }
  if (v.kind == V_ARRAY) json_end_array(w);
}

void route_jolokia(struct worker *w, struct request *r, struct answer *a)
{
  struct buf text = BUF_IN(r->arena);
  struct json_writer out;
  struct beans all = {.worker = w, .arena = r->arena};
  if (!w->config->jolokia) {
    answer_not_found(r, a);
    return;
  }
  json_init(&out, &text, false);
  if (r->method == METHOD_POST) {
    answer_body(&all, &out, r->body);
  } else {
    struct asked q = {0};
    read_path(r->arena, r->rest, &q);
    answer_one(&all, &out, &q);
  }
  answer_json(a, 200, buf_view(&text));
}
