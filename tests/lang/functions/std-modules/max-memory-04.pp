# facts: {"memorysize": "10 XB"}
notice(memcached::max_memory('95%'))
