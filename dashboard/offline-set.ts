import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const src = `${import.meta.dirname}/src`
/** Where everything is that a person needs to go on working on tasks without a connection. */
const folders = /^(app|commands|data|shell|ui|pages\/work)\//

/**
 * Names the files that a device keeps for offline use: the shell, everything of a project's tasks, and what all of these import.
 * Pages of other areas are kept once they were opened.
 */
function offlineFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const files = new Set<string>()
  const take = (name: string): void => {
    if (files.has(name)) return
    files.add(name)
    const chunk = chunks.find(({ fileName }) => fileName === name)
    for (const css of chunk?.viteMetadata?.importedCss ?? []) files.add(css)
    for (const imported of chunk?.imports ?? []) take(imported)
  }
  for (const { fileName, facadeModuleId, isEntry } of chunks)
    if (isEntry || (facadeModuleId && folders.test(relative(src, facadeModuleId.split('?')[0] ?? '')))) take(fileName)
  return [...files].toSorted()
}

/** Writes the list beside the files, and its name into the page, which passes it to the service worker. */
export const offlineSet = (): Plugin => ({
  name: 'baton:offline-set',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const source = JSON.stringify(offlineFiles(bundle).map((name) => `/${name}`))
      const fileName = `assets/offline-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.json`
      this.emitFile({ type: 'asset', fileName, source })
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('the page is not in the bundle')
      page.source = String(page.source).replace('</head>', `  <meta name="baton-offline" content="/${fileName}" />\n  </head>`)
    },
  },
})
