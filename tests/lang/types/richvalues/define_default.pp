define a(Timespan $t = Timespan('00:01:00')) { notify { "${title} ${t}": } }
a { 'x': }
a { 'y': t => Timespan(5) }
