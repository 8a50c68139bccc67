#include "server/http/tls.h"

#include <errno.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/protect.h"

enum { WATCHED = 5 };

struct file_identity {
  dev_t device;
  ino_t inode;
  off_t size;
  struct timespec changed;
};

struct tls {
  const struct tls_options *options;
  const struct tls_tickets *tickets;
  SSL_CTX *context;
  struct file_identity seen[WATCHED];
  unsigned generation;
  bool failed;
};

static const char *last_error(void)
{
  const unsigned long code = ERR_peek_last_error();
  const char *reason = code == 0 ? NULL : ERR_reason_error_string(code);
  return reason == NULL ? "unknown error" : reason;
}

static bool fail_file(struct buf *why, const char *what, const char *path)
{
  const int no = errno;
  struct stat st;
  const bool there = path != NULL && stat(path, &st) == 0;
  buf_printf(why, "%s %s: %s", what, path, there ? last_error() : strerror(no == 0 ? ENOENT : no));
  ERR_clear_error();
  return false;
}

static bool fail_certificate(struct buf *why, const char *path)
{
  const bool missing = access(path, F_OK) != 0 && errno == ENOENT;
  fail_file(why, "certificate", path);
  if (missing) buf_z(why, "; run `ficelle ca setup` on the authority's host, `ficelle ssl bootstrap` on others");
  return false;
}

/* --- verification --- */

static void log_bad_certificate(X509_STORE_CTX *c, X509 *leaf)
{
  char subject[256] = "";
  if (leaf != NULL) X509_NAME_oneline(X509_get_subject_name(leaf), subject, sizeof subject);
  log_warning(&log_server_tls, "certificate '%s' refused: %s", subject,
              X509_verify_cert_error_string(X509_STORE_CTX_get_error(c)));
}

/* Replaces OpenSSL's own call. The error set at the end has no specific alert, so certificate_unknown is sent. */
static int verify(X509_STORE_CTX *c, void *unused)
{
  (void)unused;
  if (X509_verify_cert(c) == 1) return 1;
  log_bad_certificate(c, X509_STORE_CTX_get0_cert(c));
  X509_STORE_CTX_set_error(c, X509_V_ERR_PERMITTED_VIOLATION);
  return 0;
}

bool tls_verify_again(struct tls *t, SSL *ssl)
{
  X509 *leaf = SSL_get0_peer_certificate(ssl);
  if (leaf == NULL) return true;
  X509_STORE_CTX *c = X509_STORE_CTX_new();
  bool good = c != NULL &&
              X509_STORE_CTX_init(c, SSL_CTX_get_cert_store(t->context), leaf, SSL_get_peer_cert_chain(ssl)) == 1;
  if (good) {
    X509_STORE_CTX_set_default(c, "ssl_client");
    good = X509_verify_cert(c) == 1;
    if (!good) log_bad_certificate(c, leaf);
  }
  X509_STORE_CTX_free(c);
  ERR_clear_error();
  return good;
}

/* --- tickets --- */

bool tls_tickets_renew(struct tls_tickets *t)
{
  const uint32_t next = t->current == 1 ? 1 : 0;
  if (RAND_bytes((unsigned char *)&t->keys[next], sizeof t->keys[next]) != 1) return false;
  atomic_thread_fence(memory_order_release);
  t->current = next + 1;
  return true;
}

static int use_ticket_key(const struct tls_ticket_key *key, unsigned char *iv, EVP_CIPHER_CTX *cipher, EVP_MAC_CTX *mac,
                          bool encrypt)
{
  OSSL_PARAM params[] = {OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)key->mac, sizeof key->mac),
                         OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
                         OSSL_PARAM_construct_end()};
  return EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), NULL, key->cipher, iv, encrypt) == 1 &&
         EVP_MAC_CTX_set_params(mac, params) == 1;
}

/* 0: no ticket, or an unknown one: a full handshake; 2: valid, and to be replaced by a new one. */
static int ticket_key(SSL *ssl, unsigned char name[16], unsigned char *iv, EVP_CIPHER_CTX *cipher, EVP_MAC_CTX *mac,
                      int encrypt)
{
  const struct tls *t = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
  const uint32_t current = t->tickets->current;
  if (current == 0) return 0;
  atomic_thread_fence(memory_order_acquire);
  if (encrypt) {
    const struct tls_ticket_key *key = &t->tickets->keys[current - 1];
    memcpy(name, key->name, sizeof key->name);
    return RAND_bytes(iv, 16) == 1 && use_ticket_key(key, iv, cipher, mac, true) ? 1 : -1;
  }
  for (uint32_t i = 0; i < 2; i++) {
    const struct tls_ticket_key *key = &t->tickets->keys[i];
    if (memcmp(name, key->name, sizeof key->name) != 0) continue;
    if (!use_ticket_key(key, iv, cipher, mac, false)) return -1;
    return i == current - 1 ? 1 : 2;
  }
  return 0;
}

