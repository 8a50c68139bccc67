notice(rbcalls::run('ruby_block_of_one'))
