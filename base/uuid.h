/* UUIDs (RFC 4122) of bytes that the caller has drawn (version 4) or hashed (version 5). */
#ifndef FICELLE_BASE_UUID_H
#define FICELLE_BASE_UUID_H

enum { UUID_BYTES = 16, UUID_SIZE = 37 };

/* "9c6725dc-8f56-4d7f-9bd7-58ee2c755d01" and a NUL. Six of the bits give way to the version and the variant. */
void uuid_text(const unsigned char bytes[UUID_BYTES], unsigned version, char out[UUID_SIZE]);

#endif
