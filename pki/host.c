/* Keys and certificates of this host, in the files that the settings name. */
#include <errno.h>

#include "base/file.h"
#include "base/json_write.h"
#include "pki/internal.h"

bool pki_file_read(struct arena *a, const char *path, str *text, str *error)
{
  struct buf bytes = BUF_IN(a);
  int reason = file_read(path, PKI_MAX_BYTES, &bytes);
  *text = buf_view(&bytes);
  *error = STR_EMPTY;
  if (reason != 0 && reason != ENOENT && reason != ENOTDIR)
    *error = arena_printf(a, "%s: %s", path, file_reason(reason));
  return reason == 0;
}

const str *pki_passfile(struct arena *a, struct settings *s)
{
  str *password = ARENA_NEW(a, str), error;
  return pki_file_read(a, settings_strz(s, SETTING_passfile), password, &error) ? password : NULL;
}

/* Reads a required file; `what` begins Puppet's message about a missing one. */
static bool read_file(struct arena *a, struct settings *s, enum setting_id id, const char *what, str *text, str *error)
{
  const char *path = settings_strz(s, id);
  if (pki_file_read(a, path, text, error)) return true;
  if (error->n == 0) *error = arena_printf(a, "%s missing from '%s'", what, path);
  return false;
}

static bool read_authorities(struct arena *a, struct settings *s, struct pki_host *out, str *error)
{
  str text;
  if (!read_file(a, s, SETTING_localcacert, "The CA certificates are", &text, error) ||
      !pki_certificates_read(a, text, &out->authorities, error))
    return false;
  if (pki_revocation_of(s) == PKI_REVOCATION_OFF) return true;
  return read_file(a, s, SETTING_hostcrl, "The CRL is", &text, error) && pki_crls_read(a, text, &out->crls, error);
}

static bool read_own(struct arena *a, struct settings *s, struct pki_host *out, str *error)
{
  str text, why;
  if (!read_file(a, s, SETTING_hostprivkey, "The private key is", &text, error)) return false;
  out->key = pki_key_read(a, text, pki_passfile(a, s), &why);
  if (out->key == NULL) {
    *error = arena_printf(a,
                          "Failed to load private key for host '%s': Could not parse PKey: %.*s\nWrapped exception:\n"
                          "Could not parse PKey: %.*s",
                          settings_strz(s, SETTING_certname), STR_FMT(why), STR_FMT(why));
    return false;
  }
  if (!read_file(a, s, SETTING_hostcert, "The client certificate is", &text, error)) return false;
  out->certificate = pki_certificate_read(a, text, &why);
  if (out->certificate == NULL) *error = arena_printf(a, "%s: %.*s", settings_strz(s, SETTING_hostcert), STR_FMT(why));
  return out->certificate != NULL;
}

bool pki_check_certname(struct arena *a, struct settings *s, str *error)
{
  const str name = settings_str(s, SETTING_certname);
  size_t good = 0;
  while (good < name.n && name.p[good] >= ' ' && name.p[good] <= '~' && name.p[good] != '/') good++;
  if (name.n > 0 && good == name.n) return true;
  struct buf quoted = BUF_IN(a);
  json_quote(&quoted, name);
  *error = arena_printf(a, "Certname %.*s must not contain unprintable or non-ASCII characters",
                        STR_FMT(buf_view(&quoted)));
  return false;
}

bool pki_host_read(struct arena *a, struct settings *s, struct pki_host *out, str *error)
{
  *out = (struct pki_host){0};
  if (!pki_check_certname(a, s, error) || !read_authorities(a, s, out, error) || !read_own(a, s, out, error))
    return false;
  out->store = pki_store_make(a, &out->authorities, &out->crls, pki_revocation_of(s), false);
  bool good = pki_verify(a, out->store, out->certificate, out->key, &out->verdict);
  if (!good) *error = out->verdict.message;
  return good;
}
