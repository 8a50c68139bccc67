#include "cli/inventory_cli.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/json_write.h"
#include "compiler/types/value_json.h"

/* --- queries --- */

static value list_of(struct arena *a, uint32_t n, const value *items) { return array_of(a, items, n); }
#define LIST(a, ...) list_of(a, sizeof((value[]){__VA_ARGS__}) / sizeof(value), (value[]){__VA_ARGS__})
#define TEXT(z) value_str(STR(z))

/* Explains a failed query when storeconfigs_backend is not set: its default is PuppetDB, which many sites do not have.
 */
static void hint_at_setting(const struct settings *s)
{
  if (settings_is_set(s, SETTING_storeconfigs_backend)) return;
  cli_error("The inventory is searched in PuppetDB, because storeconfigs_backend is not set. Without PuppetDB set "
            "storeconfigs_backend = sqlite, storeconfigs = true and reports = store,sqlite in puppet.conf, section "
            "[server]");
}

static const struct array *ask(struct compile_cli *job, value query)
{
  value rows;
  str error;
  if (indirector_query(job->indirector, job->arena, query, &rows, &error)) {
    if (rows.kind == V_ARRAY) return rows.array;
    error = STR("the response is not a list");
  }
  cli_error("%.*s", STR_FMT(error));
  hint_at_setting(job->cli->settings);
  return NULL;
}

static void print_json(struct compile_cli *job, value v)
{
  struct buf out = BUF_IN(job->arena);
  struct json_writer w;
  json_init(&w, &out, true);
  value_write_json(&w, v, JSON_PLAIN);
  buf_char(&out, '\n');
  cli_print(&out);
}

/* "2026-11-25T19:00:00.123Z" without fractions of seconds. */
static str short_time(str t) { return t.n > 20 ? str_sub(t, 0, 19) : t.n > 0 ? t : STR("-"); }
static str or_dash(str s) { return s.n > 0 ? s : STR("-"); }

static str status_of(value row, const char *status, const char *noop_pending)
{
  const str s = value_member_text(row, status);
  return s.n == 0                                                                    ? STR("-")
         : value_is_true(value_member(row, noop_pending)) && str_eqz(s, "unchanged") ? STR("noop")
                                                                                     : s;
}

/* Prints columns as wide as their widest text; the last one is not padded. */
static void print_table(struct compile_cli *job, const str *cells, uint32_t rows, uint32_t columns)
{
  struct buf out = BUF_IN(job->arena);
  for (uint32_t r = 0; r < rows; r++) {
    for (uint32_t c = 0; c < columns; c++) {
      size_t width = 0;
      for (uint32_t k = 0; k < rows && c + 1 < columns; k++)
        width = cells[k * columns + c].n > width ? cells[k * columns + c].n : width;
      buf_printf(&out, "%-*.*s%s", (int)width, STR_FMT(cells[r * columns + c]), c + 1 < columns ? "  " : "\n");
    }
  }
  cli_print(&out);
}

/* --- node list --- */

struct listing {
  bool json, all;
  const char *status, *environment, *limit, *node;
};

static void also(struct compile_cli *job, struct valuevec *conditions, const char *field, const char *wanted)
{
  if (wanted == NULL) return;
  valuevec_push(conditions, job->arena,
                LIST(job->arena, TEXT("="), value_str(str_of(field)), value_str(str_of(wanted))));
}

static value anded(struct compile_cli *job, struct valuevec *conditions)
{
  struct valuevec all = {0};
  valuevec_push(&all, job->arena, TEXT("and"));
  for (uint32_t i = 0; i < conditions->n; i++) valuevec_push(&all, job->arena, conditions->items[i]);
  return valuevec_array(&all, job->arena);
}

