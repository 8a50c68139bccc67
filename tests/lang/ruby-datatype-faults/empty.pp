notice(Dtbad::Empty)
