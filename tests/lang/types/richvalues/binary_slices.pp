notice(Binary('YWJj')[0], Binary('YWJj')[1, 2], Binary('YWJj')[-1], Binary('YWJj')[5], Binary('YWJj')[1, -1])
notice(Binary('YWJj') + Binary('ZGVm'))
