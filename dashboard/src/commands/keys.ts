import { commands } from './registry.ts'

const sequenceTime = 900
const apple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** "mod+shift+k" for a key press; shift is included only if the key itself does not imply it. */
function nameOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  const letter = /^[a-z]$|^(enter|escape|backspace|delete|home|arrow\w+|space)$/.test(key)
  const mod = (apple ? event.metaKey : event.ctrlKey) ? 'mod+' : ''
  return `${mod}${event.altKey ? 'alt+' : ''}${event.shiftKey && letter ? 'shift+' : ''}${key}`
}

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
}

/** Keys that edit text belong to the field they are pressed in. */
const editing = new Set(['mod+a', 'mod+z', 'mod+x', 'mod+c', 'mod+v', 'mod+shift+z'])

/** A focused control keeps the keys that operate it. */
function worksControl(name: string, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (name === 'enter') return target.closest('button, a, summary, [role=menuitem], [role=treeitem]') !== null
  return name === 'space' && target.closest('button, summary, input, [role=menuitem], [role=radio]') !== null
}

/** Listens for the keys of all commands. */
export function listenForKeys(): () => void {
  let first: { key: string; at: number } | undefined
  const press = (event: KeyboardEvent) => {
    const name = nameOf(event)
    if (event.defaultPrevented || event.isComposing) return
    if (typing(event.target) && (!name.startsWith('mod+') || editing.has(name))) return
    if (worksControl(name, event.target)) return
    // An open dialog, menu or list gets all keys except those with a modifier.
    if (document.querySelector('[role=dialog], [role=menu], [role=listbox]') && !name.startsWith('mod+')) return
    const twice = first && event.timeStamp - first.at < sequenceTime ? `${first.key} ${name}` : undefined
    const all = commands.get()
    const command = (twice && all.findLast(({ keys }) => keys === twice)) || all.findLast(({ keys }) => keys === name)
    first = all.some(({ keys }) => keys?.startsWith(`${name} `)) ? { key: name, at: event.timeStamp } : undefined
    if (!command) return
    event.preventDefault()
    first = undefined
    command.run()
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

const signs: Record<string, string> = {
  mod: apple ? '⌘' : 'Ctrl',
  shift: '⇧',
  alt: apple ? '⌥' : 'Alt',
  enter: '↵',
  escape: 'Esc',
  space: 'Space',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  backspace: '⌫',
  delete: 'Del',
  home: 'Home',
}

/** The keys as labeled on a keyboard, one entry per key press. */
export const keySigns = (keys: string): string[] =>
  keys.split(' ').map((press) =>
    press
      .split('+')
      .map((key) => signs[key] ?? key.toUpperCase())
      .join(' '),
  )
