/* Writing values as JSON. */
#ifndef FICELLE_TYPES_VALUE_JSON_H
#define FICELLE_TYPES_VALUE_JSON_H

#include "base/json_write.h"
#include "compiler/values/value.h"

/* JSON of a value. What JSON lacks (default, regular expressions, hashes with keys that are not strings, types …) is
 * written by a policy:
 *   JSON_PLAIN   its text (/a/, "Integer[1, 2]", keys as text): something is lost
 *   JSON_RICH    a hash with __ptype, as catalogs carry it; types and objects by their attributes
 *   JSON_TAGGED  {"__ptype": NAME, "__pvalue": TEXT}, as `ficelle evaluate` prints it (value_json.c lists the names)
 * In the first two, references are text: "File[/x]", "Class[A]". A Sensitive inside is {"__ptype": "Sensitive",
 * "__pvalue": …} in all; one that is a parameter's whole value must be unwrapped by the caller, who lists it under
 * sensitive_parameters. Bytes that are not UTF-8 are replaced. */
enum json_policy { JSON_PLAIN, JSON_RICH, JSON_TAGGED };
void value_write_json(struct json_writer *w, value v, enum json_policy policy);
/* Appends it on one line, with JSON_PLAIN. */
void value_print_json(struct buf *out, value v);
/* Writing with a policy and reports of what is lost: Puppet warns or fails, by its setting `strict`. `place` begins
 * with the text in front of the path ("File[/x]") and is used for all parameters of one resource, since in Puppet (7
 * and 8) the path of each message is appended to the one before. */
struct value_json {
  struct json_writer *writer;
  enum json_policy policy; /* lossy() is called with JSON_PLAIN only */
  struct buf place;
  size_t max_bytes;                           /* of the whole text; 0: any */
  void (*too_large)(void *ctx);               /* called when it is longer; does not return */
  void (*lossy)(void *ctx, str message);      /* "File[/x]['owner'] contains the special value default. It will …" */
  void (*endless)(void *ctx, str ruby_class); /* a type that contains itself; NULL: null is written */
  void *ctx;
  const struct inside *inside; /* used by the writer only */
};
void value_write_json_parameter(struct value_json *j, str name, value v);

#endif
