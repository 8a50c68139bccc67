/* Files that are served: what is known of one, and of all below a directory. Words, errors and order are Puppet's.
 *
 * Checksums are remembered for as long as the process lives, by the identity of the file (device, inode, size, times of
 * the last change of contents and inode), so that asking again costs a stat(2). A file that changed in the last second
 * is read each time: its next change may leave the times as they are. */
#ifndef FICELLE_INDIRECTOR_FILESET_H
#define FICELLE_INDIRECTOR_FILESET_H

#include <sys/types.h>

#include "base/json_write.h"
#include "base/log.h"
#include "compiler/values/value.h"

/* What is asked. Zeroed: links as they are, no recursion, no limit but a warning. */
struct fileset_options {
  const char *checksum_type; /* "sha256", "md5lite", "mtime", "none" …; never NULL */
  bool follow;               /* links */
  bool use_permissions;      /* owner, group and mode of the file, not those of this process and 0644 */
  bool recurse;
  int64_t recurselimit; /* < 0: none */
  int64_t max_files;    /* 0: a warning at 1000; < 0: none */
  const str *ignore;    /* patterns of names */
  uint32_t nignore;
  void (*say)(void *ctx, enum log_level level, str message); /* NULL: nobody is told */
  void *ctx;
};

struct file_metadata {
  str path, relative; /* p NULL: none, as a file that was asked for alone */
  bool follow;
  uid_t owner;
  gid_t group;
  unsigned mode;
  const char *checksum_type;
  str checksum;            /* "{sha256}…"; p NULL: none (a link to nothing) */
  const char *type;        /* "file", "directory", "link" … */
  str destination;         /* of a link; p NULL: none */
  str content_uri, source; /* of static catalogs; p NULL: left out */
};

/* Whether there is such a type of checksum; its name in static memory, NULL if not. */
const char *checksum_type_named(str name);
/* "{type}…" of a file, without regard of links. False with errno. */
bool checksum_of_file(struct arena *a, const char *type, const char *path, str *out);

enum file_found { FILE_FOUND, FILE_MISSING, FILE_FAULT };
/* What is known of `path`, or of RELATIVE below it (p NULL, or "."). FILE_FAULT: *error. */
enum file_found file_metadata_read(struct arena *a, const struct fileset_options *o, str path, str relative,
                                   struct file_metadata *out, str *error);
/* Of all below the paths, "." first, breadth first; of files with one name those of the first path. */
enum file_found fileset_read(struct arena *a, const struct fileset_options *o, const str *paths, uint32_t npaths,
                             struct file_metadata **out, uint32_t *n, str *error);

void file_metadata_write(struct json_writer *w, const struct file_metadata *m);
const struct hash *file_metadata_hash(struct arena *a, const struct file_metadata *m);

#endif
