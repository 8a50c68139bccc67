class c(Pattern[/\A[a-z]+\z/, /\A\d+\z/] $a) { }
class { 'c': a => 'A1' }
