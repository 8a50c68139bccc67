node default { next(3) }
