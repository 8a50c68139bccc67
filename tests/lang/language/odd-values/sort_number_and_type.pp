notice([3, Array[Integer]].sort)
