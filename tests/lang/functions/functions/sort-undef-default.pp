notice(sort([undef, undef]), sort([default, default]))
