notice([1, 2]['x'])
