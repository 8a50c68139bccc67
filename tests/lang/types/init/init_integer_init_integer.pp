notice(Init[Integer]('10'), Init[Integer, 16]('10'), Init[Integer]([1.5, 10]), Init[Integer](['11', 2]))
