notice(Struct[{a => Ob}] =~ Type)
