include typed::required
