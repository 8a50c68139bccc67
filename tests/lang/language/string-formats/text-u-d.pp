notice(String('äöü', '%u'), String('ÄÖ', '%d'), String('éa', '%c'))
