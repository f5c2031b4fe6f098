// What a person chose, kept by the browser; where storage is forbidden, for as long as the page.

const PREFIX = 'baton.';
const chosen = new Map();

/** What was chosen under this name; null for nothing. */
export function chosenFor(name) {
  try {
    return chosen.get(name) ?? localStorage.getItem(PREFIX + name);
  } catch {
    return chosen.get(name) ?? null;
  }
}

export function choose(name, value) {
  chosen.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // It lasts as long as the page.
  }
}
