type A = Array[Nothing]
notice([1] =~ A)
