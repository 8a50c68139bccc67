type A = Object[{attributes => {a => Integer}}]
notice(sprintf('%s', A(1)), join([A(1)], ','), flatten([A(1)]), size([A(1)]))
