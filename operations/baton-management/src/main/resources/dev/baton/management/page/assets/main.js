// The page: its frame, and the view that is shown.
import { h, morph } from './dom.js';
import { icon } from './icons.js';
import { go, here, to } from './router.js';
import { read } from './api.js';
import { Live } from './live.js';
import { connection } from './connection.js';
import { keyboard } from './keys.js';
import { say } from './said.js';
import { themes } from './themes.js';
import { zones } from './zone.js';
import { heading, text } from './parts.js';
import { spoken } from './format.js';
import * as overview from './views/overview.js';
import * as tasks from './views/tasks.js';
import * as errors from './views/errors.js';
import * as task from './views/task.js';
import * as types from './views/types.js';
import * as type from './views/type.js';
import * as schedules from './views/schedules.js';
import * as schedule from './views/schedule.js';
import * as nodes from './views/nodes.js';
import * as limits from './views/limits.js';
import * as audit from './views/audit.js';

const NAMES = { overview: 'Overview', tasks: 'Tasks', errors: 'Errors', types: 'Types', schedules: 'Schedules', nodes: 'Nodes', limits: 'Limits', audit: 'Audit' };
const MANY = { overview, tasks, errors, types, schedules, nodes, limits, audit };
const ONE = { tasks: task, types: type, schedules: schedule };

const byId = (id) => document.getElementById(id);
const main = byId('main');

/**
 * The known data of this server and this person. The interval is a default until the server has
 * responded.
 */
let about = { pollSeconds: 2, rights: [] };
let introduced = false;
let introducing = false;
let offered = false;
let shown = null;

