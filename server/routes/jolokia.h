/* Requests in Jolokia's protocol, with its errors. */
#ifndef FICELLE_SERVER_ROUTES_JOLOKIA_H
#define FICELLE_SERVER_ROUTES_JOLOKIA_H

#include "compiler/values/value.h"
#include "server/routes/route.h"

/* Each request of a body may read all beans, so an answer is much larger than what asks for it. No bean has as many
 * attributes. */
enum { JOLOKIA_REQUESTS = 1000, JOLOKIA_ATTRIBUTES = 100 };

struct jolokia_request {
  str type;  /* version, list, read, search, write, exec, notification */
  str mbean; /* empty: none */
  str path;  /* inside the answer; empty: none */
  str *attributes;
  uint32_t n;   /* 0: all */
  bool list;    /* the attributes came as a list, so the answer is a map */
  bool lenient; /* ignoreErrors: an attribute of a list that is missing has a text as its value */
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
