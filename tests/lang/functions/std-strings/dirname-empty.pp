notice(dirname(''))
