/* Nodes: their names, facts and certificates, read before the first request. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#include "base/file.h"
#include "base/json_write.h"
#include "base/uuid.h"
#include "compiler/compilation/host.h"
#include "compiler/node/node.h"
#include "compiler/types/value_json.h"
#include "load/load.h"
#include "pki/pki.h"

enum { CATALOG_MOST = 256 << 20 }; /* limit of a catalog to search, in bytes */

/* --- facts ----------------------------------------------------------------------------------------------- */

static void set_text(struct arena *a, struct hash *h, str key, const char *text)
{
  hash_put_str(h, a, key, value_str(str_of(text)));
}

/* Turns the names of a node in facts into holes. */
static void open_holes(struct arena *a, struct hash *h)
{
  set_text(a, h, STR("fqdn"), LOAD_TOKEN_NAME);
  set_text(a, h, STR("hostname"), LOAD_TOKEN_HOST);
  set_text(a, h, STR("domain"), LOAD_TOKEN_DOMAIN);
}

/* The values as an agent sends them, with its additions; names are holes. */
static const struct hash *agent_facts(struct arena *a, const struct hash *facts)
{
  struct hash *all = hash_copy(a, facts, 8);
  const value *networking = hash_get_str(facts, STR("networking"));
  if (networking != NULL && networking->kind == V_HASH) {
    struct hash *changed = hash_copy(a, networking->hash, 3);
    open_holes(a, changed);
    hash_put_str(all, a, STR("networking"), value_hash(changed));
  }
  if (hash_get_str(facts, STR("fqdn")) != NULL) {
    open_holes(a, all);
  }
  set_text(a, all, STR("clientcert"), LOAD_TOKEN_NAME);
  if (hash_get_str(facts, STR("clientversion")) == NULL) {
    set_text(a, all, STR("clientversion"), LOAD_PUPPET_VERSION);
  }
  if (hash_get_str(facts, STR("clientnoop")) == NULL) {
    hash_put_str(all, a, STR("clientnoop"), value_bool(false));
  }
  return all;
}

static str json_of(struct arena *a, const struct hash *h)
{
  struct buf text = BUF_IN(a);
  value_print_json(&text, value_hash(h));
  return buf_finish(&text);
}

static void moment(time_t t, char out[40])
{
  struct tm tm;
  gmtime_r(&t, &tm);
  strftime(out, 40, "%Y-%m-%dT%H:%M:%S.000000000+00:00", &tm);
}

/* The form's field for the facts. */
static const struct load_text *facts_text(struct arena *a, const struct hash *values)
{
  char now[40], later[40];
  struct hash *facts = hash_copy(a, &(struct hash){0}, 4);
  moment(time(NULL), now);
  moment(time(NULL) + 1800, later);
  set_text(a, facts, STR("name"), LOAD_TOKEN_NAME);
  hash_put_str(facts, a, STR("values"), value_hash(agent_facts(a, values)));
  set_text(a, facts, STR("timestamp"), now);
  set_text(a, facts, STR("expiration"), later);
  return load_text_facts(a, json_of(a, facts));
}

/* Discards log messages: reading facts reports only its error. */
static void log_nothing(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                        str place)
{
  (void)ctx, (void)category, (void)level, (void)source, (void)message, (void)place;
}

static const struct load_text *read_facts(struct arena *a, const char *path, struct buf *why)
{
  const struct host host = host_real(log_nothing, NULL);
  const struct hash *hash;
  str error;
  if (!node_read_facts(a, &host, str_of(path), &hash, &error)) {
    buf_str(why, error);
    return NULL;
  }
  return facts_text(a, hash);
}

/* --- names ----------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
  return str_cmp(((const struct load_node *)a)->name, ((const struct load_node *)b)->name);
}

/* The node's name of "web1.example.com.yaml"; empty: not a file of facts. */
static str name_of_file(const char *file)
{
  static const char *const ends[] = {".yaml", ".yml", ".json"};
  const str name = str_of(file);
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    if (name.n > strlen(ends[i]) && file[0] != '.' && str_ends(name, str_of(ends[i]))) {
      return str_sub(name, 0, name.n - strlen(ends[i]));
    }
  }
  return STR_EMPTY;
}

/* Adds a node for each file of the folder. */
static bool nodes_of_folder(struct load_nodes *n, const char *folder, struct buf *why)
{
  DIR *d = opendir(folder);
  if (d == NULL) {
    buf_printf(why, "%s: %s", folder, strerror(errno));
    return false;
  }
  for (struct dirent *e; why->n == 0 && (e = readdir(d)) != NULL;) {
    const str name = name_of_file(e->d_name);
    if (name.n == 0) {
      continue;
    }
    struct buf path = BUF_HEAP;
    buf_printf(&path, "%s/%s", folder, e->d_name);
    n->nodes = realloc(n->nodes, (n->count + 1) * sizeof *n->nodes);
    if (n->nodes == NULL) {
      abort();
    }
    n->nodes[n->count++] = (struct load_node){.name = arena_str(n->arena, name),
                                              .facts = read_facts(n->arena, path.p, why)};
    buf_free(&path);
  }
  closedir(d);
  if (why->n == 0 && n->count == 0) {
    buf_printf(why, "%s: contains no file NAME.yaml or NAME.json", folder);
  }
  qsort(n->nodes, n->count, sizeof *n->nodes, by_name);
  return why->n == 0;
}

