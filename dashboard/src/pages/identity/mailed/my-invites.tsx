import { Link, useNavigate } from '@tanstack/react-router'
import { account } from '../../../data/client.ts'
import { withPerson } from '../../../data/step-up.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Problem } from '../auth-frame.tsx'
import { useAsked } from '../use-asked.ts'
import { useAttempt } from '../use-attempt.ts'

/** Organizations that invited this person, each with a button to join; and the link onward. */
export function MyInvites({ fallback }: { fallback?: string }) {
  const { data } = useAsked(() => account.listMyInvites({}))
  const { busy, error, attempt } = useAttempt()
  const navigate = useNavigate()
  const join = (id: string, handle: string) =>
    attempt(async () => {
      await withPerson(() => account.acceptInvite({ token: id }))
      await navigate({ to: `/${handle}/inbox` })
    })
  return (
    <>
      {data && data.items.length > 0 && (
        <section aria-label="Invitations" className="flex flex-col gap-8">
          <Problem text={error} />
          <Rows>
            {data.items.map(({ id, organization, role }) => (
              <Row key={id}>
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">{organization.name}</p>
                  <p className="text-helper text-muted">invited you as {role}</p>
                </div>
                <Button look="primary" busy={busy} onClick={() => void join(id, organization.handle)}>
                  Join
                </Button>
              </Row>
            ))}
          </Rows>
        </section>
      )}
      {fallback && (
        <Button asChild look={data?.items.length ? 'plain' : 'primary'} className="h-target">
          <Link to={fallback}>Open Baton</Link>
        </Button>
      )}
    </>
  )
}
