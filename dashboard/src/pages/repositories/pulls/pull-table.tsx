import { Fragment } from 'react'
import { Count } from '../../../ui/chip.tsx'
import { Card } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import { TaskKeys } from '../task-keys.tsx'
import { Author, Checks, Gate, Proof, PullAction, PullTitle } from './pull-cells.tsx'
import { Review } from './pull-marks.tsx'
import type { PullGroup } from './pull.ts'

interface PullTableProps {
  groups: readonly PullGroup[]
  mine: ReadonlySet<string>
}

const heads = ['Pull request', 'Author', 'Tasks', 'Gate', 'Checks', 'Review', 'Proof', 'Updated']
const widths = ['w-6/24', 'w-1/24', 'w-2/24', 'w-3/24', 'w-2/24', 'w-3/24', 'w-3/24', 'w-2/24']

function Heading({ group: { key, title, pulls } }: { group: PullGroup }) {
  return (
    <span className="flex items-center gap-8 font-medium">
      {title} {key === 'mine' ? <Count value={pulls.length} /> : <span className="font-mono text-label text-muted">{pulls.length}</span>}
    </span>
  )
}

/** Every pull request as a table row, for wide screens. */
export function PullTable({ groups, mine }: PullTableProps) {
  return (
    <table className="w-full table-fixed text-left">
      <caption className="sr-only">Pull requests, those that need you first</caption>
      <thead className="text-label text-muted">
        <tr className="border-b border-line">
          {heads.map((head, at) => (
            <th key={head} scope="col" className={`py-6 pr-12 font-medium ${widths[at]} ${at === 0 ? 'pl-16' : ''}`}>
              {head}
            </th>
          ))}
          <th scope="col" className="w-2/24">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.key}>
          {groups.length > 1 || group.key !== 'all' ? (
            <tr className="border-b border-line bg-sunken">
              <th scope="rowgroup" colSpan={heads.length + 1} className="px-16 py-6">
                <Heading group={group} />
              </th>
            </tr>
          ) : null}
          {group.pulls.map((pull) => (
            <tr
              key={`${pull.repository_id} ${pull.number}`}
              className="border-b border-line-soft transition-colors hover:bg-hover [&>td]:py-8 [&>td]:pr-12"
            >
              <th scope="row" className="py-8 pr-12 pl-16 font-normal">
                <PullTitle pull={pull} />
              </th>
              <td>
                <Author login={pull.author} />
              </td>
              <td>
                <TaskKeys keys={pull.tasks} none="None" />
              </td>
              <td>
                <Gate pull={pull} mine={mine} />
              </td>
              <td>
                <Checks checks={pull.checks} />
              </td>
              <td>
                <Review review={pull.review} />
              </td>
              <td>
                <Proof pull={pull} />
              </td>
              <td>
                <Ago at={pull.updated_at} />
              </td>
              <td>
                <div className="flex justify-end">
                  <PullAction pull={pull} group={group.key} mine={mine} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** The same as cards, where a table does not fit. */
export function PullCards({ groups, mine }: PullTableProps) {
  return (
    <div className="flex flex-col gap-12 p-16">
      {groups.map((group) => (
        <Fragment key={group.key}>
          {group.key !== 'all' && (
            <h2>
              <Heading group={group} />
            </h2>
          )}
          <ul className="grid gap-12 wide:grid-cols-2">
            {group.pulls.map((pull) => (
              <li key={`${pull.repository_id} ${pull.number}`} className="min-w-0">
                <Card className="flex flex-col gap-8 p-12">
                  <PullTitle pull={pull} />
                  <div className="flex flex-wrap items-center gap-x-12 gap-y-4">
                    <Checks checks={pull.checks} />
                    <Review review={pull.review} />
                    <Proof pull={pull} />
                  </div>
                  <Gate pull={pull} mine={mine} />
                  <div className="flex flex-wrap items-center gap-8">
                    <Author login={pull.author} />
                    <TaskKeys keys={pull.tasks} />
                    <span className="ml-auto">
                      <Ago at={pull.updated_at} />
                    </span>
                    <PullAction pull={pull} group={group.key} mine={mine} />
                  </div>
                </Card>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  )
}