/* "web%d.example.com" with the number. */
static str numbered(struct arena *a, const char *pattern, unsigned number)
{
  const str text = str_of(pattern);
  const size_t at = str_find(text, STR("%d"), 0);
  struct buf out = BUF_IN(a);
  buf_str(&out, at == SIZE_MAX ? text : str_sub(text, 0, at));
  if (at != SIZE_MAX) {
    buf_printf(&out, "%u", number);
    buf_str(&out, str_from(text, at + 2));
  }
  return buf_finish(&out);
}

static bool nodes_by_number(struct load_nodes *n, const struct load_options *o, struct buf *why)
{
  const struct load_text *facts = read_facts(n->arena, o->facts_file, why);
  if (facts == NULL) {
    return false;
  }
  n->count = o->nodes;
  n->nodes = calloc(n->count, sizeof *n->nodes);
  if (n->nodes == NULL) {
    abort();
  }
  for (unsigned i = 0; i < o->nodes; i++) {
    n->nodes[i] = (struct load_node){.name = numbered(n->arena, o->name, i + 1), .facts = facts};
  }
  return true;
}

/* --- certificates ---------------------------------------------------------------------------------------- */

static bool read_file(struct arena *a, const char *path, str *text, struct buf *why)
{
  struct buf read = BUF_IN(a);
  const int error = file_read(path, PKI_MAX_BYTES, &read);
  *text = buf_view(&read);
  if (error != 0) {
    buf_printf(why, "%s: %s", path, strerror(error));
  }
  return error == 0;
}

static bool read_pair(struct arena *a, const char *certificate, const char *key, X509 **c, EVP_PKEY **k,
                      struct buf *why)
{
  str text, error;
  if (!read_file(a, certificate, &text, why)) {
    return false;
  }
  if ((*c = pki_certificate_read(a, text, &error)) == NULL) {
    buf_printf(why, "%s: %.*s", certificate, STR_FMT(error));
    return false;
  }
  if (!read_file(a, key, &text, why)) {
    return false;
  }
  if ((*k = pki_key_read(a, text, NULL, &error)) == NULL) {
    buf_printf(why, "%s: %.*s", key, STR_FMT(error));
    return false;
  }
  if (!pki_key_fits(*c, *k)) {
    buf_printf(why, "%s is not the key of the certificate %s", key, certificate);
    return false;
  }
  return true;
}

static bool read_certificates(struct load_nodes *n, const struct load_options *o, struct settings *s, struct buf *why)
{
  X509 *certificate = NULL;
  EVP_PKEY *key = NULL;
  if (!o->node_certificates && o->certificate != NULL &&
      !read_pair(n->arena, o->certificate, o->key, &certificate, &key, why)) {
    return false;
  }
  for (size_t i = 0; i < n->count; i++) {
    struct load_node *node = &n->nodes[i];
    if (o->node_certificates) {
      struct buf c = BUF_HEAP, k = BUF_HEAP;
      buf_printf(&c, "%s/%.*s.pem", settings_strz(s, SETTING_certdir), STR_FMT(node->name));
      buf_printf(&k, "%s/%.*s.pem", settings_strz(s, SETTING_privatekeydir), STR_FMT(node->name));
      read_pair(n->arena, c.p, k.p, &certificate, &key, why);
      buf_free(&c);
      buf_free(&k);
    }
    if (why->n > 0) {
      return false;
    }
    node->certificate = certificate;
    node->key = key;
  }
  return true;
}

/* --- the report ------------------------------------------------------------------------------------------ */

static const char report_unchanged[] =
  "{\"host\":\"" LOAD_TOKEN_NAME "\",\"time\":\"" LOAD_TOKEN_TIME "\",\"configuration_version\":1,"
  "\"transaction_uuid\":\"" LOAD_TOKEN_UUID "\",\"report_format\":12,\"puppet_version\":\"" LOAD_PUPPET_VERSION "\","
  "\"status\":\"unchanged\",\"transaction_completed\":true,\"noop\":false,\"noop_pending\":false,"
  "\"environment\":\"production\",\"logs\":[{\"level\":\"notice\",\"message\":\"Applied catalog in 0.42 seconds\","
  "\"source\":\"Puppet\",\"tags\":[\"notice\"],\"time\":\"" LOAD_TOKEN_TIME "\",\"file\":null,\"line\":null}],"
  "\"metrics\":{\"resources\":{\"name\":\"resources\",\"label\":\"Resources\",\"values\":[[\"total\",\"Total\",8],"
  "[\"changed\",\"Changed\",0],[\"failed\",\"Failed\",0],[\"failed_to_restart\",\"Failed to restart\",0],"
  "[\"out_of_sync\",\"Out of sync\",0],[\"restarted\",\"Restarted\",0],[\"scheduled\",\"Scheduled\",0],"
  "[\"skipped\",\"Skipped\",0],[\"corrective_change\",\"Corrective change\",0]]},"
  "\"time\":{\"name\":\"time\",\"label\":\"Time\",\"values\":[[\"config_retrieval\",\"Config retrieval\",0.5],"
  "[\"transaction_evaluation\",\"Transaction evaluation\",0.4],[\"total\",\"Total\",1.3]]},"
  "\"changes\":{\"name\":\"changes\",\"label\":\"Changes\",\"values\":[[\"total\",\"Total\",0]]},"
  "\"events\":{\"name\":\"events\",\"label\":\"Events\",\"values\":[[\"total\",\"Total\",0],[\"failure\",\"Failure\","
  "0],"
  "[\"success\",\"Success\",0]]}},\"resource_statuses\":{},\"corrective_change\":false,"
  "\"catalog_uuid\":\"" LOAD_TOKEN_UUID "\",\"cached_catalog_status\":\"not_used\"}";

