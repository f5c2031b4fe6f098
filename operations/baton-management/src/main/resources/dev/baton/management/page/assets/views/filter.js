// The filter of the task list. Its values are in the address.
import { h } from '../dom.js';
import { icon } from '../icons.js';
import { count } from '../format.js';
import { LIVE_STATUSES, STATUSES, button, text, word } from '../parts.js';
import { go, to } from '../router.js';
import { inField, isUtc, ofField } from '../zone.js';

const SHORT = [
  ['type', 'Type', 'known'],
  ['key', 'Key'],
  ['bucket', 'Bucket'],
];
const LONG = [
  ['idPrefix', 'Id begins with'],
  ['typePrefix', 'Type begins with'],
  ['subType', 'Sub-type'],
  ['label', 'Label, as name=value'],
  ['error', 'Error contains'],
  ['attempts', 'Attempts, at least'],
  ['parent', 'Parent'],
  ['correlation', 'Correlation'],
];
const TIMES = [
  ['createdFrom', 'Added from'],
  ['createdTo', 'Added before'],
  ['runAtFrom', 'Due from'],
  ['runAtTo', 'Due before'],
  ['finishedFrom', 'Ended from'],
  ['finishedTo', 'Ended before'],
];
const HIDDEN = [...LONG, ...TIMES, ['id'], ['cause'], ['held']];

export function filterBar(page, filter, counts = null) {
  const params = page.route.params;
  const open = HIDDEN.some(([name]) => params.has(name));
  return h(
    'form',
    {
      class: 'filter panel', role: 'search', 'aria-label': 'Filter', 'data-key': 'filter',
      on: { submit: (event) => { event.preventDefault(); apply(event.currentTarget, params); }, change: (event) => apply(event.currentTarget, params) },
    },
    h('fieldset', { class: 'statuses' }, h('legend', { class: 'hidden' }, 'Status'), STATUSES.map((status) => chip('status', status, word(status), (filter.status ?? '').split(',').includes(status), told(counts, status))), chip('retrying', 'RETRYING', 'Retrying', params.get('retrying') === 'true', retried(counts)), chip('stuck', 'STUCK', 'Stuck', params.get('stuck') === 'true')),
    h('div', { class: 'inputs' }, SHORT.map((one) => input(one, params)), order(params), params.size ? h('a', { class: 'clear', href: to(['tasks']), 'data-key': 'clear' }, 'Clear the filter') : null),
    special(params),
    h('details', { class: 'more', open }, h('summary', null, 'More'), h('div', { class: 'inputs' }, LONG.map((one) => (one[0] === 'label' ? input(one, new URLSearchParams()) : input(one, params))), TIMES.map((one) => time(one, params))), h('p', { class: 'hint' }, 'Live tasks come first, by id: ids that Baton generates are in the order in which tasks were added. Finished tasks follow, by the time they ended. Fast with any number of tasks: ids, stuck tasks, tasks that wait for a retry, live tasks in error or blocked, finished tasks by status, type or correlation. Other conditions are checked among those tasks, and the search stops after some seconds.')),
    h('button', { type: 'submit', class: 'hidden' }, 'Apply'),
  );
}

/** The number of live tasks with this status that this person may see. */
function told(counts, status) {
  if (!counts || !LIVE_STATUSES.includes(status)) return null;
  const sum = counts.items.filter((one) => one.status === status).reduce((all, one) => all + one.count, 0);
  return `${counts.atLeast ? 'at least ' : ''}${count(sum)}`;
}

function retried(counts) {
  return counts ? `${counts.retryingExact ? '' : 'at least '}${count(counts.retrying)}` : null;
}

function chip(name, shape, label, on, size = null) {
  return h('label', { class: `chip is-${shape.toLowerCase()}`, 'data-key': shape }, h('input', { type: 'checkbox', name, value: name === 'status' ? shape : 'true', checked: on }), icon(shape), label, size === null ? null : h('span', { class: 'number faint' }, size));
}

function input([name, label, list], params) {
  return h('label', { class: 'input', 'data-key': name }, h('span', null, label), h('input', { name, value: params.get(name) ?? '', list: list ?? null, autocomplete: 'off', spellcheck: 'false' }));
}

function time([name, label], params) {
  return h('label', { class: 'input', 'data-key': name }, h('span', null, isUtc() ? `${label} (UTC)` : label), h('input', { name, type: 'datetime-local', step: 1, value: inField(params.get(name)) }));
}

/** The order: live tasks by when they were added, then ended ones by when they ended. */
function order(params) {
  const statuses = params.getAll('status').flatMap((some) => some.split(','));
  const live = statuses.length > 0 && statuses.every((status) => LIVE_STATUSES.includes(status));
  const ended = statuses.length > 0 && !statuses.some((status) => LIVE_STATUSES.includes(status));
  const what = live ? ' added' : ended ? ' ended' : '';
  return h('label', { class: 'input', 'data-key': 'order' }, h('span', null, 'Order'), h('select', { name: 'order', value: params.get('order') ?? '' }, h('option', { value: '' }, `Latest${what} first`), h('option', { value: 'oldest' }, `Earliest${what} first`)));
}

/** Parts of the filter that have no field. */
function special(params) {
  const ids = params.getAll('id').length;
  const labels = params.getAll('label');
  const cause = params.get('cause');
  const held = params.get('held') === 'true';
  if (!ids && !labels.length && !cause && !held) return null;
  const without = (name, value) => {
    const left = new URLSearchParams([...params].filter(([other, said]) => other !== name || (value && said !== value)));
    return to(['tasks'], left);
  };
  return h(
    'p',
    { class: 'special', 'data-key': 'special' },
    ids ? [h('span', { class: 'badge is-plain' }, icon('tasks'), ids === 1 ? 'One id' : `${ids} ids`), button('Any id', () => go(without('id')), { class: 'quiet' })] : null,
    cause ? [h('span', { class: 'badge is-plain' }, icon('ERROR'), 'One cause'), button('Any error', () => go(without('cause')), { class: 'quiet' })] : null,
    held ? [h('span', { class: 'badge is-plain' }, icon('BLOCKED'), 'Held, and others wait for them'), button('All', () => go(without('held')), { class: 'quiet' })] : null,
    labels.map((label) => [h('span', { class: 'badge is-plain' }, text(label)), button('Without this label', () => go(without('label', label)), { class: 'quiet', 'data-key': label })]),
  );
}

function apply(form, params) {
  const wanted = new URLSearchParams();
  ['id', 'label', 'cause', 'held'].forEach((name) => params.getAll(name).forEach((value) => wanted.append(name, value)));
  for (const [name, value] of new FormData(form)) {
    const said = TIMES.some(([time]) => time === name) && value ? ofField(value) : value.trim();
    if (said) wanted.append(name, said);
  }
  const address = to(['tasks'], wanted);
  if (address !== location.hash) go(address);
}
