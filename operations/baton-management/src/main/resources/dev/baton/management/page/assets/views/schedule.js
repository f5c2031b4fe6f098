// One schedule with its latest runs.
import { h } from '../dom.js';
import { read } from '../api.js';
import { count, durationMillis, gist, millis, moment, when } from '../format.js';
import { badge, button, facts, heading, panel, table, taskLink, text } from '../parts.js';
import { to } from '../router.js';
import { standing, timing } from './schedules.js';
import { MISSED, OVERLAP, able, doTo } from './scheduling.js';

export function open(page) {
  const name = page.route.parts[1];
  return { title: name, load: (signal) => read(['schedules', name], {}, signal), draw: (schedule) => draw(page, schedule) };
}

function draw(page, schedule) {
  const verbs = able(schedule, page.about.rights);
  return [
    h('p', { class: 'crumbs' }, h('a', { href: to(['schedules']) }, 'Schedules')),
    heading(text(schedule.name), [standing(schedule), verbs.map((verb) => button(verb.label, () => doTo(schedule, verb, page.refresh), { 'data-key': verb.name, class: verb.danger ? 'danger-text' : null }))]),
    h('div', { class: 'columns is-task' }, runs(schedule.lastRuns ?? []), about(schedule)),
  ];
}

function runs(items) {
  return panel(
    'Last runs',
    null,
    table({
      caption: 'Last runs', rows: items, key: (task) => task.id, empty: 'It hasn’t run yet, or its runs were deleted.',
      columns: [
        { name: 'Status', class: 'lead', cell: (task) => badge(task.status) },
        { name: 'Task', cell: (task) => taskLink(task.id) },
        { name: 'Added', cell: (task) => when(task.createdAt) },
        { name: 'Ended', cell: (task) => when(task.finishedAt) },
        { name: 'Error', class: 'cut wide', cell: (task) => text(gist(task.error), { class: 'said' }) },
      ],
    }),
  );
}

function next(schedule) {
  if (schedule.over) return 'none: it has ended';
  if (schedule.paused) return 'none while it is paused';
  if (!schedule.nextTick && schedule.fault) return 'none until its timing is corrected';
  return schedule.nextTick ? moment(schedule.nextTick) : 'after the current run';
}

function about(schedule) {
  return panel(
    'Details',
    null,
    facts([
      ['When', timing(schedule.timing)],
      ['Error', text(schedule.fault)],
      ['Runs', schedule.runs?.type ? h('a', { href: to(['types', schedule.runs.type]) }, text(schedule.runs.type)) : null],
      ['Sub-type', text(schedule.runs?.subType)],
      ['Bucket', text(schedule.runs?.bucket)],
      ['Key', text(schedule.runs?.key)],
      ['Next tick', next(schedule)],
      ['Last tick', schedule.lastTick ? moment(schedule.lastTick) : null],
      ['Missed ticks', MISSED[schedule.missed] ?? schedule.missed],
      ['Overlap', OVERLAP[schedule.overlap] ?? schedule.overlap],
      ['Jitter', durationMillis(schedule.jitter) ? `up to ${millis(durationMillis(schedule.jitter))} later` : null],
      ['Runs so far', count(schedule.runCount)],
      ['Skipped', count(schedule.skipCount)],
      ['Declared by code', schedule.declared ? 'yes' : 'no, added at run time'],
    ]),
  );
}
