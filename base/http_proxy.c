/* Chooses the proxy of a request: the variable http_proxy, else the settings, unless the host is excepted. This is
 * done here and not by libcurl because Puppet's rules for exceptions differ. */
#include <fnmatch.h>
#include <stdlib.h>

#include "base/http_internal.h"

enum { DEFAULT_PORT = 1080 }; /* libcurl's default */

/* Each entry of the list is the end of a name and may have a "*" and a port. As in Puppet, commas separate the
 * entries. */
static bool is_excepted(const struct exchange *x, const char *list)
{
  for (str rest = str_of(list); rest.n > 0;) {
    const char *entry = arena_strz(x->request->arena, str_trim(str_cut(&rest, ',')));
    const bool with_port = strchr(entry, ':') != NULL;
    const char *pattern = arena_printf(x->request->arena, "*%s", entry).p;
    const char *there = with_port ? arena_printf(x->request->arena, "%s:%d", x->host, x->port).p : x->host;
    if (fnmatch(pattern, there, FNM_CASEFOLD) == 0) return true;
  }
  return false;
}

static const char *variable(const char *lower, const char *upper)
{
  const char *found = getenv(lower);
  return found != NULL ? found : getenv(upper);
}

/* libcurl decodes what it is given. Puppet does not, although it accepts only passwords that are encoded. */
static const char *encoded(struct exchange *x, const char *text)
{
  struct buf out = BUF_IN(x->request->arena);
  http_escape(&out, str_of(text), "");
  return arena_strz(x->request->arena, buf_view(&out));
}

static void set_credentials(struct exchange *x)
{
  struct settings *s = x->request->settings;
  const char *user = settings_strz(s, SETTING_http_proxy_user);
  if (strcmp(user, "none") == 0) return;
  EXCHANGE_SET(x, CURLOPT_PROXYUSERNAME, encoded(x, user));
  const char *password = settings_strz(s, SETTING_http_proxy_password);
  if (strcmp(password, "none") != 0) EXCHANGE_SET(x, CURLOPT_PROXYPASSWORD, encoded(x, password));
}

/* The environment has priority over the settings. */
void exchange_set_proxy(struct exchange *x)
{
  struct settings *s = x->request->settings;
  const char *given = variable("http_proxy", "HTTP_PROXY"), *except = variable("no_proxy", "NO_PROXY");
  const char *host = settings_strz(s, SETTING_http_proxy_host);
  if (except == NULL) except = settings_strz(s, SETTING_no_proxy);
  const bool configured = strcmp(host, "none") != 0;
  EXCHANGE_SET(x, CURLOPT_NOPROXY, "");
  if ((given == NULL && !configured) || (strcmp(except, "none") != 0 && is_excepted(x, except))) {
    EXCHANGE_SET(x, CURLOPT_PROXY, "");
    return;
  }
  const char *scheme = strstr(given != NULL ? given : host, "://");
  x->proxy_port = given != NULL ? DEFAULT_PORT : (int)settings_int(s, SETTING_http_proxy_port);
  exchange_address(scheme != NULL ? scheme + 3 : given != NULL ? given : host, x->proxy_host, &x->proxy_port);
  EXCHANGE_SET(x, CURLOPT_PROXY, given != NULL ? given : host);
  if (given != NULL) return;
  EXCHANGE_SET(x, CURLOPT_PROXYPORT, (long)settings_int(s, SETTING_http_proxy_port));
  set_credentials(x);
}
