SELECT l.node FROM baton_leader l WHERE l.duty = ?
