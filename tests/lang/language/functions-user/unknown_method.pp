notice([1].nothing_there)
