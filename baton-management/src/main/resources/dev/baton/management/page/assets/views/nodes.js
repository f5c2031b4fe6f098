// The nodes that share this database: who lives, who fell silent, what each runs.
import { h } from '../dom.js';
import { read } from '../api.js';
import { age, when } from '../format.js';
import { heading, table, tag, text } from '../parts.js';

const ORDER = ['SILENT', 'LIVE', 'LEFT'];
const PRESENCES = { LIVE: ['live', 'LIVE', 'Live'], SILENT: ['error', 'SILENT', 'Silent'], LEFT: ['cancelled', 'LEFT', 'Left'] };

export function open() {
  return { title: 'Nodes', load: (signal) => read('nodes', {}, signal), draw };
}

function draw(data) {
  const nodes = data.items.toSorted((a, b) => ORDER.indexOf(a.presence) - ORDER.indexOf(b.presence) || a.name.localeCompare(b.name));
  return [
    heading('Nodes', h('span', { class: 'faint' }, 'of the last day')),
    h(
      'div',
      { class: 'panel' },
      table({
        caption: 'Nodes', rows: nodes, key: (node) => node.id, empty: 'No node has been heard of.',
        rowClass: (node) => (node.presence === 'LEFT' ? 'is-past' : null),
        columns: [
          { name: 'Node', class: 'lead', cell: (node) => text(node.name) },
          { name: 'Presence', cell: (node) => tag(...(PRESENCES[node.presence] ?? ['plain', 'LEFT', node.presence])) },
          { name: 'Role', cell: (node) => (node.role === 'CLIENT' ? 'Client' : 'Server') },
          { name: 'Version', cell: (node) => text(node.version) },
          { name: 'Buckets', cell: (node) => text((node.buckets ?? []).join(', ')) },
          { name: 'Types', class: 'wide', cell: (node) => types(node.types ?? []) },
          { name: 'Up for', cell: (node) => (node.presence === 'LIVE' ? age(node.startedAt) : when(node.startedAt)) },
          { name: 'Heard', class: 'end', cell: (node) => when(node.leftAt ?? node.heardAt) },
        ],
      }),
    ),
  ];
}

function types(names) {
  if (names.length <= 4) return text(names.join(', '));
  return h('details', null, h('summary', null, `${names.length} types`), text(names.join(', ')));
}
