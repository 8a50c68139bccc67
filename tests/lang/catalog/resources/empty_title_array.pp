notify { []: }
notice('nothing declared')
