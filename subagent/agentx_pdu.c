#include "subagent/agentx_pdu.h"

#include <stdio.h>

static const struct {
  unsigned error;
  const char *name;
} error_names[] = {
  {AGENTX_NO_ERROR, "noError"},
  {AGENTX_GEN_ERR, "genErr"},
  {AGENTX_COMMIT_FAILED, "commitFailed"},
  {AGENTX_UNDO_FAILED, "undoFailed"},
  {AGENTX_NOT_WRITABLE, "notWritable"},
  {AGENTX_OPEN_FAILED, "openFailed"},
  {AGENTX_NOT_OPEN, "notOpen"},
  {AGENTX_UNKNOWN_AGENT_CAPS, "unknownAgentCaps"},
  {AGENTX_UNSUPPORTED_CONTEXT, "unsupportedContext"},
  {AGENTX_DUPLICATE_REGISTRATION, "duplicateRegistration"},
  {AGENTX_UNKNOWN_REGISTRATION, "unknownRegistration"},
  {AGENTX_PARSE_ERROR, "parseError"},
  {AGENTX_REQUEST_DENIED, "requestDenied"},
  {AGENTX_PROCESSING_ERROR, "processingError"},
};

const char *agentx_error_name(unsigned error)
{
  static char other[32];
  for (size_t i = 0; i < sizeof error_names / sizeof error_names[0]; i++) {
    if (error_names[i].error == error) return error_names[i].name;
  }
  snprintf(other, sizeof other, "error %u", error);
  return other;
}