/* --- the context --- */

/* A key with a passphrase cannot be used: there is no user to type it. */
static int no_passphrase(char *text, int size, int writing, void *unused)
{
  (void)text, (void)size, (void)writing, (void)unused;
  return -1;
}

/* Loads the key from its file, or from the copy in memory. */
static bool load_key(SSL_CTX *c, const char *path)
{
  const str kept = protect_kept(path);
  if (kept.n == 0) return SSL_CTX_use_PrivateKey_file(c, path, SSL_FILETYPE_PEM) == 1;
  BIO *bio = BIO_new_mem_buf(kept.p, (int)kept.n);
  EVP_PKEY *key = bio == NULL ? NULL : PEM_read_bio_PrivateKey(bio, NULL, no_passphrase, NULL);
  const bool good = key != NULL && SSL_CTX_use_PrivateKey(c, key) == 1;
  EVP_PKEY_free(key);
  BIO_free(bio);
  return good;
}

static bool load_own(SSL_CTX *c, const struct tls_options *o, struct buf *why)
{
  errno = 0;
  const int loaded = o->chain != NULL ? SSL_CTX_use_certificate_chain_file(c, o->chain)
                                      : SSL_CTX_use_certificate_file(c, o->certificate, SSL_FILETYPE_PEM);
  if (loaded != 1) return fail_certificate(why, o->chain != NULL ? o->chain : o->certificate);
  if (!load_key(c, o->key)) {
    if (protect_kept(o->key).n == 0) return fail_file(why, "private key", o->key);
    buf_printf(why, "certificate %s does not match private key %s, which was read before", o->certificate, o->key);
    ERR_clear_error();
    return false;
  }
  if (SSL_CTX_check_private_key(c) == 1) return true;
  buf_printf(why, "certificate %s does not match private key %s", o->certificate, o->key);
  return false;
}

static bool load_authorities(SSL_CTX *c, const struct tls_options *o, struct buf *why)
{
  X509_STORE *store = SSL_CTX_get_cert_store(c);
  errno = 0;
  if (SSL_CTX_load_verify_file(c, o->authorities) != 1) return fail_file(why, "CA bundle", o->authorities);
  STACK_OF(X509_NAME) *names = SSL_load_client_CA_file(o->authorities);
  if (names == NULL) return fail_file(why, "CA bundle", o->authorities);
  SSL_CTX_set_client_CA_list(c, names);
  if (o->revocations == NULL) return true;
  X509_LOOKUP *lookup = X509_STORE_add_lookup(store, X509_LOOKUP_file());
  errno = 0;
  if (lookup == NULL || X509_load_crl_file(lookup, o->revocations, X509_FILETYPE_PEM) < 1)
    return fail_file(why, "revocation lists", o->revocations);
  return X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL) == 1;
}

static bool set_ciphers(SSL_CTX *c, const struct tls_options *o, struct buf *why)
{
  static const char usual[] = "ECDHE+AESGCM:ECDHE+CHACHA20";
  const char *ciphers = o->ciphers != NULL ? o->ciphers : usual;
  if (SSL_CTX_set_cipher_list(c, ciphers) != 1 ||
      (o->ciphersuites != NULL && SSL_CTX_set_ciphersuites(c, o->ciphersuites) != 1)) {
    buf_printf(why, "cipher suites: %s", last_error());
    return false;
  }
  return true;
}

