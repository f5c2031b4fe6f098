// A task's payload and result, shown only on request: the server audits each read.
import { h } from '../dom.js';
import { read } from '../api.js';
import { bytes } from '../format.js';
import { button, panel, text } from '../parts.js';
import { pretty } from '../pretty.js';

const FORMS = { JSON: 'JSON', TEXT: 'Text', BYTES: 'Bytes, as Base64', NONE: 'Nothing', CLEARED: 'Removed when the task finished' };

export function content(page, task, opened) {
  const mayView = (task.actions ?? []).includes('view-payload');
  const parts = [['payload', 'Payload', task.payloadSize]];
  if (task.status === 'DONE') parts.push(['result', 'Result', null]);
  else if (task.status === 'WAITING' && task.lastOutcome === 'SUCCESS') parts.push(['result', 'Last result of a repeating task', null]);
  return parts.map(([part, title, size]) => panel(title, { 'data-key': part, class: 'content' }, mayView ? one(page, task, part, size, opened) : h('p', { class: 'hint' }, 'You need the right VIEW_PAYLOAD to see this.')));
}

function one(page, task, part, size, opened) {
  const shown = opened[part];
  if (!shown) {
    return [
      h('p', { class: 'hint' }, size === 0 ? 'It is empty.' : 'The audit records that you read it.'),
      size === 0 ? null : button(`Show the ${part}`, () => show(page, task, part, opened)),
    ];
  }
  return [
    shown.problem ? h('p', { class: 'wrong', role: 'alert' }, shown.problem) : h('pre', { tabindex: '0', 'aria-label': `The ${part}` }, text(shown.text)),
    h('p', { class: 'hint' }, shown.about),
    button('Hide it', () => { delete opened[part]; page.redraw(); }, { class: 'quiet' }),
  ];
}

async function show(page, task, part, opened) {
  try {
    const answer = await read(['tasks', task.id, part]);
    const whole = answer.text ?? answer.base64 ?? '';
    const value = answer.form === 'JSON' ? pretty(whole) : whole;
    opened[part] = { text: value, about: `${FORMS[answer.form] ?? answer.form}, ${bytes(answer.size ?? 0)}${answer.truncated ? ', only its beginning is shown' : ''}, version ${task.version}` };
  } catch (problem) {
    opened[part] = { problem: problem.message, about: '' };
  }
  page.redraw();
}
