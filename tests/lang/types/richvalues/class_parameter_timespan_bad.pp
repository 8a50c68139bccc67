class a(Timespan[0, 60] $t) { }
class { 'a': t => Timespan(90) }
