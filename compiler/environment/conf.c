/* Finds an environment by name and reads its environment.conf. A setting of puppet.conf or of the command line has
 * priority over the file; defaults come last. Relative paths are relative to the environment. */
#include "compiler/environment/internal.h"
#include "base/check.h"

#include <glob.h>
#include <stdint.h>

#include "base/array.h"
#include "base/file.h"
#include "base/ini.h"
#include "base/settings.h"

enum conf_key {
  CONF_MODULEPATH,
  CONF_MANIFEST,
  CONF_CONFIG_VERSION,
  CONF_TIMEOUT,
  CONF_RICH_DATA,
  CONF_STATIC_CATALOGS,
  CONF_DATA_PROVIDER,
  CONF_KEYS
};

/* In the order of enum conf_key. */
static const char *const conf_names[CONF_KEYS] = {
  "modulepath", "manifest",        "config_version",           "environment_timeout",
  "rich_data",  "static_catalogs", "environment_data_provider"};

struct conf {
  struct arena *a;
  const struct host *host;
  struct settings *settings;
  str name, path; /* of the environment */
  str file;
  bool given[CONF_KEYS];
  str text[CONF_KEYS];
  struct buf unknown, sections, bad;
};

static bool take_line(void *ctx, const struct ini_line *line)
{
  struct conf *f = ctx;
  if (line->kind == INI_BAD) {
    buf_printf(&f->bad, "Could not match line %.*s", STR_FMT(line->value));
    diag_place(&f->bad, f->file, line->line, 0);
    return false;
  }
  if (line->kind == INI_SECTION) {
    /* Other sections are ignored with a warning, as in Puppet. */
    if (!str_eqz(line->section, "main")) {
      buf_printf(&f->sections, "%s%.*s", f->sections.n > 0 ? "," : "", STR_FMT(line->section));
    }
    return true;
  }
  if (!str_eqz(line->section, "main")) return true;
  for (int i = 0; i < CONF_KEYS; i++) {
    if (!str_eqz(line->name, conf_names[i])) continue;
    f->given[i] = true;
    f->text[i] = ini_value(line->value);
    return true;
  }
  buf_printf(&f->unknown, "%s%.*s", f->unknown.n > 0 ? ", " : "", STR_FMT(line->name));
  return true;
}

/* Warns of names that are ignored, if there are any. `form`: a format for the file and the names. */
static void warn(struct conf *f, const struct buf *names, const char *form)
{
  if (names->n == 0) return;
  const str text = arena_printf(f->a, form, STR_FMT(f->file), STR_FMT(buf_view(names)));
  const str all = arena_printf(f->a, "%.*s\n   (file & line not available)", STR_FMT(text));
  f->host->log(f->host->ctx, &log_settings, CLOG_WARNING, STR_EMPTY, all, STR_EMPTY);
}

static bool read_file(struct conf *f, str *error)
{
  f->file = environment_path_join(f->a, f->path, STR("environment.conf"));
  if (f->host->stat(f->host->ctx, f->file).kind == HOST_NOTHING) return true;
  str text, why;
  struct buf bad = BUF_IN(f->a);
  if (!f->host->read_file(f->host->ctx, f->a, f->file, &text, &why)) {
    *error = arena_printf(f->a, "Could not read %.*s: %.*s", STR_FMT(f->file), STR_FMT(why));
    return false;
  }
  if (!ini_check_text(text, arena_strz(f->a, f->file), &bad)) {
    *error = buf_view(&bad);
    return false;
  }
  if (!ini_parse(text, take_line, f)) {
    *error = buf_view(&f->bad);
    return false;
  }
  warn(f, &f->sections,
       "Invalid sections in environment.conf at '%.*s'. Environment conf may not have sections. The following sections "
       "are being ignored: '%.*s'");
  warn(f, &f->unknown,
       "Invalid settings in environment.conf at '%.*s'. The following unknown setting(s) are being ignored: %.*s");
  return true;
}

/* --- values --- */

/* Replaces $names; relative paths are relative to the environment. */
static bool path_value(struct conf *f, str text, str *out, str *error)
{
  struct buf value_text = BUF_IN(f->a), bad = BUF_IN(f->a);
  if (!settings_interpolate(f->settings, text, arena_strz(f->a, f->name), &value_text, &bad)) {
    *error = buf_view(&bad);
    return false;
  }
  str path = buf_view(&value_text);
  if (path.n > 0 && path.p[0] != '/') {
    while (str_starts(path, STR("./"))) path = str_from(path, 2);
    path = environment_path_join(f->a, f->path, path);
  }
  while (path.n > 1 && path.p[path.n - 1] == '/') path.n--;
  *out = path;
  return true;
}

struct paths {
  str *items;
  uint32_t n, cap;
};

