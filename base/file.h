/* Reads whole files.
 *
 * A file is read to its end: its size is only a hint, since files of /proc have size 0 and those of /sys the size of a
 * page. Anything but a regular file is rejected without waiting, so that a pipe in a directory blocks nothing;
 * /dev/null is an empty file. A pipe that the user passed on the command line (`--facts <(…)`) is the exception:
 * file_keep reads it once, and file_read and file_kept then return its text for every path to it. */
#ifndef FICELLE_BASE_FILE_H
#define FICELLE_BASE_FILE_H

#include <pthread.h>

#include "base/buf.h"
#include "base/map.h"

/* A reason in addition to those of errno. */
enum { FILE_NOT_REGULAR = -1 };

/* Appends the file to `text`. Returns 0 or the reason: an errno, or FILE_NOT_REGULAR. EFBIG: the file has more than
 * `limit` bytes, and `text` has only some of them. */
int file_read(const char *path, size_t limit, struct buf *text);
/* The same for an open descriptor of any kind, which remains open. */
int file_read_fd(int fd, size_t limit, struct buf *text);

/* For a path from the user: reads a pipe or a device to its end and keeps the text as long as the process lives. Does
 * nothing for other paths, even missing ones. Returns 0, or the reason as above. */
int file_keep(const char *path, size_t limit);
struct stat;
/* Whether the file in `st` was kept, or is /dev/null; sets its text. */
bool file_kept(const struct stat *st, str *text);

/* Returns "No such file or directory", "Not a regular file". Valid until the next call. */
const char *file_reason(int reason);

/* Makes a path absolute, without "//", "/./", "/../" and trailing slashes: Ruby's File.expand_path. The second one
 * appends it. */
str file_expand_path(struct arena *a, str path);
void file_append_expanded(struct buf *out, str path);

/* Makes all directories above a path, with mode 0750 or another; changes the path temporarily. False with errno. */
bool file_make_parents_as(char *path, unsigned mode);
static inline bool file_make_parents(char *path) { return file_make_parents_as(path, 0750); }

/* Gives a file or directory that root has just made to the owner of its directory, such as the user of the server:
 * after root's commands that user must be able to write, too. `path` is its name, which it need not have yet. Does
 * nothing for other users, and where it is not allowed. */
void file_give_to_owner_of_directory(int fd, const char *path);

/* Replaces a file atomically: readers see the old or the new one, and it is on disk when this returns. Missing
 * directories are created. An existing file keeps its mode, and, if root replaces it, its owner. False with "PATH:
 * reason". */
bool file_replace(struct arena *a, str path, str bytes, unsigned mode, str *error);

/* Replaces several files atomically and syncs them to disk together, because waiting for each separately is the main
 * cost of replacing small files. Each file is first written next to the old one, where errors are reported, and
 * replaces it in file_batch_end(), in the order of the calls. If a batch is not ended, the old files are unchanged, and
 * the new ones remain next to them. The arena must live as long as the batch. */
struct file_batch {
  struct arena *arena;
  struct ptrvec begun;
};
/* If `batch` is NULL this is file_replace(). */
bool file_replace_in(struct file_batch *batch, struct arena *a, str path, str bytes, unsigned mode, str *error);
/* False with "PATH: reason" of the first failure; the other files were replaced. Empties the batch. */
bool file_batch_end(struct file_batch *batch, str *error);

/* Starts a thread that replaces files. It receives no signals, since handlers must run in the main thread. */
bool file_start_thread(pthread_t *thread, void *(*run)(void *), void *arg);

/* The single steps, for callers that replace files in another way. False with errno. */
bool file_write_all(int fd, str bytes);
/* Copies the extended attributes of another file (access lists, security labels) to an open file. Ignores those that
 * cannot be read or set. */
void file_copy_attributes(const char *from, int to);

#endif
