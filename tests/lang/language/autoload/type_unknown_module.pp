notice(1 =~ Nowhere::Thing)
