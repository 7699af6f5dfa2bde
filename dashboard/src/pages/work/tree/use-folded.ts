import { useState } from 'react'

/** Which rows of a tree are folded, as last left in this browser. */
export function useFolded(name: string): [ReadonlySet<string>, (id: string, folded: boolean) => void] {
  const key = `baton.tree.${name}`
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(JSON.parse(localStorage.getItem(key) ?? '[]') as string[]))
  const fold = (id: string, yes: boolean) =>
    setFolded((before) => {
      const next = new Set(before)
      if (yes) next.add(id)
      else next.delete(id)
      localStorage.setItem(key, JSON.stringify([...next]))
      return next
    })
  return [folded, fold]
}
