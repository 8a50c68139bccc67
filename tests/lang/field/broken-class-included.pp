include fieldload::nope