static int list_nodes(struct compile_cli *job, void *ctx)
{
  const struct listing *l = ctx;
  struct arena *a = job->arena;
  struct valuevec conditions = {0};
  valuevec_push(&conditions, a, LIST(a, TEXT("="), TEXT("node_state"), l->all ? TEXT("any") : TEXT("active")));
  also(job, &conditions, "latest_report_status", l->status);
  also(job, &conditions, "catalog_environment", l->environment);
  const struct array *rows = ask(job, LIST(a, TEXT("from"), TEXT("nodes"), anded(job, &conditions),
                                           LIST(a, TEXT("order_by"), LIST(a, TEXT("certname")))));
  if (rows == NULL) return 1;
  if (l->json) return print_json(job, value_array(rows)), 0;
  str *cells = arena_array(a, (size_t)rows->n * 4 + 1, sizeof *cells);
  for (uint32_t i = 0; i < rows->n; i++) {
    const value row = rows->items[i];
    const bool gone = value_member_text(row, "deactivated").n > 0, late = value_member_text(row, "expired").n > 0;
    cells[i * 4] = value_member_text(row, "certname");
    cells[i * 4 + 1] = gone   ? STR("deactivated")
                       : late ? STR("expired")
                              : status_of(row, "latest_report_status", "latest_report_noop_pending");
    cells[i * 4 + 2] = short_time(value_member_text(row, "report_timestamp"));
    cells[i * 4 + 3] = or_dash(value_member_text(row, "catalog_environment"));
  }
  print_table(job, cells, rows->n, 4);
  return 0;
}

int inventory_node_list(struct cli *cli, int argc, char **argv)
{
  struct listing l = {0};
  const struct cli_option options[] = {
    {"json", 0, CLI_FLAG, &l.json, NULL, "print JSON"},
    {"all", 0, CLI_FLAG, &l.all, NULL, "deactivated and expired nodes, too"},
    {"status", 0, CLI_STRING, &l.status, "STATUS", "nodes whose last run was changed, unchanged or failed"},
    {"in-environment", 0, CLI_STRING, &l.environment, "NAME", "nodes with catalogs of that environment"}};
  const struct cli_usage usage = {
    "ficelle node list [--json] [--all] [--status STATUS] [--in-environment NAME]",
    "Prints the nodes of the inventory, one per line: name, status of the last run, its end (UTC), and\n"
    "the environment of the catalog. The inventory is in the back end of the setting\n"
    "storeconfigs_backend: PuppetDB, or the embedded store (sqlite).",
    options, CLI_COUNT(options), SETTINGS_SERVER};
  const int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc > 1) return cli_error("node list takes no operands, got %d", argc - 1);
  return compile_cli_run(cli, list_nodes, &l);
}

/* --- node show --- */

static int64_t count(struct compile_cli *job, const char *pql, str node)
{
  struct buf query = BUF_IN(job->arena);
  buf_z(&query, pql);
  json_quote(&query, node);
  buf_z(&query, " }");
  const struct array *rows = ask(job, value_str(buf_view(&query)));
  const value n = rows != NULL && rows->n == 1 ? value_member(rows->items[0], "count") : VALUE_UNDEF;
  return n.kind == V_INT ? n.integer : -1;
}

static void show_line(struct buf *out, const char *label, str text)
{
  if (text.n > 0) buf_printf(out, "%-22s%.*s\n", label, STR_FMT(text));
}

static void show_count(struct compile_cli *job, struct buf *out, const char *label, const char *pql, str node)
{
  const int64_t n = count(job, pql, node);
  if (n >= 0) buf_printf(out, "%-22s%lld\n", label, (long long)n);
}

static int show_node(struct compile_cli *job, void *ctx)
{
  const struct listing *l = ctx;
  struct arena *a = job->arena;
  struct buf out = BUF_IN(a);
  const str name = str_of(l->node);
  const struct array *rows = ask(job, LIST(a, TEXT("from"), TEXT("nodes"),
                                           LIST(a, TEXT("and"), LIST(a, TEXT("="), TEXT("certname"), value_str(name)),
                                                LIST(a, TEXT("="), TEXT("node_state"), TEXT("any")))));
  if (rows == NULL) return 1;
  if (rows->n == 0) return cli_error("Node '%s' is not in the inventory", l->node);
  const value row = rows->items[0];
  if (l->json) return print_json(job, row), 0;
  show_line(&out, "Node:", name);
  show_line(&out, "Deactivated:", value_member_text(row, "deactivated"));
  show_line(&out, "Expired:", value_member_text(row, "expired"));
  show_line(&out, "Last run:", value_member_text(row, "report_timestamp"));
  show_line(&out, "Status:", value_member_text(row, "latest_report_status"));
  show_line(&out, "Its report:", value_member_text(row, "latest_report_hash"));
  show_line(&out, "Last catalog:", value_member_text(row, "catalog_timestamp"));
  show_line(&out, "Environment:", value_member_text(row, "catalog_environment"));
  show_line(&out, "Last facts:", value_member_text(row, "facts_timestamp"));
  show_count(job, &out, "Facts:", "facts[count()] { node_state = \"any\" and certname = ", name);
  show_count(job, &out, "Resources:", "resources[count()] { node_state = \"any\" and certname = ", name);
  show_count(job, &out, "Exported resources:",
             "resources[count()] { node_state = \"any\" and exported = true and certname = ", name);
  show_count(job, &out, "Reports:", "reports[count()] { node_state = \"any\" and certname = ", name);
  cli_print(&out);
  return 0;
}

