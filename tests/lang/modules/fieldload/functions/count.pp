# What it is given.
function fieldload::count(*$all) { $all }
