/* The fixed bits: the upper half of byte 6 is the version, the two highest bits of byte 8 the
 * variant. */
#include "base/uuid.h"

#include "base/check.h"

#include <stdio.h>
#include <string.h>

void uuid_text(const unsigned char bytes[UUID_BYTES], unsigned version, char out[UUID_SIZE])
{
  assert(bytes != NULL && version < 16 && out != NULL);
  unsigned char b[UUID_BYTES];
  memcpy(b, bytes, sizeof b);
  b[6] = (unsigned char)((b[6] & 0x0f) | version << 4);
  b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
  snprintf(out, UUID_SIZE, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1], b[2],
           b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
}
