class first { notice('first') d { 'from first': } }
class second { notice('second') Notify <| title == 'v' |> { message => 'late' } }
define d { notice("d ${title}") include third }
class third { notice('third') @notify { 'v': message => 'early' } }
include first
notice('between')
include second
d { 'from main': }
notice('end')
