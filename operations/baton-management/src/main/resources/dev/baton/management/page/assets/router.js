// The address defines what is shown: after the # come a view, its object, and its filter.

/** Returns the parts and the parameters of the address. */
export function here() {
  const [path, query] = split(location.hash.replace(/^#\/?/, ''));
  return {
    parts: path.split('/').filter(Boolean).map(decoded),
    params: new URLSearchParams(query),
  };
}

/** Returns the address of a view, without empty parameters. */
export function to(parts, params = {}) {
  const query = new URLSearchParams();
  const entries = params instanceof URLSearchParams ? [...params] : Object.entries(params);
  for (const [name, value] of entries) {
    for (const one of [value].flat()) {
      if (one !== null && one !== undefined && one !== '') query.append(name, one);
    }
  }
  const path = [parts].flat().map(encodeURIComponent).join('/');
  return '#/' + path + (query.size ? '?' + query : '');
}

/** Returns an address from the server if it is inside this page; otherwise null. */
export function inside(address) {
  const hash = typeof address === 'string' ? address.slice(address.indexOf('#')) : '';
  return hash.startsWith('#/') ? hash : null;
}

export function go(address) {
  if (location.hash === address) dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = address;
}

function split(hash) {
  const mark = hash.indexOf('?');
  return mark < 0 ? [hash, ''] : [hash.slice(0, mark), hash.slice(mark + 1)];
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
