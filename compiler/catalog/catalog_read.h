/* Catalogs read back: what `ficelle catalog compile` or Puppet wrote (JSON, rich JSON, YAML, PSON with its
 * envelope), and what PuppetDB stores and answers (resources and edges as lists or under "data"; the command
 * "replace catalog" with its payload). Values of parameters stay as the file has them: rich ones are hashes
 * with __ptype. */
#ifndef FICELLE_CATALOG_CATALOG_READ_H
#define FICELLE_CATALOG_CATALOG_READ_H

#include "base/map.h"
#include "compiler/values/value.h"

/* One resource. Texts are never NULL; what the file leaves out is empty, 0 or false. */
struct catalog_item {
  str type, title;
  str ref; /* "File[/tmp/x]" */
  str file;
  int64_t line;
  bool exported;
  str kind;                             /* "compilable_type", … */
  const struct hash *params;            /* never NULL */
  const struct array *tags, *sensitive; /* texts; never NULL */
  uint32_t index;                       /* place in the catalog */
};

/* Container and contained, by their references. What PuppetDB derives from parameters is not among them. */
struct catalog_link {
  str source, target;
};

struct catalog_doc {
  str name, environment;
  struct catalog_item *items;
  uint32_t n;
  int64_t format;          /* from version 2 on, `kind` tells which resources have a type; 0: not stated */
  const struct array *raw; /* what the items were made of, one by one */
  struct catalog_link *links;
  uint32_t nlinks;
  const struct array *classes, *tags; /* texts; never NULL */
  struct strmap by_ref;               /* ref -> struct catalog_item * */
  value whole;                        /* the hash it was made of */
};

/* Everything is in the arena; strings may borrow from `text` no further than the call. On failure false with
 * a message: of the syntax with line and column, of the contents with the path to the place ("resources[3]:
 * …"). Sizes and nesting are bounded as in value_read_json and value_read_yaml. A text that begins with "{"
 * is JSON, every other one YAML; lines of a log in front ("Notice: …") are passed over. */
bool catalog_read(struct arena *a, str text, struct catalog_doc *out, str *error);
/* The same from a value that was read already. */
bool catalog_from_value(struct arena *a, value v, struct catalog_doc *out, str *error);
/* Whether the value of a parameter must not be shown. */
bool catalog_item_is_sensitive(const struct catalog_item *item, str param);

#endif
