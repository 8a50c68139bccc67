notice(Dtbad::Twointerfaces)
