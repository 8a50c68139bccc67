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
#include "compiler/types/value_json.h"
#include "server/routes/input.h"
#include "server/routes/jolokia.h"
#include "server/routes/routes.h"

enum { MOST_ATTRIBUTES = 10 };

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

/* As in JMX, "domain:*" matches all names of the domain, and a property `*` any further ones: our beans have only one.
 */
static bool is_asked(struct arena *a, const struct bean *b, str pattern, bool exact)
{
  const str name = full_name(a, b);
  if (exact) return str_eq(name, pattern);
  if (str_ends(pattern, STR(",*"))) pattern = str_sub(pattern, 0, pattern.n - 2);
  return fits(pattern, name);
}

/* --- answers --- */

static void put_optional(struct json_writer *w, const char *key, str text)
{
  if (text.n > 0) json_kstr(w, str_of(key), text);
}

static void put_request(struct json_writer *w, const struct jolokia_request *q)
{
  json_key(w, STR("request"));
  json_begin_object(w);
  put_optional(w, "path", q->path);
  put_optional(w, "mbean", q->mbean);
  if (q->n > 0) {
    json_key(w, STR("attribute"));
    if (q->n > 1) json_begin_array(w);
    for (uint32_t i = 0; i < q->n; i++) json_str(w, q->attributes[i]);
    if (q->n > 1) json_end_array(w);
  }
  if (q->extra_name != NULL) {
    json_key(w, str_of(q->extra_name));
    value_write_json(w, q->extra, JSON_PLAIN);
  }
  json_kstr(w, STR("type"), q->type);
  put_optional(w, "operation", q->operation);
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

static const struct attribute *attribute_of(const struct bean *b, str name)
{
  for (unsigned i = 0; i < b->n; i++)
    if (str_eqz(name, b->attributes[i].name)) return &b->attributes[i];
  return NULL;
}

static bool has_one(const struct bean *b, const struct jolokia_request *q)
{
  for (uint32_t i = 0; i < q->n; i++)
    if (attribute_of(b, q->attributes[i]) != NULL) return true;
  return q->n == 0;
}

static str no_such_attribute(struct arena *a, str name)
{
  return arena_printf(a, "No such attribute: %.*s", STR_FMT(name));
}

/* The attributes asked for, each once. `complete`: with a text for those that are missing. */
static void put_attributes(struct json_writer *w, const struct bean *b, const struct jolokia_request *q, bool complete)
{
  json_begin_object(w);
  for (unsigned i = 0; i < b->n && q->n == 0; i++) put_raw(w, b->attributes[i].name, b->attributes[i].json);
  for (uint32_t i = 0; i < q->n; i++) {
    const struct attribute *one = attribute_of(b, q->attributes[i]);
    uint32_t first = 0;
    while (!str_eq(q->attributes[first], q->attributes[i])) first++;
    if (first < i || (one == NULL && !complete)) continue;
    if (one != NULL) put_raw(w, one->name, one->json);
    else
      json_kstr(w, q->attributes[i],
                arena_printf(w->out->arena, "ERROR: %.*s (class javax.management.AttributeNotFoundException)",
                             STR_FMT(no_such_attribute(w->out->arena, q->attributes[i]))));
  }
  json_end_object(w);
}

static void put_bean(struct json_writer *w, const struct bean *b, const struct jolokia_request *q)
{
  const bool many = q->n != 1 || q->list;
  for (uint32_t i = 0; i < q->n && !(many && q->lenient); i++) {
    if (attribute_of(b, q->attributes[i]) != NULL) continue;
    put_error(w, 404, "javax.management.AttributeNotFoundException",
              no_such_attribute(w->out->arena, q->attributes[i]));
    return;
  }
  if (many) {
    json_key(w, STR("value"));
    put_attributes(w, b, q, true);
  } else {
    /* No value has parts. */
    put_raw(w, "value", q->path.n > 0 ? STR("null") : attribute_of(b, q->attributes[0])->json);
  }
  put_end(w);
}

static void read_bean(struct beans *all, struct json_writer *w, const struct jolokia_request *q)
{
  for (uint32_t i = 0; i < all->n; i++) {
    if (!is_asked(all->arena, &all->items[i], q->mbean, true)) continue;
    put_bean(w, &all->items[i], q);
    return;
  }
  put_error(w, 404, "javax.management.InstanceNotFoundException", q->mbean);
}

static str join(struct arena *a, const str *items, uint32_t n)
{
  struct buf out = BUF_IN(a);
  for (uint32_t i = 0; i < n; i++) buf_printf(&out, "%s%.*s", i > 0 ? ", " : "", STR_FMT(items[i]));
  return buf_finish(&out);
}

/* No bean of a pattern was shown; these have the names that it wants, but none of the attributes. */
static void put_nothing_read(struct json_writer *w, const struct jolokia_request *q, const str *names, uint32_t n)
{
  struct arena *a = w->out->arena;
  if (n == 0) {
    put_error(w, 404, "javax.management.InstanceNotFoundException",
              arena_printf(a, "No MBean with pattern %.*s found for reading attributes", STR_FMT(q->mbean)));
    return;
  }
  put_error(w, 400, "java.lang.IllegalArgumentException",
            arena_printf(a, "No matching attributes [%.*s] found on MBeans [%.*s]",
                         STR_FMT(join(a, q->attributes, q->n)), STR_FMT(join(a, names, n))));
}

static void read_pattern(struct beans *all, struct json_writer *w, const struct jolokia_request *q)
{
  str *names = arena_array(all->arena, all->n + 1, sizeof *names);
  uint32_t n = 0, shown = 0;
  for (uint32_t i = 0; i < all->n; i++) {
    const struct bean *b = &all->items[i];
    if (!is_asked(all->arena, b, q->mbean, false)) continue;
    names[n++] = full_name(all->arena, b);
    if (!has_one(b, q)) continue;
    if (shown++ == 0) {
      json_key(w, STR("value"));
      json_begin_object(w);
    }
    json_key(w, names[n - 1]);
    put_attributes(w, b, q, false);
  }
  if (shown == 0) {
    put_nothing_read(w, q, names, n);
    return;
  }
  json_end_object(w);
  put_end(w);
}

static void read_beans(struct beans *all, struct json_writer *w, const struct jolokia_request *q)
{
  collect(all, q->mbean);
  if (is_pattern(q->mbean)) read_pattern(all, w, q);
  else read_bean(all, w, q);
}

static void search_beans(struct beans *all, struct json_writer *w, const struct jolokia_request *q)
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
  for (unsigned i = 0; i < b->n; i++) {
    json_key(w, str_of(b->attributes[i].name));
    json_begin_object(w);
    json_kbool(w, STR("rw"), false);
    json_kstr(w, STR("type"), str_of(b->attributes[i].type));
    json_kstr(w, STR("desc"), STR("Attribute exposed for management"));
    json_end_object(w);
  }
  json_end_object(w);
}

