/* Requests in Jolokia's protocol, with its errors. */
#ifndef FICELLE_SERVER_ROUTES_JOLOKIA_H
#define FICELLE_SERVER_ROUTES_JOLOKIA_H

#include "compiler/values/value.h"
#include "server/routes/route.h"

enum { JOLOKIA_ATTRIBUTES = 10, JOLOKIA_REQUESTS = 1000 };

struct jolokia_request {
  str type;  /* version, list, read, search, write, exec, notification */
  str mbean; /* empty: none */
  str path;  /* inside the answer; empty: none */
  str attributes[JOLOKIA_ATTRIBUTES];
  unsigned n; /* 0: all */
  bool list;  /* the attributes came as a list, so the answer is a map */
  str operation;
  const char *extra_name; /* "value" of write, "arguments" of exec; NULL: none */
  value extra;
};

struct jolokia_fault {
  int status;
  const char *class; /* of Java */
  str text;
};

/* Reads the part of a path below /metrics/v2/; `whole`: it with the slash before it. False with *fault. */
bool jolokia_read_path(struct arena *a, str path, str whole, struct jolokia_request *out, struct jolokia_fault *fault);
/* Reads a request of a body. */
bool jolokia_read_object(struct arena *a, value v, struct jolokia_request *out, struct jolokia_fault *fault);
/* A value as Java prints it: a string as it is, others as JSON. */
str jolokia_text(struct arena *a, value v);

#endif
