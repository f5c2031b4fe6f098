-- Locked rows, judged under their locks: no fence is needed here.
DELETE FROM baton_task WHERE id IN ({ids})
