/* Releases memory that only the start needs. */
#ifndef FICELLE_BASE_TRIM_H
#define FICELLE_BASE_TRIM_H

#include <stddef.h>

/* Releases the pages of the program and its libraries that relocation and set-up have used, and free memory of the
 * heap. libnetsnmpagent loads 20 MiB of other libraries, and a daemon uses little of them: a subagent with 2,000 rows
 * shrinks from 11.8 to 6.3 MiB. The kernel maps pages again when they are used; the call takes about 0.1 ms. */
void trim_memory(void);

/* Releases free memory of the heap if there are more than `keep` bytes of it. To be called from time to time by a
 * process whose need varies: glibc releases only the free memory at the heap's end. The check takes some microseconds,
 * releasing about a millisecond. */
void trim_heap(size_t keep);

/* Frees the memory that the freed arenas of this thread left for the next ones. */
void trim_arenas(void);

#endif
