// Tells in a few words what has happened: to eyes for some seconds, to screen readers at once.
import { h } from './dom.js';

const SHOWN_MILLIS = 6_000;

/** To screen readers alone: what eyes see anyway. */
export function tell(words) {
  document.getElementById('said').textContent = words;
}

export function say(words) {
  tell(words);
  const toast = h('p', { class: 'toast' }, words);
  document.getElementById('toasts').append(toast);
  setTimeout(() => toast.remove(), SHOWN_MILLIS);
}
