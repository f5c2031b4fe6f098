// Series of figures brought together.

/**
 * What all series of an answer say together, by time: sums of what is counted, the slowest of what
 * is measured, since percentiles of several types can't be added.
 */
export function together(figures, keep = () => true) {
  const at = times(figures);
  const place = new Map(at.map((instant, index) => [instant, index]));
  const sum = { added: zeros(at), started: zeros(at), done: zeros(at), failed: zeros(at), retried: zeros(at), lost: zeros(at) };
  const worst = { waitP50Ms: nulls(at), waitP99Ms: nulls(at), runP50Ms: nulls(at), runP99Ms: nulls(at) };
  for (const series of (figures?.series ?? []).filter(keep)) {
    for (const point of series.points) {
      const index = place.get(point.at);
      for (const name of Object.keys(sum)) sum[name][index] += point[name] ?? 0;
      for (const name of Object.keys(worst)) {
        if (point[name] !== null && point[name] !== undefined) {
          worst[name][index] = Math.max(worst[name][index] ?? 0, point[name]);
        }
      }
    }
  }
  return { at, stepSeconds: figures?.stepSeconds ?? 60, ...sum, ...worst };
}

/** Counts of a step as counts of a minute. */
export function perMinute(series, name) {
  return series[name].map((value) => (value * 60) / series.stepSeconds);
}

export const total = (values) => values.reduce((sum, value) => sum + (value ?? 0), 0);

/** Every step from the first to the last point, also those in which nothing happened. */
function times(figures) {
  const known = (figures?.series ?? []).flatMap((series) => series.points.map((point) => point.at));
  return [...new Set(known)].sort((a, b) => Date.parse(a) - Date.parse(b));
}

const zeros = (at) => at.map(() => 0);
const nulls = (at) => at.map(() => null);
