import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

const pom = read('pom.xml')

/** The repository's address, as pom.xml has it. */
export const address = pom.match(/<scm[\s\S]*?<url>(.*?)<\/url>/)[1]

export const description = pom.match(/<description>(.*?)<\/description>/)[1]

/** The Markdown files that become pages, and their pages. */
export const pages = {
  'README.md': 'index.md',
  'docs/README.md': 'documents.md',
  ...Object.fromEntries(
    fs
      .readdirSync(path.join(root, 'docs'))
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => ['docs/' + name, name])
  )
}

/** Patterns of everything else, which is not searched for pages. */
export const others = ['.', 'docs']
  .flatMap((folder) => fs.readdirSync(path.join(root, folder)).map((name) => path.posix.join(folder, name)))
  .filter((name) => !pages[name] && name !== 'docs')
  .flatMap((name) => [name, name + '/**'])

/** The modules whose Javadoc lies in target/javadoc. */
export const javadoc = path.join(root, 'target/javadoc')
export const javadocModules = fs.existsSync(javadoc)
  ? fs.readdirSync(javadoc).filter((name) => fs.existsSync(path.join(javadoc, name, 'index.html')))
  : []

/** Reads a file of the repository. */
export function read(file) {
  return fs.readFileSync(path.join(root, file), 'utf8')
}

/** Returns where a link of a Markdown file leads: to a page of the site, or into the repository. */
export function target(file, href) {
  if (/^(#|[a-z]+:)/.test(href)) {
    return href
  }
  const [, name, anchor] = href.match(/^([^#]*)(.*)$/)
  const linked = path.posix.join(path.posix.dirname(file), name).replace(/\/$/, '')
  if (pages[linked]) {
    return '/' + pages[linked] + anchor
  }
  const real = path.join(root, linked)
  if (!fs.existsSync(real)) {
    throw new Error(`${file} has a link to ${href}, which doesn't exist`)
  }
  return `${address}/${fs.statSync(real).isDirectory() ? 'tree' : 'blob'}/main/${linked}${anchor}`
}

/** Returns a heading's anchor, as GitHub makes it. */
export function slug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
