/* Reloading: files that change, appear and vanish, with each kind of environment_timeout. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/compiler/in_memory.h"

enum { MAX_FILES = 8 };

struct world {
  struct {
    const char *path, *text;
    int64_t changed;
  } files[MAX_FILES];
  int64_t now;
  int runs;
  struct buf notices;
};

static struct world w;

static struct host_stat world_stat(void *ctx, str path)
{
  (void)ctx;
  for (int i = 0; i < MAX_FILES; i++) {
    if (w.files[i].path == NULL) continue;
    const str file = str_of(w.files[i].path);
    if (str_eq(file, path)) {
      return (struct host_stat){.kind = HOST_FILE, .size = strlen(w.files[i].text), .mtime_ns = w.files[i].changed};
    }
    if (str_starts(file, path) && file.p[path.n] == '/') return (struct host_stat){.kind = HOST_DIRECTORY};
  }
  return (struct host_stat){.kind = HOST_NOTHING};
}

static bool world_read(void *ctx, struct arena *a, str path, str *text, str *error)
{
  (void)ctx;
  (void)a;
  for (int i = 0; i < MAX_FILES; i++) {
    if (w.files[i].path == NULL || !str_eqz(path, w.files[i].path)) continue;
    *text = str_of(w.files[i].text);
    return true;
  }
  *error = STR("No such file or directory");
  return false;
}

/* The names right below a directory, each once. */
static bool world_list(void *ctx, struct arena *a, str path, str **names, uint32_t *n)
{
  (void)ctx;
  *names = arena_array(a, MAX_FILES, sizeof **names);
  *n = 0;
  for (int i = 0; i < MAX_FILES; i++) {
    const str file = w.files[i].path != NULL ? str_of(w.files[i].path) : STR_EMPTY;
    if (!str_starts(file, path) || file.n == path.n || file.p[path.n] != '/') continue;
    const str below = str_from(file, path.n + 1), name = str_sub(below, 0, str_index(below, '/', 0));
    bool known = false;
    for (uint32_t k = 0; k < *n; k++) known = known || str_eq((*names)[k], name);
    if (!known) (*names)[(*n)++] = name;
  }
  return *n > 0;
}

static int64_t world_now(void *ctx)
{
  (void)ctx;
  return w.now;
}

static bool world_run(void *ctx, struct arena *a, str command, str directory, str *out, str *error)
{
  (void)ctx;
  (void)command;
  (void)directory;
  (void)error;
  *out = arena_printf(a, "v%d", ++w.runs);
  return true;
}

static void world_log(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                      str place)
{
  (void)category;
  (void)ctx;
  (void)source;
  (void)place;
  if (level >= CLOG_NOTICE) buf_printf(&w.notices, "%s%.*s", w.notices.n > 0 ? "|" : "", STR_FMT(message));
}

static const struct host host = {.stat = world_stat,
                                 .read_file = world_read,
                                 .is_link = in_memory_link,
                                 .list_directory = world_list,
                                 .now_seconds = world_now,
                                 .random_bytes = in_memory_random,
                                 .run = world_run,
                                 .log = world_log};

static void put(int i, const char *path, const char *text)
{
  w.files[i].path = path;
  w.files[i].text = text;
  w.files[i].changed++;
}

static struct environment *make(int64_t timeout)
{
  static const str modulepath[] = {{"/m1", 3}, {"/m2", 3}};
  const struct environment_options options = {.name = STR("production"),
                                              .modulepath = modulepath,
                                              .nmodulepath = 2,
                                              .manifest = STR("/site.pp"),
                                              .config_version = STR("version"),
                                              .code = STR_EMPTY,
                                              .path = STR("/env"),
                                              .hiera_config = STR_EMPTY,
                                              .timeout_s = timeout};
  w = (struct world){.now = 1000, .notices = BUF_HEAP};
  put(0, "/site.pp", "include m");
  put(1, "/m2/m/manifests/init.pp", "class m { notice('old') }");
  return environment_new(&options, &host);
}

