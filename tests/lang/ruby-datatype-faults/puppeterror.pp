notice(Dtbad::Puppeterror)
