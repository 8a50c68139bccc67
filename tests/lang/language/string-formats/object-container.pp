type Q = Object[{attributes => {q => Integer}}]
notice(String([Q(1)], { Object => '%d' }))
