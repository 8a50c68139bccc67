[1, 2].each |$x| { notice("<${nothing}>") }
