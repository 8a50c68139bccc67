notice([1, 'two'].map |Integer $x| { $x })
