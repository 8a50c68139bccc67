/* Creates an authority. */
#include "server/ca/setup.h"

#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <unistd.h>

#include "compiler/values/ruby_text.h"
#include "server/ca/internal.h"

void ca_setup_error(struct ptrvec *errors, struct arena *a, const char *fmt, ...)
{
  str *line = ARENA_NEW(a, str);
  va_list ap;
  va_start(ap, fmt);
  *line = buf_vformat(a, fmt, ap);
  va_end(ap);
  ptrvec_push(errors, a, line);
}

/* --- a new authority --- */
struct setup {
  struct ca *ca;
  struct arena *arena;
  const struct ca_setup *wish;
  struct ptrvec *errors;
  EVP_PKEY *root_key; /* NULL: an import */
  struct ptrvec crls;
  EVP_PKEY *server_key;
  X509 *server;
};

static bool failed(struct setup *u, str why)
{
  ca_setup_error(u->errors, u->arena, "%.*s", STR_FMT(why));
  return false;
}

static X509_NAME *name_of(struct setup *u, str cn)
{
  X509_NAME *n = X509_NAME_new();
  if (n != NULL &&
      X509_NAME_add_entry_by_NID(n, NID_commonName, MBSTRING_UTF8, (const unsigned char *)cn.p, (int)cn.n, -1, 0) == 1)
    return n;
  X509_NAME_free(n);
  failed(u, arena_printf(u->arena, "'%.*s' cannot be the name of a certificate: %.*s", STR_FMT(cn),
                         STR_FMT(pki_openssl_error(u->arena))));
  return NULL;
}

/* issuer NULL: self-signed. */
static X509 *make_authority(struct setup *u, str cn, EVP_PKEY *key, X509 *issuer, EVP_PKEY *issuer_key, uint64_t serial)
{
  str error;
  X509_NAME *name = name_of(u, cn);
  if (name == NULL) return NULL;
  X509 *c = ca__certificate(u->arena, name, issuer != NULL ? X509_get_subject_name(issuer) : name, key, serial,
                            u->ca->ttl);
  X509_NAME_free(name);
  if (c == NULL || !ca__add_extensions(c, issuer != NULL ? issuer : c, CA_EXTENSIONS_AUTHORITY)) {
    failed(u, pki_openssl_error(u->arena));
    return NULL;
  }
  if (ca__sign(u->arena, c, issuer_key, &error)) return c;
  failed(u, error);
  return NULL;
}

static str made_up_root_name(struct arena *a)
{
  unsigned char bytes[7];
  struct buf name = BUF_IN(a);
  buf_z(&name, "Puppet Root CA: ");
  RAND_bytes(bytes, sizeof bytes);
  for (size_t i = 0; i < sizeof bytes; i++) buf_printf(&name, "%02x", bytes[i]);
  return buf_finish(&name);
}

static EVP_PKEY *make_key(struct setup *u)
{
  str error;
  EVP_PKEY *key = pki_key_make(u->arena, PKI_KEY_RSA, (unsigned)u->ca->keylength, NULL, &error);
  if (key == NULL) failed(u, error);
  return key;
}

static bool make_new(struct setup *u)
{
  struct ca *ca = u->ca;
  str error, root_name = u->wish->root_name.n > 0 ? u->wish->root_name : made_up_root_name(u->arena);
  u->root_key = make_key(u);
  ca->key = u->root_key != NULL ? make_key(u) : NULL;
  if (ca->key == NULL) return false;
  X509 *root = make_authority(u, root_name, u->root_key, NULL, u->root_key, 1);
  ca->certificate = root != NULL ? make_authority(u, settings_str(u->wish->settings, SETTING_ca_name), ca->key, root,
                                                  u->root_key, 2)
                                 : NULL;
  if (ca->certificate == NULL) return false;
  ptrvec_push(&ca->bundle, u->arena, ca->certificate);
  ptrvec_push(&ca->bundle, u->arena, root);
  X509_CRL *own = ca_crl_new(u->arena, ca->certificate, ca->key, ca->ttl, &error);
  X509_CRL *of_root = own != NULL ? ca_crl_new(u->arena, root, u->root_key, ca->ttl, &error) : NULL;
  if (of_root == NULL) return failed(u, error);
  ptrvec_push(&u->crls, u->arena, own);
  ptrvec_push(&u->crls, u->arena, of_root);
  return true;
}

/* --- an import --- */
static bool read_all(struct setup *u, str path, str *text)
{
  str error;
  if (ca_read(u->arena, path, text, &error)) return true;
  ca_setup_error(u->errors, u->arena, "Could not read file '%.*s'", STR_FMT(path));
  return false;
}

