notice(Dtbad::Nocall)
