import { pages, read } from './repository.js'

/**
 * Makes the sidebar from docs/README.md: its headings are groups, its lines in bold are groups in them, and each
 * page appears where it is first linked. A page whose name extends the first one of its line is below that one.
 */
export function sidebar() {
  const groups = []
  const seen = new Set()
  let items
  for (const line of read('docs/README.md').split('\n')) {
    const heading = line.match(/^## (.*)/)
    const inner = line.match(/^\*\*(.*)\*\*$/)
    if (heading) {
      items = []
      groups.push({ text: heading[1], collapsed: false, items })
    } else if (inner) {
      items = []
      groups.at(-1).items.push({ text: inner[1], collapsed: false, items })
    }
    let first
    for (const [, text, name] of line.matchAll(/\[([^\]]+)\]\(([\w-]+)\.md\)/g)) {
      if (seen.has(name) || !pages[`docs/${name}.md`]) {
        continue
      }
      seen.add(name)
      if (first && name.startsWith(first.name + '-')) {
        first.item.collapsed ??= true
        first.item.items ??= []
        first.item.items.push({ text: title(name), link: `/${name}` })
      } else {
        const item = { text: text[0].toUpperCase() + text.slice(1), link: `/${name}` }
        first ??= { name, item }
        items.push(item)
      }
    }
  }
  return [{ text: 'Baton', link: '/' }, { text: 'All documents', link: '/documents' }, ...groups]
}

function title(name) {
  return read(`docs/${name}.md`).match(/^# (.*)/)[1]
}
