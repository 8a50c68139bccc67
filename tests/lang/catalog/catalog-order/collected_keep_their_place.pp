@notify { 'v1': }
notify { 'r': }
@notify { 'v2': }
Notify<| title == 'v2' |>