static void add_path(struct conf *f, struct paths *out, str path)
{
  if (path.n == 0) return;
  ARENA_ROOM(f->a, out->items, out->n, out->cap, 8);
  out->items[out->n++] = path.p[0] == '/' ? file_expand_path(f->a, path) : arena_str(f->a, path);
}

/* Puppet expands patterns in a modulepath with Ruby's Dir.glob, which also knows braces. */
static void add_pattern(struct conf *f, struct paths *out, str path)
{
  bool pattern = false;
  for (size_t i = 0; i < path.n; i++) pattern = pattern || strchr("*?[{", path.p[i]) != NULL;
  if (!pattern) {
    add_path(f, out, path);
    return;
  }
  glob_t found;
  if (glob(arena_strz(f->a, path), GLOB_BRACE, NULL, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc; i++) add_path(f, out, str_of(found.gl_pathv[i]));
  }
  globfree(&found);
}

/* Splits the text twice: a $name, such as $basemodulepath, may contain several directories. */
static bool modulepath_value(struct conf *f, str text, struct paths *out, str *error)
{
  while (text.n > 0) {
    const str part = str_trim(str_cut(&text, ':'));
    str paths = STR_EMPTY;
    if (part.n > 0 && !path_value(f, part, &paths, error)) return false;
    while (paths.n > 0) add_pattern(f, out, str_cut(&paths, ':'));
  }
  return true;
}

static bool timeout_value(str text, int64_t *out)
{
  *out = -1;
  return str_eqz(text, "unlimited") || settings_duration(text, out);
}

static bool find_modulepath(struct conf *f, struct environment_options *out, str *error)
{
  struct paths paths = {0};
  str item;
  if (settings_is_set(f->settings, SETTING_modulepath)) {
    for (size_t i = 0; settings_item(f->settings, SETTING_modulepath, i, &item); i++) add_path(f, &paths, item);
  } else if (f->given[CONF_MODULEPATH]) {
    if (!modulepath_value(f, f->text[CONF_MODULEPATH], &paths, error)) return false;
  } else {
    add_path(f, &paths, environment_path_join(f->a, f->path, STR("modules")));
    for (size_t i = 0; settings_item(f->settings, SETTING_basemodulepath, i, &item); i++) add_path(f, &paths, item);
  }
  out->modulepath = paths.items;
  out->nmodulepath = paths.n;
  return true;
}

static void tell_conflict(struct conf *f, str own)
{
  const str manifest = settings_str(f->settings, SETTING_default_manifest);
  str text = arena_printf(
    f->a,
    "The 'disable_per_environment_manifest' setting is true, but the environment located at %.*s has a "
    "manifest setting in its environment.conf of '%.*s' which does not match the default_manifest "
    "setting '%.*s'. If this environment is expecting to find modules in '%.*s', they will not be "
    "available!",
    STR_FMT(f->path), STR_FMT(own), STR_FMT(manifest), STR_FMT(own));
  f->host->log(f->host->ctx, &log_settings, CLOG_ERR, STR_EMPTY, text, STR_EMPTY);
}

static bool find_manifest(struct conf *f, struct environment_options *out, str *error)
{
  if (settings_is_set(f->settings, SETTING_manifest)) {
    str manifest = settings_str(f->settings, SETTING_manifest);
    /* `no_manifest` means none. */
    out->manifest = str_eqz(manifest, "no_manifest") ? STR_EMPTY : arena_str(f->a, manifest);
    return true;
  }
  str fallback;
  if (!path_value(f, settings_str(f->settings, SETTING_default_manifest), &fallback, error)) return false;
  out->manifest = fallback;
  if (!f->given[CONF_MANIFEST]) return true;
  str own;
  if (!path_value(f, f->text[CONF_MANIFEST], &own, error)) return false;
  if (!settings_bool(f->settings, SETTING_disable_per_environment_manifest)) {
    out->manifest = own;
  } else if (!str_eq(own, fallback)) {
    tell_conflict(f, own);
    *error = arena_printf(
      f->a,
      "Compilation has been halted because: The 'disable_per_environment_manifest' setting is true, "
      "and the '%.*s' environment has an environment.conf manifest that conflicts with the "
      "'default_manifest' setting. For more information, see "
      "https://puppet.com/docs/puppet/latest/environments_about.html",
      STR_FMT(f->name));
    return false;
  }
  return true;
}

