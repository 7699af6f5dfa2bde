import type { Output } from '@baton/client'
import { useMemo, useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { count, date, money } from '../../../ui/format.ts'
import { Meter } from '../../../ui/meter.tsx'
import { Card, Row, Rows } from '../../../ui/row.tsx'
import { Loaded } from '../../../ui/states.tsx'

type Budget = Output<'getAgentBudget'>
type Limit = 'daily_cost' | 'monthly_cost' | 'daily_tokens' | 'monthly_tokens'
const limits: { name: Limit; title: string; show(value: number): string }[] = [
  { name: 'daily_cost', title: 'Daily cost limit (USD)', show: money },
  { name: 'monthly_cost', title: 'Monthly cost limit (USD)', show: money },
  { name: 'daily_tokens', title: 'Daily token limit', show: count },
  { name: 'monthly_tokens', title: 'Monthly token limit', show: count },
]
const fortnight = 14 * 86_400_000

/** Usage by day, and the budget. An agent that reaches its budget is stopped. */
export function AgentSpend({ agent, name }: { agent: string; name: string }) {
  const since = useMemo(() => new Date(Date.now() - fortnight).toISOString().slice(0, 10), [])
  const budget = useRead('getAgentBudget', { agent })
  const usage = useRead('getUsage', { agent, by: 'day', since })
  return (
    <div className="flex flex-col gap-16">
      <Loaded read={budget}>{(data) => <BudgetForm key={data.version ?? 0} budget={data} name={name} />}</Loaded>
      <section>
        <h2 className="mb-8 font-medium">Last 14 days</h2>
        <Loaded read={usage}>
          {({ items, total }) =>
            items.length === 0 ? (
              <p className="text-muted">Nothing reported. Agents report usage with checkpoint_session.</p>
            ) : (
              <Rows>
                {items.toReversed().map((day) => (
                  <Row key={day.day} className="font-mono text-helper">
                    <span className="flex-1">{date(day.day ?? '')}</span>
                    <span className="text-muted">
                      {day.tokens_in === null && day.tokens_out === null
                        ? 'tokens unknown'
                        : `${count((day.tokens_in ?? 0) + (day.tokens_out ?? 0))} tokens`}
                    </span>
                    <span>{day.cost === null ? 'unknown' : `${money(day.cost)}${day.reports_without_cost > 0 ? '+' : ''}`}</span>
                  </Row>
                ))}
                <Row className="font-mono text-helper font-medium">
                  <span className="flex-1 font-sans">Total</span>
                  <span>{total.cost === null ? 'unknown' : money(total.cost)}</span>
                </Row>
              </Rows>
            )
          }
        </Loaded>
      </section>
    </div>
  )
}

function BudgetForm({ budget, name }: { budget: Budget; name: string }) {
  const organization = useOrganization()
  const { data: now } = useRead('listAgentsAtWork', { agent: budget.agent_id })
  const may = now?.items[0]?.may_control ?? false
  const [values, setValues] = useState(
    () => Object.fromEntries(limits.map((one) => [one.name, budget[one.name]?.toString() ?? ''])) as Record<Limit, string>,
  )
  const save = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Object.fromEntries(limits.map((one) => [one.name, values[one.name] === '' ? null : Number(values[one.name])]))
    const before = Object.fromEntries(limits.map((one) => [one.name, budget[one.name]]))
    void act({
      organization,
      operation: 'setAgentBudget',
      input: { agent: budget.agent_id, ...wanted },
      label: `Set budget of ${name}`,
      done: `Budget of ${name} saved`,
      undo: () => ({
        organization,
        operation: 'setAgentBudget',
        input: { agent: budget.agent_id, ...before },
        label: `Restore budget of ${name}`,
      }),
      then: ['getAgentBudget', 'listAgentsAtWork'],
    })
  }
  return (
    <Card className="p-12">
      <form onSubmit={save} className="flex flex-col gap-12">
        <div className="grid gap-16 wide:grid-cols-4">
          {limits.map(({ name: limit, title, show }) => {
            const most = budget[limit]
            return (
              <div key={limit} className="flex flex-col gap-6">
                <Field label={title} hint={`${show(budget.used[limit])} used`}>
                  {(ids) => (
                    <Input
                      {...ids}
                      type="number"
                      min={limit.endsWith('cost') ? 0.01 : 1}
                      step={limit.endsWith('cost') ? 0.01 : 1}
                      placeholder="no limit"
                      disabled={!may}
                      value={values[limit]}
                      onChange={(event) => setValues({ ...values, [limit]: event.target.value })}
                    />
                  )}
                </Field>
                {most !== null && <Meter label={title} share={budget.used[limit] / most} warn={budget.used[limit] >= most * 0.75} />}
              </div>
            )
          })}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-8">
          <p className="text-helper text-muted">
            Days and months are UTC. When a limit is reached, the agent is stopped and you’re notified.
          </p>
          {may && (
            <Button type="submit" look="primary">
              Set budget
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
