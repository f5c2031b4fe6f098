// Actions on one task, and their dialogs.
import { read } from '../api.js';
import { h } from '../dom.js';
import { DELAYS, ask } from '../dialog.js';
import { count } from '../format.js';
import { text, word } from '../parts.js';
import { isJson, pretty } from '../pretty.js';
import { isUtc, ofField } from '../zone.js';

const DELAY = { name: 'delay', label: 'When', kind: 'choice', choices: DELAYS };
export const REASON = { name: 'reason', label: 'Reason', hint: 'Stored in the audit.' };
const WHY = { ...REASON, needed: true };
const AT_A_TIME = 'at';
const PRIORITIES = Array.from({ length: 10 }, (_, p) => [String(p), p === 0 ? '0, most urgent' : p === 5 ? '5, usual' : p === 9 ? '9, least urgent' : String(p)]);

/**
 * Actions by the verb of the API. `fields` may depend on the task; `body` builds the request from
 * the field values.
 */
export const VERBS = {
  retry: { label: 'Retry', did: 'The task will be retried', line: 'Its attempts are counted from zero.', fields: () => [DELAY, REASON] },
  release: { label: 'Release', did: 'Released', line: 'The task runs at its time, or now if that time has passed.', fields: () => [REASON] },
  'run-again': { label: 'Run again', did: 'The task will run again', line: 'The task has ended. This runs it once more from the start.', fields: () => [DELAY, REASON] },
  reschedule: {
    label: 'Reschedule', did: 'Rescheduled', line: 'A task that waits for others stops waiting for them.',
    fields: () => [{ ...DELAY, choices: [...DELAYS, [AT_A_TIME, 'At a time …']] }, { name: 'runAt', label: 'That time', kind: 'time', hint: isUtc() ? 'In UTC.' : 'In your time zone.' }, REASON],
    body: ({ delay, runAt, ...others }) => (delay === AT_A_TIME || (runAt && !delay) ? { runAt: instant(runAt), ...others } : { delay, ...others }),
  },
  hold: { label: 'Hold', did: 'Held', line: 'The task doesn’t run until you release it.', fields: () => [REASON] },
  prioritize: {
    label: 'Priority', asks: 'Change the priority?', did: 'Priority changed',
    fields: (task) => [{ name: 'priority', label: 'Priority', kind: 'choice', choices: PRIORITIES, value: String(task.priority), needed: true }, REASON],
    body: ({ priority, ...others }) => ({ priority: Number(priority), ...others }),
  },
  'edit-payload': { label: 'Edit payload', asks: 'Change the payload?', did: 'Payload changed', line: 'The id and unique keys don’t change. The audit stores sizes and digests, not the contents.', fields: payloadFields, body: payloadBody },
  fail: { label: 'Fail', asks: 'Fail this task?', did: 'The task is FAILED', danger: true, line: 'The task will never run, and its alert ends.', fields: () => [WHY] },
  cancel: { label: 'Cancel', did: 'Cancelled', danger: true, line: 'A running handler is notified and interrupted.', fields: () => [WHY] },
};

/**
 * Asks and sends the change. `seen` is called if another person changed the task first. Returns
 * whether the change was made.
 */
export async function act(task, action, seen, send) {
  let version = task.version;
  let fields;
  try {
    fields = await action.fields(task);
  } catch (problem) {
    fields = null;
    await ask({ title: `${action.label} isn’t possible`, lines: [problem.message], confirm: 'Close', submit: async () => null });
  }
  if (!fields) return false;
  const answer = await ask({
    title: action.asks ?? `${action.label} this task?`,
    lines: [about(task), action.line, action.danger ? waitersOf(task) : null].filter(Boolean),
    fields,
    confirm: action.label,
    danger: action.danger,
    submit: async (values) => {
      try {
        return await send(filled((action.body ?? ((said) => said))(values)), version);
      } catch (problem) {
        if (problem.status === 409) {
          version = problem.current?.version ?? version;
          seen();
        }
        throw problem;
      }
    },
  });
  return answer !== null;
}

function about(task) {
  return h('p', { class: 'about' }, h('b', null, text(task.type)), ' ', h('span', { class: 'mono' }, task.id), ', ', word(task.status).toLowerCase(), `, version ${task.version}`);
}

/** Number of waiting tasks from which the server stops counting. */
const MOST_COUNTED = 900;

export function waitBehind(behind) {
  return `${behind < MOST_COUNTED ? '' : 'At least '}${count(behind)} ${behind === 1 ? 'task waits' : 'tasks wait'} behind it`;
}

/** Says what becomes of the tasks that wait. Their number may be unknown to this person. */
function waitersOf({ behind }) {
  if (behind === 0) return 'No task waits for it.';
  return `${behind ? waitBehind(behind) : 'Other tasks may wait for it'}. Those that need it to be done are cancelled. The others, such as the next task of its key, no longer wait for it.`;
}

/** Leaves out empty values. */
function filled(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null));
}

function instant(value) {
  const said = ofField(value);
  if (!said) throw new Error('Enter a time');
  return said;
}

let form = null;

async function payloadFields(task) {
  const payload = await read(['tasks', task.id, 'payload']);
  if (payload.truncated) throw new Error('The payload is too large to change here: use the API.');
  form = payload.form;
  const value = form === 'JSON' ? pretty(payload.text) : (payload.text ?? payload.base64 ?? '');
  const hint = form === 'BYTES' ? 'In Base64.' : form === 'JSON' ? 'JSON.' : '';
  return [{ name: 'payload', label: 'Payload', kind: 'area', value, hint, needed: true }, REASON];
}

function payloadBody({ payload, ...others }) {
  if (form === 'BYTES') return { base64: payload, ...others };
  if (form === 'JSON' && !isJson(payload)) throw new Error('This isn’t valid JSON.');
  // Sent as text exactly as typed, because JavaScript's numbers would lose digits.
  return { text: payload, ...others };
}
