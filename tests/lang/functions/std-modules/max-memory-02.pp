# facts: {"memorysize": "1000000000 bytes"}
notice(memcached::max_memory('95%'))
