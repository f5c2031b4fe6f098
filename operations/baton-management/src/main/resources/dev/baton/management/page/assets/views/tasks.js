// The task list: tasks that match a filter, page by page, and the changes for many of them.
import { h } from '../dom.js';
import { ifAllowed, now, read, recent } from '../api.js';
import { count, gist, when } from '../format.js';
import { LIVE_STATUSES, badge, button, heading, labelLinks, table, taskLink, text, typeLink } from '../parts.js';
import { go, to } from '../router.js';
import { filterBar } from './filter.js';
import { ACTIONS, bulk } from './bulk.js';
import { save } from './csv.js';
import { result, resultPanel } from './result.js';
import { say } from '../said.js';

const PAGE = 50;
/** The parameters of the address that select the page, not the tasks. */
const PLACE = ['after', 'from'];

export function open(page) {
  const params = page.route.params;
  const filter = filterOf(params);
  const selected = new Map();
  return {
    title: 'Tasks',
    load: (signal) => load(filter, params.get('after'), signal),
    draw: (data) => draw(page, filter, selected, data),
    refused: (problem) => (problem.status === 400 ? [problem.field ? null : narrower(params), filterBar(page, filter)] : null),
  };
}

async function load(filter, after, signal) {
  const [tasks, counts, mended] = await Promise.all([
    read('tasks', { ...filter, after, limit: PAGE }, signal),
    ifAllowed(recent(4, 'counts', { by: 'status' })),
    result(),
  ]);
  return { ...tasks, counts, mended };
}

/** Links to narrower searches, after a search that took too long. */
function narrower(params) {
  const only = (words, change) => {
    const less = new URLSearchParams(params);
    less.delete('after');
    change(less);
    return String(less) === String(params) ? null : h('a', { href: to(['tasks'], less), 'data-key': words }, words);
  };
  const yesterday = new Date(now() - 86_400_000).toISOString();
  const links = [
    only('live tasks only', (less) => {
      ['status', 'finishedFrom', 'finishedTo'].forEach((name) => less.delete(name));
      LIVE_STATUSES.forEach((status) => less.append('status', status));
    }),
    params.has('finishedFrom') ? null : only('tasks that ended within the last day', (less) => less.set('finishedFrom', yesterday)),
  ].filter(Boolean);
  return links.length ? h('p', { class: 'narrower', 'data-key': 'narrower' }, 'Search ', links.map((link, index) => [index ? ' or ' : '', link]), '.') : null;
}

/** Returns the filter of the address, by the names of the API. */
function filterOf(params) {
  const filter = {};
  for (const name of new Set(params.keys())) {
    if (!PLACE.includes(name)) {
      const values = params.getAll(name).filter(Boolean);
      filter[name] = name === 'status' ? values.join(',') : values.length > 1 ? values : values[0];
    }
  }
  return filter;
}

function draw(page, filter, selected, data) {
  const rows = data.items;
  for (const task of rows) {
    if (selected.has(task.id)) selected.set(task.id, task);
  }
  return [
    heading('Tasks', h('span', { class: 'faint' }, shownHere(page, data)), rows.length ? button('CSV', () => save(filter).catch((problem) => say(problem.message)), { class: 'quiet', 'aria-label': 'Save the tasks of this search as CSV', 'data-key': 'csv' }) : null),
    filterBar(page, filter, data.counts),
    resultPanel(page, data.mended),
    h('div', { class: 'panel', 'data-key': 'list' }, selection(page, filter, selected, data), list(page, selected, rows, data.cutShort ? 'None so far.' : 'No task matches.'), pager(page, data)),
  ];
}

function shownHere(page, data) {
  const size = data.items.length;
  if (data.moreIds) return 'Not all: more than 1,000 ids begin with this text. Add characters to it';
  const more = data.next || page.route.params.has('after');
  return more ? `${size} on this page` : size === 1 ? '1 task' : `${size} tasks`;
}

