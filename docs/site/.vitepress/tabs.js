import path from 'node:path'
import { read, slug } from './repository.js'

const MARKER = /^<!-- tabs: (.+) -->\n/m
const BLOCK = /^\s*(?:(?!```|<!--)[^\n]+:\n\n)?(?:<!-- code: [^\n]* -->\n)?```(\w+)\n([\s\S]*?)\n```\n/

/**
 * Makes tabs of code blocks. A line before them names the tabs, and GitHub doesn't show it:
 *
 *     <!-- tabs: Java | Spring from spring.md#a-first-task -->
 *
 * A tab without `from` is the next block, with the line above it that ends with a colon. The others are the Java or
 * Kotlin of another page or of one of its sections; a sentence below the tabs links to them.
 */
export function withTabs(markdown, file) {
  let rest = markdown
  let result = ''
  for (let marker; (marker = rest.match(MARKER)); ) {
    result += rest.slice(0, marker.index)
    rest = rest.slice(marker.index + marker[0].length)
    const sources = []
    result += '\n:::: code-group\n'
    for (const tab of marker[1].split(' | ')) {
      const [label, from] = tab.split(' from ')
      let block
      if (from) {
        block = borrowed(path.posix.join(path.posix.dirname(file), from))
        sources.push(`[${block.title}](${from})`)
      } else {
        const found = rest.match(BLOCK)
        if (!found) {
          throw new Error(`${file}: the tab ${label} has no block`)
        }
        block = { language: found[1], code: found[2] }
        rest = rest.slice(found[0].length)
      }
      result += `\n\`\`\`${block.language} [${label}]\n${block.code}\n\`\`\`\n`
    }
    result += '\n::::\n'
    if (sources.length > 0) {
      result += `\nMore about the other tabs: ${sources.join(', ')}.\n`
    }
  }
  return result + rest
}

/** Returns the code of a page, or of the section that the anchor names, without imports. */
function borrowed(from) {
  const [file, anchor] = from.split('#')
  const page = read(file)
  const lines = page.split('\n')
  const parts = []
  let language
  let inside = !anchor
  let depth = 0
  for (let i = 0; i < lines.length; i++) {
    const heading = lines[i].match(/^(#+) (.*)/)
    const fence = lines[i].match(/^```(\w*)/)
    if (heading && anchor) {
      if (slug(heading[2]) === anchor) {
        inside = true
        depth = heading[1].length
      } else if (heading[1].length <= depth) {
        inside = false
      }
    } else if (fence) {
      const end = lines.indexOf('```', i + 1)
      if (inside && /^(java|kotlin)$/.test(fence[1]) && lines[i - 1] !== '<!-- imports -->') {
        language = fence[1]
        const code = lines.slice(i + 1, end).filter((line) => !/^(package|import) /.test(line))
        parts.push(code.join('\n').trim())
      }
      i = end
    }
  }
  if (parts.length === 0) {
    throw new Error(`${from} has no code`)
  }
  return { title: page.match(/^# (.*)/)[1], language, code: parts.join('\n\n') }
}
