import type { Output } from '@baton/client'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { BookOpen, Bot, Brain, FileText, FolderKanban, Scale, Sparkles, Workflow, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { commands, type Command as Action } from '../commands/registry.ts'
import { useOrganization } from '../data/organization.ts'
import { useRead } from '../data/reads.ts'
import { useStore } from '../data/store.ts'
import { Keys } from '../ui/keys.tsx'
import { StatusIcon, type TaskStatus } from '../ui/marks/task-marks.tsx'
import { addressOf } from '../ui/address-of.ts'
import { matches, usePaletteCommands } from './palette-commands.ts'

const row = 'touch flex h-target items-center gap-10 rounded-control px-10 select-none data-[selected=true]:bg-hover'
const settled = 200
const most = 8

type Hit = Output<'search'>['items'][number]
const icons: Partial<Record<Hit['kind'], LucideIcon>> = {
  project: FolderKanban,
  feature: Workflow,
  spec: FileText,
  decision: Scale,
  note: BookOpen,
  skill: Sparkles,
  agent: Bot,
  memory: Brain,
}

function HitIcon({ hit: { kind, status } }: { hit: Hit }) {
  const Icon = icons[kind]
  if (Icon) return <Icon className="size-16 shrink-0 text-muted" aria-hidden />
  return <StatusIcon status={(status ?? 'todo') as TaskStatus} labelled />
}

/** It holds nothing of what was typed, and may be about something else. */
const isOnlySimilar = ({ confidence, why, title, ref }: Hit, typed: string): boolean =>
  confidence === 'unsure' &&
  !why.exact &&
  why.words.length === 0 &&
  ![title, ref].some((name) => name?.toLowerCase().startsWith(typed.toLowerCase()))

function Hits({ heading, hits, onSelect }: { heading: string; hits: readonly Hit[]; onSelect(hit: Hit): void }) {
  if (hits.length === 0) return null
  return (
    <Command.Group heading={<p className="px-10 py-4 text-helper text-muted">{heading}</p>}>
      {hits.map((hit) => (
        <Command.Item key={`${hit.kind} ${hit.id}`} value={`hit ${hit.kind} ${hit.id}`} className={row} onSelect={() => onSelect(hit)}>
          <HitIcon hit={hit} />
          {hit.ref && hit.ref !== hit.title && <span className="shrink-0 font-mono text-helper text-muted">{hit.ref}</span>}
          <span className="flex-1 truncate">{hit.title}</span>
          <span className="text-helper text-muted">{hit.kind}</span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** Debounces the input: the result of a search for every letter would be thrown away with the next one. */
function useSettled(text: string): string {
  const [value, setValue] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setValue(text), settled)
    return () => clearTimeout(timer)
  }, [text])
  return value
}

/** Removes duplicates by id: a page's own command takes precedence over the palette's. */
const once = (all: readonly Action[]): Action[] => all.filter((one, at) => all.findIndex(({ id }) => id === one.id) === at)

/** The palette's results. Loaded on first use, as no page needs it to render. */
export default function PaletteList({ onClose }: { onClose(): void }) {
  const org = useOrganization()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const typed = text.trim()
  const wanted = useSettled(typed)
  const all = once([...useStore(commands), ...usePaletteCommands(typed)])
  const { data: hits } = useRead('search', { q: wanted }, { enabled: wanted.length > 1 })
  const shown = wanted.length > 1 ? (hits?.items ?? []) : []
  const told = shown.filter((hit) => !isOnlySimilar(hit, wanted))
  const similar = shown.filter((hit) => isOnlySimilar(hit, wanted))
  const open = (hit: Hit) => {
    onClose()
    void navigate({ to: addressOf(org, hit) })
  }
  const found = all.filter((one) => matches(text, one))
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
        {found.length === 0 && shown.length === 0 && <p className="px-10 py-8 text-muted">Nothing matches “{text}”.</p>}
        <Hits heading="Results" hits={told.slice(0, most)} onSelect={open} />
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
        <Hits heading="Only similar" hits={similar} onSelect={open} />
      </Command.List>
    </Command>
  )
}
