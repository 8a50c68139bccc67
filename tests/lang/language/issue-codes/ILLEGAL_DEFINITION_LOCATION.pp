include misplaced::named
