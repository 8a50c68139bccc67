@ra_all { 'a': text => 't', count => 3 } @ra_all { 'b': text => 'u' } Ra_all <| text == 't' or count == 4 |> { colour => green }
