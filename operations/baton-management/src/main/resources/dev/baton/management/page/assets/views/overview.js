// The overview: whether anything is wrong, and what is running.
import { h } from '../dom.js';
import { chart } from '../chart.js';
import { deployments } from '../deployments.js';
import { change, now, panels, recent } from '../api.js';
import { connection } from '../connection.js';
import { ask } from '../dialog.js';
import { age, clock, count, millis, rate, spoken, when } from '../format.js';
import { perMinute, together } from '../statistics.js';
import { rangeChoice, rangeMinutes } from '../range.js';
import { icon } from '../icons.js';
import { LIVE_STATUSES, atLeast, button, gauge, heading, panel, table, tag, taskLink, text, typeLink, uncounted, word } from '../parts.js';
import { inside, to } from '../router.js';
import { say, tell } from '../said.js';
import { LENGTHS, causeText, counted, filterOf } from './errors.js';

const KINDS = {
  DATABASE: ['error', 'STUCK', 'Database'],
  NODE: ['error', 'SILENT', 'Node'],
  NO_NODE: ['error', 'SILENT', 'No node'],
  ERROR: ['error', 'ERROR', 'Error'],
  FAILING: ['error', 'WAITING', 'Failing'],
  FAILED: ['error', 'FAILED', 'Failed'],
  SCHEDULE: ['error', 'FAILED', 'Schedule'],
  STUCK: ['error', 'STUCK', 'Stuck'],
  GROWING: ['error', 'READY', 'Growing'],
  UNKNOWN: ['blocked', 'STUCK', 'Unknown'],
  HELD: ['blocked', 'BLOCKED', 'Held'],
  LIMIT: ['blocked', 'WAITING', 'Limit'],
  SILENT_NODE: ['blocked', 'SILENT', 'Silent node'],
  PAUSED: ['blocked', 'PAUSED', 'Paused'],
  OLD_READY: ['blocked', 'WAITING', 'Long wait'],
};
/** Kinds whose entries show a count. */
const COUNTED = ['ERROR', 'FAILING', 'FAILED', 'SCHEDULE', 'STUCK', 'GROWING', 'HELD', 'LIMIT'];
/** Age from which the data no longer shows whether anything is wrong. */
const OLD_MILLIS = 5_000;
/** Maximum age of data that end this state, so that a slow database doesn't end it repeatedly. */
const NEW_MILLIS = 1_500;
/** Time for a view from which on the database counts as slow. */
const SLOW_MILLIS = 1_000;
const DAY_MINUTES = 1_440;
const YESTERDAY_SECONDS = 60;
/** Runs shorter than this are never called long. */
const LONG_MILLIS = 5_000;

export function open(page) {
  let known = null;
  let before = {};
  let dayAgo = null;
  let isOld = false;
  let aging = null;
  return {
    title: 'Overview',
    load: async (signal) => {
      const data = await load(before, signal);
      before = data.parts;
      // The first view doesn't wait for it.
      if (!data.incomplete) yesterday().then((read) => (dayAgo = read));
      return { ...data, dayAgo };
    },
    draw: (data) => {
      const { data: found, readAt } = data.parts.trouble;
      const age = now() - readAt;
      if (found) isOld = age >= (isOld ? NEW_MILLIS : OLD_MILLIS);
      const isKnown = found !== undefined && !isOld;
      clearTimeout(aging);
      if (isKnown) aging = setTimeout(page.redraw, OLD_MILLIS - age);
      const items = withOwn(data.own, found?.trouble ?? [], isOld);
      if (isKnown && known !== null && items.length !== known) tell(title(items.length));
      if (isKnown) known = items.length;
      // A hidden page doesn't read this view.
      if (!document.hidden) page.noticed(isKnown ? unseen(items) : null);
      return draw(page, data, items, found && isOld ? readAt : null);
    },
    restToWork: 1,
    close: () => clearTimeout(aging),
  };
}

/** The number of troubles that no person has seen. */
export const unseen = (troubles) => troubles.filter((one) => !one.seen).length;

