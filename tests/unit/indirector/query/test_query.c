/* The query engine: PQL, the SQL made of queries, paging, limits, errors, commands. The same queries are compared with
 * a real PuppetDB by tests/conformance/pdb-queries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "indirector/query/internal.h"

static struct arena *arena;
static struct store *store;

static value json(const char *text)
{
  value v;
  str why;
  if (!value_read_json(arena, str_of(text), &v, &why)) fail_msg("%.*s in %s", STR_FMT(why), text);
  return v;
}

static void put(enum wire_kind kind, str text)
{
  str why;
  if (store_command(store, arena, kind, wire_version(kind), json(text.p), &why) != STORE_DONE)
    fail_msg("%.*s", STR_FMT(why));
}

static void put_node(int i)
{
  put(WIRE_REPLACE_FACTS,
      arena_printf(arena,
                   "{\"certname\":\"n%d\",\"environment\":\"%s\",\"producer\":\"s\",\"producer_timestamp\":\"2026-01-0%"
                   "dT00:00:00Z\","
                   "\"values\":{\"n\":%d,\"text\":\"%d\",\"os\":{\"name\":\"%s\",\"a.b\":[1,{\"c\":2}]}}}",
                   i, i == 3 ? "test" : "production", i, i, i, i == 2 ? "Debian" : "CentOS"));
  put(WIRE_REPLACE_CATALOG,
      arena_printf(
        arena,
        "{\"certname\":\"n%d\",\"environment\":\"production\",\"producer\":\"s\",\"producer_timestamp\":\"2026-01-01\","
        "\"version\":\"1\",\"code_id\":null,\"catalog_uuid\":null,\"edges\":[{\"source\":{\"type\":\"Class\",\"title\":"
        "\"A\"},"
        "\"target\":{\"type\":\"File\",\"title\":\"/"
        "x\"},\"relationship\":\"contains\"}],\"resources\":[{\"type\":\"Class\","
        "\"title\":\"A\",\"tags\":[\"class\"]},{\"type\":\"File\",\"title\":\"/x\",\"tags\":[\"web\"],\"exported\":%s,"
        "\"parameters\":{\"mode\":\"0644\"}}]}",
        i, i == 1 ? "true" : "false"));
}

static int setup(void **state)
{
  (void)state;
  str why;
  arena = arena_new();
  store = store_open(arena, STR(":memory:"), &why);
  if (store == NULL) fail_msg("%.*s", STR_FMT(why));
  for (int i = 1; i <= 3; i++) put_node(i);
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  store_close(store);
  arena_free(arena);
  return 0;
}

static bool keep(void *ctx, str piece)
{
  buf_str(ctx, piece);
  return true;
}

static struct pdb_answer last;

/* "name=value" pairs, ended by NULL. Returns the body. */
static const char *ask(const char *path, ...)
{
  struct pdb_parameter list[8];
  struct buf *out = ARENA_NEW(arena, struct buf);
  size_t n = 0;
  va_list ap;
  out->arena = arena;
  va_start(ap, path);
  for (const char *p; (p = va_arg(ap, const char *)) != NULL; n++) {
    const char *equals = strchr(p, '=');
    list[n] = (struct pdb_parameter){str_n(p, (size_t)(equals - p)), str_of(equals + 1)};
  }
  va_end(ap);
  const struct pdb_request r = {
    .path = str_of(path), .parameters = list, .nparameters = n, .time_limit = 5, .put = keep, .ctx = out};
  pdb_answer(store, arena, &r, &last);
  return last.status == 200 ? arena_strz(arena, buf_view(out)) : arena_strz(arena, last.error);
}

static const char *pql(const char *text) { return ask("", arena_printf(arena, "query=%s", text).p, NULL); }

static const char *parsed(const char *text)
{
  value tree;
  str why;
  struct buf out = BUF_IN(arena);
  struct json_writer w;
  if (!pdb_parse_pql(arena, str_of(text), &tree, &why)) return arena_strz(arena, why);
  json_init(&w, &out, false);
  value_write_json(&w, tree, JSON_PLAIN);
  return arena_strz(arena, buf_view(&out));
}

