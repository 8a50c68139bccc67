/* Files of records, managed like Puppet's ParsedFile: /etc/hosts, /etc/fstab, crontabs, authorized_keys, aliases.
 *
 * A target (a file, or a user's crontab) is read once, at prefetch. Its lines become records: either records that a
 * resource can manage, or texts, which are preserved byte for byte. When a resource of the target has changed, the
 * complete target is written, with Puppet's header. The records of all targets are in one list, in the order of their
 * first appearance. */
#ifndef FICELLE_AGENT_PROVIDERS_PARSED_PARSED_H
#define FICELLE_AGENT_PROVIDERS_PARSED_PARSED_H

#include "agent/ral/ral.h"

struct parsed_record {
  bool is_text;       /* a line that no resource can manage */
  bool on_disk, skip; /* skip: merged into another record */
  bool unmanaged;     /* crontabs: its name is generated; authorized_keys: it has no name */
  str line;           /* for a text */
  str name;           /* empty: none */
  str target;
  value ensure; /* a symbol; V_UNDEF: unknown */
  const struct ral_type *type;
  value *values; /* by index of the type's attributes; V_UNDEF: not set */
};

struct parsed_format {
  const char *type;   /* name of the resource type, a type in C */
  const char *target; /* the default target */
  const char *fields; /* names of fields that are "absent" if they have no value, each between blanks */
  unsigned mode;      /* for a new file; 0: 0600 */
  /* Parses a line into the record. False: the line has another format, or is invalid (ral->error). */
  bool (*parse)(struct ral *ral, str line, struct parsed_record *record);
  /* Appends the line or lines of a record, without the last line end. False after ral_fail(). */
  bool (*write)(struct ral *ral, const struct parsed_record *record, struct buf *out);
  /* Processes all records of a target after it was read. NULL: nothing to do. */
  void (*finish)(struct ral *ral, struct parsed_record **records, uint32_t n);
  /* Whether a resource adopts a record that has another name. NULL: never. */
  bool (*adopts)(struct ral_resource *r, const struct parsed_record *record);
  /* The name that identifies the resource's record. NULL: the resource's name. */
  str (*key)(struct ral_resource *r);
  /* Whether a record with the resource's name belongs to the resource. NULL: always. */
  bool (*belongs)(struct ral_resource *r, const struct parsed_record *record);
  /* Read and write a target. NULL: it is a file. */
  bool (*read)(struct ral *ral, const char *target, struct buf *out);
  bool (*store)(struct ral *ral, const char *target, str text);
  /* Adds targets that no resource names. NULL: none. */
  void (*targets)(struct ral *ral, struct valuevec *names);
  /* Writes the header; NULL: Puppet's usual lines. */
  void (*header)(struct ral *ral, struct buf *out);
  /* Changes the whole text, without the header. NULL: unchanged. */
  str (*finish_text)(struct ral *ral, str text);
};

value parsed_get(const struct parsed_record *record, const char *attribute);
void parsed_put(struct parsed_record *record, const char *attribute, value v);
/* Whether a field has no value; an empty text is a value. */
bool parsed_is_absent(value v);
/* A text, or the texts of an array joined with a separator; `missing` if there is no value. */
str parsed_text(struct ral *ral, value v, const char *missing);

/* Parses a text: returns its records in order, NULL after ral_fail(). Also for tests. */
bool parsed_read(struct ral *ral, const struct parsed_format *f, str text, const char *target, struct ptrvec *records);
/* Appends the text of the records, without the header. */
bool parsed_write(struct ral *ral, const struct parsed_format *f, struct parsed_record *const *records, uint32_t n,
                  struct buf *out);

/* --- functions for providers; `f` is the provider's format --- */
bool parsed_prefetch(struct ral *ral, const struct parsed_format *f, struct ral_resource **resources, uint32_t n);
/* Titles of what is there. */
struct parsed_record *parsed_find(struct ral *ral, const struct parsed_format *f, str name);
bool parsed_instances(struct ral *ral, const struct parsed_format *f, struct valuevec *names);
/* The record of a resource; made if it does not exist yet. */
struct parsed_record *parsed_of(struct ral_resource *r, const struct parsed_format *f);
/* Puppet's mk_resource_methods: get a property's present value, and set it. */
bool parsed_get_property(struct ral_resource *r, const struct parsed_format *f, const struct ral_attribute *a,
                         value *is);
bool parsed_set_property(struct ral_resource *r, const struct parsed_format *f, const struct ral_attribute *a,
                         value should);
void parsed_create(struct ral_resource *r, const struct parsed_format *f);
void parsed_destroy(struct ral_resource *r, const struct parsed_format *f);
/* Marks the targets of the resource to be written at the next flush. */
void parsed_modified(struct ral_resource *r, const struct parsed_format *f);
/* Puts the file into the bucket, once for each run. The flush calls it; call it earlier if the flush may have no right
 * to. */
bool parsed_back_up(struct ral_resource *r, const struct parsed_format *f, const char *path);
bool parsed_flush(struct ral_resource *r, const struct parsed_format *f);

/* Replaces a file atomically and keeps its owner, group, mode and access list; a mount point or the target of a link is
 * overwritten in place. `mode` is for a new file. False after ral_fail(). */
bool parsed_store_file(struct ral *ral, const char *path, str text, unsigned mode);

#endif
