notice(rubyfns::scoped('variable', 'nothing_here'))
