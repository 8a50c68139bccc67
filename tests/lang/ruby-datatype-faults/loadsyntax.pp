notice(Dtbad::Loadsyntax)
