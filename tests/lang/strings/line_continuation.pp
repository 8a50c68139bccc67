notice("one \
two")
