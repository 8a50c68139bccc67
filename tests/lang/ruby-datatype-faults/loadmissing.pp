notice(Dtbad::Loadmissing)