/**
 * Returns the troubles that were found, and the server's own ones that are missing among them. If
 * the findings are old, returns all its own ones first, which are newer.
 */
function withOwn(own, found, isOld) {
  const isSame = (one, other) => one.name === other.name || (one.kind === 'DATABASE' && other.kind === 'DATABASE');
  const without = (some, others) => some.filter((one) => !others.some((other) => isSame(one, other)));
  if (!isOld) return [...without(own, found), ...found];
  return [...own.map((one) => ({ ...one, seen: found.find((other) => other.name === one.name)?.seen })), ...without(found, own)];
}

function title(size) {
  return size === 0 ? 'Nothing is wrong' : size === 1 ? 'One thing needs attention' : `${size} things need attention`;
}

/** The same period a day ago, behind the charts; null if it isn't known or covers more than a day. */
async function yesterday() {
  const minutes = rangeMinutes();
  return minutes > DAY_MINUTES ? null : recent(YESTERDAY_SECONDS, 'statistics', { minutes, by: 'type', daysAgo: 1 }).catch(() => null);
}

/** What is still being read, or can't be read now, stays as it was `before`. */
async function load(before, signal) {
  const { parts, own } = await panels({ minutes: rangeMinutes() }, signal);
  const all = Object.values(parts);
  const problem = all.find((part) => part.problem)?.problem;
  const refusal = parts.trouble.problem?.passes ? parts.trouble.problem : null;
  const unread = all.filter((part) => part.pending).length > all.length / 2;
  if (problem && !own.length && !all.some((part) => part.data)) throw problem;
  for (const [name, part] of Object.entries(parts)) {
    const isRefused = part.problem?.status === 503;
    if ((isRefused || (part.pending && !part.data && !part.problem)) && before[name]?.data) parts[name] = before[name];
  }
  return { parts, own, refusal, unread, incomplete: all.some((part) => part.pending) };
}

/**
 * `items` are the troubles. If the data is too old, `oldSince` is when it was read, and the server's
 * own troubles are the first items; otherwise null.
 */
function draw(page, { parts, own, incomplete, dayAgo }, items, oldSince) {
  const { counts, trouble: found, backlog, limits, statistics, nodes, running, errors } = parts;
  const overview = { ...counts.data, ...found.data, ...backlog.data };
  return [
    heading('Overview', rangeChoice(page.refresh), uncounted(overview.counts), own.length ? null : slow(parts, incomplete)),
    trouble(page, found, items, own.length, overview.counts?.exact !== false, oldSince),
    backlogs(overview.backlog ?? []),
    h('div', { class: 'columns' }, runningNow(running, overview, statistics.data), inError(errors, overview)),
    counts.data ? numbers(overview) : panel('Live tasks', null, missing(counts)),
    h('div', { class: 'columns' }, throughput(overview, statistics, dayAgo, deployments(nodes.data?.items ?? [])), waiting(statistics, deployments(nodes.data?.items ?? []))),
    h('div', { class: 'columns' }, nodePanel(nodes, overview.nodes ?? {}), limitPanel(limits)),
  ];
}

/** Shows how slow the database is. */
function slow(parts, incomplete) {
  const longest = Math.max(0, ...Object.values(parts).map((part) => part.millis ?? 0));
  if (!incomplete && longest < SLOW_MILLIS) return null;
  return h('span', { class: 'faint', role: 'status', 'data-key': 'slow' }, 'The database is slow: ', incomplete ? 'it hasn’t returned everything yet' : `this view took ${millis(longest)}`);
}

/** The text of a panel without data: the others don't need it. Null if this person may not see it. */
function missing({ problem }) {
  if (!problem) return h('p', { class: 'empty' }, 'Loading …');
  // The first line says why.
  if (problem.status === 503) return h('p', { class: 'empty' }, 'Not known');
  return [403, 404, 405, 501].includes(problem.status) ? null : h('p', { class: 'empty wrong' }, text(problem.message));
}

