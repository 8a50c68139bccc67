notice(Binary('YWJj')['a'])
