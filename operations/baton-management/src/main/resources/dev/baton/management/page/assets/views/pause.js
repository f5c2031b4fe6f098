// Pauses a type, a key or a bucket on all nodes, and resumes it.
import { change } from '../api.js';
import { ask } from '../dialog.js';
import { say } from '../said.js';

const NAMES = ['bucket', 'type', 'key'];

export async function pause(what, done) {
  const given = NAMES.filter((name) => what[name] !== undefined);
  const fields = NAMES.filter((name) => !given.length || given.includes(name)).map((name) => ({ name, label: name.charAt(0).toUpperCase() + name.slice(1), value: what[name] ?? '', needed: given.includes(name) }));
  const answer = await ask({
    title: 'Pause it on all nodes?',
    lines: ['Nothing that matches all of this starts until it is resumed. What runs goes on; adding goes on.'],
    fields: [...fields, { name: 'reason', label: 'Reason', needed: true, hint: 'Others see it beside the pause.' }],
    confirm: 'Pause',
    submit: async (values) => (await change('POST', 'pauses', filled(values))) ?? {},
  });
  if (answer) say('It is paused');
  done();
}

export async function resume(what, done) {
  const exactly = Object.fromEntries(NAMES.filter((name) => what[name] !== undefined && what[name] !== null).map((name) => [name, what[name]]));
  const answer = await ask({
    title: 'Resume it on all nodes?',
    lines: [Object.entries(exactly).map(([name, value]) => `${name} ${value}`).join(', '), 'What waits starts within a second.'],
    confirm: 'Resume',
    submit: async () => (await change('POST', ['pauses', 'resume'], exactly)) ?? {},
  });
  if (answer) say('It is resumed');
  done();
}

function filled(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
