/* The client's identity, from its certificate or from a proxy's headers. */
#include <openssl/x509v3.h>

#include "base/log.h"
#include "pki/pki.h"
#include "server/auth/internal.h"
#include "server/http/head.h"

/* "DNS:a", "IP:10.0.0.1"; rules compare the kind, too. */
static str alt_name_text(struct arena *a, const struct pki_alt_name *n)
{
  const char *kind = n->kind == GEN_DNS ? "DNS" : n->kind == GEN_IPADD ? "IP" : n->kind == GEN_EMAIL ? "email" : "URI";
  return n->text.n > 0 ? arena_printf(a, "%s:%.*s", kind, STR_FMT(n->text)) : STR_EMPTY;
}

/* Reads extensions and alternative names of the certificate. */
static bool read_certificate(const struct auth *auth, struct arena *a, struct peer *peer, str *error)
{
  struct ptrvec names = {0};
  X509 *c = pki_certificate_der(a, peer->certificate, error);
  if (c == NULL) return false;
  peer->extensions = pki_trusted_extensions(a, auth->oids, c);
  peer->authorization = pki_extensions(a, auth->oids, X509_get0_extensions(c), PKI_OID_AUTHORIZATION);
  pki_alt_names(a, X509_get0_extensions(c), &names);
  str *texts = arena_array(a, names.n, sizeof *texts);
  for (uint32_t i = 0; i < names.n; i++) texts[i] = alt_name_text(a, names.items[i]);
  peer->alt_names = texts;
  peer->nalt_names = names.n;
  return true;
}

/* --- behind a proxy --- */

static str part_of_name(str part)
{
  part = str_trim(part);
  const size_t equals = str_index(part, '=', 0);
  return equals != SIZE_MAX && str_caseeq(str_trim(str_sub(part, 0, equals)), STR("CN"))
           ? str_trim(str_from(part, equals + 1))
           : STR_EMPTY;
}

/* The CN of "CN=web1,O=x" (RFC 2253), or of "/O=x/CN=web1" as older OpenSSL writes it. */
static str name_of_subject(str subject)
{
  const char separator = subject.n > 0 && subject.p[0] == '/' ? '/' : ',';
  for (str rest = subject; rest.n > 0;) {
    const str name = part_of_name(str_cut(&rest, separator));
    if (name.n > 0) return name;
  }
  return STR_EMPTY;
}

static bool take_header_certificate(struct request *r, str *error)
{
  const str header = head_field(r->head, "X-Client-Cert");
  str pem, label, why;
  if (header.n == 0) return true;
  if (!target_decode(r->arena, header, false, &pem)) {
    *error = STR("Unable to URL decode the x-client-cert header");
    return false;
  }
  const size_t n = pki_pem_count(pem, &label);
  if (n == 0) *error = STR("No certs found in PEM read from x-client-cert");
  if (n > 1) *error = arena_printf(r->arena, "Only 1 PEM should be supplied for x-client-cert but %zu found", n);
  if (n != 1) return false;
  X509 *c = pki_certificate_read(r->arena, pem, &why);
  if (c == NULL) {
    *error = arena_printf(r->arena, "Unable to parse x-client-cert into certificate: %.*s", STR_FMT(why));
    return false;
  }
  r->peer.certificate = pki_certificate_bytes(r->arena, c);
  return true;
}

/* The proxy's headers replace the connection's certificate, which is the proxy's own. */
static bool identify_by_headers(struct request *r, str *error)
{
  const str subject = head_field(r->head, "X-Client-DN"), verified = head_field(r->head, "X-Client-Verify");
  r->peer.certname = name_of_subject(subject);
  r->peer.certificate = STR_EMPTY;
  r->peer.authenticated = r->peer.certname.n > 0 && str_eqz(verified, "SUCCESS");
  if (subject.n > 0 && r->peer.certname.n == 0)
    log_warning(&log_server_auth,
                "CN could not be found in DN provided by HTTP header 'x-client-dn': %.*s. Treating client as "
                "'unauthenticated'.",
                STR_FMT(subject));
  if (r->peer.certname.n > 0 && !r->peer.authenticated)
    log_error(&log_server_auth, NULL, NULL,
              "Client with CN '%.*s' was not verified by 'x-client-verify' header: '%.*s'", STR_FMT(r->peer.certname),
              STR_FMT(verified));
  return take_header_certificate(r, error);
}

static void warn_of_headers(const struct request *r)
{
  static const char *const names[] = {"x-client-dn", "x-client-verify", "x-client-cert"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const str v = head_field(r->head, names[i]);
    if (v.n > 0)
      log_warning(&log_server_auth,
                  "The HTTP header %s was specified with %.*s but the allow-header-cert-info was either not "
                  "set, or was set to false. This header will be ignored.",
                  names[i], STR_FMT(v));
  }
}

bool auth_identify(const struct auth *auth, struct request *r, str *error)
{
  if (auth->headers) {
    if (!identify_by_headers(r, error)) return false;
  } else {
    warn_of_headers(r);
  }
  return r->peer.certificate.n == 0 || read_certificate(auth, r->arena, &r->peer, error);
}
