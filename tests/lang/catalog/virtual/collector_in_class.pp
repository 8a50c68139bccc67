class c {
  @notify { 'in class': }
  Notify <| |>
}
@notify { 'in main': }
include c