/* Reads a recorded report; its host, time and run become holes. */
static const struct load_text *read_report(struct arena *a, const char *path, struct buf *why)
{
  str text, error = STR_EMPTY;
  value report;
  if (!read_file(a, path, &text, why)) {
    return NULL;
  }
  if (!value_read_json(a, text, &report, &error) || report.kind != V_HASH) {
    buf_printf(why, "%s: %.*s", path, STR_FMT(error.n > 0 ? error : STR("expected an object")));
    return NULL;
  }
  struct hash *all = hash_copy(a, report.hash, 3);
  set_text(a, all, STR("host"), LOAD_TOKEN_NAME);
  set_text(a, all, STR("time"), LOAD_TOKEN_TIME);
  set_text(a, all, STR("transaction_uuid"), LOAD_TOKEN_UUID);
  return load_text_plain(a, json_of(a, all));
}

bool load_nodes_read(struct load_nodes *n, struct arena *a, const struct load_options *o, struct settings *s,
                     struct buf *why)
{
  *n = (struct load_nodes){.arena = a};
  n->report = o->report_file != NULL ? read_report(a, o->report_file, why)
                                     : load_text_plain(a, str_of(report_unchanged));
  return n->report != NULL &&
         (o->facts_dir != NULL ? nodes_of_folder(n, o->facts_dir, why) : nodes_by_number(n, o, why)) &&
         read_certificates(n, o, s, why);
}

void load_nodes_release(struct load_nodes *n)
{
  for (size_t i = 0; i < n->count; i++) {
    SSL_SESSION_free(n->nodes[i].session);
    free(n->nodes[i].sources);
  }
  free(n->nodes);
  *n = (struct load_nodes){0};
}

/* --- sources in a catalog ----------------------------------------------------------------------------- */

bool load_uncompress(str body, struct buf *out)
{
  z_stream z = {.next_in = (unsigned char *)(uintptr_t)body.p, .avail_in = (unsigned)body.n};
  if (inflateInit2(&z, 15 + 16) != Z_OK) {
    return false;
  }
  int status = Z_OK;
  while (status == Z_OK && out->n < CATALOG_MOST) {
    buf_reserve(out, 256 * 1024);
    z.next_out = (unsigned char *)out->p + out->n;
    z.avail_out = 256 * 1024;
    status = inflate(&z, Z_NO_FLUSH);
    out->n += 256 * 1024 - z.avail_out;
  }
  inflateEnd(&z);
  return status == Z_STREAM_END;
}

static bool is_known(const struct load_node *node, str path)
{
  for (size_t i = 0; i < node->source_count; i++) {
    if (str_eq(node->sources[i], path)) {
      return true;
    }
  }
  return false;
}

void load_node_learn(struct load_nodes *n, struct load_node *node, str body, bool gzip)
{
  static const str begin = STR("\"source\":\"puppet:///");
  struct buf plain = BUF_HEAP;
  if (node->sources != NULL) {
    return;
  }
  node->sources = malloc(sizeof *node->sources);
  if (gzip && load_uncompress(body, &plain)) {
    body = buf_view(&plain);
  }
  /* A static catalog contains the metadata. */
  const bool is_static = str_find(body, STR("\"recursive_metadata\":"), 0) != SIZE_MAX;
  for (size_t at = 0; !is_static && (at = str_find(body, begin, at)) != SIZE_MAX;) {
    at += begin.n;
    const size_t end = str_index(body, '"', at);
    const str path = str_sub(body, at, end == SIZE_MAX ? 0 : end - at);
    if (path.n == 0 || str_index(path, '\\', 0) != SIZE_MAX || str_index(path, ' ', 0) != SIZE_MAX ||
        is_known(node, path)) {
      continue;
    }
    node->sources = realloc(node->sources, (node->source_count + 1) * sizeof *node->sources);
    if (node->sources == NULL) {
      abort();
    }
    node->sources[node->source_count++] = arena_str(n->arena, path);
  }
  buf_free(&plain);
}
