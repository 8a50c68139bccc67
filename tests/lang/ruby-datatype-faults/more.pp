notice(Dtbad::More)
