class c { contain d }
class d { notify { 'd': } }
include c
