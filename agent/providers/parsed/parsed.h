/* Files of records, as Puppet's ParsedFile manages them: /etc/hosts, /etc/fstab, crontabs, authorized_keys, aliases.
 *
 * A target (a file, or a user's crontab) is read once, at prefetch. Its lines become records: those that a resource can
 * manage, and texts, which are kept byte for byte. When a resource of it has changed, the complete target is written,
 * with Puppet's header. The records of a target are in a list of the run's, in the order of their first appearance. */
#ifndef FICELLE_AGENT_PROVIDERS_PARSED_PARSED_H
#define FICELLE_AGENT_PROVIDERS_PARSED_PARSED_H

#include "agent/ral/ral.h"

struct parsed_record {
  bool is_text;       /* a line that no resource can manage */
  bool on_disk, skip; /* skip: a part of another record now */
  bool unmanaged;     /* crontabs: its name is made up; authorized_keys: it has none */
  str line;           /* of a text */
  str name;           /* empty: none */
  str target;
  value ensure; /* a symbol; V_UNDEF: nothing is known */
  const struct ral_type *type;
  value *values; /* by the places of the type's attributes; V_UNDEF: not given */
};

struct parsed_format {
  const char *type;   /* the resource type that it is for: a type in C */
  const char *target; /* the default one */
  const char *fields; /* names that are "absent" when they have no value, between blanks */
  unsigned mode;      /* of a new file; 0: 0600 */
  /* One line: fills the record. False: the line has another format, or what ral->error says. */
  bool (*parse)(struct ral *ral, str line, struct parsed_record *record);
  /* Appends the record's line or lines, without the last end of line. False after ral_fail(). */
  bool (*write)(struct ral *ral, const struct parsed_record *record, struct buf *out);
  /* All records of a target that was read. NULL: nothing to do. */
  void (*finish)(struct ral *ral, struct parsed_record **records, uint32_t n);
  /* A record for a resource of another name. NULL: none. */
  bool (*adopts)(struct ral_resource *r, const struct parsed_record *record);
  /* The name by which records find a resource. NULL: its name. */
  str (*key)(struct ral_resource *r);
  /* Whether a record of the resource's name is the resource's. NULL: yes. */
  bool (*belongs)(struct ral_resource *r, const struct parsed_record *record);
  /* How a target is read and written. NULL: it is a file. */
  bool (*read)(struct ral *ral, const char *target, struct buf *out);
  bool (*store)(struct ral *ral, const char *target, str text);
  /* More targets than those of resources. NULL: none. */
  void (*targets)(struct ral *ral, struct valuevec *names);
  /* The first lines; NULL: Puppet's usual ones. */
  void (*header)(struct ral *ral, struct buf *out);
  /* Changes the whole text, the header apart. NULL: it stays. */
  str (*finish_text)(struct ral *ral, str text);
};

value parsed_get(const struct parsed_record *record, const char *attribute);
void parsed_put(struct parsed_record *record, const char *attribute, value v);
/* Whether a field has no value; an empty text is one. */
bool parsed_is_absent(value v);
/* A text, or the texts of an array with a separator between them; `missing` without a value. */
str parsed_text(struct ral *ral, value v, const char *missing);

/* Reads a text: the records in its order, NULL after ral_fail(). For tests, too. */
bool parsed_read(struct ral *ral, const struct parsed_format *f, str text, const char *target, struct ptrvec *records);
/* The text of the records, without the header. */
bool parsed_write(struct ral *ral, const struct parsed_format *f, struct parsed_record *const *records, uint32_t n,
                  struct buf *out);

/* --- what a provider is made of; `f` is the provider's format --- */
bool parsed_prefetch(struct ral *ral, const struct parsed_format *f, struct ral_resource **resources, uint32_t n);
/* Titles of what is there. */
struct parsed_record *parsed_find(struct ral *ral, const struct parsed_format *f, str name);
bool parsed_instances(struct ral *ral, const struct parsed_format *f, struct valuevec *names);
/* The record of a resource; made when it has none yet. */
struct parsed_record *parsed_of(struct ral_resource *r, const struct parsed_format *f);
/* Puppet's mk_resource_methods: a property's present value, and setting one. */
bool parsed_get_property(struct ral_resource *r, const struct parsed_format *f, const struct ral_attribute *a,
                         value *is);
bool parsed_set_property(struct ral_resource *r, const struct parsed_format *f, const struct ral_attribute *a,
                         value should);
void parsed_create(struct ral_resource *r, const struct parsed_format *f);
void parsed_destroy(struct ral_resource *r, const struct parsed_format *f);
/* Marks the resource's targets for the next flush. */
void parsed_modified(struct ral_resource *r, const struct parsed_format *f);
/* What the flush does first with a file: keeps it in the bucket, once in a run. Before, where the flush may not. */
bool parsed_back_up(struct ral_resource *r, const struct parsed_format *f, const char *path);
bool parsed_flush(struct ral_resource *r, const struct parsed_format *f);

/* Replaces a file atomically and keeps its owner, group, mode and access list; a mount point or the target of a link is
 * written in place. `mode` is for a new file. False after ral_fail(). */
bool parsed_store_file(struct ral *ral, const char *path, str text, unsigned mode);

#endif
