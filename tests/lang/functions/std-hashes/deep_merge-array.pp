notice(deep_merge([], {}))
