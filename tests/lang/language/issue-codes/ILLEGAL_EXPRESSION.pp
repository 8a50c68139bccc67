notice((1 + 2)(3))
$x = 'notice'
$x(1)
