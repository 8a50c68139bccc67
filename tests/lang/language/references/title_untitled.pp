create_resources('notify', {File => {}})
create_resources('@notify', {Exec => {}})
