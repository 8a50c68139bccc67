/* Getting a certificate: authorities, revocation lists, key, request, certificate; each step needs the previous ones.
 * Existing files are read and verified, old ones are refreshed. */
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#include "agent/run/lock.h"
#include "fleet/ssl_files.h"

struct machine {
  struct session *session;
  struct settings *settings;
  struct arena *arena; /* for one pass through all steps */
  bool authorities_only;
  struct ptrvec authorities, crls;
  bool refresh_crls; /* after new authorities */
  EVP_PKEY *key;
  struct session_error *error; /* of the step that failed */
};

/* The outcome of a step. */
enum step { NEXT, DONE, WAIT, FAILED };

static enum step fail(struct machine *m, str message)
{
  *m->error = (struct session_error){arena_str(m->session->arena, message), STR_EMPTY};
  return FAILED;
}

/* Fails without an answer, with the error of session_ask. */
static enum step fail_asking(struct machine *m)
{
  m->error->message = arena_str(m->session->arena, m->error->message);
  m->error->wrapped = arena_str(m->session->arena, m->error->wrapped);
  return FAILED;
}

static enum step fail_answer(struct machine *m, const struct http_answer *answer, const char *missing, const char *fmt)
{
  if (answer->status == 404) return fail(m, str_of(missing));
  return fail(m, arena_printf(m->arena, "%s%.*s", fmt, STR_FMT(answer->reason)));
}

static const char *path_of(struct machine *m, enum setting_id id) { return settings_strz(m->settings, id); }

/* When the file was last fetched; 0: missing. */
static time_t fetched(const char *path)
{
  struct stat st;
  return stat(path, &st) == 0 ? st.st_mtime : 0;
}

/* An answer "not modified" counts as fetched: the next request is due after the interval. A failure does not count. */
static void set_fetched(const char *path, time_t when)
{
  const struct utimbuf times = {when, when};
  if (utime(path, &times) != 0) log_debug(&log_agent, "Could not set the time of %s", path);
}

static void say_refreshed(struct machine *m, const char *what, str pem)
{
  log_info(&log_agent, "Refreshed %s: %.*s", what, STR_FMT(ssl_digest(m->arena, "sha256", pem)));
}

static bool is_old(struct machine *m, const char *path, enum setting_id interval)
{
  const int64_t seconds = settings_int(m->settings, interval);
  return settings_str(m->settings, interval).n > 0 && seconds < INT64_MAX / 2 && time(NULL) > fetched(path) + seconds;
}

static const char *if_newer(struct machine *m, time_t last)
{
  char text[64];
  struct tm tm;
  gmtime_r(&last, &tm);
  strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &tm);
  return last == 0 ? NULL : arena_printf(m->arena, "If-Modified-Since: %s", text).p;
}

/* --- authorities --- */

static bool is_expected(struct machine *m, str pem)
{
  struct buf expected = BUF_IN(m->arena);
  const str given = settings_str(m->settings, SETTING_ca_fingerprint), digest = ssl_digest(m->arena, "sha256", pem);
  if (given.n == 0) return true;
  for (size_t i = 0; i + 1 < given.n; i += 2) {
    buf_printf(&expected, "%s%c%c", i > 0 ? ":" : "", ascii_upper((unsigned char)given.p[i]),
               ascii_upper((unsigned char)given.p[i + 1]));
  }
  if (str_eq(buf_view(&expected), digest)) {
    log_info(&log_agent, "Verified CA bundle with digest (SHA256) %.*s", STR_FMT(digest));
    return true;
  }
  fail(m, arena_printf(m->arena, "CA bundle with digest (SHA256) %.*s did not match expected digest %.*s",
                       STR_FMT(digest), STR_FMT(buf_view(&expected))));
  return false;
}

/* Reads the server's answer, and saves it. */
static enum step keep_authorities(struct machine *m, str pem)
{
  str why;
  struct ptrvec read = {0};
  if (!pki_certificates_read(m->arena, pem, &read, &why)) return fail(m, why);
  m->authorities = read;
  return ssl_save(m->settings, SETTING_localcacert, pki_certificates_pem(m->arena, &read), &why) ? NEXT : fail(m, why);
}

