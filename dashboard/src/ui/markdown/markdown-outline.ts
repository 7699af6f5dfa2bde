interface Node {
  type: string
  tagName?: string
  children?: Node[]
}

/** Normalizes heading levels so that none is skipped, whatever level the author began with: screen reader users navigate by them. */
export const evenHeadings = () => (tree: Node) => {
  const above: number[] = []
  for (const node of tree.children ?? []) {
    const level = Number(/^h([1-6])$/.exec(node.tagName ?? '')?.[1] ?? 0)
    if (level === 0) continue
    while ((above.at(-1) ?? 0) >= level) above.pop()
    above.push(level)
    node.tagName = `h${Math.min(above.length, 3)}`
  }
}
