notice(Dtbad::Raising)
