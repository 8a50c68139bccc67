notice(Dtbad::Unknowntype)
