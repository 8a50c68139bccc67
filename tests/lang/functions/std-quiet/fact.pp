notice(fact('nope.x'), fact('kernel.x'))
