node default { include pb::inner }
