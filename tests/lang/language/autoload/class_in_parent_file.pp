include multi::folded::leaf
