notice(Binary('YWJj') + 'x')
