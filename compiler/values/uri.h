/* URI: identifiers by RFC 3986, as Ruby's library reads, writes and merges them. */
#ifndef FICELLE_VALUES_URI_H
#define FICELLE_VALUES_URI_H

#include "compiler/values/rich.h"

/* Parts that are not there have no text (p is NULL). */
struct uri {
  str scheme; /* lower case */
  str userinfo, host;
  int64_t port; /* -1: none; the scheme's own when none was given */
  str path, query, opaque, fragment;
  str shown_path; /* the path as its member: that of FTP is relative */
};

extern const struct rich_kind uri_kind;

static inline value value_uri(const struct uri *u) { return (value){.kind = V_URI, .uri = u}; }

/* NULL with Ruby's message in *error. The text is borrowed. */
const struct uri *uri_parse(struct arena *a, str text, str *error);
/* From the members of a hash: scheme, userinfo, host, port, path, query, opaque, fragment. Others are not
 * looked at. */
const struct uri *uri_build(struct arena *a, const struct hash *members, str *error);
/* base + relative; NULL with a message when both are relative. */
const struct uri *uri_merge(struct arena *a, const struct uri *base, const struct uri *relative, str *error);
/* Reads a member; false for an unknown name. A missing member is undef. */
bool uri_member(const struct uri *u, str name, value *out);
/* The members as parameters of a type: in lower case where case does not count, the port as text unless it is
 * that of the scheme. */
const struct hash *uri_parameters(struct arena *a, const struct uri *u);
/* Compares like ==: hosts without case, and an empty path equals the root. As keys of hashes such URIs differ. */
bool uri_equal(const struct uri *a, const struct uri *b);
/* Gives it a path, as its member shows it. */
void uri_set_path(struct arena *a, struct uri *u, str shown);

#endif
