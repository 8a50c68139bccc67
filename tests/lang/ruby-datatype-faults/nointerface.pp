notice(Dtbad::Nointerface)
