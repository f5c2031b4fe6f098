// Shows how fresh the data is. The badge depends on the age of the data, not on whether a server
// responds.
import { h, morph } from './dom.js';
import { icon } from './icons.js';
import { now } from './api.js';
import { clock } from './format.js';

class Connection {
  #place = null;
  #say = () => {};
  #freshAt = now();
  #shown = '';
  #timer = null;
  #why = null;

  /** Why the data is old: the database, the server, or null if reading only takes long. */
  get why() {
    return this.#why;
  }

  shownIn(place, say) {
    this.#place = place;
    this.#say = say;
  }

  /** Marks the data as just read, and valid for this many milliseconds. */
  fresh(goodForMillis) {
    this.answered();
    // A hidden page reads nothing, and the browser delays its timers. The badge is updated when the
    // page is visible again.
    this.#timer = setTimeout(() => this.#old('Stale'), goodForMillis);
  }

  /** Marks the connection as good when no further reading is planned. */
  answered() {
    clearTimeout(this.#timer);
    if (document.documentElement.dataset.link === 'lost') this.#say('Live again');
    this.#freshAt = now();
    this.#why = null;
    this.#show('live', 'LIVE', 'Live');
  }

  /** Marks the data as old: the server responded with this problem. */
  stale({ status, database }) {
    clearTimeout(this.#timer);
    this.#why = database === 'UNREACHABLE' ? 'the database doesn’t answer' : `the server can’t read the data (${status})`;
    this.#old('Stale');
  }

  /** Marks the server as unreachable. */
  lost() {
    clearTimeout(this.#timer);
    this.#why = 'the server can’t be reached';
    this.#old('Disconnected');
  }

  #old(word) {
    this.#show('lost', 'SILENT', `${word} since ${clock(this.#freshAt).slice(11)}`);
  }

  #show(tone, shape, words) {
    if (this.#shown === words) return;
    this.#shown = words;
    document.documentElement.dataset.link = tone;
    morph(this.#place, h('span', { class: `badge is-${tone}` }, icon(shape), h('span', { class: 'words' }, words)));
  }
}

export const connection = new Connection();