/* Returns the notices, or the error. */
static const char *compiled(struct environment *e)
{
  static char text[512];
  static const struct compile_settings settings = {.strict = SEVERITY_ERROR, .server_version = {"8.11.0", 6}};
  const struct node_data node = {.name = STR("n"),
                                 .facts = &hash_empty,
                                 .parameters = &hash_empty,
                                 .trusted = &hash_empty,
                                 .server_facts = &hash_empty,
                                 .classes = VALUE_UNDEF};
  buf_free(&w.notices);
  w.notices = BUF_HEAP;
  struct compile_result r = compile(e, &node, &settings, &host, NULL);
  snprintf(text, sizeof text, "%.*s", STR_FMT(r.ok ? buf_view(&w.notices) : r.message));
  compile_result_free(&r);
  return text;
}

static void done(struct environment *e)
{
  environment_free(e);
  buf_free(&w.notices);
}

static void checked_each_time(void **state)
{
  (void)state;
  struct environment *e = make(0);
  assert_string_equal(compiled(e), "old");
  const uint64_t generation = e->generation_number;
  assert_string_equal(compiled(e), "old");
  assert_int_equal(e->generation_number, generation);
  put(1, "/m2/m/manifests/init.pp", "class m { notice('new') }");
  assert_string_equal(compiled(e), "new");
  put(2, "/m1/m/manifests/init.pp", "class m { notice('nearer') }"); /* inserted before it */
  assert_string_equal(compiled(e), "nearer");
  w.files[2].path = NULL;
  assert_string_equal(compiled(e), "new");
  w.files[1].path = NULL;
  assert_non_null(strstr(compiled(e), "Could not find class ::m for n"));
  put(1, "/m2/m/manifests/init.pp", "class m { notice(env_f()) }");
  put(3, "/env/functions/env_f.pp", "function env_f() { 'of the environment' }");
  assert_string_equal(compiled(e), "of the environment");
  put(3, "/env/functions/env_f.pp", "function env_f() { 'changed' }");
  assert_string_equal(compiled(e), "changed");
  put(0, "/site.pp", "notice(1");
  assert_non_null(strstr(compiled(e), "Syntax error"));
  put(0, "/site.pp", "notice(2)");
  assert_string_equal(compiled(e), "2");
  done(e);
}

static void never_checked_again(void **state)
{
  (void)state;
  struct environment *e = make(-1);
  assert_string_equal(compiled(e), "old");
  put(1, "/m2/m/manifests/init.pp", "class m { notice('new') }");
  w.now += 1000000;
  assert_string_equal(compiled(e), "old");
  environment_refresh(e, true);
  assert_string_equal(compiled(e), "new");
  done(e);
}

/* The time counts from the last use. */
static void timeout_since_the_last_use(void **state)
{
  (void)state;
  struct environment *e = make(60);
  assert_string_equal(compiled(e), "old");
  put(1, "/m2/m/manifests/init.pp", "class m { notice('new') }");
  for (int i = 0; i < 3; i++) {
    w.now += 50;
    assert_string_equal(compiled(e), "old");
  }
  w.now += 60;
  assert_string_equal(compiled(e), "new");
  done(e);
}

/* The program is run for each compilation, unless the environment is cached. */
static void versions(void **state)
{
  (void)state;
  struct environment *e = make(0);
  compiled(e);
  compiled(e);
  assert_int_equal(w.runs, 2);
  assert_true(str_eqz(e->version_text, "v2"));
  done(e);
  e = make(-1);
  compiled(e);
  compiled(e);
  assert_int_equal(w.runs, 1);
  done(e);
}

