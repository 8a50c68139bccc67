/* The texts of requests: as an agent sends them (same paths, parameters and headers). */
#include <stdlib.h>

#include "load/load.h"

/* A text in parts, each followed by a hole to fill. */
enum hole { HOLE_END, HOLE_NAME, HOLE_HOST, HOLE_DOMAIN, HOLE_UUID, HOLE_TIME, HOLES };

struct load_text {
  size_t count;
  size_t bytes; /* of all parts */
  struct part {
    str text;
    enum hole hole;
  } parts[];
};

static const str tokens[HOLES] = {
  [HOLE_NAME] = STR(LOAD_TOKEN_NAME), [HOLE_HOST] = STR(LOAD_TOKEN_HOST), [HOLE_DOMAIN] = STR(LOAD_TOKEN_DOMAIN),
  [HOLE_UUID] = STR(LOAD_TOKEN_UUID), [HOLE_TIME] = STR(LOAD_TOKEN_TIME),
};

/* --- texts with holes ------------------------------------------------------------------------------------ */

/* The first token at or after `from`. */
static size_t next_hole(str text, size_t from, enum hole *hole)
{
  size_t first = SIZE_MAX;
  for (enum hole h = HOLE_NAME; h < HOLES; h++) {
    const size_t at = str_find(text, tokens[h], from);
    if (at < first) {
      first = at;
      *hole = h;
    }
  }
  return first;
}

static const struct load_text *cut(struct arena *a, str text)
{
  size_t count = 1;
  enum hole hole = HOLE_END;
  for (size_t at = 0; (at = next_hole(text, at, &hole)) != SIZE_MAX; at += tokens[hole].n) {
    count++;
  }
  struct load_text *t = arena_alloc(a, sizeof *t + count * sizeof t->parts[0]);
  t->count = count;
  t->bytes = 0;
  size_t from = 0;
  for (size_t i = 0; i < count; i++) {
    const size_t at = next_hole(text, from, &hole);
    t->parts[i].text = at == SIZE_MAX ? str_from(text, from) : str_sub(text, from, at - from);
    t->parts[i].hole = at == SIZE_MAX ? HOLE_END : hole;
    t->bytes += t->parts[i].text.n;
    from = at == SIZE_MAX ? text.n : at + tokens[hole].n;
  }
  return t;
}

const struct load_text *load_text_plain(struct arena *a, str json) { return cut(a, json); }

/* Encoded by the agent, and again as a field of the form: "{" is "%257B". Names in holes are not changed by either
 * encoding. */
const struct load_text *load_text_facts(struct arena *a, str json)
{
  static const char digits[] = "0123456789ABCDEF";
  struct buf out = BUF_IN(a);
  buf_reserve(&out, json.n * 3);
  for (size_t i = 0; i < json.n; i++) {
    const unsigned char c = (unsigned char)json.p[i];
    if (ascii_is_alpha(c) || ascii_is_digit(c) || c == '-' || c == '_' || c == '.' || c == '~') {
      buf_char(&out, (char)c);
    } else {
      const char text[5] = {'%', '2', '5', digits[c >> 4], digits[c & 15]};
      buf_append(&out, text, sizeof text);
    }
  }
  return cut(a, buf_finish(&out));
}

static str fill(const struct load_wish *w, enum hole hole)
{
  const str name = w->node->name;
  const size_t dot = str_index(name, '.', 0);
  switch (hole) {
  case HOLE_NAME: return name;
  case HOLE_HOST: return dot == SIZE_MAX ? name : str_sub(name, 0, dot);
  case HOLE_DOMAIN: return dot == SIZE_MAX ? STR_EMPTY : str_from(name, dot + 1);
  case HOLE_UUID: return str_of(w->uuid);
  case HOLE_TIME: return str_of(w->time);
  default: return STR_EMPTY;
  }
}

static size_t text_bytes(const struct load_text *t, const struct load_wish *w)
{
  size_t n = t->bytes;
  for (size_t i = 0; i < t->count; i++) {
    n += fill(w, t->parts[i].hole).n;
  }
  return n;
}

static void put_text(struct buf *out, const struct load_text *t, const struct load_wish *w)
{
  for (size_t i = 0; i < t->count; i++) {
    buf_str(out, t->parts[i].text);
    buf_str(out, fill(w, t->parts[i].hole));
  }
}

/* --- requests -------------------------------------------------------------------------------------------- */

