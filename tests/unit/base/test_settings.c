/* Settings: the table, puppet.conf, precedence, interpolation, types. Error messages are those of Puppet 7.23. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/hostname.h"
#include "base/ini.h"
#include "base/settings.h"

static struct settings *s;
static struct buf error;

static int setup(void **state)
{
  (void)state;
  s = settings_new();
  error = BUF_HEAP;
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  settings_free(s);
  buf_free(&error);
  return 0;
}

static enum settings_result load(const char *text)
{
  buf_clear(&error);
  return settings_load_text(s, str_of(text), "/p.conf", &error);
}

static void assert_error(const char *expected) { assert_string_equal(error.n > 0 ? error.p : "", expected); }

/* Checks the printed value of a setting after loading a text. */
static void assert_prints(const char *text, const char *name, const char *expected)
{
  enum setting_id id;
  struct buf out = BUF_HEAP;
  if (load(text) != SETTINGS_OK) fail_msg("%s: %s", text, error.p);
  assert_true(settings_find(str_of(name), &id));
  if (!settings_print(s, id, &out, NULL, &error)) fail_msg("%s: %s", text, error.p);
  if (!str_eqz(buf_view(&out), expected)) fail_msg("%s: '%.*s' is not '%s'", text, STR_FMT(buf_view(&out)), expected);
  buf_free(&out);
}

static void assert_refused(const char *text, const char *name, const char *message)
{
  enum setting_id id;
  struct buf out = BUF_HEAP;
  assert_int_equal(load(text), SETTINGS_OK);
  assert_true(settings_find(str_of(name), &id));
  assert_false(settings_print(s, id, &out, NULL, &error));
  assert_error(message);
  buf_free(&out);
}

static void test_every_row_has_a_unique_name_and_a_description(void **state)
{
  (void)state;
  for (int i = 0; i < SETTING_COUNT; i++) {
    enum setting_id id;
    assert_true(settings_find(str_of(setting_defs[i].name), &id));
    assert_int_equal(id, i);
    assert_true(strlen(setting_defs[i].description) > 10);
    assert_true((setting_defs[i].type == SETTING_TYPE_ENUM) == (setting_defs[i].values != NULL));
    for (int j = 0; j < i; j++)
      assert_true(setting_defs[i].letter == 0 || setting_defs[i].letter != setting_defs[j].letter);
  }
  enum setting_id none;
  assert_false(settings_find(STR("nosuch"), &none));
}

static void test_every_default_can_be_evaluated(void **state)
{
  (void)state;
  for (int mode = SETTINGS_MAIN; mode <= SETTINGS_SERVER; mode++) {
    settings_set_mode(s, (enum settings_mode)mode);
    for (int i = 0; i < SETTING_COUNT; i++) {
      struct buf out = BUF_HEAP;
      if (!settings_print(s, (enum setting_id)i, &out, NULL, &error)) fail_msg("%s: %s", setting_defs[i].name, error.p);
      buf_free(&out);
    }
    assert_true(settings_check(s, &error));
  }
}

static void test_defaults_are_puppet_8s(void **state)
{
  (void)state;
  assert_prints("", "strict", "error");
  assert_prints("", "strict_variables", "true");
  assert_prints("", "include_legacy_facts", "false");
  assert_prints("", "runinterval", "1800");
  assert_prints("", "statettl", "2764800");
  assert_prints("", "maxwaitforcert", "unlimited");
  assert_prints("", "disable_warnings", "[]");
  assert_prints("", "supported_checksum_types", "[\"sha256\", \"sha384\", \"sha512\", \"sha224\", \"md5\"]");
  assert_prints("vardir=/v\n", "statefile", "/v/state/state.yaml");
}

