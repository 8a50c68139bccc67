type Small = Integer[0, 9]
notice(5 ? { Small => 'small', default => 'big' }, 50 ? { Small => 'small', default => 'big' })
