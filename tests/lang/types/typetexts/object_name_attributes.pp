Type('Object[{name => "X", attributes => {a => Integer}}]')
