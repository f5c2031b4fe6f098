// Pauses a type, a key or a bucket on all nodes, and resumes it.
import { change } from '../api.js';
import { ask } from '../dialog.js';
import { say } from '../said.js';

const NAMES = ['bucket', 'type', 'key'];

export async function pause(what, done) {
  const given = NAMES.filter((name) => what[name] !== undefined);
  const fields = NAMES.filter((name) => !given.length || given.includes(name)).map((name) => ({ name, label: name.charAt(0).toUpperCase() + name.slice(1), value: what[name] ?? '', needed: given.includes(name) }));
  const answer = await ask({
    title: 'Pause on all nodes?',
    lines: ['Tasks that match all fields don’t start until you resume them. Running tasks continue, and tasks can still be added.'],
    fields: [...fields, { name: 'reason', label: 'Reason', needed: true, hint: 'Others see it next to the pause.' }],
    confirm: 'Pause',
    submit: pausing,
  });
  if (answer?.unknown ? await pauseAnyway(answer.unknown) : answer) say('Paused');
  done();
}

/** Pauses. Returns the values if no node knows a name in them, so that the person is asked again. */
async function pausing(values) {
  try {
    return (await change('POST', 'pauses', filled(values))) ?? {};
  } catch (problem) {
    if (problem.type === 'urn:baton:problem:unknown-name') return { unknown: values };
    throw problem;
  }
}

function pauseAnyway(values) {
  const names = NAMES.filter((name) => values[name]).map((name) => `${name} ${values[name]}`);
  return ask({
    title: 'Pause an unknown name?',
    lines: [names.join(', '), 'No node runs this type or bucket, and no live task uses it. Is the name right?'],
    confirm: 'Pause anyway',
    danger: true,
    submit: async () => (await change('POST', 'pauses', { ...filled(values), unknown: true })) ?? {},
  });
}

export async function resume(what, done) {
  const exactly = Object.fromEntries(NAMES.filter((name) => what[name] !== undefined && what[name] !== null).map((name) => [name, what[name]]));
  const answer = await ask({
    title: 'Resume on all nodes?',
    lines: [Object.entries(exactly).map(([name, value]) => `${name} ${value}`).join(', '), 'Waiting tasks start within a second.'],
    confirm: 'Resume',
    submit: async () => (await change('POST', ['pauses', 'resume'], exactly)) ?? {},
  });
  if (answer) say('Resumed');
  done();
}

function filled(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
