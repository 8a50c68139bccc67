notice(shared::places([1, 2].map |$x| { [1, 'a', {'k' => []}] }))
notice(shared::places([1, 2].map |$x| { [] }))
notice(shared::places([1, 2].map |$x| { {} }))
notice(shared::places([[], [], {}, {}]))
function lit() { [1] }
notice(shared::places(lit(), lit()))