static void set_sessions(SSL_CTX *c, struct tls *t)
{
  static const unsigned char id[] = "ficelle-server";
  SSL_CTX_set_session_id_context(c, id, sizeof id - 1);
  SSL_CTX_set_session_cache_mode(c, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_timeout(c, TLS_SESSION_S);
  SSL_CTX_set_num_tickets(c, 1);
  if (t->tickets != NULL) SSL_CTX_set_tlsext_ticket_key_evp_cb(c, ticket_key);
  else SSL_CTX_set_options(c, SSL_OP_NO_TICKET);
}

static SSL_CTX *make_context(struct tls *t, struct buf *why)
{
  const struct tls_options *o = t->options;
  SSL_CTX *c = SSL_CTX_new(TLS_server_method());
  if (c == NULL) return NULL;
  SSL_CTX_set_app_data(c, t);
  SSL_CTX_set_default_passwd_cb(c, no_passphrase);
  SSL_CTX_set_min_proto_version(c, o->tls12 ? TLS1_2_VERSION : TLS1_3_VERSION);
  SSL_CTX_set_max_proto_version(c, o->tls13 ? TLS1_3_VERSION : TLS1_2_VERSION);
  SSL_CTX_set_options(c, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_COMPRESSION);
  /* The own certificate goes alone unless a chain is configured. Idle connections keep no buffers. */
  SSL_CTX_set_mode(c, SSL_MODE_NO_AUTO_CHAIN | SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                        SSL_MODE_ENABLE_PARTIAL_WRITE);
  SSL_CTX_set1_groups_list(c, "X25519:P-256:P-384");
  if (o->client_auth != TLS_CLIENT_NONE)
    SSL_CTX_set_verify(c, SSL_VERIFY_PEER | (o->client_auth == TLS_CLIENT_NEED ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0),
                       NULL);
  SSL_CTX_set_cert_verify_callback(c, verify, NULL);
  if (o->staple != NULL) {
    SSL_CTX_set_tlsext_status_cb(c, o->staple);
    SSL_CTX_set_tlsext_status_arg(c, o->staple_arg);
  }
  set_sessions(c, t);
  if (load_own(c, o, why) && load_authorities(c, o, why) && set_ciphers(c, o, why)) return c;
  SSL_CTX_free(c);
  return NULL;
}

/* --- files that change --- */

static void watch(const struct tls_options *o, struct file_identity out[WATCHED])
{
  const char *const paths[WATCHED] = {o->certificate, o->key, o->authorities, o->revocations, o->chain};
  memset(out, 0, WATCHED * sizeof *out);
  for (int i = 0; i < WATCHED; i++) {
    struct stat st;
    if (paths[i] == NULL || stat(paths[i], &st) != 0) continue;
    out[i].device = st.st_dev;
    out[i].inode = st.st_ino;
    out[i].size = st.st_size;
    out[i].changed = st.st_mtim;
  }
}

struct tls *tls_new(const struct tls_options *o, const struct tls_tickets *tickets, struct buf *why)
{
  struct tls *t = xcalloc(1, sizeof *t);
  t->options = o;
  t->tickets = tickets;
  t->generation = 1;
  watch(o, t->seen);
  t->context = make_context(t, why);
  if (t->context != NULL) return t;
  if (why->n == 0) buf_printf(why, "TLS: %s", last_error());
  tls_free(t);
  return NULL;
}

void tls_free(struct tls *t)
{
  if (t == NULL) return;
  SSL_CTX_free(t->context);
  free(t);
}

void tls_refresh(struct tls *t)
{
  struct file_identity seen[WATCHED];
  watch(t->options, seen);
  if (memcmp(seen, t->seen, sizeof seen) == 0) return;
  memcpy(t->seen, seen, sizeof seen);
  struct buf why = BUF_HEAP;
  SSL_CTX *made = make_context(t, &why);
  if (made == NULL) {
    t->failed = true;
    log_error(&log_server_tls, "TLS_FILES", "The server uses the files that it read before until this one is valid.",
              "%s", why.n > 0 ? why.p : last_error());
  } else {
    SSL_CTX_free(t->context);
    t->context = made;
    t->generation++;
    log_info(&log_server_tls, "read certificates and revocation lists again");
  }
  buf_free(&why);
}

bool tls_has_failed(struct tls *t)
{
  const bool failed = t->failed;
  t->failed = false;
  return failed;
}

unsigned tls_generation(const struct tls *t) { return t->generation; }

int64_t tls_certificate_until(const struct tls *t)
{
  struct tm tm;
  const X509 *own = SSL_CTX_get0_certificate(t->context);
  return own != NULL && ASN1_TIME_to_tm(X509_get0_notAfter(own), &tm) == 1 ? (int64_t)timegm(&tm) : 0;
}

SSL *tls_accept(struct tls *t) { return SSL_new(t->context); }