/** Shows the view that the address names. */
function open() {
  shown?.live.stop();
  shown?.view.close?.();
  const route = here();
  // Only own properties count: every object has a __proto__ and a constructor.
  const name = Object.hasOwn(NAMES, route.parts[0]) ? route.parts[0] : 'overview';
  const module = route.parts.length > 1 && Object.hasOwn(ONE, name) ? ONE[name] : MANY[name];
  const page = {
    route,
    get about() {
      return about;
    },
    /** Reads the shown view again. */
    refresh: () => showing.live.now(),
    /** Draws the data again without reading. */
    redraw: () => draw(showing),
    noticed,
  };
  const view = module.open(page);
  const showing = { view, data: null, problem: null };
  showing.live = new Live(view.load, (news) => hear(showing, news), view.everySeconds ?? about.pollSeconds, view.restToWork);
  const moved = shown !== null && shown.name !== name + route.parts.slice(1).join('/');
  showing.name = name + route.parts.slice(1).join('/');
  shown = showing;
  showing.address = location.hash;
  main.setAttribute('aria-busy', 'true');
  mark(name);
  entitle();
  if (moved) {
    morph(main, heading(view.title), h('p', { class: 'empty' }, 'Loading …'));
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  return showing.live.now();
}

/** Number of troubles; null if it isn't known. */
let troubles = 0;
const TROUBLE_MILLIS = 60_000;

function entitle() {
  const number = troubles ?? '?';
  document.title = `${number ? `(${number}) ` : ''}${shown.view.title} · Baton`;
}

/**
 * Counts the troubles for the title of the browser's tab, also while another view is shown or the
 * page is hidden. It reads once a minute; the overview counts on its own.
 */
async function watch() {
  if (document.hidden || shown?.name !== 'overview') {
    try {
      const { trouble } = await read('overview', { only: 'trouble' });
      noticed(overview.unseen(trouble));
    } catch {
      // The view shows the problem.
      noticed(null);
    }
  }
  setTimeout(watch, TROUBLE_MILLIS);
}

/** Shows the number of troubles in the title of the browser's tab; null if it isn't known. */
function noticed(count) {
  troubles = count;
  if (shown) entitle();
}

function hear(showing, news) {
  if (news.data) {
    showing.data = news.data;
    showing.problem = null;
    if (!introduced && !introducing) introduce();
    if (showing === shown && news.data.refusal) connection.stale(news.data.refusal);
    else if (showing === shown && !news.data.unread) connection.fresh(news.goodForMillis);
  } else {
    const cut = news.problem.status === 0;
    // Known data stays on the screen while the connection is lost, but not after a refusal.
    showing.problem = cut && showing.data ? null : news.problem;
    if (!news.problem.passes) showing.data = null;
    if (cut) connection.lost();
    else if (news.problem.passes) connection.stale(news.problem);
    else connection.answered();
  }
  draw(showing);
  if (showing === shown) {
    main.removeAttribute('aria-busy');
    main.dataset.shown = showing.address;
  }
}

function draw(showing) {
  if (showing !== shown || (!showing.data && !showing.problem)) return;
  const notice = showing.problem ? problem(showing.problem) : null;
  if (!showing.data) {
    // The parts of a view that need no data, such as its filter.
    const rest = showing.problem ? showing.view.refused?.(showing.problem) : null;
    morph(main, heading(showing.view.title), notice ?? h('p', { class: 'empty' }, 'The server can’t be reached yet.'), rest);
    return;
  }
  morph(main, notice, showing.view.draw(showing.data));
}

/** Shows what went wrong and what helps. */
function problem(what) {
  const helps =
    what.status === 401 ? 'Sign in to the service, then reload this page.'
    : what.status === 403 ? 'Ask the operators of this service for this right.'
    : what.status === 404 ? 'It never existed, or it was deleted.'
    : what.status === 400 ? 'Change the filter. The page doesn’t repeat this request.'
    : 'The page will try again.';
  return h('div', { class: 'notice is-error', role: 'alert', 'data-key': 'problem' }, icon('ERROR'), h('p', null, spoken(what.message), /[.!?]$/.test(what.message) ? ' ' : '. ', helps));
}

function mark(name) {
  byId('menu').setAttribute('aria-expanded', 'false');
  morph(
    byId('nav'),
    h('ul', null, Object.entries(NAMES).map(([view, label]) =>
      h('li', null, h('a', { href: to(view === 'overview' ? [] : [view]), 'aria-current': view === name ? 'page' : null }, icon(view), label)),
    )),
  );
}

async function search(event) {
  event.preventDefault();
  const asked = byId('q').value.trim();
  if (!asked) return;
  byId('q').value = '';
  const id = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i.test(asked) ? await idOf(asked.toLowerCase()) : null;
  if (id) go(id);
  else if (/^[\w.-]{1,60}=./.test(asked)) go(to(['tasks'], { label: asked }));
  else go(to(['tasks'], await typeOrKey(asked)));
}

/** Returns the address of the task whose id begins with this, or of all such tasks; null if there is none. */
async function idOf(asked) {
  if (asked.length === 36) return to(['tasks', asked]);
  const found = (await read('tasks', { idPrefix: asked, limit: 2 }).catch(() => null))?.items ?? [];
  if (!found.length) return null;
  return found.length === 1 ? to(['tasks', found[0].id]) : to(['tasks'], { idPrefix: asked });
}

async function typeOrKey(asked) {
  const named = await types.namesWith(asked).catch(() => []);
  if (named.includes(asked)) return { type: asked };
  return named.some((type) => type.startsWith(asked)) ? { typePrefix: asked } : { key: asked };
}

async function introduce() {
  introducing = true;
  try {
    about = { ...about, ...(await read([])) };
    introduced = true;
    const principal = typeof about.principal === 'string' ? about.principal : about.principal?.name;
    if (shown) draw(shown);
    morph(byId('who'), principal ? text(principal, { title: 'Your name in this service' }) : null);
  } catch {
    // The reading of the view shows the problem.
  } finally {
    introducing = false;
  }
}

/** Loads the types that a field suggests when the field first gets the focus. */
async function offerTypes(event) {
  if (offered || event.target.getAttribute?.('list') !== 'known') return;
  offered = true;
  try {
    const names = await types.namesWith('');
    morph(byId('known'), names.map((name) => h('option', { value: name })));
  } catch {
    offered = false;
  }
}

themes(byId('theme'));
zones(byId('zone'), () => shown && draw(shown));
keyboard(byId('q'), main);
byId('search').addEventListener('submit', search);
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
byId('menu').addEventListener('click', () => {
  const open = byId('menu').getAttribute('aria-expanded') === 'true';
  byId('menu').setAttribute('aria-expanded', String(!open));
});
document.addEventListener('focusin', offerTypes);
addEventListener('hashchange', open);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) shown?.live.now();
});
addEventListener('online', () => shown?.live.now());
connection.shownIn(byId('link'), say);
introduce();
open();
setTimeout(watch, shown.name === 'overview' ? TROUBLE_MILLIS : 1_000);
