notice(rbcalls::run('slice_one'))
