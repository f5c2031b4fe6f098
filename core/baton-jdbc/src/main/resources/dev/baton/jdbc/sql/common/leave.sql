UPDATE baton_node SET heard_at = {now}, left_at = {now} WHERE id = ? AND left_at IS NULL
