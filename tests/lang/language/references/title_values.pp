define d() { notice($name, $title, type($name), type($title)) }
create_resources('d', {1 => {}, [2.5, default] => {}, true => {}, /x/ => {}, Integer => {}})
create_resources('notify', {1 => {}, {a => 1} => {}, 2 => {name => 'q'}})
D<| title == 1 |> { noop => true }
D<| title == '2.5' |> { noop => true }
