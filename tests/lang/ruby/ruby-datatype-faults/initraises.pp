notice(Dtbad::Initraises(1))
