notice(Dtbad::Bothimpl)
