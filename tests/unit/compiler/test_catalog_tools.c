/* Catalogs: reading, drawing; cycles; provenance of values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "compiler/catalog/graph.h"
#include "compiler/catalog/provenance.h"
#include "tests/unit/compiler/in_memory.h"

static struct catalog_doc read_doc(struct arena *a, const char *text)
{
  struct catalog_doc doc;
  str error = STR_EMPTY;
  if (!catalog_read(a, str_of(text), &doc, &error)) fail_msg("%.*s", STR_FMT(error));
  return doc;
}

static const char *read_error(struct arena *a, const char *text)
{
  struct catalog_doc doc;
  str error = STR_EMPTY;
  assert_false(catalog_read(a, str_of(text), &doc, &error));
  return arena_strz(a, error);
}

/* --- reading --- */

static void reading(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct catalog_doc d = read_doc(a, "{\"name\":\"n\",\"environment\":\"e\",\"classes\":[\"a\"],\"tags\":[],"
                                     "\"resources\":[{\"type\":\"File\",\"title\":"
                                     "\"/"
                                     "x\",\"line\":3,\"file\":\"f.pp\",\"exported\":true,\"parameters\":{"
                                     "\"mode\":\"0644\",\"content\":\"s\"},"
                                     "\"sensitive_parameters\":[\"content\"]}],\"edges\":[{\"source\":"
                                     "\"Class[A]\",\"target\":\"File[/x]\"}]}");
  assert_int_equal(d.n, 1);
  assert_true(str_eqz(d.name, "n") && str_eqz(d.environment, "e"));
  assert_true(str_eqz(d.items[0].ref, "File[/x]") && d.items[0].line == 3 && d.items[0].exported);
  assert_true(catalog_item_is_sensitive(&d.items[0], STR("content")));
  assert_false(catalog_item_is_sensitive(&d.items[0], STR("mode")));
  assert_int_equal(d.nlinks, 1);
  assert_true(str_eqz(d.links[0].source, "Class[A]"));
  assert_ptr_equal(strmap_get(&d.by_ref, STR("File[/x]")), &d.items[0]);
  d = read_doc(a, "--- !ruby/object:Puppet::Resource::Catalog\nresources:\n- type: Notify\n  title: '1'\n");
  assert_true(d.n == 1 && d.items[0].params->n == 0 && d.items[0].tags->n == 0);
  arena_free(a);
}

static void reading_errors(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  assert_string_equal(read_error(a, "{\n\"a\": }"), "unexpected token near '}' at line 2 column 6");
  assert_string_equal(read_error(a, "5"), "it is not a catalog: it has no hash");
  assert_string_equal(read_error(a, "{}"), "it is not a catalog: it has no list of resources");
  assert_string_equal(read_error(a, "{\"resources\":[1]}"), "resources[0] is not a hash");
  assert_string_equal(read_error(a, "{\"resources\":[],\"edges\":7}"), "edges is not a list");
  assert_string_equal(read_error(a, "{\"resources\":[],\"edges\":[7]}"), "edges[0] is not a hash");
  assert_string_equal(read_error(a, "{\"resources\":[],\"classes\":{}}"), "classes must be a list of strings");
  assert_string_equal(read_error(a, "a: [\n"),
                      "did not find expected node content while parsing a flow node at line 2 column 1");
  arena_free(a);
}

/* --- graphs --- */

/* Returns relationships as "a => b; …" in the order of the file. */
static const char *edges(struct arena *a, const char *resources, enum graph_kind kind)
{
  struct catalog_doc *doc = ARENA_NEW(a, struct catalog_doc);
  *doc = read_doc(
    a,
    arena_printf(a, "{\"resources\":[%s],\"edges\":[{\"source\":\"Class[A]\",\"target\":\"File[/d]\"}]}", resources).p);
  struct graph *g = graph_new(a, doc, kind);
  struct buf out = BUF_IN(a);
  for (uint32_t i = 0; i < g->n; i++) {
    for (const struct graph_edge *e = g->vertices[i]->first_in; e != NULL; e = e->next_in) {
      if (e->count > 0) buf_printf(&out, "%.*s => %.*s; ", STR_FMT(e->from->name), STR_FMT(e->to->name));
    }
  }
  return out.n > 0 ? out.p : "";
}

