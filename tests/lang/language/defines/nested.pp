define outer { inner { "${title}-a": } inner { "${title}-b": } }
define inner { notice("inner ${title}") notify { $title: } }
outer { ['x', 'y']: }
