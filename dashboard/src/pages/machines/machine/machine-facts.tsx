import { Chip } from '../../../ui/chip.tsx'
import { date } from '../../../ui/format.ts'
import { Properties, Property } from '../../../ui/marks/property.tsx'
import { Section } from '../../../ui/page.tsx'
import { Ago } from '../../../ui/time.tsx'
import { platformWord, type Machine } from '../machine-words.ts'
import { MachineStatus } from '../marks.tsx'

export function MachineFacts({ machine }: { machine: Machine }) {
  const { status, fingerprint, paired_at, last_seen_at, client_version, hostname, platform, owner, ports } = machine
  return (
    <>
      <Section title="Details">
        <Properties>
          <Property name="Status">
            <MachineStatus machine={machine} />
          </Property>
          {status === 'offline' && <Property name="Last seen">{last_seen_at ? <Ago at={last_seen_at} said /> : 'Never'}</Property>}
          <Property name="Owner">{owner.name}</Property>
          <Property name="Host name">
            <span className="font-mono break-all">{hostname ?? '–'}</span>
          </Property>
          <Property name="System">{platformWord(platform)}</Property>
          <Property name="Version">
            <span className="font-mono">{client_version ?? '–'}</span>
          </Property>
          <Property name="Paired">{paired_at ? date(paired_at) : '–'}</Property>
        </Properties>
      </Section>
      {fingerprint && (
        <Section title="Fingerprint">
          <p className="font-mono text-helper break-words">{fingerprint.replaceAll('-', ' ')}</p>
        </Section>
      )}
      <Section title="Allowed ports">
        {ports.length === 0 ? (
          <p className="text-muted">None. No ports are reachable through Baton.</p>
        ) : (
          <p className="flex flex-wrap gap-4">
            {ports.map((port) => (
              <Chip key={port} mono>
                {port}
              </Chip>
            ))}
          </p>
        )}
      </Section>
    </>
  )
}
