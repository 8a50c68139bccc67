/* puppetserver's configuration files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/log.h"
#include "server/config/config.h"

static struct server_config *config;
static char logged[1024];

static void hook(void *ctx, const struct log_event *event)
{
  (void)ctx;
  snprintf(logged, sizeof logged, "%s: %.*s", log_level_name(event->level), (int)event->message_len, event->message);
}

static int set_up(void **state)
{
  (void)state;
  logged[0] = '\0';
  log_set_level(LOG_LEVEL_INFO);
  log_set_hook(hook, NULL);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  log_set_hook(NULL, NULL);
  config_free(config);
  config = NULL;
  return 0;
}

static void use(const char *text)
{
  struct buf why = BUF_HEAP;
  config_free(config);
  config = config_read_text(str_of(text), "x.conf", &why);
  if (config == NULL) fail_msg("%s", why.p);
  buf_free(&why);
}

static void wrong(const char *text, const char *message)
{
  struct buf why = BUF_HEAP;
  assert_null(config_read_text(str_of(text), "x.conf", &why));
  assert_string_equal(why.p, message);
  buf_free(&why);
}

static void test_values(void **state)
{
  (void)state;
  use("");
  assert_int_equal(config->idle_timeout_ms, 30000);
  assert_true(str_eqz(config->client_auth, "want"));
  assert_false(config->has_port || config->has_ssl_port || config->allow_auto_renewal);
  assert_true(config->gzip);
  use("webserver: { ssl-host: 127.0.0.1, ssl-port: 8140, port: \"0\", cipher-suites: [A, B], gzip-enable: false }\n"
      "jruby-puppet: { max-active-instances: 3, server-var-dir: /v }\n"
      "certificate-authority.allow-auto-renewal: true\n"
      "versioned-code { code-id-command = /bin/id }\n");
  assert_true(str_eqz(config->ssl_host, "127.0.0.1"));
  assert_int_equal(config->ssl_port, 8140);
  assert_true(config->has_port && config->port == 0 && config->allow_auto_renewal && !config->gzip);
  assert_int_equal(config->cipher_suites.n, 2);
  assert_int_equal(config->instances, 3);
  assert_true(str_eqz(config->var_dir, "/v") && str_eqz(config->code_id_command, "/bin/id"));
}

static void test_unknown(void **state)
{
  (void)state;
  wrong("webserver: {\n  ssl-port: 1\n  sslport: 2\n}", "x.conf:3: unknown setting 'webserver.sslport'\n");
  wrong("web: { a: 1 }", "x.conf:1: unknown setting 'web'\n");
  wrong("a: 1", "x.conf:1: unknown setting 'a'\n");
  wrong("webserver: 1", "x.conf:1: unknown setting 'webserver'\n");
  wrong("jruby-puppet: { \n a: {b: 1} }", "x.conf:2: unknown setting 'jruby-puppet.a'\n");
  wrong("webserver: { ssl-port: a }", "x.conf:1: setting 'webserver.ssl-port' must be a number that is not negative\n");
  wrong("webserver: { ssl-port: -1 }",
        "x.conf:1: setting 'webserver.ssl-port' must be a number that is not negative\n");
  wrong("webserver: { ssl-port: 70000 }", "x.conf: a port must be at most 65535\n");
  wrong("webserver: { gzip-enable: maybe }", "x.conf:1: setting 'webserver.gzip-enable' must be true or false\n");
  wrong("webserver: { client-auth: must }", "x.conf: client-auth must be one of want, need, none, not 'must'\n");
  wrong("webserver: { ssl-protocols: [SSLv3] }", "x.conf: not supported: ssl-protocols 'SSLv3'\n");
  wrong("webserver: {\n\n", "x.conf:3: expecting a close brace or a field name here, got end of file\n");
}

static void test_without_effect(void **state)
{
  (void)state;
  use("jruby-puppet: {\n gem-home: /x }");
  assert_string_equal(logged, "info: x.conf:2: setting 'jruby-puppet.gem-home' has no effect: there is no JRuby");
  use("metrics: { reporters: { graphite: { host: a } } }");
  assert_string_equal(
    logged, "warning: x.conf:1: setting 'metrics.reporters.graphite' has no effect: not supported: let Prometheus read "
            "/metrics, or use SNMP");
  wrong("webserver: { keystore: /x }",
        "x.conf:1: setting 'webserver.keystore': not supported: use ssl-cert and ssl-key\n");
}

static void test_services(void **state)
{
  (void)state;
  use("web-router-service: { \"puppetlabs.services.master.master-service/master-service\": \"/puppet\" }");
  wrong("web-router-service: { \"puppetlabs.services.master.master-service/master-service\": \"/other\" }",
        "x.conf:1: not supported: 'puppetlabs.services.master.master-service/master-service' at another path than "
        "\"/puppet\"\n");
  wrong("web-router-service: { x: \"/y\" }", "x.conf:1: unknown setting 'x'\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_values, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_unknown, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_without_effect, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_services, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
