/* Plug-ins of the server: files of its modules in lib/, facts.d/ and locales/, fetched to this host and used by the
 * run at once. */
#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "fleet/configurer.h"

/* --- the environment --- */

bool plugins_environment(struct configurer *c, bool *there, struct session_error *error)
{
  struct arena *a = c->job.arena;
  struct buf query = BUF_IN(a);
  struct http_answer answer;
  const str source = settings_str(c->cli->settings, SETTING_pluginsource);
  const size_t slash = str_find(source, STR("///"), 0);
  *there = false;
  session_query(&query, "recurse", STR("false"));
  session_query(&query, "links", STR("manage"));
  session_query(&query, "checksum_type", settings_str(c->cli->settings, SETTING_digest_algorithm));
  session_query(&query, "source_permissions", STR("ignore"));
  session_query(&query, "environment", c->environment);
  const struct session_request r = {
    .arena = a,
    .service = SESSION_FILESERVER,
    .method = "GET",
    .accept = "application/json",
    .path = arena_printf(a, "/file_metadatas/%.*s", STR_FMT(str_from(source, slash == SIZE_MAX ? 0 : slash + 3))),
    .query = buf_view(&query)};
  if (!session_ask(c->session, &r, &answer, error)) {
    session_log_error(error, "%.*s", STR_FMT(error->message));
    error->message = STR_EMPTY;
    return true;
  }
  *there = answer.status / 100 == 2;
  if (*there) return true;
  if (answer.status != 404) {
    log_error(&log_agent, NULL, NULL, "%.*s", STR_FMT(answer.reason));
  } else if (settings_bool(c->cli->settings, SETTING_strict_environment_mode)) {
    *error = (struct session_error){
      arena_printf(a, "Environment '%.*s' not found on server, aborting run.", STR_FMT(c->environment)), STR_EMPTY};
    return false;
  } else {
    log_notice(&log_agent, "Environment '%.*s' not found on server, skipping initial pluginsync.",
               STR_FMT(c->environment));
  }
  return true;
}

/* --- fetching --- */

struct plugin {
  const char *name;
  enum setting_id to, from;
  const char *permissions, *ignore; /* ignore: in addition to pluginsignore */
};

static value words(struct arena *a, str text)
{
  struct valuevec out = {0};
  for (size_t at = 0; at < text.n;) {
    size_t end = str_index(text, ' ', at);
    if (end == SIZE_MAX) end = text.n;
    if (end > at) valuevec_push(&out, a, value_str(str_sub(text, at, end - at)));
    at = end + 1;
  }
  return valuevec_array(&out, a);
}

static void put(struct hash *h, struct arena *a, const char *name, value v) { hash_put_str(h, a, str_of(name), v); }

static const struct hash *parameters(struct configurer *c, const struct plugin *p)
{
  struct arena *a = c->job.arena;
  struct settings *s = c->cli->settings;
  struct hash *h = hash_new(a, 16);
  put(h, a, "recurse", value_bool(true));
  put(h, a, "links", value_str(STR("follow")));
  put(h, a, "source", value_str(arena_str(a, settings_str(s, p->from))));
  put(h, a, "source_permissions", value_str(str_of(p->permissions)));
  put(h, a, "tag", value_str(str_of(p->name)));
  put(h, a, "purge", value_bool(true));
  put(h, a, "force", value_bool(true));
  put(h, a, "backup", value_bool(false));
  put(h, a, "noop", value_bool(false));
  put(h, a, "max_files", value_str(STR("-1")));
  put(h, a, "owner", value_int(geteuid()));
  put(h, a, "group", value_int(getegid()));
  put(h, a, "ignore", words(a, arena_printf(a, "%s%s", settings_strz(s, SETTING_pluginsignore), p->ignore)));
  return h;
}

static bool fetch(struct configurer *c, const struct plugin *p, struct session_error *error)
{
  struct arena *a = c->job.arena;
  uint32_t changed;
  const str path = arena_str(a, settings_str(c->cli->settings, p->to));
  log_info(&log_agent, "Retrieving %s", p->name);
  char *own = arena_strz(a, path);
  file_make_parents(own);
  mkdir(own, 0755); /* as in Puppet, creating it is not logged */
  if (agent_run_file(&c->run, path, parameters(c, p), &changed)) return true;
  *error = (struct session_error){arena_printf(a, "Failed to retrieve %s: %.*s", p->name, STR_FMT(c->run.error)),
                                  STR_EMPTY};
  if (!settings_bool(c->cli->settings, SETTING_ignore_plugin_errors)) return false;
  session_log_error(error, "Could not retrieve %s: %.*s", p->name, STR_FMT(error->message));
  error->message = STR_EMPTY;
  return true;
}

bool plugins_fetch(struct configurer *c, struct session_error *error)
{
  static const struct plugin facts = {"pluginfacts", SETTING_pluginfactdest, SETTING_pluginfactsource, "use", ""},
                             code = {"plugin", SETTING_plugindest, SETTING_pluginsource, "ignore", ""},
                             locales = {"locales", SETTING_localedest, SETTING_localesource, "ignore",
                                        " *.pot config.yaml"};
  if (!fetch(c, &facts, error) || !fetch(c, &code, error)) return false;
  return settings_bool(c->cli->settings, SETTING_disable_i18n) || fetch(c, &locales, error);
}

/* --- using them ---
 * Here the files of all modules of the server are in one tree. A directory of modules makes an environment of it:
 * `synced` has it as its lib/, and so does each name that functions and data types begin with. */

str plugins_modules(struct configurer *c)
{
  return arena_printf(c->job.arena, "%s/ficelle/plugins", settings_strz(c->cli->settings, SETTING_vardir));
}

static bool is_module(const char *name)
{
  size_t n = 0;
  while (ascii_is_lower((unsigned char)name[n]) ||
         (n > 0 && (ascii_is_digit((unsigned char)name[n]) || name[n] == '_')))
    n++;
  return n > 0 && name[n] == '\0';
}

static void link_module(struct configurer *c, str modules, const char *name)
{
  struct arena *a = c->job.arena;
  const char *directory = arena_printf(a, "%.*s/%s", STR_FMT(modules), name).p,
             *lib = arena_printf(a, "%s/lib", directory).p;
  const char *to = settings_strz(c->cli->settings, SETTING_plugindest);
  char there[4096];
  mkdir(directory, 0755);
  const ssize_t n = readlink(lib, there, sizeof there);
  if (n > 0 && str_eq(str_n(there, (size_t)n), str_of(to))) return;
  unlink(lib);
  if (symlink(to, lib) != 0) log_warning(&log_agent, "Could not make the link %s", lib);
}

void plugins_link(struct configurer *c)
{
  static const char *const folders[] = {"puppet/functions", "puppet/datatypes"};
  struct arena *a = c->job.arena;
  const str modules = plugins_modules(c);
  char *own = arena_strz(a, arena_printf(a, "%.*s/x", STR_FMT(modules)));
  file_make_parents(own);
  link_module(c, modules, "synced");
  for (size_t i = 0; i < 2; i++) {
    DIR *d = opendir(arena_printf(a, "%s/%s", settings_strz(c->cli->settings, SETTING_plugindest), folders[i]).p);
    for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
      if (e->d_type != DT_REG && is_module(e->d_name)) link_module(c, modules, e->d_name);
    }
    if (d != NULL) closedir(d);
  }
}
