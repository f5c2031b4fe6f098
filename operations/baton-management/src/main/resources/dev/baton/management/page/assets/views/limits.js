// Limits of the cluster: how much of each is used, and by which tasks.
import { h } from '../dom.js';
import { change, read } from '../api.js';
import { ask } from '../dialog.js';
import { count, when } from '../format.js';
import { say } from '../said.js';
import { button, gauge, heading, panel, table, taskLink, text, typeLink } from '../parts.js';

export function open(page) {
  return { title: 'Limits', load, draw: (data) => draw(page, data) };
}

/** A node without a store for overrides still shows its limits. */
async function load(signal) {
  const [limits, overrides] = await Promise.all([read('limits', {}, signal), read('overrides', {}, signal).catch(() => null)]);
  return { ...limits, overrides };
}

function draw(page, data) {
  const limits = data.items.toSorted((a, b) => b.used / (b.limit || 1) - a.used / (a.limit || 1) || a.name.localeCompare(b.name));
  return [
    heading('Limits', h('span', { class: 'faint' }, 'of the whole cluster')),
    h(
      'div',
      { class: 'panel' },
      table({
        caption: 'Limits of the cluster', rows: limits, key: (limit) => limit.name + (limit.key ?? ''), empty: 'No cluster limit is in use. Only the node itself knows the limits of a single node.',
        columns: [
          { name: 'Limit', class: 'lead', cell: (limit) => [text(limit.name), limit.key ? [' ', h('span', { class: 'faint' }, text(limit.key))] : null] },
          { name: 'Used', class: 'wide', cell: (limit) => (limit.limit ? gauge(limit.used, limit.limit, `${limit.used} of ${limit.limit} used`) : null) },
          { name: 'Slots', class: 'end number', cell: (limit) => (limit.limit ? `${count(limit.used)} / ${count(limit.limit)}` : limit.rate ? '–' : count(limit.used)) },
          { name: 'Rate', class: 'end', cell: (limit) => (limit.rate ? ['Reserved until ', when(limit.paidUntil)] : null) },
          { name: 'Held by', class: 'wide', cell: (limit) => h('span', { class: 'ids' }, (limit.holders ?? []).map((holder) => taskLink(typeof holder === 'string' ? holder : holder.task))) },
        ],
      }),
    ),
    here(data),
    data.overrides ? numbers(page, data.overrides.items) : null,
  ];
}

/** Number of unset numbers that are shown without a click. */
const FEW = 10;

/** The numbers of the code, and those that were set instead. */
function numbers(page, rows) {
  const others = rows.filter((row) => !row.set);
  return panel(
    'Set at run time',
    { beside: h('span', { class: 'faint' }, 'on all nodes, until it is reset') },
    numberTable(page, 'Numbers that are set', rows.filter((row) => row.set), 'Nothing is set: the numbers in code apply.'),
    others.length ? h('details', { class: 'more', 'data-key': 'others', open: others.length <= FEW }, h('summary', null, others.length === 1 ? 'Another number that can be set' : `${count(others.length)} other numbers that can be set`), numberTable(page, 'Limits, rates and retries that can be set', others)) : null,
  );
}

function numberTable(page, caption, rows, empty) {
  const may = page.about.rights.includes('CONFIGURE');
  return table({
    caption, rows, key: (row) => `${row.kind} ${row.name}`, empty,
    columns: [
      { name: 'Number', class: 'lead', cell: (row) => text(row.what) },
      { name: 'In code', cell: (row) => text(row.inCode ?? '') },
      { name: 'Set', cell: (row) => (row.set ? [text(row.set), ' by ', text(row.setBy), ' ', when(row.setAt)] : null) },
      { name: 'Reason', class: 'wide', cell: (row) => text(row.reason ?? '') },
      { name: 'Change', silent: true, class: 'end', cell: (row) => (may ? [row.inCode ? button('Set …', () => set(row, page.refresh), { 'aria-label': `Set ${row.what}`, 'data-key': 'override' }) : null, ' ', row.set ? button('Reset …', () => reset(row, page.refresh), { 'aria-label': `Reset ${row.what}`, 'data-key': 'reset' }) : null] : null) },
    ],
  });
}

const FIELDS = { RATE: ['units', 'period', 'burst'], RETRY: ['attempts', 'delay', 'multiplier', 'maxDelay'] };
const LABELS = { slots: 'Slots', units: 'Units', period: 'Period', burst: 'Burst', attempts: 'Attempts', delay: 'First delay', multiplier: 'Multiplier', maxDelay: 'Longest delay' };
const COUNTS = ['slots', 'units', 'burst', 'attempts'];

async function set(row, done) {
  const names = FIELDS[row.kind] ?? ['slots'];
  const answer = await ask({
    title: `Set ${row.what}?`,
    lines: [`In code: ${row.inCode ?? 'nothing'}. Tasks that run above a lowered limit continue.`],
    fields: [...names.map((name) => ({ name, label: LABELS[name], value: '', needed: names.length === 1, hint: names.length === 1 ? '' : 'Empty: unchanged' })), { name: 'reason', label: 'Reason', value: '' }],
    confirm: 'Set',
    submit: async (values) => (await change('POST', 'overrides', body(row, values))) ?? {},
  });
  if (answer) say('Set; all nodes use it within a second');
  done();
}

async function reset(row, done) {
  const answer = await ask({
    title: `Reset ${row.what}?`,
    lines: [`In code: ${row.inCode ?? 'nothing'}.`],
    confirm: 'Reset',
    submit: async () => (await change('POST', ['overrides', 'reset'], body(row, {}))) ?? {},
  });
  if (answer) say('Reset to the number in code');
  done();
}

function body(row, values) {
  const said = Object.entries(values).filter(([, value]) => value !== '').map(([name, value]) => [name, COUNTS.includes(name) ? Number(value) : value]);
  return { kind: row.kind, name: row.name, ...Object.fromEntries(said) };
}

/** The limits that only the responding node knows. */
function here(data) {
  const rows = (data.here ?? []).flatMap((one) => one.limits.map((limit) => ({ type: one.type, ...limit })));
  return panel(
    'On the responding node',
    { beside: data.slots ? h('span', { class: 'faint' }, `${count(data.slotsInUse)} of its ${count(data.slots)} slots in use`) : null },
    table({
      caption: 'Limits of the responding node', rows, key: (row) => `${row.type} ${row.limit}`, empty: 'No type has its own limit on this node.',
      columns: [
        { name: 'Type', class: 'lead', cell: (row) => typeLink(row.type) },
        { name: 'Limit', cell: (row) => text(row.limit) },
        { name: 'Used', class: 'wide', cell: (row) => gauge(row.used, row.slots, `${row.used} of ${row.slots} used`) },
        { name: 'Slots', class: 'end number', cell: (row) => `${count(row.used)} / ${count(row.slots)}` },
      ],
    }),
  );
}
