-- All that nodes go by and operators change, in one statement: nodes read it again and again. The scope of an override is
-- below zero: its kind's number. bucket is who set it, flow_key its numbers.
SELECT p.scope, p.bucket, p.type, p.flow_key, p.reason, p.since FROM baton_pause p
UNION ALL
SELECT o.kind, o.set_by, o.name, o.numbers, o.reason, o.set_at FROM baton_override o
