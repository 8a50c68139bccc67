/* Decides which requests may be signed. */
#include <openssl/err.h>
#include <openssl/x509v3.h>

#include "base/utf8.h"
#include "server/ca/internal.h"

/* --- names --- */
static bool has_upper(str s)
{
  for (size_t i = 0; i < s.n; i++)
    if (ascii_is_upper(s.p[i])) return true;
  return false;
}

static bool alphanumeric(int c) { return ascii_is_alpha(c) || ascii_is_digit(c); }

/* Letters, digits, "-" and "_" between dots; a part does not end with "-", and the name does not begin with one. Dots
 * at the end are ignored. */
static bool is_host_name(str s)
{
  if (s.n == 0 || !(alphanumeric(s.p[0]) || s.p[0] == '_') || s.p[s.n - 1] == '-') return false;
  while (s.n > 0 && s.p[s.n - 1] == '.') s.n--;
  for (size_t i = 0; i < s.n; i++) {
    bool last = i + 1 == s.n || s.p[i + 1] == '.';
    if (alphanumeric(s.p[i]) || s.p[i] == '_') continue;
    if (s.p[i] == '-' && !last) continue;
    if (s.p[i] == '.' && i > 0 && !last) continue;
    return false;
  }
  return true;
}

bool ca_check_name(struct arena *a, str asked, str subject, str *why)
{
  if (!str_eq(asked, subject))
    *why = arena_printf(a, "Instance name \"%.*s\" does not match requested key \"%.*s\"", STR_FMT(subject),
                        STR_FMT(asked));
  else if (has_upper(asked)) *why = STR("Certificate names must be lower case.");
  else if (str_index(subject, '*', 0) != SIZE_MAX)
    *why = arena_printf(a, "Subject contains a wildcard, which is not allowed: %.*s", STR_FMT(subject));
  else if (!is_host_name(subject)) *why = STR("Subject hostname format is invalid");
  else return true;
  return false;
}

bool ca_check_duplicate(struct ca *ca, struct arena *a, str subject, str *why)
{
  const char *state = "requested";
  bool there = ca_name_is_safe(subject) && ca_exists(a, ca_request_path(ca, a, subject));
  str path = ca_certificate_path(ca, a, subject);
  if (ca_name_is_safe(subject) && ca_exists(a, path)) {
    there = true;
    state = ca__is_revoked_file(ca, a, path) ? "revoked" : "signed";
  }
  if (!there) return true;
  if (ca->allow_duplicates) {
    log_info(&log_server_ca, "%.*s already has a %s certificate; new certificate will overwrite it", STR_FMT(subject),
             state);
    return true;
  }
  *why = arena_printf(a, "%.*s already has a %s certificate; ignoring certificate request", STR_FMT(subject), state);
  return false;
}

/* --- extensions --- */
/* The names other than "DNS:<certname>", in puppetserver's order: addresses first. */
static str extra_names(struct arena *a, const struct ptrvec *names, str certname)
{
  struct buf list = BUF_IN(a);
  static const int kinds[] = {GEN_IPADD, GEN_DNS};
  for (size_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < names->n; i++) {
      const struct pki_alt_name *n = names->items[i];
      if (n->kind != kinds[k] || (n->kind == GEN_DNS && str_eq(n->text, certname))) continue;
      buf_printf(&list, "%s%s:%.*s", list.n > 0 ? ", " : "", k == 0 ? "IP" : "DNS", STR_FMT(n->text));
    }
  return buf_view(&list);
}

static bool check_alt_names(struct ca *ca, struct arena *a, const STACK_OF(X509_EXTENSION) * extensions, str subject,
                            str *why)
{
  struct ptrvec names = {0};
  if (!pki_alt_names(a, extensions, &names)) {
    *why = arena_printf(a, "CSR '%.*s' contains subject alternative names that cannot be read", STR_FMT(subject));
    return false;
  }
  if (ca->options.allow_subject_alt_names) return true;
  str extra = extra_names(a, &names, subject);
  if (extra.n == 0) return true;
  *why = arena_printf(
    a,
    "CSR '%.*s' contains extra subject alternative names (%.*s), which are disallowed. To allow subject "
    "alternative names, set allow-subject-alt-names to true in your ca.conf file. Then restart the "
    "puppetserver and try signing this certificate again.",
    STR_FMT(subject), STR_FMT(extra));
  return false;
}

static bool is_allowed(str number)
{
  if (str_eqz(number, PKI_OID_ALT_NAMES)) return true;
  if (pki_oid_below(number, PKI_OID_AUTHORIZATION, false)) return !str_eqz(number, PKI_OID_CLI_AUTH);
  return pki_oid_below(number, PKI_OID_REGISTERED, false) || pki_oid_below(number, PKI_OID_PRIVATE, false);
}

/* Values become trusted facts, which are text. */
static bool is_text(struct arena *a, const X509_EXTENSION *e)
{
  return utf8_invalid_at(pki_extension_text(a, e)) == SIZE_MAX;
}

static bool check_extensions(struct ca *ca, struct arena *a, const STACK_OF(X509_EXTENSION) * extensions, str subject,
                             str *why)
{
  struct buf bad = BUF_IN(a);
  struct strmap seen;
  strmap_init(&seen, a);
  for (int i = 0; i < sk_X509_EXTENSION_num(extensions); i++) {
    str number = pki_object_number(a, X509_EXTENSION_get_object(sk_X509_EXTENSION_value(extensions, i)));
    bool first;
    strmap_slot(&seen, number, &first);
    if (!first) {
      *why = arena_printf(a, "CSR '%.*s' contains the extension %.*s twice", STR_FMT(subject), STR_FMT(number));
      return false;
    }
    if (pki_oid_below(number, PKI_OID_AUTHORIZATION, false) && !ca->options.allow_authorization_extensions) {
      *why = arena_printf(
        a,
        "CSR '%.*s' contains an authorization extension, which is disallowed. To allow authorization "
        "extensions, set allow-authorization-extensions to true in your ca.conf file. Then restart the "
        "puppetserver and try signing this certificate again.",
        STR_FMT(subject));
      return false;
    }
    if (pki_oid_below(number, PKI_OID_PUPPET, false) && !is_text(a, sk_X509_EXTENSION_value(extensions, i))) {
      *why = arena_printf(a, "CSR '%.*s' contains the extension %.*s, whose value is not valid UTF-8", STR_FMT(subject),
                          STR_FMT(number));
      return false;
    }
    if (!is_allowed(number)) buf_printf(&bad, "%s%.*s", bad.n > 0 ? ", " : "", STR_FMT(number));
  }
  if (bad.n == 0) return true;
  *why = arena_printf(a, "Found extensions that are not permitted: %.*s", STR_FMT(buf_view(&bad)));
  return false;
}

bool ca_check_request(struct ca *ca, struct arena *a, X509_REQ *r, str *why)
{
  STACK_OF(X509_EXTENSION) * extensions;
  str subject = pki_common_name(a, X509_REQ_get_subject_name(r)), error;
  if (!pki_request_extensions(a, r, &extensions, &error)) {
    *why = arena_printf(a, "CSR '%.*s' contains extensions that cannot be read: %.*s", STR_FMT(subject),
                        STR_FMT(error));
    return false;
  }
  if (!check_alt_names(ca, a, extensions, subject, why) || !check_extensions(ca, a, extensions, subject, why))
    return false;
  if (pki_request_verify(r)) return true;
  *why = STR("CSR contains a public key that does not correspond to the signing key");
  return false;
}
