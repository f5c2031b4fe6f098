// Formats numbers and times for people.
import { h } from './dom.js';
import { now } from './api.js';
import { isUtc } from './zone.js';

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const ONE = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const STEPS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** 12,345 */
export function count(value) {
  return value === null || value === undefined ? '–' : WHOLE.format(value);
}

/** 12.3 */
export function rate(value) {
  if (value === null || value === undefined) return '–';
  return value < 10 ? ONE.format(value) : WHOLE.format(value);
}

/** 850 ms, 1.2 s, 3 min 20 s */
export function millis(value) {
  if (value === null || value === undefined) return '–';
  if (value < 1_000) return value < 10 ? `${ONE.format(value)} ms` : `${WHOLE.format(value)} ms`;
  if (value < 60_000) return `${value < 10_000 ? ONE.format(value / 1000) : WHOLE.format(value / 1000)} s`;
  const at = STEPS.findIndex(([size]) => value >= size);
  const [size, unit] = STEPS[at];
  const whole = Math.floor(value / size);
  const [smaller, smallerUnit] = STEPS[at + 1];
  const rest = Math.floor((value - whole * size) / smaller);
  return rest && whole < 10 ? `${whole} ${unit} ${rest} ${smallerUnit}` : `${whole} ${unit}`;
}

export function bytes(value) {
  if (value === null || value === undefined) return '–';
  if (value < 1_024) return `${value} B`;
  return value < 1_048_576 ? `${ONE.format(value / 1_024)} kB` : `${ONE.format(value / 1_048_576)} MB`;
}

/** 2026-11-21 23:04:05, in the reader's time zone or in UTC. */
export function clock(instant) {
  const at = new Date(instant);
  if (isUtc()) return at.toISOString().slice(0, 19).replace('T', ' ');
  const two = (number) => String(number).padStart(2, '0');
  return (
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ` +
    `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
  );
}

/** 23:04 */
export function minute(instant) {
  return clock(instant).slice(11, 16);
}

/** 5 s ago, in 3 min */
export function relative(instant) {
  const away = Date.parse(instant) - now();
  const size = Math.abs(away);
  if (size < 1_000) return 'now';
  return away < 0 ? `${span(size)} ago` : `in ${span(size)}`;
}

/** Formats a duration in its largest unit. */
function span(size) {
  const [unit, name] = STEPS.find(([step]) => size >= step);
  return `${Math.floor(size / unit)} ${name}`;
}

const roundDown = (value) => (value < 60_000 ? Math.floor(value / 1_000) * 1_000 : value);

/** A time relative to now, with the exact time as its tooltip. */
export function when(instant) {
  if (!instant) return h('span', { class: 'faint' }, '–');
  return h('time', { datetime: instant, title: `${clock(instant)} (${instant})` }, relative(instant));
}

/** A time and its distance from now. */
export function moment(instant) {
  return instant ? [h('time', { datetime: instant, title: instant }, clock(instant)), h('span', { class: 'faint' }, ` ${relative(instant)}`)] : '–';
}

/** Returns a text of the server in which ISO instants are replaced by readable times. */
export function spoken(words) {
  return String(words ?? '')
    .split(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/)
    .map((part, index) => (index % 2 ? h('time', { datetime: part, title: part }, `${clock(part)} (${relative(part)})`) : part && h('bdi', null, part)));
}

/** Returns the time since this instant. */
export function age(instant) {
  return instant ? millis(roundDown(Math.max(0, now() - Date.parse(instant)))) : '–';
}

/**
 * Returns the short form of an id: its beginning, with the time, the sequence and some random
 * digits. An index finds tasks by it.
 */
export function shortId(id) {
  return id.slice(0, 23);
}

/** Returns the first line of an error. */
export function firstLine(text) {
  return String(text ?? '').split('\n', 1)[0];
}

/**
 * Returns an error for a narrow column, without the package of its class, which would take the
 * visible part.
 */
export function gist(text) {
  return firstLine(text).replace(/^(?:[a-z_$][\w$]*\.)+(?=[A-Z][\w$]*(?::|$))/, '');
}

/** Converts PT1M30S to milliseconds; returns null if the text isn't a duration. */
export function durationMillis(text) {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(text ?? '');
  if (!parts) return null;
  return ((Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0)) * 60 + Number(parts[3] ?? 0)) * 1_000;
}
