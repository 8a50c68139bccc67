notice(Dtbad::Symbolinterface)
