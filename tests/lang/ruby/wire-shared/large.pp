$plain = shared::large('plain')
notice($plain.length, ' ', $plain['k1'], ' ', $plain['k20'], ' ', $plain['k21'], ' ', 'k7' in $plain, ' ', 'k' in $plain)
$mixed = shared::large('mixed')
notice($mixed.length, ' ', $mixed['k2'], ' ', $mixed[19], ' ', $mixed['k19'], ' ', $mixed['19'])
$more = shared::large('more', $plain)
notice($more.length, ' ', $more['k3'], ' ', $more['k21'], ' ', $plain['k3'], ' ', $plain['k21'])
$sum = $more + {'k4' => 'four', 'k22' => 'newer'}
notice($sum.length, ' ', $sum['k4'], ' ', $sum['k22'], ' ', $more['k4'], ' ', $sum == $more, ' ', $sum - ['k4', 'k22'] == $more - 'k4')
notice(shared::large('more', $sum).length, ' ', $plain == shared::large('plain'), ' ', ($plain + $mixed).length)
