notify { 'a': message => 'own' }
Notify <| title == 'a' |> { message => 'collector' }
