// The steps of a workflow, in order, with the children that they have called.
import { change } from '../api.js';
import { h } from '../dom.js';
import { clock, count, when } from '../format.js';
import { icon } from '../icons.js';
import { badge, button, panel, taskLink, text, typeLink } from '../parts.js';
import { say } from '../said.js';
import { REASON, act } from './verbs.js';

const MARKS = { DONE: ['done', 'DONE'], FAILED: ['failed', 'FAILED'], WAITS: ['waiting', 'WAITING'] };
const STOPPED = ['DONE', 'FAILED', 'CANCELLED', 'ERROR'];

/** Maximum number of children that are listed for a step. */
const MOST_LISTED = 20;

export function steps(page, task, items) {
  if (!items?.length) return null;
  const may = STOPPED.includes(task.status) && (task.actions ?? []).some((verb) => verb === 'run-again' || verb === 'retry');
  const run = (number) => (may ? () => again(page, task, items, number) : null);
  const next = items.length + 1;
  const stopped = STOPPED.includes(task.status) && task.status !== 'DONE' && items.at(-1).progress !== 'WAITS';
  return panel(
    'Steps',
    { 'data-key': 'steps', class: 'timeline steps' },
    h('ol', null, items.map((one) => step(one, run(one.number))), stopped ? end(task, next, run(next)) : null),
  );
}

function step(one, run) {
  const [tone, shape] = MARKS[one.progress] ?? ['plain', 'READY'];
  const waits = one.progress === 'WAITS';
  return entry(one.number, tone, shape, [
    h('p', { class: 'entry-head' }, h('span', null, `${one.number} `, h('b', null, text(one.name))), h('time', { datetime: one.at, title: one.at, class: 'faint' }, waits ? 'waiting since ' : '', clock(one.at), ' · ', when(one.at))),
    waits && one.until ? h('p', { class: 'said faint' }, 'until ', clock(one.until), ' · ', when(one.until)) : null,
    children(one),
    run ? button('Run again from here', run, { class: 'quiet', 'data-key': `from-${one.number}` }) : null,
  ]);
}

function children({ children: called, called: all }) {
  if (!called.length) return null;
  const more = Math.max(called.length, all ?? 0) - MOST_LISTED;
  const ended = called.filter((one) => one.status === 'DONE').length;
  return [
    h('p', { class: 'said faint' }, `${count(ended)} of ${count(all ?? called.length)} children done`),
    h('ul', { class: 'called' }, called.slice(0, MOST_LISTED).map((one) => h('li', { 'data-key': one.id }, badge(one.status), ' ', typeLink(one.type), ' ', taskLink(one.id))), more > 0 ? h('li', { 'data-key': 'more', class: 'faint' }, `and ${count(more)} more`) : null),
  ];
}

/** The place after the last step with a result, at which the workflow has stopped. */
function end(task, number, run) {
  return entry(number, task.status.toLowerCase(), task.status, [h('p', { class: 'entry-head' }, h('span', null, `${number} `, h('b', null, 'Stopped here'))), run ? button('Continue from here', run, { class: 'quiet', 'data-key': `from-${number}` }) : null]);
}

function entry(number, tone, shape, body) {
  return h('li', { 'data-key': `step ${number}`, class: `is-${tone}` }, h('span', { class: 'mark' }, icon(shape)), h('div', { class: 'entry' }, body));
}

async function again(page, task, items, number) {
  const dropped = items.slice(number - 1).map((one) => one.name);
  const named = dropped.slice(0, 5).join(', ') + (dropped.length > 5 ? ` and ${count(dropped.length - 5)} more` : '');
  const action = {
    label: 'Run again', asks: dropped.length ? `Run again from step ${number}?` : 'Continue this workflow?', fields: () => [REASON],
    line: dropped.length ? h('p', null, 'These steps run again: ', text(named), '. Their results, signals and children are replaced.') : 'All stored results stay. The step that has failed runs again.',
    body: (said) => ({ ...said, stepNumber: number }),
  };
  const done = await act(task, action, () => page.refresh(), (body, version) => change('POST', ['tasks', task.id, 'run-again'], body, version));
  if (done) say('The workflow will run again');
  page.refresh();
}
