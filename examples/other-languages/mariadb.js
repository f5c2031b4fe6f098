const mysql = require('mysql2/promise');

async function main() {
  const connection = await mysql.createConnection(process.env.DATABASE_URL);
  try {
    await connection.beginTransaction();
    await connection.query('INSERT IGNORE INTO orders (number) VALUES (?)', ['4711']);
    const payload = Buffer.from(JSON.stringify({ partner: 'acme', cents: 1250 }));
    const options = JSON.stringify({ key: 'acme', uniqueKey: 'order 4711', labels: { partner: 'acme' } });
    const [[[answer]]] = await connection.query('CALL baton_add(?, ?, ?)', ['PAY_OUT', payload, options]);
    await connection.commit();
    console.log(answer.task_id, answer.added ? 'added' : 'was there');
  } finally {
    await connection.end();
  }
}

main();
