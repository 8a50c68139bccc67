/* Keys, requests, certificates, revocation lists, verification. */
#include <openssl/x509v3.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "compiler/values/value.h"
#include "pki/pki.h"

static struct arena *arena;
static str error;

static int set_up(void **state)
{
  (void)state;
  arena = arena_new();
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

#define assert_str(s, z) assert_string_equal(arena_strz(arena, (s)), (z))

static EVP_PKEY *ec_key(void)
{
  EVP_PKEY *key = pki_key_make(arena, PKI_KEY_EC, 0, "prime256v1", &error);
  assert_non_null(key);
  return key;
}

static void test_keys(void **state)
{
  (void)state;
  EVP_PKEY *rsa = pki_key_make(arena, PKI_KEY_RSA, 1024, NULL, &error);
  assert_non_null(rsa);
  str pem = pki_key_pem(arena, rsa, NULL);
  assert_true(str_starts(pem, STR("-----BEGIN RSA PRIVATE KEY-----\n")));
  EVP_PKEY *again = pki_key_read(arena, pem, NULL, &error);
  assert_non_null(again);
  assert_int_equal(EVP_PKEY_eq(rsa, again), 1);
  assert_true(str_starts(pki_key_public_pem(arena, rsa), STR("-----BEGIN PUBLIC KEY-----\n")));
  assert_true(str_starts(pki_key_pem(arena, ec_key(), NULL), STR("-----BEGIN EC PRIVATE KEY-----\n")));
  assert_ptr_equal(pki_key_digest(rsa), EVP_sha256());
  assert_null(pki_key_make(arena, PKI_KEY_EC, 0, "nosuch", &error));
  assert_str(error, "invalid curve name");
  assert_null(pki_key_make(arena, PKI_KEY_RSA, 10, NULL, &error));
  assert_true(str_starts(error, STR("EVP_PKEY_CTX_ctrl_str(ctx, \"rsa_keygen_bits\", \"10\"): ")));
}

/* A key that somebody else has made: it has neither the old form nor a digest that can be chosen. */
static void test_ed25519(void **state)
{
  static const char pem[] = "-----BEGIN PRIVATE KEY-----\n"
                            "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
                            "-----END PRIVATE KEY-----\n";
  str password = STR("opensesame");
  (void)state;
  EVP_PKEY *key = pki_key_read(arena, str_of(pem), NULL, &error);
  assert_non_null(key);
  assert_null(pki_key_digest(key));
  assert_str(pki_key_pem(arena, key, NULL), pem);
  const str hidden = pki_key_pem(arena, key, &password);
  assert_true(str_starts(hidden, STR("-----BEGIN ENCRYPTED PRIVATE KEY-----\n")));
  EVP_PKEY *again = pki_key_read(arena, hidden, &password, &error);
  assert_int_equal(EVP_PKEY_eq(key, again), 1);
  const struct pki_request_wish wish = {.certname = STR("x"), .key = key};
  X509_REQ *request = pki_request_make(arena, &wish, &error);
  assert_non_null(request);
  assert_true(pki_request_verify(request));
}

static void test_encrypted_key(void **state)
{
  (void)state;
  str password = STR("opensesame"), wrong = STR("x");
  EVP_PKEY *key = ec_key();
  str pem = pki_key_pem(arena, key, &password);
  assert_int_not_equal(str_find(pem, STR("DEK-Info: AES-128-CBC,"), 0), SIZE_MAX);
  assert_non_null(pki_key_read(arena, pem, &password, &error));
  assert_null(pki_key_read(arena, pem, &wrong, &error));
  assert_null(pki_key_read(arena, pem, NULL, &error));
  assert_true(error.n > 0);
  assert_null(pki_key_read(arena, STR("nothing"), NULL, &error));
}

static struct pki_oids *oids(void)
{
  struct pki_oids *o = pki_oids_new(arena, STR_EMPTY, &error);
  assert_non_null(o);
  return o;
}

static void test_oids(void **state)
{
  (void)state;
  struct pki_oids *o = oids();
  assert_str(pki_oid_name(o, STR("1.3.6.1.4.1.34380.1.1.13")), "pp_role");
  assert_str(pki_oid_name(o, STR("1.3.6.1.4.1.34380.1.1.99")), "1.3.6.1.4.1.34380.1.1.99");
  assert_str(pki_oid_number(arena, o, STR("pp_cli_auth")), PKI_OID_CLI_AUTH);
  assert_str(pki_oid_number(arena, o, STR("challengePassword")), "1.2.840.113549.1.9.7");
  assert_str(pki_oid_number(arena, o, STR("1.2.3.4.5")), "1.2.3.4.5");
  assert_str(pki_oid_number(arena, o, STR("pp_nosuch")), "");
  assert_true(pki_oid_below(STR("1.3.6.1.4.1.34380.1.3.39"), PKI_OID_AUTHORIZATION, false));
  assert_false(pki_oid_below(STR("1.3.6.1.4.1.34380.1.39"), PKI_OID_AUTHORIZATION, false));
  assert_false(pki_oid_below(STR(PKI_OID_PRIVATE), PKI_OID_PRIVATE, false));
  assert_true(pki_oid_below(STR(PKI_OID_PRIVATE), PKI_OID_PRIVATE, true));
}

/* A file with this text; its name. */
static str file_with(const char *text)
{
  char path[] = "/tmp/test_pki.XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, text, strlen(text)), strlen(text));
  close(fd);
  return arena_str(arena, str_of(path));
}

static void refuse_mapping(const char *text, const char *message)
{
  str path = file_with(text);
  assert_null(pki_oids_new(arena, path, &error));
  unlink(arena_strz(arena, path));
  str expected = arena_printf(arena, "Error loading ssl custom OIDs mapping file from '%.*s': %s", STR_FMT(path),
                              message);
  assert_str(error, arena_strz(arena, expected));
}

static void test_mapping_file(void **state)
{
  (void)state;
  str path = file_with("oid_mapping:\n  1.3.6.1.4.1.34380.1.2.1.1: {shortname: myname, longname: My Name}\n");
  struct pki_oids *o = pki_oids_new(arena, path, &error);
  unlink(arena_strz(arena, path));
  assert_non_null(o);
  assert_str(pki_oid_name(o, STR("1.3.6.1.4.1.34380.1.2.1.1")), "myname");
  assert_str(pki_oid_number(arena, o, STR("My Name")), "1.3.6.1.4.1.34380.1.2.1.1");
  refuse_mapping("a: 1\n", "no such index 'oid_mapping'");
  refuse_mapping("oid_mapping: 1\n", "data under index 'oid_mapping' must be a Hash");
  refuse_mapping("oid_mapping: {1.2.3: {shortname: a}}\n", "incomplete definition of oid '1.2.3'");
  refuse_mapping("oid_mapping: {a.b: {shortname: a, longname: b}}\n", "'a.b' is not an object identifier");
}

/* --- requests --- */
static void test_request(void **state)
{
  (void)state;
  str path = file_with("custom_attributes:\n  1.2.840.113549.1.9.7: secret\n"
                       "extension_requests:\n  pp_role: wéb\n  1.3.6.1.4.1.34380.1.2.7: 12\n");
  struct pki_attributes attributes;
  assert_true(pki_attributes_read(arena, path, &attributes, &error));
  unlink(arena_strz(arena, path));
  struct pki_oids *o = oids();
  struct pki_request_wish w = {STR("web1.example.com"), ec_key(), STR("b.example.com, IP:10.0.0.1,DNS:a.example.com"),
                               &attributes, o};
  X509_REQ *made = pki_request_make(arena, &w, &error);
  assert_non_null(made);
  X509_REQ *r = pki_request_read(arena, pki_request_pem(arena, made), &error);
  assert_non_null(r);
  assert_true(pki_request_verify(r));
  assert_str(pki_name_text(arena, X509_REQ_get_subject_name(r)), "CN=web1.example.com");
  STACK_OF(X509_EXTENSION) * extensions;
  assert_true(pki_request_extensions(arena, r, &extensions, &error));
  struct ptrvec names = {0};
  assert_true(pki_alt_names(arena, extensions, &names));
  assert_int_equal(names.n, 4);
  assert_str(((struct pki_alt_name *)names.items[0])->text, "a.example.com");
  assert_int_equal(((struct pki_alt_name *)names.items[3])->kind, GEN_IPADD);
  assert_str(((struct pki_alt_name *)names.items[3])->text, "10.0.0.1");
  const struct hash *facts = pki_extensions(arena, o, extensions, PKI_OID_PUPPET);
  assert_int_equal(facts->n, 2);
  assert_str(value_text(*hash_get_str(facts, STR("pp_role"))), "wéb");
  assert_str(value_text(*hash_get_str(facts, STR("1.3.6.1.4.1.34380.1.2.7"))), "12");
  assert_true(X509_REQ_get_attr_by_NID(r, NID_pkcs9_challengePassword, -1) >= 0);
}

static void refuse_attributes(const char *text, const char *message)
{
  str path = file_with(text);
  struct pki_attributes attributes;
  bool read = pki_attributes_read(arena, path, &attributes, &error);
  unlink(arena_strz(arena, path));
  if (read) {
    struct pki_request_wish w = {STR("x"), ec_key(), STR_EMPTY, &attributes, oids()};
    assert_null(pki_request_make(arena, &w, &error));
  }
  assert_str(error, message);
}

static void test_attributes_refused(void **state)
{
  (void)state;
  refuse_attributes("- 1\n", "invalid CSR attributes, expected instance of Hash, received instance of Array");
  refuse_attributes(
    "extension_requests: {subjectAltName: x}\n",
    "Cannot specify CSR extension request subjectAltName: conflicts with internally used extension request");
  refuse_attributes("custom_attributes: {extReq: x}\n",
                    "Cannot specify CSR attribute extReq: conflicts with internally used CSR attribute");
  refuse_attributes("custom_attributes: {nosuch: x}\n", "Cannot create CSR with attribute nosuch: unknown object name");
  struct pki_attributes attributes;
  assert_true(pki_attributes_read(arena, STR("/nosuch/csr_attributes.yaml"), &attributes, &error));
  assert_null(attributes.extension_requests);
}

/* --- an authority of the test --- */
struct authority {
  EVP_PKEY *key;
  X509 *certificate;
  const char *name;
};

static void set_name(X509_NAME *name, const char *cn)
{
  assert_int_equal(
    X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8, (const unsigned char *)cn, -1, -1, 0), 1);
}

