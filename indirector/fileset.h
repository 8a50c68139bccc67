/* Metadata of served files: of one file, or of a whole tree. Words, errors and order are Puppet's. */
#ifndef FICELLE_INDIRECTOR_FILESET_H
#define FICELLE_INDIRECTOR_FILESET_H

#include <sys/types.h>

#include "base/json_write.h"
#include "base/log.h"
#include "compiler/values/value.h"
#include "indirector/checksum.h"

/* Options of a request. Zero: does not follow links, no recursion, no limit but a warning. */
struct fileset_options {
  const char *checksum_type; /* "sha256", "md5lite", "mtime", "none" …; never NULL */
  bool follow;               /* links */
  bool use_permissions;      /* owner, group and mode of the file, not those of this process and 0644 */
  bool recurse;
  int64_t recurselimit; /* < 0: no limit */
  int64_t max_files;    /* 0: a warning at 1000; < 0: no limit */
  const str *ignore;    /* patterns of names */
  uint32_t nignore;
  int *later; /* NULL: large files are read at once; else for FILE_LATER (checksum.h) */
  void (*say)(void *ctx, enum log_level level, str message); /* NULL: no messages */
  void *ctx;
};

struct file_metadata {
  str path, relative; /* p NULL: none, for a request for one file */
  bool follow;
  uid_t owner;
  gid_t group;
  unsigned mode;
  const char *checksum_type;
  str checksum;            /* "{sha256}…"; p NULL: none (a broken link) */
  const char *type;        /* "file", "directory", "link" … */
  str destination;         /* of a link; p NULL: none */
  str content_uri, source; /* of static catalogs; p NULL: left out */
};

enum file_found { FILE_FOUND, FILE_MISSING, FILE_FAULT, FILE_LATER };
/* Reads the metadata of `path`, or of `relative` below it (p NULL, or "."). FILE_FAULT: see *error. FILE_LATER: a
 * checksum is not known yet; call again when *later, which the caller closes, can be read. */
enum file_found file_metadata_read(struct arena *a, const struct fileset_options *o, str path, str relative,
                                   struct file_metadata *out, str *error);
/* Reads the metadata of all files below the paths, "." first, breadth first; for equal names the first path wins. */
enum file_found fileset_read(struct arena *a, const struct fileset_options *o, const str *paths, uint32_t npaths,
                             struct file_metadata **out, uint32_t *n, str *error);

void file_metadata_write(struct json_writer *w, const struct file_metadata *m);
const struct hash *file_metadata_hash(struct arena *a, const struct file_metadata *m);

#endif
