notice('0x10' * '2')
