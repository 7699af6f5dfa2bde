import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Chip } from '../../../ui/chip.tsx'
import { bytes, count, plural } from '../../../ui/format.ts'
import { Properties, Property } from '../../../ui/marks/property.tsx'
import { Sha } from '../../../ui/marks/rank.tsx'
import { Section } from '../../../ui/page.tsx'
import { Ago } from '../../../ui/time.tsx'
import { issuesModes } from '../issues-mode.tsx'
import { reasonWords, RepositoryStatus, type Repository } from '../repository-status.tsx'

/** What is stored of a repository, what was left out and why. */
export function RepositoryHealth({ repository }: { repository: Repository }) {
  const org = useOrganization()
  const { connection, files, synced_at, head_sha } = repository
  return (
    <>
      <Section title="Properties">
        <Properties>
          <Property name="Status">
            <RepositoryStatus status={repository.status} />
          </Property>
          <Property name="Last sync">{synced_at ? <Ago at={synced_at} said /> : <span className="text-muted">Never</span>}</Property>
          <Property name="Projects">
            {repository.projects.map((slug) => (
              <Link key={slug} to={`/${org}/p/${slug}/board`} className="rounded-code hover:underline">
                {slug}
              </Link>
            ))}
          </Property>
          <Property name="Default branch">
            <code className="truncate font-mono text-helper">{repository.default_branch}</code>
            {head_sha && <Sha commit={head_sha} />}
          </Property>
          <Property name="Open pulls">
            <Link to={`/${org}/repos/${repository.id}/pulls`} className="rounded-code hover:underline">
              {count(repository.open_pull_requests)}
            </Link>
          </Property>
          <Property name="Access">
            <span className="truncate">
              {connection.account}, {connection.kind === 'app' ? 'App' : 'token'}
            </span>
            {connection.ended && <Chip tone="bad">ended</Chip>}
          </Property>
          <Property name="Issues">{issuesModes[repository.issues].title}</Property>
        </Properties>
      </Section>
      {repository.refused_writes.length > 0 && (
        <Section title="Issues not updated">
          <ul className="flex flex-col gap-4 text-helper">
            {repository.refused_writes.map(({ number, url, error }) => (
              <li key={number} className="break-words text-bad">
                <a href={url} rel="noreferrer" target="_blank" className="rounded-code font-medium hover:underline">
                  #{number}
                </a>{' '}
                {error}
              </li>
            ))}
          </ul>
          <p className="mt-4 text-helper text-muted">To retry, edit the task or save the repository settings.</p>
        </Section>
      )}
      <Section title="Files">
        <Properties>
          <Property name="Stored">
            {count(files.stored)} <span className="text-muted">{bytes(files.bytes)}</span>
          </Property>
          <Property name="Secrets">
            {files.redacted === 0 ? <span className="text-muted">None found</span> : `${plural(files.redacted, 'secret')} redacted`}
          </Property>
          {files.skipped.map(({ reason, files: number }) => (
            <Property key={reason} name="Skipped">
              {count(number)} <span className="text-muted">{reasonWords(reason)}</span>
            </Property>
          ))}
        </Properties>
      </Section>
      <IndexSection repository={repository.id} />
    </>
  )
}

const states = { none: 'Not created yet', behind: 'Behind the last sync', current: 'Up to date' }

/** The index that the chat answers from. */
function IndexSection({ repository }: { repository: string }) {
  const org = useOrganization()
  const { data } = useRead('getRepositoryIndex', { repo: repository })
  if (!data) return null
  return (
    <Section
      title="Index"
      aside={
        <Link to={`/${org}/repos/${repository}/chat`} className="touch rounded-code text-helper font-medium text-accent hover:underline">
          Ask about the code
        </Link>
      }
    >
      <Properties>
        <Property name="State">
          {states[data.state]} {data.commit && <Sha commit={data.commit} />}
        </Property>
        <Property name="Files">
          {count(data.files_indexed)}
          {data.files_without_syntax > 0 && <span className="text-muted">{count(data.files_without_syntax)} split by lines only</span>}
        </Property>
        <Property name="Vectors">
          {data.vectors_missing === 0 ? (
            `${count(data.pieces)}, none missing`
          ) : (
            <span className="text-warn">
              {count(data.vectors_missing)} of {count(data.pieces)} missing
            </span>
          )}
        </Property>
      </Properties>
      {data.note && <p className="mt-4 text-helper text-muted">{data.note}</p>}
    </Section>
  )
}
