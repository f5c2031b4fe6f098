// One task: its status, why it waits, its history, and the actions.
import { h, s } from '../dom.js';
import { change, ifAllowed, read, recent } from '../api.js';
import { bytes, count, firstLine, moment, spoken, when } from '../format.js';
import { badge, button, facts, labelLinks, panel, taskLink, text, typeLink } from '../parts.js';
import { say } from '../said.js';
import { to } from '../router.js';
import { VERBS, act, waitBehind } from './verbs.js';
import { resume } from './pause.js';
import { timeline } from './timeline.js';
import { content } from './content.js';
import { related } from './related.js';
import { steps } from './steps.js';

/** Maximum number of other tasks that are named; the explanation has more. */
const MOST_NAMED = 10;

export function open(page) {
  const id = page.route.parts[1];
  const opened = {};
  return { title: `Task ${id}`, load: (signal) => load(id, signal), draw: (data) => draw(page, data, opened) };
}

async function load(id, signal) {
  const [task, attempts, explanation, audit, others, done] = await Promise.all([
    read(['tasks', id], {}, signal),
    ifAllowed(read(['tasks', id, 'attempts'], {}, signal)),
    ifAllowed(read(['tasks', id, 'explanation'], {}, signal)),
    ifAllowed(read(['tasks', id, 'audit'], {}, signal)),
    ifAllowed(recent(6, ['tasks', id, 'related'])),
    ifAllowed(read(['tasks', id, 'steps'], {}, signal)),
  ]);
  return { task, attempts: attempts?.items ?? [], explanation, audit: audit?.items ?? null, others, done: done?.items ?? [] };
}

function draw(page, { task, attempts, explanation, audit, others, done }, opened) {
  return [
    head(page, task, explanation?.behind),
    task.progress ? progress(task.progress) : null,
    why(page, task, explanation),
    steps(page, task, done),
    related(task, others),
    h('div', { class: 'columns is-task' }, timeline(task, attempts, audit), h('div', { class: 'stack' }, about(task), content(page, task, opened))),
  ];
}

function head(page, task, behind) {
  return h(
    'div',
    { class: 'task-head', 'data-key': 'head' },
    h('p', { class: 'crumbs' }, h('a', { href: to(['tasks'], { type: task.type }) }, text(task.type)), task.subType ? [' / ', text(task.subType)] : null),
    h('div', { class: 'heading' }, h('h1', { id: 'title', tabindex: '-1' }, badge(task.status), h('span', { class: 'mono' }, task.id)), button('Copy', () => copy(task.id), { class: 'quiet', 'aria-label': 'Copy the id' })),
    actions(page, task, behind),
  );
}

async function copy(id) {
  try {
    await navigator.clipboard.writeText(id);
    say('Id copied');
  } catch {
    say('The browser doesn’t allow this page to copy');
  }
}

/** Only the actions that the server allows this person now. */
function actions(page, task, behind) {
  const able = Object.keys(VERBS).filter((verb) => (task.actions ?? []).includes(verb));
  if (!able.length) return null;
  return h(
    'div',
    { class: 'actions', role: 'group', 'aria-label': 'Actions' },
    able.map((verb, index) => button(VERBS[verb].label, () => start(page, { ...task, behind }, verb), { 'data-key': verb, class: VERBS[verb].danger ? 'danger-text' : index === 0 ? 'primary' : null })),
  );
}

async function start(page, task, verb) {
  const done = await act(task, VERBS[verb], () => page.refresh(), (body, version) => change('POST', ['tasks', task.id, verb], body, version));
  if (done) say(`${VERBS[verb].did}`);
  page.refresh();
}

function progress({ fraction, text: words, at }) {
  const share = Math.round(fraction * 100);
  return h(
    'div',
    { class: 'progress', 'data-key': 'progress' },
    s('svg', { viewBox: '0 0 100 4', preserveAspectRatio: 'none', role: 'img', 'aria-label': `${share} % done` }, s('rect', { class: 'whole', width: 100, height: 4 }), s('rect', { class: 'used', width: share, height: 4 })),
    h('p', null, h('b', null, `${share} %`), ' ', text(words), ' ', h('span', { class: 'faint' }, when(at))),
  );
}

