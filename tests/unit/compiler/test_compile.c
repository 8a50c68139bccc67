/* Compilations as a whole: phases, the environment's cache, failures, limits. The files are in memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/compiler/in_memory.h"

struct file {
  const char *path, *text;
  int64_t mtime;
};

struct world {
  struct in_memory log; /* first: the log functions use it as their context */
  struct file files[16];
  uint32_t n;
  int parses, hits, begins, ends;
  enum compile_phase phases[32];
  uint32_t nphases;
  enum failure_class failure;
  uint64_t resources;
  int64_t time_limit_ms;
};

static const struct file *find_file(const struct world *w, str path)
{
  for (uint32_t i = 0; i < w->n; i++) {
    if (str_eqz(path, w->files[i].path)) return &w->files[i];
  }
  return NULL;
}

static struct host_stat stat_file(void *ctx, str path)
{
  const struct world *w = ctx;
  const struct file *f = find_file(w, path);
  if (f != NULL) return (struct host_stat){.kind = HOST_FILE, .size = strlen(f->text), .mtime_ns = f->mtime};
  for (uint32_t i = 0; i < w->n; i++) {
    if (strlen(w->files[i].path) > path.n && strncmp(w->files[i].path, path.p, path.n) == 0 &&
        w->files[i].path[path.n] == '/') {
      return (struct host_stat){.kind = HOST_DIRECTORY};
    }
  }
  return (struct host_stat){.kind = HOST_NOTHING};
}

static bool read_file(void *ctx, struct arena *a, str path, str *text, str *error)
{
  const struct file *f = find_file(ctx, path);
  if (f == NULL) return in_memory_read(ctx, a, path, text, error);
  *text = arena_str(a, str_of(f->text));
  return true;
}

static struct host host_of(struct world *w)
{
  return (struct host){.ctx = w,
                       .stat = stat_file,
                       .read_file = read_file,
                       .is_link = in_memory_link,
                       .list_directory = in_memory_list,
                       .now_seconds = in_memory_now,
                       .random_bytes = in_memory_random,
                       .run = in_memory_run,
                       .log = in_memory_log};
}

static void on_begin(void *ctx, const struct observer_begin *begin)
{
  struct world *w = ctx;
  assert_int_equal(begin->node_length, strlen("n1"));
  w->begins++;
}

static void on_phase(void *ctx, enum compile_phase phase)
{
  struct world *w = ctx;
  if (phase != PHASE_PARSE && w->nphases < 32) w->phases[w->nphases++] = phase;
}

static void on_parse(void *ctx, const struct observer_parse *parse)
{
  struct world *w = ctx;
  if (parse->cache_hit) w->hits++;
  else w->parses++;
}

static void on_end(void *ctx, const struct observer_summary *summary)
{
  struct world *w = ctx;
  w->ends++;
  w->failure = summary->failure;
  w->resources = summary->resources;
}

static const str module_path[] = {{"/m", 2}};

static struct environment *open_environment(const struct host *host, int64_t timeout)
{
  const struct environment_options options = {.name = STR("production"),
                                              .modulepath = module_path,
                                              .nmodulepath = 1,
                                              .manifest = STR("/site.pp"),
                                              .timeout_s = timeout};
  return environment_new(&options, host);
}

/* Compiles once; `message` is the failure's message or "". */
static void run(struct world *w, struct environment *env, const struct host *host, size_t memory, char *message,
                size_t size)
{
  static const struct hash none;
  const struct observer observer = {.ctx = w,
                                    .compile_begin = on_begin,
                                    .phase_begin = on_phase,
                                    .phase_next = on_phase,
                                    .parse = on_parse,
                                    .compile_end = on_end};
  const struct compile_settings settings = {.strict = SEVERITY_WARNING,
                                            .memory_limit_bytes = memory,
                                            .time_limit_ms = w->time_limit_ms,
                                            .write_json = w->time_limit_ms > 0};
  const struct node_data node = {.name = STR("n1"),
                                 .facts = &none,
                                 .parameters = &none,
                                 .trusted = &none,
                                 .server_facts = &none,
                                 .classes = VALUE_UNDEF};
  w->parses = w->hits = 0;
  w->nphases = 0;
  struct compile_result r = compile(env, &node, &settings, host, &observer);
  snprintf(message, size, "%.*s", r.ok ? 0 : (int)r.message.n, r.ok ? "" : r.message.p);
  compile_result_free(&r);
}

