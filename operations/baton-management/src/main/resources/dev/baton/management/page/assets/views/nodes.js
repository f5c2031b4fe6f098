// The nodes that share this database: live ones, silent ones, and what each runs.
import { h } from '../dom.js';
import { change, read } from '../api.js';
import { ask } from '../dialog.js';
import { age, when } from '../format.js';
import { button, heading, table, tag, text } from '../parts.js';
import { say } from '../said.js';

const ORDER = ['SILENT', 'LIVE', 'LEFT'];
const PRESENCES = { LIVE: ['live', 'LIVE', 'Live'], SILENT: ['error', 'SILENT', 'Silent'], LEFT: ['cancelled', 'LEFT', 'Left'] };

export function open(page) {
  return { title: 'Nodes', load, draw: (data) => draw(page, data) };
}

async function load(signal) {
  const [nodes, database] = await Promise.all([read('nodes', {}, signal), read('database', {}, signal)]);
  return { items: nodes.items, warnings: database.items };
}

function draw(page, data) {
  const nodes = data.items.toSorted((a, b) => ORDER.indexOf(a.presence) - ORDER.indexOf(b.presence) || a.name.localeCompare(b.name));
  return [
    heading('Nodes', h('span', { class: 'faint' }, 'of the last day')),
    data.warnings.length ? database(data.warnings, page) : null,
    h(
      'div',
      { class: 'panel' },
      table({
        caption: 'Nodes', rows: nodes, key: (node) => node.id, empty: 'No node is known.',
        rowClass: (node) => (node.presence === 'LEFT' ? 'is-past' : null),
        columns: [
          { name: 'Node', class: 'lead', cell: (node) => text(node.name) },
          { name: 'Presence', cell: (node) => tag(...(PRESENCES[node.presence] ?? ['plain', 'LEFT', node.presence])) },
          { name: 'Role', cell: (node) => (node.role === 'CLIENT' ? 'Client' : 'Server') },
          { name: 'Version', cell: (node) => text(node.version) },
          { name: 'Buckets', cell: (node) => text((node.buckets ?? []).join(', ')) },
          { name: 'Types', class: 'wide', cell: (node) => types(node.types ?? []) },
          { name: 'Up for', cell: (node) => (node.presence === 'LIVE' ? age(node.startedAt) : when(node.startedAt)) },
          { name: 'Heartbeat', class: 'end', cell: (node) => when(node.leftAt ?? node.heardAt) },
        ],
      }),
    ),
  ];
}

// The warnings of the live nodes about the shared database, their clocks and their limits.
function database(warnings, page) {
  const may = page.about.rights.includes('CONFIGURE');
  return h(
    'div',
    { class: 'panel' },
    table({
      caption: 'Warnings', rows: warnings, key: (warning) => `${warning.kind} ${warning.node}`,
      columns: [
        { name: 'Warning', class: 'lead', cell: (warning) => tag(warning.stopsStarts ? 'error' : 'plain', 'STUCK', warning.kind) },
        { name: 'Text', class: 'wide', cell: (warning) => text(warning.message) },
        { name: 'Found by', cell: (warning) => text(warning.node ?? 'the responding node') },
        { name: 'Since', cell: (warning) => when(warning.since) },
        { name: 'Starts', cell: (warning) => (warning.stopsStarts ? 'Stopped' : 'Continue') },
        { name: 'Change', silent: true, class: 'end', cell: (warning) => (may && warning.kind === 'OLDER_SERVER' ? button('Accept …', () => accept(page.refresh), { 'data-key': 'accept' }) : null) },
      ],
    }),
  );
}

async function accept(done) {
  const answer = await ask({
    title: 'Is this server the right one?',
    lines: ['The responding node forgets its earlier servers and starts tasks again. Tasks that are DONE on those servers may run again. Accept it on each other node separately.'],
    fields: [{ name: 'reason', label: 'Reason', needed: true, hint: 'Stored in the audit.' }],
    confirm: 'Accept',
    submit: async (values) => (await change('POST', ['database', 'accept'], values)) ?? {},
  });
  if (answer) say('Accepted');
  done();
}

function types(names) {
  if (names.length <= 4) return text(names.join(', '));
  return h('details', null, h('summary', null, `${names.length} types`), text(names.join(', ')));
}
