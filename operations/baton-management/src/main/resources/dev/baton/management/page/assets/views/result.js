// Whether it helped: what became of the tasks that were mended last.
import { h } from '../dom.js';
import { change } from '../api.js';
import { count } from '../format.js';
import { button, tag } from '../parts.js';

/** As many as are asked about at once. */
const MOST = 1_000;

let mended = null;

/** `words` say what was done, `ids` with which tasks; of those that it ended nothing more becomes. */
export function remember(words, ids, ended) {
  mended = ids.length ? { words, ids: ended ? [] : ids.slice(0, MOST), all: ids.length } : null;
}

/** Asked with each round of a view that shows it. */
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
  const { now, words, all, ids } = known;
  const gone = now ? now.tasks - now.kept : 0;
  const parts = !ids.length ? [] : now
    ? [
        now.done ? tag('done', 'DONE', `${count(now.done)} done`) : null,
        now.failedAgain ? tag('error', 'ERROR', `${count(now.failedAgain)} failed again`) : null,
        now.underWay ? tag('running', 'RUNNING', `${count(now.underWay)} under way`) : null,
        now.cancelled ? tag('cancelled', 'CANCELLED', `${count(now.cancelled)} cancelled`) : null,
        gone ? h('span', { class: 'faint' }, `${count(gone)} ended and kept no longer`) : null,
      ]
    : [h('span', { class: 'faint' }, 'What became of them isn’t known now')];
  return h(
    'section',
    { class: 'panel result', 'data-key': 'result', 'aria-label': 'What became of them' },
    h('p', null, h('b', null, words), !ids.length ? '.' : all > ids.length ? h('span', { class: 'faint' }, `; of the first ${count(ids.length)}:`) : ':'),
    parts.map((part) => [' ', part]),
    button('Well', () => { mended = null; page.redraw(); }, { class: 'quiet', 'aria-label': 'Close what became of them' }),
  );
}
