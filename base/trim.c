/* Releases memory after the start: pages of code and constants that only the start has read, and free memory of
 * malloc. */
#include "base/trim.h"

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

/* Pages of read-only segments are copies of the file: they can be dropped, and are read again when needed. */
static int trim_object(struct dl_phdr_info *info, size_t size, void *data)
{
  (void)size;
  const uintptr_t page = *(const uintptr_t *)data;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type != PT_LOAD || (p->p_flags & PF_W) != 0) continue;
    const uintptr_t at = info->dlpi_addr + p->p_vaddr, from = (at + page - 1) / page * page,
                    to = (at + p->p_memsz) / page * page;
    if (to > from) madvise((void *)from, to - from, MADV_DONTNEED);
  }
  return 0;
}

void trim_memory(void)
{
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(trim_object, &page);
  malloc_trim(0);
}

void trim_heap(size_t keep)
{
  if (mallinfo2().fordblks > keep) malloc_trim(0);
}
