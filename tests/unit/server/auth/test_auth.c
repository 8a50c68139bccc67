/* auth.conf: valid rules, and what they allow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compiler/values/value.h"
#include "pki/pki.h"
#include "server/auth/auth.h"
#include "server/http/head.h"

static struct arena *arena;
static struct server_config *config;
static struct auth *auth;

static int set_up(void **state)
{
  (void)state;
  arena = arena_new();
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  auth_free(auth);
  config_free(config);
  arena_free(arena);
  auth = NULL;
  config = NULL;
  return 0;
}

static const struct pki_oids *oids(void)
{
  str error;
  const struct pki_oids *o = pki_oids_new(arena, STR("/nonexistent"), &error);
  assert_non_null(o);
  return o;
}

/* Reads the rules of a text; NULL: *why has the error. */
static struct auth *read_rules(const char *text, struct buf *why)
{
  auth_free(auth);
  config_free(config);
  auth = NULL;
  config = config_read_text(str_of(text), "auth.conf", why);
  if (config != NULL) auth = auth_new(config, oids(), why);
  return auth;
}

static void use(const char *rules)
{
  struct buf why = BUF_IN(arena);
  const str text = arena_printf(arena, "authorization: { version: 1, rules: [ %s ] }", rules);
  if (read_rules(text.p, &why) == NULL) fail_msg("%s", why.p);
}

static void wrong(const char *rules, const char *message)
{
  struct buf why = BUF_IN(arena);
  const str text = arena_printf(arena, "authorization: {\nversion: 1, rules: [\n%s ] }", rules);
  assert_null(read_rules(text.p, &why));
  assert_string_equal(why.p, message);
}

/* Makes a request as a node (NULL: without certificate), with an extension. */
static bool asks_with(const char *name, enum request_method method, const char *target, const char *extension,
                      const char *v)
{
  struct head_error why;
  bool relative;
  str rule;
  struct request r = {.arena = arena, .method = method, .target = str_of(target)};
  struct hash *extensions = hash_new(arena, 1);
  if (extension != NULL) hash_put_str(extensions, arena, str_of(extension), value_str(str_of(v)));
  if (name != NULL) r.peer = (struct peer){.certname = str_of(name), .authenticated = true, .extensions = extensions};
  assert_true(target_parse(&r, &why, &relative));
  return auth_allows(auth, &r, &rule);
}

static bool asks(const char *name, const char *target) { return asks_with(name, METHOD_GET, target, NULL, NULL); }

#define RULE(rest) "{ match-request: { path: \"/x\", type: path }, sort-order: 500, name: \"r\", " rest " }"

static void test_names(void **state)
{
  (void)state;
  use(RULE("allow: \"a.example.com\""));
  assert_true(asks("a.example.com", "/x/y"));
  assert_true(asks("A.Example.com", "/x"));
  assert_false(asks("b.a.example.com", "/x"));
  assert_false(asks("com", "/x"));
  assert_false(asks("a.example.com", "/y"));
  assert_false(asks(NULL, "/x"));
  use(RULE("allow: \"*.example.com\""));
  assert_true(asks("a.example.com", "/x"));
  assert_true(asks("a.b.example.com", "/x"));
  assert_false(asks("example.com", "/x"));
  assert_false(asks("badexample.com", "/x"));
  use(RULE("allow: \"/^db[0-9]+$/\""));
  assert_true(asks("db12", "/x"));
  assert_false(asks("db", "/x"));
  use(RULE("allow: [\"a\", {certname: \"b\"}]"));
  assert_true(asks("b", "/x"));
  use(RULE("allow: \"*\", deny: \"bad.test\""));
  assert_true(asks("good.test", "/x"));
  assert_false(asks("bad.test", "/x"));
  assert_false(asks(NULL, "/x"));
  use(RULE("allow-unauthenticated: true"));
  assert_true(asks(NULL, "/x"));
}

