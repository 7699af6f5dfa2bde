import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Download, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/copy.tsx'
import { bytes, dateTime } from '../../../ui/format.ts'
import { RankChip } from '../../../ui/marks/rank.tsx'
import { Card } from '../../../ui/row.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { ranks } from '../../features/parts/words.ts'
import { lineOf } from '../../features/workflows/command-words.ts'
import { download, fileName, isSigned, signedBy, type Receipt } from './receipt.ts'

/** What a machine signed about a command, what that is worth and why, and how to verify it without Baton. */
export function ReceiptView({ id }: { id: string }) {
  const read = useRead('getReceipt', { receipt: id })
  return <Loaded read={read}>{(receipt) => <Shown receipt={receipt} />}</Loaded>
}

function Shown({ receipt }: { receipt: Receipt }) {
  const signed = signedBy(receipt)
  const passed = signed.exit_code === 0
  const seconds = (Date.parse(signed.ended_at) - Date.parse(signed.started_at)) / 1000
  return (
    <section aria-label="Receipt" className="flex flex-col gap-12">
      <Card className="flex flex-wrap items-center gap-x-12 gap-y-8 p-12">
        {passed ? (
          <CircleCheck className="size-20 shrink-0 text-muted" aria-hidden />
        ) : (
          <CircleX className="size-20 shrink-0 text-bad" aria-hidden />
        )}
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words">
            <span className="font-mono">{lineOf(signed.argv)}</span> {passed ? 'passed' : `failed with exit code ${signed.exit_code}`}
          </p>
          <p className="text-helper text-muted">
            Signed by <MachineName id={receipt.tunnel_id} /> · ran {seconds < 1 ? 'under a second' : `${Math.round(seconds)} s`} ·{' '}
            {dateTime(signed.ended_at)}
          </p>
        </div>
        <RankChip {...ranks[receipt.rank]} />
      </Card>
      <Signature receipt={receipt} />
      {receipt.reasons.length > 0 && (
        <div>
          <h3 className="font-medium">Why it isn’t ranked higher</h3>
          <ul className="list-disc pl-20 text-muted">
            {receipt.reasons.map((reason) => (
              <li key={reason} className="first-letter:uppercase">
                {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Card>
        <dl aria-label="Signed by the machine" className="divide-y divide-line-soft">
          <Fact name="Commit">
            <code className="font-mono text-helper break-all">{signed.commit}</code>
          </Fact>
          <Fact name="Tree">
            <code className="font-mono text-helper break-all">{signed.tree}</code>
            {signed.dirty && <span className="text-warn">differs from the commit</span>}
            {signed.tree !== signed.tree_after && <span className="text-warn">changed while the command ran</span>}
          </Fact>
          <Fact name="Output">
            {bytes(signed.output_bytes)} <code className="font-mono text-label break-all text-muted">{signed.output_sha256}</code>
          </Fact>
          <Fact name="Users">
            signed by <code className="font-mono">{signed.signer_user.name}</code>, ran as{' '}
            <code className="font-mono">{signed.command_user.name}</code>
            {signed.agent_user ? (
              <>
                , for the agent’s user <code className="font-mono">{signed.agent_user.name}</code>
              </>
            ) : (
              ', agent’s user unknown'
            )}
          </Fact>
          <Fact name="Key">
            <code className="font-mono text-label break-all">{receipt.fingerprint}</code>
          </Fact>
        </dl>
      </Card>
      <div className="flex flex-col gap-8">
        <div className="flex flex-wrap items-center justify-between gap-8">
          <h3 className="font-medium">Verify without Baton</h3>
          <Button onClick={() => download(receipt)}>
            <Download aria-hidden /> Download receipt
          </Button>
        </div>
        <p className="text-helper text-muted">
          Contains the signed text, the signature and the machine’s public key. Check it with{' '}
          <code className="font-mono">docs/verify-receipt.mjs</code> from Baton’s source code and compare the fingerprint with the one on
          the machine.
        </p>
        <CodeBlock
          text={`node verify-receipt.mjs ${fileName(receipt)} --fingerprint ${receipt.fingerprint}`}
          label="verification command"
        />
        <p className="text-helper text-muted">
          A receipt proves that the command ran on these files and its result, not that the work is correct.
        </p>
      </div>
    </section>
  )
}

function Signature({ receipt }: { receipt: Receipt }) {
  const [right, setRight] = useState<boolean | null>(null)
  useEffect(() => {
    let gone = false
    void isSigned(receipt).then((is) => !gone && setRight(is))
    return () => {
      gone = true
    }
  }, [receipt])
  if (right === null) return null
  return right ? (
    <p role="status" className="flex items-center gap-6 text-helper text-muted">
      <ShieldCheck className="size-16 shrink-0 text-ok" aria-hidden /> Signature verified in this browser.
    </p>
  ) : (
    <p role="alert" className="flex items-center gap-6 rounded-card bg-bad-soft p-12 text-bad">
      <ShieldAlert className="size-16 shrink-0" aria-hidden /> Invalid signature. Don’t trust this receipt.
    </p>
  )
}

/** Receipts outlive a machine that was removed. */
export function MachineName({ id }: { id: string }) {
  const organization = useOrganization()
  const { data } = useRead('listTunnels', { limit: 100 })
  const machine = data?.items.find((one) => one.id === id)
  if (!machine) return <>{data ? 'a removed machine' : '…'}</>
  return (
    <Link to={`/${organization}/machines/${id}`} className="rounded-code text-fg underline">
      {machine.name}
    </Link>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-12 px-12 py-8">
      <dt className="w-1/6 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  )
}
