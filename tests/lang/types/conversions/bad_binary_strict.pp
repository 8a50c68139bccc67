notice(Binary('YW\nJj'))
