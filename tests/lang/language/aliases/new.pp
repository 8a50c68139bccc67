type Small = Integer[0, 9]
notice(Small('7'))
notice(Small('70'))
