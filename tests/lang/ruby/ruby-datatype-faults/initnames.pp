notice(Dtbad::Initnames(1))
