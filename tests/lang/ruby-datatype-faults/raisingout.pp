notice(Dtbad::Raisingout)
