/* Lines of files that resources manage, and other lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agent/providers/parsed/aliases.h"
#include "agent/providers/parsed/crontab.h"
#include "agent/providers/parsed/host.h"
#include "agent/providers/parsed/keyline.h"
#include "agent/providers/parsed/mount.h"

static struct arena *arena;

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

static void is(str s, const char *text)
{
  if (!str_eqz(s, text)) fail_msg("'%.*s' is not '%s'", STR_FMT(s), text);
}

static void test_hosts(void **state)
{
  struct host_line h;
  (void)state;
  assert_true(host_parse(arena, STR("192.0.2.7\ttabs  more\tand # and why"), &h));
  is(h.ip, "192.0.2.7");
  is(h.name, "tabs");
  is(h.aliases, "more and");
  is(h.comment, "and why");
  assert_true(host_parse(arena, STR("::1 localhost6"), &h));
  is(h.aliases, "");
  is(h.comment, "");
  static const char *const bad[] = {"",   "127.0.0.1", " 127.0.0.1 a", "# comment", "127.0.0.1 # none", "127.0.0.1 a",
                                    "x y"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(host_parse(arena, str_of(bad[i]), &h));
}

static void test_fstab(void **state)
{
  struct fstab_line f;
  (void)state;
  assert_true(fstab_parse(arena, STR("UUID=1-2  /a\\040b ext4 ro,noatime 0\t1 # why"), &f));
  is(f.fields[0], "UUID=1-2");
  is(f.fields[1], "/a b");
  is(f.fields[3], "ro,noatime");
  is(f.fields[5], "1\t#\twhy");
  assert_true(fstab_parse(arena, STR("tmpfs /t"), &f));
  is(f.fields[2], "");
  assert_false(fstab_parse(arena, STR("# tmpfs /t tmpfs"), &f));
  assert_false(fstab_parse(arena, STR("alone"), &f));
  assert_false(fstab_parse(arena, STR("  "), &f));
}

static void test_crontab_lines(void **state)
{
  struct crontab_line c;
  (void)state;
  crontab_parse(STR("*/5 1-3 * jan 0,6  /bin/a b"), &c);
  assert_int_equal(c.kind, CRONTAB_JOB);
  is(c.times[0], "*/5");
  is(c.times[4], "0,6");
  is(c.command, "/bin/a b");
  crontab_parse(STR(" @daily /bin/c"), &c);
  assert_int_equal(c.kind, CRONTAB_JOB);
  is(c.special, "daily");
  is(c.command, "/bin/c");
  crontab_parse(STR("# Puppet Name: a job"), &c);
  assert_int_equal(c.kind, CRONTAB_COMMENT);
  is(c.name, "a job");
  crontab_parse(STR("PATH = /bin"), &c);
  assert_int_equal(c.kind, CRONTAB_ENVIRONMENT);
  crontab_parse(STR(" \t"), &c);
  assert_int_equal(c.kind, CRONTAB_BLANK);
  crontab_parse(STR("1 2 3 4 5"), &c);
  assert_int_equal(c.kind, CRONTAB_UNKNOWN);
  crontab_parse(STR("@daily"), &c);
  assert_int_equal(c.kind, CRONTAB_UNKNOWN);
}

static void no_log(struct ral *ral, enum log_level level, str source, str message)
{
  (void)ral, (void)level, (void)source, (void)message;
}

/* Reading and writing preserves the text, except for Puppet's header and trailing blank lines. */
static void test_crontab(void **state)
{
  static const char kept[] = "# mine\nMAILTO=root\n\n5 4 * * * /bin/mine\n@daily /bin/daily\n"
                             "# Puppet Name: job\nA=1\nB=2\n5 * * * * /bin/true\n";
  static const struct ral_attribute attributes[] = {
    {.name = "name"},     {.name = "command"}, {.name = "special"}, {.name = "minute"},      {.name = "hour"},
    {.name = "monthday"}, {.name = "month"},   {.name = "weekday"}, {.name = "environment"}, {0}};
  static const struct ral_type cron = {.name = "cron", .attributes = attributes};
  static const struct ral_type *const types[] = {&cron, NULL};
  struct ral ral = {.arena = arena, .types = types, .log = no_log};
  struct ptrvec records = {0};
  struct buf out = BUF_IN(arena);
  (void)state;
  const str text = arena_printf(arena, "# HEADER: old\n%s\n\n", kept);
  assert_true(parsed_read(&ral, &crontab_format, text, "root", &records));
  assert_int_equal(records.n, 6);
  const struct parsed_record *job = records.items[5], *mine = records.items[3];
  is(job->name, "job");
  is(mine->name, "unmanaged:/bin/mine-1");
  assert_true(mine->unmanaged);
  assert_int_equal(parsed_get(job, "environment").array->n, 2);
  assert_true(parsed_write(&ral, &crontab_format, (struct parsed_record *const *)records.items, records.n, &out));
  is(buf_view(&out), kept);
  records.n = 0;
  assert_false(parsed_read(&ral, &crontab_format, STR("5 4\n"), "root", &records));
  is(ral.error, "Could not parse line \"5 4\" (file: root, line: 2)");
}

static void test_keys(void **state)
{
  struct keyline k;
  (void)state;
  assert_true(keyline_parse(STR("ssh-rsa AAAA anna at home"), &k));
  is(k.options, "");
  is(k.kind, "ssh-rsa");
  is(k.key, "AAAA");
  is(k.name, "anna at home");
  assert_true(keyline_parse(STR("no-pty,command=\"ssh-rsa x\" ssh-ed25519 BBBB"), &k));
  is(k.options, "no-pty,command=\"ssh-rsa x\"");
  is(k.kind, "ssh-ed25519");
  is(k.name, "");
  assert_true(keyline_parse(STR("  ssh-rsa AAAA indented"), &k)); /* Puppet accepts a blank as options, too */
  is(k.options, " ");
  is(k.name, "indented");
  assert_int_equal(keyline_options(arena, k.options)->n, 0);
  assert_false(keyline_parse(STR(" ssh-rsa AAAA x"), &k));
  assert_false(keyline_parse(STR("rsa AAAA x"), &k));
  assert_false(keyline_parse(STR("ssh-rsa"), &k));
  assert_false(keyline_parse(STR_EMPTY, &k));
  const struct array *options = keyline_options(arena, STR("no-pty, command=\"a, \\\"b\" ,from=\"1\""));
  assert_int_equal(options->n, 3);
  is(value_text(options->items[1]), "command=\"a, \\\"b\"");
  is(value_text(options->items[2]), "from=\"1\"");
}

static void test_aliases(void **state)
{
  struct alias_line alias;
  (void)state;
  assert_true(alias_parse(arena, STR("team: a, \"|/bin/p x,y\" ,b"), &alias));
  is(alias.name, "team");
  assert_int_equal(alias.recipients->n, 3);
  is(value_text(alias.recipients->items[1]), "|/bin/p x,y");
  assert_true(alias_parse(arena, STR("list: :include: /t/members"), &alias));
  assert_null(alias.recipients);
  is(alias.file, "/t/members");
  assert_false(alias_parse(arena, STR("  more"), &alias));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_hosts, setup, teardown),
    cmocka_unit_test_setup_teardown(test_fstab, setup, teardown),
    cmocka_unit_test_setup_teardown(test_crontab_lines, setup, teardown),
    cmocka_unit_test_setup_teardown(test_crontab, setup, teardown),
    cmocka_unit_test_setup_teardown(test_keys, setup, teardown),
    cmocka_unit_test_setup_teardown(test_aliases, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