/* Valid from `from` to `to` seconds from now. */
static X509 *issue(const struct authority *by, EVP_PKEY *key, const char *cn, long serial, long from, long to, bool ca)
{
  X509 *c = X509_new();
  X509_set_version(c, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(c), serial);
  X509_gmtime_adj(X509_getm_notBefore(c), from);
  X509_gmtime_adj(X509_getm_notAfter(c), to);
  set_name(X509_get_subject_name(c), cn);
  set_name(X509_get_issuer_name(c), by->name);
  X509_set_pubkey(c, key);
  X509_EXTENSION *e = X509V3_EXT_conf_nid(NULL, NULL, NID_basic_constraints,
                                          ca ? "critical,CA:TRUE" : "critical,CA:FALSE");
  X509_add_ext(c, e, -1);
  X509_EXTENSION_free(e);
  assert_true(X509_sign(c, by->key, EVP_sha256()) > 0);
  str pem = pki_certificate_pem(arena, c);
  X509_free(c);
  X509 *read = pki_certificate_read(arena, pem, &error);
  assert_non_null(read);
  return read;
}

static struct authority authority(const char *name, const struct authority *by)
{
  struct authority self = {ec_key(), NULL, name};
  self.certificate = issue(by != NULL ? by : &self, self.key, name, 1, -60, 3600, true);
  return self;
}

