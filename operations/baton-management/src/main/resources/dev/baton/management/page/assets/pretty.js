// JSON set out in lines. It works on the text, not on what it means: numbers keep all their digits.

/** More isn't set out: a browser would be busy with it for seconds. The server sends less. */
const MOST_SET_OUT = 512 * 1024;

/** Deeper lines stand as far to the right as these, or the blanks would outgrow the text. */
const DEEPEST = 32;

const LINES = Array.from({ length: DEEPEST + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);
const OPENING = '{[';
const CLOSING = '}]';
const ALONE = `${OPENING}${CLOSING}:,`;
const BLANK = ' \t\r\n';

/** The same JSON, one value a line. What isn't JSON, or is too much of it, comes back as it is. */
export function pretty(text) {
  if (text.length > MOST_SET_OUT || !isJson(text)) return text;
  const parts = [];
  let depth = 0;
  let opened = false;
  const line = () => LINES[Math.min(depth, DEEPEST)];
  for (let at = 0; at < text.length; ) {
    const end = endOfToken(text, at);
    const token = text.slice(at, end);
    at = end;
    if (BLANK.includes(token)) continue;
    if (CLOSING.includes(token)) {
      depth--;
      // An empty one stays in its line.
      parts.push(opened ? '' : line(), token);
      opened = false;
      continue;
    }
    if (opened) parts.push(line());
    opened = OPENING.includes(token);
    if (opened) depth++;
    parts.push(token === ':' ? ': ' : token);
    if (token === ',') parts.push(line());
  }
  return parts.join('');
}

/** The text is JSON, so each string has its end. */
function endOfToken(text, start) {
  let at = start + 1;
  if (text[start] === '"') {
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return at + 1;
  }
  if (ALONE.includes(text[start]) || BLANK.includes(text[start])) return at;
  while (at < text.length && !ALONE.includes(text[at]) && !BLANK.includes(text[at])) at++;
  return at;
}

export function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
