contain pb::inner
