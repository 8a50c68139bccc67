Type('undef')
