// The results of the tasks that this person changed last.
import { h } from '../dom.js';
import { change } from '../api.js';
import { count } from '../format.js';
import { button, tag } from '../parts.js';

/** Maximum number of tasks whose results are read at once. */
const MOST = 1_000;

let mended = null;

/**
 * `words` describe the change, `ids` name the changed tasks. Tasks that the change ended have no
 * further result; `again` runs them again.
 */
export function remember(words, ids, again = null) {
  mended = ids.length ? { words, ids: again ? [] : ids.slice(0, MOST), all: ids.length, again } : null;
}

/** Reads the results again with each reading of a view that shows them. */
export async function result() {
  if (!mended) return null;
  const asked = mended;
  if (!asked.ids.length) return asked;
  try {
    return { ...asked, now: await change('POST', 'outcomes', { id: asked.ids }) };
  } catch {
    return { ...asked, now: null };
  }
}

export function resultPanel(page, known) {
  if (!known || known.ids !== mended?.ids) return null;
  const { now, words, all, ids, again } = known;
  const gone = now ? now.tasks - now.kept : 0;
  const parts = !ids.length ? [] : now
    ? [
        now.done ? tag('done', 'DONE', `${count(now.done)} done`) : null,
        now.failedAgain ? tag('error', 'ERROR', `${count(now.failedAgain)} failed again`) : null,
        now.running ? tag('running', 'RUNNING', `${count(now.running)} running`) : null,
        now.underWay > now.running ? tag('waiting', 'WAITING', `${count(now.underWay - now.running)} not started yet`) : null,
        now.cancelled ? tag('cancelled', 'CANCELLED', `${count(now.cancelled)} cancelled`) : null,
        gone ? h('span', { class: 'faint' }, `${count(gone)} deleted or not visible`) : null,
      ]
    : [h('span', { class: 'faint' }, 'Their results are unknown now')];
  return h(
    'section',
    { class: 'panel result', 'data-key': 'result', 'aria-label': 'Results of the change' },
    h('p', null, h('b', null, words), !ids.length ? '.' : all > ids.length ? h('span', { class: 'faint' }, `; of the first ${count(ids.length)}:`) : ':'),
    parts.map((part) => [' ', part]),
    again ? button('Undo: run again …', again, { 'data-key': 'again' }) : null,
    button('Close', () => { mended = null; page.redraw(); }, { class: 'quiet', 'aria-label': 'Close the results' }),
  );
}
