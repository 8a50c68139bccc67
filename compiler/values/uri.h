/* URI: identifiers by RFC 3986, as Ruby's library reads, writes and merges them. */
#ifndef FICELLE_VALUES_URI_H
#define FICELLE_VALUES_URI_H

#include "compiler/values/rich.h"

/* In a missing part, p is NULL. */
struct uri {
  str scheme; /* lower case */
  str userinfo, host;
  int64_t port; /* -1: none; the default port of the scheme if none was given */
  str path, query, opaque, fragment;
  str shown_path; /* the path that `path` returns: that of FTP is relative */
};

extern const struct rich_kind uri_kind;

static inline value value_uri(const struct uri *u) { return (value){.kind = V_URI, .uri = u}; }

/* Parses a URI and borrows its text. On failure returns NULL with Ruby's message in *error. */
const struct uri *uri_parse(struct arena *a, str text, str *error);
/* Builds a URI from the members of a hash: scheme, userinfo, host, port, path, query, opaque, fragment. Ignores
 * others. */
const struct uri *uri_build(struct arena *a, const struct hash *members, str *error);
/* Resolves `relative` against `base`; NULL with a message if both are relative. */
const struct uri *uri_merge(struct arena *a, const struct uri *base, const struct uri *relative, str *error);
/* Reads a member: undef if it is missing. Returns false for an unknown name. */
bool uri_member(const struct uri *u, str name, value *out);
/* Returns the members as parameters of a type: in lower case where case does not matter, the port as text unless it is
 * the default of the scheme. */
const struct hash *uri_parameters(struct arena *a, const struct uri *u);
/* Compares like ==: ignores the case of hosts, and an empty path equals the root. As hash keys, such URIs differ. */
bool uri_equal(const struct uri *a, const struct uri *b);
/* Sets the path, as its member shows it. */
void uri_set_path(struct arena *a, struct uri *u, str shown);

#endif
