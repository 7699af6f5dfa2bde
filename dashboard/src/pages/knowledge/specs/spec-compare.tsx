import { useNavigate } from '@tanstack/react-router'
import { ArrowRight, X } from 'lucide-react'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { lazily } from '../../../ui/lazily.tsx'

const SpecDiff = lazily('block', () => import('./spec-diff.tsx'))

interface CompareProps {
  spec: string
  from: number
  to: number
  latest: number
}

export function Difference({ spec, from, to }: Omit<CompareProps, 'latest'>) {
  const read = useRead('compareSpec', { spec, from, to })
  return <Loaded read={read}>{(difference) => <SpecDiff difference={difference} />}</Loaded>
}

/** Compares any two versions; the URL holds which ones. */
export function SpecCompare({ spec, from, to, latest }: CompareProps) {
  const navigate = useNavigate()
  const go = (next: { from?: number; to?: number }) => void navigate({ to: '.', search: next as never })
  const numbers = Array.from({ length: latest }, (_, at) => latest - at)
  return (
    <div className="flex flex-col gap-12">
      <div className="flex flex-wrap items-center gap-8">
        <h3 className="font-medium">Compare</h3>
        <div>
          <Select aria-label="From version" value={from} onChange={(e) => go({ from: Number(e.target.value), to })}>
            {[...numbers, 0].map((number) => (
              <option key={number} value={number}>
                {number === 0 ? 'Nothing' : `Version ${number}`}
              </option>
            ))}
          </Select>
        </div>
        <ArrowRight className="size-16 text-muted" aria-label="with" />
        <div>
          <Select aria-label="To version" value={to} onChange={(e) => go({ from, to: Number(e.target.value) })}>
            {numbers.map((number) => (
              <option key={number} value={number}>
                Version {number}
              </option>
            ))}
          </Select>
        </div>
        <Button look="quiet" className="ml-auto" onClick={() => go({})}>
          <X aria-hidden /> Close
        </Button>
      </div>
      <Difference spec={spec} from={from} to={to} />
    </div>
  )
}
