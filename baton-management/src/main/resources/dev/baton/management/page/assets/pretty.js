// JSON set out in lines. It works on the text, not on what it means: numbers keep all their digits.

const INDENT = '  ';

/** The same JSON, one value a line. What isn't JSON comes back as it is. */
export function pretty(text) {
  if (!isJson(text)) return text;
  let depth = 0;
  let lines = '';
  const line = () => `\n${INDENT.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g)) {
    if (token === '{' || token === '[') {
      depth++;
      lines += token + line();
    } else if (token === '}' || token === ']') {
      depth--;
      // An empty one stays in its line.
      lines = /[[{]\s*$/.test(lines) ? lines.trimEnd() + token : lines + line() + token;
    } else if (token === ',') {
      lines += token + line();
    } else {
      lines += token === ':' ? ': ' : token;
    }
  }
  return lines;
}

export function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
