notice(Dtbad::Feature)
