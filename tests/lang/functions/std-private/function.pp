pb::f()
