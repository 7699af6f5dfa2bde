import type { Output } from '@baton/client'
import { ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react'
import { plural } from '../../ui/format.ts'
import { Chip } from '../../ui/chip.tsx'

type Finding = Output<'getListing'>['findings'][number]

/** Findings of a scan with the passage itself: nobody should decide by a word like "danger" alone. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0)
    return (
      <p className="flex items-start gap-8 text-muted">
        <ShieldCheck className="mt-2 size-16 shrink-0" aria-hidden />
        No known risks found. Still, review the files: your agents will follow them.
      </p>
    )
  const dangers = findings.filter(({ severity }) => severity === 'danger').length
  return (
    <section aria-label="Scan findings" className="flex flex-col gap-8">
      <p className={`flex items-start gap-8 font-medium ${dangers > 0 ? 'text-bad' : 'text-warn'}`}>
        {dangers > 0 ? (
          <ShieldAlert className="mt-2 size-16 shrink-0" aria-hidden />
        ) : (
          <TriangleAlert className="mt-2 size-16 shrink-0" aria-hidden />
        )}
        The scan found {plural(findings.length, 'risk')} to review.
      </p>
      <ul className="flex flex-col gap-8">
        {findings.map((one, at) => (
          <li key={at} className="flex flex-col gap-4 rounded-card border border-line p-8">
            <p className="flex flex-wrap items-center gap-6">
              <Chip tone={one.severity === 'danger' ? 'bad' : 'warn'}>{one.severity}</Chip>
              <span>{one.about}</span>
            </p>
            <p className="text-helper text-muted">
              <span className="font-mono break-all">
                {one.file}:{one.line}
              </span>
            </p>
            {one.excerpt && (
              <code className="block rounded-code bg-sunken px-8 py-4 font-mono text-helper wrap-anywhere">{one.excerpt}</code>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
