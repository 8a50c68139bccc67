notice("x is '${fieldload::torn::x}'")
