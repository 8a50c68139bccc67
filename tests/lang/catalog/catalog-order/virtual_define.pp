define d() { notify { "in ${title}": } }
@d { 'v': }
notify { 'r': }
D<| |>