function why(page, task, explanation) {
  const reasons = explanation?.reasons ?? [];
  if (!reasons.length) return null;
  const title = task.status === 'RUNNING' ? 'Where it runs' : task.finishedAt ? 'How it ended' : task.status === 'ERROR' ? 'Why it is stopped' : 'Why it waits';
  return panel(
    title,
    { class: `why is-${task.status.toLowerCase()}`, 'data-key': 'why' },
    h('ul', null, reasons.map((reason) => h('li', { 'data-key': `${reason.kind}${reason.limit ?? reason.task ?? ''}` }, reasonText(sentence(reason.text ?? '')), tasksOf(reason), remedy(page, reason))), explanation.behind ? h('li', { 'data-key': 'behind' }, h('span', { class: 'said' }, waitBehind(explanation.behind))) : null),
  );
}

function remedy(page, { pause }) {
  if (!pause || !page.about.rights.includes('CONFIGURE')) return null;
  return [' ', button('Resume', () => resume(pause, page.refresh), { 'data-key': 'resume' })];
}

/** Shows one line; the trace of an error is folded. */
function reasonText(words) {
  const line = firstLine(words);
  const rest = words.slice(line.length + 1);
  return [h('span', { class: 'said' }, spoken(line)), rest ? h('details', { class: 'trace' }, h('summary', null, 'The whole error'), h('pre', { tabindex: '0', 'aria-label': 'The whole error' }, text(rest))) : null];
}

const sentence = (words) => (words ? words.charAt(0).toUpperCase() + words.slice(1) : '');

function tasksOf(reason) {
  const others = [reason.tasks, reason.holders].find(Array.isArray) ?? [reason.task].filter(Boolean);
  const ids = others.map((one) => (typeof one === 'string' ? one : one.task)).filter(Boolean).slice(0, MOST_NAMED);
  return ids.length ? h('span', { class: 'ids' }, ids.map((id) => taskLink(id))) : null;
}

function about(task) {
  return panel(
    'Details',
    { 'data-key': 'about' },
    facts([
      ['Type', typeLink(task.type)],
      ['Sub-type', text(task.subType)],
      ['State', text(task.state)],
      ['Key', task.key ? h('a', { href: to(['tasks'], { key: task.key }) }, text(task.key)) : null],
      ['Labels', task.labels ? h('span', { class: 'ids' }, labelLinks(task.labels)) : null],
      ['Bucket', text(task.bucket)],
      ['Priority', count(task.priority)],
      ['Version', String(task.version)],
      ['Attempts', count(task.attempts)],
      ['Added', moment(task.createdAt)],
      ['Due', task.finishedAt ? null : task.runAt ? moment(task.runAt) : null],
      ['Node', text(task.node)],
      ['Owner', task.owner ? h('span', { class: 'mono small' }, task.owner) : null],
      ['Runs since', task.claimedAt ? moment(task.claimedAt) : null],
      ['Lease ends', task.leaseUntil ? moment(task.leaseUntil) : null],
      ['Waits for', waits(task.waitsFor)],
      ['Parent', task.parent ? taskLink(task.parent, task.parent) : null],
      ['Correlation', task.correlation ? h('a', { class: 'mono small', href: to(['tasks'], { correlation: task.correlation }) }, task.correlation) : null],
      ['Ended', task.finishedAt ? moment(task.finishedAt) : null],
      ['Deleted at', task.deletesAt ? moment(task.deletesAt) : null],
      ['Payload', task.payloadSize === null || task.payloadSize === undefined ? null : bytes(task.payloadSize)],
    ]),
  );
}

function waits(others) {
  if (!others?.left) return null;
  const shown = (others.tasks ?? []).slice(0, MOST_NAMED);
  const more = others.left - shown.length;
  return h('span', { class: 'ids' }, shown.map((id) => taskLink(id)), more > 0 ? h('span', { class: 'faint' }, `and ${count(more)} more`) : null);
}
