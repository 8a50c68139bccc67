/* What lookups have read from files, in the generation of an environment. */
#ifndef FICELLE_LOOKUP_STORE_H
#define FICELLE_LOOKUP_STORE_H

#include "compiler/lookup/internal.h"

struct lookup_store {
  struct strmap configs;             /* path -> struct hiera_config * */
  struct strmap settings;            /* metadata.json -> str *: its data_provider */
  struct strmap data[BUILTIN_COUNT]; /* path -> struct data_file *, for each format */
};

/* Made at its first use. */
struct lookup_store *lookup_store(struct environment *e);

#endif
