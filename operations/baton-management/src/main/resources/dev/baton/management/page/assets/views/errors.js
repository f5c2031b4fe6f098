// Errors by cause: groups of tasks with the same error, and the changes for a whole group.
import { h } from '../dom.js';
import { change, now, read } from '../api.js';
import { ask } from '../dialog.js';
import { count, gist, when } from '../format.js';
import { button, heading, panel, table, tag, text, typeLink } from '../parts.js';
import { to } from '../router.js';
import { bulk } from './bulk.js';
import { result, resultPanel } from './result.js';

/**
 * The title of each group of statuses, the filter for its tasks, and its actions, the usual one
 * first.
 */
export const STANDINGS = {
  ERROR: { title: 'In error', tone: 'error', shape: 'ERROR', filter: { status: 'ERROR' }, verbs: { retry: 'Retry', fail: 'Fail' }, empty: 'No task is in error.' },
  RETRYING: { title: 'Retrying', tone: 'waiting', shape: 'RETRYING', filter: { retrying: 'true' }, verbs: { reschedule: 'Reschedule', fail: 'Fail' }, empty: 'No task waits for a retry.' },
  FAILED: { title: 'Failed', tone: 'failed', shape: 'FAILED', filter: { status: 'FAILED' }, verbs: { 'run-again': 'Run again' }, empty: 'No FAILED task exists.' },
};

/** A line of the overview leads here with its type and its statuses. */
export function open(page) {
  const { params } = page.route;
  const filter = { type: params.get('type'), standing: Object.hasOwn(STANDINGS, params.get('standing') ?? '') ? params.get('standing') : null };
  return { title: 'Errors by cause', load: (signal) => load(filter, signal), draw: (data) => draw(page, filter, data), everySeconds: 5 };
}

async function load({ type, standing }, signal) {
  const filter = { ...(type ? { type } : {}), ...(standing ? { standing } : {}) };
  const [groups, mended] = await Promise.all([read('errors', filter, signal), result()]);
  return { groups: groups.items, mended };
}

function draw(page, { type, standing }, { groups, mended }) {
  return [
    heading('Errors by cause', h('span', { class: 'faint' }, 'of the latest tasks, by type and error without numbers'), type || standing ? h('a', { href: to(['errors']), 'data-key': 'all' }, 'All errors') : null),
    type ? h('p', null, 'Only of type ', typeLink(type)) : null,
    resultPanel(page, mended),
    standings(page, groups, type, standing),
  ];
}

/** The causes of tasks in error, retrying and failed; of all types if `type` is null. */
export function standings(page, groups, type, only = null) {
  return Object.entries(STANDINGS).filter(([standing]) => only === null || standing === only).map(([standing, what]) => standingPanel(page, what, type, groups.filter((one) => one.standing === standing)));
}

/** The cause in words, and the key or label that most of its tasks have. */
export function causeText(group) {
  const { common } = group;
  const who = common && [common.count === group.count && !group.atLeast ? 'all ' : 'most: ', text(common.label ? `${common.label}=${common.value}` : common.value)];
  return [group.text ? text(gist(group.text), { class: 'said', title: group.text }) : h('span', { class: 'faint' }, 'No error text'), who ? [' ', h('span', { class: 'badge is-plain', title: `${count(common.count)} of ${counted(group)}` }, who)] : null];
}

export const filterOf = (group) => ({ ...STANDINGS[group.standing].filter, type: group.type, cause: group.cause });

export const counted = (group) => `${group.atLeast ? 'at least ' : ''}${count(group.count)}`;

function standingPanel(page, what, type, groups) {
  const sum = groups.reduce((all, one) => all + one.count, 0);
  const capped = groups.some((one) => one.atLeast);
  return panel(
    what.title,
    { 'data-key': what.title, beside: sum ? h('a', { href: to(['tasks'], { ...what.filter, type }) }, `${capped ? 'At least ' : ''}${count(sum)}`) : null },
    table({
      caption: what.title, rows: groups, key: (one) => `${one.type} ${one.cause}`, empty: what.empty,
      columns: [
        { name: 'Tasks', class: 'end number', cell: (one) => h('a', { href: to(['tasks'], filterOf(one)), 'aria-label': `${counted(one)} tasks of type ${one.type}: ${one.text}` }, counted(one)) },
        { name: 'Type', class: 'lead', cell: (one) => typeLink(one.type) },
        { name: 'Cause', class: 'wide', cell: (one) => [causeText(one), one.error && one.error !== one.text ? latest(one.error) : null] },
        { name: 'Incidents', cell: (one) => (one.muted ? [tag('blocked', 'PAUSED', 'Muted'), ' ', one.muted.until ? ['until ', when(one.muted.until)] : 'until unmuted', ' ', text(one.muted.by, { class: 'faint', title: one.muted.reason ?? '' })] : null) },
        { name: 'Latest', cell: (one) => h('a', { href: to(['tasks', one.latest]), title: one.latest, 'aria-label': `The latest, task ${one.latest}` }, when(one.latestAt)) },
        { name: 'All of them', class: 'end', silent: true, cell: (one) => verbs(page, what, one) },
      ],
    }),
  );
}

export const LENGTHS = [['3600', 'For an hour'], ['28800', 'For 8 hours'], ['86400', 'For a day'], ['604800', 'For a week']];

async function mute(group, done) {
  const answer = await ask({
    title: `Mute incidents for these errors of ${group.type}?`,
    lines: [`${counted(group)} ${group.count === 1 ? 'task' : 'tasks'} now: ${group.text}`, 'The errors stay on this page. Other errors of the type still open incidents.'],
    fields: [{ name: 'span', label: 'How long', kind: 'choice', choices: [...LENGTHS, ['', 'Until unmuted']], value: '28800' }, { name: 'reason', label: 'Reason', hint: 'Stored in the audit.' }],
    confirm: 'Mute',
    submit: ({ span, reason }) => change('POST', ['errors', 'mute'], { ...names(group, reason), ...(span ? { until: new Date(now() + Number(span) * 1_000).toISOString() } : {}) }),
  });
  if (answer) done();
}

async function unmute(group, done) {
  const answer = await ask({ title: `Open incidents for these errors of ${group.type} again?`, lines: [group.text], confirm: 'Unmute', submit: () => change('POST', ['errors', 'unmute'], names(group)) });
  if (answer) done();
}

const names = ({ type, cause }, reason) => ({ type, cause, ...(reason ? { reason } : {}) });

function latest(words) {
  return h('details', { class: 'trace' }, h('summary', null, 'The latest error'), h('pre', { tabindex: '0', 'aria-label': 'The latest error' }, text(words)));
}

function verbs(page, what, group) {
  const mayBulk = page.about.rights.includes('BULK');
  const mayMute = page.about.rights.includes('CONFIGURE');
  if (!mayBulk && !mayMute) return null;
  return h(
    'div',
    { class: 'row-actions', role: 'group', 'aria-label': `All of type ${group.type}: ${group.text}` },
    mayMute ? button(group.muted ? 'Unmute' : 'Mute …', () => (group.muted ? unmute(group, page.refresh) : mute(group, page.refresh)), { class: 'quiet', 'data-key': 'mute' }) : null,
    (mayBulk ? Object.entries(what.verbs) : []).map(([verb, label]) =>
      button(label, () => bulk(verb, filterOf(group), `all tasks of type ${group.type} with this error`, page.refresh), { class: verb === 'fail' ? 'quiet danger-text' : '', 'data-key': verb }),
    ),
  );
}
