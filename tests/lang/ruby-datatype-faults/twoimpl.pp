notice(Dtbad::Twoimpl)
