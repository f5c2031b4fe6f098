// Parts that several views use.
import { h, s } from './dom.js';
import { icon } from './icons.js';
import { count, shortId, when } from './format.js';
import { to } from './router.js';

/** The statuses as people read them. The address and the API use the stored names. */
const WORDS = {
  BLOCKED: 'Blocked',
  WAITING: 'Waiting',
  READY: 'Ready',
  RUNNING: 'Running',
  ERROR: 'Error',
  DONE: 'Done',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
};

export const STATUSES = Object.keys(WORDS);
export const LIVE_STATUSES = STATUSES.slice(0, 5);

export const word = (status) => WORDS[status] ?? status;

/** A status by colour, shape and word. */
export function badge(status) {
  return h('span', { class: `badge is-${tone(status)}` }, icon(status), word(status));
}

/** A short text by colour, shape and word. */
export function tag(tone, shape, text) {
  return h('span', { class: `badge is-${tone}` }, icon(shape), text);
}

function tone(status) {
  return STATUSES.includes(status) ? status.toLowerCase() : 'plain';
}

/** Text of users, isolated from its surroundings in any writing direction. */
export function text(value, attributes = {}) {
  return value === null || value === undefined || value === ''
    ? null
    : h('bdi', attributes, value);
}

export function taskLink(id, label = shortId(id)) {
  return h('a', { href: to(['tasks', id]), class: 'mono', title: id, 'aria-label': `Task ${id}` }, label);
}

/** A line may break after an underscore. */
export function typeLink(type) {
  return h('a', { href: to(['types', type]) }, h('bdi', null, String(type).split(/(?<=_)/).map((part, index) => [index ? h('wbr') : null, part])));
}

/** The labels of a task. Each links to the tasks that have it. */
export function labelLinks(labels) {
  return Object.entries(labels ?? {}).map(([name, value]) => [' ', h('a', { class: 'badge is-plain', href: to(['tasks'], { label: `${name}=${value}` }) }, text(`${name}=${value}`))]);
}

/** A heading with elements next to it. */
export function heading(title, ...beside) {
  return h('div', { class: 'heading' }, h('h1', { id: 'title', tabindex: '-1' }, title), h('div', { class: 'beside' }, beside));
}

/** A part of a view with its own heading. */
export function panel(title, attributes, ...children) {
  const id = `p-${title.toLowerCase().replace(/\W+/g, '-')}`;
  const { beside, ...others } = attributes ?? {};
  return h(
    'section',
    { ...others, class: `panel ${others.class ?? ''}`, 'aria-labelledby': id },
    h('div', { class: 'panel-head' }, h('h2', { id }, title), beside),
    children,
  );
}

/**
 * A table. Columns have a name, a `cell` that returns a row's content, and optionally a class. A
 * column without a visible heading still has its name for screen readers.
 */
export function table({ caption, columns, rows, key, empty, rowClass }) {
  if (!rows.length && empty) return h('p', { class: 'empty' }, empty);
  const head = columns.map((column) =>
    h(
      'th',
      { scope: 'col', role: 'columnheader', class: column.class?.replace('mono', '') },
      column.head ?? (column.silent ? h('span', { class: 'hidden' }, column.name) : column.name),
    ),
  );
  const body = rows.map((row) =>
    h(
      'tr',
      { role: 'row', 'data-key': key ? key(row) : null, class: rowClass?.(row) },
      columns.map((column) =>
        h(
          'td',
          { role: 'cell', class: column.class, 'data-label': column.silent ? null : column.name },
          cell(column.cell(row)),
        ),
      ),
    ),
  );
  return h(
    'div',
    { class: 'scroller' },
    h(
      'table',
      { role: 'table' },
      h('caption', { class: 'hidden' }, caption),
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, head)),
      h('tbody', { role: 'rowgroup' }, body),
    ),
  );
}

/** Puts all contents of a cell into one box, which keeps them together when rows become cards. */
function cell(content) {
  const parts = [content].flat(Infinity).filter((part) => part !== null && part !== undefined && part !== false && part !== '');
  return parts.length ? h('div', { class: 'cell' }, parts) : null;
}

/** Names and values. */
export function facts(entries) {
  return h(
    'dl',
    { class: 'facts' },
    entries
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([name, value]) => h('div', { 'data-key': name }, h('dt', null, name), h('dd', null, value))),
  );
}

export function button(label, click, attributes = {}) {
  return h('button', { type: 'button', ...attributes, on: { click } }, label);
}

/** A bar that shows how much of something is used. */
export function gauge(used, most, label) {
  const share = most > 0 ? Math.min(1, used / most) : 0;
  const level = share >= 1 ? 'full' : share >= 0.8 ? 'high' : 'fine';
  return h(
    'span',
    { class: `gauge is-${level}` },
    s(
      'svg',
      { viewBox: '0 0 100 6', preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
      s('rect', { class: 'whole', width: 100, height: 6 }),
      s('rect', { class: 'used', width: share * 100, height: 6 }),
    ),
  );
}

/** A number, with "at least" if it is incomplete. */
export function atLeast(value, exact) {
  return exact === false ? [h('span', { class: 'faint small' }, 'at least '), count(value)] : count(value);
}

/** A warning for counts of live tasks that took too long; null for other counts. */
export function uncounted(counts) {
  if (counts?.exact !== false) return null;
  return h('span', { class: 'faint' }, 'Counting takes too long; ', counts.atLeast ? 'the real numbers may be higher' : ['the counts are from ', when(counts.takenAt)]);
}

/** A number that links to what it counts. */
export function counted(value, address, label) {
  if (!value) return h('span', { class: 'faint' }, '0');
  return address ? h('a', { href: address, 'aria-label': label ?? null }, count(value)) : count(value);
}
