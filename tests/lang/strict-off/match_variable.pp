notice("<${1}>")