/* As a real PuppetDB returns them with ast_only. */
static void pql_to_ast(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
    {"nodes{}", "[\"from\",\"nodes\"]"},
    {"nodes[]{}", "[\"from\",\"nodes\",[\"extract\",[]]]"},
    {"nodes[certname]{ certname = \"a\" and certname = \"b\" and certname = \"c\" or certname=\"d\" }",
     "[\"from\",\"nodes\",[\"extract\",[\"certname\"],[\"or\",[\"and\",[\"=\",\"certname\",\"a\"],[\"=\",\"certname\","
     "\"b\"],[\"=\",\"certname\","
     "\"c\"]],[\"=\",\"certname\",\"d\"]]]]"},
    {"nodes[certname]{ certname in facts[certname]{name=\"x\"} }",
     "[\"from\",\"nodes\",[\"extract\",[\"certname\"],[\"in\",\"certname\",[\"from\",\"facts\",[\"extract\",["
     "\"certname\"],[\"=\",\"name\",\"x\"]]]]]]"},
    {"nodes{ certname in [\"a\",\"b\"] }", "[\"from\",\"nodes\",[\"in\",\"certname\",[\"array\",[\"a\",\"b\"]]]]"},
    {"nodes{ certname != \"a\" }", "[\"from\",\"nodes\",[\"not\",[\"=\",\"certname\",\"a\"]]]"},
    {"nodes{ !(certname !~ 'b') }", "[\"from\",\"nodes\",[\"not\",[\"not\",[\"~\",\"certname\",\"b\"]]]]"},
    {"nodes { deactivated is null and expired is not null }",
     "[\"from\",\"nodes\",[\"and\",[\"null?\",\"deactivated\",true],[\"null?\",\"expired\",false]]]"},
    {"facts[value,count()]{ name=\"kernel\" group by value }",
     "[\"from\",\"facts\",[\"extract\",[\"value\",[\"function\",\"count\"]],[\"=\",\"name\",\"kernel\"],[\"group_by\","
     "\"value\"]]]"},
    {"reports[to_string(end_time,\"YYYY\")]{ group by to_string(end_time,\"YYYY\") }",
     "[\"from\",\"reports\",[\"extract\",[[\"function\",\"to_string\",\"end_time\",\"YYYY\"]],[\"group_by\",["
     "\"function\",\"to_string\",\"end_time\","
     "\"YYYY\"]]]]"},
    {"reports[certname]{ latest_report? = true order by end_time desc, certname limit 2 offset 1}",
     "[\"from\",\"reports\",[\"extract\",[\"certname\"],[\"=\",\"latest_report?\",true]],[\"order_by\",[[\"end_time\","
     "\"desc\"],\"certname\"]],"
     "[\"limit\",2],[\"offset\",1]]"},
    {"inventory[facts.os.name]{facts.a.\"b.c\".d[0] = 1.5e3 and trusted.x = -3}",
     "[\"from\",\"inventory\",[\"extract\",[\"facts.os.name\"],[\"and\",[\"=\",\"facts.a.\\\"b.c\\\".d[0]\",1500.0],["
     "\"=\",\"trusted.x\",-3]]]]"},
    {"nodes { certname = 'it\\'s' }", "[\"from\",\"nodes\",[\"=\",\"certname\",\"it's\"]]"},
    {"nodes[certname]{ limit 1 }", "[\"from\",\"nodes\",[\"extract\",[\"certname\"]],[\"limit\",1]]"},
    {"nodes { facts { name = \"a\" } }", "[\"from\",\"nodes\",[\"subquery\",\"facts\",[\"=\",\"name\",\"a\"]]]"},
    {"nodes{ certname =  }", "PQL parse error at line 1, column 20:\n\nnodes{ certname =  }\n                   "
                             "^\n\nExpected one of:\n\n[\nfalse\ntrue\n#\"[0-9]+\"\n-\n'\n\"\n"},
    {"nodes { a ~ 1 }",
     "PQL parse error at line 1, column 13:\n\nnodes { a ~ 1 }\n            ^\n\nExpected one of:\n\n'\n\"\n"},
    {"nodes { a ~> 'b' }",
     "PQL parse error at line 1, column 14:\n\nnodes { a ~> 'b' }\n             ^\n\nExpected:\n[\n"},
    {"nodes{a = 1 and }",
     "PQL parse error at line 1, column 17:\n\nnodes{a = 1 and }\n                ^\n\nExpected one "
     "of:\n\nevents\nedges\ninventory\nfact_contents\nfact_paths\nfactsets\nenvironments\nnodes\nresources\npackage_"
     "inventory\npackages\ncatalogs\nreports\nfacts\nparameters\ntrusted\n#\"[a-zA-Z0-9_]+\\??\"\n[\n(\n!\n"},
    {"nodes { a = 'b }",
     "PQL parse error at line 1, column 17:\n\nnodes { a = 'b }\n                ^\n\nExpected:\n'\n"},
    {"inventory[facts.é.a-b:c]{}", "[\"from\",\"inventory\",[\"extract\",[\"facts.é.a-b:c\"]]]"},
    {"nodes", "PQL parse error at line 1, column 6:\n\nnodes\n     ^\n\nExpected one of:\n\n{\n#\"\\s+\"\n[\n"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) assert_string_equal(parsed(cases[i][0]), cases[i][1]);
}