/** If not all is known, the first `ownSize` items are the server's own. */
function trouble(page, found, items, ownSize, counted, oldSince) {
  const unknown = found.data && oldSince === null ? null : h('span', { class: 'badge is-plain' }, icon('SILENT'), found.data ? `Not known since ${clock(oldSince).slice(11)}: ${connection.why ?? 'reading takes long'}` : `It is not known whether anything ${ownSize ? 'else ' : ''}is wrong`);
  if (!items.length && unknown) {
    return h('section', { class: 'calm', 'aria-label': 'Trouble', 'data-key': 'trouble' }, unknown, found.data ? null : found.problem ? h('p', { class: 'empty wrong' }, spoken(found.problem.message)) : missing(found));
  }
  if (!items.length && !counted) {
    return h('section', { 'aria-label': 'Trouble', 'data-key': 'trouble' }, h('span', { class: 'badge is-blocked' }, icon('STUCK'), 'Nothing is known to be wrong'), h('span', { class: 'faint' }, 'Not all live tasks could be counted.'));
  }
  if (!items.length) {
    return h('section', { class: 'calm', 'aria-label': 'Trouble', 'data-key': 'trouble' }, h('span', { class: 'badge is-done' }, icon('DONE'), title(0)), h('span', { class: 'faint' }, 'The database takes writes, nodes run tasks, and every schedule runs. No task is in error, fails repeatedly, FAILED in the last hour, or is stuck. No backlog grows, no node is silent, and nothing is paused.'));
  }
  const knownAt = `Known at ${clock(oldSince ?? now()).slice(11)}`;
  return h(
    'section',
    { class: 'panel troubles', 'aria-labelledby': 'p-trouble', 'data-key': 'trouble' },
    h('div', { class: 'panel-head' }, h('h2', { id: 'p-trouble' }, !unknown ? title(items.length) : ownSize ? title(ownSize) : knownAt), unknown),
    h('ul', null, items.slice(0, ownSize).map((item) => one(page, item)), unknown && ownSize && items.length > ownSize ? h('li', { class: 'known faint', 'data-key': 'known' }, knownAt) : null, items.slice(ownSize).map((item) => one(page, item))),
  );
}

function one(page, item) {
  const [tone, shape, words] = KINDS[item.kind] ?? ['plain', 'ERROR', item.kind];
  const address = inside(item.link);
  const content = [tag(tone, shape, words), h('span', { class: 'what' }, spoken(item.text), item.isNew ? [' ', h('span', { class: 'badge is-plain' }, 'New')] : null, item.seen ? seenBy(item.seen) : null), COUNTED.includes(item.kind) ? h('b', { class: 'number' }, count(item.count)) : null];
  return h('li', { 'data-key': item.name ?? item.text, class: item.seen ? 'is-seen' : null }, address ? h('a', { class: 'line', href: address }, content) : h('div', { class: 'line' }, content), item.action ? remedy(page, item) : null, acknowledgement(page, item));
}

function seenBy({ by, at, note }) {
  return h('span', { class: 'seen faint' }, `Acknowledged by ${by} since `, when(at), note ? [': ', text(note)] : null);
}

/** The button by which a person acknowledges a trouble, or withdraws the acknowledgement. */
function acknowledgement(page, item) {
  if (!item.name || !page.about.rights.includes('CONFIGURE')) return null;
  return item.seen
    ? button('Withdraw', () => withdraw(page, item), { class: 'quiet does', 'data-key': 'seen', title: `Acknowledged by ${item.seen.by} until ${clock(item.seen.until)}` })
    : button('Acknowledge', () => acknowledge(page, item), { class: 'quiet does', 'data-key': 'seen' });
}

async function acknowledge(page, item) {
  const answer = await ask({
    title: 'Acknowledge this problem?',
    lines: [h('p', null, spoken(item.text)), 'All operators see your name and note. The line stays until the problem ends. The acknowledgement also ends with its time. For late, retried and recently FAILED tasks, that is after an hour at most.'],
    fields: [{ name: 'reason', label: 'Note' }, { name: 'span', label: 'How long', kind: 'choice', choices: LENGTHS, value: '28800' }],
    confirm: 'Acknowledge',
    submit: ({ span, reason }) => change('POST', 'acknowledgements', { name: item.name, until: new Date(now() + Number(span) * 1_000).toISOString(), ...(reason ? { reason } : {}) }),
  });
  if (answer) say('Acknowledged');
  page.refresh();
}

