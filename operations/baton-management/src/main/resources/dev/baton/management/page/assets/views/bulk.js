// Changes many tasks: counts them first, asks for confirmation, then changes them in pieces.
import { h } from '../dom.js';
import { change } from '../api.js';
import { DELAYS, ask } from '../dialog.js';
import { count } from '../format.js';
import { say } from '../said.js';
import { remember } from './result.js';

/** Number of tasks that one request changes. */
const AT_ONCE = 500;
const COUNTED = 10_000;
/** Number of ids that a filter may have. */
const MOST_IDS = 1_000;

const DELAY = { name: 'delay', label: 'When', kind: 'choice', choices: DELAYS, needed: false };
const REASON = { name: 'reason', label: 'Reason', hint: 'Stored in the audit.' };
const WHY = { ...REASON, needed: true };
const within = (...statuses) => (asked) => !asked || asked.split(',').some((status) => statuses.includes(status));
/**
 * Allows the action only with a status in the filter, because otherwise DONE tasks would run twice.
 */
const only = (...statuses) => (asked) => Boolean(asked) && within(...statuses)(asked);

const WAITERS = 'Tasks that need them to be done are cancelled. Other tasks that wait for them, such as the next of a key, no longer wait.';

/** The bulk actions, by the verb of the API. */
export const ACTIONS = {
  retry: { label: 'Retry', line: 'Their attempts are counted from zero.', fields: [DELAY, REASON], did: 'retried', suits: within('ERROR') },
  fail: { label: 'Fail', line: `The tasks will never run, and their alerts end. ${WAITERS}`, fields: [WHY], did: 'failed', danger: true, suits: within('ERROR', 'WAITING', 'READY', 'BLOCKED') },
  reschedule: { label: 'Reschedule', line: 'Tasks that wait for others stop waiting for them.', fields: [DELAY, REASON], did: 'rescheduled', suits: within('WAITING', 'READY', 'BLOCKED') },
  hold: { label: 'Hold', line: 'The tasks, and those that wait for them, don’t run until you release them.', fields: [REASON], did: 'held', suits: within('WAITING', 'READY') },
  release: { label: 'Release', line: 'The tasks run at their time, or now if that time has passed.', fields: [REASON], did: 'released', suits: within('BLOCKED') },
  cancel: { label: 'Cancel', line: `The tasks will never run. Running handlers are notified and interrupted. ${WAITERS}`, fields: [WHY], did: 'cancelled', danger: true, suits: within('WAITING', 'READY', 'RUNNING', 'BLOCKED', 'ERROR') },
  'run-again': { label: 'Run again', line: 'The tasks have ended. This runs them once more from the start.', fields: [DELAY, REASON], did: 'run again', suits: only('DONE', 'FAILED', 'CANCELLED') },
};

/** Asks for confirmation and makes the change. */
export async function bulk(verb, filter, among, done) {
  const action = ACTIONS[verb];
  const told = h('p', { class: 'counted', 'aria-live': 'polite' }, 'Counting …');
  const counting = dryRun(verb, filter).then(
    (words) => (told.textContent = words),
    (problem) => (told.textContent = `The tasks couldn’t be counted: ${problem.message}`),
  );
  const report = await ask({
    title: `${action.label} ${among}?`,
    lines: [told, action.line],
    fields: action.fields,
    confirm: action.label,
    danger: action.danger,
    submit: async (values) => {
      await counting;
      return run(verb, filter, values, (words) => (told.textContent = words));
    },
  });
  if (report) {
    say(words(action, report));
    remember(words(action, report), report.ids, ENDED[verb] ? again(verb, report.ids, done) : null);
    done();
  }
}

/** The status after an action that ends tasks. */
const ENDED = { fail: 'FAILED', cancel: 'CANCELLED' };

/** Runs the tasks again that the action ended, as far as their rows are kept. */
function again(verb, ids, done) {
  const some = ids.slice(0, MOST_IDS);
  return () => bulk('run-again', { id: some, status: ENDED[verb] }, `the ${some.length === 1 ? 'task' : `${count(some.length)} tasks`} that you ${verb === 'fail' ? 'failed' : 'cancelled'}`, done);
}

async function dryRun(verb, filter) {
  const report = await change('POST', 'bulk', { ...body(verb, filter, {}), reason: 'to count them', atMost: COUNTED, dryRun: true });
  const others = [report.refused ? `${count(report.refused)} have a status that doesn’t allow it` : '', report.forbidden ? `${count(report.forbidden)} you may not change` : ''].filter(Boolean);
  const fit = report.matched - report.refused - report.forbidden;
  return `${report.next ? 'At least ' : ''}${count(fit)} ${fit === 1 ? 'task' : 'tasks'} will be ${ACTIONS[verb].did}${others.length ? `; ${others.join(', ')}` : ''}.`;
}

/**
 * Changes the tasks in pieces, so that a long change shows its progress and stops when the page is
 * left.
 */
async function run(verb, filter, values, tell) {
  const sum = { changed: 0, refused: 0, forbidden: 0 };
  const ids = [];
  let after = null;
  do {
    const report = await change('POST', 'bulk', { ...body(verb, filter, values), atMost: AT_ONCE, ...(after ? { after } : {}) });
    Object.keys(sum).forEach((name) => (sum[name] += report[name] ?? 0));
    ids.push(...report.results.filter((one) => one.verdict === 'CHANGED').map((one) => one.id));
    // Stops if the cursor doesn't advance, because the loop would never end.
    after = report.next && report.next !== after ? report.next : null;
    tell(`${count(sum.changed)} so far …`);
  } while (after);
  return { ...sum, ids };
}

function body(verb, filter, values) {
  const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return { filter: asBody(filter), action: verb, ...said };
}

/** Converts a filter of the address to a filter of a body. */
function asBody(filter) {
  const { status, id, stuck, retrying, held, attempts, ...others } = filter;
  return {
    ...others,
    ...(status ? { status: status.split(',') } : {}),
    ...(id ? { id: [id].flat() } : {}),
    ...(stuck ? { stuck: true } : {}),
    ...(retrying ? { retrying: true } : {}),
    ...(held ? { held: true } : {}),
    ...(attempts ? { attempts: Number(attempts) } : {}),
  };
}

function words(action, { changed, refused, forbidden }) {
  const others = [refused ? `${count(refused)} not, because their status doesn’t allow it` : '', forbidden ? `${count(forbidden)} not allowed` : ''].filter(Boolean);
  return `${count(changed)} ${action.did}${others.length ? `; ${others.join('; ')}` : ''}`;
}