static void trust_authorities(struct machine *m) { m->session->tls.authorities = path_of(m, SETTING_localcacert); }

/* The old authorities verify the server that sends the new ones. */
static enum step refresh_authorities(struct machine *m)
{
  const char *const path = path_of(m, SETTING_localcacert), *const using = "using existing CA certificate";
  const time_t began = time(NULL);
  struct http_answer answer;
  if (!is_old(m, path, SETTING_ca_refresh_interval)) return NEXT;
  log_info(&log_agent, "Refreshing CA certificate");
  const long status = ssl_fetch(m->session, m->arena, STR("/certificate/ca"), if_newer(m, fetched(path)), &answer,
                                m->error);
  if (status == 0) {
    log_warning(&log_agent, "Failed to refresh CA certificate, %s: %.*s", using, STR_FMT(m->error->message));
  } else if (status == 304) {
    log_info(&log_agent, "CA certificate is unmodified, %s", using);
    set_fetched(path, began);
  } else if (status / 100 != 2) {
    log_info(&log_agent, "Failed to refresh CA certificate, %s: %.*s", using, STR_FMT(answer.reason));
  } else {
    const enum step step = keep_authorities(m, answer.body);
    if (step != NEXT) return step;
    say_refreshed(m, "CA certificate", answer.body);
    m->refresh_crls = true;
  }
  return NEXT;
}

static enum step need_authorities(struct machine *m)
{
  str pem, why;
  struct http_answer answer;
  log_debug(&log_agent, "Loading CA certs");
  m->session->tls = (struct http_tls){0};
  if (ssl_load(m->arena, m->settings, SETTING_localcacert, &pem, &why)) {
    if (!pki_certificates_read(m->arena, pem, &m->authorities, &why)) return fail(m, why);
    trust_authorities(m);
    return refresh_authorities(m);
  }
  if (why.n > 0)
    return fail(m, arena_printf(m->arena, "Failed to load CA certificates from '%s'", path_of(m, SETTING_localcacert)));
  const long status = ssl_fetch(m->session, m->arena, STR("/certificate/ca"), NULL, &answer, m->error);
  if (status == 0) return fail_asking(m);
  if (status / 100 != 2)
    return fail_answer(m, &answer, "CA certificate is missing from the server", "Could not download CA certificate: ");
  const enum step step = is_expected(m, answer.body) ? keep_authorities(m, answer.body) : FAILED;
  trust_authorities(m);
  return step;
}

/* --- revocation lists --- */

static void heed_lists(struct machine *m)
{
  m->session->tls.revocations = path_of(m, SETTING_hostcrl);
  m->session->tls.leaf_only = pki_revocation_of(m->settings) == PKI_REVOCATION_LEAF;
}

static enum step keep_lists(struct machine *m, str pem)
{
  str why;
  struct ptrvec read = {0};
  if (!pki_crls_read(m->arena, pem, &read, &why)) return fail(m, why);
  m->crls = read;
  if (!ssl_save(m->settings, SETTING_hostcrl, pki_crls_pem(m->arena, &read), &why)) return fail(m, why);
  say_refreshed(m, "CRL", pem);
  return NEXT;
}

static long fetch_lists(struct machine *m, time_t last, struct http_answer *answer)
{
  return ssl_fetch(m->session, m->arena, STR("/certificate_revocation_list/ca"), if_newer(m, last), answer, m->error);
}

