/* Two environments whose modules have the same names: their Ruby code does not leak, and changes are detected. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "compiler/compile.h"
#include "compiler/environment/environment.h"
#include "compiler/ruby/ruby.h"
#include "tests/unit/compiler/ruby_test.h"

struct world {
  char root[64], logged[256];
  struct arena *arena;
  struct host host;
  struct environment *environments[2];
};

static void keep_log(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                     str place)
{
  (void)category;
  struct world *w = ctx;
  (void)source;
  (void)place;
  if (level == CLOG_NOTICE) snprintf(w->logged, sizeof w->logged, "%.*s", STR_FMT(message));
}

static void write_file(struct world *w, const char *path, const char *format, const char *word)
{
  char full[256], command[512];
  snprintf(full, sizeof full, "%s/%s", w->root, path);
  snprintf(command, sizeof command, "mkdir -p \"$(dirname '%s')\"", full);
  assert_int_equal(system(command), 0);
  FILE *f = fopen(full, "w");
  assert_non_null(f);
  fprintf(f, format, word);
  fclose(f);
}

#define HELPER "module PuppetX\n module Thing\n  WORD = '%s'\n end\nend\n"
#define NEW_FUNCTION                                                                              \
  "require 'puppet_x/thing'\nPuppet::Functions.create_function(:'m::f') do\n def f\n  \"%s \" + " \
  "PuppetX::Thing::WORD\n end\nend\n"
#define OLD_FUNCTION "Puppet::Parser::Functions.newfunction(:m_old, :type => :rvalue) { |a| \"old %s\" }\n"

static void write_module(struct world *w, const char *environment, const char *word)
{
  char path[128];
  snprintf(path, sizeof path, "%s/m/lib/puppet_x/thing.rb", environment);
  write_file(w, path, HELPER, word);
  snprintf(path, sizeof path, "%s/m/lib/puppet/functions/m/f.rb", environment);
  write_file(w, path, NEW_FUNCTION, word);
  snprintf(path, sizeof path, "%s/m/lib/puppet/parser/functions/m_old.rb", environment);
  write_file(w, path, OLD_FUNCTION, word);
}

static struct environment *environment_with(struct world *w, int i, str code)
{
  str *modulepath = ARENA_NEW(w->arena, str);
  *modulepath = arena_printf(w->arena, "%s/%c", w->root, 'a' + i);
  const struct environment_options o = {
    .name = i == 0 ? STR("a") : STR("b"), .modulepath = modulepath, .nmodulepath = 1, .has_code = true, .code = code};
  return environment_new(&o, &w->host);
}

static int begin(void **state)
{
  ruby_find_plugin();
  struct world *w = calloc(1, sizeof *w);
  strcpy(w->root, "/tmp/worlds-XXXXXX");
  assert_non_null(mkdtemp(w->root));
  w->arena = arena_new();
  w->host = host_real(keep_log, w);
  for (int i = 0; i < 2; i++) w->environments[i] = environment_with(w, i, STR("notice(\"${m::f()} ${m_old()}\")"));
  *state = w;
  return 0;
}

static int end(void **state)
{
  struct world *w = *state;
  char command[128];
  for (int i = 0; i < 2; i++) environment_free(w->environments[i]);
  arena_free(w->arena);
  snprintf(command, sizeof command, "rm -rf '%s'", w->root);
  assert_int_equal(system(command), 0);
  free(w);
  return 0;
}

static const char *compile_in(struct world *w, int i)
{
  static const struct compile_settings settings = {.strict = SEVERITY_ERROR, .ruby_time_limit_ms = 10000};
  const struct node_data node = {.name = STR("n"),
                                 .facts = &hash_empty,
                                 .parameters = &hash_empty,
                                 .trusted = &hash_empty,
                                 .server_facts = &hash_empty};
  w->logged[0] = '\0';
  struct compile_result r = compile(w->environments[i], &node, &settings, &w->host, NULL);
  if (!r.ok) snprintf(w->logged, sizeof w->logged, "%.*s", STR_FMT(r.message));
  compile_result_free(&r);
  return w->logged;
}

static void environments_do_not_leak(void **state)
{
  struct world *w = *state;
  if (!ruby_installed()) skip();
  write_module(w, "a", "one");
  write_module(w, "b", "two");
  for (int i = 0; i < 3; i++) {
    assert_string_equal(compile_in(w, 0), "one one old one");
    assert_string_equal(compile_in(w, 1), "two two old two");
    assert_string_equal(compile_in(w, 1), "two two old two");
  }
}

static void changed_files_are_read_again(void **state)
{
  struct world *w = *state;
  if (!ruby_installed()) skip();
  write_module(w, "a", "one");
  write_module(w, "b", "two");
  assert_string_equal(compile_in(w, 0), "one one old one");
  write_file(w, "a/m/lib/puppet_x/thing.rb", HELPER, "other");
  assert_string_equal(compile_in(w, 0), "one other old one");
  assert_string_equal(compile_in(w, 1), "two two old two");
  write_file(w, "a/m/lib/puppet/parser/functions/m_old.rb", OLD_FUNCTION, "changed");
  assert_string_equal(compile_in(w, 0), "one other old changed");
  write_file(w, "a/m/lib/puppet/functions/m/f.rb", "%s", "syntax error here (");
  assert_non_null(strstr(compile_in(w, 0), "does not seem to be a Puppet 4x API function"));
  write_file(w, "a/m/lib/puppet/functions/m/f.rb", NEW_FUNCTION, "again");
  assert_string_equal(compile_in(w, 0), "again other old changed");
}

#define PATCH                                                                                     \
  "require 'date'\nclass Date\n alias plain_to_s to_s\n def to_s\n  \"%s #{plain_to_s}\"\n end\n" \
  " class << self\n  alias plain_today today\n  def today\n   plain_today && 'now'\n  end\n end\nend\n"
#define PATCHED_FUNCTION                                                                \
  "require 'puppet_x/thing'\nPuppet::Functions.create_function(:'m::f') do\n def f\n  " \
  "\"%s #{Date.today} #{Date.new(2020, 1, 2)}\"\n end\nend\n"

/* Files that change a class of Ruby's own library, each on top of the original one. */
static void patches_do_not_leak(void **state)
{
  struct world *w = *state;
  if (!ruby_installed()) skip();
  for (int i = 0; i < 2; i++) {
    const char *word = i == 0 ? "one" : "two";
    char path[128];
    write_module(w, i == 0 ? "a" : "b", word);
    snprintf(path, sizeof path, "%c/m/lib/puppet/functions/m/f.rb", 'a' + i);
    write_file(w, path, PATCHED_FUNCTION, word);
    snprintf(path, sizeof path, "%c/m/lib/puppet_x/thing.rb", 'a' + i);
    write_file(w, path, PATCH, word);
  }
  for (int i = 0; i < 2; i++) {
    assert_string_equal(compile_in(w, 0), "one now one 2020-01-02 old one");
    assert_string_equal(compile_in(w, 1), "two now two 2020-01-02 old two");
  }
  write_file(w, "a/m/lib/puppet_x/thing.rb", PATCH, "other");
  assert_string_equal(compile_in(w, 0), "one now other 2020-01-02 old one");
  assert_string_equal(compile_in(w, 1), "two now two 2020-01-02 old two");
}

