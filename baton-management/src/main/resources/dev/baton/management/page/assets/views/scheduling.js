// What can be done with a schedule.
import { change } from '../api.js';
import { ask } from '../dialog.js';
import { say } from '../said.js';

const VERBS = [
  { name: 'run', label: 'Run now', did: 'A run is added', line: 'One task is added now, besides its ticks.', suits: () => true },
  { name: 'pause', label: 'Pause', did: 'It is paused', line: 'It doesn’t tick until it is resumed; what it would have done meanwhile never comes.', suits: (one) => !one.paused && !one.over },
  { name: 'resume', label: 'Resume', did: 'It is resumed', line: 'It ticks again from now on.', suits: (one) => one.paused && !one.over },
  { name: 'end', label: 'End', did: 'It has ended', line: 'It never ticks again, unless it is put anew. It stays in this list.', danger: true, suits: (one) => !one.over },
];

export function able(schedule) {
  return VERBS.filter((verb) => verb.suits(schedule));
}

export async function doTo(schedule, verb, done) {
  const answer = await ask({
    title: `${verb.label}?`,
    lines: [schedule.name, verb.line],
    confirm: verb.label,
    danger: verb.danger,
    submit: async () => (await change('POST', ['schedules', schedule.name, verb.name])) ?? {},
  });
  if (answer) say(verb.did);
  done();
}
