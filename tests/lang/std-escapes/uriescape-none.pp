notice(uriescape())