#define R(rtype, title, params) "{\"type\":\"" rtype "\",\"title\":\"" title "\",\"parameters\":{" params "}}"

static void graphs(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  const char *two = R("Class", "A", "") "," R("File", "/d", "") "," R("File", "/d/e/f", "\"before\":\"Class[A]\"");
  assert_string_equal(edges(a, two, GRAPH_RESOURCES), "Class[A] => File[/d]; ");
  assert_string_equal(edges(a, two, GRAPH_RELATIONSHIPS), "File[/d/e/f] => Class[A]; File[/d] => File[/d/e/f]; ");
  assert_string_equal(edges(a, two, GRAPH_EXPANDED),
                      "Whit[Admissible_class[A]] => File[/d]; File[/d] => File[/d/e/f]; "
                      "File[/d/e/f] => Whit[Admissible_class[A]]; File[/d] => Whit[Completed_class[A]]; ");
  assert_string_equal(edges(a,
                            R("User", "u", "\"gid\":7,\"groups\":[\"b\",\"a\"]") "," R(
                              "Group", "g", "\"gid\":\"7\"") "," R("Group", "a", "") "," R("Group", "b", ""),
                            GRAPH_RELATIONSHIPS),
                      "Group[g] => User[u]; Group[a] => User[u]; Group[b] => User[u]; ");
  assert_string_equal(
    edges(a, R("File", "/a", "\"owner\":\"u\"") "," R("User", "u", "\"require\":\"File[/a]\""), GRAPH_RELATIONSHIPS),
    "File[/a] => User[u]; ");
  assert_string_equal(edges(a, R("File", "/l", "\"ensure\":\"/t\"") "," R("File", "/t", ""), GRAPH_RELATIONSHIPS),
                      "File[/t] => File[/l]; ");
  assert_string_equal(
    edges(a, R("Mount", "/m", "") "," R("Mount", "/m/n", "") "," R("File", "/m/n/x", ""), GRAPH_RELATIONSHIPS),
    "Mount[/m] => Mount[/m/n]; Mount[/m] => File[/m/n/x]; Mount[/m/n] => File[/m/n/x]; ");
  assert_string_equal(edges(a,
                            R("Exec", "x", "\"command\":\"/b c\\n\\\"/q r\\\"\",\"unless\":[\"/u v\"]") "," R(
                              "File", "/b", "") "," R("File", "/q r", "") "," R("File", "/u", ""),
                            GRAPH_RELATIONSHIPS),
                      "File[/b] => Exec[x]; File[/q r] => Exec[x]; File[/u] => Exec[x]; ");
  arena_free(a);
}

/* A ring too large for searching its walks. */
static void large_ring(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct buf text = BUF_IN(a);
  enum { N = 20000 };
  buf_z(&text, "{\"resources\":[");
  for (int i = 0; i < N; i++) {
    buf_printf(&text, "%s{\"type\":\"Notify\",\"title\":\"%d\",\"parameters\":{\"before\":\"Notify[%d]\"}}",
               i > 0 ? "," : "", i, (i + 1) % N);
  }
  buf_z(&text, "]}");
  struct catalog_doc doc = read_doc(a, text.p);
  struct graph_cycle *cycles;
  assert_int_equal(graph_cycles(graph_new(a, &doc, GRAPH_EXPANDED), 10, &cycles), 1);
  assert_int_equal(cycles[0].nvertices, N);
  assert_int_equal(cycles[0].walks[0].n, N);
  arena_free(a);
}

/* --- while compiling --- */

