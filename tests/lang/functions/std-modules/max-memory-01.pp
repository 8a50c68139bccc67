# facts: {"memorysize": "15.63 GiB"}
notice(memcached::max_memory('95%'), memcached::max_memory(undef), memcached::max_memory(50), memcached::max_memory('50'), memcached::max_memory('33.3%'), memcached::max_memory(false), memcached::max_memory('12abc'), memcached::max_memory(12.7))