static void rows(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
    {"nodes[certname]{}", "[{\"certname\":\"n1\"},{\"certname\":\"n2\"},{\"certname\":\"n3\"}]"},
    {"nodes[certname]{ facts { name = \"n\" and value > 1 } and facts_environment = \"production\" }",
     "[{\"certname\":\"n2\"}]"},
    {"facts[certname, value]{ name = \"n\" and value = 2.0 }", "[{\"certname\":\"n2\",\"value\":2}]"},
    {"facts[certname]{ name = \"text\" and value = 2 }", "[]"},
    {"facts[certname]{ name = \"text\" and value ~ \"^2$\" }", "[{\"certname\":\"n2\"}]"},
    {"inventory[certname, facts.os.name]{ facts.os.name = \"Debian\" }",
     "[{\"certname\":\"n2\",\"facts.os.name\":\"Debian\"}]"},
    {"inventory[facts.os.\"a.b\"[1].c]{ certname = \"n1\" }", "[{\"facts.os.\\\"a.b\\\"[1].c\":2}]"},
    {"inventory[facts.os.name, count()]{ group by facts.os.name order by facts.os.name }",
     "[{\"facts.os.name\":\"CentOS\",\"count\":2},{\"facts.os.name\":\"Debian\",\"count\":1}]"},
    {"fact_contents[value]{ path ~> [\"os\", \"a.b\", \".*\", \"c\"] and certname = \"n1\" }", "[{\"value\":2}]"},
    {"resources[certname]{ type = \"File\" and exported = true and parameters.mode ~ \"^06\" and tag = \"WEB\" }",
     "[{\"certname\":\"n1\"}]"},
    {"edges[source_title, target_title]{ certname = \"n2\" }", "[{\"source_title\":\"A\",\"target_title\":\"/x\"}]"},
    {"facts[avg(value), max(value), sum(value)]{ name = \"n\" }", "[{\"avg\":2.0,\"max\":3.0,\"sum\":6.0}]"},
    {"environments{ }", "[{\"name\":\"production\"},{\"name\":\"test\"}]"},
    {"nodes[certname]{ [certname, facts_environment] in facts[certname, environment]{ name = \"n\" and value = 3 } }",
     "[{\"certname\":\"n3\"}]"},
    {"nodes[certname]{ certname in [\"n1\", \"n3\", \"nope\"] order by certname desc limit 1 offset 1 }",
     "[{\"certname\":\"n1\"}]"},
    {"nodes[count()]{ report_timestamp is null }", "[{\"count\":3}]"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) assert_string_equal(pql(cases[i][0]), cases[i][1]);
}

