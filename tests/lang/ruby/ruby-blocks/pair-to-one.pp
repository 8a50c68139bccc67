notice(rbcalls::run('pair_to_one'))
