notice(fieldload::mode('u=X'))
