/* Reading whole files, for all of ficelle.
 *
 * A file is read to its end: the size that the system gives is only a hint, for files of /proc have size 0 and those of
 * /sys a page, whatever is in them. What is no regular file is refused without waiting for it, so a pipe that somebody
 * left in a directory blocks nobody; /dev/null is an empty file. A pipe that the user named on the command line
 * (`--facts <(…)`) is the exception: file_keep reads it once, and file_read and file_kept then give its text for every
 * path that leads to it. */
#ifndef FICELLE_BASE_FILE_H
#define FICELLE_BASE_FILE_H

#include "base/buf.h"
#include "base/map.h"

/* A reason beside those of errno. */
enum { FILE_NOT_REGULAR = -1 };

/* Appends the file to `text`. 0, or the reason: of errno (EFBIG: it has more than `limit` bytes, of which some are in
 * the text), or FILE_NOT_REGULAR. */
int file_read(const char *path, size_t limit, struct buf *text);
/* The same of an open descriptor of any kind, which stays open. */
int file_read_fd(int fd, size_t limit, struct buf *text);

/* For a path that the user named: reads a pipe or a device to its end and keeps the text as long as the process lives.
 * Does nothing for everything else, also for what is not there. 0, or the reason as above. */
int file_keep(const char *path, size_t limit);
struct stat;
/* Whether what stat(2) found was kept, or is /dev/null; its text. */
bool file_kept(const struct stat *st, str *text);

/* "No such file or directory", "Not a regular file". Good until the next call. */
const char *file_reason(int reason);

/* An absolute path without "//", "/./", "/../" and slashes at the end: Ruby's File.expand_path. */
str file_expand_path(struct arena *a, str path);

/* All directories above a path, mode 0750; the path is changed for the time. False with errno. */
bool file_make_parents(char *path);

/* Replaces a file atomically: readers see the old or the new one, and it is on disk when this returns. Missing
 * directories are created. An existing file keeps its mode, and, if root replaces it, its owner. False with "PATH:
 * reason". */
bool file_replace(struct arena *a, str path, str bytes, unsigned mode, str *error);

/* Replaces several files atomically and syncs them to disk together, because waiting for each separately is the main
 * cost of replacing small files. Each file is written beside the old one at once, with errors reported there, and
 * replaces it in file_batch_end(), in the order in which they were begun. A batch that is not ended leaves the old
 * files unchanged, and the new ones beside them. The arena lasts as long as the batch. */
struct file_batch {
  struct arena *arena;
  struct ptrvec begun;
};
/* With a batch NULL this is file_replace(). */
bool file_replace_in(struct file_batch *batch, struct arena *a, str path, str bytes, unsigned mode, str *error);
/* False with "PATH: reason" of the first that failed; the others took their places. The batch is empty again. */
bool file_batch_end(struct file_batch *batch, str *error);

/* The single steps, for callers that replace files in another way. False with errno. */
bool file_write_all(int fd, str bytes);
/* Gives an open file the extended attributes of another (access lists, security labels). What cannot be read or set is
 * left out. */
void file_copy_attributes(const char *from, int to);

#endif
