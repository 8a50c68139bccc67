class d { }
class c { contain d }
include d
include c
