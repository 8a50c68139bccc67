/* Whole requests to the routes of agents: facts and reports in their formats, forms, queries, catalogs of v4, paths of
 * mounts, buckets and tasks. A request as received, head and body. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "server/config/config.h"
#include "server/environments/environments.h"
#include "server/http/head.h"
#include "server/routes/route.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char place[] = "/dev/shm/fuzz_routes.XXXXXX";
static struct worker worker;
static struct arena *own;
static struct server_config *config;

static void leave(void)
{
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", place);
  if (system(command) != 0) perror(place);
  environments_free(worker.environments);
  config_free(config);
  settings_free(worker.settings);
  arena_free(own);
}

static void put(struct arena *a, const char *name, const char *text)
{
  str why;
  if (!file_replace(a, arena_printf(a, "%s/%s", place, name), str_of(text), 0644, &why)) abort();
}

static void make(void)
{
  struct arena *a = own = arena_new();
  struct settings *s = settings_new();
  struct buf why = BUF_IN(a);
  str error = STR_EMPTY;
  log_set_level(LOG_LEVEL_CRIT);
  if (mkdtemp(place) == NULL) abort();
  atexit(leave);
  put(a, "code/environments/production/manifests/site.pp", "notify { \"${facts['a']}${trusted['certname']}\": }\n");
  put(a, "code/environments/production/modules/m/files/x", "x\n");
  put(a, "code/environments/production/modules/m/tasks/init.json", "{}\n");
  put(a, "code/environments/production/modules/m/tasks/init.sh", "x\n");
  put(a, "code/environments/production/environment.conf", "modulepath = modules\nenvironment_timeout = unlimited\n");
  settings_set_mode(s, SETTINGS_SERVER);
  settings_set(s, SETTING_confdir, arena_printf(a, "%s/conf", place), &why);
  settings_set(s, SETTING_vardir, arena_printf(a, "%s/var", place), &why);
  settings_set(s, SETTING_codedir, arena_printf(a, "%s/code", place), &why);
  settings_set(s, SETTING_certname, STR("srv.test"), &why);
  settings_set(s, SETTING_reports, STR("none"), &why);
  settings_set(s, SETTING_statsfile, STR_EMPTY, &why);
  config = config_read_text(STR(""), "empty", &why);
  worker = (struct worker){.settings = s, .config = config, .ca = -1};
  worker.environments = environments_new(s, &error);
  if (worker.environments == NULL || !environments_worker_begin(worker.environments, &error)) abort();
  worker.indirector = environments_indirector(worker.environments);
}

static const struct route *route_of(struct request *r)
{
  for (size_t i = 0; i < ROUTE_COUNT; i++) {
    const str pattern = str_of(routes[i].pattern);
    if (!str_starts(pattern, STR("/puppet/")) || !str_starts(r->path, pattern) || (routes[i].methods & r->method) == 0)
      continue;
    if (routes[i].exact && r->path.n != pattern.n) continue;
    r->rest = str_from(r->path, pattern.n);
    return &routes[i];
  }
  return NULL;
}

static enum request_method method_of(str name)
{
  static const struct {
    const char *name;
    enum request_method method;
  } all[] = {
    {"GET", METHOD_GET}, {"HEAD", METHOD_HEAD}, {"POST", METHOD_POST}, {"PUT", METHOD_PUT}, {"DELETE", METHOD_DELETE}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (str_eqz(name, all[i].name)) return all[i].method;
  return METHOD_OTHER;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (worker.settings == NULL) make();
  struct arena *a = arena_new();
  const str text = arena_str(a, str_n((const char *)data, size));
  const size_t end = head_end(text);
  struct head head;
  struct head_error why;
  bool relative;
  if (end > 0 && head_parse(a, str_sub(text, 0, end), &head, &why)) {
    struct request r = {.arena = a,
                        .method = method_of(head.method),
                        .method_name = head.method,
                        .target = head.target,
                        .head = &head,
                        .body = str_from(text, end)};
    struct answer answer = {0};
    r.peer = (struct peer){.address = STR("127.0.0.1"), .certname = STR("n.test"), .authenticated = true};
    if (target_parse(&r, &why, &relative) && (r.route = route_of(&r)) != NULL) {
      route_answer(&worker, &r, &answer);
      if (answer.status == 0) abort();
      if (answer.file > 0) close(answer.file);
      free(r.bulk);
    }
  }
  arena_free(a);
  return 0;
}