static void list_bean(struct json_writer *w, const struct bean *b)
{
  json_begin_object(w);
  json_key(w, STR("attr"));
  list_attributes(w, b);
  json_kstr(w, STR("desc"), STR("Information on the management interface of the MBean"));
  json_end_object(w);
}

/* The beans of a domain, or with an empty one all, grouped by domain in the order of collection. */
static void list_beans(struct beans *all, struct json_writer *w, str domain)
{
  json_begin_object(w);
  for (uint32_t i = 0, n = 0; i < all->n; i++) {
    const struct bean *b = &all->items[i];
    const bool begins = domain.n == 0 && (i == 0 || !str_eq(b->domain, all->items[i - 1].domain));
    if (domain.n > 0 && !str_eq(b->domain, domain)) continue;
    if (begins && n++ > 0) json_end_object(w);
    if (begins) {
      json_key(w, b->domain);
      json_begin_object(w);
    }
    json_key(w, b->name);
    list_bean(w, b);
  }
  if (domain.n == 0 && all->n > 0) json_end_object(w);
  json_end_object(w);
}

static const struct bean *bean_at(const struct beans *all, str domain, str name)
{
  for (uint32_t i = 0; i < all->n; i++)
    if (str_eq(all->items[i].domain, domain) && str_eq(all->items[i].name, name)) return &all->items[i];
  return NULL;
}

