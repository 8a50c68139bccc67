notice(fieldload::mode('rw'))
