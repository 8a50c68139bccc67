type A = Object[{attributes => {a => Integer}}]
A.new
