/* The parsed rules of auth.conf. */
#ifndef FICELLE_SERVER_AUTH_INTERNAL_H
#define FICELLE_SERVER_AUTH_INTERNAL_H

#include "base/regex.h"
#include "server/auth/auth.h"

enum entry_kind {
  ENTRY_ALL,        /* "*" */
  ENTRY_NAME,       /* a whole name, compared without regard to case */
  ENTRY_BELOW,      /* "*.x.y": text is ".x.y" */
  ENTRY_REFERENCES, /* has $1 …: becomes another kind once the groups of the path are known */
  ENTRY_REGEX,
  ENTRY_EXTENSIONS
};

/* One element of allow or deny. */
struct entry {
  bool allow;
  enum entry_kind kind;
  str text;
  const struct regex *regex;
  const struct hash *extensions; /* short name or number -> text or array of texts */
};

struct rule_parameter {
  str name;
  const str *values;
  uint32_t nvalues;
};

struct rule {
  str name;
  int64_t order;
  str path; /* a prefix; with `regex`: the source of the expression */
  const struct regex *regex;
  unsigned methods; /* 0: any */
  bool unauthenticated;
  const struct rule_parameter *parameters;
  uint32_t nparameters;
  struct entry *entries; /* deny before allow */
  uint32_t nentries;
};

struct auth {
  struct arena *arena;
  const struct pki_oids *oids;
  bool headers; /* allow-header-cert-info */
  struct rule *rules;
  uint32_t nrules;
};

/* Parses an entry of allow or deny. Returns false when it is invalid. */
bool entry_read(struct arena *a, str text, struct entry *out, str *error);

#endif
