notice(Dtbad::Syntax)
