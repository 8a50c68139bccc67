/* The resource type `file`: shared by the files of this folder. */
#ifndef FICELLE_AGENT_TYPES_FILE_FILE_H
#define FICELLE_AGENT_TYPES_FILE_FILE_H

#include <sys/stat.h>

#include "agent/system/bucket.h"
#include "agent/system/checksum.h"
#include "agent/ral/ral.h"
#include "agent/types/file/file_server.h"

/* A source of contents, after it was found. */
struct file_source {
  str given;                 /* "puppet:///modules/a/b", "file:/x", "https://host/x" */
  const char *path;          /* the file on this host; NULL: on a server */
  bool remote;               /* requested with HTTP */
  bool recorded;             /* from a Puppet server, which also returns owner, group and mode */
  str content_uri;           /* of a static catalog: where to request the contents; empty: from the source */
  const char *checksum_type; /* if remote: the type that its server returned */
  struct stat st;            /* if remote: only st_mode, and if recorded st_uid and st_gid */
  str checksum;              /* "{sha256}…"; empty for directories, and for links that are not followed */
  str link;                  /* target of a link that is not followed */
};

struct file_state {
  const char *found;  /* the source on this host, found when another resource recursed; NULL: none */
  bool known, exists; /* about `st` */
  int trouble;        /* errno if the file could not be examined; otherwise 0 */
  struct stat st;
  bool has_content;
  str content;                /* the wanted contents */
  str bucket_content;         /* "{sha256}…": a bucket has the contents; empty: `content` has them */
  struct file_source *source; /* NULL: none, or not found yet */
};

/* The state of a resource; created at the first call. */
struct file_state *file_state(struct ral_resource *r);
const char *file_path(const struct ral_resource *r);
/* Examines the file with lstat, or with stat for `links => follow`; cached. NULL: it does not exist. */
const struct stat *file_stat(struct ral_resource *r);
/* Discards the cached state, so that the file is examined again. */
void file_forget(struct ral_resource *r);
/* The names that Ruby's ftype returns: "file", "directory", "link", "fifo", … */
const char *file_kind(mode_t mode);
/* Whether contents are managed: the file is or should be a regular file. */
bool file_should_be_file(struct ral_resource *r);

/* Sets the contents of a finished resource. */
void file_set_content(struct ral_resource *r, str bytes);
/* For types that pass their attributes to a file. */
bool file_validate_group(struct ral_resource *r, const struct ral_attribute *a, value v);
bool file_validate_mode(struct ral_resource *r, const struct ral_attribute *a, value v);
bool file_munge_mode(struct ral_resource *r, const struct ral_attribute *a, value *v);

/* --- modes (mode.c) --- */
bool mode_is_valid(str mode);
/* "0644" -> "644"; symbolic modes are returned unchanged. */
str mode_normalize(struct arena *a, str mode);
/* Computes the bits of a wanted mode for a file whose mode is `current`. False with ral->error. */
bool mode_bits(struct ral *ral, str mode, unsigned current, bool directory, unsigned *bits);

/* --- contents (content.c) --- */
/* The type of checksum that the resource uses. */
str checksum_algorithm(struct ral_resource *r);
bool content_retrieve(struct ral_resource *r, const struct ral_attribute *a, value *is);
bool content_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in);
bool content_sync(struct ral_resource *r, const struct ral_attribute *a);
bool content_change(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out);
bool checksum_value_retrieve(struct ral_resource *r, const struct ral_attribute *a, value *is);
bool checksum_value_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in);

/* --- changing (write.c) --- */
/* Writes the contents to the path, with the wanted mode and owner. */
bool file_write(struct ral_resource *r);
/* Removes an existing file that is not of the `wanted` kind ("file", "directory", "link", "absent"). */
bool file_remove_existing(struct ral_resource *r, const char *wanted);
/* The id that a value of `owner` or `group` means: a number, or a name that exists. Fails for values of other kinds. */
bool file_id_of(struct ral *ral, const struct ral_attribute *a, value v, int64_t *id, bool *exists);
/* Sets mode, owner and group after the file was created, without an event. */
bool file_fix(struct ral_resource *r);
bool file_make_link(struct ral_resource *r);
/* Gets the contents from a bucket if the resource gives only their checksum. */
bool file_fetch_content(struct ral_resource *r);
/* Saves the existing file in a bucket, or under another name, as `backup` requires. */
bool file_back_up(struct ral_resource *r);
bool file_find_bucket(struct ral_resource *r);
/* Stores a file in the bucket of a server (file_server.h describes host and port). False after an error was logged. */
bool file_put_on_server(struct ral *ral, str host, int64_t port, const char *path, str *sum);

/* The path at which Ruby's Tempfile.new(name) begins the names of its files: below $TMPDIR, $TMP, $TEMP or /tmp. */
str file_temporary_prefix(struct arena *a, const char *name);
/* Creates a file with a name like those of Ruby's Tempfile, "/etc/hosts20261122-4711-1bbbu6", readable only by its
 * owner. -1 with errno; *name is the last name that was tried. */
int file_temporary(struct arena *a, str prefix, char **name);

/* --- mount points (mounts.c) --- */
/* The file of puppet:///NAME/REST; NULL: it does not exist, or there is no such mount point. False with ral->error. */
bool mount_path(struct ral *ral, str name, str rest, const char **path);

/* --- contents from a web server or a Puppet server (remote.c) --- */
bool remote_is(const struct ral *ral, str source);
/* Parses a Puppet server's metadata of a file. False with ral->error if they are invalid. */
bool remote_record(struct ral *ral, value record, struct file_source *s);
/* Requests the metadata of a directory tree, including the directory itself. REMOTE_FAILED: with ral->error. */
enum remote_found remote_tree(struct ral_resource *r, str source, value *records);
/* Requests the metadata of the file from the server in s->given. REMOTE_FAILED: with ral->error. */
enum remote_found remote_look(struct ral_resource *r, struct file_source *s);
/* Writes the contents to an open file. False with ral->error. */
bool remote_put(struct ral *ral, const struct file_source *s, int fd);

/* --- sources (source.c) --- */
/* Finds the first source that exists. False with Puppet's message. */
/* The file of a source; NULL: it does not exist. False with ral->error: the source cannot be examined. */
bool source_path(struct ral *ral, str source, const char **path);
/* Copies ensure, content, checksum and target from the source to the resource. */
bool source_copy(struct ral_resource *r);
bool source_validate(struct ral_resource *r, const struct ral_attribute *a, value v);
bool source_munge(struct ral_resource *r, const struct ral_attribute *a, value *v);

/* --- directories (recurse.c) --- */
bool file_recurse(struct ral_resource *r, struct ral_list *out);
/* Checks the parameter max_files: fails above the limit; warns above 1,000 entries if it is 0. */
bool file_check_entries(struct ral_resource *r, str path, uint32_t n, int64_t limit);

#endif
