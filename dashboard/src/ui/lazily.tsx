import { Component, Suspense, use, useEffect, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import { useStore } from '../data/store.ts'
import { toast } from '../data/toast.ts'
import { loadPart, PartGone, partsMissing } from './load-part.ts'
import { FailedState, NotHereYet, reloadPage } from './failed-state.tsx'
import { Skeleton } from './states.tsx'

/**
 * What its place shows while its code is on the way, not on this device or gone:
 * a page and a block say so in their place; what opens over the page says so in a message; an extra, which nobody asked for, leaves its place empty.
 * Where there is something better to show, such as the text itself, a function returns that.
 */
type Meanwhile<P> = 'page' | 'block' | 'over' | 'extra' | ((props: P) => ReactNode)

/** A component whose code is loaded when it is first shown. The only way to load one: nothing may wait without saying for what. */
export function lazily<T extends ComponentType<any>>(
  meanwhile: Meanwhile<ComponentProps<T>>,
  load: () => Promise<{ default: T }>,
): ((props: ComponentProps<T>) => ReactNode) & { preload(): Promise<void> } {
  type P = ComponentProps<T>
  let loading: Promise<{ default: T }> | undefined
  let loaded: T | undefined
  let missing: (() => void) | undefined
  const start = () => {
    const waits = new Promise<void>((resolve) => (missing = resolve))
    loading ??= loadPart(load, () => missing?.())
    loading.then(
      (module) => (loaded = module.default),
      () => {},
    )
    return { loading, waits }
  }
  const Loaded = ({ props }: { props: P }) => {
    // Without a wait if it is here, so that nothing flickers.
    const Part: ComponentType<object> = loaded ?? use(loading ?? start().loading).default
    return <Part {...(props as object)} />
  }
  const fallback = (props: P) => (typeof meanwhile === 'function' ? meanwhile(props) : <Waiting place={meanwhile} />)
  const Lazy = (props: P) => (
    <Boundary place={meanwhile} instead={() => fallback(props)} forget={() => (loading = undefined)}>
      <Suspense fallback={fallback(props)}>
        <Loaded props={props} />
      </Suspense>
    </Boundary>
  )
  // Ends when the code is here or the page can say why it is not.
  return Object.assign(Lazy, {
    preload: async () => {
      const { loading: now, waits } = start()
      await Promise.race([now.catch(() => {}), waits])
    },
  })
}

const words = 'This isn’t on this device yet. It opens by itself when the connection is back.'

function Waiting({ place }: { place: 'page' | 'block' | 'over' | 'extra' }) {
  const missing = useStore(partsMissing) > 0
  const tell = missing && place === 'over'
  useEffect(() => {
    if (tell) toast.info(words)
  }, [tell])
  if (place === 'over' || place === 'extra') return null
  return missing ? <NotHereYet what={place === 'page' ? 'page' : 'part'} /> : <Skeleton />
}

interface BoundaryProps {
  place: Meanwhile<never>
  instead(): ReactNode
  /** So that the next attempt loads the code anew. */
  forget(): void
  children: ReactNode
}

/** What fails in one place stays in that place. */
class Boundary extends Component<BoundaryProps, { error: Error | null; path: string }> {
  override state: { error: Error | null; path: string } = { error: null, path: '' }

  static getDerivedStateFromError(error: Error) {
    return { error, path: location.pathname }
  }

  override componentDidCatch(error: Error): void {
    this.props.forget()
    if (this.props.place !== 'over') return
    if (error instanceof PartGone) toast.warning('A new version is ready.', { action: { label: 'Reload', onClick: reloadPage } })
    else toast.error('This part broke. The rest works.')
  }

  override componentDidUpdate(): void {
    // Another page in the same place, such as the next task.
    if (this.state.error && this.state.path !== location.pathname) this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    const { place, instead } = this.props
    if (place === 'page' || place === 'block')
      return <FailedState error={error} of={place === 'page' ? 'page' : 'part'} retry={() => this.setState({ error: null })} />
    return place === 'over' || place === 'extra' ? null : instead()
  }
}
