// The overview: whether anything is wrong, and what is running.
import { h } from '../dom.js';
import { chart } from '../chart.js';
import { ifAddedUp, ifAllowed, read, recent } from '../api.js';
import { age, count, gist, millis, rate, spoken, when } from '../format.js';
import { perMinute, together } from '../statistics.js';
import { rangeChoice, rangeMinutes } from '../range.js';
import { icon } from '../icons.js';
import { LIVE_STATUSES, atLeast, gauge, heading, panel, table, tag, taskLink, text, typeLink, uncounted, word } from '../parts.js';
import { inside, to } from '../router.js';
import { tell } from '../said.js';

const KINDS = {
  DATABASE: ['error', 'STUCK', 'Database'],
  ERROR: ['error', 'ERROR', 'Error'],
  FAILING: ['error', 'WAITING', 'Failing'],
  FAILED: ['error', 'FAILED', 'Failed'],
  STUCK: ['error', 'STUCK', 'Stuck'],
  GROWING: ['error', 'READY', 'Growing'],
  UNKNOWN: ['blocked', 'STUCK', 'Unknown'],
  SILENT_NODE: ['blocked', 'SILENT', 'Silent node'],
  PAUSED: ['blocked', 'PAUSED', 'Paused'],
  OLD_READY: ['blocked', 'WAITING', 'Long wait'],
};
/** Kinds whose entries show a count. */
const COUNTED = ['ERROR', 'FAILING', 'FAILED', 'STUCK', 'GROWING'];
const MOST_RUNNING = 8;

export function open(page) {
  let known = null;
  return {
    title: 'Overview',
    load,
    draw: (data) => {
      const size = (data.overview.trouble ?? []).length;
      if (known !== null && size !== known) tell(title(size));
      known = size;
      return draw(page, data);
    },
  };
}

function title(size) {
  return size === 0 ? 'Nothing is wrong' : size === 1 ? 'One thing needs attention' : `${size} things need attention`;
}

async function load(signal) {
  const [overview, statistics, nodes, running, errors] = await Promise.all([
    read('overview', {}, signal),
    ifAddedUp(recent(10, 'statistics', { minutes: rangeMinutes(), by: 'type' })),
    ifAllowed(recent(4, 'nodes')),
    ifAllowed(recent(2, 'tasks', { status: 'RUNNING', limit: MOST_RUNNING, progress: 'true' })),
    ifAllowed(recent(4, 'tasks', { status: 'ERROR', limit: MOST_RUNNING })),
  ]);
  return { overview, statistics, nodes: nodes?.items ?? [], running: running?.items ?? [], errors: errors?.items ?? [] };
}

function draw(page, { overview, statistics, nodes, running, errors }) {
  return [
    heading('Overview', rangeChoice(page.refresh), uncounted(overview.counts)),
    trouble(overview.trouble ?? [], overview.counts?.exact !== false),
    backlogs(overview.backlog ?? []),
    h('div', { class: 'columns' }, runningNow(running, overview), inError(errors, overview)),
    numbers(overview),
    h('div', { class: 'columns' }, throughput(overview, statistics), waiting(statistics)),
    h('div', { class: 'columns' }, nodePanel(nodes, overview.nodes ?? {}), limitPanel(overview.limits ?? [])),
  ];
}

function trouble(items, counted) {
  if (!items.length && !counted) {
    return h('section', { 'aria-label': 'Trouble', 'data-key': 'trouble' }, h('span', { class: 'badge is-blocked' }, icon('STUCK'), 'Nothing is known to be wrong'), h('span', { class: 'faint' }, 'Not all live tasks could be counted.'));
  }
  if (!items.length) {
    return h('section', { class: 'calm', 'aria-label': 'Trouble', 'data-key': 'trouble' }, h('span', { class: 'badge is-done' }, icon('DONE'), title(0)), h('span', { class: 'faint' }, 'No task is in error, fails repeatedly, FAILED in the last hour, or is stuck. No backlog grows, no node is silent, nothing is paused, and the database has no warning.'));
  }
  return h(
    'section',
    { class: 'panel troubles', 'aria-labelledby': 'p-trouble', 'data-key': 'trouble' },
    h('div', { class: 'panel-head' }, h('h2', { id: 'p-trouble' }, title(items.length))),
    h('ul', null, items.map(one)),
  );
}

