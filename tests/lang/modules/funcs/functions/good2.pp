function good2() { 1 }
