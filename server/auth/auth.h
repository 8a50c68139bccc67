/* auth.conf, version 1: the access rules. Rules are tried by sort-order, then by name; the first one that matches the
 * request decides. A request that matches no rule is refused. Names must match completely, while puppetserver compares
 * only the parts that both names have, so that "a.b" there also allows "x.a.b" and "b". */
#ifndef FICELLE_SERVER_AUTH_AUTH_H
#define FICELLE_SERVER_AUTH_AUTH_H

#include "server/config/config.h"
#include "server/http/request.h"

struct auth;
struct pki_oids;

/* From the section `authorization`; without one, puppetserver's own rules (default.def). `oids` gives extensions their
 * short names. NULL with lines "FILE:LINE: …" in `why`. Both arguments are borrowed. */
struct auth *auth_new(const struct server_config *c, const struct pki_oids *oids, struct buf *why);
void auth_free(struct auth *auth);

/* Completes request.peer: extensions of the certificate; with allow-header-cert-info name and certificate are those of
 * the headers X-Client-Verify, X-Client-DN and X-Client-Cert. False: a header cannot be read, and `error` is for the
 * asker (400). */
bool auth_identify(const struct auth *auth, struct request *r, str *error);
/* Whether the rules allow the request: its path, method and query. *rule is the name of the deciding rule, empty if
 * there is none. */
bool auth_allows(const struct auth *auth, const struct request *r, str *rule);

#endif
