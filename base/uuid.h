/* Random UUIDs (RFC 4122, version 4) of bytes that the caller has drawn. */
#ifndef FICELLE_BASE_UUID_H
#define FICELLE_BASE_UUID_H

enum { UUID_BYTES = 16, UUID_SIZE = 37 };

/* "9c6725dc-8f56-4d7f-9bd7-58ee2c755d01" and a NUL. Six of the random bits give way to the version. */
void uuid_text(const unsigned char random[UUID_BYTES], char out[UUID_SIZE]);

#endif
