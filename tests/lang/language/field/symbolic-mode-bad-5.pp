notice(fieldload::mode('89'))
