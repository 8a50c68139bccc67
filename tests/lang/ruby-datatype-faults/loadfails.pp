notice(Dtbad::Loadfails)