#define ACCEPT_JSON "application/json, application/x-msgpack, text/pson"
#define ACCEPT_CATALOG "application/vnd.puppet.rich+json, application/json"
#define ACCEPT_CONTENT "application/octet-stream"
#define IGNORED "&ignore=.svn&ignore=CVS&ignore=.git&ignore=.hg"

static void put_head(struct buf *out, const struct load_wish *w, const char *accept)
{
  buf_printf(out,
             " HTTP/1.1\r\nX-Puppet-Version: " LOAD_PUPPET_VERSION
             "\r\nAccept: %s\r\nUser-Agent: ficelle-load/" FICELLE_VERSION "\r\nHost: %s:%u\r\n",
             accept, w->o->server, w->o->port);
  if (w->o->gzip) {
    buf_z(out, "Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3\r\n");
  }
  if (w->o->reuse == LOAD_REUSE_NONE) {
    buf_z(out, "Connection: close\r\n");
  }
}

static void put_body_head(struct buf *out, const char *type, size_t bytes)
{
  buf_printf(out, "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n", type, bytes);
}

static void put_get(struct buf *out, const struct load_wish *w, const char *accept)
{
  put_head(out, w, accept);
  buf_z(out, "\r\n");
}

static void put_catalog(struct buf *out, const struct load_wish *w)
{
  struct buf end = BUF_HEAP;
  buf_printf(&end,
             "&environment=%s&configured_environment=%s&check_environment=true&transaction_uuid=%s&job_uuid="
             "&static_catalog=true&checksum_type=sha256.sha384.sha512.sha224.md5",
             w->o->environment, w->o->environment, w->uuid);
  const str begin = STR("facts_format=application%2Fjson&facts=");
  buf_printf(out, "POST /puppet/v3/catalog/%.*s?environment=%s", STR_FMT(w->node->name), w->o->environment);
  put_head(out, w, ACCEPT_CATALOG);
  put_body_head(out, "application/x-www-form-urlencoded", begin.n + text_bytes(w->node->facts, w) + end.n);
  buf_str(out, begin);
  put_text(out, w->node->facts, w);
  buf_str(out, buf_view(&end));
  buf_free(&end);
}

static void put_report(struct buf *out, const struct load_wish *w)
{
  buf_printf(out, "PUT /puppet/v3/report/%.*s?environment=%s", STR_FMT(w->node->name), w->o->environment);
  put_head(out, w, ACCEPT_JSON);
  put_body_head(out, "application/json", text_bytes(w->nodes->report, w));
  put_text(out, w->nodes->report, w);
}

void load_request_write(struct buf *out, const struct load_wish *w)
{
  const char *e = w->o->environment;
  const str name = w->node->name;
  switch (w->step) {
  case LOAD_NODE:
    buf_printf(out, "GET /puppet/v3/node/%.*s?environment=%s&configured_environment=%s&transaction_uuid=%s",
               STR_FMT(name), e, e, w->uuid);
    put_get(out, w, ACCEPT_JSON);
    break;
  case LOAD_ROOT:
    buf_printf(out,
               "GET /puppet/v3/file_metadatas/plugins?recurse=false&links=manage&checksum_type=sha256"
               "&source_permissions=ignore&environment=%s",
               e);
    put_get(out, w, ACCEPT_JSON);
    break;
  case LOAD_PLUGINFACTS:
  case LOAD_PLUGINS:
    buf_printf(out,
               "GET /puppet/v3/file_metadatas/%s?recurse=true&max_files=-1" IGNORED "&links=follow&checksum_type=sha256"
               "&source_permissions=%s&environment=%s",
               w->step == LOAD_PLUGINS ? "plugins" : "pluginfacts", w->step == LOAD_PLUGINS ? "ignore" : "use", e);
    put_get(out, w, ACCEPT_JSON);
    break;
  case LOAD_CATALOG: put_catalog(out, w); break;
  case LOAD_METADATA:
    buf_printf(out,
               "GET /puppet/v3/file_metadata/%.*s?links=manage&checksum_type=sha256&source_permissions=ignore"
               "&environment=%s",
               STR_FMT(w->node->sources[w->file]), e);
    put_get(out, w, ACCEPT_JSON);
    break;
  case LOAD_CONTENT:
    buf_printf(out, "GET /puppet/v3/file_content/%.*s?environment=%s", STR_FMT(w->node->sources[w->file]), e);
    put_get(out, w, ACCEPT_CONTENT);
    break;
  case LOAD_REPORT: put_report(out, w); break;
  default: abort(); /* not a request */
  }
}
