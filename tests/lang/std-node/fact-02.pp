notice(fact('kernel.x'))