async function withdraw(page, item) {
  const answer = await ask({
    title: 'Withdraw the acknowledgement?',
    lines: [h('p', null, spoken(item.text)), 'The problem counts again in the title of the browser’s tab.'],
    confirm: 'Withdraw',
    submit: () => change('POST', ['acknowledgements', 'withdraw'], { name: item.name }),
  });
  if (answer) say('Withdrawn');
  page.refresh();
}

/** What mends a trouble: a page to open, or a pause to end. */
function remedy(page, item) {
  const { label, link, path, body } = item.action;
  const address = inside(link);
  if (address) return h('a', { class: 'does', href: address }, label);
  return path ? button(label, () => mend(page, item, label, path, body), { class: 'quiet does', 'data-key': 'does' }) : null;
}

async function mend(page, item, label, path, body) {
  const answer = await ask({
    title: `${label}?`,
    lines: [h('p', null, spoken(item.text)), item.schedule ? 'The schedule ticks again from now on.' : 'Waiting tasks start within a second.'],
    confirm: label,
    submit: async () => (await change('POST', path.slice(1).split('/').map(decodeURIComponent), body ?? {})) ?? {},
  });
  if (answer) say('Done');
  page.refresh();
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

function throughput(overview, { data, problem }, dayAgo, marks) {
  if (!data && !overview.recent) return panel('Throughput', null, missing({ problem }));
  const series = together(data);
  const recent = overview.recent ?? {};
  const known = series.at.length > 1;
  const at = known ? series.at : lastMinutes(overview.now, recent.done?.length ?? 0);
  const values = (name) => (known ? perMinute(series, name) : (recent[name === 'bad' ? 'failed' : name] ?? []));
  return panel('Throughput', { class: 'is-chart' }, chart({
    title: 'Tasks per minute', at, format: rate, marks,
    series: [
      { name: 'Done', tone: 'done', values: values('done') },
      { name: 'Added', tone: 'added', values: values('added') },
      { name: 'Failed attempts', tone: 'error', values: values('bad') },
      ...doneYesterday(dayAgo, at.length),
    ],
  }));
}

function doneYesterday(dayAgo, size) {
  const done = dayAgo?.series.length ? perMinute(together(dayAgo), 'done').slice(0, size) : [];
  return done.length ? [{ name: 'Done, a day ago', tone: 'past', values: done }] : [];
}

function waiting(part, marks) {
  if (!part.data) return panel('Waiting', null, missing(part));
  const series = together(part.data);
  return panel('Waiting', { class: 'is-chart' }, chart({
    title: 'Ready to started, slowest type', at: series.at, format: millis, marks,
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

function runningNow(part, overview, statistics) {
  const running = part.data?.items ?? [];
  const all = overview.counts?.live?.RUNNING ?? running.length;
  return panel(
    'Running now',
    { class: 'brief', beside: all > running.length ? h('a', { href: to(['tasks'], { status: 'RUNNING' }) }, everyOne(all, overview.counts)) : null },
    part.data ? table({
      caption: 'Running tasks', rows: running, key: (task) => task.id, empty: 'No task is running.',
      columns: [
        { name: 'Type', class: 'lead', cell: (task) => [typeLink(task.type), task.state ? h('span', { class: 'faint' }, ' ', text(task.state)) : null] },
        { name: 'Task', cell: (task) => taskLink(task.id) },
        { name: 'Runs since', class: 'wide', cell: (task) => [when(task.claimedAt), h('span', { class: 'faint' }, ' on '), text(task.node ?? task.owner), long(task, usual(statistics, task.type))] },
        { name: 'Progress', class: 'cut wide', cell: (task) => howFar(task.progress) },
      ],
    }) : missing(part),
  );
}

const everyOne = (all, counts) => (counts?.atLeast ? `At least ${count(all)}` : `All ${count(all)}`);

/** The longest run of the type that isn't an exception: the p99 of its slowest step. */
function usual(statistics, type) {
  const points = (statistics?.series ?? []).filter((one) => one.type === type).flatMap((one) => one.points);
  return Math.max(0, ...points.map((point) => point.runP99Ms ?? 0));
}

function long(task, usualMillis) {
  const runsMillis = now() - Date.parse(task.claimedAt ?? '');
  if (!usualMillis || !(runsMillis > Math.max(2 * usualMillis, LONG_MILLIS))) return null;
  return [' ', h('span', { class: 'badge is-waiting', title: `99 of 100 run for at most ${millis(usualMillis)}` }, 'longer than usual')];
}

function howFar(progress) {
  return progress ? [`${Math.round(progress.fraction * 100)} % `, text(progress.text, { class: 'faint' })] : null;
}

function inError(part, overview) {
  const groups = part.data?.items ?? [];
  const all = overview.counts?.live?.ERROR ?? 0;
  return panel(
    'In error',
    { class: 'brief', beside: all > 0 ? h('a', { href: to(['tasks'], { status: 'ERROR' }) }, everyOne(all, overview.counts)) : null },
    part.data ? table({
      caption: 'Causes of errors', rows: groups, key: (one) => `${one.type} ${one.cause}`, empty: 'No task is in error.',
      columns: [
        { name: 'Tasks', class: 'end number', cell: (one) => h('a', { href: to(['tasks'], filterOf(one)), 'aria-label': `${counted(one)} tasks of type ${one.type}: ${one.text}` }, counted(one)) },
        { name: 'Cause', class: 'wide', cell: causeText },
        { name: 'Type', class: 'lead', cell: (one) => typeLink(one.type) },
        { name: 'Latest', cell: (one) => when(one.latestAt) },
      ],
    }) : missing(part),
  );
}

function nodePanel(part, counts) {
  const seen = (part.data?.items ?? []).filter((node) => node.presence !== 'LEFT').slice(0, 8);
  return panel(
    'Nodes',
    { beside: h('a', { href: to(['nodes']) }, `${count(counts.liveServers ?? 0)} of ${count(counts.live ?? 0)} live nodes run tasks, ${count(counts.silent ?? 0)} silent`) },
    part.problem || !part.data ? missing(part) : table({
      caption: 'Nodes', rows: seen, key: (node) => node.id, empty: 'No node is known.',
      columns: [
        { name: 'Node', class: 'lead cut', cell: (node) => text(node.name) },
        { name: 'Presence', cell: (node) => (node.presence === 'LIVE' ? tag('live', 'LIVE', node.role === 'CLIENT' ? 'Live client' : 'Live') : tag('blocked', 'SILENT', 'Silent')) },
        { name: 'Up', cell: (node) => age(node.startedAt) },
        { name: 'Heartbeat', class: 'end', cell: (node) => when(node.heardAt) },
      ],
    }),
  );
}

function limitPanel(part) {
  return panel(
    'Limits in use',
    { beside: h('a', { href: to(['limits']) }, 'All limits') },
    !part.data ? missing(part) : table({
      caption: 'Limits of the cluster in use', rows: part.data.limits ?? [], key: (limit) => limit.name + (limit.key ?? ''), empty: 'No cluster limit is in use.',
      columns: [
        { name: 'Limit', class: 'lead cut', cell: (limit) => [text(limit.name), limit.key ? [' ', h('span', { class: 'faint' }, text(limit.key))] : null] },
        { name: 'Used', class: 'wide', cell: (limit) => (limit.limit ? gauge(limit.used, limit.limit, `${limit.used} of ${limit.limit} used`) : null) },
        { name: 'Slots', class: 'end number', cell: (limit) => (limit.limit ? `${count(limit.used)} / ${count(limit.limit)}` : count(limit.used)) },
      ],
    }),
  );
}
