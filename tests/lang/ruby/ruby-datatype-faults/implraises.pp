notice(Dtbad::Implraises(1))
