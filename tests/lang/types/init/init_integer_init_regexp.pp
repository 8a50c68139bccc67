notice(Init[Type]('Integer'), Init[Regexp]('a'), Init[Boolean]('yes'), Init[Hash]([['a', 1]]), Init[Struct[{a => Integer}]]([['a', 1]]))
