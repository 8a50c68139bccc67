notice(3 * Timestamp(5))
