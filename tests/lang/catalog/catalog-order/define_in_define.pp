define outer() { inner { "${title}-1": } notify { "o ${title}": } inner { "${title}-2": } }
define inner() { notify { "i ${title}": } }
outer { ['x', 'y']: }
