/* Files of the agents of Puppet 5 to 8, complete and damaged, written after the formats of those versions. */
#include "tests/unit/collectors/sources/source_test.h"

#include <dirent.h>
#include <sys/resource.h>
#include <time.h>
#include <utime.h>

#include "collectors/sources/decimal.h"
#include "collectors/sources/puppet_run.h"

#define NOW_S 1700000000
#define NOW_US (NOW_S * UINT64_C(1000000))

/* Puppet 5: no section application, and it ends with the time. */
static const char puppet5[] = "---\n"
                              "version:\n"
                              "  config: 1699999000\n"
                              "  puppet: 5.5.22\n"
                              "resources:\n"
                              "  changed: 0\n"
                              "  corrective_change: 0\n"
                              "  failed: 0\n"
                              "  failed_to_restart: 0\n"
                              "  out_of_sync: 0\n"
                              "  restarted: 0\n"
                              "  scheduled: 0\n"
                              "  skipped: 2\n"
                              "  total: 140\n"
                              "time:\n"
                              "  config_retrieval: 1.5\n"
                              "  file: .90\n"
                              "  package: 0.25\n"
                              "  total: 4.0625\n"
                              "  last_run: 1699999990\n"
                              "changes:\n"
                              "  total: 0\n"
                              "events:\n"
                              "  failure: 0\n"
                              "  success: 0\n"
                              "  total: 0\n";

/* Puppet 8: phases, a configuration version that is a string, a time in Ruby's notation. */
static const char puppet8[] = "---\n"
                              "version:\n"
                              "  config: \"web-7f3a\"\n"
                              "  puppet: 8.10.0\n"
                              "application:\n"
                              "  run_mode: agent\n"
                              "  initial_environment: production\n"
                              "  converged_environment: staging\n"
                              "resources:\n"
                              "  changed: 3\n"
                              "  corrective_change: 1\n"
                              "  failed: 0\n"
                              "  failed_to_restart: 0\n"
                              "  out_of_sync: 3\n"
                              "  restarted: 1\n"
                              "  scheduled: 0\n"
                              "  skipped: 0\n"
                              "  total: 251\n"
                              "time:\n"
                              "  catalog_application: 7.25\n"
                              "  config_retrieval: 2.5\n"
                              "  convert_catalog: 0.125\n"
                              "  exec: 6.5\n"
                              "  fact_generation: 1.75\n"
                              "  filebucket: 5.6855e-05\n"
                              "  node_retrieval: 0.5\n"
                              "  plugin_sync: 3.0\n"
                              "  startup_time: 0.375\n"
                              "  total: 15.5\n"
                              "  transaction_evaluation: 7.0\n"
                              "  last_run: 1699999700\n"
                              "changes:\n"
                              "  total: 3\n"
                              "events:\n"
                              "  failure: 0\n"
                              "  success: 3\n"
                              "  total: 3\n";

/* The summary without a catalog: in some versions this, in others all numbers are 0. */
static const char without_catalog[] = "---\nversion:\n  config:\n  puppet: 6.28.0\ntime:\n  last_run: 1699999900\n";

static const char report_head[] = "--- !ruby/object:Puppet::Transaction::Report\n"
                                  "host: web1.example.org\n"
                                  "time: '2023-11-14T22:11:30.000000001+00:00'\n"
                                  "configuration_version: 1699999000\n"
                                  "report_format: 12\n"
                                  "puppet_version: 7.23.0\n";

static bool read_summary(const char *text, struct puppet_summary *s, char *why)
{
  struct buf line = BUF_HEAP;
  const bool ok = puppet_summary_read(str_of(text), s, &line);
  snprintf(why, 256, "%.*s", STR_FMT(buf_view(&line)));
  buf_free(&line);
  return ok;
}

