type M = Object[{type_parameters => {a => String}}]
type N = Object[{parent => M, type_parameters => {b => String}}]
notice(N['x', 'y'], N, M)
notice(N['x','y'] < M['x'])
