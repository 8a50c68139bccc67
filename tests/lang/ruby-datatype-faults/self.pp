notice(Dtbad::Self)