/* With an invalid metadata.json the module does not exist, until the file is corrected. */
static void metadata(void **state)
{
  (void)state;
  struct environment *e = make(0);
  put(4, "/m2/m/metadata.json", "{");
  assert_non_null(strstr(compiled(e), "Could not find class ::m for n"));
  assert_non_null(strstr(w.notices.p, "m has an invalid and unparsable metadata.json file. The parse error: "));
  put(4, "/m2/m/metadata.json",
      "{\"name\": \"x-m\", \"source\": \"s\", \"author\": \"a\", \"version\": \"1.0.0\", \"license\": "
      "\"l\"}");
  assert_non_null(strstr(compiled(e), "Could not find class ::m for n"));
  assert_string_equal(w.notices.p, "No dependencies module metadata provided for m");
  put(4, "/m2/m/metadata.json", "{}");
  assert_string_equal(compiled(e), "old");
  done(e);
}

static const char *with_stdlib(struct environment *e, const char *version)
{
  static char metadata_text[160];
  snprintf(metadata_text, sizeof metadata_text,
           "{\"name\": \"x-stdlib\", \"source\": \"s\", \"author\": \"a\", \"version\": \"%s\", \"license\": "
           "\"l\", \"dependencies\": []}",
           version);
  put(5, "/m2/stdlib/metadata.json", metadata_text);
  environment_refresh(e, true);
  return compiled(e);
}

/* Native functions of modules exist if the module has a file of that name, and behave like its version. */
static void native_functions_by_version(void **state)
{
  (void)state;
  struct environment *e = make(0);
  put(0, "/site.pp", "\n  deprecation('key', 'text', false)");
  assert_non_null(strstr(compiled(e), "Unknown function: 'deprecation'"));
  put(4, "/m2/stdlib/lib/puppet/functions/deprecation.rb", "#\n#\n  Puppet.deprecation_warning(x)\n");
  assert_non_null(strstr(with_stdlib(e, "8.5.0"), "'deprecation' expects 2 arguments, got 3"));
  assert_non_null(strstr(with_stdlib(e, "9.1.99"), "'deprecation' expects 2 arguments, got 3"));
  static const char warned[] = "text at [\"/site.pp\", 2]:[\"/site.pp\", 0]\n"
                               "   (location: /m2/stdlib/lib/puppet/functions/deprecation.rb:3:in `deprecation')";
  assert_string_equal(with_stdlib(e, "9.2.0"), warned);
  assert_string_equal(with_stdlib(e, "10.0.0"), warned);
  assert_non_null(strstr(with_stdlib(e, "4.13.0"), "'deprecation' expects 2 arguments, got 3"));
  assert_null(strstr(with_stdlib(e, "4.12.0"), "'deprecation' expects")); /* the module's own Ruby code */
  done(e);
}

/* The places of calls are those of the current evaluation, even after one was left early. */
static void places_of_calls(void **state)
{
  (void)state;
  struct environment *e = make(0);
  put(4, "/m2/stdlib/lib/puppet/functions/deprecation.rb", "");
  put(0, "/site.pp",
      "[1, 2].each |$x| {\n  if $x == 1 { next() }\n  deprecation('c', 't', false)\n}\n"
      "[1].each |$x| {\n  deprecation('a', 't', false)\n}\n"
      "deprecation('b', 't', false)\n");
  assert_string_equal(with_stdlib(e, "9.2.0"),
                      "t at [\"/site.pp\", 3]:[\"/site.pp\", 1]|t at [\"/site.pp\", 6]:[\"/site.pp\", 5]|"
                      "t at [\"/site.pp\", 8]:[\"/site.pp\", 0]");
  done(e);
}

static uint32_t begun_with_ruby(const struct erb_file *file)
{
  uint32_t n = 0;
  while (environment_erb_begins_with_ruby(file)) n++;
  return n;
}

/* Templates that require Ruby: an increasing number of the next renderings use Ruby directly, until a native one
 * succeeds. */
