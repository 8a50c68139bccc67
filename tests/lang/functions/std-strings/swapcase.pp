notice(String(swapcase('aBcD'), '%p'))
notice(String(swapcase(['aB', 1, undef, ['xY']]), '%p'))
notice(String(swapcase('ÄöÜß'), '%p'))
notice(String(swapcase(''), '%p'))
