create_resources('notify', {false => {}})