static void test_matching(void **state)
{
  (void)state;
  use("{ match-request: { path: \"^/x/([^/]+)/([a-z]+)$\", type: regex, method: [get, PUT] }, allow: \"$1.$2\", "
      "sort-order: 500, "
      "name: r }");
  assert_true(asks("a.test", "/x/a/test"));
  assert_false(asks("b.test", "/x/a/test"));
  assert_false(asks("a.test", "/y/x/a/test"));
  assert_true(asks_with("a.test", METHOD_PUT, "/x/a/test", NULL, NULL));
  assert_false(asks_with("a.test", METHOD_POST, "/x/a/test", NULL, NULL));
  /* The group of the path is a name, whatever characters it contains. */
  use("{ match-request: { path: \"^/x/(.*)$\", type: regex }, allow: \"$1\", sort-order: 500, name: r }");
  assert_false(asks("a.test", "/x/*"));
  assert_false(asks("a.test", "/x/*.test"));
  assert_false(asks("a.test", "/x/%2F.*%2F"));
  assert_true(asks("a.test", "/x/a.test"));
  use("{ match-request: { path: \"/x\", type: path, query-params: { environment: [a, b], kind: c } }, allow: \"*\", "
      "sort-order: 500, name: r }");
  assert_true(asks("n", "/x?environment=b&kind=c"));
  assert_false(asks("n", "/x?environment=b"));
  assert_false(asks("n", "/x?environment=d&kind=c"));
}

static void test_order(void **state)
{
  (void)state;
  use("{ match-request: { path: \"/x\", type: path }, deny: \"*\", sort-order: 500, name: b },"
      "{ match-request: { path: \"/x\", type: path }, allow: \"*\", sort-order: 500, name: a }");
  assert_true(asks("n", "/x"));
  use("{ match-request: { path: \"/x\", type: path }, allow: \"*\", sort-order: 500, name: a },"
      "{ match-request: { path: \"/x\", type: path }, deny: \"*\", sort-order: 499, name: b }");
  assert_false(asks("n", "/x"));
}

static void test_extensions(void **state)
{
  (void)state;
  use(RULE("allow: { extensions: { pp_cli_auth: \"true\" } }"));
  assert_true(asks_with("n", METHOD_GET, "/x", "pp_cli_auth", "true"));
  assert_false(asks_with("n", METHOD_GET, "/x", "pp_cli_auth", "false"));
  assert_false(asks("n", "/x"));
  use(RULE("allow: { extensions: { \"1.3.6.1.4.1.34380.1.3.39\": [\"a\", \"true\"] } }"));
  assert_true(asks_with("n", METHOD_GET, "/x", "pp_cli_auth", "true"));
  use(RULE("allow: { extensions: { pp_cli_auth: \"true\", pp_role: web } }"));
  assert_false(asks_with("n", METHOD_GET, "/x", "pp_cli_auth", "true"));
}

static void test_wrong(void **state)
{
  (void)state;
  wrong("{ match-request: { path: \"/x\", type: path }, sort-order: 500, allow: \"*\" }",
        "auth.conf:3: a rule must have a 'name'\n");
  wrong(RULE("allow: \"*\", color: red"), "auth.conf:3: rule 'r': unknown setting 'color' in a rule\n");
  wrong(RULE(""), "auth.conf:3: rule 'r': a rule must have 'allow' or 'deny'\n");
  wrong(RULE("allow: \"*\", allow-unauthenticated: true"),
        "auth.conf:3: rule 'r': a rule with 'allow-unauthenticated' cannot have 'allow' or 'deny'\n");
  wrong(RULE("allow: \"a b\""), "auth.conf:3: rule 'r': invalid domain value: a b\n");
  wrong(RULE("allow: { rbac: { permission: \"a:b:c\" } }"), "auth.conf:3: rule 'r': not supported: rbac\n");
  wrong(RULE("allow: \"$1\""), "auth.conf:3: rule 'r': '$1' refers to a group that the path does not have\n");
  wrong("{ match-request: { path: \"/x\", type: path, method: patch }, sort-order: 500, name: r, allow: \"*\" }",
        "auth.conf:3: rule 'r': 'method' must be one or more of 'delete', 'get', 'head', 'post', 'put'\n");
  wrong("{ match-request: { path: \"/x\", type: glob }, sort-order: 500, name: r, allow: \"*\" }",
        "auth.conf:3: rule 'r': 'type' must be 'path' or 'regex'\n");
  wrong("{ match-request: { path: \"/x\", type: path }, sort-order: 1000, name: r, allow: \"*\" }",
        "auth.conf:3: rule 'r': 'sort-order' must be a number from 1 to 999\n");
  wrong(RULE("allow: \"*\"") ", " RULE("allow: \"*\""), "auth.conf:3: rule 'r': duplicate rule name\n");
  struct buf why = BUF_IN(arena);
  assert_null(read_rules("authorization: { version: 2, rules: [] }", &why));
  assert_string_equal(why.p, "auth.conf: 'version' must be 1\n");
}

