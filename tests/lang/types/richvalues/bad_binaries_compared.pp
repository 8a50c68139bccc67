notice(Binary('YWJj') < Binary('YWJj'))
