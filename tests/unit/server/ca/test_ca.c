/* The certificate authority: rules, files, requests of its API. No network, keys of 1024 bits. */
#include <openssl/ocsp.h>
#include <openssl/x509v3.h>
#include <setjmp.h>
#include <stdarg.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "server/ca/internal.h"
#include "server/ca/link.h"
#include "server/ca/setup.h"
#include "server/ca/wire.h"

static struct arena *arena;
static struct settings *settings;
static struct ca_options options;
static struct ca *ca;
static char directory[] = "/tmp/test_ca.XXXXXX";

static void configure(enum setting_id id, const char *text)
{
  struct buf error = BUF_HEAP;
  assert_true(settings_set(settings, id, str_of(text), &error));
  buf_free(&error);
}

static struct ca *reopen(void)
{
  str error = STR_EMPTY;
  ca = ca_new(arena, settings, &options, &error);
  if (ca == NULL || !ca_load(ca, &error)) fail_msg("%.*s", STR_FMT(error));
  return ca;
}

static char template[] = "/tmp/test_ca_new.XXXXXX";

static void use(const char *place)
{
  arena = arena_new();
  settings = settings_new();
  options = CA_OPTIONS_DEFAULT;
  log_set_destinations("", (char[64]){0}, 64);
  log_set_level(LOG_LEVEL_CRIT);
  settings_set_mode(settings, SETTINGS_SERVER);
  configure(SETTING_ssldir, arena_strz(arena, arena_printf(arena, "%s/ssl", place)));
  configure(SETTING_cadir, arena_strz(arena, arena_printf(arena, "%s/ca", place)));
  configure(SETTING_confdir, place);
  configure(SETTING_certname, "srv.test");
  configure(SETTING_ca_name, "Test CA");
  configure(SETTING_keylength, "1024");
}

static int command(const char *fmt, const char *x, const char *y)
{
  char line[256];
  snprintf(line, sizeof line, fmt, x, y);
  return system(line);
}

/* An authority that is copied for each test. */
static int make_template(void **state)
{
  (void)state;
  str error = STR_EMPTY;
  struct ptrvec errors = {0};
  assert_non_null(mkdtemp(template));
  use(template);
  struct ca *new = ca_new(arena, settings, &options, &error);
  struct ca_setup wish = {.settings = settings, .alt_names = STR("localhost")};
  if (!ca_setup_run(new, arena, &wish, &errors)) fail_msg("%.*s", STR_FMT(*(str *)errors.items[0]));
  settings_free(settings);
  arena_free(arena);
  return 0;
}

static int remove_template(void **state)
{
  (void)state;
  return command("rm -rf %s%s", template, "");
}

static int set_up(void **state)
{
  (void)state;
  strcpy(directory + strlen(directory) - 6, "XXXXXX");
  assert_non_null(mkdtemp(directory));
  assert_int_equal(command("cp -r %s/. %s", template, directory), 0);
  use(directory);
  reopen();
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  settings_free(settings);
  arena_free(arena);
  return command("rm -rf %s%s", directory, "");
}

#define assert_str(s, z) assert_string_equal(arena_strz(arena, (s)), (z))

/* --- requests to the API --- */
static struct ca_answer ask(enum ca_method method, const char *path, str body)
{
  struct ca_request q = {.method = method, .path = str_of(path), .body = body};
  struct ca_answer out = {0};
  ca_answer_request(ca, arena, &q, &out);
  return out;
}

static void answers(enum ca_method method, const char *path, const char *body, int status, const char *text)
{
  struct ca_answer a = ask(method, path, str_of(body));
  assert_str(a.body, text);
  assert_int_equal(a.status, status);
}

static EVP_PKEY *key(void)
{
  static EVP_PKEY *one;
  if (one == NULL) one = EVP_EC_gen("prime256v1");
  return one;
}

/* A request with extensions: pairs of number and text; "san" has alternative names. */
static str request_of(EVP_PKEY *k, const EVP_MD *digest, const char *cn, const char *const *extensions)
{
  X509_REQ *r = X509_REQ_new();
  STACK_OF(X509_EXTENSION) *all = sk_X509_EXTENSION_new_null();
  X509_NAME_add_entry_by_NID(X509_REQ_get_subject_name(r), NID_commonName, MBSTRING_UTF8, (const unsigned char *)cn, -1,
                             -1, 0);
  for (; extensions != NULL && extensions[0] != NULL; extensions += 2)
    sk_X509_EXTENSION_push(all, strcmp(extensions[0], "san") == 0
                                  ? X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, extensions[1])
                                  : ca__text_extension(extensions[0], false, str_of(extensions[1])));
  if (sk_X509_EXTENSION_num(all) > 0) X509_REQ_add_extensions(r, all);
  X509_REQ_set_pubkey(r, k);
  X509_REQ_sign(r, k, digest);
  str pem = pki_request_pem(arena, r);
  sk_X509_EXTENSION_pop_free(all, X509_EXTENSION_free);
  X509_REQ_free(r);
  return pem;
}

static str request(const char *cn, const char *const *extensions)
{
  return request_of(key(), EVP_sha256(), cn, extensions);
}

static void put(const char *name, str pem, int status, const char *text)
{
  struct ca_answer a = ask(CA_PUT, arena_strz(arena, arena_printf(arena, "certificate_request/%s", name)), pem);
  assert_str(a.body, text);
  assert_int_equal(a.status, status);
}

static void sign(const char *name, int status, const char *text)
{
  answers(CA_PUT, arena_strz(arena, arena_printf(arena, "certificate_status/%s", name)),
          "{\"desired_state\":\"signed\"}", status, text);
}

static X509 *certificate_of(const char *name)
{
  str error;
  struct ca_answer a = ask(CA_GET, arena_strz(arena, arena_printf(arena, "certificate/%s", name)), STR_EMPTY);
  assert_int_equal(a.status, 200);
  X509 *c = pki_certificate_read(arena, a.body, &error);
  assert_non_null(c);
  return c;
}

