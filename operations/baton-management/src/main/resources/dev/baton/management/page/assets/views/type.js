// One type: its throughput, its waiting and running times, and its nodes.
import { h } from '../dom.js';
import { ifAddedUp, read, recent } from '../api.js';
import { chart } from '../chart.js';
import { perMinute, together } from '../statistics.js';
import { rangeChoice, rangeMinutes } from '../range.js';
import { count, millis, rate } from '../format.js';
import { LIVE_STATUSES, atLeast, button, facts, heading, panel, tag, text, uncounted, word } from '../parts.js';
import { icon } from '../icons.js';
import { to } from '../router.js';
import { pause, resume } from './pause.js';
import { standings } from './errors.js';
import { liveOf } from './types.js';

export function open(page) {
  const name = page.route.parts[1];
  return { title: name, load: (signal) => load(name, signal), draw: (data) => draw(page, name, data) };
}

async function load(name, signal) {
  const [types, statistics, errors] = await Promise.all([
    read('types', { contains: name, limit: 20 }, signal),
    ifAddedUp(read('statistics', { minutes: rangeMinutes(), type: name, by: 'type' }, signal)),
    ifAddedUp(recent(5, 'errors', { type: name })),
  ]);
  return { groups: errors?.items ?? [], type: types.items.find((one) => one.type === name) ?? { type: name }, counts: types, statistics };
}

function draw(page, name, { type, counts, statistics, groups }) {
  const series = together(statistics);
  return [
    heading(text(name), [uncounted(counts), type.paused ? tag('blocked', 'PAUSED', 'Paused') : null, rangeChoice(page.refresh), pauseButton(page, type)]),
    h(
      'ul',
      { class: 'numbers', 'aria-label': 'Live tasks by status' },
      LIVE_STATUSES.map((status) => h('li', { class: status === 'ERROR' && liveOf(type).ERROR ? 'is-bad' : null }, h('a', { href: to(['tasks'], { type: name, status }) }, h('span', { class: 'name' }, icon(status), word(status)), h('b', null, atLeast(liveOf(type)[status] ?? 0, !counts.atLeast))))),
    ),
    groups.length ? standings(page, groups, name) : null,
    h('div', { class: 'columns' }, panel('Throughput', { class: 'is-chart' }, ended(series)), panel('Waiting', { class: 'is-chart' }, spans(series, 'Ready to started', 'wait'))),
    h('div', { class: 'columns' }, panel('Running', { class: 'is-chart' }, spans(series, 'Started to ended', 'run')), about(type, !type.live && counts.others?.unnamed)),
  ];
}

function pauseButton(page, type) {
  if (!page.about.rights.includes('CONFIGURE')) return null;
  return type.paused ? button('Resume', () => resume({ type: type.type }, page.refresh)) : button('Pause', () => pause({ type: type.type }, page.refresh));
}

function ended(series) {
  return chart({
    title: 'Tasks per minute', at: series.at, format: rate,
    series: [
      { name: 'Done', tone: 'done', values: perMinute(series, 'done') },
      { name: 'Added', tone: 'added', values: perMinute(series, 'added') },
      { name: 'Failed attempts', tone: 'error', values: perMinute(series, 'bad') },
    ],
  });
}

function spans(series, title, name) {
  return chart({
    title, at: series.at, format: millis,
    series: [
      { name: 'p99', tone: 'waiting', values: series[`${name}P99Ms`] },
      { name: 'p50', tone: 'added', values: series[`${name}P50Ms`] },
    ],
  });
}

function about(type, unnamed) {
  const hour = type.lastHour ?? {};
  return panel(
    'The last hour',
    null,
    facts([
      ['Live tasks', unnamed ? 'so few that they are counted together with other types' : null],
      ['Done', count(hour.done)],
      ['Failed', count(hour.failed)],
      ['Stopped in error', count(hour.errors)],
      ['Retried', count(hour.retried)],
      ['Per minute', rate(hour.perMinute)],
      ['Runs, p50', millis(hour.runP50Ms)],
      ['Runs, p99', millis(hour.runP99Ms)],
      ['Buckets', text((type.buckets ?? []).join(', '))],
      ['Nodes', text((type.nodes ?? []).join(', ')) ?? tag('blocked', 'SILENT', 'None runs it')],
      ['Tasks', h('a', { href: to(['tasks'], { type: type.type }) }, 'All of this type')],
    ]),
  );
}
