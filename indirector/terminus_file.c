/* Files and their metadata. `file`: the key is an absolute path. `file_server`: the key begins with a mount
 * ("modules/nginx/nginx.conf" is the file files/nginx.conf of the module nginx), one of modules or one of
 * fileserver.conf. `selector` chooses between them by the key, which may also be a puppet: or file: URL. */
#include "base/hostname.h"
#include "base/mounts.h"
#include "compiler/environment/environment.h"
#include "indirector/fileset.h"
#include "indirector/internal.h"

/* --- location --- */

static void say(void *ctx, enum log_level level, str message) { ind_log(ctx, (enum compile_log_level)level, message); }

static enum ind_result mounted(struct ind_request *r, str key, str *path)
{
  struct environment_options environment;
  const size_t slash = str_index(key, '/', 0);
  const str mount = str_sub(key, 0, slash), rest = slash == SIZE_MAX ? STR_EMPTY : str_from(key, slash + 1);
  if (!environment_read_conf(r->arena, r->in->host, r->in->settings, r->environment, &environment, &r->error))
    return IND_FAILED;
  const struct mounts_asker who = {.arena = r->arena,
                                   .modulepath = environment.modulepath,
                                   .nmodulepath = environment.nmodulepath,
                                   .host = str_of(host_names()->host),
                                   .domain = str_of(host_names()->domain),
                                   .local = true,
                                   .say = say,
                                   .ctx = r->in};
  bool known;
  str error;
  const struct mounts *m = mounts_read(&who, settings_strz(r->in->settings, SETTING_fileserverconfig), &error);
  if (m == NULL) {
    say(
      r->in, LOG_LEVEL_ERR,
      arena_printf(r->arena, "Error parsing fileserver configuration: %.*s; using old configuration", STR_FMT(error)));
  }
  if (!mounts_find(m, &who, mount, rest, &known, path, &r->error)) return IND_FAILED;
  return path->n > 0 ? IND_OK : IND_NOTHING;
}

/* The part after "puppet://HOST/" or "file://"; the key itself if it is not a URL. */
static str without_scheme(str key)
{
  if (str_starts(key, STR("file://"))) return str_from(key, 7);
  if (!str_starts(key, STR("puppet://"))) return key;
  const size_t slash = str_index(key, '/', 9);
  return slash == SIZE_MAX ? STR_EMPTY : str_from(key, slash + 1);
}

static enum ind_result locate(struct ind_request *r, bool local, bool served, str *path)
{
  const str key = without_scheme(r->key);
  if (key.n > 0 && key.p[0] == '/') {
    if (!local) return ind_fail(r, "Cannot find file: Invalid mount ''");
    *path = key;
    return IND_OK;
  }
  if (served) return mounted(r, key, path);
  return ind_fail(r, "Fileset paths must be fully qualified: %.*s", STR_FMT(key));
}

/* --- finding and searching --- */

static bool options_of(struct ind_request *r, struct fileset_options *o)
{
  const str asked = r->checksum_type.n > 0 ? r->checksum_type : settings_str(r->in->settings, SETTING_digest_algorithm);
  *o = (struct fileset_options){.checksum_type = checksum_type_named(asked),
                                .follow = r->follow_links,
                                .use_permissions = r->use_permissions,
                                .recurse = r->recurse,
                                .recurselimit = -1,
                                .say = say,
                                .ctx = r->in};
  if (o->checksum_type == NULL) ind_fail(r, "Unsupported checksum type %.*s", STR_FMT(asked));
  return o->checksum_type != NULL;
}

static enum ind_result result_of(enum file_found found)
{
  return found == FILE_FOUND ? IND_OK : found == FILE_MISSING ? IND_NOTHING : IND_FAILED;
}

static enum ind_result read_content(struct ind_request *r, str path)
{
  const struct host *host = r->in->host;
  const struct host_stat st = host->stat(host->ctx, path);
  str why;
  if (st.kind == HOST_NOTHING) return IND_NOTHING;
  r->result = (struct ind_object){.data = VALUE_UNDEF};
  if (st.kind == HOST_DIRECTORY) return IND_OK;
  return host->read_file(host->ctx, r->arena, path, &r->result.bytes, &why)
           ? IND_OK
           : ind_fail(r, "%.*s: %.*s", STR_FMT(path), STR_FMT(why));
}

static enum ind_result find_at(struct ind_request *r, bool local, bool served)
{
  str path;
  struct fileset_options o;
  struct file_metadata m;
  const enum ind_result found = locate(r, local, served, &path);
  if (found != IND_OK) return found;
  if (r->indirection == IND_FILE_CONTENT) return read_content(r, path);
  if (!options_of(r, &o)) return IND_FAILED;
  const enum ind_result read = result_of(file_metadata_read(r->arena, &o, path, (str){0}, &m, &r->error));
  if (read == IND_OK) r->result = (struct ind_object){.data = value_hash(file_metadata_hash(r->arena, &m))};
  return read;
}

/* Lists all paths below the base, breadth first, including "."; without `recurse` only the base. */
static enum ind_result search_at(struct ind_request *r, bool local, bool served)
{
  str base;
  struct fileset_options o;
  struct file_metadata *all;
  uint32_t n;
  const enum ind_result found = locate(r, local, served, &base);
  if (found != IND_OK) return found;
  if (!options_of(r, &o)) return IND_FAILED;
  if (r->in->host->stat(r->in->host->ctx, base).kind == HOST_NOTHING) return IND_NOTHING;
  const enum ind_result read = result_of(fileset_read(r->arena, &o, &base, 1, &all, &n, &r->error));
  for (uint32_t i = 0; read == IND_OK && i < n; i++) {
    struct ind_object *object = ARENA_NEW(r->arena, struct ind_object);
    *object = (struct ind_object){.data = value_hash(file_metadata_hash(r->arena, &all[i]))};
    ptrvec_push(&r->results, r->arena, object);
  }
  return read;
}

static enum ind_result local_find(struct ind_request *r) { return find_at(r, true, false); }
static enum ind_result local_search(struct ind_request *r) { return search_at(r, true, false); }
static enum ind_result served_find(struct ind_request *r) { return find_at(r, false, true); }
static enum ind_result served_search(struct ind_request *r) { return search_at(r, false, true); }
static enum ind_result any_find(struct ind_request *r) { return find_at(r, true, true); }
static enum ind_result any_search(struct ind_request *r) { return search_at(r, true, true); }

const struct terminus terminus_file = {"file", local_find, local_search, NULL, NULL};
const struct terminus terminus_file_server = {"file_server", served_find, served_search, NULL, NULL};
const struct terminus terminus_selector = {"selector", any_find, any_search, NULL, NULL};
