// Combines series of statistics.
import { now } from './api.js';

/** Nodes write statistics with a delay: what ended more recently than this may be missing. */
const LATE_MILLIS = 12_000;

/**
 * Combines all series of a response by time: sums of counts, and the slowest series for durations,
 * because percentiles of several types can't be added. Includes times without activity, and leaves
 * out the time step that isn't complete yet.
 */
export function together(statistics, keep = () => true) {
  const stepMillis = (statistics?.stepSeconds ?? 60) * 1_000;
  const from = Date.parse(statistics?.from ?? '');
  const size = Number.isNaN(from) ? 0 : Math.min(statistics.points, Math.max(0, Math.floor((now() - LATE_MILLIS - from) / stepMillis)));
  const at = Array.from({ length: size }, (_, index) => new Date(from + index * stepMillis).toISOString());
  const sum = { added: zeros(at), started: zeros(at), done: zeros(at), failed: zeros(at), errors: zeros(at), retried: zeros(at), lost: zeros(at) };
  const worst = { waitP50Ms: nulls(at), waitP99Ms: nulls(at), runP50Ms: nulls(at), runP99Ms: nulls(at) };
  for (const series of (statistics?.series ?? []).filter(keep)) {
    for (const point of series.points) {
      const index = Math.floor((Date.parse(point.at) - from) / stepMillis);
      if (index < 0 || index >= size) continue;
      for (const name of Object.keys(sum)) sum[name][index] += point[name] ?? 0;
      for (const name of Object.keys(worst)) {
        if (point[name] !== null && point[name] !== undefined) {
          worst[name][index] = Math.max(worst[name][index] ?? 0, point[name]);
        }
      }
    }
  }
  // Attempts that ended with anything but success, whatever happened to the task.
  const bad = at.map((_, index) => sum.failed[index] + sum.errors[index] + sum.retried[index] + sum.lost[index]);
  return { at, stepSeconds: stepMillis / 1_000, ...sum, bad, ...worst };
}

/** Converts the counts of a step to counts per minute. */
export function perMinute(series, name) {
  return series[name].map((value) => (value * 60) / series.stepSeconds);
}

export const total = (values) => values.reduce((sum, value) => sum + (value ?? 0), 0);

const zeros = (at) => at.map(() => 0);
const nulls = (at) => at.map(() => null);
