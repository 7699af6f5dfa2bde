import { useRead } from '../../data/reads.ts'
import { plural } from '../../ui/format.ts'
import { Sparkline } from '../../ui/sparkline.tsx'

interface SparklineProps {
  of: 'projects' | 'agents' | 'epics'
  id: string
  name: string
  /** Epics are read by project. */
  project?: string
}

/** Completed tasks per week over the last twelve weeks, beside a name; one read serves a whole list. */
export function CompletedSparkline({ of, id, name, project }: SparklineProps) {
  const { data } = useRead('getSparklines', { of, ...(project && { project }) })
  const values = data?.lines.find((one) => one.id === id)?.completed ?? []
  const total = values.reduce((sum, one) => sum + one, 0)
  return (
    <span className="w-sparkline shrink-0 max-wide:hidden">
      {total > 0 && <Sparkline values={values} label={`${name}: ${plural(total, 'task')} completed in 12 weeks`} />}
    </span>
  )
}
