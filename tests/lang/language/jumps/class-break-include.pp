class a { break() }
include a