static void test_decimals(void **state)
{
  (void)state;
  double v;
  uint64_t n;
  static const struct {
    const char *text;
    double value;
  } good[] = {{"0", 0}, {".90", 0.9}, {"1.", 1}, {"-1.5", -1.5}, {" 12 ", 12}, {"5.5e-05", 5.5e-05}, {"+2E3", 2000}};
  static const char *const bad[] = {"", ".", "e5", "1e", "0x10", "inf", "nan", "-1/4", "1 2", "1,5", "--1", "1e999"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    assert_true(decimal_parse(str_of(good[i].text), &v));
    assert_true(v == good[i].value);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(decimal_parse(str_of(bad[i]), &v));
  assert_true(decimal_scale(0.29, 100, &n));
  assert_int_equal(n, 29);
  assert_false(decimal_scale(-1, 1, &n));
  assert_true(decimal_scale(1e300, 1, &n));
  assert_true(n == UINT64_MAX);
}

static void test_summary_of_puppet_5(void **state)
{
  (void)state;
  struct puppet_summary s;
  char why[256];
  assert_true(read_summary(puppet5, &s, why));
  assert_int_equal(s.last_run, 1699999990);
  assert_string_equal(s.version, "5.5.22");
  assert_string_equal(s.config, "1699999000");
  assert_string_equal(s.environment, "");
  assert_true(s.there[PUPPET_resources_skipped] && s.numbers[PUPPET_resources_skipped] == 2);
  assert_true(s.numbers[PUPPET_time_total] == 4.0625);
  assert_false(s.there[PUPPET_time_plugin_sync]);
  assert_string_equal(s.slowest, "file");
  assert_true(s.slowest_s == 0.9);
  assert_false(puppet_summary_without_catalog(&s));
}

static void test_summary_of_puppet_8(void **state)
{
  (void)state;
  struct puppet_summary s;
  char why[256];
  assert_true(read_summary(puppet8, &s, why));
  assert_string_equal(s.config, "web-7f3a");
  assert_string_equal(s.environment, "staging");
  assert_string_equal(s.run_mode, "agent");
  assert_true(s.numbers[PUPPET_resources_corrective_change] == 1);
  assert_true(s.numbers[PUPPET_time_plugin_sync] == 3);
  assert_string_equal(s.slowest, "exec");
}

static void test_summary_without_catalog(void **state)
{
  (void)state;
  struct puppet_summary s;
  char why[256];
  assert_true(read_summary(without_catalog, &s, why));
  assert_true(puppet_summary_without_catalog(&s));
  assert_string_equal(s.config, "");
  assert_true(read_summary("---\nversion: {config: , puppet: 7.0}\nresources: {total: 0, failed: 0}\n"
                           "time: {last_run: 5}\nchanges: {total: 0}\nevents: {total: 0}\n",
                           &s, why));
  assert_true(puppet_summary_without_catalog(&s));
}

/* Truncated anywhere, it is either damaged or, at a line before the resources, like a run without catalog. */
static void test_every_cut(void **state)
{
  (void)state;
  const struct {
    const char *text;
    size_t n;
  } texts[] = {{puppet5, sizeof puppet5 - 1}, {puppet8, sizeof puppet8 - 1}};
  for (size_t t = 0; t < 2; t++) {
    for (size_t n = 0; n < texts[t].n; n++) {
      char copy[2048], why[256];
      struct puppet_summary s;
      memcpy(copy, texts[t].text, n);
      copy[n] = '\0';
      const bool good = read_summary(copy, &s, why);
      /* Only what follows the number of events in the last lines may be missing. */
      const bool nearly_all = n > 0 && copy[n - 1] == '\n' && strstr(copy, "events:\n  failure") != NULL;
      if (good != nearly_all) fail_msg("%zu bytes: %s", n, good ? "taken" : why);
      if (!good) assert_true(why[0] != '\0');
    }
  }
}

static void test_damaged_summaries(void **state)
{
  (void)state;
  static const struct {
    const char *text, *why;
  } texts[] = {
    {"", "it is empty"},
    {"--- just words\n", "line 1: it is a text, not a mapping"},
    {"- a\n- b\n", "line 1: it is a list, not a mapping"},
    {"\x7f"
     "ELF\x02\x01\x01",
     NULL},
    {"version:\n\tconfig: 1\n", NULL},
    {"time:\n  last_run: soon\n", "line 2: time.last_run: expected a number that is not negative"},
    {"time:\n  last_run: -5\n", "line 2: time.last_run: expected a number that is not negative"},
    {"time:\n  last_run: 0x10\n", "line 2: time.last_run: expected a number that is not negative"},
    {"time: &a\n  last_run: 5\n", "line 1: unexpected anchor"},
    {"a: *b\n", "line 1: unexpected alias"},
    {"time:\n  last_run: 5\n---\na: 1\n", "line 3: more than one document"},
    {"nonsense: true\n", "line 1: nonsense: a value that a summary of Puppet does not contain"},
    {"resources: {total: 9}\ntime: {last_run: 5}\nevents: {total: 0}\n", "it is incomplete: it has no changes"},
    {"resources: {total: 9}\ntime: {last_run: 5}\nchanges: {total: 0}\n", "it is incomplete: it has no events"},
    {"# nothing\n", "line 2: it is empty"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct puppet_summary s;
    char why[256];
    assert_false(read_summary(texts[i].text, &s, why));
    if (texts[i].why != NULL) assert_string_equal(why, texts[i].why);
    else assert_true(why[0] != '\0');
  }
}

/* --- reports --- */

struct stream {
  str rest;
  size_t repeat; /* repetitions of the text */
  str text;
};

static bool next_part(void *ctx, unsigned char *to, size_t size, size_t *n)
{
  struct stream *s = ctx;
  if (s->rest.n == 0 && s->repeat > 0) {
    s->rest = s->text;
    s->repeat--;
  }
  *n = s->rest.n < size ? s->rest.n : size;
  if (*n > 0) memcpy(to, s->rest.p, *n);
  s->rest = str_from(s->rest, *n);
  return true;
}

static bool read_report(const char *head, const char *part, size_t repeat, struct puppet_report *r, char *why)
{
  struct buf line = BUF_HEAP;
  struct stream s = {.rest = str_of(head), .text = str_of(part), .repeat = repeat};
  const bool ok = puppet_report_read(next_part, &s, r, &line);
  snprintf(why, 256, "%.*s", STR_FMT(buf_view(&line)));
  buf_free(&line);
  return ok;
}

static void test_report(void **state)
{
  (void)state;
  struct puppet_report r;
  char why[256], text[4096];
  snprintf(text, sizeof text, "%s%s", report_head,
           "status: failed\nnoop: false\nnoop_pending: true\nenvironment: production\n"
           "logs:\n"
           "- level: err\n  message: no such file\n  source: Facter\n  tags:\n  - err\n  - &1 a\n"
           "- level: warning\n  message: careful\n  source: Puppet\n  tags: [*1]\n"
           "- level: err\n  message: 'Could not retrieve catalog\n    from the server'\n  source: Puppet\n"
           "- level: err\n  message: another\n  source: Puppet\n"
           "metrics: {}\n"
           "resource_statuses:\n  File[/x]:\n    status: success\n    events:\n    - status: noop\n"
           "cached_catalog_status: on_failure\nserver_used: puppet2.example.org:8140\n");
  assert_true(read_report(text, "", 0, &r, why));
  assert_true(r.there && r.failed && r.has_noop && !r.noop && r.noop_pending);
  assert_int_equal(r.errors, 3);
  assert_int_equal(r.warnings, 1);
  assert_string_equal(r.error, "Could not retrieve catalog from the server");
  assert_string_equal(r.environment, "production");
  assert_string_equal(r.server, "puppet2.example.org:8140");
  assert_int_equal(r.cached, PUPPET_CACHED_ON_FAILURE);
}

/* Puppet 5 and 6 tag every object, and write symbols. */
static void test_report_with_symbols(void **state)
{
  (void)state;
  struct puppet_report r;
  char why[256];
  assert_true(
    read_report("--- !ruby/object:Puppet::Transaction::Report\nstatus: :unchanged\nnoop: true\n"
                "logs:\n- !ruby/object:Puppet::Util::Log\n  level: :err\n  tags: !ruby/object:Puppet::Util::TagSet\n"
                "    hash:\n      err: true\n  message: broken\n  source: Puppet\n"
                "cached_catalog_status: not_used\nmaster_used: old.example.org:8140\n",
                "", 0, &r, why));
  assert_true(r.noop && !r.failed);
  assert_string_equal(r.server, "old.example.org:8140");
  assert_int_equal(r.errors, 1);
  assert_string_equal(r.error, "broken");
  assert_int_equal(r.cached, PUPPET_CACHED_NOT_USED);
}

static long resident_kib(void)
{
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_maxrss;
}

/* 60 MB of resources, and a text of 60 MB: neither is kept in memory. */
static void test_huge_report(void **state)
{
  (void)state;
  struct puppet_report r;
  char why[256];
  const long before = resident_kib();
  static const char part[] =
    "  File[/etc/x]:\n    title: \"/etc/x\"\n    events: []\n    tags:\n    - file\n    - class\n";
  static const char words[] =
    " aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n";
  assert_true(read_report("status: changed\nresource_statuses:\n", part, 20000, &r, why));
  assert_false(read_report("status: changed\nmessage: \"a\n", words, 600000, &r, why));
  assert_non_null(strstr(why, "a text is too long"));
  assert_true(resident_kib() - before < 40 * 1024);
}

static void test_deep_report(void **state)
{
  (void)state;
  struct puppet_report r;
  char why[256];
  assert_false(read_report("status: changed\nlogs: ", "[", 1000000, &r, why));
  assert_non_null(strstr(why, "nested too deep"));
  assert_false(read_report("status: changed\nlogs: ", "{a: ", 1000000, &r, why));
  assert_non_null(strstr(why, "nested too deep"));
}

/* --- places and locks --- */

static void make_file(const char *name, const char *text, time_t changed)
{
  test_write(name, text, strlen(text));
  assert_int_equal(utime(test_path(name), &(struct utimbuf){changed, changed}), 0);
}

static struct puppet_files find(void)
{
  const struct puppet_places places = {.root = test_dir,
                                       .statedir = "",
                                       .publicdir = "",
                                       .summary = "",
                                       .report = "",
                                       .run_lock = "",
                                       .disabled_lock = ""};
  static struct puppet_files files;
  puppet_files_find(&places, &files);
  return files;
}

static void test_known_places(void **state)
{
  (void)state;
  struct puppet_files f = find();
  assert_false(f.found);
  assert_false(f.installed);
  make_file("var/lib/puppet/state/last_run_summary.yaml", puppet5, 1000);
  f = find();
  assert_true(f.found);
  assert_string_equal(f.summary, test_path("var/lib/puppet/state/last_run_summary.yaml"));
  assert_string_equal(f.disabled_lock, test_path("var/lib/puppet/state/agent_disabled.lock"));
  make_file("opt/puppetlabs/puppet/public/last_run_summary.yaml", puppet8, 2000);
  f = find();
  assert_string_equal(f.summary, test_path("opt/puppetlabs/puppet/public/last_run_summary.yaml"));
  assert_string_equal(f.report, test_path("opt/puppetlabs/puppet/cache/state/last_run_report.yaml"));
  assert_string_equal(f.run_lock, test_path("opt/puppetlabs/puppet/cache/state/agent_catalog_run.lock"));
  make_file("var/cache/puppet/public/last_run_summary.yaml", puppet8, 3000);
  f = find();
  assert_string_equal(f.summary, test_path("var/cache/puppet/public/last_run_summary.yaml"));
  make_file("opt/puppetlabs/puppet/cache/state/last_run_summary.yaml", puppet5, 4000);
  f = find();
  assert_string_equal(f.summary, test_path("opt/puppetlabs/puppet/cache/state/last_run_summary.yaml"));
  assert_int_equal(system("exit 0"), 0);
}

static void test_locks(void **state)
{
  (void)state;
  char text[64], message[PUPPET_TEXT];
  uint64_t since;
  test_write("run.lock", "999999999", 9);
  assert_false(puppet_lock_held(test_path("run.lock"), &since));
  test_write("run.lock", "", 0);
  assert_false(puppet_lock_held(test_path("run.lock"), &since));
  test_write("run.lock", "none\n", 5);
  assert_false(puppet_lock_held(test_path("run.lock"), &since));
  assert_false(puppet_lock_held(test_path("no.lock"), &since));
  /* This process exists, but is not an agent. */
  snprintf(text, sizeof text, "%ld", (long)getpid());
  test_write("run.lock", text, strlen(text));
  FILE *f = fopen("/proc/self/cmdline", "r");
  char line[4096] = "";
  const size_t n = f != NULL ? fread(line, 1, sizeof line - 1, f) : 0;
  if (f != NULL) fclose(f);
  const bool named = str_find(str_n(line, n), STR("puppet"), 0) != SIZE_MAX;
  assert_int_equal(puppet_lock_held(test_path("run.lock"), &since), named || n == 0);

  test_write("disabled.lock", "{\"disabled_message\":\"two \\\"words\\\"\"}", 36);
  assert_int_equal(puppet_disabled(test_path("disabled.lock"), message), 1);
  assert_string_equal(message, "two \"words\"");
  test_write("disabled.lock", "", 0);
  assert_int_equal(puppet_disabled(test_path("disabled.lock"), message), 1);
  assert_string_equal(message, "");
  test_write("disabled.lock", "{\"disabled_message\":17}", 23);
  assert_int_equal(puppet_disabled(test_path("disabled.lock"), message), 1);
  assert_string_equal(message, "");
  assert_int_equal(puppet_disabled(test_path("none"), message), 0);
}

/* --- polls --- */

static struct test_source open_source(void)
{
  static char summary[300], report[300], run[300], disabled[300];
  snprintf(summary, sizeof summary, "lastrunfile=%s/s.yaml", test_dir);
  snprintf(report, sizeof report, "lastrunreport=%s/r.yaml", test_dir);
  snprintf(run, sizeof run, "run_lock=%s/a.lock", test_dir);
  snprintf(disabled, sizeof disabled, "disabled_lock=%s/d.lock", test_dir);
  const char *const settings[] = {summary, report, run, disabled, "run_stale=1000", NULL};
  return test_open(source_kind_find("puppet"), settings);
}

static void test_states(void **state)
{
  (void)state;
  struct test_source t = open_source();
  char expected[512];
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_MISSING);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_NEVER_RAN);

  make_file("s.yaml", puppet5, NOW_S);
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_OK);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_UNCHANGED);
  assert_int_equal(test_number(STAT_ficPupTime), 4062500);
  assert_int_equal(test_number(STAT_ficPupTimePlugins), -1);
  assert_int_equal(test_number(STAT_ficPupCached), -1);
  assert_string_equal(test_text(STAT_ficPupVersion), "5.5.22");
  assert_string_equal(t.reason, "");

  make_file("s.yaml", puppet8, NOW_S + 1);
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_OK);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_CHANGED);
  assert_int_equal(test_number(STAT_ficPupCorrective), 1);
  assert_string_equal(test_text(STAT_ficPupEnv), "staging");

  assert_int_equal(test_poll(&t, NOW_US + 701 * UINT64_C(1000000)), STATS_SOURCESTATE_STALE);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_STALE);
  assert_string_equal(t.reason, "the last run ended 1001 s ago");

  make_file("s.yaml", without_catalog, NOW_S + 2);
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_OK);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_NO_CATALOG);
  assert_int_equal(test_number(STAT_ficPupResTotal), -1);

  test_write("d.lock", "{\"disabled_message\":\"release\"}", 30);
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_DISABLED);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_DISABLED);
  assert_string_equal(test_text(STAT_ficPupDisReason), "release");
  assert_string_equal(t.reason, "release");
  unlink(test_path("d.lock"));

  make_file("s.yaml", "half: {", NOW_S + 3);
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_CORRUPT);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_CORRUPT);
  snprintf(expected, sizeof expected, "%s/s.yaml: line ", test_dir);
  assert_int_equal(strncmp(t.reason, expected, strlen(expected)), 0);
  assert_int_equal(test_number(STAT_ficPupLastAt), -1);

  /* A sparse file of one gigabyte. */
  assert_int_equal(truncate(test_path("s.yaml"), 1 << 30), 0);
  const clock_t began = clock();
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_CORRUPT);
  assert_true(clock() - began < CLOCKS_PER_SEC / 2);
  assert_non_null(strstr(t.reason, "more than 1024 KiB"));

  /* Other files than regular ones are not waited for. */
  unlink(test_path("s.yaml"));
  assert_int_equal(mkfifo(test_path("s.yaml"), 0644), 0);
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_REFUSED);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_CANNOT_READ);
  unlink(test_path("s.yaml"));
  test_close(&t);
}

