define d() { notify { "n ${title}": } }
d { ['x', 'y']: }
notify { 'end': }
D<| |> -> Notify['end']
