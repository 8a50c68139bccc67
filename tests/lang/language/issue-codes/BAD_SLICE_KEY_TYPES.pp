notice([1, 2][Integer, 2])