static void not_parsed(struct setup *u, str path, const char *what)
{
  ca_setup_error(u->errors, u->arena, "Could not parse %.*s", STR_FMT(path));
  if (what != NULL) ca_setup_error(u->errors, u->arena, "Could not detect any %s within %.*s", what, STR_FMT(path));
}

static bool has_part(str pem, const char *begin) { return str_find(pem, str_of(begin), 0) != SIZE_MAX; }

static void parse_imported(struct setup *u, str key, str bundle, str crls)
{
  struct ca *ca = u->ca;
  str error;
  ca->key = pki_key_read(u->arena, key, NULL, &error);
  if (!pki_certificates_read(u->arena, bundle, &ca->bundle, &error))
    not_parsed(u, u->wish->bundle_file, !has_part(bundle, "-----BEGIN CERTIFICATE-----") ? "certs" : NULL);
  if (ca->key == NULL) not_parsed(u, u->wish->key_file, NULL);
  if (!pki_crls_read(u->arena, crls, &u->crls, &error))
    not_parsed(u, u->wish->crl_file, !has_part(crls, "-----BEGIN X509 CRL-----") ? "crls" : NULL);
  for (uint32_t i = 0; ca->key != NULL && i < ca->bundle.n && ca->certificate == NULL; i++)
    if (pki_key_fits(ca->bundle.items[i], ca->key)) ca->certificate = ca->bundle.items[i];
  if (ca->key != NULL && ca->bundle.n > 0 && ca->certificate == NULL)
    ca_setup_error(u->errors, u->arena, "Could not find certificate matching private key");
}

static bool has_own_list(struct setup *u)
{
  for (uint32_t i = 0; i < u->crls.n; i++)
    if (X509_NAME_cmp(X509_CRL_get_issuer(u->crls.items[i]), X509_get_subject_name(u->ca->certificate)) == 0)
      return true;
  return false;
}

static bool check_chain(struct setup *u)
{
  struct pki_verdict v;
  X509_STORE *store = pki_store_make(u->arena, &u->ca->bundle, &u->crls, PKI_REVOCATION_CHAIN, false);
  if (pki_verify(u->arena, store, u->ca->certificate, NULL, &v) && !v.warning) return true;
  ca_setup_error(u->errors, u->arena, "Leaf certificate could not be validated");
  ca_setup_error(u->errors, u->arena, "Validating cert store returned: %d - %s", v.code,
                 X509_verify_cert_error_string(v.code));
  return false;
}

/* Adds an empty list of the authority at the front of a chain that has none. */
static bool add_own_list(struct setup *u)
{
  str error;
  struct ptrvec all = {0};
  X509_CRL *own = ca_crl_new(u->arena, u->ca->certificate, u->ca->key, u->ca->ttl, &error);
  if (own == NULL) return failed(u, error);
  ptrvec_push(&all, u->arena, own);
  for (uint32_t i = 0; i < u->crls.n; i++) ptrvec_push(&all, u->arena, u->crls.items[i]);
  u->crls = all;
  return true;
}

static bool read_imported(struct setup *u)
{
  str key, bundle, crls;
  bool read = read_all(u, u->wish->bundle_file, &bundle);
  read = read_all(u, u->wish->key_file, &key) && read;
  read = read_all(u, u->wish->crl_file, &crls) && read;
  if (!read) return false;
  parse_imported(u, key, bundle, crls);
  if (u->errors->n > 0) return false;
  if (!has_own_list(u) && !add_own_list(u)) return false;
  return check_chain(u);
}

/* --- the server's certificate --- */
static int compare_names(const void *x, const void *y) { return str_cmp(**(str *const *)x, **(str *const *)y); }

str ca_setup_alt_names(struct arena *a, str list)
{
  struct ptrvec names = {0};
  struct buf text = BUF_IN(a);
  for (size_t at = 0; at <= list.n;) {
    size_t comma = str_index(list, ',', at), end = comma == SIZE_MAX ? list.n : comma;
    str *name = ARENA_NEW(a, str);
    *name = str_trim(str_sub(list, at, end - at));
    if (!str_starts(*name, STR("IP:")) && !str_starts(*name, STR("DNS:")))
      *name = arena_printf(a, "DNS:%.*s", STR_FMT(*name));
    if (name->n > 4) ptrvec_push(&names, a, name);
    at = end + 1;
  }
  if (names.n > 0) qsort(names.items, names.n, sizeof *names.items, compare_names);
  for (uint32_t i = 0; i < names.n; i++)
    if (i == 0 || !str_eq(*(str *)names.items[i - 1], *(str *)names.items[i]))
      buf_printf(&text, "%s%.*s", text.n > 0 ? ", " : "", STR_FMT(*(str *)names.items[i]));
  return buf_finish(&text);
}

