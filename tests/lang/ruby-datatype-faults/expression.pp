notice(Dtbad::Expression)
