/* The order of termini, and caching. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "indirector/internal.h"
#include "indirector/node.h"

static struct arena *arena;
static struct settings *settings;
static struct host host;
static struct buf said;
static char directory[] = "/tmp/ficelle-indirector-XXXXXX";
static str error;

static void take_log(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                     str place)
{
  (void)category;
  (void)ctx;
  (void)source;
  (void)place;
  if (level >= CLOG_WARNING) buf_printf(&said, "%.*s\n", STR_FMT(message));
}

static const struct hash *host_facts(void *ctx, struct arena *a)
{
  struct hash *h = hash_new(a, 2);
  hash_put_str(h, a, STR("asked"), value_int(++*(int *)ctx));
  return h;
}

static int asked;

static void set(enum setting_id id, const char *text)
{
  struct buf why = BUF_IN(arena);
  assert_true(settings_set(settings, id, str_of(text), &why));
}

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  settings = settings_new();
  host = host_real(take_log, NULL);
  said = BUF_HEAP;
  asked = 0;
  settings_set_mode(settings, SETTINGS_SERVER);
  set(SETTING_vardir, arena_printf(arena, "%s/var", directory).p);
  set(SETTING_confdir, arena_printf(arena, "%s/conf", directory).p);
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  char command[64];
  settings_free(settings);
  arena_free(arena);
  buf_free(&said);
  snprintf(command, sizeof command, "rm -rf %s/*", directory);
  return system(command);
}

static struct indirector *make(void)
{
  const struct ind_hooks hooks = {.ctx = &asked, .host_facts = host_facts};
  struct indirector *in = indirector_new(arena, settings, &host, &hooks, "server", &error);
  if (in == NULL) fail_msg("%.*s", STR_FMT(error));
  return in;
}

static struct ind_request request(struct indirector *in, enum indirection what, const char *key)
{
  return (struct ind_request){
    .in = in, .arena = arena, .indirection = what, .key = str_of(key), .environment = STR("production")};
}

static void routes(const char *text)
{
  assert_true(file_replace(arena, arena_printf(arena, "%s/conf/routes.yaml", directory), str_of(text), 0600, &error));
}

static int64_t fact(struct indirector *in)
{
  struct ind_request r = request(in, IND_FACTS, "n");
  assert_int_equal(indirector_find(&r), IND_OK);
  return value_member(value_member(r.result.data, "values"), "asked").integer;
}

/* The terminus is called once; then the cache answers, until its entry is too old. */
static void the_cache_first(void **state)
{
  (void)state;
  routes("server: {facts: {terminus: facter, cache: yaml}}");
  struct indirector *in = make();
  assert_int_equal(fact(in), 1);
  assert_int_equal(fact(in), 1);
  struct ind_request r = request(in, IND_FACTS, "n");
  r.ignore_cache = true;
  assert_int_equal(indirector_find(&r), IND_OK);
  assert_int_equal(asked, 2);
  r = request(in, IND_FACTS, "other");
  r.ignore_terminus = true;
  assert_int_equal(indirector_find(&r), IND_NOTHING);
  set(SETTING_runinterval, "0");
  r = request(in, IND_FACTS, "n");
  r.ignore_cache = true;
  assert_int_equal(indirector_find(&r), IND_OK);
  struct timespec second = {.tv_sec = 1, .tv_nsec = 50000000};
  nanosleep(&second, NULL);
  assert_int_equal(fact(in), 4);
  indirector_free(in);
}

static void a_broken_cache(void **state)
{
  (void)state;
  routes("server: {facts: {terminus: facter, cache: yaml}}");
  struct indirector *in = make();
  assert_true(
    file_replace(arena, arena_printf(arena, "%s/var/yaml/facts/n.yaml", directory), STR("- a"), 0600, &error));
  assert_int_equal(fact(in), 1);
  assert_string_equal(said.p, "Cached facts for n failed: Could not parse YAML data for facts n: it is not a hash\n");
  indirector_free(in);
}