static void compile_with(struct in_memory *m, const char *code, enum severity cycles, bool provenance)
{
  static struct compile_settings settings;
  static struct node_data node;
  static const struct hash none;
  settings = (struct compile_settings){.cycles = cycles, .provenance = provenance};
  node = (struct node_data){.name = STR("n"),
                            .facts = &none,
                            .parameters = &none,
                            .trusted = &none,
                            .server_facts = &none,
                            .classes = VALUE_UNDEF};
  static struct host host;
  host = (struct host){.ctx = m,
                       .stat = in_memory_stat,
                       .read_file = in_memory_read,
                       .is_link = in_memory_link,
                       .list_directory = in_memory_list,
                       .now_seconds = in_memory_now,
                       .random_bytes = in_memory_random,
                       .run = in_memory_run,
                       .log = in_memory_log};
  const struct environment_options options = {.name = STR("production"), .has_code = true, .code = str_of(code)};
  *m = (struct in_memory){.notices = BUF_HEAP, .others = BUF_HEAP};
  m->environment = environment_new(&options, &host);
  m->result = compile(m->environment, &node, &settings, &host, NULL);
}

static bool has_cycle(const char *code)
{
  struct in_memory m;
  compile_with(&m, code, SEVERITY_ERROR, false);
  const bool found = !m.result.ok && m.result.failure.class == FAILURE_CYCLE;
  if (!m.result.ok && !found) fail_msg("%.*s", STR_FMT(m.result.message));
  in_memory_free(&m);
  return found;
}

static void cycles_while_compiling(void **state)
{
  (void)state;
  assert_false(has_cycle("notify { a: } -> notify { b: }"));
  assert_true(has_cycle("notify { a: before => Notify[b] } notify { b: before => Notify[a] }"));
  assert_true(has_cycle("class a { notify { a: before => Class[a] } } include a"));
  assert_true(has_cycle("define d() { notify { $title: } } d { x: } d { y: } D[x] -> Notify[y] -> Notify[x]"));
  assert_false(has_cycle("class a { notify { a: } } class b { notify { b: } } include a, b Class[a] -> Class[b]"));
  assert_true(has_cycle("class a { notify { a: require => Class[b] } } class b { notify { b: } } include a, b "
                        "Class[a] -> Class[b]"));
  assert_true(has_cycle("file { '/a': require => Notify[n] } file { '/a/b/c': before => Notify[n] } notify { n: }"));
  assert_true(has_cycle("class d { file { '/a': } } class f { file { '/a/b': } } include d, f Class[f] -> Class[d]"));
  assert_false(has_cycle("class d { file { '/a': } } class f { file { '/a/b': } } include d, f Class[d] -> Class[f]"));
  assert_true(
    has_cycle("mount { '/m': require => File['/m/x'] } -> notify { n: } file { '/m/x': require => Notify[n] }"));
  assert_true(has_cycle("class a { contain b } class b { contain a } include a"));
  assert_true(has_cycle("stage { x: before => Stage[main] } Stage[main] -> Stage[x]"));
  assert_false(has_cycle("@notify { v: before => Notify[w] } notify { w: before => Notify[x] } notify { x: }"));
}

static void provenance(void **state)
{
  (void)state;
  struct in_memory m;
  compile_with(&m,
               "Notify { loglevel => debug } class a($p = 1) { notify { n: message => 'x' } }\n"
               "class b inherits a { Notify[n] { message => 'y' } } include b",
               SEVERITY_IGNORE, true);
  assert_true(m.result.ok);
  const struct ptrvec *all = &m.result.catalog->resources;
  const struct resource *n = all->items[all->n - 1];
  assert_true(str_eqz(n->ref, "Notify[n]"));
  const struct provenance_step *s = provenance_of(m.result.catalog, n)->first;
  assert_true(s->origin == ORIGIN_GIVEN && str_eqz(value_text(s->value), "x"));
  assert_true(s->next->origin == ORIGIN_DEFAULT);
  s = s->next->next;
  assert_true(s->origin == ORIGIN_OVERRIDE && str_eqz(value_text(s->value), "y") && str_eqz(s->by->ref, "Class[B]"));
  in_memory_free(&m);
  compile_with(&m, "notify { n: }", SEVERITY_IGNORE, false);
  assert_null(m.result.catalog->provenance);
  in_memory_free(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(reading),    cmocka_unit_test(reading_errors),         cmocka_unit_test(graphs),
    cmocka_unit_test(large_ring), cmocka_unit_test(cycles_while_compiling), cmocka_unit_test(provenance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