static void test_life_of_a_certificate(void **state)
{
  (void)state;
  answers(CA_GET, "certificate/a.test", "", 404, "Could not find certificate a.test");
  answers(CA_GET, "certificate_request/a.test", "", 404, "Could not find certificate_request a.test");
  put("a.test", request("a.test", NULL), 200, "");
  put("a.test", request("a.test", NULL), 400,
      "a.test already has a requested certificate; ignoring certificate request");
  assert_int_equal(ask(CA_GET, "certificate_request/a.test", STR_EMPTY).status, 200);
  answers(CA_PUT, "certificate_status/a.test", "{\"desired_state\":\"revoked\"}", 409,
          "Cannot revoke certificate for host a.test without a signed certificate");
  sign("a.test", 204, "");
  sign("a.test", 409, "Cannot sign certificate for host a.test without a certificate request");
  put("a.test", request("a.test", NULL), 400, "a.test already has a signed certificate; ignoring certificate request");
  struct ptrvec names = {0};
  X509 *c = certificate_of("a.test");
  assert_true(pki_alt_names(arena, X509_get0_extensions(c), &names));
  assert_int_equal(names.n, 1);
  assert_str(((struct pki_alt_name *)names.items[0])->text, "a.test");
  assert_int_equal(ASN1_INTEGER_get(X509_get0_serialNumber(c)), 2);
  for (int i = 0; i < 2; i++) answers(CA_PUT, "certificate_status/a.test", "{\"desired_state\":\"revoked\"}", 204, "");
  put("a.test", request("a.test", NULL), 400, "a.test already has a revoked certificate; ignoring certificate request");
  answers(CA_DELETE, "certificate_status/a.test", "", 204, "");
  answers(CA_DELETE, "certificate_status/a.test", "", 404, "Resource not found.");
  put("a.test", request("a.test", NULL), 200, "");
  answers(CA_DELETE, "certificate_request/a.test", "", 204, "");
}

static void test_names(void **state)
{
  (void)state;
  put("b.test", request("a.test", NULL), 400, "Instance name \"a.test\" does not match requested key \"b.test\"");
  put("A.test", request("A.test", NULL), 400, "Certificate names must be lower case.");
  put("x*", request("x*", NULL), 404, "Not Found");
  put("-a.test", request("-a.test", NULL), 400, "Subject hostname format is invalid");
  put("a-.test", request("a-.test", NULL), 400, "Subject hostname format is invalid");
  put("a..test", request("a..test", NULL), 400, "Subject hostname format is invalid");
  put("a_b.test", request("a_b.test", NULL), 200, "");
  put("..", request("..", NULL), 400, "Subject hostname format is invalid");
  str why;
  assert_false(ca_check_name(arena, STR("*.test"), STR("*.test"), &why));
  assert_str(why, "Subject contains a wildcard, which is not allowed: *.test");
  assert_false(ca_name_is_safe(STR("../x")));
  assert_false(ca_name_is_safe(STR(".x")));
}

static void test_extensions(void **state)
{
  (void)state;
  put("a.test", request("a.test", (const char *[]){"san", "DNS:a.test,DNS:b.test,IP:10.0.0.1", NULL}), 200, "");
  sign("a.test", 409,
       "CSR 'a.test' contains extra subject alternative names (IP:10.0.0.1, DNS:b.test), which are disallowed. To "
       "allow subject "
       "alternative names, set allow-subject-alt-names to true in your ca.conf file. Then restart the puppetserver and "
       "try signing "
       "this certificate again.");
  put("b.test", request("b.test", (const char *[]){"1.3.6.1.4.1.34380.1.3.1", "yes", NULL}), 200, "");
  sign(
    "b.test", 409,
    "CSR 'b.test' contains an authorization extension, which is disallowed. To allow authorization extensions, set "
    "allow-authorization-extensions to true in your ca.conf file. Then restart the puppetserver and try signing this "
    "certificate again.");
  put("c.test", request("c.test", (const char *[]){"1.2.3.4.5", "x", "2.5.29.19", "x", NULL}), 200, "");
  sign("c.test", 409, "Found extensions that are not permitted: 1.2.3.4.5, 2.5.29.19");
  put("d.test",
      request("d.test", (const char *[]){"1.3.6.1.4.1.34380.1.1.13", "x", "1.3.6.1.4.1.34380.1.1.13", "y", NULL}), 200,
      "");
  sign("d.test", 409, "CSR 'd.test' contains the extension 1.3.6.1.4.1.34380.1.1.13 twice");
  options.allow_subject_alt_names = options.allow_authorization_extensions = true;
  reopen();
  sign("a.test", 204, "");
  sign("b.test", 204, "");
  put("e.test", request("e.test", (const char *[]){PKI_OID_CLI_AUTH, "true", NULL}), 200, "");
  sign("e.test", 409, "Found extensions that are not permitted: 1.3.6.1.4.1.34380.1.3.39");
}

static void test_bad_requests(void **state)
{
  (void)state;
  str good = request("a.test", NULL);
  put("a.test", STR_EMPTY, 400, "The body is not a certificate request in PEM");
  put("a.test", arena_printf(arena, "%.*s%.*s", STR_FMT(good), STR_FMT(good)), 400,
      "The PEM stream contains more than one object");
  put("a.test", ask(CA_GET, "certificate/ca", STR_EMPTY).body, 400, "The PEM stream contains more than one object");
  put("a.test", pki_certificate_pem(arena, ca->certificate), 400,
      "The body is not a certificate request but a CERTIFICATE");
  struct buf large = BUF_IN(arena);
  buf_str(&large, good);
  while (large.n <= 256 * 1024) buf_char(&large, '\n');
  put("a.test", buf_view(&large), 400, "The certificate request has more than 262144 bytes");
  /* Signed with another key. */
  str error;
  X509_REQ *r = pki_request_read(arena, request("s.test", NULL), &error);
  EVP_PKEY *other = EVP_EC_gen("prime256v1");
  X509_REQ_sign(r, other, EVP_sha256());
  EVP_PKEY_free(other);
  put("s.test", pki_request_pem(arena, r), 200, "");
  sign("s.test", 409, "CSR contains a public key that does not correspond to the signing key");
}