static X509_CRL *crl_of(const struct authority *by, long serial, long from, long to)
{
  X509_CRL *crl = X509_CRL_new();
  X509_NAME *issuer = X509_NAME_new();
  ASN1_TIME *last = X509_gmtime_adj(NULL, from), *next = X509_gmtime_adj(NULL, to);
  set_name(issuer, by->name);
  X509_CRL_set_version(crl, X509_CRL_VERSION_2);
  X509_CRL_set_issuer_name(crl, issuer);
  X509_CRL_set1_lastUpdate(crl, last);
  X509_CRL_set1_nextUpdate(crl, next);
  if (serial > 0) {
    X509_REVOKED *r = X509_REVOKED_new();
    ASN1_INTEGER *number = ASN1_INTEGER_new();
    ASN1_INTEGER_set(number, serial);
    X509_REVOKED_set_serialNumber(r, number);
    X509_REVOKED_set_revocationDate(r, last);
    X509_CRL_add0_revoked(crl, r);
    ASN1_INTEGER_free(number);
  }
  assert_true(X509_CRL_sign(crl, by->key, EVP_sha256()) > 0);
  struct ptrvec read = {0};
  assert_true(pki_crls_read(arena, pki_crl_pem(arena, crl), &read, &error));
  X509_NAME_free(issuer);
  ASN1_TIME_free(last);
  ASN1_TIME_free(next);
  X509_CRL_free(crl);
  return read.items[0];
}

