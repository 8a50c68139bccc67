/* The resource type `file`: what its files share. */
#ifndef FICELLE_AGENT_TYPES_FILE_FILE_H
#define FICELLE_AGENT_TYPES_FILE_FILE_H

#include <sys/stat.h>

#include "agent/system/bucket.h"
#include "agent/system/checksum.h"
#include "agent/ral/ral.h"
#include "agent/types/file/file_server.h"

/* Where the contents come from, once it was found. */
struct file_source {
  str given;                 /* "puppet:///modules/a/b", "file:/x", "https://host/x" */
  const char *path;          /* the file on this host; NULL: it is remote */
  bool remote;               /* fetched by HTTP */
  bool recorded;             /* of a Puppet server, which also returns owner, group and mode */
  str content_uri;           /* of a static catalog: where the contents are; empty: at the source */
  const char *checksum_type; /* of a remote one: what its server returned */
  struct stat st;            /* of a remote one: st_mode only, and when it is recorded st_uid, st_gid */
  str checksum;              /* "{sha256}…"; empty for directories and links that stay links */
  str link;                  /* of a link that stays one: its target */
};

struct file_state {
  const char *found;  /* the source on this host that the recursion of another resource found; NULL: none */
  bool known, exists; /* of st */
  int trouble;        /* errno if the state of the file cannot be read; otherwise 0 */
  struct stat st;
  bool has_content;
  str content;                /* the bytes that are wanted */
  str bucket_content;         /* "{sha256}…" in their place: the bucket has them; empty: they were given */
  struct file_source *source; /* NULL: none, or not looked for */
};

/* The state, made at the first question. */
struct file_state *file_state(struct ral_resource *r);
const char *file_path(const struct ral_resource *r);
/* What is there: by lstat, or by stat with `links => follow`. NULL: nothing. */
const struct stat *file_stat(struct ral_resource *r);
/* Look again. */
void file_forget(struct ral_resource *r);
/* "file", "directory", "link", "fifo", …: Ruby's ftype. */
const char *file_kind(mode_t mode);
/* Whether contents are managed: the wanted or present thing is a plain file. */
bool file_should_be_file(struct ral_resource *r);

/* Gives a resource that is complete its contents. */
void file_set_content(struct ral_resource *r, str bytes);
/* For types that hand their attributes to a file. */
bool file_validate_group(struct ral_resource *r, const struct ral_attribute *a, value v);
bool file_validate_mode(struct ral_resource *r, const struct ral_attribute *a, value v);
bool file_munge_mode(struct ral_resource *r, const struct ral_attribute *a, value *v);

/* --- modes (mode.c) --- */
bool mode_is_valid(str mode);
/* "0644" -> "644"; symbolic ones stay. */
str mode_normalize(struct arena *a, str mode);
/* The bits that a wanted mode means for a file that has `current`. False with ral->error. */
bool mode_bits(struct ral *ral, str mode, unsigned current, bool directory, unsigned *bits);

/* --- contents (content.c) --- */
/* The type of checksum that the resource wants. */
str checksum_algorithm(struct ral_resource *r);
bool content_retrieve(struct ral_resource *r, const struct ral_attribute *a, value *is);
bool content_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in);
bool content_sync(struct ral_resource *r, const struct ral_attribute *a);
bool content_change(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out);
bool checksum_value_retrieve(struct ral_resource *r, const struct ral_attribute *a, value *is);
bool checksum_value_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in);

/* --- changing (write.c) --- */
/* The contents under the path, with mode and owner as they are wanted. */
bool file_write(struct ral_resource *r);
/* Takes away what is in the way of `wanted` ("file", "directory", "link", "absent"). */
bool file_remove_existing(struct ral_resource *r, const char *wanted);
/* Mode, owner and group after something was made, without an event. */
bool file_fix(struct ral_resource *r);
bool file_make_link(struct ral_resource *r);
/* Gets contents that were named by their checksum. */
bool file_fetch_content(struct ral_resource *r);
/* Saves the existing file in the bucket or under another name, as `backup` says. */
bool file_back_up(struct ral_resource *r);
bool file_find_bucket(struct ral_resource *r);
/* Into the bucket of a server (file_server.h has host and port), by its checksum. False after a message in the log. */
bool file_put_on_server(struct ral *ral, str host, int64_t port, const char *path, str *sum);

/* A new file with a name like those of Ruby's Tempfile, "/etc/hosts20261122-4711-1bbbu6", that only its owner may read.
 * -1 with errno; *name is the last one tried. */
int file_temporary(struct arena *a, str prefix, char **name);

/* --- mount points (mounts.c) --- */
/* The file that puppet:///NAME/REST means; NULL: it does not exist, or nothing is mounted there.
 * False with ral->error. */
bool mount_path(struct ral *ral, str name, str rest, const char **path);

/* --- contents by HTTP and from a Puppet server (remote.c) --- */
bool remote_is(const struct ral *ral, str source);
/* Parses a Puppet server's metadata of a file. False with ral->error if it is invalid. */
bool remote_record(struct ral *ral, value record, struct file_source *s);
/* The records of a tree, the directory itself among them. REMOTE_FAILED: with ral->error. */
enum remote_found remote_tree(struct ral_resource *r, str source, value *records);
/* Requests the metadata of the file from the server in s->given. REMOTE_FAILED: with ral->error. */
enum remote_found remote_look(struct ral_resource *r, struct file_source *s);
/* Writes the contents to an open file. False with ral->error. */
bool remote_put(struct ral *ral, const struct file_source *s, int fd);

/* --- sources (source.c) --- */
/* Finds the first source that is there. False with Puppet's message. */
/* The file that a source names; NULL: it does not exist. False with ral->error: it cannot be asked. */
bool source_path(struct ral *ral, str source, const char **path);
/* Ensure, content, checksum and target of the source become those of the resource. */
bool source_copy(struct ral_resource *r);
bool source_validate(struct ral_resource *r, const struct ral_attribute *a, value v);
bool source_munge(struct ral_resource *r, const struct ral_attribute *a, value *v);

/* --- directories (recurse.c) --- */
bool file_recurse(struct ral_resource *r, struct ral_list *out);
/* max_files of a resource: fails above the limit, warns above 1,000 entries when it is 0. */
bool file_check_entries(struct ral_resource *r, str path, uint32_t n, int64_t limit);

#endif
