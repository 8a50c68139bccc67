notice("cost: 5$", "$", "a $ b", "$$")
