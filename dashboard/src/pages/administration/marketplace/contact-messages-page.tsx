import { Mail } from 'lucide-react'
import { account } from '../../../data/client.ts'
import { useOwnList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { date, dateTime } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { useCall } from '../../settings/use-call.ts'
import { AdminFrame } from '../admin-frame.tsx'

/** Messages that strangers sent through the contact form. */
export function ContactMessagesPage() {
  const list = useOwnList('listContactMessages', { limit: 50 })
  const call = useCall()
  return (
    <AdminFrame title="Contact" about="Messages from the contact form at /p/contact. Deleted after 180 days.">
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={Mail} title="No messages" />
          ) : (
            <ul aria-label="Messages" className="flex flex-col gap-12">
              {list.items.map((one) => (
                <li key={one.id} className="flex flex-col gap-8 rounded-card border border-line bg-raised p-12">
                  <p className="flex flex-wrap items-center gap-8">
                    <span className="font-medium">{one.name}</span>
                    <a href={`mailto:${one.email}`} className="touch break-all underline">
                      {one.email}
                    </a>
                    <span className="text-helper text-muted">
                      {dateTime(one.created_at)}, will be deleted {date(one.erased_at)}
                    </span>
                  </p>
                  <p className="wrap-anywhere whitespace-pre-wrap">{one.message}</p>
                  <Button
                    look="danger"
                    className="self-end"
                    onClick={() =>
                      void call(() => account.deleteContactMessage({ id: one.id }), { done: 'Deleted', then: ['listContactMessages'] })
                    }
                  >
                    Delete<span className="sr-only"> message from {one.name}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <More list={list} />
    </AdminFrame>
  )
}
