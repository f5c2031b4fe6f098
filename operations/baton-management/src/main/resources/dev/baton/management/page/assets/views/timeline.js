// The history of a task, latest first.
import { h } from '../dom.js';
import { icon } from '../icons.js';
import { clock, durationMillis, firstLine, millis, when } from '../format.js';
import { panel, taskLink, text, word } from '../parts.js';

const OUTCOMES = {
  FAILURE: ['error', 'FAILED', 'failed'],
  LOST: ['blocked', 'SILENT', 'was lost'],
  IN_DOUBT: ['blocked', 'STUCK', 'is in doubt'],
  UNDECIDED: ['blocked', 'STUCK', 'is undecided'],
  SUCCESS: ['done', 'DONE', 'succeeded'],
  CONTINUES: ['done', 'DONE', 'succeeded'],
  LEFT_TO_OTHERS: ['plain', 'READY', 'was left to other nodes'],
};

/** `changes` are the entries of the audit, or null if this person may not see them. */
export function timeline(task, attempts, changes) {
  const past = [...attempts.map(attempt), ...(changes ?? []).map(change), added(task), ended(task)].filter(Boolean);
  past.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return panel(
    'History',
    { 'data-key': 'timeline', class: 'timeline' },
    h('ol', null, [now(task), ...past].filter(Boolean).map(entry)),
    changes === null ? h('p', { class: 'hint' }, 'You need the right AUDIT to see the changes by people.') : null,
  );
}

function entry({ key, tone, shape, title, at, body }) {
  return h(
    'li',
    { 'data-key': key, class: `is-${tone}` },
    h('span', { class: 'mark' }, icon(shape)),
    h('div', { class: 'entry' }, h('p', { class: 'entry-head' }, h('span', null, title), at ? h('time', { datetime: at, title: at, class: 'faint' }, clock(at), ' · ', when(at)) : null), body),
  );
}

/** The current state, if the task hasn't ended. */
function now(task) {
  if (task.finishedAt) return null;
  const words = {
    WAITING: ['Waits until it is due', task.runAt],
    READY: ['Ready to start', null],
    RUNNING: [['Runs, attempt ', String(task.attempts), task.node ? [' on ', text(task.node)] : null], task.claimedAt],
    BLOCKED: ['Blocked: held, or waits for others', null],
    ERROR: ['Needs a person: retry it, or fail it', null],
  }[task.status] ?? [word(task.status), null];
  return { key: 'now', tone: task.status.toLowerCase(), shape: task.status, title: h('b', null, words[0]), at: words[1] };
}

function attempt(one, index) {
  const [tone, shape, words] = OUTCOMES[one.outcome] ?? ['plain', 'CANCELLED', 'was stopped from outside'];
  return {
    key: `attempt ${one.number} ${one.endedAt} ${index}`, tone, shape, at: one.endedAt,
    title: [h('b', null, `Attempt ${one.number} ${words}`), one.node ? [' on ', text(one.node)] : null, one.took ? ` after ${millis(durationMillis(one.took))}` : null],
    body: error(one.error),
  };
}

function change(one) {
  return {
    key: `change ${one.id}`, tone: 'person', shape: 'audit', at: one.at,
    title: [h('b', null, text(one.actor)), ' ', h('span', { class: 'verb' }, one.action)],
    body: [one.reason ? h('p', { class: 'said quoted' }, text(one.reason)) : null, one.detail ? h('p', { class: 'said faint' }, text(one.detail)) : null],
  };
}

function added(task) {
  return { key: 'added', tone: 'plain', shape: 'LEFT', at: task.createdAt, title: ['Added', task.parent ? [' by ', taskLink(task.parent)] : null] };
}

function ended(task) {
  // The successful attempt already shows that the task is done.
  if (!task.finishedAt || task.status === 'DONE') return null;
  return { key: 'ended', tone: task.status.toLowerCase(), shape: task.status, at: task.finishedAt, title: h('b', null, word(task.status)), body: error(task.error) };
}

/** Shows an error's first line; the rest is folded. */
export function error(words) {
  if (!words) return null;
  const first = firstLine(words);
  if (first === words && words.length < 400) return h('p', { class: 'said mono' }, text(words));
  return h('details', { class: 'trace' }, h('summary', null, text(first.slice(0, 400), { class: 'said mono' })), h('pre', { tabindex: '0', 'aria-label': 'The whole error' }, text(words)));
}
