// Limits of the cluster: how much of each is used, and by whom.
import { h } from '../dom.js';
import { read } from '../api.js';
import { count, when } from '../format.js';
import { gauge, heading, panel, table, taskLink, text, typeLink } from '../parts.js';

export function open() {
  return { title: 'Limits', load: (signal) => read('limits', {}, signal), draw };
}

function draw(data) {
  const limits = data.items.toSorted((a, b) => b.used / (b.limit || 1) - a.used / (a.limit || 1) || a.name.localeCompare(b.name));
  return [
    heading('Limits', h('span', { class: 'faint' }, 'of the whole cluster')),
    h(
      'div',
      { class: 'panel' },
      table({
        caption: 'Limits of the cluster', rows: limits, key: (limit) => limit.name + (limit.key ?? ''), empty: 'No limit of the cluster is in use. Limits of single nodes are known to those nodes only.',
        columns: [
          { name: 'Limit', class: 'lead', cell: (limit) => [text(limit.name), limit.key ? [' ', h('span', { class: 'faint' }, text(limit.key))] : null] },
          { name: 'Used', class: 'wide', cell: (limit) => (limit.limit ? gauge(limit.used, limit.limit, `${limit.used} of ${limit.limit} used`) : null) },
          { name: 'Slots', class: 'end number', cell: (limit) => (limit.limit ? `${count(limit.used)} / ${count(limit.limit)}` : limit.rate ? '–' : count(limit.used)) },
          { name: 'Rate', class: 'end', cell: (limit) => (limit.rate ? ['Given out until ', when(limit.paidUntil)] : null) },
          { name: 'Held by', class: 'wide', cell: (limit) => h('span', { class: 'ids' }, (limit.holders ?? []).map((holder) => taskLink(typeof holder === 'string' ? holder : holder.task))) },
        ],
      }),
    ),
    here(data),
  ];
}

/** What the node that answered knows of itself alone. */
function here(data) {
  const rows = (data.here ?? []).flatMap((one) => one.limits.map((limit) => ({ type: one.type, ...limit })));
  return panel(
    'On the node that answers',
    { beside: data.slots ? h('span', { class: 'faint' }, `${count(data.slotsInUse)} of its ${count(data.slots)} slots in use`) : null },
    table({
      caption: 'Limits of the node that answers', rows, key: (row) => `${row.type} ${row.limit}`, empty: 'No type has a limit of its own there.',
      columns: [
        { name: 'Type', class: 'lead', cell: (row) => typeLink(row.type) },
        { name: 'Limit', cell: (row) => text(row.limit) },
        { name: 'Used', class: 'wide', cell: (row) => gauge(row.used, row.slots, `${row.used} of ${row.slots} used`) },
        { name: 'Slots', class: 'end number', cell: (row) => `${count(row.used)} / ${count(row.slots)}` },
      ],
    }),
  );
}
