/* What is only known by asking programs of the system. */
#include <unistd.h>

#include "agent/facts/external.h"
#include "base/arena.h"

enum { PROGRAM_LIMIT_MS = 10000 };

str facts__ask(struct facts_host *h, const char *const *paths, const char *argument)
{
  str out = STR_EMPTY, errors = STR_EMPTY;
  if (h->root[0] != '\0') return STR_EMPTY;
  while (*paths && access(*paths, X_OK) != 0) paths++;
  if (!*paths || facts__external_run(h->arena, *paths, argument, PROGRAM_LIMIT_MS, &out, &errors))
    return STR_EMPTY;
  return out.n > 0 ? out : errors;
}

/* "augparse 1.14.0 <http://augeas.net/>". */
void facts__augeas(struct facts_host *h)
{
  static const char *const paths[] = {"/usr/bin/augparse", "/opt/puppetlabs/puppet/bin/augparse", NULL};
  str text = facts__ask(h, paths, "--version");
  if (!str_eqz(facts__next_word(&text), "augparse")) return;
  str version = facts__next_word(&text);
  if (version.n > 0)
    fact_put_str(h->arena, fact_put(h->arena, h->facts, "augeas", FACT_HASH), "version", version);
}