static void templates_left_to_ruby(void **state)
{
  (void)state;
  struct environment *e = make(0);
  struct erb_history history = {.reason = STR_EMPTY};
  const struct erb_file file = {.history = &history}, not_kept = {.history = NULL};
  assert_int_equal(begun_with_ruby(&file), 0);
  for (uint32_t skipped = 1; skipped <= 63; skipped = skipped * 2 + 1) {
    environment_erb_left(e, &file, 7, STR("format"));
    assert_int_equal(begun_with_ruby(&file), skipped);
  }
  environment_erb_left(e, &file, 7, STR("format"));
  assert_int_equal(begun_with_ruby(&file), 63);
  assert_int_equal(history.line, 7);
  assert_true(str_eqz(history.reason, "format"));
  environment_erb_rendered(&file);
  assert_int_equal(begun_with_ruby(&file), 0);
  environment_erb_left(e, &file, 8, STR("minmax"));
  assert_int_equal(begun_with_ruby(&file), 1);
  environment_erb_left(e, &not_kept, 8, STR("minmax"));
  assert_int_equal(begun_with_ruby(&not_kept), 0);
  done(e);
}

/* --- reading in advance --- */

/* A site in the environment's own directory, which is read in advance. */
static struct environment *make_ahead(int64_t timeout)
{
  static const str modulepath[] = {{"/env/modules", 12}};
  const struct environment_options options = {.name = STR("production"),
                                              .modulepath = modulepath,
                                              .nmodulepath = 1,
                                              .manifest = STR("/site.pp"),
                                              .config_version = STR_EMPTY,
                                              .code = STR_EMPTY,
                                              .path = STR("/env"),
                                              .hiera_config = STR_EMPTY,
                                              .timeout_s = timeout};
  static const struct compile_settings settings = {.strict = SEVERITY_ERROR, .server_version = {"8.11.0", 6}};
  w = (struct world){.now = 1000, .notices = BUF_HEAP};
  put(0, "/site.pp", "include m");
  put(1, "/env/modules/m/manifests/init.pp",
      "class m(M::T $a = lookup('key')) { notice(m::f($a), epp('m/t.epp'), String(1)) notice(Class['m']) }");
  put(2, "/env/modules/m/functions/f.pp", "function m::f($x) >> String[1] { \"<${x}>\" }");
  put(3, "/env/modules/m/types/t.pp", "type M::T = String[1]");
  put(4, "/env/modules/m/templates/t.epp", "text");
  put(5, "/env/hiera.yaml",
      "version: 5\nhierarchy:\n- {name: a, path: common.yaml}\n- {name: b, path: 'nodes/%{name}.yaml'}\n");
  put(6, "/env/data/common.yaml", "key: value\n");
  struct environment *e = environment_new(&options, &host);
  compile_preload(e, &settings, &host, 60000);
  return e;
}

static const struct environment_file *file_of(const struct environment *e, int i)
{
  return strmap_get(&e->files.by_path, str_of(w.files[i].path));
}

static void reads_in_advance(void **state)
{
  (void)state;
  struct environment *e = make_ahead(0);
  for (int i = 1; i <= 4; i++) {
    const struct environment_file *f = file_of(e, i);
    assert_true(f->ahead && f->parsed);
    assert_non_null(f->program->source->lines);
    assert_non_null(f->program->source->quoted.p);
  }
  assert_non_null(e->lookup_store);
  assert_non_null(file_of(e, 6));
  assert_false(e->broken);
  assert_null(strmap_get(&e->files.by_path, STR("/env/data/nodes/.yaml")));
  const uint64_t generation = e->generation_number;
  const char *const expected = "<value> text 1|Class[m]";
  assert_string_equal(compiled(e), expected);
  assert_int_equal(e->generation_number, generation);
  for (int i = 1; i <= 4; i++) assert_false(file_of(e, i)->ahead);
  assert_string_equal(compiled(e), expected);
  put(6, "/env/data/common.yaml", "key: other\n");
  assert_string_equal(compiled(e), "<other> text 1|Class[m]");
  done(e);
}

