define limit(Integer[0, 100] $percent, Enum['soft', 'hard'] $kind = 'soft') {
  notify { "${title} ${kind} ${percent}": }
}
limit { 'fine': percent => 50 }
limit { 'wrong': percent => 150, kind => 'medium' }