static struct ptrvec list(void *one, void *two)
{
  struct ptrvec v = {0};
  ptrvec_push(&v, arena, one);
  if (two != NULL) ptrvec_push(&v, arena, two);
  return v;
}

static void verdict_is(const struct ptrvec *trusted, const struct ptrvec *crls, enum pki_revocation mode, X509 *c,
                       EVP_PKEY *key, bool good, const char *message)
{
  struct pki_verdict v;
  X509_STORE *store = pki_store_make(arena, trusted, crls, mode, false);
  assert_int_equal(pki_verify(arena, store, c, key, &v), good);
  assert_str(v.message.n > 0 ? v.message : STR_EMPTY, message);
}

static void test_verify(void **state)
{
  (void)state;
  struct authority root = authority("root", NULL), middle = authority("middle", &root);
  struct ptrvec both = list(middle.certificate, root.certificate), upper = list(root.certificate, NULL);
  struct ptrvec crls = list(crl_of(&middle, 7, -60, 600), crl_of(&root, 0, -60, 600));
  EVP_PKEY *key = ec_key(), *other = ec_key();
  X509 *good = issue(&middle, key, "a", 6, -60, 600, false), *revoked = issue(&middle, key, "b", 7, -60, 600, false);
  verdict_is(&both, &crls, PKI_REVOCATION_CHAIN, good, key, true, "");
  verdict_is(&both, &crls, PKI_REVOCATION_CHAIN, good, other, false,
             "The certificate for 'CN=a' does not match its private key");
  verdict_is(&both, &crls, PKI_REVOCATION_CHAIN, revoked, key, false, "Certificate 'CN=b' is revoked");
  verdict_is(&both, NULL, PKI_REVOCATION_OFF, revoked, key, true, "");
  verdict_is(&upper, NULL, PKI_REVOCATION_OFF, good, key, true,
             "The issuer 'CN=middle' of certificate 'CN=a' cannot be found locally");
  struct ptrvec lower = list(middle.certificate, NULL);
  verdict_is(&lower, NULL, PKI_REVOCATION_OFF, good, key, false,
             "The issuer 'CN=root' of certificate 'CN=middle' is missing");
  X509 *expired = issue(&middle, key, "c", 8, -600, -60, false), *early = issue(&middle, key, "d", 9, 600, 900, false);
  verdict_is(&both, &crls, PKI_REVOCATION_LEAF, expired, key, false,
             "The certificate 'CN=c' has expired, verify time is synchronized");
  verdict_is(&both, &crls, PKI_REVOCATION_LEAF, early, key, false,
             "The certificate 'CN=d' is not yet valid, verify time is synchronized");
}

