notice(fieldload::mode('a'))