/* Lists what is at a path: nothing (all), DOMAIN, DOMAIN/NAME, DOMAIN/NAME/attr. */
static void list_path(struct beans *all, struct json_writer *w, const struct jolokia_request *q)
{
  const size_t slash = str_index(q->path, '/', 0);
  const str domain = str_sub(q->path, 0, slash), rest = slash == SIZE_MAX ? STR_EMPTY : str_from(q->path, slash + 1);
  const bool attributes = str_ends(rest, STR("/attr"));
  collect(all, STR("*"));
  const struct bean *b = bean_at(all, domain, attributes ? str_sub(rest, 0, rest.n - 5) : rest);
  if (rest.n > 0 && b == NULL) {
    put_error(w, 400, "java.lang.IllegalArgumentException",
              arena_printf(all->arena, "Invalid path within the MBean part given. (Path: %.*s)", STR_FMT(q->path)));
    return;
  }
  json_key(w, STR("value"));
  if (b == NULL) list_beans(all, w, domain);
  else if (attributes) list_attributes(w, b);
  else list_bean(w, b);
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

static void refuse(struct beans *all, struct json_writer *w, const struct jolokia_request *q)
{
  const bool exec = str_eqz(q->type, "exec");
  const str what = exec ? q->operation : q->n > 0 ? q->attributes[0] : STR("null");
  put_error(w, 403, "java.lang.Exception",
            arena_printf(all->arena, "%s %.*s forbidden for MBean %.*s", exec ? "Operation" : "Writing attribute",
                         STR_FMT(what), STR_FMT(q->mbean)));
}

static void answer_one(struct beans *all, struct json_writer *w, const struct jolokia_request *q)
{
  json_begin_object(w);
  put_request(w, q);
  if (str_eqz(q->type, "version")) tell_version(w);
  else if (str_eqz(q->type, "list")) list_path(all, w, q);
  else if (str_eqz(q->type, "read")) read_beans(all, w, q);
  else if (str_eqz(q->type, "search")) search_beans(all, w, q);
  else if (str_eqz(q->type, "notification"))
    put_error(w, 403, "java.lang.SecurityException", STR("Only version, list, read and search are allowed"));
  else refuse(all, w, q);
  json_end_object(w);
}

static void answer_fault(struct json_writer *w, const struct jolokia_fault *fault)
{
  json_begin_object(w);
  put_error(w, fault->status, fault->class, fault->text);
  json_end_object(w);
}

/* --- requests --- */

/* Reads all requests of a body before any is answered: one that is invalid makes all of them invalid. */
static bool read_list(struct arena *a, value v, struct jolokia_request **out, uint32_t *n, struct jolokia_fault *fault)
{
  *n = v.array->n;
  if (*n > JOLOKIA_REQUESTS) {
    const str text = arena_printf(a, "%u requests in one body are more than %d", *n, JOLOKIA_REQUESTS);
    *fault = (struct jolokia_fault){413, "java.lang.IllegalArgumentException", text};
    return false;
  }
  *out = arena_array(a, *n + 1, sizeof **out);
  for (uint32_t i = 0; i < *n; i++) {
    const value item = v.array->items[i];
    if (item.kind == V_HASH && !jolokia_read_object(a, item, &(*out)[i], fault)) return false;
    if (item.kind == V_HASH) continue;
    const str whole = jolokia_text(a, v), one = jolokia_text(a, item);
    const str text = arena_printf(a, "Not a request within the list of requests %.*s. Expected map, but found: %.*s",
                                  STR_FMT(whole), STR_FMT(one));
    *fault = (struct jolokia_fault){400, "java.lang.IllegalArgumentException", text};
    return false;
  }
  return true;
}

static void answer_body(struct beans *all, struct json_writer *w, str body)
{
  struct jolokia_fault fault = {400, "java.lang.IllegalArgumentException", STR("Invalid JSON request")};
  struct jolokia_request one, *many;
  uint32_t n;
  value v;
  str why;
  const bool readable = route_read_json(all->arena, body, &v, &why);
  if (readable && v.kind == V_ARRAY && read_list(all->arena, v, &many, &n, &fault)) {
    json_begin_array(w);
    for (uint32_t i = 0; i < n; i++) answer_one(all, w, &many[i]);
    json_end_array(w);
    return;
  }
  if (readable && v.kind == V_HASH && jolokia_read_object(all->arena, v, &one, &fault)) {
    answer_one(all, w, &one);
    return;
  }
  if (readable && v.kind != V_ARRAY && v.kind != V_HASH) {
    const str text = jolokia_text(all->arena, v);
    fault.text = arena_printf(all->arena, "Invalid JSON Request %.*s", STR_FMT(text));
  }
  answer_fault(w, &fault);
}

/* The path may be in the parameter `p` instead, for clients behind proxies that change paths. */
static void answer_path(struct beans *all, struct json_writer *w, struct request *r)
{
  struct jolokia_fault fault;
  struct jolokia_request q;
  const str given = route_parameter(r, "p");
  const str path = r->rest.n > 0 || given.p == NULL   ? r->rest
                   : given.n > 0 && given.p[0] == '/' ? str_from(given, 1)
                                                      : given;
  const str whole = arena_printf(all->arena, "/%.*s", STR_FMT(path));
  if (!jolokia_read_path(all->arena, path, whole, &q, &fault)) {
    answer_fault(w, &fault);
    return;
  }
  q.lenient = str_eqz(route_parameter(r, "ignoreErrors"), "true");
  answer_one(all, w, &q);
}

/* OPTIONS is what browsers ask before a request to another site. */
static void answer_other_method(const struct request *r, struct answer *a)
{
  const bool options = str_eqz(r->method_name, "OPTIONS");
  a->status = options ? 200 : r->method == METHOD_PUT || r->method == METHOD_DELETE ? 405 : 501;
  if (!options) return;
  answer_header(a, "Access-Control-Allow-Origin", STR("*"));
  answer_header(a, "Access-Control-Allow-Credentials", STR("true"));
  answer_header(a, "Access-Control-Max-Age", STR("31536000"));
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
  } else if (r->method == METHOD_GET) {
    answer_path(&all, &out, r);
  } else {
    answer_other_method(r, a);
    return;
  }
  answer_json(a, 200, buf_view(&text));
}