static uint32_t get_u32(const uint8_t *p, bool network_order)
{
  return network_order ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]
                       : (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

bool agentx_read_header(const uint8_t *bytes, struct agentx_header *h)
{
  bool network = bytes[2] & AGENTX_NETWORK_ORDER;
  *h = (struct agentx_header){
    .version = bytes[0],
    .type = bytes[1],
    .flags = bytes[2],
    .session = get_u32(bytes + 4, network),
    .transaction = get_u32(bytes + 8, network),
    .packet = get_u32(bytes + 12, network),
    .payload_bytes = get_u32(bytes + 16, network),
  };
  return h->version == 1 && h->payload_bytes <= AGENTX_PAYLOAD_MAX && h->payload_bytes % 4 == 0;
}

struct agentx_reader agentx_reader_of(const struct agentx_header *h, const uint8_t *payload)
{
  return (struct agentx_reader){payload, payload + h->payload_bytes, h->flags & AGENTX_NETWORK_ORDER, false};
}

/* The next n bytes, or NULL and the reader failed. */
static const uint8_t *take(struct agentx_reader *r, size_t n)
{
  const uint8_t *p = r->p;
  if (r->failed || (size_t)(r->end - p) < n) {
    r->failed = true;
    return NULL;
  }
  r->p += n;
  return p;
}

uint8_t agentx_read_u8(struct agentx_reader *r)
{
  const uint8_t *p = take(r, 1);
  return p == NULL ? 0 : *p;
}

uint16_t agentx_read_u16(struct agentx_reader *r)
{
  const uint8_t *p = take(r, 2);
  if (p == NULL) return 0;
  return (uint16_t)(r->network_order ? p[0] << 8 | p[1] : p[1] << 8 | p[0]);
}

uint32_t agentx_read_u32(struct agentx_reader *r)
{
  const uint8_t *p = take(r, 4);
  return p == NULL ? 0 : get_u32(p, r->network_order);
}

void agentx_read_oid(struct agentx_reader *r, struct oid *o, bool *include)
{
  const uint8_t *head = take(r, 4);
  o->n = 0;
  if (include != NULL) *include = head != NULL && head[2] != 0;
  if (head == NULL) return;
  uint32_t n = head[0], prefix = head[1];
  if (prefix != 0) {
    static const uint32_t internet[] = {1, 3, 6, 1};
    oid_append(o, internet, 4);
    o->id[o->n++] = prefix;
  }
  const uint8_t *ids = take(r, (size_t)n * 4);
  if (ids == NULL || n > OID_MAX - o->n) {
    r->failed = true;
    o->n = 0;
    return;
  }
  for (uint32_t i = 0; i < n; i++) o->id[o->n++] = get_u32(ids + i * 4, r->network_order);
}

str agentx_read_octets(struct agentx_reader *r)
{
  uint32_t n = agentx_read_u32(r);
  if (r->failed || n > (size_t)(r->end - r->p)) {
    r->failed = true;
    return STR_EMPTY;
  }
  const uint8_t *p = take(r, ((size_t)n + 3) & ~(size_t)3);
  return p == NULL ? STR_EMPTY : str_n((const char *)p, n);
}

size_t agentx_begin(struct buf *b, const struct agentx_header *h)
{
  size_t begin = b->n;
  agentx_put_u8x4(b, 1, h->type, (uint8_t)(h->flags | AGENTX_NETWORK_ORDER), 0);
  agentx_put_u32(b, h->session);
  agentx_put_u32(b, h->transaction);
  agentx_put_u32(b, h->packet);
  agentx_put_u32(b, 0);
  return begin;
}

static void set_u32(char *p, uint32_t v)
{
  p[0] = (char)(v >> 24);
  p[1] = (char)(v >> 16);
  p[2] = (char)(v >> 8);
  p[3] = (char)v;
}

void agentx_end(struct buf *b, size_t begin)
{
  set_u32(b->p + begin + 16, (uint32_t)(b->n - begin - AGENTX_HEADER_BYTES));
}

void agentx_put_u8x4(struct buf *b, uint8_t b0, uint8_t b1, uint8_t b2, uint8_t b3)
{
  char bytes[4] = {(char)b0, (char)b1, (char)b2, (char)b3};
  buf_append(b, bytes, 4);
}

void agentx_put_u16(struct buf *b, uint16_t v)
{
  char bytes[2] = {(char)(v >> 8), (char)v};
  buf_append(b, bytes, 2);
}

void agentx_put_u32(struct buf *b, uint32_t v)
{
  char bytes[4];
  set_u32(bytes, v);
  buf_append(b, bytes, 4);
}

void agentx_put_oid(struct buf *b, const struct oid *o, bool include)
{
  static const uint32_t internet[] = {1, 3, 6, 1};
  uint32_t skip = 0;
  uint8_t prefix = 0;
  if (o->n >= 5 && oid_cmp_ids(o->id, 4, internet, 4) == 0 && o->id[4] >= 1 && o->id[4] <= 255) {
    prefix = (uint8_t)o->id[4];
    skip = 5;
  }
  char bytes[4 + OID_MAX * 4];
  bytes[0] = (char)(o->n - skip);
  bytes[1] = (char)prefix;
  bytes[2] = include;
  bytes[3] = 0;
  char *p = bytes + 4;
  for (uint32_t i = skip; i < o->n; i++, p += 4) set_u32(p, o->id[i]);
  buf_append(b, bytes, (size_t)(p - bytes));
}

void agentx_put_octets(struct buf *b, str s)
{
  static const char zeros[4];
  agentx_put_u32(b, (uint32_t)s.n);
  buf_append(b, s.p, s.n);
  buf_append(b, zeros, -s.n & 3);
}

void agentx_put_varbind(struct buf *b, const struct oid *name, const struct agentx_value *v)
{
  agentx_put_u16(b, (uint16_t)v->type);
  agentx_put_u16(b, 0);
  agentx_put_oid(b, name, false);
  switch (v->type) {
  case AGENTX_INTEGER: agentx_put_u32(b, (uint32_t)v->u.i32); break;
  case AGENTX_COUNTER32:
  case AGENTX_GAUGE32:
  case AGENTX_TIME_TICKS: agentx_put_u32(b, v->u.u32); break;
  case AGENTX_COUNTER64:
    agentx_put_u32(b, (uint32_t)(v->u.u64 >> 32));
    agentx_put_u32(b, (uint32_t)v->u.u64);
    break;
  case AGENTX_OCTETS: agentx_put_octets(b, v->u.octets); break;
  case AGENTX_NO_SUCH_OBJECT:
  case AGENTX_NO_SUCH_INSTANCE:
  case AGENTX_END_OF_MIB_VIEW: break;
  }
}
