create_resources('@notify', { 'v' => {} })
create_resources('@notify', { 'w' => {} })
realize(Notify['w'])
