# The class that stands for the empty collector has no resource.
class base { }
Class[base] -> Exec <| title == 'none' |> -> Class['base']
