notice(getvar('nothing') == undef)
