notice(bool2num(1))
