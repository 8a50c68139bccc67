/* Failure of every single allocation of a compilation, including files and modules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/compiler/in_memory.h"

static const char manifest[] = "$a = [1, 2, { 'k' => 'v', default => /x/ }]\n"
                               "file { '/tmp/x': ensure => file, content => \"text ${a}\", tag => ['t'] }\n"
                               "include m\n"
                               "m::thing { ['a', 'b']: values => { 'n' => { default => undef } } }\n"
                               "File <| tag == 't' |> -> M::Thing['a']\n"
                               "notice(inline_epp('<% | $p | %>p is <%= $p %>', { 'p' => range_of_m(3) }))\n"
                               "function range_of_m($n) { [1, 2, 3].map |$x| { $x * $n } }\n";
static const char module[] = "class m($list = [1, 2]) {\n"
                             "  $list.each |$i| { notify { \"n${i}\": } }\n"
                             "  if 'abc' =~ /b(c)/ { notice($1) }\n"
                             "}\n";
static const char define[] = "define m::thing($values) { notify { $title: message => String($values) } }\n";

static const char hierarchy[] = "version: 5\n"
                                "hierarchy:\n"
                                "  - {name: yaml, data_hash: yaml_data, paths: [common.yaml, '%{environment}.yaml']}\n"
                                "  - {name: hocon, data_hash: hocon_data, glob: more.conf}\n";
static const char yaml[] =
  "lookup_options: {m::list: {merge: unique}, '^m::t': {merge: {strategy: deep, knockout_prefix: x}}}\n"
  "m::list: [1, \"%{lookup('m::two')}\"]\n"
  "m::two: 2\n";
static const char hocon[] = "\"m::list\" = [${two}, 3] [4]\ntwo = 2\n";

static const struct {
  const char *path, *text;
} files[] = {
  {"/mods/m", NULL},
  {"/mods/m/manifests/init.pp", module},
  {"/mods/m/manifests/thing.pp", define},
  {"/mods/m/hiera.yaml", hierarchy},
  {"/mods/m/data/common.yaml", yaml},
  {"/mods/m/data/more.conf", hocon},
};

static struct host_stat stat_file(void *ctx, str path)
{
  (void)ctx;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (str_eqz(path, files[i].path)) {
      return (struct host_stat){.kind = files[i].text == NULL ? HOST_DIRECTORY : HOST_FILE};
    }
  }
  return (struct host_stat){.kind = HOST_NOTHING};
}

static bool read_file(void *ctx, struct arena *a, str path, str *text, str *error)
{
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (files[i].text == NULL || !str_eqz(path, files[i].path)) continue;
    *text = arena_str(a, str_of(files[i].text));
    return true;
  }
  return in_memory_read(ctx, a, path, text, error);
}

static struct host make_host(struct in_memory *m)
{
  return (struct host){.ctx = m,
                       .stat = stat_file,
                       .read_file = read_file,
                       .is_link = in_memory_link,
                       .list_directory = in_memory_list,
                       .now_seconds = in_memory_now,
                       .random_bytes = in_memory_random,
                       .run = in_memory_run,
                       .log = in_memory_log};
}

static struct compile_result compile_with(struct environment *e, const struct host *host, bool rich,
                                          size_t memory_limit)
{
  static const struct hash none;
  const struct compile_settings settings = {.strict = SEVERITY_WARNING,
                                            .server_version = STR("7.23.0"),
                                            .write_json = true,
                                            .rich_data = rich,
                                            .memory_limit_bytes = memory_limit};
  const struct node_data node = {.name = STR("n.example.com"),
                                 .facts = &none,
                                 .parameters = &none,
                                 .trusted = &none,
                                 .server_facts = &none,
                                 .classes = VALUE_UNDEF};
  return compile(e, &node, &settings, host, NULL);
}

static struct environment *make_environment(const struct host *host)
{
  static const str modulepath[] = {STR("/mods")};
  const struct environment_options options = {
    .name = STR("production"), .has_code = true, .code = str_of(manifest), .modulepath = modulepath, .nmodulepath = 1};
  return environment_new(&options, host);
}

/* Fails the n-th block, for every n; the same environment compiles again afterwards. */
static void refuse_each(bool rich)
{
  struct in_memory m = {.notices = BUF_HEAP, .others = BUF_HEAP};
  const struct host host = make_host(&m);
  arena_test_blocks(256);
  struct environment *e = make_environment(&host);
  struct compile_result r = compile_with(e, &host, rich, 0);
  assert_true(r.ok);
  const str whole = r.json;
  char *expected = strndup(whole.p, whole.n);
  compile_result_free(&r);
  unsigned long n = 1;
  for (;; n++) {
    environment_refresh(e, true);
    arena_test_fail_at(n);
    r = compile_with(e, &host, rich, 0);
    arena_test_fail_at(0);
    if (r.ok) break;
    assert_int_equal(r.failure.class, FAILURE_LIMIT);
    assert_true(str_find(r.message, STR("The system has no more memory for the compilation"), 0) != SIZE_MAX);
    compile_result_free(&r);
    r = compile_with(e, &host, rich, 0);
    assert_true(r.ok);
    assert_int_equal(r.json.n, strlen(expected));
    compile_result_free(&r);
  }
  assert_true(n > 100);
  arena_test_blocks(0);
  compile_result_free(&r);
  environment_free(e);
  buf_free(&m.notices);
  buf_free(&m.others);
  free(expected);
}

static void test_system(void **state)
{
  (void)state;
  refuse_each(true);
  refuse_each(false);
}

/* Every limit from zero to enough. */
static void test_limit(void **state)
{
  (void)state;
  struct in_memory m = {.notices = BUF_HEAP, .others = BUF_HEAP};
  const struct host host = make_host(&m);
  struct environment *e = make_environment(&host);
  struct compile_result r;
  unsigned failed = 0;
  for (size_t limit = 17 * 1024;; limit += 1500) {
    r = compile_with(e, &host, false, limit);
    if (r.ok) break;
    failed++;
    assert_int_equal(r.failure.class, FAILURE_LIMIT);
    assert_true(str_starts(r.message, STR("The compilation needs more memory than it may have")));
    compile_result_free(&r);
    assert_true(limit < 100 * 1024 * 1024);
  }
  assert_true(failed > 3);
  compile_result_free(&r);
  environment_free(e);
  buf_free(&m.notices);
  buf_free(&m.others);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_system),
    cmocka_unit_test(test_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
