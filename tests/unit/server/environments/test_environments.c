/* Environments: when they are reloaded, and that requests keep the one that they use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/file.h"
#include "server/environments/environments.h"

static struct arena *arena;
static struct settings *settings;
static struct environments *all;
static char directory[] = "/tmp/ficelle-environments-XXXXXX";
static str error;

static str path(const char *name) { return arena_printf(arena, "%s/%s", directory, name); }

static void put(const char *name, const char *text)
{
  str why;
  assert_true(file_replace(arena, path(name), str_of(text), 0644, &why));
}

static void set(enum setting_id id, str text)
{
  struct buf why = BUF_IN(arena);
  assert_true(settings_set(settings, id, text, &why));
}

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  settings = settings_new();
  settings_set_mode(settings, SETTINGS_SERVER);
  set(SETTING_confdir, path("conf"));
  set(SETTING_vardir, path("var"));
  set(SETTING_environmentpath, path("environments"));
  set(SETTING_certname, STR("server.example.com"));
  put("environments/production/manifests/site.pp", "notify { 'a': }\n");
  put("environments/production/modules/m/manifests/init.pp", "class m { }\n");
  put("environments/production/modules/m/manifests/wrong.pp", "class m::wrong {\n");
  put("environments/other/environment.conf", "environment_timeout = unlimited\n");
  put("environments/not-a-name/environment.conf", "");
  all = environments_new(settings, &error);
  assert_non_null(all);
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  environments_free(all);
  settings_free(settings);
  arena_free(arena);
  return 0;
}

static struct site *use(const char *name) { return environments_use(all, arena, str_of(name), NULL, &error); }

static void test_is_read_once(void **state)
{
  (void)state;
  struct site *first = use("production"), *again = use("production");
  assert_non_null(first);
  assert_ptr_equal(first, again);
  assert_int_equal(first->users, 2);
  environments_done(all, again);
  environments_done(all, first);
  assert_int_equal(first->users, 0);
  assert_ptr_equal(environments_at(all, 0), first);
  assert_null(environments_at(all, 1));
}

static void test_missing(void **state)
{
  (void)state;
  bool missing = false;
  assert_null(environments_use(all, arena, STR("nosuch"), &missing, &error));
  assert_true(missing);
  assert_string_equal(error.p, arena_printf(arena,
                                            "Could not find a directory environment named 'nosuch' anywhere in the "
                                            "path: %s/environments. Does the directory exist?",
                                            directory)
                                 .p);
  assert_null(environments_use(all, arena, STR("../production"), &missing, &error));
  assert_true(missing);
  put("environments/broken/environment.conf", "modulepath\n");
  assert_null(environments_use(all, arena, STR("broken"), &missing, &error));
  assert_false(missing);
  put("environments/broken/environment.conf", "");
  struct site *s = environments_use(all, arena, STR("broken"), &missing, &error);
  assert_non_null(s);
  environments_done(all, s);
}

static void test_changed_options(void **state)
{
  (void)state;
  put("environments/changing/environment.conf", "modulepath = a\n");
  struct site *old = use("changing");
  const uint64_t serial = old->serial;
  put("environments/changing/environment.conf", "modulepath = b\n");
  struct site *new = use("changing");
  assert_ptr_not_equal(old, new);
  assert_true(new->serial > serial);
  /* The old environment remains complete for its users. */
  assert_true(str_ends(old->environment->options.modulepath[0], STR("/changing/a")));
  assert_true(str_ends(new->environment->options.modulepath[0], STR("/changing/b")));
  environments_done(all, old);
  environments_done(all, new);
}

static void test_unlimited_until_forgotten(void **state)
{
  (void)state;
  struct site *s = use("other");
  const uint64_t serial = s->serial;
  environments_done(all, s);
  put("environments/other/environment.conf", "environment_timeout = unlimited\nmodulepath = x\n");
  s = use("other");
  assert_int_equal(s->serial, serial);
  environments_done(all, s);
  environments_forget(all, STR("other"));
  s = use("other");
  assert_true(s->serial > serial);
  environments_done(all, s);
  const uint64_t second = s->serial;
  environments_forget(all, STR_EMPTY);
  s = use("other");
  assert_true(s->serial > second);
  environments_done(all, s);
}

static void test_forgotten_by_another_process(void **state)
{
  (void)state;
  struct site *s = use("other");
  const uint64_t serial = s->serial;
  environments_done(all, s);
  const pid_t pid = fork();
  if (pid == 0) {
    environments_forget(all, STR("other"));
    _exit(0);
  }
  assert_int_equal(waitpid(pid, NULL, 0), pid);
  s = use("other");
  assert_true(s->serial > serial);
  environments_done(all, s);
}

static void test_deployed_link(void **state)
{
  (void)state;
  put("deployed/one/environment.conf", "");
  put("deployed/two/environment.conf", "");
  assert_int_equal(symlink(path("deployed/one").p, path("environments/linked").p), 0);
  struct site *s = use("linked");
  const uint64_t serial = s->serial;
  environments_done(all, s);
  assert_int_equal(unlink(path("environments/linked").p), 0);
  assert_int_equal(symlink(path("deployed/two").p, path("environments/linked").p), 0);
  s = use("linked");
  assert_true(s->serial > serial);
  environments_done(all, s);
}

static void test_lists_and_loads(void **state)
{
  (void)state;
  str *names;
  const uint32_t n = environments_list(all, arena, &names);
  assert_true(n >= 2);
  for (uint32_t i = 0; i < n; i++) assert_false(str_eqz(names[i], "not-a-name"));
  bool all_read;
  assert_int_equal(environments_load(all, 0, &all_read), n);
  assert_false(all_read);
  assert_int_equal(environments_load(all, 60000, &all_read), n);
  assert_true(all_read);
  struct site *s = use("production");
  const struct environment *e = s->environment;
  assert_true(e->defined.main_loaded);
  const struct environment_file *good = strmap_get(&e->files.by_path,
                                                   path("environments/production/modules/m/manifests/init.pp")),
                                *wrong = strmap_get(&e->files.by_path,
                                                    path("environments/production/modules/m/manifests/wrong.pp"));
  assert_true(good->parsed);
  assert_false(wrong->parsed);
  assert_false(e->broken);
  assert_true(site_bytes(s) > 0);
  environments_done(all, s);
}

static void test_refuses_memory(void **state)
{
  (void)state;
  set(SETTING_facts_terminus, STR("memory"));
  assert_false(environments_worker_begin(all, &error));
  assert_string_equal(error.p, "not supported: the terminus memory of facts in a server of several processes");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_is_read_once, setup, teardown),
    cmocka_unit_test_setup_teardown(test_missing, setup, teardown),
    cmocka_unit_test_setup_teardown(test_changed_options, setup, teardown),
    cmocka_unit_test_setup_teardown(test_unlimited_until_forgotten, setup, teardown),
    cmocka_unit_test_setup_teardown(test_forgotten_by_another_process, setup, teardown),
    cmocka_unit_test_setup_teardown(test_deployed_link, setup, teardown),
    cmocka_unit_test_setup_teardown(test_lists_and_loads, setup, teardown),
    cmocka_unit_test_setup_teardown(test_refuses_memory, setup, teardown),
  };
  if (mkdtemp(directory) == NULL) return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  char command[128];
  snprintf(command, sizeof command, "rm -rf '%s'", directory);
  return system(command) != 0 || failed;
}
