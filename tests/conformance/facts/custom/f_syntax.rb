Facter.add(:syntax) {
