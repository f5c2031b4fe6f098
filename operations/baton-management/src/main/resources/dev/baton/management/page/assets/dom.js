// Builds nodes and changes the shown tree to match a new one. Text stays text: nothing in this page
// parses markup from a string.

const SVG = 'http://www.w3.org/2000/svg';
const dispatch = (event) => event.currentTarget.handlers?.[event.type]?.(event);

/**
 * Returns an element. Attributes that are null, undefined or false are left out; `on` contains
 * handlers by event. Children can be nodes, text, numbers, lists of them, or nothing.
 */
export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Returns an SVG element. */
export function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === 'on') {
      element.handlers = value;
      Object.keys(value).forEach((event) => element.addEventListener(event, dispatch));
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(safe(name, value), value === true ? '' : String(value));
    }
  }
  append(element, children);
  if (element.nodeName === 'SELECT' && element.hasAttribute('value')) {
    element.value = element.getAttribute('value');
  }
  return element;
}

/** Rejects links out of this page and attributes that can run code. */
function safe(name, value) {
  if (/^(on|style$|src)/i.test(name) || (name === 'href' && !String(value).startsWith('#/'))) {
    throw new Error(`The attribute ${name} can't be set here`);
  }
  return name;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false && child !== '') {
      element.append(...(child instanceof Node ? [child] : texts(element, String(child))));
    }
  }
}

/**
 * Characters that reverse a text, are invisible or end its line. They could make one name look like
 * another.
 */
const ODD = /([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u115f\u1160\u2028\u2029\u2065\u3164\uffa0]|(?![\u200c\u200d])\p{Cf})/u;

/** Maximum number of such characters that are shown individually in one text. */
const MOST_ODD = 500;

/**
 * Returns text nodes in which each such character is replaced by its code point and has no effect.
 */
function texts(element, text) {
  if (!ODD.test(text)) return [document.createTextNode(text)];
  if (element.namespaceURI === SVG) return [document.createTextNode(without(text))];
  const pieces = text.split(ODD, 2 * MOST_ODD);
  const rest = without(text.slice(pieces.join('').length));
  return [...pieces.map((piece, index) => (index % 2 ? odd(piece) : document.createTextNode(piece))), document.createTextNode(rest)];
}

const without = (text) => text.replaceAll(new RegExp(ODD, 'gu'), '\ufffd');

function odd(character) {
  const span = document.createElement('span');
  span.className = 'odd';
  span.dataset.point = `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  span.append(character);
  return span;
}

/**
 * Changes the children of a shown element to match these. Equal parts stay untouched, so focus,
 * scrolling, selected text and open details survive. Children with `data-key` are matched by that
 * key.
 */
export function morph(host, ...children) {
  const fresh = document.createDocumentFragment();
  append(fresh, children);
  morphChildren(host, fresh);
}

function morphChildren(host, fresh) {
  const kept = new Map();
  for (const old of host.childNodes) {
    if (keyOf(old) !== null) kept.set(keyOf(old), old);
  }
  let at = host.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const found = keyOf(wanted) === null ? (alike(at, wanted) ? at : null) : kept.get(keyOf(wanted));
    if (found && alike(found, wanted)) {
      if (found === at) at = at.nextSibling;
      else host.insertBefore(found, at);
      sync(found, wanted);
    } else {
      host.insertBefore(wanted, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

const keyOf = (node) => node?.dataset?.key ?? null;

function alike(old, wanted) {
  return old && old.nodeName === wanted.nodeName && keyOf(old) === keyOf(wanted);
}

function sync(old, wanted) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== wanted.data) old.data = wanted.data;
    return;
  }
  // The pointer is on the element: it isn't changed until the pointer leaves it.
  if ('held' in old.dataset) return;
  syncAttributes(old, wanted);
  syncHandlers(old, wanted);
  morphChildren(old, wanted);
  if (old.nodeName === 'SELECT' && document.activeElement !== old && wanted.hasAttribute('value')) {
    old.value = wanted.getAttribute('value');
  }
}

function syncAttributes(old, wanted) {
  for (const { name } of [...old.attributes]) {
    // Details that a person has opened stay open.
    if (!wanted.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value && name !== 'open') {
      old.setAttribute(name, value);
      if (name === 'value' && old.nodeName === 'INPUT' && document.activeElement !== old) {
        old.value = value;
      }
    }
  }
  if (old.type === 'checkbox') old.checked = wanted.hasAttribute('checked');
}

function syncHandlers(old, wanted) {
  for (const event of Object.keys(wanted.handlers ?? {})) {
    if (!old.handlers?.[event]) old.addEventListener(event, dispatch);
  }
  old.handlers = wanted.handlers;
}
