# environment: data
notice(lookup('list', { merge => unique }))
