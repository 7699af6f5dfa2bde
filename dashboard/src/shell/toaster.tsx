import { CircleCheck, Info, OctagonX, TriangleAlert, X } from 'lucide-react'
import { useStore } from '../data/store.ts'
import { dismiss, holdToasts, releaseToasts, toasts, type Toast } from '../data/toast.ts'
import { Button } from '../ui/button.tsx'

const marks: Record<Toast['kind'], { icon: typeof Info; colour: string }> = {
  success: { icon: CircleCheck, colour: 'text-muted' },
  error: { icon: OctagonX, colour: 'text-bad' },
  warning: { icon: TriangleAlert, colour: 'text-warn' },
  info: { icon: Info, colour: 'text-muted' },
}

/** The latest toasts, above everything else; on a phone at the top, where they cover nothing that is pressed next. Only the toasts themselves catch the pointer. */
export function Toaster() {
  const all = useStore(toasts)
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none fixed right-8 z-50 flex w-rail-wide max-w-full flex-col gap-8 max-wide:top-header max-wide:left-8 max-wide:w-auto wide:bottom-8"
      onMouseEnter={holdToasts}
      onMouseLeave={releaseToasts}
    >
      {all.map(({ id, kind, title, description, action }) => {
        const { icon: Icon, colour } = marks[kind]
        return (
          <div
            key={id}
            role={kind === 'error' ? 'alert' : 'status'}
            className="pointer-events-auto flex animate-panel-in items-center gap-8 rounded-card border border-line bg-raised py-6 pr-6 pl-12 shadow-over"
          >
            <Icon className={`size-16 shrink-0 ${colour}`} aria-hidden />
            <div className="min-w-0 flex-1">
              <p className="break-words">{title}</p>
              {description && <p className="text-helper break-words text-muted">{description}</p>}
            </div>
            {action && (
              <Button
                onClick={() => {
                  action.onClick()
                  dismiss(id, 'action')
                }}
              >
                {action.label}
              </Button>
            )}
            <Button look="quiet" square aria-label="Dismiss" onClick={() => dismiss(id, 'press')}>
              <X />
            </Button>
          </div>
        )
      })}
    </section>
  )
}