static void test_states_of_the_report(void **state)
{
  (void)state;
  struct test_source t = open_source();
  make_file("s.yaml", puppet5, NOW_S);
  make_file("r.yaml", "status: unchanged\nnoop: true\nnoop_pending: true\ncached_catalog_status: not_used\n", NOW_S);
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_OK);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_NOOP);
  assert_int_equal(test_number(STAT_ficPupNoop), 1);
  assert_int_equal(test_number(STAT_ficPupCached), STATS_PUPPETCACHED_NOT_USED);

  make_file("r.yaml", "status: unchanged\nnoop: false\ncached_catalog_status: on_failure\n", NOW_S + 1);
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_OK);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_CACHED);

  make_file("r.yaml", "status: failed\nnoop: false\nlogs:\n- level: err\n  message: cycle\n", NOW_S + 2);
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_OK);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_FAILED);
  assert_string_equal(t.reason, "cycle");

  /* The report of an earlier run is ignored. */
  make_file("r.yaml", "status: failed\nnoop: true\n", 1699999000);
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_OK);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_UNCHANGED);
  assert_int_equal(test_number(STAT_ficPupNoop), -1);

  /* A damaged report changes nothing. */
  make_file("r.yaml", "status: {", NOW_S);
  assert_int_equal(test_poll(&t, NOW_US), STATS_SOURCESTATE_OK);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_UNCHANGED);
  assert_non_null(strstr(t.reason, "the report: line"));
  test_close(&t);
}