static bool add_extension(X509 *c, X509_EXTENSION *e)
{
  bool added = e != NULL && X509_add_ext(c, e, -1) == 1;
  X509_EXTENSION_free(e);
  return added;
}

static str text_of(struct arena *a, value v)
{
  struct buf text = BUF_IN(a);
  ruby_to_s(&text, v);
  return buf_finish(&text);
}

/* Adds the extension requests of csr_attributes.yaml. */
static bool add_requests(struct ca *ca, struct arena *a, struct settings *s, X509 *c, struct ptrvec *errors)
{
  struct pki_attributes attributes;
  str error;
  if (!pki_attributes_read(a, settings_str(s, SETTING_csr_attributes), &attributes, &error)) {
    ca_setup_error(errors, a, "%.*s", STR_FMT(error));
    return false;
  }
  const struct hash *wanted = attributes.extension_requests;
  for (uint32_t i = 0; wanted != NULL && i < wanted->n; i++) {
    str name = text_of(a, wanted->entries[i].key), number = pki_oid_number(a, ca->oids, name);
    if (str_eqz(number, PKI_OID_ALT_NAMES))
      ca_setup_error(errors, a,
                     "Cannot specify CSR extension request %.*s: conflicts with internally used extension request",
                     STR_FMT(name));
    else if (number.n == 0 ||
             !add_extension(c, ca__text_extension(arena_strz(a, number), false, text_of(a, wanted->entries[i].value))))
      ca_setup_error(errors, a, "Cannot create CSR with extension request %.*s: unknown object name", STR_FMT(name));
  }
  return errors->n == 0;
}

X509 *ca_setup_client_certificate(struct ca *ca, struct arena *a, struct settings *s, str name, EVP_PKEY *key,
                                  str alt_names, uint64_t serial, struct ptrvec *errors)
{
  struct setup u = {.ca = ca, .arena = a, .errors = errors};
  X509_NAME *subject = name_of(&u, name);
  if (subject == NULL) return NULL;
  X509 *c = ca__certificate(a, subject, X509_get_subject_name(ca->certificate), key, serial, ca->ttl);
  X509_NAME_free(subject);
  str error = STR_EMPTY;
  if (c == NULL || !add_requests(ca, a, s, c, errors)) return NULL;
  X509_EXTENSION *names = pki_alt_names_make(a, alt_names, name, &error);
  if (names == NULL) {
    failed(&u, error);
    return NULL;
  }
  bool made = ca__add_extensions(c, ca->certificate, CA_EXTENSIONS_NODE) &&
              add_extension(c, ca__text_extension(PKI_OID_CLI_AUTH, false, STR("true")));
  if (!add_extension(c, names) || !made) {
    failed(&u, pki_openssl_error(a));
    return NULL;
  }
  if (ca__sign(a, c, ca->key, &error)) return c;
  failed(&u, error);
  return NULL;
}

/* Uses this host's keys if both exist, because an agent was installed before. */
static bool find_server_key(struct setup *u)
{
  struct settings *s = u->wish->settings;
  str private_path = settings_str(s, SETTING_hostprivkey), public_path = settings_str(s, SETTING_hostpubkey), text,
      error;
  bool has_private = ca_exists(u->arena, private_path), has_public = ca_exists(u->arena, public_path);
  if (!has_private && has_public) {
    ca_setup_error(u->errors, u->arena, "Missing private key to match public key at %.*s", STR_FMT(public_path));
  } else if (has_private && !has_public) {
    ca_setup_error(u->errors, u->arena, "Missing public key to match private key at %.*s", STR_FMT(private_path));
  } else if (!has_private) {
    u->server_key = make_key(u);
  } else if (!ca_read(u->arena, private_path, &text, &error)) {
    ca_setup_error(u->errors, u->arena, "%.*s", STR_FMT(error));
  } else {
    u->server_key = pki_key_read(u->arena, text, pki_passfile(u->arena, s), &error);
    if (u->server_key == NULL) ca_setup_error(u->errors, u->arena, "%.*s: %.*s", STR_FMT(private_path), STR_FMT(error));
  }
  return u->server_key != NULL;
}

