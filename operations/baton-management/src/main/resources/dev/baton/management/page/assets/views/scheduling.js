// Actions on a schedule.
import { change } from '../api.js';
import { ask } from '../dialog.js';
import { say } from '../said.js';

const VERBS = [
  { name: 'run', label: 'Run now', did: 'Run added', line: 'Adds one task now, in addition to the ticks.', adds: true, suits: () => true },
  { name: 'pause', label: 'Pause', did: 'Paused', line: 'The schedule doesn’t tick until you resume it. Ticks in the meantime never run.', suits: (one) => !one.paused && !one.over },
  { name: 'resume', label: 'Resume', did: 'Resumed', line: 'The schedule ticks again from now on.', suits: (one) => one.paused && !one.over },
  { name: 'change', label: 'Change', did: 'Changed', adds: true, suits: () => true },
  { name: 'end', label: 'End', did: 'Ended', line: 'The schedule never ticks again unless it is defined again. It stays in this list.', danger: true, suits: (one) => !one.over },
];

export const MISSED = { SKIP: 'none of them runs', ONCE: 'one run for all of them', ALL: 'one run for each' };
export const OVERLAP = { SKIP: 'the tick is skipped', QUEUE: 'the tick waits', ALLOW: 'both run' };

/** An action that makes the schedule add tasks also needs the right to add them. */
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

/** Changes the timing or the policies. The schedule's task stays the same. */
async function redefine(schedule, verb, done) {
  const choices = (names) => Object.entries(names).map(([name, words]) => [name, words.charAt(0).toUpperCase() + words.slice(1)]);
  const answer = await ask({
    title: 'Change the schedule?',
    lines: [schedule.name, 'Another timing moves the next tick. If code declares this schedule, your change lasts until that code changes.'],
    fields: [
      { name: 'timing', label: 'When', value: schedule.timing, needed: true, hint: 'cron ZONE EXPRESSION, rate PT1M, delay PT10S, or rule NAME' },
      { name: 'missed', label: 'Missed ticks', kind: 'choice', choices: choices(MISSED), value: schedule.missed },
      { name: 'overlap', label: 'If the previous run continues', kind: 'choice', choices: choices(OVERLAP), value: schedule.overlap },
      { name: 'reason', label: 'Reason', hint: 'Stored in the audit.' },
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
