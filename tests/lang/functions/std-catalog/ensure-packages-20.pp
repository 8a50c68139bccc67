ensure_packages('a', {'require' => Class['z'], 'before' => [Notify['n']]})
class z {} include z
notify { 'n': }