static void invalid_routes(void **state)
{
  (void)state;
  static const struct {
    const char *text, *why;
  } table[] = {
    {"[]", "it is not a hash"},
    {"master: {}", "the application 'master' is called 'server'"},
    {"server: 1", "the routes of an application are not a hash"},
    {"server: {nosuch: {terminus: yaml}}", "Indirection nosuch does not exist"},
    {"server: {facts: yaml}", "the routes of an indirection are not a hash"},
    {"server: {facts: {terminus: nosuch}}", "Could not find terminus nosuch for indirection facts"},
    {"server: {facts: {cache: [a]}}", "the name of a terminus is not a string"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    routes(table[i].text);
    assert_null(indirector_new(arena, settings, &host, NULL, "server", &error));
    assert_true(str_ends(error, str_of(table[i].why)));
  }
  routes("agent: {facts: {terminus: nosuch}}");
  indirector_free(make());
}

static void memory_and_search(void **state)
{
  (void)state;
  struct indirector *in = make();
  assert_true(indirector_set_terminus(in, IND_FACTS, STR("memory"), &error));
  assert_false(indirector_set_terminus(in, IND_FACTS, STR("exec"), &error));
  const struct ind_object o = facts_object(arena, STR("web1"), &hash_empty);
  struct ind_request r = request(in, IND_FACTS, "web1");
  assert_int_equal(indirector_find(&r), IND_NOTHING);
  r.instance = &o;
  assert_int_equal(indirector_save(&r), IND_OK);
  assert_int_equal(indirector_find(&r), IND_OK);
  r = request(in, IND_FACTS, "web");
  assert_int_equal(indirector_search(&r), IND_OK);
  assert_int_equal(r.results.n, 1);
  r = request(in, IND_FACTS, "web1");
  assert_int_equal(indirector_destroy(&r), IND_OK);
  assert_int_equal(indirector_destroy(&r), IND_FAILED);
  assert_string_equal(r.error.p, "Could not find web1 to destroy");
  assert_true(indirector_set_terminus(in, IND_FACTS, STR("json"), &error));
  for (int i = 0; i < 3; i++) {
    r = request(in, IND_FACTS, arena_printf(arena, "web%d", i).p);
    r.instance = &o;
    assert_int_equal(indirector_save(&r), IND_OK);
  }
  r = request(in, IND_FACTS, "web[12]");
  assert_int_equal(indirector_search(&r), IND_OK);
  assert_int_equal(r.results.n, 2);
  indirector_free(in);
}

/* A request that goes on while the file is written: who reads it waits, and the error comes in the end. */
static void a_save_that_goes_on(void **state)
{
  (void)state;
  struct indirector *in = make();
  assert_true(indirector_set_terminus(in, IND_FACTS, STR("json"), &error));
  const struct ind_object o = facts_object(arena, STR("web1"), &hash_empty);
  for (int i = 0; i < 100; i++) {
    struct hash *values = hash_new(arena, 1);
    hash_put_str(values, arena, STR("round"), value_int(i));
    const struct ind_object saved = facts_object(arena, STR("web1"), values);
    struct ind_request r = request(in, IND_FACTS, "web1");
    r.instance = &saved;
    r.go_on = true;
    assert_int_equal(indirector_save(&r), IND_OK);
    assert_int_equal(indirector_find(&r), IND_OK);
    assert_int_equal(value_member(value_member(r.result.data, "values"), "round").integer, i);
    assert_true(ind_write_end(arena, &error));
  }
  assert_true(ind_write_end(arena, &error)); /* nothing to wait for */
  set(SETTING_vardir, arena_printf(arena, "%s/conf/routes.yaml", directory).p);
  routes("{}");
  struct ind_request r = request(in, IND_FACTS, "web1");
  r.instance = &o;
  assert_int_equal(indirector_save(&r), IND_FAILED);
  const str at_once = r.error;
  r.go_on = true;
  assert_int_equal(indirector_save(&r), IND_OK);
  ind_write_wait();
  assert_false(ind_write_end(arena, &error));
  assert_string_equal(error.p, at_once.p);
  indirector_free(in);
}

static void reports(void **state)
{
  (void)state;
  struct indirector *in = make();
  struct hash *h = hash_new(arena, 2);
  hash_put_str(h, arena, STR("host"), value_str(STR("n1")));
  struct ind_object o = {.data = value_hash(h)};
  struct ind_request r = request(in, IND_REPORT, "n1");
  r.instance = &o;
  /* tests/server/reports runs processors of modules. */
  set(SETTING_reports, "store,nosuch");
  const str path = arena_str(arena, str_of(getenv("PATH")));
  setenv("PATH", "/nowhere", 1);
  assert_int_equal(indirector_save(&r), IND_OK);
  setenv("PATH", path.p, 1);
  assert_string_equal(said.p,
                      "Report processor failed: not supported: the program 'ficelle', which runs 'nosuch', is not "
                      "installed\n");
  str *names;
  uint32_t n;
  assert_true(host.list_directory(NULL, arena, arena_printf(arena, "%s/var/reports/n1", directory), &names, &n));
  assert_int_equal(n, 1);
  assert_int_equal(names[0].n, 17);
  assert_int_equal(indirector_destroy(&r), IND_OK);
  assert_int_equal(indirector_destroy(&r), IND_NOTHING);
  r.key = STR("../x");
  assert_int_equal(indirector_destroy(&r), IND_FAILED);
  indirector_free(in);
}

static void put_file(const char *name, const char *text)
{
  assert_true(file_replace(arena, arena_printf(arena, "%s/%s", directory, name), str_of(text), 0640, &error));
}

/* The modules mount, an absolute path, rejected requests. */
static void files(void **state)
{
  (void)state;
  set(SETTING_codedir, arena_printf(arena, "%s/code", directory).p);
  put_file("code/environments/production/modules/m/files/a.txt", "hello");
  put_file("code/environments/production/modules/m/files/sub/b.txt", "");
  struct indirector *in = make();
  struct ind_request r = request(in, IND_FILE_CONTENT, "puppet:///modules/m/a.txt");
  assert_int_equal(indirector_find(&r), IND_OK);
  assert_true(str_eqz(r.result.bytes, "hello"));
  r = request(in, IND_FILE_METADATA, "modules/m/a.txt");
  r.use_permissions = true;
  assert_int_equal(indirector_find(&r), IND_OK);
  assert_int_equal(value_member(r.result.data, "mode").integer, 0640);
  assert_true(str_eqz(value_text(value_member(value_member(r.result.data, "checksum"), "value")),
                      "{sha256}2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"));
  r = request(in, IND_FILE_METADATA, "modules/m");
  r.recurse = true;
  assert_int_equal(indirector_search(&r), IND_OK);
  static const char *const paths[] = {".", "a.txt", "sub", "sub/b.txt"};
  assert_int_equal(r.results.n, 4);
  for (uint32_t i = 0; i < 4; i++) {
    const struct ind_object *o = r.results.items[i];
    assert_true(str_eqz(value_text(value_member(o->data, "relative_path")), paths[i]));
  }
  r = request(in, IND_FILE_CONTENT, arena_printf(arena, "%s/code/nosuch", directory).p);
  assert_int_equal(indirector_find(&r), IND_NOTHING);
  r = request(in, IND_FILE_CONTENT, "modules/nosuch/a.txt");
  assert_int_equal(indirector_find(&r), IND_NOTHING);
  static const struct {
    const char *key, *why;
  } refused[] = {
    {"modules/m/../../../x", "Cannot find file: Invalid relative path 'm/../../../x'"},
    {"modules/", "No module specified"},
    {"plug ins/x", "Cannot find file: Invalid mount 'plug ins'"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    r = request(in, IND_FILE_CONTENT, refused[i].key);
    assert_int_equal(indirector_find(&r), IND_FAILED);
    assert_string_equal(r.error.p, refused[i].why);
  }
  indirector_free(in);
}

static void programs(void **state)
{
  (void)state;
  const str slow[] = {STR("/bin/sleep"), STR("30")}, loud[] = {STR("/bin/cat"), STR("/dev/zero")};
  const str fine[] = {STR("/bin/echo"), STR("a b"), STR("$c")};
  str out;
  assert_true(program_run(arena, fine, 3, 5, STR_EMPTY, &out, &error));
  assert_true(str_eqz(out, "a b $c\n"));
  assert_false(program_run(arena, slow, 2, 1, STR_EMPTY, &out, &error));
  assert_string_equal(error.p, "Execution of '/bin/sleep 30' failed: it did not end in time");
  assert_false(program_run(arena, loud, 2, 60, STR_EMPTY, &out, &error));
  assert_string_equal(error.p, "Execution of '/bin/cat /dev/zero' failed: it printed more than 16 MiB");
}

static void times(void **state)
{
  (void)state;
  assert_true(time_has_passed(&host, time_text(arena, -3)));
  assert_false(time_has_passed(&host, time_text(arena, 60)));
  assert_true(time_has_passed(&host, STR("2020-01-01 00:00:00 +02:00")));
  assert_false(time_has_passed(&host, STR("soon")));
  assert_int_equal(time_text(arena, 0).n, 35);
}

static void names(void **state)
{
  (void)state;
  static const char *const bad[] = {"..", "../a", "a/b", "a\\b", "c:x"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(name_is_safe(str_of(bad[i])));
  assert_false(name_is_safe(str_n("a\0b", 3)));
  assert_true(name_is_safe(STR("a..b")));
  assert_true(name_is_safe(STR("web1.example.com")));
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
  const struct CMUnitTest tests[] = {
    CASE(the_cache_first),
    CASE(a_broken_cache),
    CASE(invalid_routes),
    CASE(memory_and_search),
    CASE(a_save_that_goes_on),
    CASE(reports),
    CASE(files),
    CASE(programs),
    CASE(times),
    CASE(names),
  };
  if (mkdtemp(directory) == NULL) return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rmdir(directory);
  return failed;
}
