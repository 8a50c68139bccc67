/* The authority's settings in the server's configuration. */
#include "server/config/config.h"

#include "server/ca/internal.h"

/* "90d", "1h30m"; blanks may separate the parts. */
static bool duration(str text, int64_t *seconds)
{
  static const char units[] = "smhdy";
  static const int64_t in_seconds[] = {1, 60, 3600, 86400, 31536000};
  int64_t n = 0;
  bool digits = false, any = false;
  *seconds = 0;
  for (size_t i = 0; i < text.n; i++) {
    const char *unit = text.p[i] != '\0' ? strchr(units, text.p[i]) : NULL;
    if (text.p[i] == ' ') continue;
    if (ascii_is_digit(text.p[i]) && n < CA_MAX_TTL) n = n * 10 + text.p[i] - '0', digits = true;
    else if (unit != NULL && digits) *seconds += n * in_seconds[unit - units], n = 0, digits = false, any = true;
    else return false;
    if (*seconds > CA_MAX_TTL) return false;
  }
  return any && !digits;
}

static bool take(struct arena *a, const char *key, str text, int64_t *out, str *error)
{
  if (text.n == 0 || duration(text, out)) return true;
  *error = arena_printf(a, "certificate-authority.%s: '%.*s' is not a duration, for example 90d", key, STR_FMT(text));
  return false;
}

bool ca_options_of(struct arena *a, const struct server_config *c, struct ca_options *out, str *error)
{
  *out = CA_OPTIONS_DEFAULT;
  out->allow_subject_alt_names = c->allow_subject_alt_names;
  out->allow_authorization_extensions = c->allow_authorization_extensions;
  out->allow_auto_renewal = c->allow_auto_renewal;
  out->enable_infra_crl = c->enable_infra_crl;
  const value *header = c->authorization != NULL ? hash_get_str(c->authorization, STR("allow-header-cert-info")) : NULL;
  out->allow_header_cert_info = value_is_true(value_or_undef(header));
  return take(a, "auto-renewal-cert-ttl", c->auto_renewal_cert_ttl, &out->auto_renewal_ttl, error);
}