#define RELATIVE_FUNCTION                                                 \
  "require 'puppet_x/base'\nrequire_relative '../../../puppet_x/thing'\n" \
  "Puppet::Functions.create_function(:'m::f') do\n def f\n  \"%s \" + PuppetX::Thing::WORD\n end\nend\n"

/* Modules that are links; Ruby identifies a file by the target of the link. */
static void linked_modules_do_not_leak(void **state)
{
  struct world *w = *state;
  if (!ruby_installed()) skip();
  for (int i = 0; i < 2; i++) {
    const char name[] = {'a' + (char)i, '\0'}, *word = i == 0 ? "one" : "two";
    char path[128], module[16];
    snprintf(module, sizeof module, "linked_%s", name);
    write_module(w, module, word);
    snprintf(path, sizeof path, "%s/m/lib/puppet/functions/m/f.rb", module);
    write_file(w, path, RELATIVE_FUNCTION, word);
    snprintf(path, sizeof path, "%s/m/lib/puppet_x/base.rb", module);
    write_file(w, path, "%s", "module PuppetX\nend\n");
    snprintf(path, sizeof path, "%s/%s", w->root, name);
    assert_int_equal(symlink(module, path), 0);
  }
  for (int i = 0; i < 2; i++) {
    assert_string_equal(compile_in(w, 0), "one one old one");
    assert_string_equal(compile_in(w, 1), "two two old two");
  }
}

#define DATA_TYPE                                                                                              \
  "Puppet::DataTypes.create_type('M::T') do\n interface 'attributes => { a => Integer }, functions => { f => " \
  "Callable[[], String] }'\n load_file 'puppet_x/thing'\n implementation do\n  def f\n   \"%s #{@a} \" + "     \
  "PuppetX::Thing::WORD\n  end\n end\nend\n"

/* Data types belong to their environment, and follow their files: the type's own, one it loads, one that hides an
 * alias. */
