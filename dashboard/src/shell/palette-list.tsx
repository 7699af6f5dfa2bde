import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { FileSearch } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { commands } from '../commands/registry.ts'
import { useOrganization } from '../data/organization.ts'
import { useRead } from '../data/reads.ts'
import { useStore } from '../data/store.ts'
import { Keys } from '../ui/keys.tsx'
import { addressOf } from './address-of.ts'

const row = 'touch flex h-target items-center gap-10 rounded-control px-10 select-none data-[selected=true]:bg-hover'

/** What the palette finds for what is typed. It comes with its first use: no page needs it to show itself. */
export default function PaletteList({ onClose }: { onClose(): void }) {
  const all = useStore(commands)
  const org = useOrganization()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const { data: hits } = useRead('search', { q: wanted, limit: 8 }, { enabled: wanted.length > 1 })
  const words = text.trim().toLowerCase().split(/\s+/)
  const found = all.filter(({ title, words: more = '' }) => words.every((word) => `${title} ${more}`.toLowerCase().includes(word)))
  const groups = [...new Set(found.map(({ group }) => group))]
  return (
    <Command shouldFilter={false} label="Search or run a command" loop>
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder="Search tasks, agents, memory, or type a command"
        className="h-header w-full border-b border-line bg-transparent px-16 text-body outline-none"
      />
      <Command.List className="scrollbar-quiet max-h-rail-wide overflow-y-auto p-6">
        {found.length === 0 && !hits?.items.length && <p className="px-10 py-8 text-muted">Nothing matches “{text}”.</p>}
        {wanted.length > 1 && hits && hits.items.length > 0 && (
          <Command.Group heading={<p className="px-10 py-4 text-helper text-muted">Results</p>}>
            {hits.items.map((hit) => (
              <Command.Item
                key={`${hit.kind} ${hit.id}`}
                value={`hit ${hit.kind} ${hit.id}`}
                className={row}
                onSelect={() => {
                  onClose()
                  void navigate({ to: addressOf(org, hit) })
                }}
              >
                <FileSearch className="size-16 text-muted" aria-hidden />
                <span className="flex-1 truncate">{hit.title}</span>
                <span className="text-helper text-muted">{hit.kind}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {groups.map((group) => (
          <Command.Group key={group} heading={<p className="px-10 py-4 text-helper text-muted">{group}</p>}>
            {found
              .filter((one) => one.group === group)
              .map(({ id, title, icon: Icon, keys, run }) => (
                <Command.Item
                  key={id}
                  value={id}
                  className={row}
                  onSelect={() => {
                    onClose()
                    run()
                  }}
                >
                  {Icon && <Icon className="size-16 text-muted" aria-hidden />}
                  <span className="flex-1 truncate">{title}</span>
                  {keys && <Keys keys={keys} />}
                </Command.Item>
              ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}