static void paging(void **state)
{
  (void)state;
  assert_string_equal(ask("facts/n", "order_by=[{\"field\":\"certname\",\"order\":\"desc\"}]", "limit=1", "offset=1",
                          "include_total=true", "query=[\"extract\",\"value\"]", NULL),
                      "[{\"value\":2}]");
  assert_int_equal(last.total, 3);
  assert_string_equal(ask("facts", "query=[\"extract\",[[\"function\",\"count\"],\"name\"],[\"group_by\",\"name\"]]",
                          "include_total=true", "order_by=[{\"field\":\"name\"}]", "limit=1", NULL),
                      "[{\"count\":3,\"name\":\"n\"}]");
  assert_int_equal(last.total, 3);
  ask("nodes", NULL);
  assert_int_equal(last.total, -1);
  /* PostgreSQL's order of nulls. */
  put(WIRE_DEACTIVATE_NODE, STR("{\"certname\":\"n2\",\"producer_timestamp\":\"2030-01-01\"}"));
  assert_string_equal(ask("nodes", "query=[\"extract\",\"certname\",[\"=\",\"node_state\",\"any\"]]",
                          "order_by=[{\"field\":\"deactivated\"}]", "limit=1", NULL),
                      "[{\"certname\":\"n2\"}]");
  assert_string_equal(ask("nodes", "query=[\"extract\",\"certname\"]", NULL),
                      "[{\"certname\":\"n1\"},{\"certname\":\"n3\"}]");
  assert_string_equal(ask("nodes/n2/facts/n", NULL), "[]");
  /* Hidden nodes are left out once, not in sub-queries. */
  assert_string_equal(pql("environments[name]{ name in facts[environment]{ name = \"os\" and certname = \"n2\" } }"),
                      "[{\"name\":\"production\"}]");
  assert_string_equal(ask("nodes", "query=[\"extract\",\"certname\",[\"=\",\"report_environment\",null]]", NULL),
                      "[{\"certname\":\"n1\"},{\"certname\":\"n3\"}]");
  assert_string_equal(ask("nodes", "query=[\"extract\",\"certname\",[\">\",\"facts_timestamp\",4000000000000]]", NULL),
                      "[]");
  assert_string_equal(ask("fact-names", "query=[\"=\",\"node_state\",\"any\"]", NULL), "[\"n\",\"os\",\"text\"]");
}

