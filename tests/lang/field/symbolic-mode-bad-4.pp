notice(fieldload::mode(''))
