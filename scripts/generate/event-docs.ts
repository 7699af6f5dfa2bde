const mark = { begin: '<!-- Generated from the kinds of event by: npm run generate -->', end: '<!-- End of the generated part -->' }

/** The list of events in docs/webhooks.md: a line for each area. */
function renderEventDocs(types: readonly string[]): string {
  const areas = Map.groupBy(types, (type) => type.split('.')[0] ?? '')
  const rows = [...areas].map(([area, own]) => `| \`${area}.*\` | ${own.map((type) => `\`${type}\``).join(', ')} |`)
  return ['| All of them | Types |', '| --- | --- |', ...rows].join('\n')
}

/** The page with its list as it should be. */
export function withEventDocs(page: string, types: readonly string[]): string {
  const [begin, end] = [page.indexOf(mark.begin), page.indexOf(mark.end)]
  if (begin === -1 || end < begin) throw new Error('docs/webhooks.md has lost the marks between which its list is generated')
  return `${page.slice(0, begin)}${mark.begin}\n\n${renderEventDocs(types)}\n\n${page.slice(end)}`
}

/** src/capabilities/event-types.ts: what an area may know about the events of areas above it. */
export const renderEventTypes = (types: readonly string[]): string =>
  `// Generated from the kinds of event by: npm run generate\nexport const eventTypes: readonly string[] = ${JSON.stringify(types)}\n`