function list(page, selected, rows, empty) {
  const all = rows.length > 0 && rows.every((task) => selected.has(task.id));
  const toggle = (tasks, on) => {
    tasks.forEach((task) => (on ? selected.set(task.id, task) : selected.delete(task.id)));
    page.redraw();
  };
  return table({
    caption: 'Tasks', rows, key: (task) => task.id, empty,
    rowClass: (task) => (selected.has(task.id) ? 'is-selected' : null),
    columns: [
      {
        name: 'Select', class: 'select', silent: true,
        cell: (task) => h('input', { type: 'checkbox', checked: selected.has(task.id), 'aria-label': `Select ${task.type} ${task.id}`, on: { change: (event) => toggle([task], event.target.checked) } }),
        head: h('input', { type: 'checkbox', checked: all, 'aria-label': 'Select all tasks of this page', on: { change: (event) => toggle(rows, event.target.checked) } }),
      },
      { name: 'Status', class: 'status', cell: (task) => badge(task.status) },
      { name: 'Type', class: 'lead', cell: (task) => [typeLink(task.type), task.subType ? h('span', { class: 'faint' }, ' ', text(task.subType)) : null, labelLinks(task.labels)] },
      { name: 'Error', class: 'wide', cell: (task) => (task.error ? text(gist(task.error), { class: 'said', title: task.error }) : null) },
      { name: 'Task', cell: (task) => taskLink(task.id) },
      { name: 'Key', class: 'cut', cell: (task) => text(task.key) },
      { name: 'Time', cell: timeOf },
      { name: 'Attempts', class: 'end number', cell: (task) => count(task.attempts) },
    ],
  });
}

/** The time that matters for the task's status. */
function timeOf(task) {
  if (task.finishedAt) return [h('span', { class: 'faint' }, 'ended '), when(task.finishedAt)];
  if (task.status === 'RUNNING') return [h('span', { class: 'faint' }, 'runs since '), when(task.claimedAt), task.node ? [h('span', { class: 'faint' }, ' on '), text(task.node)] : null];
  if (task.status === 'ERROR') return [h('span', { class: 'faint' }, 'failed '), when(task.changedAt)];
  if (task.status === 'WAITING' && task.runAt) return [h('span', { class: 'faint' }, 'due '), when(task.runAt)];
  return [h('span', { class: 'faint' }, 'added '), when(task.createdAt)];
}

/** The actions for the selected tasks, or for all that the filter finds. */
function selection(page, filter, selected, data) {
  if (!page.about.rights.includes('BULK')) return null;
  const size = selected.size;
  const among = size ? { id: [...selected.keys()] } : filter;
  const words = size ? (size === 1 ? '1 selected' : `${size} selected`) : 'All that the filter finds:';
  const choices = Object.entries(ACTIONS).filter(([verb, action]) =>
    size ? [...selected.values()].some((task) => (task.actions ?? []).includes(verb)) : action.suits(filter.status),
  );
  const done = () => {
    selected.clear();
    page.refresh();
  };
  if ((!data.items.length || filter.idPrefix) && !size) return null;
  if (!size && !Object.keys(filter).some((name) => name !== 'order')) return null;
  return h(
    'div',
    { class: `bar ${size ? 'is-on' : ''}`, role: 'group', 'aria-label': 'Many at once', 'data-key': 'bulk' },
    h('span', { class: 'what', 'aria-live': 'polite' }, words),
    choices.map(([verb, action]) => button(action.label, () => bulk(verb, among, size ? words.replace(' selected', size === 1 ? ' selected task' : ' selected tasks') : 'all tasks that the filter finds', done), { class: action.danger ? 'quiet danger-text' : 'quiet', 'data-key': verb })),
    size ? button('Clear', () => { selected.clear(); page.redraw(); }, { class: 'quiet', 'data-key': 'clear' }) : null,
  );
}

function pager(page, data) {
  const params = page.route.params;
  const placed = (after) => {
    const next = new URLSearchParams(params);
    if (after) next.set('after', after);
    else next.delete('after');
    return to(['tasks'], next);
  };
  if (!data.next && !params.has('after')) return null;
  return h(
    'nav',
    { class: 'pager', 'aria-label': 'Pages' },
    data.cutShort ? h('span', {}, lookedThrough(page, data), ' ') : null,
    params.has('after') ? h('a', { href: placed(null) }, 'To the first page') : null,
    params.has('after') ? button('Back', () => history.back(), { class: 'quiet' }) : null,
    data.next ? button(data.cutShort ? 'Continue the search' : 'Next page', () => go(placed(data.next)), { class: 'quiet', 'data-key': 'next' }) : h('span', { class: 'faint' }, 'This is the last page'),
  );
}

/** Describes how far a search without an index has read. */
function lookedThrough(page, data) {
  const oldest = page.route.params.get('order') === 'oldest';
  const some = oldest ? 'oldest' : 'newest';
  return data.cutShortAt
    ? ['Searched the tasks that ended ', oldest ? 'until ' : 'since ', when(data.cutShortAt), '.']
    : `Searched the ${some} of the live tasks. A search by type, bucket or key is fast.`;
}
