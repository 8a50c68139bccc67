/* The store under a made population:
 *
 *   store-bench STORE NODES RESOURCES REPORTS
 *
 * Each node has RESOURCES resources, of which nine in ten are shared with all nodes of its role (there are twenty
 * roles), 130 facts of which fifteen are its own, and REPORTS reports, every fourth with events. Printed: commands a
 * second of each kind, first and unchanged; times (CPU) of queries that dashboards and collectors ask; the size of the
 * file. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "indirector/query/pdb.h"

static struct store *store;
static int resources;

static double of_clock(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double now(void) { return of_clock(CLOCK_MONOTONIC); }
/* What others on the machine do is not in this one. */
static double cpu(void) { return of_clock(CLOCK_PROCESS_CPUTIME_ID); }

static void head(struct buf *out, int node, int64_t ms)
{
  char when[32];
  store_time_format(ms, when);
  buf_printf(out,
             "{\"certname\":\"node%05d.example.com\",\"environment\":\"production\",\"producer\":\"server\",\"producer_"
             "timestamp\":\"%s\"",
             node, when);
}

static void facts(struct buf *out, int node, int round, int64_t ms)
{
  head(out, node, ms);
  buf_printf(
    out,
    ",\"values\":{\"certname\":\"node%05d\",\"role\":\"role%d\",\"kernel\":\"Linux\",\"os\":{\"name\":\"Debian\","
    "\"family\":\"Debian\","
    "\"release\":{\"major\":\"%d\",\"minor\":\"1\"}},\"processors\":{\"count\":%d,\"models\":[\"cpu\",\"cpu\"]}",
    node, node % 20, 10 + node % 3, 1 << node % 5);
  for (int i = 0; i < 15; i++)
    buf_printf(out, ",\"own%d\":{\"value\":%d,\"text\":\"node%05d-%d-%d\"}", i, node * 31 + round, node, i,
               i < 5 ? round : 0);
  for (int i = 0; i < 110; i++)
    buf_printf(out, ",\"fact%d\":\"value %d of role %d\"", i, i, i % 4 == 0 ? node % 20 : 0);
  buf_z(out, "}}");
}

static void catalog(struct buf *out, int node, int round, int64_t ms)
{
  head(out, node, ms);
  buf_z(out, ",\"version\":\"1\",\"code_id\":null,\"catalog_uuid\":null,\"transaction_uuid\":null,\"resources\":[");
  for (int i = 0; i < resources; i++) {
    const bool own = i % 10 == 9;
    buf_printf(out,
               "%s{\"type\":\"%s\",\"title\":\"/etc/%s%d/%d\",\"tags\":[\"file\",\"class\",\"role%d\"],\"file\":\"/"
               "site.pp\",\"line\":%d,\"exported\":%s,"
               "\"parameters\":{\"ensure\":\"file\",\"mode\":\"0644\",\"owner\":\"root\",\"content\":\"content of %d, "
               "round %d, which is of some length\"}}",
               i > 0 ? "," : "", i < 20 ? "Class" : "File", own ? "node" : "role", own ? node : node % 20, i, node % 20,
               i, own && i % 50 == 9 ? "true" : "false", i, i % 50 == 0 ? round : 0);
  }
  buf_z(out, "],\"edges\":[");
  for (int i = 1; i < resources; i++) {
    const int from = i < 20 ? 0 : i % 20;
    const bool own = i % 10 == 9, from_own = from % 10 == 9;
    buf_printf(out,
               "%s{\"source\":{\"type\":\"Class\",\"title\":\"/etc/%s%d/%d\"},\"target\":{\"type\":\"%s\",\"title\":\"/"
               "etc/%s%d/%d\"},\"relationship\":\"contains\"}",
               i > 1 ? "," : "", from_own ? "node" : "role", from_own ? node : node % 20, from,
               i < 20 ? "Class" : "File", own ? "node" : "role", own ? node : node % 20, i);
  }
  buf_z(out, "]}");
}