static void invalid_input(void **state)
{
  (void)state;
  static const struct {
    const char *path, *parameter, *message;
    int status;
  } cases[] = {
    {"environments",
     "query=[\"and\",[\"=\",\"a\",1],[\"in\",[\"b\",\"c\"],[\"array\",[]]],[\"in\",[\"b\",\"c\"],[\"extract\",\"d\","
     "[\"select_environments\",[\"=\",\"name\",\"x\"]]]]]",
     "'a' is not a queryable object for environments. Known queryable objects are 'name'\n"
     "Can't match on unknown 'environments' fields 'b' and 'c' for 'in'. Acceptable fields are 'name'\n"
     "Can't extract unknown 'environments' field 'd'. Acceptable fields are 'name'",
     400},
    {"environments", "query=[\"in\",\"a\",[\"from\",\"edges\",[\"extract\",\"b\",[\"=\",\"c\",1]]]]",
     "Can't extract unknown 'edges' field 'b'. Acceptable fields are 'certname', 'relationship', 'source_title', "
     "'source_type', 'target_title', and 'target_type'\n'c' is not a queryable object for edges. Known queryable "
     "objects are 'certname', 'relationship', 'source_title', 'source_type', 'target_title', and 'target_type'",
     400},
    {"fact-contents", "query=[\"=\",\"type\",\"x\"]",
     "'type' is not a queryable object for fact_nodes. Known queryable objects are 'certname', 'environment', 'name', "
     "'path', and 'value'",
     400},
    {"catalogs", "query=[\"~\",\"edges\",\"x\"]",
     "'edges' is not a queryable object for catalogs. Known queryable objects are 'catalog_uuid', 'certname', "
     "'code_id', 'environment', 'hash', 'job_id', 'producer', 'producer_timestamp', 'transaction_uuid', and 'version'",
     400},
    {"nodes", "query=[\"extract\",\"certname\",[\"select-facts\",[\"=\",\"name\",\"x\"]]]",
     "Unsupported subquery `select-facts` - did you mean `select_facts`?", 400},
    {"nodes", "query=[\"extract\",\"certname\",[\"zz\",\"a\",[1,null]]]",
     "[\"zz\" \"a\" [1 nil]] is not a valid expression for \"extract\"", 400},
    {"nodes", "query=[\"~>\",\"zz\",[\"a\"]]", "Query operator ~> is not allowed on field zz", 400},
    {"nodes", "query=[\"in\",[\"fact\",\"a\"],[\"array\",[1,1.5]]]", "All values in 'array' must be the same type.",
     400},
    {"nodes", "query=[\"extract\",[[\"function\",\"avg\",\"report_timestamp\"]]]",
     "The function 'avg' takes a numeric field, not 'report_timestamp'", 400},
    {"nodes", "query=[\"=\",\"certname\"]", "= requires exactly two arguments", 400},
    {"nodes", "query=[]", "[] is not well-formed: queries must contain at least one operator", 400},
    {"nodes", "query=[\"and\"]", "'and' takes at least one argument, but none were supplied", 400},
    {"nodes", "query=[\"not\",[],[]]", "'not' takes exactly one argument, but 2 were supplied", 400},
    {"nodes", "query=[\"in\",\"certname\",[\"extract\",\"certname\",[\"select_zz\"]]]",
     "[\"select_zz\"] is not a valid expression for \"extract\"", 400},
    {"nodes", "query=[\">\",\"certname\",\"x\"]", "Query operators >,>=,<,<= are not allowed on field certname", 400},
    {"nodes", "query=[\"<\",\"report_timestamp\",\"zz\"]", "'zz' is not a valid timestamp value", 400},
    {"resources", "query=[\"=\",\"line\",\"3\"]", "Argument \"3\" is incompatible with numeric field \"line\".", 400},
    {"facts", "query=[\">\",\"value\",\"0\"]", "Argument \"0\" and operator \">\" have incompatible types.", 400},
    {"nodes", "query=[\"=\",\"node_state\",\"zz\"]", "No matching clause: zz", 400},
    {"nodes", "query=[\"~\",\"certname\",\"(\"]",
     "ERROR: invalid regular expression: end pattern with unmatched parenthesis: /(/", 400},
    {"nodes", "query=[\"extract\",[\"certname\",[\"function\",\"count\"]]]",
     "The field \"certname\" must be in group_by, or be used in a function", 400},
    {"nodes", "query=[\"subquery\",\"environments\",[\"=\",\"name\",\"x\"]]",
     "No implicit relationship for entity 'environments'", 400},
    {"nodes", "limit=0", "Illegal value '0' for :limit; expected a positive non-zero integer.", 400},
    {"nodes", "offset=-2", "Illegal value '-2' for :offset; expected a non-negative integer.", 400},
    {"nodes", "foo=1", "Unsupported query parameter 'foo'", 400},
    {"nodes", "order_by=certname", "Illegal value 'certname' for :order_by; expected a JSON array of maps.", 400},
    {"", "pretty=true", "Missing required query parameter 'query'", 400},
    {"", "query=[\"nodes\"]",
     "Your initial query must be of the form: [\"from\",<entity>,(<optional-query>)]. Check your query and try again.",
     400},
    {"", "query=[\"from\",\"zz\"]", "Invalid entity 'zz' in query", 400},
    {"nodes/nope", "pretty=true", "{\"error\":\"No information is known about node nope\"}", 404},
    {"catalogs/nope", "pretty=true", "{\"error\":\"No information is known about catalog nope\"}", 404},
    {"zz", "pretty=true", "not found: /pdb/query/v4/zz", 404},
    {"event-counts", "pretty=true", "Missing required query parameter 'summarize_by'", 400},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_string_equal(ask(cases[i].path, cases[i].parameter, NULL), cases[i].message);
    assert_int_equal(last.status, cases[i].status);
  }
}

