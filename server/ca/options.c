/* The section certificate-authority of the server's configuration. */
#include <inttypes.h>

#include "server/ca/internal.h"

static bool bad(struct arena *a, str key, const char *expected, value v, str *error)
{
  struct buf text = BUF_IN(a);
  value_inspect(&text, v);
  *error = arena_printf(a, "certificate-authority.%.*s: %.*s is not %s", STR_FMT(key), STR_FMT(buf_view(&text)), expected);
  return false;
}

/* "90d", "1h30m"; the text may have blanks between. */
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

static bool take_duration(struct arena *a, str key, value v, int64_t *out, str *error)
{
  if (v.kind == V_INT && v.integer > 0 && v.integer <= CA_MAX_TTL) {
    *out = v.integer;
    return true;
  }
  return (v.kind == V_STRING && duration(value_text(v), out)) || bad(a, key, "a time like \"90d\"", v, error);
}

static bool take(struct arena *a, str key, value v, struct ca_options *out, str *error)
{
  struct {
    const char *name;
    bool *flag;
    int64_t *time;
  } rows[] = {
      {"allow-subject-alt-names", &out->allow_subject_alt_names, NULL},
      {"allow-authorization-extensions", &out->allow_authorization_extensions, NULL},
      {"allow-auto-renewal", &out->allow_auto_renewal, NULL},
      {"enable-infra-crl", &out->enable_infra_crl, NULL},
      {"auto-renewal-cert-ttl", NULL, &out->auto_renewal_ttl},
      {"ca-ttl", NULL, &out->ca_ttl},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!str_eqz(key, rows[i].name)) continue;
    if (rows[i].time != NULL) return take_duration(a, key, v, rows[i].time, error);
    if (v.kind != V_BOOL) return bad(a, key, "true or false", v, error);
    *rows[i].flag = v.boolean;
    return true;
  }
  *error = arena_printf(a, "unknown setting 'certificate-authority.%.*s'", STR_FMT(key));
  return false;
}

bool ca_options_read(struct arena *a, const struct hash *section, struct ca_options *out, str *error)
{
  *out = CA_OPTIONS_DEFAULT;
  for (uint32_t i = 0; section != NULL && i < section->n; i++)
    if (!take(a, value_to_str(a, section->entries[i].key), section->entries[i].value, out, error)) return false;
  return true;
}
