notice('ééé', nosuch('x'))