static void test_sections_depend_on_the_run_mode(void **state)
{
  static const char text[] = "[main]\ncertname = x\n[user]\ncertname = u\n[server]\ncertname=s\n"
                             "[master]\ncertname=m\nstrict=off\n[agent]\ncertname=a\n";
  static const struct {
    enum settings_mode mode;
    const char *certname, *strict;
  } rows[] = {{SETTINGS_MAIN, "x", "error"},
              {SETTINGS_USER, "u", "error"},
              {SETTINGS_AGENT, "a", "error"},
              {SETTINGS_SERVER, "s", "off"}};
  (void)state;
  for (size_t i = 0; i < 4; i++) {
    settings_set_mode(s, rows[i].mode);
    assert_prints(text, "certname", rows[i].certname);
    assert_prints(text, "strict", rows[i].strict);
  }
  assert_true(settings_set(s, SETTING_certname, STR("flag"), &error));
  assert_prints(text, "certname", "flag");
}

static void test_the_file_overrides_a_default_of_the_program(void **state)
{
  (void)state;
  settings_set_default(s, SETTING_strict, STR("warning"));
  assert_prints("", "strict", "warning");
  assert_false(settings_is_set(s, SETTING_strict));
  assert_prints("strict=off\n", "strict", "off");
  assert_true(settings_is_set(s, SETTING_strict));
}

static void test_the_first_of_several_in_a_section_counts(void **state)
{
  (void)state;
  assert_prints("certname = a\ncertname = b\n[main]\ncertname=c\n", "certname", "a");
}

static void test_values_are_trimmed_and_unquoted(void **state)
{
  (void)state;
  assert_prints("ca_name = \"quoted \t\"\n", "ca_name", "quoted");
  assert_prints("libdir = '/a b'\n", "libdir", "/a b");
  assert_prints("libdir = \"/q\n", "libdir", "/q");
  assert_prints("certname = x # trailing\n#c\n   # d\n\n", "certname", "x # trailing");
  assert_prints("certname =\n", "certname", "");
  assert_prints("certname = x\r\nca_name = TRUE\r\n", "ca_name", "true");
}

static void test_references_are_replaced(void **state)
{
  (void)state;
  assert_prints("vardir=/v\nlibdir = $vardir/l\nreportdir=${vardir}x/$certname\ncertname=c\n", "reportdir", "/vx/c");
  assert_prints("ca_name=$ca_port x $ $$certname\ncertname=c\n", "ca_name", "8140 x $ $c");
  assert_prints("ca_name=$daemonize $http_proxy_port $runinterval $disable_warnings x\n", "ca_name",
                "true 3128 1800 [] x");
  assert_prints("ca_name=$run_mode\n", "ca_name", "user");
  assert_prints("masterport=99\n", "serverport", "99");
  assert_prints("serverport=98\n", "masterport", "8140");
  assert_prints("serverport=98\n", "ca_port", "98");
  assert_prints("code=$nosuch\n", "code", "$nosuch");
}

static void test_bad_references_list_the_settings(void **state)
{
  (void)state;
  assert_refused("certname = $nosuch\n", "certname",
                 "Error converting value for param 'certname': Could not find value for $nosuch");
  assert_refused("vardir = $foo/x\n", "factpath",
                 "Error converting value for param 'factpath': Error converting value for param 'vardir': "
                 "Could not find value for $foo");
  assert_refused("ca_name=$ca_fingerprint\n", "ca_name",
                 "Error converting value for param 'ca_name': Could not find value for $ca_fingerprint");
  assert_refused("certname = $certname\n", "certname",
                 "Error converting value for param 'certname': The value of 'certname' depends on itself");
  assert_refused("certname = $node_name_value\n", "certname",
                 "Error converting value for param 'certname': Error converting value for param 'node_name_value': "
                 "The value of 'certname' depends on itself");
  /* A failed getter returns the default, and does not affect the next one. */
  assert_int_equal(load("runinterval = $nosuch\n"), SETTINGS_OK);
  assert_int_equal(settings_int(s, SETTING_runinterval), 1800);
}