/* puppetserver's own rules. */
static void test_defaults(void **state)
{
  struct buf why = BUF_IN(arena);
  (void)state;
  assert_non_null(read_rules("", &why));
  assert_true(asks("n", "/puppet/v3/catalog/n"));
  assert_false(asks("n", "/puppet/v3/catalog/m"));
  assert_false(asks("n", "/puppet/v3/catalog/n/x"));
  assert_false(asks_with("n", METHOD_POST, "/puppet/v4/catalog", NULL, NULL));
  assert_true(asks_with("n", METHOD_PUT, "/puppet/v3/report/n", NULL, NULL));
  assert_true(asks(NULL, "/puppet-ca/v1/certificate/ca"));
  assert_true(asks_with(NULL, METHOD_PUT, "/puppet-ca/v1/certificate_request/n", NULL, NULL));
  assert_false(asks_with("n", METHOD_PUT, "/puppet-ca/v1/certificate_status/m", NULL, NULL));
  assert_true(asks_with("n", METHOD_PUT, "/puppet-ca/v1/certificate_status/m", "pp_cli_auth", "true"));
  assert_true(asks_with("n", METHOD_POST, "/puppet-ca/v1/certificate_renewal", NULL, NULL));
  assert_true(asks_with("n", METHOD_POST, "/puppet-ca/v1/sign/all", "pp_cli_auth", "true"));
  assert_true(asks(NULL, "/status/v1/simple"));
  assert_false(asks(NULL, "/puppet/v3/file_content/modules/a/b"));
  assert_true(asks("n", "/puppet/v3/file_content/modules/a/b"));
  assert_false(asks("n", "/puppet/v3/environment_classes"));
  assert_false(asks("n", "/metrics"));
  assert_false(asks_with("n", METHOD_DELETE, "/puppet-admin-api/v1/environment-cache", NULL, NULL));
}

/* --- the client behind a proxy --- */

static bool identify(const char *headers, struct request *r)
{
  struct head *h = arena_zalloc(arena, sizeof *h);
  struct head_error why;
  str error = STR_EMPTY;
  const str text = arena_printf(arena, "GET /x HTTP/1.1\r\nHost: h\r\n%s\r\n", headers);
  assert_true(head_parse(arena, text, h, &why));
  *r = (struct request){.arena = arena, .head = h};
  r->peer = (struct peer){.certname = STR("proxy"), .authenticated = true};
  const bool good = auth_identify(auth, r, &error);
  if (!good) assert_true(error.n > 0);
  return good;
}

static void test_headers(void **state)
{
  struct buf why = BUF_IN(arena);
  struct request r;
  (void)state;
  assert_non_null(read_rules("authorization: { version: 1, allow-header-cert-info: true, rules: [] }", &why));
  assert_true(identify("X-Client-Verify: SUCCESS\r\nX-Client-DN: CN=web1,O=x\r\n", &r));
  assert_true(r.peer.authenticated && str_eqz(r.peer.certname, "web1"));
  assert_true(identify("X-Client-Verify: SUCCESS\r\nX-Client-DN: /O=x/CN=web1\r\n", &r));
  assert_true(r.peer.authenticated && str_eqz(r.peer.certname, "web1"));
  assert_true(identify("X-Client-Verify: FAILED\r\nX-Client-DN: CN=web1\r\n", &r));
  assert_false(r.peer.authenticated);
  assert_true(identify("X-Client-DN: CN=web1\r\n", &r));
  assert_false(r.peer.authenticated);
  /* The proxy's own certificate does not identify a client. */
  assert_true(identify("", &r));
  assert_true(!r.peer.authenticated && r.peer.certname.n == 0);
  assert_false(identify("X-Client-Verify: SUCCESS\r\nX-Client-DN: CN=a\r\nX-Client-Cert: %zz\r\n", &r));
  assert_false(identify("X-Client-Verify: SUCCESS\r\nX-Client-DN: CN=a\r\nX-Client-Cert: none\r\n", &r));
  /* Not allowed: headers do not identify anybody. */
  assert_non_null(read_rules("authorization: { version: 1, rules: [] }", &why));
  assert_true(identify("X-Client-Verify: SUCCESS\r\nX-Client-DN: CN=root\r\n", &r));
  assert_true(r.peer.authenticated && str_eqz(r.peer.certname, "proxy"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_names, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_matching, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_order, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_extensions, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_wrong, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_defaults, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_headers, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
