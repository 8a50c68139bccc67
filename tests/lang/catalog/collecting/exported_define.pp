define d() { notify { "made by ${title}": } }
@@d { 'x': }
D <<| |>>
