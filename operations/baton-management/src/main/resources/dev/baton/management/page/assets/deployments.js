// Finds deployments: nodes that started at about the same time.
import { count } from './format.js';

const APART_MILLIS = 600_000;
const MOST = 3;

/** Returns the latest deployments that the nodes' starts show, as marks for charts. */
export function deployments(nodes) {
  const starts = nodes.filter((node) => node.startedAt).toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  const found = [];
  for (const node of starts) {
    const last = found.at(-1);
    if (last && Date.parse(node.startedAt) - last.until < APART_MILLIS) last.nodes.push(node);
    else found.push({ at: node.startedAt, nodes: [node] });
    found.at(-1).until = Date.parse(node.startedAt);
  }
  return found.slice(-MOST).map((one) => ({ at: one.at, words: words(one.nodes) }));
}

function words(nodes) {
  const versions = [...new Set(nodes.map((node) => node.version).filter(Boolean))].join(', ');
  return `${nodes.length === 1 ? 'a node' : `${count(nodes.length)} nodes`} started${versions ? `, ${versions}` : ''}`;
}
