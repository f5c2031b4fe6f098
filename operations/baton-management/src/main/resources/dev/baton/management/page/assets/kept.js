// Stores a person's choices in the browser. Without permission to store, they last as long as the
// page.

const PREFIX = 'baton.';
const chosen = new Map();

/** Returns the choice with this name, or null if there is none. */
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
    // The choice lasts as long as the page.
  }
}