/* A revocation list that cannot be fetched does not stop the run, but an untrusted server does. */
static enum step refresh_lists(struct machine *m)
{
  const char *const path = path_of(m, SETTING_hostcrl), *const using = "using existing CRL";
  const time_t began = time(NULL), last = fetched(path);
  struct http_answer answer;
  if (!m->refresh_crls && !is_old(m, path, SETTING_crl_refresh_interval)) return NEXT;
  log_info(&log_agent, "Refreshing CRL");
  const long status = fetch_lists(m, m->refresh_crls ? 0 : last, &answer);
  if (status == 0 && m->error->wrapped.n == 0 && str_starts(m->error->message, STR("certificate verify failed")))
    return fail_asking(m);
  if (status / 100 == 2) return keep_lists(m, answer.body);
  if (status == 0) {
    log_warning(&log_agent, "Failed to refresh CRL, %s: %.*s", using, STR_FMT(m->error->message));
  } else if (status == 304) {
    log_info(&log_agent, "CRL is unmodified, %s", using);
    set_fetched(path, began);
  } else {
    log_info(&log_agent, "Failed to refresh CRL, %s: %.*s", using, STR_FMT(answer.reason));
  }
  return NEXT;
}

static enum step need_lists(struct machine *m)
{
  str pem, why;
  struct http_answer answer;
  log_debug(&log_agent, "Loading CRLs");
  if (pki_revocation_of(m->settings) == PKI_REVOCATION_OFF) {
    log_info(&log_agent, "Certificate revocation is disabled, skipping CRL download");
    return NEXT;
  }
  if (ssl_load(m->arena, m->settings, SETTING_hostcrl, &pem, &why)) {
    if (!pki_crls_read(m->arena, pem, &m->crls, &why)) return fail(m, why);
    heed_lists(m);
    return refresh_lists(m);
  }
  if (why.n > 0) return fail(m, arena_printf(m->arena, "Failed to load CRLs from '%s'", path_of(m, SETTING_hostcrl)));
  const long status = fetch_lists(m, 0, &answer);
  if (status == 0) return fail_asking(m);
  if (status / 100 != 2) return fail_answer(m, &answer, "CRL is missing from the server", "Could not download CRLs: ");
  const enum step step = keep_lists(m, answer.body);
  heed_lists(m);
  return step;
}

/* --- the host's own --- */

static void present_oneself(struct machine *m)
{
  const str *password = pki_passfile(m->arena, m->settings);
  m->session->tls.certificate = path_of(m, SETTING_hostcert);
  m->session->tls.key = path_of(m, SETTING_hostprivkey);
  m->session->tls.password = password != NULL ? arena_strz(m->session->arena, *password) : NULL;
}

/* Verifies the certificate, and logs the result. */
static bool verify(struct machine *m, X509 *certificate, str *why)
{
  struct pki_verdict verdict;
  return ssl_verify(m->arena, m->settings, &m->authorities, &m->crls, m->key, certificate, &verdict, why);
}

static bool is_nearly_over(struct machine *m, X509 *certificate)
{
  const int64_t before = settings_int(m->settings, SETTING_hostcert_renewal_interval);
  return before > 0 && before < INT64_MAX / 2 && time(NULL) >= pki_time(X509_get0_notAfter(certificate)) - before;
}

/* "2026-11-25 22:48:00 UTC" */
static str time_text(struct machine *m, const ASN1_TIME *t)
{
  const time_t seconds = pki_time(t);
  char text[64];
  struct tm tm;
  gmtime_r(&seconds, &tm);
  strftime(text, sizeof text, "%F %T UTC", &tm);
  return arena_str(m->arena, str_of(text));
}

static bool take_renewed(struct machine *m, str pem, str *why)
{
  X509 *c = pki_certificate_read(m->arena, pem, why);
  if (c == NULL || !verify(m, c, why) ||
      !ssl_save(m->settings, SETTING_hostcert, pki_certificate_pem(m->arena, c), why))
    return false;
  const str digest = ssl_digest(m->arena, "sha256", pki_certificate_pem(m->arena, c));
  log_info(&log_agent, "Renewed client certificate: %.*s, not before '%.*s', not after '%.*s'", STR_FMT(digest),
           STR_FMT(time_text(m, X509_get0_notBefore(c))), STR_FMT(time_text(m, X509_get0_notAfter(c))));
  return true;
}

