notify { "${Integer[1, 2]} ${File['/x']}": }