int inventory_node_show(struct cli *cli, int argc, char **argv)
{
  struct listing l = {0};
  const struct cli_option options[] = {{"json", 0, CLI_FLAG, &l.json, NULL, "print JSON"}};
  const struct cli_usage usage = {
    "ficelle node show [--json] NODE",
    "Prints the data of a node in the inventory: its last run, catalog and facts, and their sizes.", options,
    CLI_COUNT(options), SETTINGS_SERVER};
  const int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc != 2) return cli_error("node show takes one node, got %d", argc - 1);
  l.node = argv[1];
  return compile_cli_run(cli, show_node, &l);
}

/* --- report list --- */

static int list_reports(struct compile_cli *job, void *ctx)
{
  const struct listing *l = ctx;
  struct arena *a = job->arena;
  struct valuevec conditions = {0};
  char *end;
  const long long limit = strtoll(l->limit, &end, 10);
  if (*end != '\0' || limit < 1) return cli_error("--limit takes a number of reports, not '%s'", l->limit);
  valuevec_push(&conditions, a, LIST(a, TEXT("="), TEXT("node_state"), TEXT("any")));
  also(job, &conditions, "certname", l->node);
  also(job, &conditions, "status", l->status);
  also(job, &conditions, "environment", l->environment);
  const value fields = LIST(a, TEXT("hash"), TEXT("certname"), TEXT("status"), TEXT("noop"), TEXT("noop_pending"),
                            TEXT("end_time"), TEXT("environment"), TEXT("configuration_version"));
  const struct array *rows = ask(job, LIST(a, TEXT("from"), TEXT("reports"),
                                           LIST(a, TEXT("extract"), fields, anded(job, &conditions)),
                                           LIST(a, TEXT("order_by"), LIST(a, LIST(a, TEXT("end_time"), TEXT("desc")))),
                                           LIST(a, TEXT("limit"), value_int(limit))));
  if (rows == NULL) return 1;
  if (l->json) return print_json(job, value_array(rows)), 0;
  str *cells = arena_array(a, (size_t)rows->n * 5 + 1, sizeof *cells);
  for (uint32_t i = 0; i < rows->n; i++) {
    const value row = rows->items[i];
    cells[i * 5] = str_sub(value_member_text(row, "hash"), 0, 12);
    cells[i * 5 + 1] = short_time(value_member_text(row, "end_time"));
    cells[i * 5 + 2] = status_of(row, "status", "noop_pending");
    cells[i * 5 + 3] = value_member_text(row, "certname");
    cells[i * 5 + 4] = or_dash(value_member_text(row, "configuration_version"));
  }
  print_table(job, cells, rows->n, 5);
  return 0;
}

int inventory_report_list(struct cli *cli, int argc, char **argv)
{
  struct listing l = {.limit = "20"};
  const struct cli_option options[] = {
    {"json", 0, CLI_FLAG, &l.json, NULL, "print JSON"},
    {"status", 0, CLI_STRING, &l.status, "STATUS", "reports of runs that were changed, unchanged or failed"},
    {"in-environment", 0, CLI_STRING, &l.environment, "NAME", "reports of that environment"},
    {"limit", 0, CLI_STRING, &l.limit, "N", "maximum number of reports, latest first (default 20)"}};
  const struct cli_usage usage = {
    "ficelle report list [--json] [--status STATUS] [--in-environment NAME] [--limit N] [NODE]",
    "Prints the last reports in the inventory, of all nodes or of one: the beginning of the hash by\n"
    "which `report show` and `report diff` find it, the end of the run (UTC), its status, the node, and\n"
    "the version of the configuration. The report processors sqlite and puppetdb store reports there.",
    options, CLI_COUNT(options), SETTINGS_SERVER};
  const int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc > 2) return cli_error("report list takes one node, got %d", argc - 1);
  if (argc == 2) l.node = argv[1];
  return compile_cli_run(cli, list_reports, &l);
}

/* --- one report --- */

bool inventory_is_hash(const char *text)
{
  const size_t n = strlen(text);
  return n >= 8 && n <= 40 && strspn(text, "0123456789abcdef") == n;
}

