/* The name comes from gethostname(2), the domain from it, else from the resolver, else from resolv.conf. */
#include "base/hostname.h"

#include <assert.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/file.h"

static str without_dots(str name)
{
  while (str_ends(name, STR("."))) name.n--;
  return name;
}

void host_names_split(const char *name, struct host_names *out)
{
  assert(name != NULL && out != NULL);
  str domain = str_of(name);
  str_copy(out->host, sizeof out->host, str_cut(&domain, '.'));
  str_copy(out->domain, sizeof out->domain, without_dots(domain));
}

/* Like Facter, takes the first word after the keyword on the first line that begins with it. */
void host_names_resolv_conf(const char *text, char *domain, size_t size)
{
  static const char *const keywords[] = {"domain", "search"};
  str found[] = {STR_EMPTY, STR_EMPTY};
  for (str rest = str_of(text); rest.n > 0;) {
    const str line = str_cut(&rest, '\n');
    for (int k = 0; k < 2; k++) {
      const size_t n = strlen(keywords[k]);
      const str words = str_starts(line, str_of(keywords[k])) ? str_from(line, n) : STR_EMPTY;
      if (found[k].n > 0 || words.n == 0 || (words.p[0] != ' ' && words.p[0] != '\t')) continue;
      const char *word = words.p + strspn(words.p, " \t");
      found[k] = str_n(word, strcspn(word, " \t\r\n"));
    }
  }
  str_copy(domain, size, without_dots(found[0].n > 0 ? found[0] : found[1]));
}

static void domain_from_resolver(struct host_names *names)
{
  struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_CANONNAME};
  struct addrinfo *result = NULL;
  if (getaddrinfo(names->host, NULL, &hints, &result) != 0) return;
  const char *canonical = result->ai_canonname ? result->ai_canonname : "";
  size_t host = strlen(names->host);
  if (strncmp(canonical, names->host, host) == 0 && canonical[host] == '.') {
    struct host_names whole;
    host_names_split(canonical, &whole);
    memcpy(names->domain, whole.domain, sizeof names->domain);
  }
  freeaddrinfo(result);
}

static void domain_from_file(struct host_names *names)
{
  enum { RESOLV_LIMIT = 1 << 20 };
  struct buf text = BUF_HEAP;
  if (file_read("/etc/resolv.conf", RESOLV_LIMIT, &text) == 0 && text.n > 0)
    host_names_resolv_conf(text.p, names->domain, sizeof names->domain);
  buf_free(&text);
}

const struct host_names *host_names(void)
{
  static struct host_names names;
  static bool known;
  if (known) return &names;
  known = true;
  char name[256] = "";
  if (gethostname(name, sizeof name - 1) != 0 || !name[0]) strcpy(name, "localhost");
  host_names_split(name, &names);
  if (!names.domain[0]) domain_from_resolver(&names);
  if (!names.domain[0]) domain_from_file(&names);
  snprintf(names.fqdn, sizeof names.fqdn, "%s%s%s", names.host, names.domain[0] ? "." : "", names.domain);
  return &names;
}
