// How fresh is what is shown? The badge goes by the age of the data, not by whether a server answers.
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

  shownIn(place, say) {
    this.#place = place;
    this.#say = say;
  }

  /** What is shown was read just now, and will be read again within so many milliseconds. */
  fresh(goodForMillis) {
    this.answered();
    // While nobody looks nothing is read, and the browser holds timers back: the badge tells that when somebody looks.
    this.#timer = setTimeout(() => this.#old('Stale'), goodForMillis);
  }

  /** The server answered, and nothing is to be read again by itself. */
  answered() {
    clearTimeout(this.#timer);
    if (document.documentElement.dataset.link === 'lost') this.#say('Live again');
    this.#freshAt = now();
    this.#show('live', 'LIVE', 'Live');
  }

  /** The server answered that it can't tell, as it does while its database is away. */
  stale() {
    clearTimeout(this.#timer);
    this.#old('Stale');
  }

  /** The server can't be reached. */
  lost() {
    clearTimeout(this.#timer);
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
