notice(Dtbad::Constant)