function one(item) {
  const [tone, shape, words] = KINDS[item.kind] ?? ['plain', 'ERROR', item.kind];
  const address = inside(item.link);
  const content = [tag(tone, shape, words), h('span', { class: 'what' }, spoken(item.text)), COUNTED.includes(item.kind) ? h('b', { class: 'number' }, count(item.count)) : null];
  return h('li', { 'data-key': `${item.kind} ${item.type ?? item.text}` }, address ? h('a', { href: address }, content) : h('div', null, content));
}

function numbers(overview) {
  const live = overview.counts?.live ?? {};
  return h(
    'ul',
    { class: 'numbers', 'aria-label': 'Live tasks by status' },
    LIVE_STATUSES.toSorted((a, b) => (b === 'ERROR') - (a === 'ERROR')).map((status) =>
      h('li', { class: status === 'ERROR' && live[status] ? 'is-bad' : null }, h('a', { href: to(['tasks'], { status }) }, h('span', { class: 'name' }, icon(status), word(status)), h('b', null, atLeast(live[status] ?? 0, !overview.counts?.atLeast)))),
    ),
    h('li', null, h('a', { href: to(['tasks'], { retrying: 'true' }) }, h('span', { class: 'name' }, icon('RETRYING'), 'Retrying'), h('b', null, atLeast(overview.counts?.retrying ?? 0, overview.counts?.retryingExact)))),
    h('li', null, h('div', null, h('span', { class: 'name' }, icon('WAITING'), 'Oldest ready'), h('b', null, overview.oldestReadySeconds === null || overview.oldestReadySeconds === undefined ? '–' : millis(overview.oldestReadySeconds * 1_000)))),
  );
}

function backlogs(items) {
  if (!items.length) return null;
  return panel(
    'Backlog',
    { class: 'brief', 'data-key': 'backlog', beside: h('span', { class: 'faint' }, 'at the rates of the last 15 minutes') },
    table({
      caption: 'Ready tasks that wait', rows: items, key: (one) => one.type,
      columns: [
        { name: 'Type', class: 'lead', cell: (one) => typeLink(one.type) },
        { name: 'Ready', class: 'end number', cell: (one) => h('a', { href: to(['tasks'], { status: 'READY', type: one.type, order: 'oldest' }) }, count(one.ready)) },
        { name: 'Added per minute', class: 'end number', cell: (one) => rate(one.addedPerMinute) },
        { name: 'Ended per minute', class: 'end number', cell: (one) => rate(one.endedPerMinute) },
        { name: 'Drained', class: 'wide', cell: drained },
      ],
    }),
  );
}

function drained(one) {
  if (one.trend === 'DRAINING') return `in ${millis(one.drainedInSeconds * 1_000)}`;
  return one.trend === 'GROWING' ? `not draining: grows by ${rate(one.addedPerMinute - one.endedPerMinute)} per minute` : 'not draining';
}

function throughput(overview, statistics) {
  const series = together(statistics);
  const recent = overview.recent ?? {};
  const known = series.at.length > 1;
  const at = known ? series.at : lastMinutes(overview.now, recent.done?.length ?? 0);
  const values = (name) => (known ? perMinute(series, name) : (recent[name === 'bad' ? 'failed' : name] ?? []));
  return panel('Throughput', { class: 'is-chart' }, chart({
    title: 'Tasks per minute', at, format: rate,
    series: [
      { name: 'Done', tone: 'done', values: values('done') },
      { name: 'Added', tone: 'added', values: values('added') },
      { name: 'Failed attempts', tone: 'error', values: values('bad') },
    ],
  }));
}

function waiting(statistics) {
  const series = together(statistics);
  return panel('Waiting', { class: 'is-chart' }, chart({
    title: 'Ready to started, slowest type', at: series.at, format: millis,
    series: [
      { name: 'p99', tone: 'waiting', values: series.waitP99Ms },
      { name: 'p50', tone: 'added', values: series.waitP50Ms },
    ],
  }));
}

