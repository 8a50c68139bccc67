notice(Dtbad::Name)
