notice(Dtbad::Reserved(1))
