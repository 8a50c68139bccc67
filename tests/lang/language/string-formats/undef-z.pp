notice(String(undef, '%z'))