/* Returns undef after a message if the hash does not match exactly one report. */
static value find_report(struct compile_cli *job, str hash)
{
  struct arena *a = job->arena;
  const value test = hash.n == 40
                       ? LIST(a, TEXT("="), TEXT("hash"), value_str(hash))
                       : LIST(a, TEXT("~"), TEXT("hash"), value_str(arena_printf(a, "^%.*s", STR_FMT(hash))));
  const struct array *rows = ask(job,
                                 LIST(a, TEXT("from"), TEXT("reports"),
                                      LIST(a, TEXT("and"), test, LIST(a, TEXT("="), TEXT("node_state"), TEXT("any")),
                                           LIST(a, TEXT("="), TEXT("type"), TEXT("any"))),
                                      LIST(a, TEXT("limit"), value_int(2))));
  if (rows != NULL && rows->n == 1) return rows->items[0];
  if (rows != NULL && rows->n == 0) cli_error("Report %.*s is not in the inventory", STR_FMT(hash));
  if (rows != NULL && rows->n > 1) cli_error("There are several reports that begin with %.*s", STR_FMT(hash));
  return VALUE_UNDEF;
}

static str ref_of(struct arena *a, value event)
{
  return arena_printf(a, "%.*s[%.*s]", STR_FMT(value_member_text(event, "resource_type")),
                      STR_FMT(value_member_text(event, "resource_title")));
}

static const struct array *data_of(value report, const char *name)
{
  const value data = value_member(value_member(report, name), "data");
  return data.kind == V_ARRAY ? data.array : &array_empty;
}

static void put(struct hash *h, struct arena *a, const char *name, value v) { hash_put_str(h, a, str_of(name), v); }

/* Groups the rows of events by resource. */
static value statuses_of(struct arena *a, value report)
{
  const struct array *events = data_of(report, "resource_events");
  struct hash *all = hash_new(a, events->n);
  for (uint32_t i = 0; i < events->n; i++) {
    const value e = events->items[i];
    const str ref = ref_of(a, e), status = value_member_text(e, "status");
    const value *was = hash_get_str(all, ref);
    struct hash *r = hash_new(a, 12);
    struct valuevec list = {0};
    const value before = was != NULL ? value_member(*was, "events") : VALUE_UNDEF;
    for (uint32_t k = 0; before.kind == V_ARRAY && k < before.array->n; k++)
      valuevec_push(&list, a, before.array->items[k]);
    if (!str_eqz(status, "skipped")) valuevec_push(&list, a, e);
    put(r, a, "resource_type", value_member(e, "resource_type"));
    put(r, a, "title", value_member(e, "resource_title"));
    put(r, a, "file", value_member(e, "file"));
    put(r, a, "line", value_member(e, "line"));
    put(r, a, "skipped", value_bool(str_eqz(status, "skipped")));
    put(r, a, "changed",
        value_bool(str_eqz(status, "success") || (was != NULL && value_is_true(value_member(*was, "changed")))));
    put(r, a, "failed",
        value_bool(str_eqz(status, "failure") || (was != NULL && value_is_true(value_member(*was, "failed")))));
    put(r, a, "corrective_change", value_member(e, "corrective_change"));
    put(r, a, "events", valuevec_array(&list, a));
    hash_put_str(all, a, ref, value_hash(r));
  }
  return value_hash(all);
}

/* Converts [{category, name, value}] to {category: {values: [[name, name, value]]}}. */
static value metrics_of(struct arena *a, value report)
{
  const struct array *rows = data_of(report, "metrics");
  struct hash *all = hash_new(a, 4);
  for (uint32_t i = 0; i < rows->n; i++) {
    const str category = value_member_text(rows->items[i], "category");
    const value *was = hash_get_str(all, category);
    struct valuevec list = {0};
    const value before = was != NULL ? value_member(*was, "values") : VALUE_UNDEF;
    for (uint32_t k = 0; before.kind == V_ARRAY && k < before.array->n; k++)
      valuevec_push(&list, a, before.array->items[k]);
    const value name = value_member(rows->items[i], "name");
    valuevec_push(&list, a, LIST(a, name, name, value_member(rows->items[i], "value")));
    struct hash *one = hash_new(a, 1);
    put(one, a, "values", valuevec_array(&list, a));
    hash_put_str(all, a, category, value_hash(one));
  }
  return value_hash(all);
}

