notice([3, 'a'].sort)
