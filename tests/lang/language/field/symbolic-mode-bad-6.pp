notice(fieldload::mode('u+rq'))
