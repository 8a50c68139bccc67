/* The API of the authority: a line "METHOD PATH", then the body. The authority is in a file system in memory, and made
 * once per process. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "server/ca/link.h"
#include "server/ca/setup.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char place[] = "/dev/shm/fuzz_ca.XXXXXX";
static struct ca *ca;

static void leave(void)
{
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", place);
  if (system(command) != 0) perror(place);
  arena_free(ca->arena);
}

static void make(void)
{
  struct arena *a = arena_new();
  struct settings *s = settings_new();
  struct buf error = BUF_HEAP;
  struct ca_options options = CA_OPTIONS_DEFAULT;
  struct ptrvec errors = {0};
  str why = STR_EMPTY;
  options.allow_auto_renewal = options.allow_subject_alt_names = true;
  log_set_level(LOG_LEVEL_CRIT);
  if (mkdtemp(place) == NULL) abort();
  settings_set_mode(s, SETTINGS_SERVER);
  settings_set(s, SETTING_ssldir, arena_printf(a, "%s/ssl", place), &error);
  settings_set(s, SETTING_cadir, arena_printf(a, "%s/ca", place), &error);
  settings_set(s, SETTING_certname, STR("srv.test"), &error);
  settings_set(s, SETTING_keylength, STR("1024"), &error);
  settings_set(s, SETTING_autosign, STR("true"), &error);
  ca = ca_new(a, s, &options, &why);
  struct ca_setup wish = {.settings = s};
  if (ca == NULL || !ca_setup_run(ca, a, &wish, &errors) || !ca_load(ca, &why)) abort();
  settings_free(s);
  buf_free(&error);
  atexit(leave);
}

static str take(str *rest, char end)
{
  size_t n = str_index(*rest, end, 0);
  str word = n == SIZE_MAX ? *rest : str_sub(*rest, 0, n);
  *rest = str_from(*rest, word.n + 1);
  return word;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const methods[] = {"GET", "HEAD", "POST", "PUT", "DELETE"};
  if (ca == NULL) make();
  str rest = str_n((const char *)data, size), method = take(&rest, ' ');
  struct ca_request q = {.method = CA_OTHER, .path = take(&rest, '\n')};
  struct ca_answer out = {0};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (str_eqz(method, methods[i])) q.method = (enum ca_method)i;
  q.body = rest;
  if (str_starts(q.path, STR("ocsp"))) q.content_type = STR("application/ocsp-request");
  if (str_starts(q.path, STR("certificate_renewal"))) q.peer_certificate = rest;
  struct arena *a = arena_new();
  ca_answer_request(ca, a, &q, &out);
  if (out.status < 200 || out.status > 599) abort();
  arena_free(a);
  return 0;
}