static void test_verify_lists(void **state)
{
  (void)state;
  struct authority root = authority("root", NULL), middle = authority("middle", &root);
  struct ptrvec both = list(middle.certificate, root.certificate);
  EVP_PKEY *key = ec_key();
  X509 *good = issue(&middle, key, "a", 6, -60, 600, false);
  struct ptrvec leaf = list(crl_of(&middle, 0, -60, 600), NULL);
  verdict_is(&both, &leaf, PKI_REVOCATION_LEAF, good, key, true, "");
  verdict_is(&both, &leaf, PKI_REVOCATION_CHAIN, good, key, false, "The CRL issued by 'CN=root' is missing");
  struct ptrvec old = list(crl_of(&middle, 0, -600, -60), NULL), new = list(crl_of(&middle, 0, 600, 900), NULL);
  verdict_is(&both, &old, PKI_REVOCATION_LEAF, good, key, false,
             "The CRL issued by 'CN=middle' has expired, verify time is synchronized");
  verdict_is(&both, &new, PKI_REVOCATION_LEAF, good, key, false,
             "The CRL issued by 'CN=middle' is not yet valid, verify time is synchronized");
  struct authority forger = authority("middle", NULL);
  X509 *forged = issue(&forger, key, "a", 6, -60, 600, false);
  verdict_is(&both, NULL, PKI_REVOCATION_OFF, forged, key, false, "Invalid signature for certificate 'CN=a'");
}

/* --- reading --- */
static void test_bundles(void **state)
{
  (void)state;
  struct authority root = authority("root", NULL), middle = authority("middle", &root);
  struct ptrvec both = list(middle.certificate, root.certificate), read = {0};
  str text = pki_certificates_pem(arena, &both);
  assert_true(
    pki_certificates_read(arena, arena_printf(arena, "a comment\n%.*s# end\n", STR_FMT(text)), &read, &error));
  assert_int_equal(read.n, 2);
  assert_str(pki_common_name(arena, X509_get_subject_name(read.items[1])), "root");
  str label;
  assert_int_equal(pki_pem_count(text, &label), 2);
  assert_str(label, "CERTIFICATE");
  assert_int_equal(pki_pem_count(STR("-----BEGIN X-----\n"), &label), 0);
  assert_false(pki_certificates_read(arena, STR("nothing"), &read, &error));
  assert_str(error, "Failed to parse CA certificates as PEM");
  assert_false(pki_crls_read(arena, text, &read, &error));
  assert_str(error, "Failed to parse CRLs as PEM");
  /* One bad part makes all of it bad. */
  str bad = arena_printf(arena, "%.*s-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", STR_FMT(text));
  assert_false(pki_certificates_read(arena, bad, &read, &error));
}

static void test_small_things(void **state)
{
  (void)state;
  str text;
  assert_true(pki_fingerprint(arena, "sha1", STR("abc"), &text));
  assert_str(text, "A9:99:3E:36:47:06:81:6A:BA:3E:25:71:78:50:C2:6C:9C:D0:D8:9D");
  assert_false(pki_fingerprint(arena, "nosuch", STR("abc"), &text));
  struct authority root = authority("root", NULL);
  assert_str(pki_host_mismatch(arena, root.certificate, STR("x")),
             "Server hostname 'x' did not match server certificate; expected root");
  assert_str(pki_serial_hex(arena, X509_get0_serialNumber(root.certificate)), "01");
  ASN1_TIME *t = ASN1_TIME_set(NULL, 1700000000);
  assert_int_equal(pki_time(t), 1700000000);
  assert_str(pki_time_text(arena, t), "2023-11-14T22:13:20UTC");
  ASN1_TIME_free(t);
}

static void test_names_of_files(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    bool good;
  } cases[] = {{"web1.example.com", true}, {"a b~", true},  {"../x", false}, {"a/b", false}, {"a\nb", false},
               {"\xC3\xBC", false},        {"a\x7F", false}};
  struct settings *s = settings_new();
  struct buf ignored = BUF_IN(arena);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    settings_set(s, SETTING_certname, str_of(cases[i].name), &ignored);
    assert_int_equal(pki_check_certname(arena, s, &error), cases[i].good);
    if (strcmp(cases[i].name, "a/b") == 0)
      assert_true(str_eqz(error, "Certname \"a/b\" must not contain unprintable or non-ASCII characters"));
  }
  settings_free(s);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
    TEST(test_keys),
    TEST(test_encrypted_key),
    TEST(test_ed25519),
    TEST(test_oids),
    TEST(test_mapping_file),
    TEST(test_request),
    TEST(test_attributes_refused),
    TEST(test_verify),
    TEST(test_verify_lists),
    TEST(test_bundles),
    TEST(test_small_things),
    TEST(test_names_of_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
