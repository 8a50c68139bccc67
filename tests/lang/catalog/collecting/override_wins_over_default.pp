Notify { message => 'default' }
@notify { 'a': }
Notify <| |> { message => 'collector' }
