-- When a copy of the database last heard of a node: each writes a heartbeat every five seconds, to the primary.
SELECT MAX(n.heard_at), {now} FROM baton_node n