static void test_phases_are_in_order(void **state)
{
  (void)state;
  struct world w = {.files = {{"/site.pp", "notify { 'x': }", 1}}, .n = 1};
  const struct host host = host_of(&w);
  struct environment *env = open_environment(&host, 0);
  char message[512];
  run(&w, env, &host, 0, message, sizeof message);
  assert_string_equal(message, "");
  assert_int_equal(w.nphases, 12);
  for (uint32_t i = 0; i < w.nphases; i++) assert_int_equal(w.phases[i], PHASE_INIT + i);
  assert_int_equal(w.begins, 1);
  assert_int_equal(w.ends, 1);
  assert_int_equal(w.failure, FAILURE_NONE);
  assert_int_equal(w.resources, 4);
  environment_free(env);
}

static void test_files_are_parsed_once_until_they_change(void **state)
{
  (void)state;
  struct world w = {
    .files = {{"/site.pp", "include a::b", 1}, {"/m/a/manifests/b.pp", "class a::b { notify { 'x': } }", 1}}, .n = 2};
  const struct host host = host_of(&w);
  struct environment *env = open_environment(&host, 0);
  char message[512];
  run(&w, env, &host, 0, message, sizeof message);
  assert_string_equal(message, "");
  assert_int_equal(w.parses, 2);
  run(&w, env, &host, 0, message, sizeof message);
  assert_int_equal(w.parses, 0);
  assert_int_equal(w.hits, 2);
  w.files[1].text = "class a::b { fail('changed') }";
  w.files[1].mtime = 2;
  run(&w, env, &host, 0, message, sizeof message);
  assert_int_equal(w.parses, 2);
  assert_non_null(strstr(message, "changed (file: /m/a/manifests/b.pp, line: 1"));
  /* A missing file that now exists is a change, too. */
  w.files[1] = (struct file){"/m/a/manifests/init.pp", "class a::b { notify { 'y': } }", 3};
  run(&w, env, &host, 0, message, sizeof message);
  assert_int_equal(w.parses, 2);
  environment_free(env);
}

static void test_an_unlimited_environment_is_not_checked_again(void **state)
{
  (void)state;
  struct world w = {.files = {{"/site.pp", "notify { 'x': }", 1}}, .n = 1};
  const struct host host = host_of(&w);
  struct environment *env = open_environment(&host, -1);
  char message[512];
  run(&w, env, &host, 0, message, sizeof message);
  w.files[0] = (struct file){"/site.pp", "fail('changed')", 2};
  run(&w, env, &host, 0, message, sizeof message);
  assert_string_equal(message, "");
  environment_free(env);
}

static void test_a_broken_file_is_read_again(void **state)
{
  (void)state;
  struct world w = {.files = {{"/site.pp", "notify {", 1}}, .n = 1};
  const struct host host = host_of(&w);
  struct environment *env = open_environment(&host, -1);
  char message[512];
  run(&w, env, &host, 0, message, sizeof message);
  assert_int_equal(w.failure, FAILURE_SYNTAX);
  assert_non_null(strstr(message, "Could not parse for environment production: Syntax error at end of input (file: "
                                  "/site.pp"));
  w.files[0] = (struct file){"/site.pp", "notify { 'x': }", 1};
  run(&w, env, &host, 0, message, sizeof message);
  assert_string_equal(message, "");
  environment_free(env);
}

static void failure_of(const char *manifest, size_t memory, enum failure_class expected, const char *part)
{
  struct world w = {.files = {{"/site.pp", manifest, 1}}, .n = 1};
  const struct host host = host_of(&w);
  struct environment *env = open_environment(&host, 0);
  char message[1024];
  run(&w, env, &host, memory, message, sizeof message);
  if (strstr(message, part) == NULL) fail_msg("expected %s, got \"%s\"", part, message);
  assert_int_equal(w.failure, expected);
  assert_int_equal(w.ends, 1);
  environment_free(env);
}

