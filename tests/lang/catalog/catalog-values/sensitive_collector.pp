@user { 'u': }
User<| |> { password => Sensitive('c') }
