notice(dirname('a', 'b'))
