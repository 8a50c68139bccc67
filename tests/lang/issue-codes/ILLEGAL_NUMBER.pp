notice(1x)