/* Renews the certificate. If that fails, the present one remains in use. */
static void renew(struct machine *m)
{
  struct http_answer answer;
  str why;
  const struct session_request r = {.arena = m->arena,
                                    .service = SESSION_CA,
                                    .method = "POST",
                                    .accept = "text/plain",
                                    .content_type = "text/plain",
                                    .path = STR("/certificate_renewal"),
                                    .body = STR_EMPTY};
  log_debug(&log_agent, "Renewing client certificate");
  if (!session_ask(m->session, &r, &answer, m->error)) {
    log_warning(&log_agent, "Unable to automatically renew certificate: %.*s", STR_FMT(m->error->message));
  } else if (answer.status == 404) {
    log_info(&log_agent, "Certificate autorenewal has not been enabled on the server.");
  } else if (answer.status / 100 != 2) {
    log_warning(&log_agent, "Failed to automatically renew certificate: %ld %.*s", answer.status,
                STR_FMT(answer.reason));
  } else if (!take_renewed(m, answer.body, &why)) {
    log_warning(&log_agent, "Unable to automatically renew certificate: %.*s", STR_FMT(why));
  } else {
    session_again(m->session); /* open connections use the old one */
  }
}

static enum step need_key(struct machine *m)
{
  str pem, why;
  log_debug(&log_agent, "Loading/generating private key");
  m->key = ssl_load_key(m->arena, m->settings, &why);
  if (m->key == NULL && why.n > 0) return fail(m, why);
  if (m->key == NULL) {
    m->key = ssl_make_key(m->arena, m->settings, "RSA SSL key", &why);
    return m->key != NULL ? NEXT : fail(m, why);
  }
  if (!ssl_load(m->arena, m->settings, SETTING_hostcert, &pem, &why)) return why.n > 0 ? fail(m, why) : NEXT;
  X509 *c = pki_certificate_read(m->arena, pem, &why);
  if (c == NULL) return fail(m, arena_printf(m->arena, "PEM_read_bio_X509: %.*s", STR_FMT(why)));
  if (!verify(m, c, &why)) return fail(m, why);
  present_oneself(m);
  if (is_nearly_over(m, c)) renew(m);
  return DONE;
}

static enum step need_request(struct machine *m)
{
  struct http_answer answer;
  str why;
  log_debug(&log_agent, "Generating and submitting a CSR");
  X509_REQ *request = ssl_make_request(m->arena, m->settings, m->key, &why);
  if (request == NULL) return fail(m, why);
  const long status = ssl_send_request(m->session, m->arena, request, &answer, m->error);
  if (status == 0) return fail_asking(m);
  if (status == 400) return NEXT; /* the server already has a request */
  if (status / 100 != 2)
    return fail(m, arena_printf(m->arena, "Failed to submit the CSR, HTTP response was %ld", status));
  return ssl_save(m->settings, SETTING_hostcsr, pki_request_pem(m->arena, request), &why) ? NEXT : fail(m, why);
}

static enum step take_certificate(struct machine *m, str pem)
{
  str why;
  X509 *c = pki_certificate_read(m->arena, pem, &why);
  if (c == NULL) return fail(m, arena_printf(m->arena, "Failed to parse certificate: %.*s", STR_FMT(why)));
  log_info(&log_agent, "Downloaded certificate for %s from %.*s", path_of(m, SETTING_certname),
           STR_FMT(session_url(m->session, m->arena, SESSION_CA)));
  if (!verify(m, c, &why) || !ssl_save(m->settings, SETTING_hostcert, pki_certificate_pem(m->arena, c), &why))
    return fail(m, why);
  unlink(path_of(m, SETTING_hostcsr));
  present_oneself(m);
  return DONE;
}

static enum step need_certificate(struct machine *m)
{
  const char *name = path_of(m, SETTING_certname);
  struct http_answer answer;
  log_debug(&log_agent, "Downloading client certificate");
  const long status = ssl_fetch(m->session, m->arena, arena_printf(m->arena, "/certificate/%s", name), NULL, &answer,
                                m->error);
  if (status == 0) return fail_asking(m);
  if (status / 100 == 2) return take_certificate(m, answer.body);
  if (status != 404) {
    return fail(m, arena_printf(m->arena, "Failed to retrieve certificate for %s: %.*s", name, STR_FMT(answer.reason)));
  }
  log_info(&log_agent, "Certificate for %s has not been signed yet", name);
  printf("Couldn't fetch certificate from CA server; you might still need to sign this agent's certificate (%s).\n",
         name);
  fflush(stdout);
  return WAIT;
}

