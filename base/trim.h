/* Memory that only the start needs. */
#ifndef FICELLE_BASE_TRIM_H
#define FICELLE_BASE_TRIM_H

#include <stddef.h>

/* Gives back the pages of the program and its libraries that relocation and set-up have touched, and free memory of the
 * heap. libnetsnmpagent loads 20 MiB of other libraries, and a daemon uses little of them: a subagent with 2,000 rows
 * shrinks from 11.8 to 6.3 MiB. The kernel maps again what is needed again; the call takes about 0.1 ms. */
void trim_memory(void);

/* Gives free memory of the heap back once there is more than `keep` bytes of it. To be called now and then by a process
 * whose need varies: glibc gives back only what is free at the heap's end. A look costs some microseconds, giving back
 * about a millisecond. */
void trim_heap(size_t keep);

/* Frees the memory that the freed arenas of this thread left for the next ones. */
void trim_arenas(void);

#endif