/* Keys whose signature has a fixed digest. */
static void test_ed25519(void **state)
{
  (void)state;
  EVP_PKEY *k = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"), *other = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
  assert_non_null(k);
  put("ed.test", request_of(k, NULL, "ed.test", NULL), 200, "");
  sign("ed.test", 204, "");
  X509 *c = certificate_of("ed.test");
  assert_int_equal(EVP_PKEY_get_id(X509_get0_pubkey(c)), EVP_PKEY_ED25519);
  assert_true(pki_key_fits(c, k));
  assert_int_equal(X509_verify(c, ca->key), 1);
  /* The signature is checked, too. */
  str error;
  X509_REQ *r = pki_request_read(arena, request_of(k, NULL, "s.test", NULL), &error);
  X509_REQ_sign(r, other, NULL);
  put("s.test", pki_request_pem(arena, r), 200, "");
  sign("s.test", 409, "CSR contains a public key that does not correspond to the signing key");
  EVP_PKEY_free(k);
  EVP_PKEY_free(other);
}

static void test_bodies(void **state)
{
  (void)state;
  put("a.test", request("a.test", NULL), 200, "");
  answers(CA_PUT, "certificate_status/a.test", "", 400, "Request body is not JSON.");
  answers(CA_PUT, "certificate_status/a.test", "{}", 400, "Missing required parameter \"desired_state\"");
  answers(CA_PUT, "certificate_status/a.test", "{\"desired_state\":\"x\"}", 400,
          "State x invalid; Must specify desired state of 'signed' or 'revoked' for host a.test.");
  answers(CA_PUT, "certificate_status/a.test", "{\"desired_state\":\"signed\",\"cert_ttl\":\"abc\"}", 400,
          "cert_ttl specified for host a.test must be an integer, not \"abc\"");
  answers(CA_PUT, "certificate_status/a.test", "{\"desired_state\":\"signed\",\"cert_ttl\":-1}", 400,
          "cert_ttl specified for host a.test must be between 1 and 1576800000, not -1");
  answers(CA_PUT, "certificate_status/nosuch.test", "{\"desired_state\":\"signed\"}", 404,
          "Invalid certificate subject.");
  answers(CA_GET, "certificate_status/nosuch.test", "", 404, "Resource not found.");
  answers(CA_POST, "certificate_status/a.test", "", 405, "Method not allowed.");
  answers(CA_GET, "certificate_statuses/", "", 400, "Missing URL Segment");
  answers(CA_PUT, "clean", "x", 400, "Request body is not JSON.");
  answers(CA_PUT, "clean", "{\"async\":true}", 400, "Async mode is not currently supported.");
  answers(CA_PUT, "clean", "{}", 400,
          "Missing required key: 'certnames'. Please supply the list of certs you want to clean.");
  answers(CA_PUT, "clean", "{\"certnames\":[]}", 200, "Successfully cleaned all certs.");
  answers(CA_PUT, "clean", "{\"certnames\":[\"x\",\"y\"]}", 200,
          "The following certs do not exist and cannot be revoked: [\"x\" \"y\"]");
  answers(CA_PUT, "clean", "{\"certnames\":[\"srv.test\"]}", 200, "Successfully cleaned all certs.");
  answers(CA_GET, "certificate/srv.test", "", 404, "Could not find certificate srv.test");
  answers(CA_POST, "sign", "{\"certnames\":[\"a.test\",\"x\"]}", 200,
          "{\"signed\":[\"a.test\"],\"no-csr\":[\"x\"],\"signing-errors\":[]}");
  answers(CA_POST, "sign/all", "", 200, "{\"signed\":[],\"no-csr\":[],\"signing-errors\":[]}");
  answers(CA_POST, "certificate_renewal", "", 404, "Not Found");
  answers(CA_GET, "nosuch", "", 404, "Not Found");
  answers(CA_PUT, "certificate/a.test", "", 404, "Not Found");
}

static void test_formats(void **state)
{
  (void)state;
  static const struct {
    const char *accept, *type;
    int status;
  } rows[] = {{"", "application/json;charset=UTF-8", 200},
              {"text/pson", "text/pson;charset=UTF-8", 200},
              {"image/png, application/json;q=0.1", "application/json;charset=UTF-8", 200},
              {"text/plain", "text/plain;charset=UTF-8", 406}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct ca_request q = {
      .method = CA_GET, .path = STR("certificate_status/srv.test"), .accept = str_of(rows[i].accept)};
    struct ca_answer out = {0};
    ca_answer_request(ca, arena, &q, &out);
    assert_int_equal(out.status, rows[i].status);
    assert_str(out.content_type, rows[i].type);
  }
  struct ca_request q = {.method = CA_PUT,
                         .path = STR("certificate_status/srv.test"),
                         .content_type = STR("text/plain"),
                         .body = STR("{\"desired_state\":\"revoked\"}")};
  struct ca_answer out = {0};
  ca_answer_request(ca, arena, &q, &out);
  assert_int_equal(out.status, 415);
  q = (struct ca_request){.method = CA_GET,
                          .path = STR("certificate_revocation_list/ca"),
                          .modified_since = STR("Fri, 01 Jan 2100 00:00:00 GMT")};
  ca_answer_request(ca, arena, &q, &out);
  assert_int_equal(out.status, 304);
  q.modified_since = STR("no date");
  ca_answer_request(ca, arena, &q, &out);
  assert_int_equal(out.status, 200);
}

static void write_file(const char *name, const char *text, unsigned mode)
{
  str error, path = arena_printf(arena, "%s/%s", directory, name);
  assert_true(file_replace(arena, path, str_of(text), mode, &error));
}

