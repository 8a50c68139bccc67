::notify { -1: }
