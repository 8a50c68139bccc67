notice(rubyfns::nomethod(1))
