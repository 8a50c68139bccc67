include pb::told
