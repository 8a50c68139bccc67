notice(Binary(' A= /', '%b'), Binary('=BB-9', '%b'), Binary('YWJ', '%b'), Binary('YQ==YQ==', '%b'), Binary('YWJ', '%u'))
