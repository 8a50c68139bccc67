create_resources('notify', {1 => {}})
notify { '1': }
