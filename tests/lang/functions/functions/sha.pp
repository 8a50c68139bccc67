notice(sha1([1]))
