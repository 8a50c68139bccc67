/* PuppetDB's commands: what its terminus makes of facts, catalogs and reports before it sends them. The embedded store
 * takes the same.
 *
 * An object is the hash that Puppet's JSON of it has, plain or with rich data. A payload is a hash of plain data, keys
 * in the order in which the terminus writes them. Everything made is in the sender's arena; texts of the object are
 * borrowed. Functions that can fail return false with a complete message. */
#ifndef FICELLE_INDIRECTOR_WIRE_WIRE_H
#define FICELLE_INDIRECTOR_WIRE_WIRE_H

#include <time.h>

#include "compiler/values/value.h"

enum wire_kind {
  WIRE_REPLACE_FACTS,
  WIRE_REPLACE_CATALOG,
  WIRE_STORE_REPORT,
  WIRE_DEACTIVATE_NODE,
  WIRE_REPLACE_INPUTS, /* is accepted, but never made: Puppet records no lookups */
  WIRE_KIND_COUNT
};

struct wire_command {
  enum wire_kind kind;
  str certname;
  str timestamp; /* the parameter producer-timestamp: "2026-11-25T19:00:00.123Z" */
  value payload;
};

/* What the terminus asks of a resource type. */
struct wire_type {
  str namevar;
  bool composite;      /* several namevars: there are no aliases */
  bool not_isomorphic; /* its name is not an alias */
};

struct wire_sender {
  struct arena *arena;
  struct timespec now;          /* becomes producer_timestamp */
  str producer;                 /* Puppet's setting node_name_value */
  str environment;              /* the one asked for */
  str transaction_uuid, job_id; /* of the run; empty: null */
  const struct hash *trusted;   /* of facts: trusted data of the node; NULL: as `puppet apply` has it */
  bool unchanged_resources;     /* of reports: those without events, too (include_unchanged_resources) */
  bool without_edges;           /* of catalogs (include_catalog_edges is false) */
  /* Types of modules; false: it is not known, and its namevar taken for `name`. NULL: Puppet's own types only. `name`
   * is in lower case. */
  bool (*type)(void *ctx, str name, struct wire_type *out);
  void *ctx;
};

/* "replace facts", and the version written. */
const char *wire_name(enum wire_kind kind);
int wire_version(enum wire_kind kind);
/* By the name, with blanks or with underscores; WIRE_KIND_COUNT: there is none. */
enum wire_kind wire_kind_named(str name);

/* `facts`: {name, values, …}. */
bool wire_facts(const struct wire_sender *s, value facts, struct wire_command *out, str *error);
/* `catalog` has its exported resources. Those that are not in `handed_over`, the catalog that the node gets, are
 * virtual; undef means that all exported ones are virtual. */
bool wire_catalog(const struct wire_sender *s, value catalog, value handed_over, struct wire_command *out, str *error);
bool wire_report(const struct wire_sender *s, value report, struct wire_command *out, str *error);
void wire_deactivate(const struct wire_sender *s, str certname, struct wire_command *out);

/* The payload as JSON. */
str wire_text(struct arena *a, value payload);
/* Rich data as the terminus flattens it: "default", "/re/", "Integer[1]", base64 … *secrets counts what is Sensitive,
 * which gets its number in place of an address. Nested too deep: undef, with *error set, which is
 * left alone otherwise. */
value wire_plain(struct arena *a, value v, uint32_t *secrets, str *error);

/* --- times --- */
/* In milliseconds, and in the local zone: "2026-11-25T19:00:00.123+00:00"; in UTC: "…123Z". */
str wire_time(struct arena *a, struct timespec t);
str wire_time_utc(struct arena *a, struct timespec t);
/* A time of Puppet's ("2026-11-22T19:00:04.388290426+00:00") with `seconds` added, in milliseconds and in its own zone.
 * False: it is no time. */
bool wire_time_later(struct arena *a, str text, double seconds, str *out);

#endif
