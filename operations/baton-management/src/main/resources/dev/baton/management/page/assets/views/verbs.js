// What can be done with one task, and what is asked before.
import { read } from '../api.js';
import { h } from '../dom.js';
import { DELAYS, ask } from '../dialog.js';
import { text, word } from '../parts.js';
import { isJson, pretty } from '../pretty.js';
import { isUtc, ofField } from '../zone.js';

const DELAY = { name: 'delay', label: 'When', kind: 'choice', choices: DELAYS };
const REASON = { name: 'reason', label: 'Reason', hint: 'It stands in the audit.' };
const WHY = { ...REASON, needed: true };
const AT_A_TIME = 'at';
const PRIORITIES = Array.from({ length: 10 }, (_, p) => [String(p), p === 0 ? '0, most urgent' : p === 5 ? '5, usual' : p === 9 ? '9, least urgent' : String(p)]);

/** By the verb of the API; `fields` may depend on the task, `body` makes what is sent of what was said. */
export const VERBS = {
  retry: { label: 'Retry', did: 'It will be tried again', line: 'Its attempts are counted anew.', fields: () => [DELAY, REASON] },
  release: { label: 'Release', did: 'It is released', line: 'It runs at the time it had, or at once if that has passed.', fields: () => [REASON] },
  'run-again': { label: 'Run again', did: 'It will run again', line: 'It has ended; this runs it once more from the start.', fields: () => [DELAY, REASON] },
  reschedule: {
    label: 'Reschedule', did: 'It has another time', line: 'A task that waits for others then runs regardless of them.',
    fields: () => [{ ...DELAY, choices: [...DELAYS, [AT_A_TIME, 'At a time …']] }, { name: 'runAt', label: 'That time', kind: 'time', hint: isUtc() ? 'In UTC.' : 'Where you are.' }, REASON],
    body: ({ delay, runAt, ...others }) => (delay === AT_A_TIME || (runAt && !delay) ? { runAt: instant(runAt), ...others } : { delay, ...others }),
  },
  hold: { label: 'Hold', did: 'It is held', line: 'It stays where it is until it is released.', fields: () => [REASON] },
  prioritize: {
    label: 'Priority', asks: 'Change its priority?', did: 'Its priority is changed',
    fields: (task) => [{ name: 'priority', label: 'Priority', kind: 'choice', choices: PRIORITIES, value: String(task.priority), needed: true }, REASON],
    body: ({ priority, ...others }) => ({ priority: Number(priority), ...others }),
  },
  'edit-payload': { label: 'Edit payload', asks: 'Change its payload?', did: 'Its payload is changed', line: 'Its id and unique keys stay as they are. The audit keeps sizes and digests, not what the payload says.', fields: payloadFields, body: payloadBody },
  fail: { label: 'Fail', asks: 'Fail it?', did: 'It is FAILED', danger: true, line: 'It will never run, and its alert ends.', fields: () => [WHY] },
  cancel: { label: 'Cancel', did: 'It is cancelled', danger: true, line: 'A handler that runs is told and interrupted.', fields: () => [WHY] },
};

/** Asks and sends; `seen` is called when somebody else was quicker. Answers whether it was done. */
export async function act(task, verb, seen, send) {
  const action = VERBS[verb];
  let version = task.version;
  let fields;
  try {
    fields = await action.fields(task);
  } catch (problem) {
    fields = null;
    await ask({ title: `${action.label} isn’t possible`, lines: [problem.message], confirm: 'Well', submit: async () => null });
  }
  if (!fields) return false;
  const answer = await ask({
    title: action.asks ?? `${action.label} this task?`,
    lines: [about(task), action.line].filter(Boolean),
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

/** What was left empty isn't sent. */
function filled(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null));
}

function instant(value) {
  const said = ofField(value);
  if (!said) throw new Error('Say at which time');
  return said;
}

let form = null;

async function payloadFields(task) {
  const payload = await read(['tasks', task.id, 'payload']);
  if (payload.truncated) throw new Error('It is too large to be changed here: use the API.');
  form = payload.form;
  const value = form === 'JSON' ? pretty(payload.text) : (payload.text ?? payload.base64 ?? '');
  const hint = form === 'BYTES' ? 'In Base64.' : form === 'JSON' ? 'JSON.' : '';
  return [{ name: 'payload', label: 'Payload', kind: 'area', value, hint, needed: true }, REASON];
}

function payloadBody({ payload, ...others }) {
  if (form === 'BYTES') return { base64: payload, ...others };
  if (form === 'JSON' && !isJson(payload)) throw new Error('That is no JSON any more.');
  // As a text it is kept as it was typed: this page's own numbers would lose digits.
  return { text: payload, ...others };
}