static void test_failures_have_a_class(void **state)
{
  (void)state;
  failure_of("include nowhere", 0, FAILURE_MISSING, "Could not find class ::nowhere for n1");
  failure_of("notify { 'x': } notify { 'x': }", 0, FAILURE_DUPLICATE, "Duplicate declaration: Notify[x]");
  failure_of("class a { } class a { }", 0, FAILURE_DUPLICATE, "Class 'a' is already defined");
  failure_of("fail('x')", 0, FAILURE_EVALUATION, ", x (file: /site.pp, line: 1, column: 1)");
  failure_of("node other { }", 0, FAILURE_MISSING, "Could not find node statement with name 'default' or 'n1'");
  failure_of("define d { d { \"${title}x\": } } d { 'x': }", 0, FAILURE_LIMIT, "Somehow looped more than 1000 times");
  failure_of("define d { notify { \"${title}1\": } notify { \"${title}2\": } } d { [a, b, c, d, e, f, g, h, "
             "i, j, k, l, m]: }",
             40000, FAILURE_LIMIT, "memory");
}

#define SHARED                                             \
  "type Tree = Variant[Integer, Array[Tree]] "             \
  "$x = Integer[1, 60].reduce([1]) |$m, $i| { [$m, $m] } " \
  "$y = Integer[1, 60].reduce([1]) |$m, $i| { [$m, $m] } "

/* Endless work ends soon after the limit, anywhere: calls, values, types, finding cycles, writing. */
static void test_time_is_limited(void **state)
{
  (void)state;
  static const char *const endless[] = {
    "1000000000000.each |$i| { }",
    "function f($n) { if $n > 0 { g($n - 1) g($n - 1) } } function g($n) { f($n) } f(60)",
    SHARED "$x == $y",
    SHARED "$x in [$y]",
    SHARED "$x =~ Tree",
    SHARED "$z = { $x => 1, $y => 2 }",
    SHARED "flatten($x)",
    SHARED "type($x)",
    SHARED "notice($x)",
    SHARED "notify { 'n': message => $x }",
    ("$t = Integer[1, 60].reduce(Integer) |$m, $i| { Tuple[$m, $m] } "
     "$u = Integer[1, 60].reduce(Integer) |$m, $i| { Tuple[$m, $m] } notice($t == $u)"),
  };
  for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
    struct world w = {.files = {{"/site.pp", endless[i], 1}}, .n = 1, .time_limit_ms = 20};
    const struct host host = host_of(&w);
    struct environment *env = open_environment(&host, 0);
    char message[512];
    /* On a busy machine the time ends before the manifest is evaluated; then the error has no place. */
    do {
      run(&w, env, &host, 0, message, sizeof message);
      assert_non_null(strstr(message, "The compilation takes longer than it may; see the setting compile_time_limit"));
      w.time_limit_ms *= 4;
    } while (strstr(message, " (file: /site.pp, line: 1, column: ") == NULL && w.time_limit_ms < 10000);
    assert_non_null(strstr(message, " (file: /site.pp, line: 1, column: "));
    assert_int_equal(w.failure, FAILURE_LIMIT);
    /* The next compilation has its own time. */
    w.files[0] = (struct file){"/site.pp", "notify { 'x': }", 2};
    w.time_limit_ms = 60000;
    run(&w, env, &host, 0, message, sizeof message);
    assert_string_equal(message, "");
    environment_free(env);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_phases_are_in_order),
    cmocka_unit_test(test_files_are_parsed_once_until_they_change),
    cmocka_unit_test(test_an_unlimited_environment_is_not_checked_again),
    cmocka_unit_test(test_a_broken_file_is_read_again),
    cmocka_unit_test(test_failures_have_a_class),
    cmocka_unit_test(test_time_is_limited),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
