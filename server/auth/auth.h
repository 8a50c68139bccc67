/* auth.conf, version 1: the access rules. Rules are tried by sort-order, then by name; the first one that matches the
 * request decides. A request that matches no rule is refused. Names must match completely, whereas puppetserver
 * compares only the labels that both names have, so there "a.b" also allows "x.a.b" and "b". */
#ifndef FICELLE_SERVER_AUTH_AUTH_H
#define FICELLE_SERVER_AUTH_AUTH_H

#include "server/config/config.h"
#include "server/http/request.h"

struct auth;
struct pki_oids;

/* Reads the section `authorization`; without it, uses puppetserver's own rules (default.def). `oids` maps extensions
 * to their short names. Returns NULL with lines "FILE:LINE: …" in `why`. Borrows both arguments. */
struct auth *auth_new(const struct server_config *c, const struct pki_oids *oids, struct buf *why);
void auth_free(struct auth *auth);

/* Completes request.peer with the extensions of the certificate. With allow-header-cert-info, takes name and
 * certificate from the headers X-Client-Verify, X-Client-DN and X-Client-Cert. Returns false when a header is invalid;
 * `error` is the text of the 400 answer. */
bool auth_identify(const struct auth *auth, struct request *r, str *error);
/* Whether the rules allow the request, by its path, method and query. *rule is the name of the deciding rule; empty
 * when no rule matches. */
bool auth_allows(const struct auth *auth, const struct request *r, str *rule);

#endif
