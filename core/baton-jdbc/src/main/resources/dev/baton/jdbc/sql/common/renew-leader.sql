UPDATE baton_leader SET node = ?, lead_until = {when} WHERE duty = ? AND (node = ? OR lead_until <= {now} OR lead_until > {when})
