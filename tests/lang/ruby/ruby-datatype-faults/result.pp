notice(Dtbad::Result)
