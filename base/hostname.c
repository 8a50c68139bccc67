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

static void copy(char *to, size_t size, const char *from, size_t len)
{
  if (len >= size) len = size - 1;
  memcpy(to, from, len);
  to[len] = '\0';
}

void host_names_split(const char *name, struct host_names *out)
{
  assert(name != NULL && out != NULL);
  size_t host = strcspn(name, ".");
  copy(out->host, sizeof out->host, name, host);
  const char *domain = name[host] == '.' ? name + host + 1 : "";
  size_t len = strlen(domain);
  while (len > 0 && domain[len - 1] == '.') len--;
  copy(out->domain, sizeof out->domain, domain, len);
}

/* Like Facter, takes the first word after the keyword on the first line that begins with it. */
void host_names_resolv_conf(const char *text, char *domain, size_t size)
{
  static const char *const keywords[] = {"domain", "search"};
  char found[2][256] = {"", ""};
  for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    for (int k = 0; k < 2; k++) {
      size_t n = strlen(keywords[k]);
      if (strncmp(line, keywords[k], n) != 0 || !(line[n] == ' ' || line[n] == '\t')) continue;
      const char *word = line + n + strspn(line + n, " \t");
      if (!found[k][0]) copy(found[k], sizeof found[k], word, strcspn(word, " \t\r\n"));
    }
  }
  const char *best = found[0][0] ? found[0] : found[1];
  size_t len = strlen(best);
  while (len > 0 && best[len - 1] == '.') len--;
  copy(domain, size, best, len);
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
