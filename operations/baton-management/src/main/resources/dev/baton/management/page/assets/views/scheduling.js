// What can be done with a schedule.
import { change } from '../api.js';
import { ask } from '../dialog.js';
import { say } from '../said.js';

const VERBS = [
  { name: 'run', label: 'Run now', did: 'A run is added', line: 'One task is added now, besides its ticks.', adds: true, suits: () => true },
  { name: 'pause', label: 'Pause', did: 'It is paused', line: 'It doesn’t tick until it is resumed; what it would have done meanwhile never comes.', suits: (one) => !one.paused && !one.over },
  { name: 'resume', label: 'Resume', did: 'It is resumed', line: 'It ticks again from now on.', suits: (one) => one.paused && !one.over },
  { name: 'change', label: 'Change', did: 'It is changed', adds: true, suits: () => true },
  { name: 'end', label: 'End', did: 'It has ended', line: 'It never ticks again, unless it is put anew. It stays in this list.', danger: true, suits: (one) => !one.over },
];

export const MISSED = { SKIP: 'none of them runs', ONCE: 'one run for all of them', ALL: 'one run for each' };
export const OVERLAP = { SKIP: 'the tick is left out', QUEUE: 'the tick waits', ALLOW: 'both run' };

/** What makes it add tasks takes the right to add them, too. */
export function able(schedule, rights) {
  return VERBS.filter((verb) => rights.includes('CONFIGURE') && (!verb.adds || rights.includes('ADD')) && verb.suits(schedule));
}

export async function doTo(schedule, verb, done) {
  if (verb.name === 'change') return redefine(schedule, verb, done);
  const answer = await ask({
    title: `${verb.label}?`,
    lines: [schedule.name, verb.line],
    confirm: verb.label,
    danger: verb.danger,
    submit: async () => (await change('POST', ['schedules', schedule.name, verb.name])) ?? {},
  });
  if (answer) say(verb.did);
  return done();
}

/** Another timing, or other policies; what it runs stays as it is. */
async function redefine(schedule, verb, done) {
  const choices = (names) => Object.entries(names).map(([name, words]) => [name, words.charAt(0).toUpperCase() + words.slice(1)]);
  const answer = await ask({
    title: 'Change the schedule?',
    lines: [schedule.name, 'Another timing moves the next tick. If code declares this schedule, what you change stays until that code changes.'],
    fields: [
      { name: 'timing', label: 'When', value: schedule.timing, needed: true, hint: 'cron ZONE EXPRESSION, rate PT1M, delay PT10S, or rule NAME' },
      { name: 'missed', label: 'Missed ticks', kind: 'choice', choices: choices(MISSED), value: schedule.missed },
      { name: 'overlap', label: 'While the run before goes on', kind: 'choice', choices: choices(OVERLAP), value: schedule.overlap },
      { name: 'reason', label: 'Reason', hint: 'It stands in the audit.' },
    ],
    confirm: 'Change',
    submit: (values) => {
      const said = Object.fromEntries(Object.entries({ jitter: schedule.jitter, ...values }).filter(([, value]) => value));
      return change('PUT', ['schedules', schedule.name], said);
    },
  });
  if (answer) say(verb.did);
  return done();
}
