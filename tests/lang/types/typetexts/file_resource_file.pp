notice(Type('File["/x"]'), Type('Resource["file", "/x"]'), Type('Class["a::b"]'), Type('File'))
