memcached::max_memory()