static void data_types_belong_to_environments(void **state)
{
  struct world *w = *state;
  if (!ruby_installed()) skip();
  for (int i = 0; i < 2; i++) {
    environment_free(w->environments[i]);
    w->environments[i] = environment_with(w, i, STR("$t = M::T(7) notice(\"${t.f} ${$t == M::T(7)}\")"));
  }
  write_module(w, "a", "one");
  write_module(w, "b", "two");
  write_file(w, "a/m/lib/puppet/datatypes/m/t.rb", DATA_TYPE, "A");
  write_file(w, "b/m/lib/puppet/datatypes/m/t.rb", DATA_TYPE, "B");
  for (int i = 0; i < 3; i++) {
    assert_string_equal(compile_in(w, 0), "A 7 one true");
    assert_string_equal(compile_in(w, 1), "B 7 two true");
    assert_string_equal(compile_in(w, 1), "B 7 two true");
  }
  write_file(w, "a/m/lib/puppet/datatypes/m/t.rb", DATA_TYPE, "changed");
  assert_string_equal(compile_in(w, 0), "changed 7 one true");
  write_file(w, "a/m/lib/puppet_x/thing.rb", HELPER, "other");
  assert_string_equal(compile_in(w, 0), "changed 7 other true");
  write_file(w, "a/m/lib/puppet/datatypes/m/t.rb", "%s", "nothing");
  assert_non_null(strstr(compile_in(w, 0), "does not seem to be a Puppet 5x API data type"));
  write_file(w, "a/m/lib/puppet/datatypes/m/t.rb", DATA_TYPE, "again");
  assert_string_equal(compile_in(w, 0), "again 7 other true");
  assert_string_equal(compile_in(w, 1), "B 7 two true");
}

static void data_types_come_and_go(void **state)
{
  struct world *w = *state;
  if (!ruby_installed()) skip();
  environment_free(w->environments[0]);
  w->environments[0] = environment_with(w, 0, STR("notice(M::T(7))"));
  write_module(w, "a", "one");
  assert_non_null(strstr(compile_in(w, 0), "M::T"));
  write_file(w, "a/m/types/t.pp", "type M::T = Integer[%s]", "1");
  assert_string_equal(compile_in(w, 0), "7");
  write_file(w, "a/m/lib/puppet/datatypes/m/t.rb", DATA_TYPE, "A");
  assert_string_equal(compile_in(w, 0), "M::T({'a' => 7})");
  char path[128];
  snprintf(path, sizeof path, "%s/a/m/lib/puppet/datatypes/m/t.rb", w->root);
  assert_int_equal(unlink(path), 0);
  assert_string_equal(compile_in(w, 0), "7");
}

/* A type that any module may define, under any name. */
static void data_types_are_found_in_all_modules(void **state)
{
  static const char global_type[] =
    "Puppet::DataTypes.create_type('Gt') do\n interface 'attributes => { %s => Any }'\nend\n";
  struct world *w = *state;
  if (!ruby_installed()) skip();
  environment_free(w->environments[0]);
  w->environments[0] = environment_with(w, 0, STR("notice(Gt(7), Gt =~ Type[Object])"));
  write_file(w, "a/m/lib/puppet/datatypes/gt.rb", global_type, "x");
  for (int i = 0; i < 3; i++) assert_string_equal(compile_in(w, 0), "Gt({'x' => 7}) true");
  write_file(w, "a/m/lib/puppet/datatypes/gt.rb", global_type, "other");
  for (int i = 0; i < 3; i++) assert_string_equal(compile_in(w, 0), "Gt({'other' => 7}) true");
}

static long resident_kib(void)
{
  long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  assert_int_equal(fscanf(f, "%*d %ld", &pages), 1);
  fclose(f);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* With RUBY_WORLDS_COMPILES=1000 compares 1,000 with 10,000 compilations. */
static void memory_stays(void **state)
{
  struct world *w = *state;
#ifdef __SANITIZE_ADDRESS__
  skip(); /* freed memory is kept for some time */
#endif
  if (!ruby_installed()) skip();
  write_module(w, "a", "one");
  write_module(w, "b", "two");
  const char *given = getenv("RUBY_WORLDS_COMPILES");
  const int n = given != NULL ? atoi(given) : 200;
  for (int i = 0; i < n; i++) compile_in(w, 0);
  const long before = resident_kib();
  for (int i = 0; i < 9 * n; i++) assert_string_equal(compile_in(w, 0), "one one old one");
  const long after = resident_kib();
  if (after > before + before / 20)
    fail_msg("%ld KiB after %d compilations, %ld KiB after %d", before, n, after, 10 * n);
}

int main(void)
{
  setenv("RUBY_GC_HEAP_INIT_SLOTS", "30000", 0); /* a heap that the first compilations of memory_stays fill */
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(environments_do_not_leak, begin, end),
    cmocka_unit_test_setup_teardown(changed_files_are_read_again, begin, end),
    cmocka_unit_test_setup_teardown(patches_do_not_leak, begin, end),
    cmocka_unit_test_setup_teardown(linked_modules_do_not_leak, begin, end),
    cmocka_unit_test_setup_teardown(data_types_belong_to_environments, begin, end),
    cmocka_unit_test_setup_teardown(data_types_come_and_go, begin, end),
    cmocka_unit_test_setup_teardown(data_types_are_found_in_all_modules, begin, end),
    cmocka_unit_test_setup_teardown(memory_stays, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
