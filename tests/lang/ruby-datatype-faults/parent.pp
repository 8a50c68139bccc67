notice(Dtbad::Parent)
