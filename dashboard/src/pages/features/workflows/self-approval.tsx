import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Checkbox } from '../../../ui/field.tsx'
import { dateTime } from '../../../ui/format.ts'
import { Card } from '../../../ui/row.tsx'

/** Who may approve, and the one exception that an owner can grant. */
export function SelfApproval() {
  const organization = useOrganization()
  const { role, members, actor } = usePeople()
  const { data } = useRead('getFeatureSettings', {})
  if (!data) return null
  const owner = role === 'owner'
  const set = (allow: boolean) =>
    act({
      organization,
      operation: 'updateFeatureSettings',
      input: { allow_self_approval: allow, version: data.version },
      label: allow ? 'Allow self-approval' : 'Forbid self-approval',
      done: allow ? 'Self-approval allowed' : 'Self-approval forbidden',
      undo: () => ({
        organization,
        operation: 'updateFeatureSettings',
        input: { allow_self_approval: !allow },
        label: 'Undo',
      }),
      then: ['getFeatureSettings', 'listApprovals'],
    })
  return (
    <Card className="flex flex-col gap-12 p-16">
      <h2 className="font-medium">Approvers</h2>
      <ul className="flex list-disc flex-col gap-4 pl-20 text-muted">
        <li>Only people who logged in within the last 10 minutes. Never keys, tokens or agents.</li>
        <li>The approvers named by the gate, or any member if none are named.</li>
        <li>Never an author: the people who created, own or built it, or vouched for it through an agent.</li>
      </ul>
      <label className="touch flex items-start gap-8">
        <Checkbox className="mt-2" checked={data.allow_self_approval} disabled={!owner} onChange={(e) => void set(e.target.checked)} />
        <span>
          Allow self-approval while the organization has one member
          <span className="block text-helper text-muted">
            {members.length > 1
              ? `Has no effect now: there are ${members.length} members.`
              : 'Ends automatically when a second member joins.'}
            {!owner && ' Only the owner can change it.'}
            {data.updated_at && ` Last changed by ${actor(data.updated_by).name}, ${dateTime(data.updated_at)}.`}
          </span>
        </span>
      </label>
    </Card>
  )
}
