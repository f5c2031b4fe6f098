// Types and buckets: the load and speed of each, and the pauses.
import { h } from '../dom.js';
import { ifAddedUp, ifAllowed, read, recent } from '../api.js';
import { sparkline } from '../chart.js';
import { perMinute, together, total } from '../statistics.js';
import { count, millis, when } from '../format.js';
import { LIVE_STATUSES, button, counted, heading, panel, table, tag, text, typeLink, uncounted, word } from '../parts.js';
import { go, to } from '../router.js';
import { pause, resume } from './pause.js';

/** Returns the busiest types whose names contain this text. */
export async function namesWith(contains) {
  return ((await ifAllowed(read('types', { contains })))?.items ?? []).map((one) => one.type);
}

export function open(page) {
  const contains = page.route.params.get('contains') ?? '';
  return { title: 'Types and buckets', load: (signal) => load(contains, signal), draw: (data) => draw(page, contains, data) };
}

async function load(contains, signal) {
  const [types, buckets, pauses, statistics] = await Promise.all([
    read('types', { contains }, signal),
    read('buckets', { contains }, signal),
    ifAllowed(read('pauses', {}, signal)),
    ifAddedUp(recent(10, 'statistics', { minutes: 60 })),
  ]);
  return { types, buckets, pauses: pauses?.items ?? [], statistics };
}

function draw(page, contains, { types, buckets, pauses, statistics }) {
  const mayPause = page.about.rights.includes('CONFIGURE');
  return [
    heading('Types and buckets', uncounted(types), mayPause ? button('Pause …', () => pause({}, page.refresh)) : null),
    contains || types.others || buckets.others ? filterBar(contains) : null,
    types.hourKnown ? null : h('p', { class: 'faint', 'data-key': 'hour' }, 'The statistics of the last hour take too long to read.'),
    pauses.length ? pausePanel(page, pauses, mayPause) : null,
    panel('Types', { 'data-key': 'types' }, typeTable(page, contains, withOthers(types), statistics, mayPause)),
    panel('Buckets', { 'data-key': 'buckets' }, bucketTable(page, contains, withOthers(buckets), mayPause)),
  ];
}

function filterBar(contains) {
  const apply = (form) => {
    const address = to(['types'], { contains: new FormData(form).get('contains').trim() });
    if (address !== location.hash) go(address);
  };
  return h(
    'form',
    { class: 'filter panel', role: 'search', 'aria-label': 'Filter', 'data-key': 'filter', on: { submit: (event) => { event.preventDefault(); apply(event.currentTarget); }, change: (event) => apply(event.currentTarget) } },
    h('div', { class: 'inputs' }, h('label', { class: 'input', 'data-key': 'contains' }, h('span', null, 'Name contains'), h('input', { name: 'contains', value: contains, autocomplete: 'off', spellcheck: 'false' })), h('span', { class: 'faint' }, 'Only the busiest are listed.'), contains ? h('a', { class: 'clear', href: to(['types']), 'data-key': 'clear' }, 'Clear the filter') : null),
    h('button', { type: 'submit', class: 'hidden' }, 'Apply'),
  );
}

/** The listed entries, and a last one for all others. */
function withOthers({ items, others }) {
  return others ? [...items, { ...others, areOthers: true }] : items;
}

/** The number of others, if it is known. */
function othersName(one) {
  const words = one.count ? `${count(one.count)} others` : 'Others';
  return h('span', { class: 'faint' }, one.unnamed && one.count ? `${words} or more` : words);
}

function pausePanel(page, pauses, mayPause) {
  return panel(
    'Paused',
    { 'data-key': 'pauses', class: 'is-paused' },
    table({
      caption: 'Pauses', rows: pauses, key: (one) => JSON.stringify([one.bucket, one.type, one.key]),
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
    cell: (one) => counted(liveOf(one)[status], one.areOthers ? null : address(one, status), `${word(status)}: ${liveOf(one)[status]}`),
  }));
}

/** This key can't be a name, because no name begins with a space. */
const keyOf = (name) => (one) => (one.areOthers ? ' others' : name(one));

function typeTable(page, contains, types, statistics, mayPause) {
  return table({
    caption: 'Types', rows: types, key: keyOf((one) => one.type), empty: contains ? 'No type has this text in its name.' : 'No type is known yet.',
    columns: [
      { name: 'Type', class: 'lead', cell: (one) => one.areOthers ? othersName(one) : [typeLink(one.type), one.paused ? [' ', tag('blocked', 'PAUSED', 'Paused')] : null] },
      { name: 'Last hour', class: 'spark-cell', cell: (one) => (one.areOthers ? null : spark(one, statistics)) },
      { name: 'Done', class: 'end number', cell: (one) => count(one.lastHour?.done) },
      { name: 'Failed', class: 'end number', cell: (one) => count((one.lastHour?.failed ?? 0) + (one.lastHour?.errors ?? 0)) },
      { name: 'Runs p50', class: 'end number', cell: (one) => millis(one.lastHour?.runP50Ms) },
      { name: 'Runs p99', class: 'end number', cell: (one) => millis(one.lastHour?.runP99Ms) },
      ...statusColumns((one, status) => to(['tasks'], { type: one.type, status })),
      { name: 'Nodes', class: 'end number', cell: (one) => (one.areOthers ? null : nodesOf(one)) },
      { name: 'Pause', silent: true, class: 'end', cell: (one) => (mayPause && !one.areOthers ? toggle(page, one, { type: one.type }) : null) },
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

function bucketTable(page, contains, buckets, mayPause) {
  return table({
    caption: 'Buckets', rows: buckets, key: keyOf((one) => one.bucket), empty: contains ? 'No bucket has this text in its name.' : 'No bucket is known yet.',
    columns: [
      { name: 'Bucket', class: 'lead', cell: (one) => one.areOthers ? othersName(one) : [h('a', { href: to(['tasks'], { bucket: one.bucket }) }, text(one.bucket)), one.paused ? [' ', tag('blocked', 'PAUSED', 'Paused')] : null] },
      ...statusColumns((one, status) => to(['tasks'], { bucket: one.bucket, status })),
      { name: 'Nodes', class: 'cut wide', cell: (one) => text((one.nodes ?? []).join(', ')) },
      { name: 'Pause', silent: true, class: 'end', cell: (one) => (mayPause && !one.areOthers ? toggle(page, one, { bucket: one.bucket }) : null) },
    ],
  });
}

function toggle(page, one, what) {
  const name = Object.values(what)[0];
  return one.paused
    ? button('Resume', () => resume(what, page.refresh), { 'aria-label': `Resume ${name}` })
    : button('Pause', () => pause(what, page.refresh), { class: 'quiet', 'aria-label': `Pause ${name}` });
}
