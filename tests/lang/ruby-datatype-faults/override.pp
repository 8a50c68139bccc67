notice(Dtbad::Override)
