require 'nosuchlibrary'
Facter.add(:after_require) { setcode { 1 } }