function lastMinutes(now, size) {
  const end = Date.parse(now ?? '') || Date.now();
  return Array.from({ length: size }, (_, index) => new Date(end - (size - 1 - index) * 60_000).toISOString());
}

function runningNow(running, overview) {
  const all = overview.counts?.live?.RUNNING ?? running.length;
  return panel(
    'Running now',
    { class: 'brief', beside: all > running.length ? h('a', { href: to(['tasks'], { status: 'RUNNING' }) }, everyOne(all, overview.counts)) : null },
    table({
      caption: 'Running tasks', rows: running, key: (task) => task.id, empty: 'No task is running.',
      columns: [
        { name: 'Type', class: 'lead', cell: (task) => [typeLink(task.type), task.state ? h('span', { class: 'faint' }, ' ', text(task.state)) : null] },
        { name: 'Task', cell: (task) => taskLink(task.id) },
        { name: 'Node', class: 'cut', cell: (task) => text(task.node ?? task.owner) },
        { name: 'Runs since', cell: (task) => when(task.claimedAt) },
        { name: 'Progress', class: 'cut wide', cell: (task) => howFar(task.progress) },
      ],
    }),
  );
}

const everyOne = (all, counts) => (counts?.atLeast ? `At least ${count(all)}` : `All ${count(all)}`);

function howFar(progress) {
  return progress ? [`${Math.round(progress.fraction * 100)} % `, text(progress.text, { class: 'faint' })] : null;
}

function inError(errors, overview) {
  const all = overview.counts?.live?.ERROR ?? errors.length;
  return panel(
    'In error',
    { class: 'brief', beside: all > 0 ? h('a', { href: to(['tasks'], { status: 'ERROR' }) }, everyOne(all, overview.counts)) : null },
    table({
      caption: 'The latest tasks in error', rows: errors, key: (task) => task.id, empty: 'No task is in error.',
      columns: [
        { name: 'Type', class: 'lead', cell: (task) => typeLink(task.type) },
        { name: 'Task', cell: (task) => taskLink(task.id) },
        { name: 'Error', class: 'cut wide', cell: (task) => text(gist(task.error), { class: 'said' }) },
      ],
    }),
  );
}

function nodePanel(nodes, counts) {
  const seen = nodes.filter((node) => node.presence !== 'LEFT').slice(0, 8);
  return panel(
    'Nodes',
    { beside: h('a', { href: to(['nodes']) }, `${count(counts.live ?? 0)} live, ${count(counts.silent ?? 0)} silent`) },
    table({
      caption: 'Nodes', rows: seen, key: (node) => node.id, empty: 'No node is known.',
      columns: [
        { name: 'Node', class: 'lead cut', cell: (node) => text(node.name) },
        { name: 'Presence', cell: (node) => (node.presence === 'LIVE' ? tag('live', 'LIVE', 'Live') : tag('blocked', 'SILENT', 'Silent')) },
        { name: 'Up', cell: (node) => age(node.startedAt) },
        { name: 'Heartbeat', class: 'end', cell: (node) => when(node.heardAt) },
      ],
    }),
  );
}

function limitPanel(limits) {
  return panel(
    'Limits in use',
    { beside: h('a', { href: to(['limits']) }, 'All limits') },
    table({
      caption: 'Limits of the cluster in use', rows: limits, key: (limit) => limit.name + (limit.key ?? ''), empty: 'No cluster limit is in use.',
      columns: [
        { name: 'Limit', class: 'lead cut', cell: (limit) => [text(limit.name), limit.key ? [' ', h('span', { class: 'faint' }, text(limit.key))] : null] },
        { name: 'Used', class: 'wide', cell: (limit) => (limit.limit ? gauge(limit.used, limit.limit, `${limit.used} of ${limit.limit} used`) : null) },
        { name: 'Slots', class: 'end number', cell: (limit) => (limit.limit ? `${count(limit.used)} / ${count(limit.limit)}` : count(limit.used)) },
      ],
    }),
  );
}
