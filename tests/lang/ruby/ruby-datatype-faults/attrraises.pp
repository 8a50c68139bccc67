notice(Dtbad::Attrraises(1).a)
