#include "fleet/ssl_files.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* --- files --- */

static void give(struct settings *s, const char *path)
{
  const struct passwd *user = geteuid() == 0 ? getpwnam(settings_strz(s, SETTING_user)) : NULL;
  const struct group *group = geteuid() == 0 ? getgrnam(settings_strz(s, SETTING_group)) : NULL;
  if (user == NULL && group == NULL) return;
  const int done = chown(path, user != NULL ? user->pw_uid : (uid_t)-1, group != NULL ? group->gr_gid : (gid_t)-1);
  if (done != 0) log_warning(&log_agent, "Could not set the owner of %s: %s", path, strerror(errno));
}

void ssl_make_directories(struct settings *s)
{
  static const struct {
    enum setting_id id;
    mode_t mode;
  } all[] = {{SETTING_ssldir, 0771},     {SETTING_certdir, 0755},       {SETTING_publickeydir, 0755},
             {SETTING_requestdir, 0755}, {SETTING_privatekeydir, 0750}, {SETTING_privatedir, 0750}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const char *path = settings_strz(s, all[i].id);
    char *parents = xstrdup(path);
    file_make_parents(parents);
    free(parents);
    if (mkdir(path, all[i].mode) == 0) {
      if (chmod(path, all[i].mode) == 0) give(s, path);
    } else if (errno != EEXIST) {
      log_warning(&log_agent, "Could not make the directory %s: %s", path, strerror(errno));
    }
  }
}

bool ssl_save(struct settings *s, enum setting_id id, str pem, str *error)
{
  struct arena *a = arena_new();
  const char *path = settings_strz(s, id);
  str why = STR_EMPTY;
  const bool ok = file_replace(a, str_of(path), pem, id == SETTING_hostprivkey ? 0640 : 0644, &why);
  if (ok) give(s, path);
  static char kept[1024];
  snprintf(kept, sizeof kept, "Failed to save %s: %.*s", path, STR_FMT(why));
  *error = ok ? STR_EMPTY : str_of(kept);
  arena_free(a);
  return ok;
}

bool ssl_load(struct arena *a, struct settings *s, enum setting_id id, str *pem, str *error)
{
  return pki_file_read(a, settings_strz(s, id), pem, error);
}

/* --- key and request --- */

EVP_PKEY *ssl_load_key(struct arena *a, struct settings *s, str *error)
{
  str pem;
  if (!pki_check_certname(a, s, error)) return NULL;
  if (!ssl_load(a, s, SETTING_hostprivkey, &pem, error)) return NULL;
  EVP_PKEY *key = pki_key_read(a, pem, pki_passfile(a, s), error);
  if (key == NULL) *error = arena_printf(a, "Could not parse PKey: %.*s", STR_FMT(*error));
  return key;
}

EVP_PKEY *ssl_make_key(struct arena *a, struct settings *s, const char *rsa, str *error)
{
  const char *name = settings_strz(s, SETTING_certname);
  if (str_eqz(settings_str(s, SETTING_key_type), "ec")) {
    log_info(&log_agent, "Creating a new EC SSL key for %s using curve %s", name,
             settings_strz(s, SETTING_named_curve));
  } else {
    log_info(&log_agent, "Creating a new %s for %s", rsa, name);
  }
  EVP_PKEY *key = pki_key_for(a, s, error);
  const bool made = key != NULL && ssl_save(s, SETTING_hostprivkey, pki_key_pem(a, key, pki_passfile(a, s)), error);
  return made ? key : NULL;
}

X509_REQ *ssl_make_request(struct arena *a, struct settings *s, EVP_PKEY *key, str *error)
{
  struct pki_attributes attributes;
  const char *file = settings_strz(s, SETTING_csr_attributes);
  const str name = settings_str(s, SETTING_certname);
  log_info(&log_agent, "csr_attributes file loading from %s", file);
  const struct pki_oids *oids = pki_oids_new(a, settings_str(s, SETTING_trusted_oid_mapping_file), error);
  if (oids == NULL || !pki_attributes_read(a, str_of(file), &attributes, error)) return NULL;
  log_info(&log_agent, "Creating a new SSL certificate request for %.*s", STR_FMT(name));
  const struct pki_request_wish wish = {.certname = name,
                                        .key = key,
                                        .alt_names = settings_str(s, SETTING_dns_alt_names),
                                        .attributes = &attributes,
                                        .oids = oids};
  X509_REQ *request = pki_request_make(a, &wish, error);
  if (request == NULL) return NULL;
  const str digest = ssl_digest(a, "sha256", pki_request_bytes(a, request));
  log_info(&log_agent, "Certificate Request fingerprint (SHA256): %.*s", STR_FMT(digest));
  return request;
}

str ssl_digest(struct arena *a, const char *algorithm, str bytes)
{
  str digest;
  return pki_fingerprint(a, algorithm, bytes, &digest) ? digest : STR_EMPTY;
}

/* --- the authority --- */

static long ask(struct session *f, struct session_request *r, struct http_answer *answer, struct session_error *error)
{
  r->service = SESSION_CA;
  r->accept = "text/plain";
  return session_ask(f, r, answer, error) ? answer->status : 0;
}

long ssl_send_request(struct session *f, struct arena *a, X509_REQ *request, struct http_answer *answer,
                      struct session_error *error)
{
  struct session_request r = {
    .arena = a,
    .method = "PUT",
    .content_type = "text/plain",
    .body = pki_request_pem(a, request),
    .path = arena_printf(a, "/certificate_request/%s", settings_strz(f->settings, SETTING_certname))};
  return ask(f, &r, answer, error);
}

long ssl_fetch(struct session *f, struct arena *a, str path, const char *header, struct http_answer *answer,
               struct session_error *error)
{
  struct session_request r = {.arena = a, .method = "GET", .path = path, .header = header};
  return ask(f, &r, answer, error);
}

bool ssl_verify(struct arena *a, struct settings *s, const struct ptrvec *authorities, const struct ptrvec *crls,
                EVP_PKEY *key, X509 *certificate, struct pki_verdict *verdict, str *error)
{
  X509_STORE *store = pki_store_make(a, authorities, crls, pki_revocation_of(s), false);
  if (!pki_verify(a, store, certificate, key, verdict)) {
    *error = verdict->message;
    return false;
  }
  if (verdict->warning) log_warning(&log_agent, "%.*s", STR_FMT(verdict->message));
  return true;
}

int64_t ssl_valid_until(struct settings *s)
{
  struct arena *a = arena_new();
  str pem, why;
  X509 *c = ssl_load(a, s, SETTING_hostcert, &pem, &why) ? pki_certificate_read(a, pem, &why) : NULL;
  const int64_t until = c != NULL ? pki_time(X509_get0_notAfter(c)) : 0;
  arena_free(a);
  return until;
}
