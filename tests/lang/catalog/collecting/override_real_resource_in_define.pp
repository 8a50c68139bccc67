define d() { notify { "n ${title}": message => 'own' } }
d { 'x': }
Notify <| title == 'n x' |> { message => 'collector' }
