import json
import os
from urllib.parse import urlparse

import pymysql

url = urlparse(os.environ["DATABASE_URL"])
connection = pymysql.connect(
    host=url.hostname, port=url.port, user=url.username, password=url.password or "",
    database=url.path[1:], charset="utf8mb4")
with connection, connection.cursor() as cursor:
    cursor.execute("INSERT IGNORE INTO orders (number) VALUES (%s)", ("4711",))
    payload = json.dumps({"partner": "acme", "cents": 1250}).encode()
    options = json.dumps({"key": "acme", "uniqueKey": "order 4711", "labels": {"partner": "acme"}})
    cursor.execute("CALL baton_add(%s, %s, %s)", ("PAY_OUT", payload, options))
    task, added = cursor.fetchone()
    connection.commit()
print(task, "added" if added else "was there")
