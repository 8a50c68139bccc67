# Exported resources: not collected, collected here, and those of another node.
@@notify { 'only exported': tag => 'Mine', require => Notify['plain'] }
@@notify { 'collected here': tag => 'mine' }
@notify { 'virtual': }
notify { 'plain': }
Notify <<| title == 'collected here' or tag == 'theirs' |>>
notify { 'relates': require => Notify['collected here'] }
