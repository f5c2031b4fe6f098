// The time range of charts.
import { h } from './dom.js';
import { choose, chosenFor } from './kept.js';

const RANGES = [
  [60, 'The last hour'],
  [360, 'The last 6 hours'],
  [1_440, 'The last 24 hours'],
  [10_080, 'The last 7 days'],
];

export function rangeMinutes() {
  const chosen = Number(chosenFor('range'));
  return RANGES.some(([minutes]) => minutes === chosen) ? chosen : RANGES[0][0];
}

/** Returns the field for the range; `changed` is called to read again. */
export function rangeChoice(changed) {
  const take = (event) => {
    choose('range', event.currentTarget.value);
    changed();
  };
  return h(
    'label',
    { class: 'input', 'data-key': 'range' },
    h('span', { class: 'hidden' }, 'Time range of charts'),
    h('select', { value: String(rangeMinutes()), on: { change: take } }, RANGES.map(([minutes, words]) => h('option', { value: String(minutes) }, words))),
  );
}
