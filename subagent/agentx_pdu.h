/* AgentX version 1 on the wire (RFC 2741 section 6): reading and writing PDUs, nothing of sessions.
 *
 * A PDU is a 20-byte header and a payload of 4-byte units. Numbers come in the byte order the header's flag
 * names; we write network order. Reading never trusts a length: a reader that ran over its end stays failed,
 * and its caller answers parseError. */
#ifndef FICELLE_SUBAGENT_AGENTX_PDU_H
#define FICELLE_SUBAGENT_AGENTX_PDU_H

#include "base/buf.h"
#include "subagent/oid.h"

enum { AGENTX_HEADER_BYTES = 20 };
/* Longest payload taken from a master: an SNMP message has at most 64 KiB, and its AgentX form, with two
 * object identifiers for each variable, stays far below this. */
enum { AGENTX_PAYLOAD_MAX = 1 << 20 };

enum agentx_type {
  AGENTX_OPEN = 1,
  AGENTX_CLOSE = 2,
  AGENTX_REGISTER = 3,
  AGENTX_UNREGISTER = 4,
  AGENTX_GET = 5,
  AGENTX_GET_NEXT = 6,
  AGENTX_GET_BULK = 7,
  AGENTX_TEST_SET = 8,
  AGENTX_COMMIT_SET = 9,
  AGENTX_UNDO_SET = 10,
  AGENTX_CLEANUP_SET = 11,
  AGENTX_NOTIFY = 12,
  AGENTX_PING = 13,
  AGENTX_ADD_CAPS = 16,
  AGENTX_REMOVE_CAPS = 17,
  AGENTX_RESPONSE = 18,
};

enum agentx_flag {
  AGENTX_NON_DEFAULT_CONTEXT = 0x08,
  AGENTX_NETWORK_ORDER = 0x10,
};

enum agentx_close_reason { AGENTX_CLOSE_OTHER = 1, AGENTX_CLOSE_PARSE_ERROR = 2, AGENTX_CLOSE_SHUTDOWN = 5 };

/* Errors of a Response; those below 256 are SNMP's own. */
enum agentx_error {
  AGENTX_NO_ERROR = 0,
  AGENTX_GEN_ERR = 5,
  AGENTX_COMMIT_FAILED = 14,
  AGENTX_UNDO_FAILED = 15,
  AGENTX_NOT_WRITABLE = 17,
  AGENTX_OPEN_FAILED = 256,
  AGENTX_NOT_OPEN = 257,
  AGENTX_UNKNOWN_AGENT_CAPS = 261,
  AGENTX_UNSUPPORTED_CONTEXT = 262,
  AGENTX_DUPLICATE_REGISTRATION = 263,
  AGENTX_UNKNOWN_REGISTRATION = 264,
  AGENTX_PARSE_ERROR = 266,
  AGENTX_REQUEST_DENIED = 267,
  AGENTX_PROCESSING_ERROR = 268,
};
/* "duplicateRegistration", or "error 300" for numbers outside the list (then in a static buffer). */
const char *agentx_error_name(unsigned error);

/* Types of a variable binding; the numbers are SNMP's BER tags. */
enum agentx_value_type {
  AGENTX_INTEGER = 2,
  AGENTX_OCTETS = 4,
  AGENTX_COUNTER32 = 65,
  AGENTX_GAUGE32 = 66,
  AGENTX_TIME_TICKS = 67,
  AGENTX_COUNTER64 = 70,
  AGENTX_NO_SUCH_OBJECT = 128,
  AGENTX_NO_SUCH_INSTANCE = 129,
  AGENTX_END_OF_MIB_VIEW = 130,
};

/* A value as it is sent. Octets are borrowed; they must live until the PDU has been written. */
struct agentx_value {
  enum agentx_value_type type;
  union {
    int32_t i32;  /* AGENTX_INTEGER */
    uint32_t u32; /* COUNTER32, GAUGE32, TIME_TICKS */
    uint64_t u64; /* COUNTER64 */
    str octets;   /* OCTETS */
  } u;
};

struct agentx_header {
  uint8_t version, type, flags;
  uint32_t session, transaction, packet, payload_bytes;
};

/* ---- reading */

struct agentx_reader {
  const uint8_t *p, *end;
  bool network_order, failed;
};

/* Takes AGENTX_HEADER_BYTES bytes. False: another version, or a payload that is too long or no multiple of 4.
 */
bool agentx_read_header(const uint8_t *bytes, struct agentx_header *h);
struct agentx_reader agentx_reader_of(const struct agentx_header *h, const uint8_t *payload);
uint8_t agentx_read_u8(struct agentx_reader *r);
uint16_t agentx_read_u16(struct agentx_reader *r);
uint32_t agentx_read_u32(struct agentx_reader *r);
/* *include, when wanted, gets the identifier's include flag. The null identifier has n == 0. */
void agentx_read_oid(struct agentx_reader *r, struct oid *o, bool *include);
/* Borrows the reader's bytes. */
str agentx_read_octets(struct agentx_reader *r);
static inline bool agentx_reader_done(const struct agentx_reader *r) { return r->failed || r->p == r->end; }

/* ---- writing: begin, parts, end. Several PDUs may follow one another in a buffer. */

/* Returns the offset to hand to agentx_end. `h->payload_bytes` is ignored; the network order flag is set
 * here. */
size_t agentx_begin(struct buf *b, const struct agentx_header *h);
void agentx_end(struct buf *b, size_t begin);
void agentx_put_u8x4(struct buf *b, uint8_t b0, uint8_t b1, uint8_t b2, uint8_t b3);
void agentx_put_u16(struct buf *b, uint16_t v);
void agentx_put_u32(struct buf *b, uint32_t v);
void agentx_put_oid(struct buf *b, const struct oid *o, bool include);
void agentx_put_octets(struct buf *b, str s);
void agentx_put_varbind(struct buf *b, const struct oid *name, const struct agentx_value *v);

#endif