/* A clock that was set back: the run is in the future, which does not make it stale. */
static void test_clock(void **state)
{
  (void)state;
  struct test_source t = open_source();
  unlink(test_path("r.yaml"));
  make_file("s.yaml", puppet5, NOW_S);
  assert_int_equal(test_poll(&t, 1000 * UINT64_C(1000000)), STATS_SOURCESTATE_OK);
  assert_int_equal(test_number(STAT_ficPupState), STATS_PUPPETSTATE_UNCHANGED);
  assert_string_equal(t.reason, "the last run ended 1699998990 s in the future");
  assert_int_equal(test_poll(&t, 0), STATS_SOURCESTATE_OK);
  test_close(&t);
}

/* Invalid settings. */
static void test_settings(void **state)
{
  (void)state;
  struct source_set *set = source_set_new(source_kinds, source_kind_count);
  struct buf why = BUF_IN(set->arena);
  struct source_entry *e = source_set_add(set, STR("x"), source_kind_find("puppet"), &why);
  assert_true(source_set_key(set, e, STR("statedir"), STR("relative"), &why));
  assert_false(source_set_finish(set, e, &why));
  assert_non_null(strstr(why.p, "expected an absolute path"));
  source_set_free(set);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_decimals),
    cmocka_unit_test(test_summary_of_puppet_5),
    cmocka_unit_test(test_summary_of_puppet_8),
    cmocka_unit_test(test_summary_without_catalog),
    cmocka_unit_test(test_every_cut),
    cmocka_unit_test(test_damaged_summaries),
    cmocka_unit_test(test_report),
    cmocka_unit_test(test_report_with_symbols),
    cmocka_unit_test(test_huge_report),
    cmocka_unit_test(test_deep_report),
    cmocka_unit_test_setup_teardown(test_known_places, test_make_dir, test_remove_dir),
    cmocka_unit_test_setup_teardown(test_locks, test_make_dir, test_remove_dir),
    cmocka_unit_test_setup_teardown(test_states, test_make_dir, test_remove_dir),
    cmocka_unit_test_setup_teardown(test_states_of_the_report, test_make_dir, test_remove_dir),
    cmocka_unit_test_setup_teardown(test_clock, test_make_dir, test_remove_dir),
    cmocka_unit_test(test_settings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