static void report(struct buf *out, int node, int round, int64_t ms)
{
  const bool events = (node + round) % 4 == 0;
  char when[32];
  store_time_format(ms, when);
  head(out, node, ms);
  buf_printf(out,
             ",\"puppet_version\":\"8\",\"report_format\":12,\"configuration_version\":\"1\",\"start_time\":\"%s\","
             "\"end_time\":\"%s\",\"transaction_uuid\":null,"
             "\"catalog_uuid\":null,\"code_id\":null,\"cached_catalog_status\":\"not_used\",\"status\":\"%s\",\"noop\":"
             "false,\"noop_pending\":false,"
             "\"corrective_change\":false,\"logs\":[",
             when, when,
             !events          ? "unchanged"
             : node % 50 == 0 ? "failed"
                              : "changed");
  for (int i = 0; i < (events ? 8 : 1); i++) {
    buf_printf(out,
               "%s{\"file\":null,\"line\":null,\"level\":\"notice\",\"message\":\"message %d of the run of this "
               "node\",\"source\":\"Puppet\",\"tags\":[\"notice\"],\"time\":\"%s\"}",
               i > 0 ? "," : "", i, when);
  }
  buf_z(out, "],\"metrics\":[");
  for (int i = 0; i < 35; i++)
    buf_printf(out, "%s{\"category\":\"time\",\"name\":\"metric%d\",\"value\":%d.25}", i > 0 ? "," : "", i, node + i);
  buf_z(out, "],\"resources\":[");
  for (int i = 0; events && i < 6; i++) {
    buf_printf(out,
               "%s{\"skipped\":false,\"timestamp\":\"%s\",\"resource_type\":\"File\",\"resource_title\":\"/etc/role%d/"
               "%d\",\"file\":\"/site.pp\",\"line\":%d,"
               "\"containment_path\":[\"Stage[main]\",\"Role%d\",\"File[x]\"],\"corrective_change\":false,\"events\":[{"
               "\"status\":\"%s\",\"timestamp\":\"%s\","
               "\"property\":\"content\",\"name\":\"content_changed\",\"new_value\":\"new\",\"old_value\":\"old\","
               "\"corrective_change\":false,\"message\":\"content changed\"}]}",
               i > 0 ? "," : "", when, node % 20, i * 7, i, node % 20, node % 50 == 0 && i == 0 ? "failure" : "success",
               when);
  }
  buf_z(out, "]}");
}

static void put(enum wire_kind kind, const struct buf *text)
{
  struct arena *a = arena_new();
  value v;
  str error;
  if (!value_read_json(a, buf_view(text), &v, &error) ||
      store_command(store, a, kind, wire_version(kind), v, &error) > STORE_SAME) {
    fprintf(stderr, "%.*s\n", STR_FMT(error));
    exit(1);
  }
  arena_free(a);
}

static void fill(const char *name, enum wire_kind kind, void (*make)(struct buf *, int, int, int64_t), int nodes,
                 int round, int content)
{
  struct buf text = BUF_HEAP;
  uint64_t bytes = 0;
  double spent = 0, used = 0;
  for (int i = 0; i < nodes; i++) {
    buf_clear(&text);
    make(&text, i, content, store_now() - 7200000 + (int64_t)round * 1800000);
    bytes += text.n;
    const double from = now(), begun = cpu();
    put(kind, &text);
    spent += now() - from;
    used += cpu() - begun;
  }
  printf("%-28s %9.0f a second %9.0f a second of CPU %10.1f KB each\n", name, nodes / spent, nodes / used,
         (double)bytes / nodes / 1024);
  fflush(stdout);
  buf_free(&text);
}

static bool count_bytes(void *ctx, str piece)
{
  *(uint64_t *)ctx += piece.n;
  return true;
}

static void ask(const char *name, const char *path, const char *query)
{
  const struct pdb_parameter p[] = {{STR("query"), str_of(query)}};
  double best = 1e9;
  uint64_t bytes = 0;
  for (int i = 0; i < 3; i++) {
    struct arena *a = arena_new();
    struct pdb_answer done;
    bytes = 0;
    const struct pdb_request r = {.path = str_of(path),
                                  .parameters = p,
                                  .nparameters = query[0] != '\0',
                                  .time_limit = 120,
                                  .put = count_bytes,
                                  .ctx = &bytes};
    const double from = cpu();
    pdb_answer(store, a, &r, &done);
    const double took = cpu() - from;
    if (took < best) best = took;
    if (done.status != 200) fprintf(stderr, "%s: %.*s\n", name, STR_FMT(done.error)), exit(1);
    arena_free(a);
  }
  printf("%-52s %9.1f ms %10.1f KB\n", name, best * 1000, (double)bytes / 1024);
  fflush(stdout);
}

