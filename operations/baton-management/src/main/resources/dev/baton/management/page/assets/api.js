// The REST API. Its address is relative to the address of this file.

const BASE = new URL('../api', import.meta.url);
const PATIENCE_MILLIS = 20_000;

/** The server's response if the request failed; status 0 if the server couldn't be reached. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `The server returned ${status}`);
    this.status = status;
    this.type = body.type ?? null;
    /** The problem of the database that the server names. */
    this.database = body.database ?? null;
    this.field = body.field ?? null;
    this.errors = body.errors ?? [];
    this.current = body.current ?? null;
  }

  /**
   * Whether a repetition may help, because only the connection or the server has a temporary
   * problem.
   */
  get passes() {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

let skewMillis = 0;

/** The current time by the server's clock. */
export function now() {
  return Date.now() + skewMillis;
}

/** Reads. `path` is a list of parts; empty parameters are left out. */
export async function read(path, params = {}, signal = null) {
  return send('GET', path, params, null, signal);
}

/**
 * Reads several routes with one request. Returns for each its `data`, or its `problem`, how many
 * `millis` it took the server, and `readAt`, when the server began to read it. If it is `pending`,
 * the server is still reading it, and what it returns is old or missing. `own` are the troubles
 * that the server knows without its database.
 */
export async function panels(params, signal) {
  const { panels: all, trouble: own } = await read(['overview', 'panels'], params, signal);
  const parts = Object.fromEntries(
    Object.entries(all).map(([name, { status, body, millis, ageMillis, pending }]) => [name, { pending, millis, readAt: now() - ageMillis, data: status === 200 ? body : undefined, problem: status && status !== 200 ? new Problem(status, body) : undefined }]),
  );
  return { parts, own };
}

/** Changes. `version` is the version that the person saw; null if there is none. */
export async function change(method, path, body = null, version = null) {
  return send(method, path, {}, body, null, version);
}

/**
 * Maximum age of a remembered response. Older ones are removed, so that a page that is open for
 * days doesn't grow.
 */
const LONGEST_MILLIS = 60_000;
const remembered = new Map();

/** Reads, or returns the response if it was read less than this many seconds ago. */
export function recent(seconds, path, params = {}) {
  const key = String(address(path, params));
  const known = remembered.get(key);
  if (known && Date.now() - known.at < seconds * 1000) return known.answer;
  const answer = read(path, params);
  for (const [old, { at }] of remembered) if (Date.now() - at > LONGEST_MILLIS) remembered.delete(old);
  remembered.set(key, { at: Date.now(), answer });
  answer.catch(() => remembered.delete(key));
  return answer;
}

/** Returns the response, or null if this person may not see it or this server doesn't have it. */
export async function ifAllowed(answer) {
  try {
    return await answer;
  } catch (problem) {
    if ([403, 404, 405, 501].includes(problem.status)) return null;
    throw problem;
  }
}

/**
 * Returns the statistics, or null if this person may not see them or reading them takes too long.
 */
export async function ifAddedUp(answer) {
  try {
    return await ifAllowed(answer);
  } catch (problem) {
    if (problem.status === 400) return null;
    throw problem;
  }
}

function address(path, params) {
  const url = new URL([BASE, ...[path].flat().map(encodeURIComponent)].join('/'));
  for (const [name, value] of Object.entries(params)) {
    for (const one of [value].flat()) {
      if (one !== null && one !== undefined && one !== '') url.searchParams.append(name, one);
    }
  }
  return url;
}

async function send(method, path, params, body, signal, version = null) {
  const headers = { Accept: 'application/json', 'X-Requested-With': 'baton' };
  if (body !== null) headers['Content-Type'] = 'application/json';
  if (version !== null) headers['If-Match'] = `"${version}"`;
  const limit = AbortSignal.timeout(PATIENCE_MILLIS);
  let response;
  try {
    response = await fetch(address(path, params), {
      method,
      headers,
      body: body === null ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      credentials: 'same-origin',
      redirect: 'manual',
    });
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw new Problem(0, { detail: 'The server can’t be reached' });
  }
  learnClock(response);
  if (leadsElsewhere(response)) throw new Problem(401, { detail: 'You are no longer signed in' });
  const answer = await parsed(response);
  if (!response.ok) throw new Problem(response.status, answer ?? {});
  return answer;
}

/** An expired login returns its own page or redirects to it. The API does neither. */
function leadsElsewhere(response) {
  return response.type === 'opaqueredirect' || /^text\/html/i.test(response.headers.get('Content-Type') ?? '') && response.ok;
}

async function parsed(response) {
  try {
    return response.status === 204 ? null : await response.json();
  } catch {
    // The error response of a proxy or a login is an HTML page.
    if (!response.ok) return null;
    throw new Problem(0, { detail: `This page doesn’t understand the response (${response.status})` });
  }
}

/** The header has whole seconds, so only a clock that is clearly wrong is corrected. */
function learnClock(response) {
  const told = Date.parse(response.headers.get('Date') ?? '');
  if (!Number.isNaN(told)) {
    const off = told + 500 - Date.now();
    skewMillis = Math.abs(off) > 2_000 ? off : 0;
  }
}