/* Values of a query never become part of the SQL. */
static void quoting(void **state)
{
  (void)state;
  static const char *const hostile[] = {"' OR 1=1 --", "\\\"); DROP TABLE node; --", "%", "n1' || '", "?1"};
  for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
    assert_string_equal(ask("nodes", arena_printf(arena, "query=[\"=\",\"certname\",\"%s\"]", hostile[i]).p, NULL),
                        "[]");
    assert_string_equal(
      ask("facts", arena_printf(arena, "query=[\"=\",[\"fact\",\"%s\"],\"%s\"]", hostile[i], hostile[i]).p, NULL),
      "[]");
    ask("inventory", arena_printf(arena, "query=[\"=\",\"facts.%s\",1]", hostile[i]).p, NULL);
    ask("nodes", arena_printf(arena, "query=[\"extract\",[\"%s\"]]", hostile[i]).p, NULL);
    assert_int_equal(last.status, 400);
    ask("nodes", arena_printf(arena, "order_by=[{\"field\":\"%s\"}]", hostile[i]).p, NULL);
    assert_int_equal(last.status, 400);
  }
  assert_string_equal(pql("nodes[count()]{}"), "[{\"count\":3}]");
}

static const char *nested(int depth, const char *begin, const char *middle, const char *end)
{
  struct buf out = BUF_IN(arena);
  for (int i = 0; i < depth; i++) buf_z(&out, begin);
  buf_z(&out, middle);
  for (int i = 0; i < depth; i++) buf_z(&out, end);
  return out.p;
}

static void limits(void **state)
{
  (void)state;
  const char *deep = arena_printf(
                       arena, "query=%s",
                       nested(40, "[\"not\",[\"or\",[\"=\",\"certname\",\"y\"],", "[\"=\",\"certname\",\"x\"]", "]]"))
                       .p;
  ask("nodes", deep, NULL);
  assert_int_equal(last.status, 200);
  deep = arena_printf(
           arena, "query=%s",
           nested(95, "[\"not\",",
                  "[\"in\",\"certname\",[\"extract\",\"certname\",[\"select_nodes\",[\"=\",\"certname\",\"x\"]]]]",
                  "]"))
           .p;
  assert_string_equal(ask("nodes", deep, NULL), "The query is nested too deep");
  deep = arena_printf(arena, "query=%s", nested(2000, "[\"not\",", "[\"=\",\"certname\",\"x\"]", "]")).p;
  assert_string_equal(ask("nodes", deep, NULL), "The query is nested deeper than 100 levels");
  pql(arena_printf(arena, "nodes { %s }", nested(5000, "!(", "certname = 'x'", ")")).p);
  assert_int_equal(last.status, 400);
  /* A long list is one value, a long "or" a tree of small height. */
  struct buf list = BUF_IN(arena), either = BUF_IN(arena);
  buf_z(&list, "query=[\"in\",\"certname\",[\"array\",[\"n1\"");
  buf_z(&either, "query=[\"or\"");
  for (int i = 0; i < 5000; i++) {
    buf_printf(&list, ",\"x%d\"", i);
    buf_printf(&either, ",[\"=\",\"certname\",\"n%d\"]", i);
  }
  buf_z(&list, "]]]");
  buf_z(&either, "]");
  ask("nodes", list.p, "include_total=true", NULL);
  assert_int_equal(last.total, 1);
  ask("nodes", either.p, "include_total=true", NULL);
  assert_int_equal(last.total, 3);
}

