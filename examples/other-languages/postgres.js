const { Client } = require('pg');

async function main() {
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('INSERT INTO orders (number) VALUES ($1) ON CONFLICT DO NOTHING', ['4711']);
    const payload = Buffer.from(JSON.stringify({ partner: 'acme', cents: 1250 }));
    const options = { key: 'acme', uniqueKey: 'order 4711', labels: { partner: 'acme' } };
    const answer = await client.query('SELECT task_id, added FROM baton_add($1, $2, $3)', ['PAY_OUT', payload, options]);
    await client.query('COMMIT');
    const { task_id: task, added } = answer.rows[0];
    console.log(task, added ? 'added' : 'was there');
  } finally {
    await client.end(); // rolls back what was not committed
  }
}

main();