static void test_autosign_list(void **state)
{
  (void)state;
  write_file("autosign.conf", "# a comment\n\n*.auto.test\nbad name\nx*y#\nexact.test\n*.UPPER.test\n", 0644);
  static const struct {
    const char *name;
    bool signs;
  } rows[] = {{"a.auto.test", true}, {"a.b.auto.test", true}, {"auto.test", true},    {"xauto.test", false},
              {"exact.test", true},  {"exact.test.x", false}, {"a.upper.test", true}, {"bad", false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (ca_autosigns(ca, arena, str_of(rows[i].name), STR("pem")) != rows[i].signs) fail_msg("%s", rows[i].name);
  put("a.auto.test", request("a.auto.test", NULL), 200, "");
  certificate_of("a.auto.test");
  put("b.auto.test", request("b.auto.test", (const char *[]){"1.2.3", "x", NULL}), 400,
      "Found extensions that are not permitted: 1.2.3");
  put("b.auto.test", request("b.auto.test", NULL), 400,
      "b.auto.test already has a requested certificate; ignoring certificate request");
  configure(SETTING_autosign, "true");
  reopen();
  assert_true(ca_autosigns(ca, arena, STR("any"), STR("pem")));
  configure(SETTING_autosign, "false");
  reopen();
  assert_false(ca_autosigns(ca, arena, STR("a.auto.test"), STR("pem")));
}

static void test_autosign_program(void **state)
{
  (void)state;
  write_file("policy", "#!/bin/sh\ngrep -q 'BEGIN CERTIFICATE REQUEST' && [ \"$1\" = good.test ]\n", 0755);
  configure(SETTING_autosign, arena_strz(arena, arena_printf(arena, "%s/policy", directory)));
  reopen();
  assert_true(ca_autosign_is_program(ca, arena));
  put("good.test", request("good.test", NULL), 200, "");
  certificate_of("good.test");
  put("bad.test", request("bad.test", NULL), 200, "");
  answers(CA_GET, "certificate/bad.test", "", 404, "Could not find certificate bad.test");
}

/* The checked request is signed, not one that replaced it meanwhile. */
static void test_autosign_another_request(void **state)
{
  (void)state;
  const str other = request("swap.test", (const char *[]){"1.3.6.1.4.1.34380.1.1.13", "other", NULL});
  write_file("other", arena_strz(arena, other), 0644);
  write_file("policy",
             arena_strz(arena, arena_printf(arena, "#!/bin/sh\ncp %s/other %.*s/swap.test.pem\n", directory,
                                            STR_FMT(ca->csrdir))),
             0755);
  configure(SETTING_autosign, arena_strz(arena, arena_printf(arena, "%s/policy", directory)));
  reopen();
  put("swap.test", request("swap.test", NULL), 200, "");
  answers(CA_GET, "certificate/swap.test", "", 404, "Could not find certificate swap.test");
  sign("swap.test", 204, "");
  assert_int_equal(pki_trusted_extensions(arena, ca->oids, certificate_of("swap.test"))->n, 1);
}

/* --- files --- */
static str contents(const char *name)
{
  str text, error;
  assert_true(ca_read(arena, arena_printf(arena, "%.*s/%s", STR_FMT(ca->cadir), name), &text, &error));
  return text;
}

static void test_serials(void **state)
{
  (void)state;
  uint64_t n;
  str error = STR_EMPTY;
  assert_str(contents("serial"), "002\n");
  assert_true(ca_next_serial(ca, arena, &n, &error));
  assert_int_equal(n, 2);
  assert_str(contents("serial"), "0003");
  write_file("ca/serial", "00fF\n", 0644);
  assert_true(ca_next_serial(ca, arena, &n, &error));
  assert_int_equal(n, 255);
  assert_str(contents("serial"), "0100");
  static const char *const bad[] = {"", "x", "0", "-1", "0x12", "ffffffffffffffffff"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    write_file("ca/serial", bad[i], 0644);
    assert_false(ca_next_serial(ca, arena, &n, &error));
  }
  assert_true(str_ends(error, STR("serial: 'ffffffffffffffffff' is not a serial number in hexadecimal digits")));
  write_file("ca/serial", "zz", 0644);
  put("a.test", request("a.test", NULL), 200, "");
  assert_int_equal(ask(CA_PUT, "certificate_status/a.test", STR("{\"desired_state\":\"signed\"}")).status, 500);
  assert_int_equal(ask(CA_GET, "certificate_request/a.test", STR_EMPTY).status, 200);
}

static void test_torn_inventory(void **state)
{
  (void)state;
  str before = contents("inventory.txt");
  write_file("ca/inventory.txt", arena_strz(arena, arena_printf(arena, "%.*s0x0002 2026-1", STR_FMT(before))), 0644);
  put("a.test", request("a.test", NULL), 200, "");
  sign("a.test", 204, "");
  str after = contents("inventory.txt");
  str expected = arena_printf(arena, "%.*s0x0002 2026-1\n%.*s", STR_FMT(before),
                              STR_FMT(ca__inventory_text(arena, certificate_of("a.test"))));
  assert_str(after, arena_strz(arena, expected));
  assert_true(ca_inventory_has(ca, arena, STR("a.test")));
  assert_false(ca_inventory_has(ca, arena, STR("test")));
}

/* Limits the size of files, so that appending fails as on a full disk. */
static void limit_files(rlim_t bytes)
{
  struct rlimit limit;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  limit.rlim_cur = bytes == 0 ? limit.rlim_max : bytes;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void test_full_disk(void **state)
{
  (void)state;
  str inventory = contents("inventory.txt");
  signal(SIGXFSZ, SIG_IGN);
  put("a.test", request("a.test", NULL), 200, "");
  /* The inventory cannot grow by a whole line. */
  limit_files(inventory.n + 10);
  assert_int_equal(ask(CA_PUT, "certificate_status/a.test", STR("{\"desired_state\":\"signed\"}")).status, 500);
  limit_files(0);
  assert_str(contents("inventory.txt"), arena_strz(arena, inventory));
  assert_int_equal(ask(CA_GET, "certificate/a.test", STR_EMPTY).status, 404);
  assert_int_equal(ask(CA_GET, "certificate_request/a.test", STR_EMPTY).status, 200);
  /* A request or a revocation that cannot be stored is not acknowledged. */
  limit_files(64);
  assert_int_equal(ask(CA_PUT, "certificate_request/b.test", request("b.test", NULL)).status, 500);
  assert_int_equal(ask(CA_PUT, "certificate_status/srv.test", STR("{\"desired_state\":\"revoked\"}")).status, 500);
  limit_files(0);
  assert_int_equal(ask(CA_GET, "certificate_request/b.test", STR_EMPTY).status, 404);
  assert_int_equal(
    str_find(ask(CA_GET, "certificate_status/srv.test", STR_EMPTY).body, STR("\"state\":\"signed\""), 0) != SIZE_MAX,
    1);
  sign("a.test", 204, "");
  /* The number of the failed certificate is not used again. */
  assert_int_equal(ASN1_INTEGER_get(X509_get0_serialNumber(certificate_of("a.test"))), 3);
}

static void test_partial_state(void **state)
{
  (void)state;
  str error = STR_EMPTY;
  unlink(arena_strz(arena, ca->serial));
  struct ca *again = ca_new(arena, settings, &options, &error);
  assert_false(ca_load(again, &error));
  assert_true(str_starts(error, STR("Cannot initialize CA with partial state; need all files or none.\nFound:\n")));
  assert_true(str_ends(error, arena_printf(arena, "Missing:\n%.*s\n", STR_FMT(ca->serial))));
}

/* --- revocation lists --- */
static void test_infra_crl(void **state)
{
  (void)state;
  write_file("ca/infra_inventory.txt", "infra.test\n", 0644);
  options.enable_infra_crl = true;
  reopen();
  str error;
  put("infra.test", request("infra.test", NULL), 200, "");
  put("node.test", request("node.test", NULL), 200, "");
  sign("infra.test", 204, "");
  sign("node.test", 204, "");
  assert_true(str_ends(contents("infra_serials"), STR("\n2\n")));
  assert_true(ca_infra_serials_write(ca, arena, &error));
  assert_str(contents("infra_serials"), "2\n");
  answers(CA_PUT, "clean", "{\"certnames\":[\"infra.test\",\"node.test\"]}", 200, "Successfully cleaned all certs.");
  struct ptrvec all = {0}, infra = {0};
  uint32_t own, own_infra;
  assert_true(ca_crls_read(ca, arena, ca->cacrl, &all, &own, &error));
  assert_true(ca_crls_read(ca, arena, ca->infra_crl, &infra, &own_infra, &error));
  assert_int_equal(sk_X509_REVOKED_num(X509_CRL_get_REVOKED(all.items[own])), 2);
  assert_int_equal(sk_X509_REVOKED_num(X509_CRL_get_REVOKED(infra.items[own_infra])), 1);
  assert_str(ask(CA_GET, "certificate_revocation_list/ca", STR_EMPTY).body,
             arena_strz(arena, contents("infra_crl.pem")));
}

static void test_crl_update(void **state)
{
  (void)state;
  answers(CA_PUT, "certificate_revocation_list", "nothing", 400, "No valid CRLs submitted.");
  answers(CA_PUT, "certificate_revocation_list", arena_strz(arena, contents("ca_crl.pem")), 400,
          "Could not determine newest CRL.");
  /* A newer list of the root. */
  str error, pem;
  struct ca root = *ca;
  assert_true(ca_read(arena, arena_printf(arena, "%.*s/root_key.pem", STR_FMT(ca->cadir)), &pem, &error));
  root.key = pki_key_read(arena, pem, NULL, &error);
  root.certificate = ca->bundle.items[1];
  struct ptrvec crls = {0}, none = {0};
  uint32_t own;
  assert_true(ca_crls_read(&root, arena, ca->cacrl, &crls, &own, &error));
  X509_CRL *newer = ca_crl_extend(&root, arena, crls.items[own], &none, &error);
  assert_non_null(newer);
  answers(CA_PUT, "certificate_revocation_list", arena_strz(arena, pki_crl_pem(arena, newer)), 200,
          "Successfully updated CRLs.");
  assert_int_not_equal(str_find(contents("ca_crl.pem"), pki_crl_pem(arena, newer), 0), SIZE_MAX);
  /* A list that revokes the authority itself is rejected. */
  struct ptrvec serials = {0};
  ptrvec_push(&serials, arena, X509_get_serialNumber(ca->certificate));
  X509_CRL *deadly = ca_crl_extend(&root, arena, newer, &serials, &error);
  answers(CA_PUT, "certificate_revocation_list", arena_strz(arena, pki_crl_pem(arena, deadly)), 400,
          "Invalid certs and/or CRLs: Certificate 'CN=Test CA' is revoked");
}

static void test_crl_refresh(void **state)
{
  (void)state;
  str error, before = contents("ca_crl.pem");
  assert_true(ca_crls_refresh(ca, arena, &error));
  assert_str(contents("ca_crl.pem"), arena_strz(arena, before));
  /* A list that ends in a week, with the serial number of an expired certificate. */
  struct ptrvec crls = {0}, serials = {0};
  uint32_t own;
  assert_true(ca_crls_read(ca, arena, ca->cacrl, &crls, &own, &error));
  ptrvec_push(&serials, arena, ca__serial_of(arena, STR("0x0A")));
  ptrvec_push(&serials, arena, ca__serial_of(arena, STR("0x0B")));
  X509_CRL *crl = ca_crl_extend(ca, arena, crls.items[own], &serials, &error);
  ASN1_TIME *soon = ASN1_TIME_set(NULL, time(NULL) + 7 * 86400);
  X509_CRL_set1_nextUpdate(crl, soon);
  ASN1_TIME_free(soon);
  assert_true(ca__crl_sign(ca, crl));
  crls.items[own] = crl;
  assert_true(ca_write(ca, arena, ca->cacrl, pki_crls_pem(arena, &crls), 0644, &error));
  write_file("ca/inventory.txt", "0x000A 2020-01-01T00:00:00UTC 2021-01-01T00:00:00UTC /CN=old\n", 0644);
  assert_true(ca_crls_refresh(ca, arena, &error));
  struct ptrvec after = {0};
  assert_true(ca_crls_read(ca, arena, ca->cacrl, &after, &own, &error));
  assert_false(ca_crl_has(after.items[own], ca__serial_of(arena, STR("A"))));
  assert_true(ca_crl_has(after.items[own], ca__serial_of(arena, STR("B"))));
  assert_true(pki_time(X509_CRL_get0_nextUpdate(after.items[own])) > time(NULL) + 4 * 31536000L);
}

/* --- renewal --- */
static struct ca_answer renew(str der, const char *header)
{
  struct ca_request q = {.method = CA_POST,
                         .path = STR("certificate_renewal"),
                         .peer_certificate = der,
                         .header_certificate = str_of(header)};
  struct ca_answer out = {0};
  ca_answer_request(ca, arena, &q, &out);
  return out;
}

static void test_renewal(void **state)
{
  (void)state;
  options.allow_auto_renewal = true;
  reopen();
  put("a.test", request("a.test", (const char *[]){"1.3.6.1.4.1.34380.1.1.13", "web", NULL}), 200, "");
  sign("a.test", 204, "");
  str der = pki_certificate_bytes(arena, certificate_of("a.test")), error;
  assert_str(renew(STR_EMPTY, "").body, "No valid certificate found in renewal request");
  struct ca_answer good = renew(der, "");
  assert_int_equal(good.status, 200);
  X509 *c = pki_certificate_read(arena, good.body, &error);
  assert_int_equal(ASN1_INTEGER_get(X509_get0_serialNumber(c)), 3);
  assert_int_equal(pki_trusted_extensions(arena, ca->oids, c)->n, 1);
  assert_int_equal(X509_get_ext_count(c), X509_get_ext_count(certificate_of("a.test")));
  /* The header is accepted from infrastructure only. */
  assert_int_equal(renew(der, "-----BEGIN").status, 400);
  X509 *root = ca->bundle.items[1];
  assert_str(renew(pki_certificate_bytes(arena, root), "").body, "Certificate present, but does not match signature");
  /* A revoked certificate is not renewed. */
  answers(CA_PUT, "certificate_status/a.test", "{\"desired_state\":\"revoked\"}", 204, "");
  assert_int_equal(renew(der, "").status, 403);
}

enum { RENEWING = 4, RENEWALS = 3 };

/* In a child process, after `start` ends. Writes the serial numbers that it got. */
static void renew_often(str der, int start, int out)
{
  char byte;
  str error;
  if (read(start, &byte, 1) != 0) _exit(1);
  for (int i = 0; i < RENEWALS; i++) {
    struct ca_answer a = renew(der, "");
    X509 *c = a.status == 200 ? pki_certificate_read(arena, a.body, &error) : NULL;
    const int64_t serial = c != NULL ? ASN1_INTEGER_get(X509_get0_serialNumber(c)) : -1;
    if (write(out, &serial, sizeof serial) != sizeof serial) _exit(1);
  }
  _exit(0);
}

/* Each request gets a certificate with its own number, and all of them can be revoked. */
static void test_renewals_at_once(void **state)
{
  (void)state;
  options.allow_auto_renewal = true;
  reopen();
  put("a.test", request("a.test", NULL), 200, "");
  sign("a.test", 204, "");
  const str der = pki_certificate_bytes(arena, certificate_of("a.test"));
  int start[2], results[2], status;
  int64_t serial;
  bool seen[RENEWING * RENEWALS] = {false};
  assert_int_equal(pipe(start) | pipe(results), 0);
  for (int i = 0; i < RENEWING; i++) {
    if (fork() != 0) continue;
    close(start[1]);
    renew_often(der, start[0], results[1]);
  }
  close(start[0]);
  close(start[1]);
  close(results[1]);
  for (int n = 0; n < RENEWING * RENEWALS; n++) {
    assert_int_equal(read(results[0], &serial, sizeof serial), sizeof serial);
    assert_true(serial >= 3 && serial < 3 + RENEWING * RENEWALS && !seen[serial - 3]);
    seen[serial - 3] = true;
  }
  close(results[0]);
  for (int i = 0; i < RENEWING; i++) assert_true(wait(&status) > 0 && status == 0);
  /* The newest certificate is that of the name. */
  assert_int_equal(ASN1_INTEGER_get(X509_get0_serialNumber(certificate_of("a.test"))), 2 + RENEWING * RENEWALS);
  answers(CA_PUT, "certificate_status/a.test", "{\"desired_state\":\"revoked\"}", 204, "");
  assert_int_equal(ca->done.revoked, 1 + RENEWING * RENEWALS);
  assert_int_equal(renew(der, "").status, 403);
}

/* --- OCSP --- */
static BIGNUM *serial_of(X509 *c)
{
  static BIGNUM *kept;
  BN_free(kept);
  return kept = ASN1_INTEGER_to_BN(X509_get0_serialNumber(c), NULL);
}

static int ocsp_state(X509 *c, int *protocol)
{
  OCSP_REQUEST *r = OCSP_REQUEST_new();
  unsigned char *der = NULL;
  OCSP_request_add0_id(r, OCSP_cert_to_id(EVP_sha1(), c, ca->certificate));
  int n = i2d_OCSP_REQUEST(r, &der), state = -1;
  struct ca_request q = {.method = CA_POST,
                         .path = STR("ocsp"),
                         .content_type = STR("application/ocsp-request"),
                         .body = str_n((char *)der, (size_t)n)};
  struct ca_answer out = {0};
  ca_answer_request(ca, arena, &q, &out);
  const unsigned char *p = (const unsigned char *)out.body.p;
  OCSP_RESPONSE *response = d2i_OCSP_RESPONSE(NULL, &p, (long)out.body.n);
  *protocol = OCSP_response_status(response);
  OCSP_BASICRESP *basic = OCSP_response_get1_basic(response);
  if (basic != NULL) {
    X509_STORE *store = pki_store_make(arena, &ca->bundle, NULL, PKI_REVOCATION_OFF, false);
    /* Without other certificates: the signer's is included, and may sign OCSP answers only. */
    assert_int_equal(OCSP_basic_verify(basic, NULL, store, 0), 1);
    assert_int_equal(sk_X509_num(OCSP_resp_get0_certs(basic)), 1);
    X509 *signer = sk_X509_value(OCSP_resp_get0_certs(basic), 0);
    assert_int_equal(X509_get_extended_key_usage(signer), XKU_OCSP_SIGN);
    assert_true(X509_get_ext_by_NID(signer, NID_id_pkix_OCSP_noCheck, -1) >= 0);
    assert_int_equal(X509_get_key_usage(signer), KU_DIGITAL_SIGNATURE);
    assert_int_equal(BN_num_bits(serial_of(signer)), 159);
    assert_true(pki_key_fits(signer, ca->responder.key) && !pki_key_fits(signer, ca->key));
    state = OCSP_single_get0_status(OCSP_resp_get0(basic, 0), NULL, NULL, NULL, NULL);
  }
  OCSP_BASICRESP_free(basic);
  OCSP_RESPONSE_free(response);
  OCSP_REQUEST_free(r);
  OPENSSL_free(der);
  return state;
}

static void test_ocsp(void **state)
{
  (void)state;
  int protocol;
  str error, before, after;
  assert_true(ca_read(arena, ca->inventory, &before, &error));
  put("a.test", request("a.test", NULL), 200, "");
  sign("a.test", 204, "");
  X509 *c = certificate_of("a.test");
  assert_int_equal(ocsp_state(c, &protocol), V_OCSP_CERTSTATUS_GOOD);
  /* The signer is replaced when its time has come; neither is in the inventory. */
  X509 *first = ca->responder.certificate;
  assert_true(ca->responder.renew > time(NULL) + 3600 &&
              pki_time(X509_get0_notAfter(first)) > ca->responder.renew + 3600);
  X509_up_ref(first);
  answers(CA_PUT, "certificate_status/a.test", "{\"desired_state\":\"revoked\"}", 204, "");
  ca->responder.renew = time(NULL);
  assert_int_equal(ocsp_state(c, &protocol), V_OCSP_CERTSTATUS_REVOKED);
  assert_int_not_equal(X509_cmp(first, ca->responder.certificate), 0);
  X509_free(first);
  assert_true(ca_read(arena, ca->inventory, &after, &error));
  assert_int_equal(str_find(after, STR("OCSP"), 0), SIZE_MAX);
  assert_true(after.n > before.n);
  assert_int_equal(ocsp_state(c, &protocol), V_OCSP_CERTSTATUS_REVOKED);
  X509 *unknown = X509_dup(c);
  ASN1_INTEGER_set(X509_get_serialNumber(unknown), 1000);
  assert_int_equal(ocsp_state(unknown, &protocol), -1);
  assert_int_equal(protocol, OCSP_RESPONSE_STATUS_UNAUTHORIZED);
  X509_free(unknown);
  struct ca_request q = {
    .method = CA_POST, .path = STR("ocsp"), .content_type = STR("application/ocsp-request"), .body = STR("x")};
  struct ca_answer out = {0};
  ca_answer_request(ca, arena, &q, &out);
  assert_int_equal(out.body.p[4], OCSP_RESPONSE_STATUS_MALFORMEDREQUEST);
}

/* --- numbers --- */
static void test_numbers(void **state)
{
  (void)state;
  struct ca_numbers n;
  str error;
  int protocol;
  const time_t now = time(NULL);
  assert_true(ca_numbers(ca, arena, &n, &error));
  assert_int_equal(n.valid, 1); /* the server's */
  assert_int_equal(n.pending + n.expiring + n.revoked, 0);
  /* The first certificate of the bundle to expire; here the only list. */
  for (uint32_t i = 0; i < ca->bundle.n; i++)
    assert_true(n.certificate_until <= pki_time(X509_get0_notAfter(ca->bundle.items[i])));
  assert_true(n.certificate_until > now && n.crl_until > now && n.crl_until <= now + CA_CRL_TTL);
  assert_true(ca->done.issued == 0 && ca->done.requested == 0);
  ca->options.allow_auto_renewal = true;
  put("a.test", request("a.test", NULL), 200, "");
  put("b.test", request("b.test", NULL), 200, "");
  put("c.test", request("c.test", NULL), 200, "");
  put("d.test", request("e.test", NULL), 400, "Instance name \"e.test\" does not match requested key \"d.test\"");
  assert_int_equal(ask(CA_PUT, "certificate_request/e.test", STR("x")).status, 400);
  assert_true(ca->done.requested == 5 && ca->done.refused == 2 && ca->done.changed);
  assert_int_equal(ca_sign(ca, arena, STR("a.test"), 10 * 86400, &error), CA_DONE);
  sign("b.test", 204, "");
  assert_true(ca_numbers(ca, arena, &n, &error));
  assert_true(n.pending == 1 && n.valid == 3 && n.expiring == 1);
  /* Renewed for sixty days: the old certificate does not count any more. */
  assert_int_equal(renew(pki_certificate_bytes(arena, certificate_of("a.test")), "").status, 200);
  assert_true(ca->done.issued == 3 && ca->done.renewed == 1 && ca->done.revoked == 0);
  assert_true(ca_numbers(ca, arena, &n, &error));
  assert_true(n.valid == 3 && n.expiring == 0);
  /* Both certificates of the name are revoked, but only once. */
  ocsp_state(certificate_of("b.test"), &protocol);
  for (int i = 0; i < 2; i++) answers(CA_PUT, "certificate_status/a.test", "{\"desired_state\":\"revoked\"}", 204, "");
  assert_true(ca->done.revoked == 2 && ca->done.ocsp == 1);
  ca->done.changed = false;
  answers(CA_DELETE, "certificate_status/c.test", "", 204, "");
  assert_true(ca->done.changed);
  assert_true(ca_numbers(ca, arena, &n, &error));
  assert_true(n.pending == 0 && n.valid == 2 && n.revoked == 2);
}

/* --- between processes --- */
static void test_wire(void **state)
{
  (void)state;
  struct ca_link link;
  struct ca_answer out;
  struct ca_request q = {.method = CA_GET, .path = STR("certificate/ca")};
  assert_true(ca_link_open(&link));
  /* Nobody answers: the call ends after a second. */
  assert_false(ca_link_ask(link.workers, arena, &q, &out, 1));
  close(link.authority);
  assert_false(ca_link_ask(link.workers, arena, &q, &out, 1));
  close(link.workers);
  assert_false(ca_link_ask(-1, arena, &q, &out, 1));
}

/* --- a separate process --- */
enum { PROGRAMS = 64, PATIENCE = 30 /* seconds */ };

/* Returns the answer to a request for a certificate; status 0: none. */
static struct ca_answer ask_process(const struct ca_link *link, const char *name)
{
  struct ca_answer out = {0};
  const struct ca_request q = {
    .method = CA_PUT, .path = arena_printf(arena, "certificate_request/%s", name), .body = request(name, NULL)};
  if (!ca_link_ask(link->workers, arena, &q, &out, PATIENCE)) out.status = 0;
  return out;
}

static void start_asking(const struct ca_link *link, int i)
{
  char name[32];
  if (fork() != 0) return;
  snprintf(name, sizeof name, "n%d.test", i);
  _exit(ask_process(link, name).status == 200 ? 0 : 1);
}

/* Waits until that number of programs have reported that they run. */
static void await_programs(off_t n)
{
  struct stat st;
  off_t started = 0;
  char path[64];
  snprintf(path, sizeof path, "%s/started", directory);
  for (int i = 0; i < PATIENCE * 100 && started < n; i++) {
    usleep(10000);
    if (stat(path, &st) == 0) started = st.st_size;
  }
  assert_int_equal(started, n);
}

/* Programs that hang do not block others: if 64 run, the next request is rejected, and others are answered. */
static void test_autosign_programs_hang(void **state)
{
  (void)state;
  struct ca_link link;
  struct ca_answer out = {0};
  int status, failed = 0;
  char fifo[64];
  snprintf(fifo, sizeof fifo, "%s/fifo", directory);
  assert_int_equal(mkfifo(fifo, 0600), 0);
  write_file(
    "policy",
    arena_strz(arena, arena_printf(arena, "#!/bin/sh\nprintf x >>%s/started\ntimeout 60 head -c 1 %s\nexit 1\n",
                                   directory, fifo)),
    0755);
  configure(SETTING_autosign, arena_strz(arena, arena_printf(arena, "%s/policy", directory)));
  assert_true(ca_link_open(&link));
  const pid_t authority = fork();
  if (authority == 0) {
    close(link.workers);
    _exit(ca_process_run(link.authority, settings, &options, server_stats_new(NULL)));
  }
  close(link.authority);
  for (int i = 0; i < PROGRAMS; i++) start_asking(&link, i);
  await_programs(PROGRAMS);
  out = ask_process(&link, "more.test");
  assert_int_equal(out.status, 503);
  assert_str(out.body, "64 autosign programs are running");
  const struct ca_request get = {.method = CA_GET, .path = STR("certificate/ca")};
  assert_true(ca_link_ask(link.workers, arena, &get, &out, PATIENCE));
  assert_int_equal(out.status, 200);
  /* The request was not stored: it is sent again. */
  answers(CA_GET, "certificate_request/more.test", "", 404, "Could not find certificate_request more.test");
  FILE *go = fopen(fifo, "w");
  assert_non_null(go);
  for (int i = 0; i < PROGRAMS; i++) fputc('\n', go); /* a byte for each */
  fflush(go);
  for (int i = 0; i < PROGRAMS; i++) failed += wait(&status) <= 0 || status != 0;
  fclose(go);
  assert_int_equal(failed, 0);
  write_file("policy", "#!/bin/sh\nexit 1\n", 0755);
  for (int i = 0; i < 100 && (out = ask_process(&link, "more.test")).status == 503; i++) usleep(10000);
  assert_int_equal(out.status, 200);
  /* It ends if no process can send requests. */
  close(link.workers);
  assert_int_equal(waitpid(authority, &status, 0), authority);
  assert_int_equal(status, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
    TEST(test_life_of_a_certificate),
    TEST(test_names),
    TEST(test_extensions),
    TEST(test_bad_requests),
    TEST(test_ed25519),
    TEST(test_bodies),
    TEST(test_formats),
    TEST(test_autosign_list),
    TEST(test_autosign_program),
    TEST(test_autosign_another_request),
    TEST(test_serials),
    TEST(test_torn_inventory),
    TEST(test_full_disk),
    TEST(test_partial_state),
    TEST(test_infra_crl),
    TEST(test_crl_update),
    TEST(test_crl_refresh),
    TEST(test_renewal),
    TEST(test_renewals_at_once),
    TEST(test_ocsp),
    TEST(test_numbers),
    TEST(test_wire),
    TEST(test_autosign_programs_hang),
  };
  int failed = cmocka_run_group_tests(tests, make_template, remove_template);
  EVP_PKEY_free(key());
  return failed;
}
