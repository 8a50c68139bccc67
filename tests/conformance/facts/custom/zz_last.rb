Facter.add(:zz_last) { setcode { "last" } }
