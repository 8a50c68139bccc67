notice(swapcase())