static void test_types(void **state)
{
  static const char *const rows[][3] = {
    {"runinterval=2h", "runinterval", "7200"},
    {"statettl=unlimited", "statettl", "unlimited"},
    {"maxwaitforcert=1d", "maxwaitforcert", "86400"},
    {"filetimeout=0", "filetimeout", "0"},
    {"ca_ttl=5y", "ca_ttl", "157680000"},
    {"server_list=a:1,b", "server_list", "a:1,b"},
    {"http_extra_headers=x:1,y:2", "http_extra_headers", "[[\"x\", \"1\"], [\"y\", \"2\"]]"},
    {"autosign=true", "autosign", "true"},
    {"priority=high", "priority", "-10"},
    {"priority=-5x", "priority", "-5"},
    {"certificate_revocation=true", "certificate_revocation", "chain"},
    {"catalog_terminus=", "catalog_terminus", ""},
    {"disable_warnings=undefined_variables, deprecations", "disable_warnings",
     "[\"undefined_variables\", \"deprecations\"]"},
    {"keylength=010", "keylength", "8"},
    {"keylength=0x10", "keylength", "16"},
    {"keylength=0b11", "keylength", "3"},
    {"keylength=1_000", "keylength", "1000"},
    {"keylength=-5", "keylength", "-5"},
    {"basemodulepath=/a:/b/../c", "basemodulepath", "/a:/c"},
    {"vardir=/a/./b//c/../d/", "vardir", "/a/b/d"},
    {"trusted_external_command=/bin/", "trusted_external_command", "/bin"},
    {"vardir=/../..", "vardir", "/"},
    {"factpath=", "factpath", ""},
    {"noop=TRUE", "noop", "true"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) assert_prints(rows[i][0], rows[i][1], rows[i][2]);
}

static void test_bad_values_are_refused_with_puppets_messages(void **state)
{
  static const char *const rows[][3] = {
    {"noop=maybe", "noop", "Invalid value '\"maybe\"' for boolean parameter: noop"},
    {"noop=", "noop", "Invalid value '\"\"' for boolean parameter: noop"},
    {"runinterval=5q", "runinterval", "Invalid duration format '\"5q\"' for parameter: runinterval"},
    {"runinterval=99999999999999999999y", "runinterval",
     "Invalid duration format '\"99999999999999999999y\"' for parameter: runinterval"},
    {"runinterval=9223372036854775807y", "runinterval",
     "Invalid duration format '\"9223372036854775807y\"' for parameter: runinterval"},
    {"statettl=-1", "statettl", "Invalid 'time to live' format '\"-1\"' for parameter: statettl"},
    {"keylength=09", "keylength", "Cannot convert '\"09\"' to an integer for parameter: keylength"},
    {"keylength=", "keylength", "Cannot convert '\"\"' to an integer for parameter: keylength"},
    {"keylength=1__0", "keylength", "Cannot convert '\"1__0\"' to an integer for parameter: keylength"},
    {"keylength=9223372036854775808", "keylength",
     "Cannot convert '\"9223372036854775808\"' to an integer for parameter: keylength"},
    {"masterport=70000", "masterport", "Value '70000' is not a valid port number for parameter: masterport"},
    {"priority=foo", "priority", "Invalid priority format '\"foo\"' for parameter: priority"},
    {"autosign=rel", "autosign", "Invalid autosign value rel: must be 'true'/'false' or an absolute path"},
    {"certificate_revocation=x", "certificate_revocation",
     "Invalid certificate revocation value x: must be one of 'true', 'chain', 'leaf', or 'false'"},
    {"strict=bogus", "strict",
     "Invalid value 'bogus' for parameter strict. Allowed values are 'off', 'warning', 'error'"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) assert_refused(rows[i][0], rows[i][1], rows[i][2]);
}

static void test_checks_of_single_settings(void **state)
{
  (void)state;
  assert_int_equal(load("certname = UPPER.Case\n"), SETTINGS_OK);
  assert_false(settings_check(s, &error));
  assert_error("Certificate names must be lower case");
  assert_int_equal(load("disable_warnings=a, b\n"), SETTINGS_OK);
  assert_false(settings_check(s, &error));
  assert_error("Cannot disable unrecognized warning types 'a,b'. Valid values are 'deprecations, "
               "undefined_variables, undefined_resources'.");
}

static void test_invalid_files_keep_the_old_values(void **state)
{
  static const struct {
    const char *text;
    enum settings_result result;
    const char *message;
  } rows[] = {
    {"[main]\nfoo bar\n", SETTINGS_BROKEN,
     "Could not parse /p.conf: Could not match line foo bar\n (file: /p.conf, line: 2)"},
    {"[main]\nfoo bar", SETTINGS_BROKEN,
     "Could not parse /p.conf: Could not match line foo bar (file: /p.conf, line: 2)"},
    {"a=b\n; comment\n", SETTINGS_BROKEN,
     "Could not parse /p.conf: Could not match line ; comment\n (file: /p.conf, line: 2)"},
    {"\n\n[production]\n", SETTINGS_BROKEN,
     "Could not parse /p.conf: Illegal section 'production' in config file at (file: /p.conf, line: 3). "
     "The only "
     "valid puppet.conf sections are: [main, server, master, agent, user]. Please use the directory "
     "environments "
     "feature to specify environments. (See "
     "https://puppet.com/docs/puppet/latest/environments_about.html)"},
    {"libdir = /l {owner = service, color = 0750}\n", SETTINGS_BROKEN,
     "Could not parse /p.conf: Invalid file option 'color' (file: /p.conf, line: 1)"},
    {"libdir = /l {mode = u+x}\n", SETTINGS_BROKEN,
     "Could not parse /p.conf: Could not parse '/l {mode = u+x}' (file: /p.conf, line: 1)"},
    {"libdir = /l {mode = rwx}\n", SETTINGS_BROKEN,
     "Could not parse /p.conf: File modes must be numbers (file: /p.conf, line: 1)"},
    {"libdir = /l {owner = bob}\n", SETTINGS_REFUSED,
     "The :owner parameter for the setting 'libdir' must be either 'root' or 'service', not 'bob' (file: "
     "/p.conf, "
     "line: 1)"},
    {"\nmanifest = /x\n", SETTINGS_REFUSED, "Cannot set manifest settings in puppet.conf (file: /p.conf, line: 2)"},
    {"certname = \xff\n", SETTINGS_BROKEN,
     "Could not parse /p.conf: invalid byte sequence in UTF-8 (file: /p.conf, line: 1)"},
    {"\xef\xbb\xbf[main]\n", SETTINGS_BROKEN,
     "Could not parse /p.conf: the file begins with a byte order mark (BOM); remove it "
     "(file: /p.conf, "
     "line: 1)"},
  };
  (void)state;
  assert_prints("certname=old\n", "certname", "old");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_int_equal(load(rows[i].text), rows[i].result);
    assert_error(rows[i].message);
    assert_string_equal(settings_strz(s, SETTING_certname), "old");
  }
  buf_clear(&error);
  assert_int_equal(settings_load_text(s, STR("a=1\nb=\0\n"), "/p.conf", &error), SETTINGS_BROKEN);
  assert_error("Could not parse /p.conf: NUL byte in the text (file: /p.conf, line: 2)");
}

static void test_attributes_are_removed(void **state)
{
  (void)state;
  assert_prints("libdir = /l {owner = service, group=root , mode = 0750}  \n", "libdir", "/l");
  assert_null(settings_warning(s, 0));
  assert_prints("libdir = ${vardir}/l{mode=1}\nvardir=/v\n", "libdir", "/v/l");
  assert_prints("ca_name = x {owner = root}\n", "ca_name", "x");
  assert_string_equal(settings_warning(s, 0), "ca_name does not support meta data. Ignoring.");
}

static void test_unknown_names_cause_warnings(void **state)
{
  (void)state;
  assert_prints("one=1\ncertname=c\n[agent]\nttwo = 2\n", "certname", "c");
  assert_string_equal(settings_warning(s, 0), "Unknown setting 'one' is ignored (file: /p.conf, line: 1)");
  assert_string_equal(settings_warning(s, 1), "Unknown setting 'ttwo' is ignored (file: /p.conf, line: 4)");
  assert_null(settings_warning(s, 2));
  assert_int_equal(load("certname=d\n"), SETTINGS_OK);
  assert_null(settings_warning(s, 0));
}

static void test_flags_are_checked_and_unquoted(void **state)
{
  (void)state;
  assert_false(settings_set(s, SETTING_strict, STR("bogus"), &error));
  assert_error("Invalid value 'bogus' for parameter strict. Allowed values are 'off', 'warning', 'error'");
  assert_true(settings_set(s, SETTING_strict, STR("off"), &error));
  assert_int_equal(settings_enum(s, SETTING_strict), 0);
  assert_true(settings_set(s, SETTING_vardir, STR("'/quoted'"), &error));
  assert_string_equal(settings_strz(s, SETTING_statedir), "/quoted/state");
}

static void test_values_that_double_are_limited(void **state)
{
  struct buf text = BUF_HEAP, out = BUF_HEAP;
  (void)state;
  /* Each setting contains the previous one twice: 2 to the 200th bytes at the end. */
  buf_printf(&text, "%s = x\n", setting_defs[0].name);
  for (int i = 1; i < 200; i++)
    if (!strstr("manifest modulepath config_version code", setting_defs[i].name) &&
        !strstr("manifest modulepath config_version code", setting_defs[i - 1].name))
      buf_printf(&text, "%s = $%s$%s\n", setting_defs[i].name, setting_defs[i - 1].name, setting_defs[i - 1].name);
  assert_int_equal(load(text.p), SETTINGS_OK);
  for (int i = 0; i < SETTING_COUNT; i++) settings_print(s, (enum setting_id)i, &out, NULL, &error);
  assert_true(out.n < SETTING_COUNT * (65536 + 4096));
  buf_clear(&out);
  for (int i = 0; i < 40000; i++) buf_char(&out, 'x');
  assert_true(settings_set(s, SETTING_tags, buf_view(&out), &error));
  assert_refused("ca_name=$ca_server$ca_server\nca_server=${user}${user}\n"
                 "user=$group$group\ngroup=$tags$tags\n",
                 "ca_name",
                 "Error converting value for param 'ca_name': Error converting value for param 'ca_server': "
                 "Error converting value for param 'user': Error converting value for param 'group': "
                 "The value is longer than 65536 bytes");
  buf_free(&text);
  buf_free(&out);
}

static void test_items(void **state)
{
  str item;
  (void)state;
  assert_int_equal(load("basemodulepath=/a::/b:\ndisable_warnings= deprecations ,undefined_resources\n"), SETTINGS_OK);
  assert_true(settings_item(s, SETTING_basemodulepath, 0, &item) && str_eqz(item, "/a"));
  assert_true(settings_item(s, SETTING_basemodulepath, 2, &item) && str_eqz(item, "/b"));
  assert_false(settings_item(s, SETTING_basemodulepath, 3, &item));
  assert_true(settings_item(s, SETTING_disable_warnings, 1, &item) && str_eqz(item, "undefined_resources"));
  assert_false(settings_item(s, SETTING_disable_warnings, 2, &item));
}

static void test_environment_is_replaced_only_where_allowed(void **state)
{
  struct buf out = BUF_HEAP;
  (void)state;
  assert_prints("ca_name=$environment\n", "ca_name", "$environment");
  assert_true(settings_interpolate(s, STR("/x/$environment/${environment}y"), "prod", &out, &error));
  assert_string_equal(out.p, "/x/prod/prody");
  buf_clear(&out);
  assert_true(settings_interpolate(s, STR("$environment"), NULL, &out, &error));
  assert_string_equal(out.p, "production");
  buf_free(&out);
}

static void test_files_are_read_or_refused(void **state)
{
  char path[] = "/tmp/ficelle-settings-XXXXXX";
  (void)state;
  assert_true(settings_set(s, SETTING_config, STR("/nonexistent/puppet.conf"), &error));
  assert_int_equal(settings_load(s, &error), SETTINGS_OK);
  assert_true(settings_set(s, SETTING_config, STR("/tmp"), &error));
  assert_int_equal(settings_load(s, &error), SETTINGS_REFUSED);
  assert_error("Could not load /tmp: Is a directory - /tmp");
  buf_clear(&error);
  int fd = mkstemp(path);
  assert_int_equal(write(fd, "certname=f\n", 11), 11);
  assert_true(settings_set(s, SETTING_config, str_of(path), &error));
  assert_int_equal(settings_load(s, &error), SETTINGS_OK);
  assert_string_equal(settings_strz(s, SETTING_certname), "f");
  assert_int_equal(ftruncate(fd, (16 << 20) + 1), 0);
  assert_int_equal(settings_load(s, &error), SETTINGS_REFUSED);
  assert_non_null(strstr(error.p, "File too large"));
  close(fd);
  unlink(path);
}

struct seen {
  unsigned lines[3];
  unsigned last;
  str section;
};

static bool see(void *ctx, const struct ini_line *line)
{
  struct seen *seen = ctx;
  seen->lines[line->kind]++;
  seen->last = line->line;
  seen->section = line->section;
  return line->kind != INI_BAD;
}

static void test_ini_lines(void **state)
{
  struct seen seen = {{0}, 0, STR_EMPTY};
  (void)state;
  assert_true(ini_parse(STR("a=1\n # c\n\n  [ab_1]  \n b = = c\n\xc3\xa9t\xc3\xa9=1"), see, &seen));
  assert_int_equal(seen.lines[INI_SECTION], 1);
  assert_int_equal(seen.lines[INI_SETTING], 3);
  assert_int_equal(seen.last, 6);
  assert_true(str_eqz(seen.section, "ab_1"));
  assert_false(ini_parse(STR("[x]\n[a b]\nc=1"), see, &seen));
  assert_int_equal(seen.last, 2);
  assert_true(str_eqz(seen.section, "x"));
  assert_true(ini_parse(STR(""), see, &seen));
}

static void test_host_names(void **state)
{
  struct host_names n;
  char domain[32];
  (void)state;
  host_names_split("web1.example.org.", &n);
  assert_string_equal(n.host, "web1");
  assert_string_equal(n.domain, "example.org");
  host_names_split("web1", &n);
  assert_string_equal(n.domain, "");
  host_names_resolv_conf("# x\nsearch a.example b.example\ndomain\tc.example.\n", domain, sizeof domain);
  assert_string_equal(domain, "c.example");
  host_names_resolv_conf("nameserver 1\nsearch a.example b\n", domain, sizeof domain);
  assert_string_equal(domain, "a.example");
  host_names_resolv_conf("domainx y\n", domain, sizeof domain);
  assert_string_equal(domain, "");
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
  const struct CMUnitTest tests[] = {
    T(every_row_has_a_unique_name_and_a_description),
    T(every_default_can_be_evaluated),
    T(defaults_are_puppet_8s),
    T(sections_depend_on_the_run_mode),
    T(the_file_overrides_a_default_of_the_program),
    T(the_first_of_several_in_a_section_counts),
    T(values_are_trimmed_and_unquoted),
    T(references_are_replaced),
    T(bad_references_list_the_settings),
    T(types),
    T(bad_values_are_refused_with_puppets_messages),
    T(checks_of_single_settings),
    T(invalid_files_keep_the_old_values),
    T(attributes_are_removed),
    T(unknown_names_cause_warnings),
    T(flags_are_checked_and_unquoted),
    T(values_that_double_are_limited),
    T(items),
    T(environment_is_replaced_only_where_allowed),
    T(files_are_read_or_refused),
    T(ini_lines),
    T(host_names),
  };
#undef T
  return cmocka_run_group_tests(tests, NULL, NULL);
}
