include pb::inner