str inventory_report(struct compile_cli *job, str hash)
{
  static const char *const same[] = {"environment", "configuration_version", "puppet_version",   "status",
                                     "noop",        "noop_pending",          "corrective_change"};
  struct arena *a = job->arena;
  const value report = find_report(job, hash);
  struct hash *h = hash_new(a, 16);
  struct buf out = BUF_IN(a);
  if (report.kind != V_HASH) return STR_EMPTY;
  put(h, a, "host", value_member(report, "certname"));
  put(h, a, "time", value_member(report, "start_time"));
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) put(h, a, same[i], value_member(report, same[i]));
  put(h, a, "logs", value_array(data_of(report, "logs")));
  put(h, a, "metrics", metrics_of(a, report));
  put(h, a, "resource_statuses", statuses_of(a, report));
  value_print_json(&out, value_hash(h));
  return buf_view(&out);
}

/* --- report diff --- */

/* A line for each event: "File[/a] mode: success 'x' -> 'y'", with its count, in the order of the first report that
 * contains it. */
struct event_line {
  str text;
  int in; /* 1: only in the first, 2: only in the second, 3: in both */
};

static str event_line(struct arena *a, value e)
{
  struct buf out = BUF_IN(a);
  buf_str(&out, ref_of(a, e));
  if (value_member_text(e, "property").n > 0) buf_printf(&out, "/%.*s", STR_FMT(value_member_text(e, "property")));
  buf_printf(&out, ": %.*s", STR_FMT(value_member_text(e, "status")));
  if (value_member_text(e, "message").n > 0) buf_printf(&out, ", %.*s", STR_FMT(value_member_text(e, "message")));
  return buf_view(&out);
}

static uint32_t collect(struct arena *a, value report, int which, struct event_line *lines, uint32_t n)
{
  const struct array *events = data_of(report, "resource_events");
  for (uint32_t i = 0; i < events->n; i++) {
    const str text = event_line(a, events->items[i]);
    uint32_t at = 0;
    while (at < n && !str_eq(lines[at].text, text)) at++;
    if (at == n) lines[n++] = (struct event_line){text, 0};
    lines[at].in |= which;
  }
  return n;
}

struct pair {
  str one, two;
};

static int diff(struct compile_cli *job, void *ctx)
{
  static const char *const fields[] = {"certname",      "status", "noop", "environment", "configuration_version",
                                       "puppet_version"};
  const struct pair *p = ctx;
  struct arena *a = job->arena;
  struct buf out = BUF_IN(a);
  const value one = find_report(job, p->one), two = one.kind == V_HASH ? find_report(job, p->two) : VALUE_UNDEF;
  if (two.kind != V_HASH) return 1;
  const size_t most = (size_t)data_of(one, "resource_events")->n + data_of(two, "resource_events")->n;
  struct event_line *lines = arena_array(a, most + 1, sizeof *lines);
  bool same = true;
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    const value x = value_member(one, fields[i]), y = value_member(two, fields[i]);
    if (value_same(x, y)) continue;
    buf_printf(&out, "%s: %.*s -> %.*s\n", fields[i], STR_FMT(value_to_str(a, x)), STR_FMT(value_to_str(a, y)));
    same = false;
  }
  const uint32_t n = collect(a, two, 2, lines, collect(a, one, 1, lines, 0));
  for (uint32_t i = 0; i < n; i++) {
    if (lines[i].in == 3) continue;
    buf_printf(&out, "%c %.*s\n", lines[i].in == 1 ? '-' : '+', STR_FMT(lines[i].text));
    same = false;
  }
  cli_print(&out);
  return same ? 0 : 1;
}

int inventory_report_diff(struct cli *cli, int argc, char **argv)
{
  static const struct cli_usage usage = {
    "ficelle report diff HASH HASH",
    "Prints the differences between two reports of the inventory (`report list` prints their hashes;\n"
    "eight digits are enough): status and totals, then events that only the first has (-), and those\n"
    "that only the second has (+). The exit status is 0 if they are equal, otherwise 1.",
    NULL, 0, SETTINGS_SERVER};
  const int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc != 3) return cli_error("report diff takes two hashes of reports, got %d", argc - 1);
  for (int i = 1; i < 3; i++) {
    if (!inventory_is_hash(argv[i]))
      return cli_error("'%s' is not the hash of a report: 8 to 40 hexadecimal digits", argv[i]);
  }
  struct pair p = {str_of(argv[1]), str_of(argv[2])};
  return compile_cli_run(cli, diff, &p);
}
