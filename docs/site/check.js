/*
 * Checks the site in target/site in Chromium: links, anchors, images, diagrams, search, tabs, dark mode, a phone's
 * width, and errors in the console. A request to another host fails it. `--screenshots FOLDER` also takes pictures.
 */
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { address, root } from './.vitepress/repository.js'

const site = path.join(root, 'target/site')
const base = '/' + address.split('/').at(-1) + '/'
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 900 }
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2'
}

const wrong = []
const screenshots = process.argv[process.argv.indexOf('--screenshots') + 1]
const takesScreenshots = process.argv.includes('--screenshots')

/** Serves the site as a plain file server does: below its base, without adding .html. */
const server = http.createServer((request, response) => {
  const asked = decodeURIComponent(new URL(request.url, 'http://localhost').pathname)
  const file = path.join(site, fileOf(asked))
  if (!asked.startsWith(base) || !file.startsWith(site) || !fs.statSync(file, { throwIfNoEntry: false })?.isFile()) {
    response.writeHead(404).end()
    return
  }
  response.setHeader('Content-Type', TYPES[path.extname(file)] ?? 'application/octet-stream')
  fs.createReadStream(file).pipe(response)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${server.address().port}`

const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (binary) => binary && fs.existsSync(binary)
)
if (!executablePath) {
  console.error('The site is not checked: there is no Chromium. Name one in CHROME_BIN')
  process.exit(1)
}
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

try {
  const pages = fs.readdirSync(site).filter((name) => name.endsWith('.html') && name !== '404.html')
  const page = await open('light')
  const anchors = new Map()
  const neighbours = new Map()
  const links = []
  for (const name of pages) {
    await page.setViewportSize(DESKTOP)
    await visit(page, name)
    const seen = await page.evaluate(look)
    anchors.set(base + name, new Set(seen.ids))
    neighbours.set(name, { previous: fileOf(seen.previous), next: fileOf(seen.next) })
    seen.links.forEach((link) => links.push({ name, link }))
    seen.broken.forEach((image) => wrong.push(`${name}: the image ${image} isn't shown`))
    await page.setViewportSize(PHONE)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > PHONE.width) {
      wrong.push(`${name}: is ${width} pixels wide on a phone of ${PHONE.width}`)
    }
  }
  anchors.set(base, anchors.get(base + 'index.html'))
  const inside = checkLinks(links, anchors)
  await page.setViewportSize(DESKTOP)
  await checkNavigation(page, neighbours)
  await checkSearch(page)
  await checkTabs(page)
  const diagrams = await checkDiagrams(page)
  await page.context().close()
  await checkDarkMode()
  if (takesScreenshots) {
    await takeScreenshots()
  }
  console.log(
    `${pages.length} pages, ${links.length} links (${inside} inside the site), ${diagrams} diagrams; search, tabs, ` +
      `dark mode, a width of ${PHONE.width} pixels: ${wrong.length} wrong`
  )
} catch (error) {
  wrong.push(error.stack)
} finally {
  await browser.close()
  server.close()
}
wrong.forEach((line) => console.error(line))
process.exit(wrong.length === 0 ? 0 : 1)

async function open(colorScheme) {
  const context = await browser.newContext({ colorScheme, viewport: DESKTOP })
  await context.route('**/*', (route) => {
    if (route.request().url().startsWith(origin + '/')) {
      return route.continue()
    }
    wrong.push('A page asks another host: ' + route.request().url())
    return route.abort()
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => wrong.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      wrong.push(`${page.url()}: ${message.text()}`)
    }
  })
  return page
}

async function visit(page, name) {
  await page.goto(origin + base + name, { waitUntil: 'load' })
  await page.waitForFunction(() => document.querySelector('#app')?.__vue_app__)
}

/** Returns the name of the file that has an address. */
function fileOf(pathname) {
  return pathname && (pathname.slice(base.length) || 'index.html')
}

/** Runs in the page: what it links to, its anchors, and the images that it fails to show. */
async function look() {
  const images = [...document.querySelectorAll('img')]
  for (const image of images) {
    image.loading = 'eager'
    await image.decode().catch(() => {})
  }
  return {
    ids: [...document.querySelectorAll('[id]')].map((element) => element.id),
    previous: document.querySelector('.pager-link.prev')?.pathname,
    next: document.querySelector('.pager-link.next')?.pathname,
    links: [...document.querySelectorAll('a[href]')].map((link) => link.href),
    broken: images.filter((image) => image.naturalWidth === 0).map((image) => image.src)
  }
}

