import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { date } from '../../ui/format.ts'
import { Row } from '../../ui/row.tsx'
import { Ago } from '../../ui/time.tsx'

interface Credential {
  name: string
  prefix: string
  last_four: string
  expires_at: string
  last_used_at: string | null
}

interface CredentialRowProps {
  credential: Credential
  /** The organization it is valid for. */
  place: string | undefined
  chips: readonly string[]
  onRevoke(): void
}

export function CredentialRow({
  credential: { name, prefix, last_four, expires_at, last_used_at },
  place,
  chips,
  onRevoke,
}: CredentialRowProps) {
  const over = Date.parse(expires_at) < Date.now()
  return (
    <Row className="flex-wrap">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-6">
          <span className="truncate font-medium">{name}</span>
          {chips.map((chip) => (
            <Chip key={chip} mono>
              {chip}
            </Chip>
          ))}
          {over && <Chip tone="warn">expired</Chip>}
        </p>
        <p className="text-helper text-muted">
          <span className="font-mono">
            {prefix}…{last_four}
          </span>
          {place && ` · ${place}`} · {over ? 'ended' : 'until'} {date(expires_at)}
        </p>
      </div>
      <span className="text-helper text-muted">
        {last_used_at ? (
          <>
            used <Ago at={last_used_at} said />
          </>
        ) : (
          'never used'
        )}
      </span>
      <Button onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </Row>
  )
}
