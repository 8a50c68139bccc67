class rubyerr($error) { }
include rubyerr
