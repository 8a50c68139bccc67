/* Stores files under their checksums. */
#include "agent/system/bucket.h"

#include <stdlib.h>

#include "agent/ral/munge.h"
#include "agent/system/checksum.h"
#include "base/bucket.h"
#include "base/file.h"

/* Logs the error and fails with it, as Puppet does. */
static bool not_kept(struct ral *ral, const char *path, str why)
{
  ral_fail(ral, "Could not back up %s: %.*s", path, STR_FMT(why));
  ral_log_run(ral, LOG_LEVEL_ERR, "%.*s", STR_FMT(ral->error));
  return false;
}

str bucket_listed_path(struct ral *ral, const char *path)
{
  char *real = realpath(path, NULL);
  const str out = real != NULL ? arena_str(ral->arena, str_of(real)) : str_of(path);
  free(real);
  return out;
}

bool bucket_store_file(struct ral *ral, const char *bucket, const char *path, str *checksum)
{
  const str algorithm = settings_str(ral->settings, SETTING_digest_algorithm);
  struct buf bytes = BUF_HEAP;
  str sum, error;
  bool there;
  ral_log_run(ral, LOG_LEVEL_INFO, "Computing checksum on file %s", path);
  if (!checksum_file(ral, algorithm, path, &sum)) return false;
  sum = str_from(sum, algorithm.n + 2);
  const int reason = file_read(path, SIZE_MAX / 4, &bytes);
  if (reason != 0) error = str_of(file_reason(reason));
  const bool ok = reason == 0 &&
                  bucket_put(ral->arena, bucket, sum, buf_view(&bytes), bucket_listed_path(ral, path), &there, &error);
  buf_free(&bytes);
  *checksum = sum;
  return ok || not_kept(ral, path, error);
}

const char *bucket_find_file(struct ral *ral, const char *bucket, str sum)
{
  if (!bucket_is_sum(settings_str(ral->settings, SETTING_digest_algorithm), sum)) {
    ral_fail(ral, "Invalid checksum %.*s", STR_FMT(ral_inspect(ral->arena, value_str(sum))));
    return NULL;
  }
  if (bucket_has(ral->arena, bucket, sum)) return bucket_contents(ral->arena, bucket, sum).p;
  ral_fail(ral, "File not found");
  return NULL;
}
