# facts: {"memorysize": "1000 MB"}
notice(memcached::max_memory('95%'))