static bool find_rest(struct conf *f, struct environment_options *out, str *error)
{
  const str code = settings_str(f->settings, SETTING_code);
  out->has_code = code.n > 0;
  out->code = arena_str(f->a, code);
  str version = f->given[CONF_CONFIG_VERSION] ? f->text[CONF_CONFIG_VERSION] : STR_EMPTY;
  if (settings_is_set(f->settings, SETTING_config_version)) {
    out->config_version = arena_str(f->a, settings_str(f->settings, SETTING_config_version));
  } else if (version.n > 0 && !path_value(f, version, &out->config_version, error)) {
    return false;
  }
  /* In environment.conf any value other than "true" turns it off. */
  out->rich_data = settings_bool(f->settings, SETTING_rich_data);
  if (f->given[CONF_RICH_DATA]) out->rich_data = str_eqz(f->text[CONF_RICH_DATA], "true");
  out->static_catalogs = settings_bool(f->settings, SETTING_static_catalogs);
  if (f->given[CONF_STATIC_CATALOGS]) out->static_catalogs = str_eqz(f->text[CONF_STATIC_CATALOGS], "true");
  /* Unlimited is INT64_MAX as a setting, and -1 as an option. */
  const int64_t timeout = settings_int(f->settings, SETTING_environment_timeout);
  out->timeout_s = timeout == INT64_MAX ? -1 : timeout;
  if (f->given[CONF_TIMEOUT] && !timeout_value(f->text[CONF_TIMEOUT], &out->timeout_s)) {
    *error = arena_printf(f->a, "Invalid TTL format '%.*s' for parameter: environment_timeout",
                          STR_FMT(f->text[CONF_TIMEOUT]));
    return false;
  }
  return true;
}

/* With versioned_environment_dirs an environment may be a link that deployments switch. Its path is then the target of
 * the link, so that a compilation uses only one version. */
static str real_directory(struct conf *f, str path)
{
  str to;
  if (!settings_bool(f->settings, SETTING_versioned_environment_dirs) || f->host->read_link == NULL ||
      !f->host->read_link(f->host->ctx, f->a, path, &to))
    return path;
  if (to.p[0] == '/') return to;
  size_t end = path.n;
  while (end > 0 && path.p[end - 1] != '/') end--;
  return environment_path_join(f->a, str_sub(path, 0, end), to);
}

/* Finds the first directory of the environmentpath that contains the environment. `production` always exists, even
 * without a directory. */
static bool find_directory(struct conf *f, str *error)
{
  str item, first = STR_EMPTY;
  struct buf all = BUF_IN(f->a);
  for (size_t i = 0; settings_item(f->settings, SETTING_environmentpath, i, &item); i++) {
    str path = real_directory(f, environment_path_join(f->a, item, f->name));
    buf_printf(&all, "%s%.*s", i > 0 ? ":" : "", STR_FMT(item));
    if (first.n == 0) first = path;
    /* The names that Ruby's \A\w+\Z matches, in ASCII: a name must not lead out of the environmentpath. */
    if (!str_is_word(f->name) || f->host->stat(f->host->ctx, path).kind != HOST_DIRECTORY) continue;
    f->path = path;
    return true;
  }
  f->path = first;
  if (str_eqz(f->name, "production")) return true;
  *error = arena_printf(f->a,
                        "Could not find a directory environment named '%.*s' anywhere in the path: %.*s. Does the "
                        "directory exist?",
                        STR_FMT(f->name), STR_FMT(buf_view(&all)));
  return false;
}

/* Sources of data: the global hierarchy of puppet.conf, and the provider in environment.conf of older environments. */
static bool find_global_data(struct conf *f, struct environment_options *out, str *error)
{
  const str terminus = settings_str(f->settings, SETTING_data_binding_terminus);
  out->data_provider = f->given[CONF_DATA_PROVIDER]
                         ? f->text[CONF_DATA_PROVIDER]
                         : arena_str(f->a, settings_str(f->settings, SETTING_environment_data_provider));
  if (str_eqz(terminus, "none") || terminus.n == 0) return true;
  out->hiera_config = arena_str(f->a, settings_str(f->settings, SETTING_hiera_config));
  if (str_eqz(terminus, "hiera")) return true;
  *error = arena_printf(f->a, "not supported: the setting data_binding_terminus '%.*s'", STR_FMT(terminus));
  return false;
}

bool environment_read_conf(struct arena *a, const struct host *host, struct settings *settings, str name,
                           struct environment_options *out, str *error)
{
  assert(name.n > 0 && out != NULL && error != NULL);
  struct conf f = {.a = a,
                   .host = host,
                   .settings = settings,
                   .name = arena_str(a, name),
                   .unknown = BUF_IN(a),
                   .sections = BUF_IN(a),
                   .bad = BUF_IN(a)};
  *out = (struct environment_options){
    .name = f.name, .manifest = STR_EMPTY, .code = STR_EMPTY, .config_version = STR_EMPTY};
  if (!find_directory(&f, error)) return false;
  out->path = f.path;
  if (!read_file(&f, error) || !find_global_data(&f, out, error)) return false;
  out->codedir = arena_str(a, settings_str(settings, SETTING_codedir));
  return find_modulepath(&f, out, error) && find_manifest(&f, out, error) && find_rest(&f, out, error);
}
