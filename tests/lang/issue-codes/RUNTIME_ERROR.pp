notice(fail('because'))
