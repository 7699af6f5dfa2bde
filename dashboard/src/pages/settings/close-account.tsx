import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { account } from '../../data/client.ts'
import { logOut } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { Group } from './settings-frame.tsx'
import { useCall } from './use-call.ts'

/** Asks for confirmation, since it ends every session at once; within 30 days a login restores the account. */
export function CloseAccount() {
  const call = useCall()
  const navigate = useNavigate()
  const [sure, setSure] = useState(false)
  const close = async () => {
    if (!(await call(() => account.deleteAccount({}), { done: 'Your account is closed. Log in within 30 days to restore it.' }))) return
    await logOut()
    void navigate({ to: '/auth/login' })
  }
  return (
    <Group
      title="Close your account"
      about="All sessions, keys and tokens stop working immediately. You can restore it by logging in within 30 days; after that it’s deleted permanently."
    >
      <div className="flex flex-wrap gap-8">
        {sure ? (
          <>
            <Button look="danger" onClick={() => void close()}>
              Close my account
            </Button>
            <Button look="quiet" onClick={() => setSure(false)}>
              Cancel
            </Button>
          </>
        ) : (
          <Button look="danger" onClick={() => setSure(true)}>
            Close account…
          </Button>
        )}
      </div>
    </Group>
  )
}
