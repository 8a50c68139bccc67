type Dt::Shadow = Object[{attributes => {puppet => Integer}}]
