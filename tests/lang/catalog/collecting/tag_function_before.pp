class k { tag('late') @notify { 'x': } }
include k
Notify <| tag == 'late' |>