/* A file that has changed since then is read again when it is used; nothing is read again with an unlimited timeout. */
static void changes_after_reading_in_advance(void **state)
{
  (void)state;
  for (int unlimited = 0; unlimited < 2; unlimited++) {
    struct environment *e = make_ahead(unlimited ? -1 : 0);
    const uint64_t generation = e->generation_number;
    put(2, "/env/modules/m/functions/f.pp", "function m::f($x) { 'new' }");
    put(4, "/env/modules/m/templates/t.epp", "other");
    assert_string_equal(compiled(e), unlimited ? "<value> text 1|Class[m]" : "new other 1|Class[m]");
    assert_int_equal(e->generation_number, generation);
    w.files[4].path = NULL;
    if (unlimited) assert_string_equal(compiled(e), "<value> text 1|Class[m]");
    else assert_non_null(strstr(compiled(e), "Could not find template 'm/t.epp'"));
    done(e);
  }
}

static void errors_are_those_of_the_use(void **state)
{
  (void)state;
  struct environment *e = make_ahead(0);
  done(e);
  e = make_ahead(0);
  put(7, "/env/modules/m/manifests/unused.pp", "class m::unused {");
  environment_refresh(e, true);
  static const struct compile_settings settings = {.strict = SEVERITY_ERROR, .server_version = {"8.11.0", 6}};
  put(4, "/env/modules/m/templates/t.epp", "<% if %>");
  put(6, "/env/data/common.yaml", "key: [\n");
  compile_preload(e, &settings, &host, 60000);
  assert_false(e->broken);
  assert_non_null(strstr(compiled(e), "Unable to parse (/env/data/common.yaml)"));
  put(6, "/env/data/common.yaml", "key: value\n");
  assert_non_null(strstr(compiled(e), "Syntax error"));
  put(4, "/env/modules/m/templates/t.epp", "good");
  assert_string_equal(compiled(e), "<value> good 1|Class[m]");
  done(e);
}

/* A function of a main manifest hides one of Puppet with the same name, also where calls were resolved in advance. */
static void hidden_functions(void **state)
{
  (void)state;
  struct environment *e = make_ahead(0);
  static const struct compile_settings settings = {.strict = SEVERITY_ERROR, .server_version = {"8.11.0", 6}};
  put(0, "/site.pp", "function upcase($x) { 'own' } include m");
  put(1, "/env/modules/m/manifests/init.pp", "class m { notice(upcase('a'), 'a'.upcase, downcase('A')) }");
  environment_refresh(e, true);
  compile_preload(e, &settings, &host, 60000);
  assert_string_equal(compiled(e), "own own a");
  done(e);
}

/* /env2 is the directory of another environment. */
static void own_modules(void **state)
{
  (void)state;
  static const str modulepath[] = {{"/env2/modules", 13}, {"/env/modules", 12}, {"/m2", 3}};
  const struct environment_options options = {
    .name = STR("production"), .modulepath = modulepath, .nmodulepath = 3, .path = STR("/env")};
  w = (struct world){.now = 1000, .notices = BUF_HEAP};
  put(0, "/env2/modules/other/manifests/init.pp", "");
  put(1, "/env/modules/own/manifests/init.pp", "");
  put(2, "/m2/shared/manifests/init.pp", "");
  struct environment *e = environment_new(&options, &host);
  struct module_walk walk = {.e = e, .arena = e->arena};
  assert_true(environment_next_own_module(&walk));
  assert_true(str_eqz(walk.directory, "/env/modules/own"));
  assert_false(environment_next_own_module(&walk));
  done(e);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(checked_each_time),
    cmocka_unit_test(never_checked_again),
    cmocka_unit_test(timeout_since_the_last_use),
    cmocka_unit_test(versions),
    cmocka_unit_test(metadata),
    cmocka_unit_test(native_functions_by_version),
    cmocka_unit_test(places_of_calls),
    cmocka_unit_test(templates_left_to_ruby),
    cmocka_unit_test(reads_in_advance),
    cmocka_unit_test(changes_after_reading_in_advance),
    cmocka_unit_test(errors_are_those_of_the_use),
    cmocka_unit_test(hidden_functions),
    cmocka_unit_test(own_modules),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
