DELETE FROM baton_node WHERE heard_at <= {ago}
