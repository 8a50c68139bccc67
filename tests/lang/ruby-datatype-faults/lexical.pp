notice(Dtbad::Lexical)
