import fs from 'node:fs/promises'
import path from 'node:path'
import { defineConfig } from 'vitepress'
import { sidebar } from './navigation.js'
import { address, description, javadoc, javadocModules, others, pages, root, slug, target } from './repository.js'
import { withTabs } from './tabs.js'

const base = '/' + address.split('/').at(-1) + '/'

/** Returns which file of the repository is being rendered. */
function source(env) {
  return path.relative(root, env.realPath ?? env.path)
}

function links(state) {
  const file = source(state.env)
  for (const token of state.tokens.flatMap((token) => [token, ...(token.children ?? [])])) {
    if (token.type === 'link_open') {
      token.attrSet('href', target(file, token.attrGet('href')))
    } else if (token.type.startsWith('html_')) {
      // Vite only bundles images whose addresses begin with a dot.
      token.content = token.content.replace(/ src="(?=\w)(?!https?:)/g, ' src="./')
    }
  }
}

function diagrams(md) {
  const fence = md.renderer.rules.fence
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index]
    if (token.info.trim() !== 'mermaid') {
      return fence(tokens, index, ...rest)
    }
    const code = md.utils.escapeHtml(token.content)
    return `<Diagram code="${encodeURIComponent(token.content)}"><pre v-pre>${code}</pre></Diagram>\n`
  }
}

/** The pages lie outside this folder, where a build for the server doesn't find Vue. */
const vue = {
  name: 'vue-of-this-folder',
  enforce: 'pre',
  resolveId(id, importer, { ssr }) {
    return ssr && /^vue(\/|$)/.test(id) ? { id, external: true } : undefined
  }
}

export default defineConfig({
  title: 'Baton',
  description,
  lang: 'en',
  base,
  srcDir: root,
  srcExclude: others,
  rewrites: pages,
  outDir: path.join(root, 'target/site'),
  cacheDir: path.join(root, 'target/site-cache'),
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: base + 'baton.svg' }]],
  markdown: {
    anchor: { slugify: slug },
    languageAlias: { kts: 'kotlin' },
    config(md) {
      md.core.ruler.before('normalize', 'tabs', (state) => {
        state.src = withTabs(state.src, source(state.env))
      })
      md.core.ruler.push('repository-links', links)
      diagrams(md)
    }
  },
  themeConfig: {
    logo: '/baton.svg',
    nav: [
      { text: 'Documents', link: '/documents' },
      ...(javadocModules.length === 0
        ? []
        : [
            {
              text: 'Javadoc',
              items: javadocModules.map((name) => ({
                text: name,
                link: `/javadoc/${name}/index.html`,
                target: '_blank'
              }))
            }
          ])
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        // The lists of imports at the ends of pages would only hide better results.
        _render: (markdown, env, md) => md.render(markdown, env).split('<h2 id="imports"')[0]
      }
    },
    socialLinks: [{ icon: 'github', link: address }],
    editLink: {
      pattern: `${address}/edit/main/:path`,
      text: 'Edit this page'
    }
  },
  transformPageData(page) {
    if (page.relativePath === 'index.md') {
      page.titleTemplate = 'durable background tasks for Java'
    }
  },
  async buildEnd({ outDir }) {
    for (const name of javadocModules) {
      await fs.cp(path.join(javadoc, name), path.join(outDir, 'javadoc', name), { recursive: true })
    }
  },
  vite: {
    plugins: [vue],
    publicDir: path.join(root, 'docs/site/public'),
    build: { chunkSizeWarningLimit: 2000 },
    server: { watch: { ignored: ['**/target/**', '**/src/**'] } }
  }
})
