notice(Dtbad::Initless(1))
