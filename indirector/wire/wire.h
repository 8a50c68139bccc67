/* PuppetDB's commands: the data that its terminus generates from facts, catalogs and reports. The embedded store
 * accepts the same data.
 *
 * An object is the hash of Puppet's JSON, plain or with rich data. A payload is a hash of plain data, with keys in the
 * order of PuppetDB's terminus. Results are in the sender's arena; they borrow texts of the object. Functions that can
 * fail return false with a complete message. */
#ifndef FICELLE_INDIRECTOR_WIRE_WIRE_H
#define FICELLE_INDIRECTOR_WIRE_WIRE_H

#include <time.h>

#include "compiler/values/value.h"

enum wire_kind {
  WIRE_REPLACE_FACTS,
  WIRE_REPLACE_CATALOG,
  WIRE_STORE_REPORT,
  WIRE_DEACTIVATE_NODE,
  WIRE_REPLACE_INPUTS, /* accepted, but never generated, because Puppet records no lookups */
  WIRE_KIND_COUNT
};

struct wire_command {
  enum wire_kind kind;
  str certname;
  str timestamp; /* the parameter producer-timestamp: "2026-11-25T19:00:00.123Z" */
  value payload;
};

/* What the terminus needs to know of a resource type. */
struct wire_type {
  str namevar;
  bool composite;      /* several namevars, so no aliases */
  bool not_isomorphic; /* its name is not an alias */
};

struct wire_sender {
  struct arena *arena;
  struct timespec now;          /* becomes producer_timestamp */
  str producer;                 /* Puppet's setting node_name_value */
  str environment;              /* the requested one */
  str transaction_uuid, job_id; /* of the run; empty: null */
  const struct hash *trusted;   /* for facts: trusted data of the node; NULL: that of `puppet apply` */
  bool unchanged_resources;     /* for reports: includes resources without events (include_unchanged_resources) */
  bool without_edges;           /* for catalogs (include_catalog_edges is false) */
  /* Finds a type of a module. False: unknown; its namevar is assumed to be `name`. NULL: only Puppet's own types
   * exist. `name` is in lower case. */
  bool (*type)(void *ctx, str name, struct wire_type *out);
  void *ctx;
};

/* "replace facts", and the version that is generated. */
const char *wire_name(enum wire_kind kind);
int wire_version(enum wire_kind kind);
/* Finds a command by its name, with blanks or with underscores; WIRE_KIND_COUNT: unknown. */
enum wire_kind wire_kind_named(str name);

/* `facts`: {name, values, …}. */
bool wire_facts(const struct wire_sender *s, value facts, struct wire_command *out, str *error);
/* `catalog` includes its exported resources. Resources that are not in `handed_over`, the catalog that the node gets,
 * are virtual; undef means that all exported ones are virtual. */
bool wire_catalog(const struct wire_sender *s, value catalog, value handed_over, struct wire_command *out, str *error);
bool wire_report(const struct wire_sender *s, value report, struct wire_command *out, str *error);
void wire_deactivate(const struct wire_sender *s, str certname, struct wire_command *out);

/* The payload as JSON. */
str wire_text(struct arena *a, value payload);
/* Converts rich data like the terminus does: "default", "/re/", "Integer[1]", base64 … *secrets counts Sensitive
 * values, whose texts contain this number in place of an address. If nested too deep: undef, with *error set;
 * otherwise *error is unchanged. */
value wire_plain(struct arena *a, value v, uint32_t *secrets, str *error);

/* --- times --- */
/* In milliseconds, and in the local zone: "2026-11-25T19:00:00.123+00:00"; in UTC: "…123Z". */
str wire_time(struct arena *a, struct timespec t);
str wire_time_utc(struct arena *a, struct timespec t);
/* Adds `seconds` to a time in Puppet's format ("2026-11-22T19:00:04.388290426+00:00"), in milliseconds and keeping its
 * zone. False: invalid time. */
bool wire_time_later(struct arena *a, str text, double seconds, str *out);

#endif
