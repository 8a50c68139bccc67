class c(RichData $x) { notice($x) }
class { 'c': x => { 1 => /x/ } }