/** Checks each link into the site and into the repository once, and returns how many lead into the site. */
function checkLinks(links, anchors) {
  let inside = 0
  const seen = new Set()
  for (const { name, link } of links) {
    inside += link.startsWith(origin)
    if (seen.has(link)) {
      continue
    }
    seen.add(link)
    const url = new URL(link)
    const anchor = decodeURIComponent(url.hash.slice(1))
    if (url.origin === origin) {
      const file = path.join(site, url.pathname.slice(base.length))
      if (!url.pathname.startsWith(base) || !fs.existsSync(file)) {
        wrong.push(`${name}: ${link} leads nowhere`)
      } else if (anchor && !anchors.get(url.pathname)?.has(anchor)) {
        wrong.push(`${name}: ${link} leads to a heading that doesn't exist`)
      }
    } else {
      const file = link.match(/^(.*)\/(?:blob|tree|edit)\/main\/([^#]*)/)
      if (file?.[1] === address && !fs.existsSync(path.join(root, file[2]))) {
        wrong.push(`${name}: ${link} isn't a file of the repository`)
      }
    }
  }
  return inside
}

/** Checks the sidebar's groups, and that "next" leads from the first page through all others, and "previous" back. */
async function checkNavigation(page, neighbours) {
  await visit(page, 'index.html')
  const groups = await page.locator('.VPSidebarItem.level-0 > .item h2').allTextContents()
  for (const group of ['Start', 'Guides', 'Reference', 'Understand']) {
    if (!groups.includes(group)) {
      wrong.push(`The sidebar has no group ${group}, only ${groups.join(', ')}`)
    }
  }
  const left = new Map(neighbours)
  let name = 'index.html'
  for (let previous; name; ) {
    const here = left.get(name)
    if (!here) {
      wrong.push(`${previous}: the next page is ${name}, which comes twice or isn't there`)
      break
    }
    left.delete(name)
    if (here.previous !== previous) {
      wrong.push(`${name}: the previous page is ${here.previous}, not ${previous}`)
    }
    previous = name
    name = here.next
  }
  if (left.size > 0) {
    wrong.push('The sidebar leaves out ' + [...left.keys()].join(', '))
  }
}

async function checkSearch(page) {
  await visit(page, 'index.html')
  await page.keyboard.press('Control+k')
  await page.locator('.VPLocalSearchBox input').fill('interrupt deadline')
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
  const found = await page.locator('.VPLocalSearchBox .result').evaluateAll((all) => all.map((one) => one.href))
  if (!found.some((href) => href.includes('/cancelling.html'))) {
    wrong.push('A search for "interrupt deadline" doesn\'t find the page about cancelling, but ' + found.join(', '))
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(found[0])
  await page.locator('.VPLocalSearchBox').waitFor({ state: 'detached' })
}

async function checkTabs(page) {
  await visit(page, 'api.html')
  const group = page.locator('.vp-code-group').first()
  const labels = await group.locator('label').allTextContents()
  if (labels.join() !== 'Java,Spring,Quarkus,Kotlin') {
    wrong.push('api.html: the tabs of the first task are ' + labels.join())
  }
  for (const [label, code] of [
    ['Spring', '@Transactional'],
    ['Kotlin', 'taskType<Payout>']
  ]) {
    await group.locator('label', { hasText: label }).click()
    const shown = await group.locator('.blocks > div:visible').allInnerTexts()
    if (shown.length !== 1 || !shown[0].includes(code)) {
      wrong.push(`api.html: the tab ${label} doesn't show its code`)
    }
  }
  await visit(page, 'index.html')
  if (!(await page.locator('.vp-code-group .blocks > div:visible').first().innerText()).includes('taskType<Payout>')) {
    wrong.push('index.html: the tab Kotlin, chosen before, is not chosen')
  }
}

async function checkDiagrams(page) {
  let count = 0
  for (const name of fs.readdirSync(site).filter((file) => file.endsWith('.html'))) {
    const expected = fs.readFileSync(path.join(site, name), 'utf8').split('class="diagram"').length - 1
    if (expected > 0) {
      count += expected
      await visit(page, name)
      await page.waitForFunction((number) => document.querySelectorAll('.diagram svg').length === number, expected)
      if ((await page.locator('.diagram .error-icon').count()) > 0) {
        wrong.push(`${name}: a diagram has an error`)
      }
    }
  }
  if (count === 0) {
    wrong.push('No page has a diagram')
  }
  return count
}

/** The site follows the system, and the switch changes it. */
async function checkDarkMode() {
  const page = await open('dark')
  await visit(page, 'ARCHITECTURE.html')
  await page.locator('.diagram svg').first().waitFor()
  const brightness = () =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)[0])
  if ((await brightness()) > 60) {
    wrong.push('A reader whose system is dark sees a bright page')
  }
  await page.locator('.VPNavBar .VPSwitchAppearance:visible').first().click()
  await page.waitForFunction(() => !document.documentElement.classList.contains('dark'))
  if ((await brightness()) < 200) {
    wrong.push('The switch from dark to light has no effect')
  }
  await page.context().close()
}

async function takeScreenshots() {
  fs.mkdirSync(screenshots, { recursive: true })
  for (const scheme of ['light', 'dark']) {
    const page = await open(scheme)
    for (const name of ['index', 'documents', 'ARCHITECTURE', 'dashboard', 'build-files', 'api', 'configuration']) {
      for (const [screen, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
        await page.setViewportSize(size)
        await visit(page, name + '.html')
        if (await page.locator('.diagram').count()) {
          await page.locator('.diagram svg').last().waitFor()
          await page.locator('.diagram').last().scrollIntoViewIfNeeded()
        }
        await page.screenshot({ path: path.join(screenshots, `${name}-${scheme}-${screen}.png`) })
      }
    }
    await page.context().close()
  }
}
