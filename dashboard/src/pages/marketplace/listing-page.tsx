import type { Output } from '@baton/client'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Crumbs } from '../../ui/crumbs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { bytes, date } from '../../ui/format.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Findings } from './findings.tsx'
import { InstallSkill } from './install-skill.tsx'
import { Publisher } from './publisher.tsx'

type Listing = Output<'getListing'>

export function ListingPage() {
  const org = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePermissions()
  // Not called `slug`: the frame takes that name for the current project.
  const { listing: slug = '' } = useParams({ strict: false }) as { listing?: string }
  const read = useRead('getListing', { slug })
  const [installing, setInstalling] = useState(false)
  const { data } = read
  const offers = writes && data && !data.own && !data.installed
  return (
    <Page
      title={<Crumbs way={[{ to: `/${org}/marketplace`, title: 'Marketplace' }]} here={slug} />}
      width="reading"
      actions={
        <>
          {data?.installed && (
            <Button asChild>
              <Link to={`/${org}/skills/${data.installed.id}${data.installed.hash === data.hash ? '' : '/update'}`}>
                {data.installed.hash === data.hash ? 'Open installed skill' : 'Review update'}
              </Link>
            </Button>
          )}
          {offers && (
            <Button look="primary" onClick={() => setInstalling(true)}>
              Install
            </Button>
          )}
        </>
      }
      {...(data && { rail: <ListingRail listing={data} /> })}
    >
      <Loaded read={read}>{(listing) => <ListingText listing={listing} />}</Loaded>
      {data && offers && (
        <Dialog
          open={installing}
          onOpenChange={setInstalling}
          title={`Install ${data.name}`}
          about="Installs exactly this version. You approve updates."
        >
          <InstallSkill listing={data} done={(id) => void navigate({ to: `/${org}/skills/${id}` })} />
        </Dialog>
      )}
    </Page>
  )
}

function ListingText({ listing }: { listing: Listing }) {
  return (
    <article className="flex flex-col gap-16">
      <header className="flex flex-col gap-8">
        <h2 className="text-title font-semibold break-words">{listing.name}</h2>
        <p className="text-muted">{listing.description}</p>
        <div className="flex flex-wrap gap-6">
          {listing.tags.map((tag) => (
            <Chip key={tag}>{tag}</Chip>
          ))}
        </div>
      </header>
      <Findings findings={listing.findings} />
      <hr className="border-line" />
      <Markdown text={listing.body} references={false} />
      {listing.files.length > 1 && (
        <section aria-label="Files" className="flex flex-col gap-8">
          <h3 className="font-medium">Files</h3>
          {listing.files
            .filter(({ path }) => path !== 'SKILL.md')
            .map((file) => (
              <details key={file.path} className="rounded-card border border-line">
                <summary className="touch flex cursor-pointer flex-wrap items-center gap-8 px-12 py-8">
                  <span className="min-w-0 flex-1 font-mono text-helper break-all">{file.path}</span>
                  {file.executable && <Chip tone="warn">runs</Chip>}
                  <span className="text-helper text-muted">{bytes(file.size)}</span>
                </summary>
                {file.text === null ? (
                  <p className="border-t border-line p-12 text-muted">Can’t be previewed. Download the skill to view it.</p>
                ) : (
                  <pre
                    tabIndex={0}
                    role="region"
                    aria-label={file.path}
                    className="scrollbar-quiet overflow-x-auto border-t border-line bg-sunken p-12 font-mono text-helper"
                  >
                    {file.text}
                  </pre>
                )}
              </details>
            ))}
        </section>
      )}
    </article>
  )
}

function ListingRail({ listing }: { listing: Listing }) {
  const address = `${location.origin}/marketplace/${listing.slug}`
  return (
    <>
      <Section title="Publisher">
        <Publisher {...listing.publisher} />
        {!listing.publisher.verified && <p className="mt-4 text-helper text-muted">This organization isn’t verified.</p>}
      </Section>
      <Section title="Version">
        <p>
          v{listing.revision}, updated {date(listing.updated_at)}
        </p>
        <p className="mt-4 font-mono text-helper break-all text-muted">sha256 {listing.hash}</p>
      </Section>
      {listing.findings.length === 0 && (
        <Section title="Other clients">
          <p className="mb-8 text-helper text-muted">Install outside Baton (version not pinned):</p>
          <CodeBlock text={`npx skills add ${address}`} label="command" />
        </Section>
      )}
    </>
  )
}
