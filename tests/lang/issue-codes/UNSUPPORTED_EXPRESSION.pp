type X inherits Y { }
