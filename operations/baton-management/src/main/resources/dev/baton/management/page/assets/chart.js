// Lines over time, drawn as SVG. Words and numbers are outside the drawing, so it can be stretched.
import { h, s } from './dom.js';
import { clock, minute } from './format.js';

const DAY_MILLIS = 86_400_000;
const WIDTH = 600;
const HEIGHT = 120;

/**
 * A chart of several series over the same times.
 *
 * @param title the title of the chart
 * @param at the instants, in order
 * @param series {name, tone, values} of each line; a value may be null
 * @param format formats a value
 * @param marks {at, words} of moments to mark
 */
export function chart({ title, at, series, format, marks = [] }) {
  const marked = at.length > 1 ? marks.filter((mark) => place(mark.at, at) > 0) : [];
  const top = nice(Math.max(0, ...series.flatMap((one) => one.values.map((value) => value ?? 0))));
  const drawing = s(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': told(title, at, series, format) },
    [0.25, 0.5, 0.75].map((part) => s('line', { class: 'grid', x1: 0, x2: WIDTH, y1: HEIGHT * part, y2: HEIGHT * part })),
    series.map((one, index) => line(one, top, index === 0)),
    marked.map((mark) => s('line', { class: 'deployment', x1: round(place(mark.at, at) * WIDTH), x2: round(place(mark.at, at) * WIDTH), y1: 0, y2: HEIGHT })),
    s('line', { class: 'cross', x1: -9, x2: -9, y1: 0, y2: HEIGHT }),
  );
  const legend = series.map((one) =>
    h('li', { class: `key is-${one.tone}` }, swatch(one), h('span', null, one.name), h('b', { 'data-values': JSON.stringify(one.values.map((v) => (v === null || v === undefined ? '–' : format(v)))) }, latest(one.values, format))),
  );
  return h(
    'figure',
    { class: 'chart', on: { pointermove: point, pointerleave: leave } },
    h('figcaption', null, h('span', { class: 'chart-title' }, title), h('span', { class: 'chart-at faint', 'data-at': JSON.stringify(at.map(labels(at))) }, 'now')),
    h('ul', { class: 'legend' }, legend, marked.map((mark) => h('li', { class: 'key', 'data-key': mark.at }, s('svg', { class: 'swatch', viewBox: '0 0 18 6', 'aria-hidden': 'true' }, s('line', { class: 'deployment', x1: 9, x2: 9, y1: 0, y2: 6 })), h('span', null, `${minute(mark.at)} ${mark.words}`)))),
    h('div', { class: 'plot', 'aria-hidden': 'false' }, h('div', { class: 'scale', 'aria-hidden': 'true' }, h('span', null, format(top)), h('span', null, format(top / 2)), h('span', null, '0')), drawing),
    h('div', { class: 'times', 'aria-hidden': 'true' }, ticks(at).map((instant) => h('span', null, instant))),
  );
}

/** A line as small as a word. */
export function sparkline(values, label) {
  const top = nice(Math.max(0, ...values.map((value) => value ?? 0)));
  return s(
    'svg',
    { class: 'spark', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    line({ values, tone: 'plain' }, top, true),
  );
}

function line(one, top, filled) {
  const step = WIDTH / Math.max(1, one.values.length - 1);
  let path = '';
  let area = '';
  let began = null;
  one.values.forEach((value, index) => {
    const x = round(index * step);
    if (value === null || value === undefined) {
      if (began !== null) area += `L${round((index - 1) * step)} ${HEIGHT}Z`;
      began = null;
      return;
    }
    const y = round(HEIGHT - 2 - (value / top) * (HEIGHT - 6));
    path += `${began === null ? 'M' : 'L'}${x} ${y}`;
    area += began === null ? `M${x} ${HEIGHT}L${x} ${y}` : `L${x} ${y}`;
    began ??= index;
  });
  if (began !== null) area += `L${WIDTH} ${HEIGHT}Z`;
  return s('g', { class: `line is-${one.tone}` }, filled ? s('path', { class: 'area', d: area }) : null, s('path', { d: path, class: 'stroke' }));
}

/** Returns the place of a moment among the times of a chart, from 0 to 1; less if it is earlier. */
function place(moment, at) {
  const [from, to] = [Date.parse(at[0] ?? ''), Date.parse(at.at(-1) ?? '')];
  return Math.min(1, (Date.parse(moment) - from) / (to - from || 1));
}

function swatch(one) {
  return s('svg', { class: 'swatch', viewBox: '0 0 18 6', 'aria-hidden': 'true' }, s('g', { class: `line is-${one.tone}` }, s('path', { class: 'stroke', d: 'M0 3H18' })));
}

/** Moves the line to the pointer and shows the values of that time in the legend. */
function point(event) {
  const figure = event.currentTarget;
  figure.dataset.held = '';
  const box = figure.querySelector('.plot svg').getBoundingClientRect();
  const times = JSON.parse(figure.querySelector('[data-at]').dataset.at);
  const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  const index = Math.round(share * (times.length - 1));
  const x = (index / Math.max(1, times.length - 1)) * WIDTH;
  const cross = figure.querySelector('.cross');
  cross.setAttribute('x1', x);
  cross.setAttribute('x2', x);
  figure.querySelector('[data-at]').textContent = times[index] ?? '';
  for (const value of figure.querySelectorAll('[data-values]')) {
    value.textContent = JSON.parse(value.dataset.values)[index] ?? '–';
  }
}

function leave(event) {
  const figure = event.currentTarget;
  delete figure.dataset.held;
  figure.querySelector('.cross').setAttribute('x1', -9);
  figure.querySelector('.cross').setAttribute('x2', -9);
  figure.querySelector('[data-at]').textContent = 'now';
  for (const value of figure.querySelectorAll('[data-values]')) {
    value.textContent = JSON.parse(value.dataset.values).at(-1) ?? '–';
  }
}

function latest(values, format) {
  const last = values.at(-1);
  return last === null || last === undefined ? '–' : format(last);
}

/** Describes the chart in words. */
function told(title, at, series, format) {
  const parts = series.map((one) => {
    const known = one.values.filter((value) => value !== null && value !== undefined);
    if (!known.length) return `${one.name}: nothing`;
    return `${one.name}: now ${latest(one.values, format)}, highest ${format(Math.max(...known))}`;
  });
  return `${title}${at.length ? ` since ${labels(at)(at[0])}` : ''}. ${parts.join('; ')}.`;
}

function ticks(at) {
  if (at.length < 2) return at.map(minute);
  return [0, 0.25, 0.5, 0.75, 1].map((part) => labels(at)(at[Math.round(part * (at.length - 1))]));
}

/** Returns a formatter for the times: with the day if the chart covers more than half a day. */
function labels(at) {
  const millis = Date.parse(at.at(-1) ?? '') - Date.parse(at[0] ?? '');
  return millis > DAY_MILLIS / 2 ? (instant) => clock(instant).slice(5, 16) : minute;
}

/** Returns the next round number, so that the scale doesn't change with each reading. */
function nice(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((part) => part * power).find((round) => round >= value);
}

const round = (value) => Math.round(value * 10) / 10;
