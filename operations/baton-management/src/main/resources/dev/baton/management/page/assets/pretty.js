// Formats JSON over several lines. Works on the text without parsing its values, so numbers keep
// all their digits.

/**
 * Longer texts aren't formatted, because that would block the browser for seconds. The server sends
 * less.
 */
const MOST_SET_OUT = 512 * 1024;

/** Maximum indentation, because otherwise the blanks would outgrow the text. */
const DEEPEST = 32;

const LINES = Array.from({ length: DEEPEST + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);
const OPENING = '{[';
const CLOSING = '}]';
const ALONE = `${OPENING}${CLOSING}:,`;
const BLANK = ' \t\r\n';

/**
 * Returns the same JSON with one value per line. Returns text that isn't JSON, or is too long,
 * unchanged.
 */
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
      // An empty object or array stays on one line.
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

/** The text is valid JSON, so each string has an end. */
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
