// The tasks that are related to a task, as links and as a small drawing.
import { h, s } from '../dom.js';
import { count, shortId } from '../format.js';
import { badge, panel, tag, taskLink, typeLink } from '../parts.js';
import { to } from '../router.js';

const MOST_DRAWN = 4;
const WIDTH = 226;
const HEIGHT = 40;
const GAP = 10;
const APART = 52;

export function related(task, found) {
  if (!found) return null;
  const before = [found.parent, ...found.before.tasks].filter(Boolean);
  const after = [...found.after, ...found.children];
  if (!before.length && !after.length && !found.before.total && !found.moreChildren) return null;
  return panel(
    'Related tasks',
    { 'data-key': 'related', class: 'related' },
    drawing(task, before, after, found),
    found.parent ? group('Added by', [found.parent]) : null,
    found.before.total ? [h('p', { class: 'sum' }, 'Waits for: ', batch(found.before)), group(null, found.before.tasks)] : null,
    found.after.length ? group('Followed by', found.after) : null,
    found.children.length || found.moreChildren ? group('Added', found.children, found.moreChildren ? h('a', { href: to(['tasks'], { parent: task.id, correlation: task.correlation ?? task.id }) }, 'All that it added') : null) : null,
  );
}

/** 59 of 60 done, 1 failing */
export function batch({ total, done, failed, cancelled, failing }) {
  const parts = [`${count(done)} of ${count(total)} done`, failing ? `${count(failing)} failing` : '', failed ? `${count(failed)} failed` : '', cancelled ? `${count(cancelled)} cancelled` : ''];
  return h('b', null, parts.filter(Boolean).join(', '));
}

function group(title, tasks, more = null) {
  return [
    title ? h('p', { class: 'sum' }, title) : null,
    h('ul', null, tasks.map((one) => h('li', { 'data-key': one.id }, badge(one.status), one.failing && one.status !== 'ERROR' ? tag('waiting', 'RETRYING', 'Retrying') : null, ' ', typeLink(one.type), ' ', taskLink(one.id))), more ? h('li', { 'data-key': 'more' }, more) : null),
  ];
}

/** The drawing is hidden from screen readers, because the links below have the same content. */
function drawing(task, before, after, found) {
  const left = boxes(before, found.before.total - found.before.tasks.length);
  const right = boxes(after, found.moreChildren && found.children.length ? 1 : 0);
  const rows = Math.max(left.length, right.length, 1);
  const height = rows * (HEIGHT + GAP);
  const middle = { task: { ...task, own: true }, x: left.length ? WIDTH + APART : 0, y: (height - HEIGHT) / 2 };
  const placed = [...column(left, 0, height), middle, ...column(right, middle.x + WIDTH + APART, height)];
  const width = middle.x + WIDTH + (right.length ? APART + WIDTH : 0);
  return h(
    'div',
    { class: 'graph' },
    s(
      'svg',
      { viewBox: `-2 -2 ${width + 4} ${height + 4}`, width: width + 4, height: height + 4, 'aria-hidden': 'true', focusable: 'false' },
      placed.filter((one) => one !== middle).map((one) => line(one.x < middle.x ? one : middle, one.x < middle.x ? middle : one)),
      placed.map(box),
    ),
  );
}

function boxes(tasks, unlisted) {
  const shown = tasks.length > MOST_DRAWN ? tasks.slice(0, MOST_DRAWN - 1) : tasks;
  const rest = tasks.length - shown.length + Math.max(0, unlisted);
  return [...shown.map((task) => ({ task })), ...(rest > 0 ? [{ more: rest }] : [])];
}

function column(list, x, height) {
  const top = (height - list.length * (HEIGHT + GAP) + GAP) / 2;
  return list.map((one, index) => ({ ...one, x, y: top + index * (HEIGHT + GAP) }));
}

function line(from, to) {
  const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2];
  return s('path', { class: 'edge', d: `M${x1} ${y1}C${x1 + APART / 2} ${y1} ${x2 - APART / 2} ${y2} ${x2} ${y2}` });
}

function box({ task, more, x, y }) {
  const words = task ? [cut(task.type), `${shortId(task.id)} ${task.status.toLowerCase()}`] : [`and ${count(more)} more`, ''];
  return s(
    'g',
    { class: task ? `is-${task.status.toLowerCase()} ${task.own ? 'is-own' : ''}` : 'is-plain' },
    s('rect', { x, y, width: WIDTH, height: HEIGHT, rx: 6 }),
    s('text', { x: x + 10, y: y + 17 }, words[0]),
    s('text', { x: x + 10, y: y + 32, class: 'second' }, words[1]),
  );
}

const cut = (type) => (type.length > 20 ? `${type.slice(0, 19)}…` : type);
