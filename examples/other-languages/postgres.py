import json
import os

import psycopg2

connection = psycopg2.connect(os.environ["DATABASE_URL"])
with connection, connection.cursor() as cursor:  # commits, or rolls back what failed
    cursor.execute("INSERT INTO orders (number) VALUES (%s) ON CONFLICT DO NOTHING", ("4711",))
    payload = json.dumps({"partner": "acme", "cents": 1250}).encode()
    options = json.dumps({"key": "acme", "uniqueKey": "order 4711", "labels": {"partner": "acme"}})
    cursor.execute("SELECT task_id, added FROM baton_add(%s, %s, %s)", ("PAY_OUT", payload, options))
    task, added = cursor.fetchone()
print(task, "added" if added else "was there")
