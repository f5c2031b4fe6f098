-- Gives each task that shares this one's row a row of its own, so that this one can be changed.
WITH batch AS (
  DELETE FROM baton_shared_row b USING (SELECT ?::uuid AS id) q
  WHERE b.id {near} AND b.last_id >= q.id AND q.id = ANY (b.ids)
  RETURNING b.*
)
INSERT INTO baton_finished (id, owner, correlation_id, version, created_at, finished_at, keep_until, claimed_at, attempts, losses, status,
  priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, payload)
SELECT t.id, b.owner, CASE WHEN b.own_chain THEN t.id END, b.version, t.created_at, b.finished_at, b.keep_until,
  coalesce(b.claimed_at, t.created_at), b.attempts, 0, b.status,
  t.priority, false, b.bucket, b.type, t.flow_key, t.state, t.sub_type, t.context, t.traits, t.payload
FROM batch b CROSS JOIN LATERAL
  unnest(b.ids, b.created_at, b.priority, b.flow_key, b.state, b.sub_type, b.context, b.traits, b.payload)
    AS t(id, created_at, priority, flow_key, state, sub_type, context, traits, payload)
RETURNING id
