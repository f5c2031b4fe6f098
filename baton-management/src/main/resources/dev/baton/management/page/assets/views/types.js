// Types and buckets: how much goes through each, how fast, and what is paused.
import { h } from '../dom.js';
import { ifAllowed, read, recent } from '../api.js';
import { sparkline } from '../chart.js';
import { perMinute, together, total } from '../statistics.js';
import { count, millis, when } from '../format.js';
import { LIVE_STATUSES, button, counted, heading, panel, table, tag, text, typeLink, uncounted, word } from '../parts.js';
import { to } from '../router.js';
import { pause, resume } from './pause.js';

let names = [];

/** The types that were seen last, for the search and the filter. */
export function known() {
  return names;
}

export function learn(types) {
  names = (types?.items ?? []).map((one) => one.type);
}

export function open(page) {
  return { title: 'Types and buckets', load, draw: (data) => draw(page, data) };
}

async function load(signal) {
  const [types, buckets, pauses, statistics] = await Promise.all([
    read('types', {}, signal),
    read('buckets', {}, signal),
    ifAllowed(read('pauses', {}, signal)),
    ifAllowed(recent(10, 'statistics', { minutes: 60 })),
  ]);
  learn(types);
  return { types: types.items, buckets: buckets.items, counts: types, pauses: pauses?.items ?? [], statistics };
}

function draw(page, { types, buckets, counts, pauses, statistics }) {
  const mayPause = page.about.rights.includes('CONFIGURE');
  return [
    heading('Types and buckets', uncounted(counts), mayPause ? button('Pause …', () => pause({}, page.refresh)) : null),
    pauses.length ? pausePanel(page, pauses, mayPause) : null,
    panel('Types', { 'data-key': 'types' }, typeTable(page, types, statistics, mayPause)),
    panel('Buckets', { 'data-key': 'buckets' }, bucketTable(page, buckets, mayPause)),
  ];
}

function pausePanel(page, pauses, mayPause) {
  return panel(
    'Paused',
    { 'data-key': 'pauses', class: 'is-paused' },
    table({
      caption: 'What is paused', rows: pauses, key: (one) => JSON.stringify([one.bucket, one.type, one.key]),
      columns: [
        { name: 'What', class: 'lead', cell: (one) => [tag('blocked', 'PAUSED', 'Paused'), ' ', named(one)] },
        { name: 'Reason', class: 'wide', cell: (one) => text(one.reason, { class: 'said' }) },
        { name: 'Since', cell: (one) => when(one.since) },
        { name: 'Resume', silent: true, class: 'end', cell: (one) => (mayPause ? button('Resume', () => resume(one, page.refresh)) : null) },
      ],
    }),
  );
}

function named(one) {
  const parts = [['bucket', one.bucket], ['type', one.type], ['key', one.key]].filter(([, value]) => value !== null && value !== undefined);
  return parts.map(([name, value], index) => [index ? ', ' : '', `${name} `, h('b', null, text(value))]);
}

/** Live tasks by status. */
export function liveOf(one) {
  return one.live ?? {};
}

function statusColumns(address) {
  return LIVE_STATUSES.map((status) => ({
    name: word(status), class: `end number ${status === 'ERROR' ? 'bad' : ''}`,
    cell: (one) => counted(liveOf(one)[status], address(one, status), `${word(status)}: ${liveOf(one)[status]}`),
  }));
}

function typeTable(page, types, statistics, mayPause) {
  return table({
    caption: 'Types', rows: types, key: (one) => one.type, empty: 'No type is known yet.',
    columns: [
      { name: 'Type', class: 'lead', cell: (one) => [typeLink(one.type), one.paused ? [' ', tag('blocked', 'PAUSED', 'Paused')] : null] },
      { name: 'Last hour', class: 'spark-cell', cell: (one) => spark(one, statistics) },
      { name: 'Done', class: 'end number', cell: (one) => count(one.lastHour?.done) },
      { name: 'Failed', class: 'end number', cell: (one) => count((one.lastHour?.failed ?? 0) + (one.lastHour?.errors ?? 0)) },
      { name: 'Runs p50', class: 'end number', cell: (one) => millis(one.lastHour?.runP50Ms) },
      { name: 'Runs p99', class: 'end number', cell: (one) => millis(one.lastHour?.runP99Ms) },
      ...statusColumns((one, status) => to(['tasks'], { type: one.type, status })),
      { name: 'Nodes', class: 'end number', cell: (one) => nodesOf(one) },
      { name: 'Pause', silent: true, class: 'end', cell: (one) => (mayPause ? toggle(page, one, { type: one.type }) : null) },
    ],
  });
}

function nodesOf(one) {
  const nodes = one.nodes ?? [];
  if (!nodes.length) return tag('blocked', 'SILENT', 'None');
  return h('span', { title: nodes.join(', ') }, count(nodes.length));
}

function spark(one, statistics) {
  const series = together(statistics, (some) => some.type === one.type);
  const done = perMinute(series, 'done');
  return done.length > 1 ? sparkline(done, `Done per minute: ${count(total(series.done))} in the last hour`) : h('span', { class: 'faint' }, '–');
}

function bucketTable(page, buckets, mayPause) {
  return table({
    caption: 'Buckets', rows: buckets, key: (one) => one.bucket, empty: 'No bucket is known yet.',
    columns: [
      { name: 'Bucket', class: 'lead', cell: (one) => [h('a', { href: to(['tasks'], { bucket: one.bucket }) }, text(one.bucket)), one.paused ? [' ', tag('blocked', 'PAUSED', 'Paused')] : null] },
      ...statusColumns((one, status) => to(['tasks'], { bucket: one.bucket, status })),
      { name: 'Nodes', class: 'cut wide', cell: (one) => text((one.nodes ?? []).join(', ')) },
      { name: 'Pause', silent: true, class: 'end', cell: (one) => (mayPause ? toggle(page, one, { bucket: one.bucket }) : null) },
    ],
  });
}

function toggle(page, one, what) {
  const name = Object.values(what)[0];
  return one.paused
    ? button('Resume', () => resume(what, page.refresh), { 'aria-label': `Resume ${name}` })
    : button('Pause', () => pause(what, page.refresh), { class: 'quiet', 'aria-label': `Pause ${name}` });
}
