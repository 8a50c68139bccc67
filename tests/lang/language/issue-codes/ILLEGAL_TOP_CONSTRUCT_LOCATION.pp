include misplaced::construct
