import { commands } from '../commands/registry.ts'
import { createStore, useStore } from '../data/store.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Keys } from '../ui/keys.tsx'

const opened = createStore(false)
export const openShortcuts = (): void => opened.set(true)

/** All shortcuts that work on the current page. */
export function Shortcuts() {
  const open = useStore(opened)
  const all = useStore(commands).filter(({ keys }) => keys)
  const groups = [...new Set(all.map(({ group }) => group))]
  return (
    <Dialog open={open} onOpenChange={(next) => opened.set(next)} title="Shortcuts">
      <div className="flex flex-col gap-16">
        {groups.map((group) => (
          <section key={group}>
            <h3 className="mb-4 text-helper font-medium text-muted">{group}</h3>
            <ul className="flex flex-col">
              {all
                .filter((one) => one.group === group)
                .map(({ id, title, keys }) => (
                  <li key={id} className="flex h-row items-center justify-between">
                    {title}
                    {keys && <Keys keys={keys} />}
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
