notice(Dtbad::Returns(1).half)
