// Whether what is shown is what is.
import { h, morph } from './dom.js';
import { icon } from './icons.js';
import { clock } from './format.js';

class Connection {
  #place = null;
  #say = () => {};
  #lostAt = null;
  #known = false;

  shownIn(place, say) {
    this.#place = place;
    this.#say = say;
  }

  alive() {
    if (this.#known && this.#lostAt === null) return;
    if (this.#lostAt !== null) this.#say('Connected again');
    this.#lostAt = null;
    this.#known = true;
    this.#show('live', 'LIVE', 'Live');
  }

  lost() {
    if (this.#lostAt !== null) return;
    this.#lostAt = new Date();
    this.#show('lost', 'SILENT', `Disconnected since ${clock(this.#lostAt).slice(11)}`);
  }

  #show(tone, shape, words) {
    document.documentElement.dataset.link = tone;
    morph(this.#place, h('span', { class: `badge is-${tone}` }, icon(shape), h('span', { class: 'words' }, words)));
  }
}

export const connection = new Connection();
