notice(uriescape(true))
