// Saves the tasks that a search finds as a file for spreadsheets.
import { h } from '../dom.js';
import { read } from '../api.js';
import { count } from '../format.js';
import { say } from '../said.js';

const PAGE = 500;
const MOST = 10_000;
const COLUMNS = ['id', 'status', 'type', 'subType', 'key', 'bucket', 'priority', 'attempts', 'createdAt', 'runAt', 'claimedAt', 'finishedAt', 'node', 'labels', 'error'];

/** Reads the search page by page, from its beginning, and saves it. */
export async function save(filter) {
  const tasks = [];
  let after = null;
  do {
    const page = await read('tasks', { ...filter, after, limit: PAGE });
    tasks.push(...page.items);
    after = page.next ?? null;
    if (after) say(`${count(tasks.length)} tasks read …`);
  } while (after && tasks.length < MOST);
  const lines = [COLUMNS, ...tasks.map((task) => COLUMNS.map((name) => cell(task[name])))];
  const file = new Blob([lines.map((line) => line.join(',')).join('\r\n') + '\r\n'], { type: 'text/csv' });
  const link = h('a', { download: 'tasks.csv' });
  link.href = URL.createObjectURL(file);
  link.click();
  URL.revokeObjectURL(link.href);
  say(after ? `The first ${count(tasks.length)} tasks are saved; narrow the search for the others` : `${count(tasks.length)} tasks are saved`);
}

/** A value in quotes. A spreadsheet would run a text that begins like a formula. */
function cell(value) {
  const words = value === null || value === undefined ? '' : typeof value === 'object' ? Object.entries(value).map((pair) => pair.join('=')).join(' ') : String(value);
  return `"${(/^[=+\-@\t\r]/.test(words) ? `'${words}` : words).replaceAll('"', '""')}"`;
}
