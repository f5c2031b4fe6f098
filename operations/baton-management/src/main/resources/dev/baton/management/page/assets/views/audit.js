// The audit: who changed what, and why.
import { h } from '../dom.js';
import { read } from '../api.js';
import { moment } from '../format.js';
import { button, heading, table, taskLink, text } from '../parts.js';
import { go, to } from '../router.js';

const PAGE = 50;
const FIELDS = [
  ['actor', 'Who'],
  ['action', 'What'],
  ['task', 'Task id'],
];

export function open(page) {
  const params = page.route.params;
  const filter = Object.fromEntries(['actor', 'action', 'task', 'from', 'to', 'after'].map((name) => [name, params.get(name)]));
  return { title: 'Audit', load: (signal) => read('audit', { ...filter, limit: PAGE }, signal), draw: (data) => draw(page, data), refused: (problem) => (problem.status === 400 ? bar(params) : null) };
}

function draw(page, data) {
  const params = page.route.params;
  return [
    heading('Audit', h('span', { class: 'faint' }, 'changes by people, latest first')),
    bar(params),
    h(
      'div',
      { class: 'panel', 'data-key': 'list' },
      table({
        caption: 'Changes by people', rows: data.items, key: (one) => one.id, empty: 'No change matches.',
        columns: [
          { name: 'When', class: 'moment', cell: (one) => moment(one.at) },
          { name: 'Who', class: 'lead', cell: (one) => text(one.actor) },
          { name: 'What', cell: (one) => h('span', { class: 'verb' }, text(one.action)) },
          { name: 'Task', cell: (one) => (one.task ? taskLink(one.task) : null) },
          { name: 'Reason', class: 'wide', cell: (one) => text(one.reason, { class: 'said' }) },
          { name: 'Detail', class: 'wide', cell: (one) => text(one.detail, { class: 'said faint' }) },
        ],
      }),
      data.next ? h('nav', { class: 'pager', 'aria-label': 'Pages' }, button('Next page', () => go(to(['audit'], { ...Object.fromEntries(params), after: data.next })), { class: 'quiet', 'data-key': 'next' })) : null,
    ),
  ];
}

function bar(params) {
  const apply = (form) => {
    const said = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
    // The times of a shared address have no fields, so they are kept.
    const address = to(['audit'], { from: params.get('from'), to: params.get('to'), ...said });
    if (address !== location.hash) go(address);
  };
  return h(
    'form',
    { class: 'filter panel', role: 'search', 'aria-label': 'Filter', 'data-key': 'filter', on: { submit: (event) => { event.preventDefault(); apply(event.currentTarget); }, change: (event) => apply(event.currentTarget) } },
    h('div', { class: 'inputs' }, FIELDS.map(([name, label]) => h('label', { class: 'input', 'data-key': name }, h('span', null, label), h('input', { name, value: params.get(name) ?? '', autocomplete: 'off', spellcheck: 'false' }))), params.size ? h('a', { class: 'clear', href: to(['audit']), 'data-key': 'clear' }, 'Clear the filter') : null),
    h('button', { type: 'submit', class: 'hidden' }, 'Apply'),
  );
}
