notice(Dtbad::Lower)