static void time_limit(void **state)
{
  (void)state;
  struct pdb_query query = {.arena = arena};
  struct pdb_run run = {.store = store, .q = &query, .until = 1};
  sqlite3_stmt *st = pdb_start(
    &run, STR("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"));
  assert_non_null(st);
  assert_int_not_equal(pdb_step(&run, st), SQLITE_ROW);
  pdb_stop(&run, st);
  assert_string_equal(arena_strz(arena, query.error),
                      "The query took longer than the time limit (setting query_time_limit)");
  assert_int_equal(query.status, 500);
  /* The store is still usable. */
  assert_string_equal(pql("nodes[count()]{}"), "[{\"count\":3}]");
}

static const char *take(const char *command, const char *version, const char *body)
{
  const struct pdb_parameter list[] = {
    {STR("command"), str_of(command)}, {STR("version"), str_of(version)}, {STR("certname"), STR("t1")}};
  pdb_take_command(store, arena, list, 3, str_of(body), &last);
  return arena_strz(arena, last.error);
}

static void commands(void **state)
{
  (void)state;
  assert_string_equal(
    take("foo", "1", "{}"),
    "{\"error\":\"Command \\\"foo\\\" for certname \\\"t1\\\" is invalid. Command must be one of: configure "
    "expiration, deactivate node, replace catalog, replace catalog inputs, replace facts, store report.\"}");
  assert_int_equal(last.status, 400);
  assert_string_equal(take("replace_facts", "3", "{}"),
                      "{\"error\":\"Command \\\"replace facts\\\" for certname \\\"t1\\\" is invalid. Version 3 of "
                      "command \\\"replace facts\\\" is retired. The minimum supported version is 4.\"}");
  assert_string_equal(take("replace_facts", "x", "{}"), "{\"error\":\"Command \\\"replace facts\\\" for certname "
                                                        "\\\"t1\\\" is invalid. Version must be a valid integer.\"}");
  assert_string_equal(take("replace_facts", "99", "{\"certname\":\"a\"}"),
                      "{\"error\":\"Unsupported command replace facts version 99\"}");
  take("replace_facts", "5", "{");
  assert_int_equal(last.status, 400);
  take("deactivate node", "3", "{\"certname\":\"n1\"}");
  assert_int_equal(last.status, 200);
  assert_true(str_starts(last.error, STR("{\"uuid\":\"")));
  assert_string_equal(pql("nodes[certname]{}"), "[{\"certname\":\"n2\"},{\"certname\":\"n3\"}]");
  pdb_take_command(store, arena, NULL, 0,
                   STR("{\"command\":\"deactivate node\",\"version\":3,\"payload\":{\"certname\":\"n2\"}}"), &last);
  assert_int_equal(last.status, 200);
  assert_string_equal(pql("nodes[certname]{}"), "[{\"certname\":\"n3\"}]");
  pdb_take_command(store, arena, NULL, 0, STR("{}"), &last);
  assert_string_equal(arena_strz(arena, last.error),
                      "{\"error\":\"Command nil for certname nil is invalid. Command was submitted without query "
                      "parameters (old format). The request "
                      "body must be a JSON map with required keys: command, version, payload.\"}");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(pql_to_ast, setup, teardown),
    cmocka_unit_test_setup_teardown(rows, setup, teardown),
    cmocka_unit_test_setup_teardown(paging, setup, teardown),
    cmocka_unit_test_setup_teardown(invalid_input, setup, teardown),
    cmocka_unit_test_setup_teardown(quoting, setup, teardown),
    cmocka_unit_test_setup_teardown(limits, setup, teardown),
    cmocka_unit_test_setup_teardown(time_limit, setup, teardown),
    cmocka_unit_test_setup_teardown(commands, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