static void queries(void)
{
  ask("nodes", "nodes", "");
  ask("one node", "nodes/node00007.example.com", "");
  ask("facts of a node", "nodes/node00007.example.com/facts", "");
  ask("one fact of all nodes", "facts/role", "");
  ask("nodes with a fact", "nodes", "[\"=\",[\"fact\",\"role\"],\"role3\"]");
  ask("values of a fact, counted", "", "facts[value, count()]{ name = \"role\" group by value }");
  ask("inventory: nodes by a structured fact", "", "inventory[certname]{ facts.os.release.major = \"12\" }");
  ask("inventory: a structured fact, counted", "",
      "inventory[facts.os.release.major, count()]{ group by facts.os.release.major }");
  ask("resources of a node", "nodes/node00007.example.com/resources", "");
  ask("nodes with a class", "", "nodes[certname]{ resources { type = \"Class\" and title = \"/etc/role3/5\" } }");
  ask("exported resources by type and tag (collector)", "resources",
      "[\"and\",[\"=\",\"type\",\"File\"],[\"=\",\"exported\",true],[\"not\",[\"=\",\"certname\",\"x\"]],[\"=\","
      "\"tag\",\"role3\"]]");
  ask("resources, counted by type", "", "resources[type, count()]{ group by type }");
  ask("edges of a node", "", "edges{ certname = \"node00007.example.com\" }");
  ask("the last 100 reports", "", "reports[certname, status, hash, end_time]{ order by end_time desc limit 100 }");
  ask("the last reports of a node, whole", "",
      "reports{ certname = \"node00007.example.com\" order by end_time desc limit 10 }");
  ask("reports of a day by status", "reports",
      "[\"extract\",[[\"function\",\"count\"],\"status\"],[\"and\",[\">=\",\"producer_timestamp\",\"2020-01-01\"],[\"<"
      "\",\"producer_timestamp\",\"2040-01-01\"]],[\"group_by\",\"status\"]]");
  ask("failed nodes", "nodes", "[\"=\",\"latest_report_status\",\"failed\"]");
  ask("failed events", "events", "[\"=\",\"status\",\"failure\"]");
}

int main(int argc, char **argv)
{
  struct arena *a = arena_new();
  struct stat st;
  str error;
  if (argc != 5) return fprintf(stderr, "usage: store-bench STORE NODES RESOURCES REPORTS\n"), 2;
  const int nodes = atoi(argv[2]), reports = atoi(argv[4]);
  resources = atoi(argv[3]);
  store = store_open(a, str_of(argv[1]), &error);
  if (store == NULL || nodes < 8 || resources < 20) return fprintf(stderr, "%.*s\n", STR_FMT(error)), 1;
  printf("%d nodes with %d resources\n", nodes, resources);
  fill("facts, new nodes", WIRE_REPLACE_FACTS, facts, nodes, 0, 0);
  fill("catalogs, new nodes", WIRE_REPLACE_CATALOG, catalog, nodes, 0, 0);
  fill("facts, the next run", WIRE_REPLACE_FACTS, facts, nodes, 1, 1);
  fill("catalogs, unchanged", WIRE_REPLACE_CATALOG, catalog, nodes, 1, 0);
  fill("catalogs, 2 % changed", WIRE_REPLACE_CATALOG, catalog, nodes, 2, 1);
  for (int i = 0; i < reports; i++) fill("reports", WIRE_STORE_REPORT, report, nodes, i, i);
  queries();
  if (stat(argv[1], &st) == 0) printf("the file: %.1f MiB\n", (double)st.st_size / 1048576);
  store_close(store);
  arena_free(a);
  return 0;
}
