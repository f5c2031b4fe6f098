// Schedules: the next tick of each, its last run, and the actions.
import { h } from '../dom.js';
import { read } from '../api.js';
import { count, durationMillis, millis, when } from '../format.js';
import { button, heading, table, tag, taskLink, text, word } from '../parts.js';
import { go, to } from '../router.js';
import { able, doTo } from './scheduling.js';

const PAGE = 50;

export function open(page) {
  const after = page.route.params.get('after');
  return { title: 'Schedules', load: (signal) => read('schedules', { after, limit: PAGE }, signal), draw: (data) => draw(page, data) };
}

function draw(page, data) {
  return [
    heading('Schedules'),
    h(
      'div',
      { class: 'panel' },
      table({
        caption: 'Schedules', rows: data.items, key: (one) => one.name, empty: 'No schedule exists.',
        columns: [
          { name: 'Name', class: 'lead', cell: (one) => h('a', { href: to(['schedules', one.name]) }, text(one.name)) },
          { name: 'State', cell: standing },
          { name: 'When', cell: (one) => timing(one.timing) },
          { name: 'Runs', cell: (one) => text(one.runs?.type) },
          { name: 'Next', cell: (one) => (one.paused ? h('span', { class: 'faint' }, '–') : when(one.nextTick)) },
          { name: 'Results', cell: (one) => strip(one.results ?? []) },
          { name: 'Last', cell: (one) => (one.lastTask ? taskLink(one.lastTask, when(one.lastTick)) : when(one.lastTick)) },
          { name: 'So far', class: 'end number', cell: (one) => [count(one.runCount), one.skipCount ? h('span', { class: 'faint' }, ` + ${count(one.skipCount)} skipped`) : null] },
          { name: 'Actions', silent: true, class: 'end tight', cell: (one) => able(one, page.about.rights).slice(0, 2).map((verb) => button(verb.label, () => doTo(one, verb, page.refresh), { class: 'quiet', 'aria-label': `${verb.label}: ${one.name}`, 'data-key': verb.name })) },
        ],
      }),
      data.next ? h('nav', { class: 'pager', 'aria-label': 'Pages' }, button('Next page', () => go(to(['schedules'], { after: data.next })), { class: 'quiet', 'data-key': 'next' })) : null,
    ),
  ];
}

/** Describes a timing; shows an unknown kind unchanged. */
export function timing(words) {
  const [kind, first, ...others] = String(words ?? '').split(' ');
  if (kind === 'cron') return [h('span', { class: 'mono' }, text(others.join(' '))), ' ', h('span', { class: 'faint' }, text(first))];
  const span = durationMillis(first);
  if (kind === 'rate' && span) return `Every ${millis(span)}`;
  if (kind === 'delay' && span) return `${millis(span)} after the last end`;
  return text(words);
}

/** The latest results, the newest at the right, with the latest in words. */
function strip(results) {
  if (!results.length) return h('span', { class: 'faint' }, '–');
  const bad = results.filter((one) => one.status === 'FAILED' || one.status === 'ERROR').length;
  return [
    h('span', { class: 'strip', role: 'img', 'aria-label': `${bad} of the last ${results.length} runs failed` }, results.map((one) => h('span', { class: `is-${one.status.toLowerCase()}`, title: word(one.status) }))),
    ' ',
    taskLink(results[0].task, word(results[0].status)),
  ];
}

/** The state in a word. */
export function standing(one) {
  const since = one.troubleSince ? [' ', h('span', { class: 'faint' }, 'since ', when(one.troubleSince))] : null;
  if (one.fault) return [tag('error', 'ERROR', 'Can’t run'), since];
  if (one.over) return tag('cancelled', 'CANCELLED', 'Ended');
  if (one.paused) return [tag('blocked', 'PAUSED', 'Paused'), since, one.pausedBy ? h('span', { class: 'faint' }, ' by ', text(one.pausedBy)) : null];
  if (one.trouble === 'OVERDUE') return [tag('error', 'STUCK', 'Overdue'), since];
  if (one.trouble === 'FAILS') return [tag('error', 'FAILED', 'Fails'), since];
  return tag('live', 'LIVE', 'Active');
}
