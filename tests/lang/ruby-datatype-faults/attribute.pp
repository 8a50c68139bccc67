notice(Dtbad::Attribute)
