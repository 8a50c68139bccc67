notice(Binary('YW+j', '%u'))
