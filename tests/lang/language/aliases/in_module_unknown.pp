notice(80 =~ Typed::Nowhere)