static bool make_server(struct setup *u)
{
  str certname = settings_str(u->wish->settings, SETTING_certname);
  str names = u->wish->alt_names.n > 0 ? u->wish->alt_names : STR("puppet");
  if (!find_server_key(u)) return false;
  u->server = ca_setup_client_certificate(u->ca, u->arena, u->wish->settings, certname, u->server_key, names, 1,
                                          u->errors);
  return u->server != NULL;
}

/* --- files --- */
struct file {
  str path, text;
  unsigned mode;
  bool may_be_there; /* an existing file is replaced by one with the same contents */
};
enum { FILES_MAX = 20 };

static size_t list_files(struct setup *u, struct file *files)
{
  struct settings *s = u->wish->settings;
  struct arena *a = u->arena;
  struct ca *ca = u->ca;
  str bundle = pki_certificates_pem(a, &ca->bundle), lists = pki_crls_pem(a, &u->crls),
      server = pki_certificate_pem(a, u->server);
  size_t n = 0;
#define ADD(...) files[n++] = (struct file){__VA_ARGS__}
  ADD(ca->cacert, bundle, 0640);
  ADD(ca->cacrl, lists, 0640);
  ADD(ca->infra_crl, lists, 0640);
  ADD(settings_str(s, SETTING_hostcert), server, 0640);
  ADD(settings_str(s, SETTING_localcacert), bundle, 0640);
  ADD(settings_str(s, SETTING_hostcrl), lists, 0640);
  ADD(settings_str(s, SETTING_hostpubkey), pki_key_public_pem(a, u->server_key), 0640, true);
  ADD(ca->capub, pki_key_public_pem(a, ca->key), 0640);
  ADD(ca->inventory, ca__inventory_text(a, u->server), 0640);
  ADD(ca->infra_nodes, STR("\n"), 0640);
  ADD(ca->infra_serials, STR("\n"), 0640);
  ADD(ca->serial, STR("002\n"), 0640);
  ADD(ca_certificate_path(ca, a, settings_str(s, SETTING_certname)), server, 0640);
  ADD(settings_str(s, SETTING_hostprivkey), pki_key_pem(a, u->server_key, pki_passfile(a, s)), 0640, true);
  if (u->root_key != NULL)
    ADD(arena_printf(a, "%.*s/root_key.pem", STR_FMT(ca->cadir)), pki_key_pem(a, u->root_key, NULL), 0640);
  ADD(ca->cakey, pki_key_pem(a, ca->key, NULL), 0640);
#undef ADD
  return n;
}

static bool check_existing(struct setup *u, const struct file *files, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!files[i].may_be_there && ca_exists(u->arena, files[i].path))
      ca_setup_error(u->errors, u->arena, "Existing file at '%.*s'", STR_FMT(files[i].path));
  if (u->errors->n == 0) return true;
  ca_setup_error(u->errors, u->arena,
                 "If you would really like to replace your CA, please delete the existing files first.\n"
                 "Note that any certificates that were issued by this CA will become invalid if you\n"
                 "replace it!");
  return false;
}

static bool make_directories(struct setup *u)
{
  struct settings *s = u->wish->settings;
  const str directories[] = {settings_str(s, SETTING_ssldir),       u->ca->cadir,
                             settings_str(s, SETTING_certdir),      settings_str(s, SETTING_privatekeydir),
                             settings_str(s, SETTING_publickeydir), u->ca->signeddir};
  str error;
  for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
    if (!ca__make_directory(u->ca, u->arena, directories[i], &error)) return failed(u, error);
  return true;
}

static bool write_files(struct setup *u, const struct file *files, size_t n)
{
  str error;
  /* The key is written last: without it the other files are not an authority and do no harm. */
  for (size_t i = 0; i < n; i++)
    if (!(files[i].may_be_there && ca_exists(u->arena, files[i].path)) &&
        !ca_write(u->ca, u->arena, files[i].path, files[i].text, files[i].mode, &error))
      return failed(u, error);
  return true;
}

bool ca_setup_run(struct ca *ca, struct arena *a, const struct ca_setup *s, struct ptrvec *errors)
{
  struct setup u = {.ca = ca, .arena = a, .wish = s, .errors = errors};
  struct file files[FILES_MAX];
  bool import = s->key_file.n > 0;
  if (!(import ? read_imported(&u) : make_new(&u)) || !make_server(&u)) return false;
  size_t n = list_files(&u, files);
  return check_existing(&u, files, n) && make_directories(&u) && write_files(&u, files, n);
}
