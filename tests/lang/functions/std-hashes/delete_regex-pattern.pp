notice(delete_regex(['a'], '['))
