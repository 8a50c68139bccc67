notice(fieldload::mode('u+r,q'))