/* --- all steps --- */

static enum step walk(struct machine *m)
{
  static enum step (*const steps[])(struct machine *) = {need_authorities, need_lists, need_key, need_request,
                                                         need_certificate};
  const size_t n = m->authorities_only ? 2 : sizeof steps / sizeof *steps;
  for (size_t i = 0; i < n; i++) {
    const enum step step = steps[i](m);
    if (step != NEXT) return step;
  }
  return DONE;
}

static void say(struct settings *s, const char *text)
{
  if (settings_bool(s, SETTING_daemonize)) log_error(&log_agent, NULL, NULL, "%s", text);
  else puts(text);
  fflush(stdout);
}

static bool is_stopped(const struct session *f) { return f->stop != NULL && *f->stop; }

static void wait_for(const struct session *f, int64_t seconds)
{
  log_info(&log_agent, "Will try again in %lld seconds.", (long long)seconds);
  for (int64_t i = 0; i < seconds && !is_stopped(f); i++) sleep(1);
}

/* Takes ssl.lock. False with an error. */
static bool lock(struct session *f, struct session_error *error)
{
  struct settings *s = f->settings;
  const int64_t wait = settings_int(s, SETTING_waitforlock), longest = settings_int(s, SETTING_maxwaitforlock);
  const time_t began = time(NULL);
  for (;;) {
    const enum run_lock got = pid_lock_take(settings_strz(s, SETTING_ssl_lockfile));
    error->wrapped = STR_EMPTY;
    error->message = STR("Another puppet instance is already running and the waitforlock setting is set to 0; exiting");
    if (got == RUN_LOCK_TAKEN) return true;
    if (got == RUN_LOCK_FAILED || wait < 1 || is_stopped(f)) return false;
    error->message = STR(
      "Another puppet instance is already running and the maxwaitforlock timeout has been exceeded; exiting");
    if (longest != INT64_MAX && time(NULL) >= began + longest) return false;
    log_info(&log_agent, "Another puppet instance is already running; waiting for it to finish");
    wait_for(f, wait);
  }
}

static enum step walk_once(struct session *f, bool authorities_only, struct session_error *error)
{
  struct machine m = {
    .session = f, .settings = f->settings, .arena = arena_new(), .authorities_only = authorities_only, .error = error};
  const enum step step = walk(&m);
  arena_free(m.arena);
  return step;
}

enum machine_end machine_run(struct session *f, int64_t waitforcert, bool authorities_only, struct session_error *error)
{
  struct settings *s = f->settings;
  const int64_t longest = settings_int(s, SETTING_maxwaitforcert);
  const time_t began = time(NULL);
  assert(f->arena != NULL && waitforcert >= 0);
  ssl_make_directories(s);
  for (;;) {
    if (!lock(f, error)) return MACHINE_FAILED;
    const enum step step = walk_once(f, authorities_only, error);
    pid_lock_release(settings_strz(s, SETTING_ssl_lockfile));
    if (step == DONE) return MACHINE_DONE;
    if (step == FAILED) session_log_error(error, "%.*s", STR_FMT(error->message));
    if (is_stopped(f) || (step == FAILED && settings_bool(s, SETTING_onetime))) return MACHINE_FAILED;
    if (waitforcert < 1) {
      say(s, "Exiting now because the waitforcert setting is set to 0.");
      return MACHINE_EXIT;
    }
    if (longest != INT64_MAX && time(NULL) > began + longest) {
      struct buf text = BUF_HEAP;
      buf_printf(
        &text,
        "Couldn't fetch certificate from CA server; you might still need to sign this agent's certificate (%s). "
        "Exiting now because the maxwaitforcert timeout has been exceeded.",
        settings_strz(s, SETTING_certname));
      say(s, text.p);
      buf_free(&text);
      return MACHINE_EXIT;
    }
    session_again(f);
    wait_for(f, waitforcert);
  }
}
