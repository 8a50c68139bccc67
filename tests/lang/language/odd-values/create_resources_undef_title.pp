create_resources(notify, { undef => {} })
